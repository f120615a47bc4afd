#include "deleted_contacts.h"

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "modify.h"
#include "output.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <iterator>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  std::vector<tagint> without(const std::vector<tagint> &some, const std::vector<tagint> &others)
  {
    std::vector<tagint> rest;
    std::set_difference(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(rest));
    return rest;
  }

}    // namespace

// Whether LAMMPS deletes particles that leave the box and goes on.
bool DeletedContacts::may_lose() const
{
  if (output->thermo->lostflag == Thermo::ERROR || !atom->tag_enable)
    return false;    // IDs tell who is missing
  constexpr int fixed = 1;
  const auto &faces = domain->boundary;
  return std::any_of(&faces[0][0], &faces[0][0] + 6, [](int face) { return face == fixed; });
}

void DeletedContacts::expect(bool reads_positions)
{
  const auto &fixes = modify->get_fix_list();
  announced_ = atom->tag_enable && std::any_of(fixes.begin(), fixes.end(), [this](const Fix *fix) {
                 return fix->force_reneighbor && fix->next_reneighbor == update->ntimestep + 1;
               });
  leaves_ = false;
  if (!reads_positions || !may_lose()) return;
  // Images too: each rank lists the contacts that it evaluates. Within two steps at this velocity.
  const double ahead = 2.0 * update->dt;
  leaving_.assign(atom->nlocal + atom->nghost, 0);
  for (std::size_t i = 0; i < leaving_.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      if (domain->periodicity[axis]) continue;
      const double x = atom->x[i][axis], next = x + ahead * atom->v[i][axis];
      if (std::min(x, next) < domain->boxlo[axis] || std::max(x, next) >= domain->boxhi[axis])
        leaving_[i] = leaves_ = true;
    }
}

void DeletedContacts::take_tags()
{
  tags_.assign(atom->tag, atom->tag + atom->nlocal);
  std::sort(tags_.begin(), tags_.end());
  has_tags_ = true;
}

void DeletedContacts::remember(const std::vector<LedgerContact> &contacts)
{
  contacts_.clear();
  has_tags_ = false;
  comes_and_goes_ = announced_;
  if (announced_) take_tags();
  if (!expected()) return;
  for (const LedgerContact &listed : contacts) {
    const bool at_wall = listed.j == LedgerContact::wall;
    Contact one{atom->tag[listed.i],
                at_wall ? 0 : atom->tag[listed.j],
                at_wall ? at_walls : between_particles,
                {}};
    for (int mode = 0; mode < contact::n_modes; ++mode)
      one.stored[mode] = listed.share * listed.account.stored[mode];
    // of the trapezoidal rule for the work of the springs in this step, one half is in the sums
    const contact::ContactAccount<double> &account = listed.account;
    one.stored[contact::in_normal] -=
        listed.share * 0.5 * update->dt * (account.power + account.dissipated.total() - account.by_law);
    contacts_.push_back(one);
  }
}

void DeletedContacts::remember_before_exchange()
{
  if (!has_tags_ && may_lose()) take_tags();
}

std::vector<tagint> DeletedContacts::of_all_ranks(std::vector<tagint> own) const
{
  int ranks;
  MPI_Comm_size(world, &ranks);
  int count = static_cast<int>(own.size());
  std::vector<int> counts(ranks), offsets(ranks, 0);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  for (int rank = 1; rank < ranks; ++rank) offsets[rank] = offsets[rank - 1] + counts[rank - 1];
  std::vector<tagint> all(offsets.back() + counts.back());
  MPI_Allgatherv(own.data(), count, MPI_LMP_TAGINT, all.data(), counts.data(), offsets.data(), MPI_LMP_TAGINT,
                 world);
  std::sort(all.begin(), all.end());
  return all;
}

// A particle that has left this rank and came to no other one is deleted.
ContactEnergies DeletedContacts::take_energies()
{
  ContactEnergies energy{};
  if (!has_tags_) return energy;
  const std::vector<tagint> before = std::move(tags_);
  take_tags();
  has_tags_ = false;
  bigint fewer = static_cast<bigint>(before.size()) - static_cast<bigint>(tags_.size());
  MPI_Allreduce(MPI_IN_PLACE, &fewer, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (fewer <= 0 && !comes_and_goes_) return energy;
  const auto deleted = of_all_ranks(without(without(before, tags_), of_all_ranks(without(tags_, before))));
  const auto is_deleted = [&](tagint tag) { return std::binary_search(deleted.begin(), deleted.end(), tag); };
  for (const Contact &one : contacts_)
    if (is_deleted(one.one) || is_deleted(one.partner))
      for (int mode = 0; mode < contact::n_modes; ++mode) energy[one.kind][mode] += one.stored[mode];
  return energy;
}

}    // namespace granular_srt
