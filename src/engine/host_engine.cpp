#include "host_engine.h"

#include "engine/evaluate/lane_access.h"

#include "engine/evaluate/instruction_set.h"

#include <algorithm>
#include <utility>

namespace granular_srt {

using LAMMPS_NS::tagint;

HostEngine::HostEngine(std::unique_ptr<const Workers> workers) :
    // one thread makes near pairs
    ContactEngine({"NEIGH_HISTORY_GRANULAR_SRT", false, !workers, true}), workers_{std::move(workers)}
{
}

void HostEngine::start(int doubles)
{
  doubles_ = doubles;
  postponed_ = false;
  stored_ = AtomHistories(doubles);
  HostEngine::begin_run(false);    // without what a derived class checks
}

void HostEngine::begin_run(bool own_lists)
{
  flush_to_atoms();    // an earlier run may have ended with an error
  near_ = own_lists ? std::make_unique<NearPairs>() : nullptr;
  contacts_.reset();
  with_ghosts_.reset();
  invalidate();
}

std::string HostEngine::description(const InstructionSet &set) const
{
  const std::string threads =
      workers_ ? ", on " + std::to_string(workers_->count()) + " threads" : std::string();
  return set.description + threads;
}

void HostEngine::forget_lists()
{
  flush_to_atoms();    // including histories that are with their close pairs
  contacts_.reset();
  with_ghosts_.reset();
  if (near_) near_->invalidate();
  invalidate();
}

/* ---- a step ---- */

void HostEngine::step(const ContactStep &step, const ContactLoop &loop)
{
  const bool new_list = step.new_list || !valid();
  const bool split = near_ && near_->split();
  const bool kept = new_list && split && near_->kept();
  const bool takes_histories = doubles_ > 0 && new_list;
  // All histories, if new close pairs need some; histories that remain in place need not be stored.
  const AtomHistories *const of_owned = takes_histories && !kept ? &stored() : nullptr;
  if (!contacts_) {
    laws_ = *step.laws;
    set_ = step.set;
    contacts_ = std::make_unique<ListContacts>(laws_, *set_);
  }
  if (new_list && !split)
    with_ghosts_.reset();
  else if (split && !with_ghosts_)
    with_ghosts_ = std::make_unique<ListContacts>(laws_, *set_);
  if (new_list) {
    validate();
    postponed_ = false;
    owned_ = step.owned;
    all_ = loop.particles.count;
  }

  ContactLoop among_owned = loop;
  if (split) among_owned.particles.count = step.owned;
  contacts_->run({near_ ? near_->pairs() : step.pairs, new_list && !kept, of_owned, step.tag, step.margin,
                  step.half_image},
                 among_owned, workers_.get(), step.before);
  if (split)
    with_ghosts_->run({near_->ghost_pairs(), new_list, takes_histories ? &stored_ : nullptr, step.tag,
                       step.margin, step.half_image},
                      loop, workers_.get(), step.before);
  // the row to which loads of ghosts went: with "newton off on" LAMMPS sends it back
  if (loop.loads.end < loop.particles.count)
    for (double *const rows : {loop.loads.f, loop.loads.torque})
      std::fill_n(rows + 3 * loop.loads.end, 3, 0.0);
}

AccountTotals HostEngine::account() const
{
  AccountTotals totals;
  contacts_->add_account_to(totals);
  if (with_ghosts_) with_ghosts_->add_account_to(totals);
  return totals;
}

bool HostEngine::has_no_pairs() const
{
  return contacts_->has_no_pairs() && (!with_ghosts_ || with_ghosts_->has_no_pairs());
}

/* ---- single contacts ---- */

void HostEngine::visit(const ContactVisitor &visit) const
{
  for (const auto *list : {with_ghosts_.get(), contacts_.get()})
    if (list) list->visit(visit);
}

bool HostEngine::find(int i, int j, tagint partner, const int *type, const contact::Vec3<double> &separation,
                      double half_image, double *history)
{
  if (valid()) {
    const auto listed = [&](int first, int second) {
      return contacts_->find(first, second, history) ||
          (with_ghosts_ && with_ghosts_->find(first, second, history));
    };
    if (listed(i, j)) return true;
    if (!listed(j, i)) return false;
    laws_.swap_partners(history, history, laws_.index_of(type[i], type[j]));
    return true;
  }
  const double *found = stored().have_separations() ? stored_.find_image(i, partner, separation, half_image)
                                                    : stored_.find(i, partner);
  if (!found) return false;
  std::copy_n(found, doubles_, history);
  return true;
}

/* ---- histories stored with their atoms ---- */

// With newton on, one rank has a contact, and the owners of its ghosts get their side by reverse communication. With
// newton off, both owners have it.
void HostEngine::store(const StoringAtoms &atoms, const std::function<void(std::vector<int> &)> &add_counts)
{
  with_records_ = atoms.newton ? all_ : owned_;
  partners_.assign(std::max(all_, atoms.all), 0);
  visit([&](int, int i, int j, const double *) {
    ++partners_[i];
    if (j < with_records_) ++partners_[j];
  });
  add_counts(partners_);

  most_partners_ = owned_ > 0 ? *std::max_element(partners_.begin(), partners_.begin() + owned_) : 0;
  stored_.reset(partners_, with_records_, atoms.x != nullptr);
  for (int i = 0; i < owned_; ++i) stored_.set_stored_id(i, atoms.tag[i]);
  postponed_ = with_ghosts_ && !atoms.x;
  if (with_ghosts_) store_of(*with_ghosts_, atoms.tag, atoms.x);
  if (!postponed_) {
    store_of(*contacts_, atoms.tag, atoms.x);
    return;
  }
  tag_.assign(atoms.tag, atoms.tag + owned_);
}

void HostEngine::flush_to_atoms()
{
  if (std::exchange(postponed_, false)) store_of(*contacts_, tag_.data(), nullptr);
}

AtomHistories &HostEngine::stored()
{
  flush_to_atoms();
  return stored_;
}

void HostEngine::store_of(const ListContacts &contacts, const tagint *tag, const double *x)
{
  contacts.visit([&](int law, int i, int j, const double *history) {
    std::copy_n(history, doubles_, stored_.add(i, tag[j]));
    if (x) stored_.set_separation(i, row(x, i) - row(x, j));
    if (j >= with_records_) return;
    laws_.swap_partners(history, stored_.add(j, tag[i]), law);
    if (x) stored_.set_separation(j, row(x, j) - row(x, i));
  });
}

double HostEngine::memory_usage() const
{
  double bytes = bytes_of(partners_, tag_);
  for (const auto *list : {contacts_.get(), with_ghosts_.get()})
    if (list) bytes += list->memory_usage();
  return bytes + (near_ ? near_->memory_usage() : 0.0);
}

}    // namespace granular_srt
