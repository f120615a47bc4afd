// Lists of near pairs of pair_style granular, and the evaluation of the contacts in them.

#include "narrow_box.h"
#include "own_list.h"
#include "pair_granular_srt.h"

#include "engine/evaluate/instruction_set.h"

#include "atom.h"
#include "comm.h"
#include "force.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <array>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  // Pairs with gaps up to this fraction of the neighbor skin are close pairs: large enough that searches are rare,
  // small enough that most close pairs are in contact.
  constexpr double margin_in_skins = 0.25;

}    // namespace

void PairGranularSrt::choose_list()
{
  own_list_.reset();
  if (!may_make_list()) {
    neighbor->add_request(this, list_flags());
    return;
  }
  std::string reason = options_.reason_against_default(RunOptions::LISTS);
  if (reason.empty()) reason = reason_for_lammps_list(lmp, this);
  const auto has_cutoff = [](const TypePair &pair) { return pair.cutoff > 0.0; };
  if (reason.empty() &&
      (cutoff_global_ > 0.0 || std::any_of(type_pairs_.begin(), type_pairs_.end(), has_cutoff)))
    reason = "the deck gives a cutoff";
  if (reason.empty() && radii_may_grow_) reason = "fix adapt may change radii";
  if (reason.empty())
    own_list_ = std::make_unique<NearPairs>();
  else
    neighbor->add_request(this, list_flags());
  const std::string maker = reason.empty() ? "the plugin" : "LAMMPS: " + reason;
  if (comm->me == 0 && maker != list_maker_)
    utils::logmesg(lmp, "pair {}: list of pairs made by {}\n", name_, maker);
  list_maker_ = maker;
}

// The ledger needs the contacts that end in a step, with a neighbor skin of 0 too: by this fraction of the sum of the
// radii they may have parted.
double PairGranularSrt::gap_of_ended(double sum_of_radii) const
{
  constexpr double fraction = 0.02;
  return ledger_.expired() ? 0.0 : fraction * sum_of_radii;
}

// Stretched contacts must not leave the list.
double PairGranularSrt::listed_gap(double radius_i, double radius_j) const
{
  const double sum = radius_i + radius_j;
  double reach = 0.0;
  if (beyond_contact && sum > 0.0) {
    const double effective = contact::effective_radius(radius_i, radius_j, sum);
    for (const contact::AnyContact &law : laws_)
      reach = std::max(reach, law.normal.pull_off_distance(effective));
  }
  return std::max(neighbor->skin, reach + gap_of_ended(sum));
}

// A neighbor list by size ends at touch and skin. Stretched contacts, those that have ended, and radii that grow between
// two lists need the list by type cutoffs.
int PairGranularSrt::list_flags() const
{
  const bool ends_at_touch =
      !beyond_contact && !radii_may_grow_ && neighbor->skin >= gap_of_ended(2.0 * largest_radius());
  return ends_at_touch ? NeighConst::REQ_SIZE : NeighConst::REQ_DEFAULT;
}

NeighborPairs PairGranularSrt::neighbor_pairs() const
{
  NeighborPairs pairs{};
  pairs.rows =
      own_list_ ? own_list_->rows() : PairRows{list->inum, list->ilist, list->numneigh, list->firstneigh};
  pairs.tag = atom->tag;
  pairs.law_of = law_of_.data();
  pairs.type_stride = stride_;
  pairs.margin = margin_in_skins * neighbor->skin;
  return pairs;
}

// The state after a step decides when lists are built, and thus the order of sums. In a step that writes a restart file
// this state is reset, as in the first setup after read_restart.
void PairGranularSrt::begin_lists_anew()
{
  if (memory_) (void)memory_->stored();    // including those kept by the drivers
  driver_ = std::make_unique<ContactDriver>(laws_, *instruction_set_);
  ghost_driver_.reset();
  if (own_list_) own_list_->invalidate();
}

// The list of pairs decides the order in which forces are added.
std::string PairGranularSrt::list_description() const
{
  if (own_list_) return "half, made by the plugin";
  constexpr const char *style[] = {"nsq", "bin", "multi"};
  return fmt::format("{}, made by LAMMPS with {}", list_flags() & NeighConst::REQ_FULL ? "full" : "half",
                     style[neighbor->style]);
}

RestartState PairGranularSrt::restart_state() const
{
  if (!own_list_) return {};
  const NearPairs::Habit habit = own_list_->habit();
  return {{habit.steps_between, habit.split ? 1.0 : 0.0}, {}};
}

void PairGranularSrt::restore_before_lists(const RestartState &state)
{
  if (own_list_ && state.common.size() == 2) own_list_->set_habit({state.common[0], state.common[1] != 0.0});
}

void PairGranularSrt::evaluate(ContactLoop loop, bool new_list)
{
  const auto ledger = open_ledger();
  const AccountOptions account = ledger ? account_options(*ledger) : AccountOptions{};
  if (ledger) loop.options.account = &account;
  std::array<double, 6> virial_of_contacts{};
  double *const virial_of_style = loop.loads.virial;
  if (ledger && virial_of_style) loop.loads.virial = virial_of_contacts.data();
  const auto add_to_ledger = [&](const AccountTotals &totals) {
    ledger->add(between_particles, totals);
    if (!virial_of_style) return;
    ledger->add_virial(virial_of_contacts.data());
    for (int k = 0; k < 6; ++k) virial_of_style[k] += virial_of_contacts[k];
  };
  const auto gap = [this](double radius_i, double radius_j) { return listed_gap(radius_i, radius_j); };
  if (own_list_ && new_list) make_own_list(lmp, *instruction_set_, gap, *own_list_);
  const bool split = own_list_ && own_list_->split(), keeps = new_list && split && own_list_->kept();
  NeighborPairs pairs = neighbor_pairs();
  pairs.new_list = new_list && !keeps;
  if (new_list && update->setupflag == 0) {
    check_new_list(pairs.rows);
    if (split) check_new_list(own_list_->ghost_rows());
  }
  ContactLoop among_owned = loop;
  if (split) among_owned.particles.count = atom->nlocal;

  const bool takes_histories = memory_ && new_list;
  // All histories, if a driver needs some for its new pairs; histories that remain in place need not be stored.
  if (takes_histories) pairs.half_image = 0.5 * least_period(lmp);
  if (takes_histories && !keeps) pairs.stored = &memory_->stored();
  if (new_list && !split)
    ghost_driver_.reset();
  else if (split && !ghost_driver_)
    ghost_driver_ = std::make_unique<ContactDriver>(laws_, *instruction_set_);
  if (takes_histories) activate_histories();
  CloseVisitor enter;
  const bool grown = ledger && any_has_grown(ledger->radius_before(), loop.particles);
  if (ledger && (ledger->wants_contacts() || grown))
    enter = [&](int law, const ClosePair &pair, bool touched, const double *history) {
      enter_in_ledger(loop, *ledger, law, pair, touched, history);
    };
  const CloseVisitor *const before = enter ? &enter : nullptr;
  driver_->run(pairs, among_owned, workers(), before);
  AccountTotals totals;
  if (ledger) driver_->add_account_to(totals);
  if (ledger && !split) add_to_ledger(totals);
  if (!split) return;

  NeighborPairs with_ghosts = pairs;
  with_ghosts.rows = own_list_->ghost_rows();
  with_ghosts.new_list = new_list;
  if (takes_histories) with_ghosts.stored = &memory_->stored_so_far();
  ghost_driver_->run(with_ghosts, loop, workers(), before);
  if (!ledger) return;
  ghost_driver_->add_account_to(totals);
  add_to_ledger(totals);
}

void PairGranularSrt::activate_histories()
{
  const auto swap = [this](const double *history, double *swapped, int itype, int jtype) {
    const auto &factors = swap_factors_[law_of_[itype * stride_ + jtype]];
    for (std::size_t k = 0; k < factors.size(); ++k) swapped[k] = factors[k] * history[k];
  };
  const int owned = atom->nlocal, all = owned + atom->nghost;
  if (ghost_driver_)
    memory_->activate(*ghost_driver_, swap, owned, all, driver_.get());
  else
    memory_->activate(*driver_, swap, owned, all);
}

}    // namespace granular_srt
