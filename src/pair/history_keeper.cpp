#include "history_keeper.h"
#include "history_fix.h"

#include "engine/contact_engine.h"
#include "host/queries.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

HistoryKeeper::HistoryKeeper(LAMMPS *lammps, const std::string &pair) : Pointers(lammps), pair_{pair}
{
  // The number distinguishes instances under pair_style hybrid. It counts existing instances, so that a later
  // session finds its histories in a restart file under the same name.
  const auto taken = [this](const std::string &prefix) {
    return std::ranges::any_of(modify->get_fix_list(),
                               [&](const Fix *fix) { return utils::strmatch(fix->id, "^" + prefix); });
  };
  for (int number = 0; prefix_.empty() || taken(prefix_); ++number)
    prefix_ = fmt::format("NEIGH_HISTORY_GRANULAR_SRT{}_", number);
  placeholder_ = prefix_ + "PLACE";
  modify->add_fix(placeholder_ + (atom->nextra_store > 0 ? " all GRANULAR_SRT_RESTART_ROWS" : " all DUMMY"));
}

HistoryKeeper::~HistoryKeeper()
{
  const std::string &present = fix_ ? id_ : placeholder_;
  if (modify->get_fix_by_id(present)) modify->delete_fix(present);
}

void HistoryKeeper::keep_restart_data()
{
  modify->delete_fix(placeholder_);
  modify->add_fix(placeholder_ + " all GRANULAR_SRT_RESTART_ROWS");
}

bool HistoryKeeper::request(ContactEngine &engine, int doubles, const std::string &signature)
{
  const std::string &present = fix_ ? id_ : placeholder_;
  if (!modify->get_fix_by_id(present))
    error->all(FLERR,
               "Pair style {} requires fix {}, which has been deleted: use pair_style none, then define the "
               "pair style again",
               pair_, present);
  const std::string wanted = prefix_ + signature;
  bool other_in_restart = !in_restart_.empty() && in_restart_ != signature;
  // The coefficients of a hybrid are not in restart files, but the histories of its sub-styles are.
  if (in_restart_.empty() && !fix_)
    for_each_fix_in_file(*modify, [&](const std::string &id, const std::string &, int) {
      other_in_restart = other_in_restart || (id.starts_with(prefix_) && id != wanted);
    });
  const bool other_before = fix_ && id_ != wanted;
  if ((other_in_restart || other_before) && comm->me == 0)
    error->warning(FLERR,
                   "The contact models of pair style {} have changed what a contact remembers: all stored "
                   "contact history starts from zero",
                   pair_);
  in_restart_.clear();

  if (fix_ && (other_before || doubles == 0)) {
    modify->replace_fix(id_, placeholder_ + " all DUMMY");
    fix_ = nullptr;
    engine.start(0);
  }
  if (doubles == 0 || fix_) return false;
  fix_ = dynamic_cast<HistoryFix *>(modify->replace_fix(
      placeholder_, fmt::format("{} all {} {} {}", wanted, engine.traits.history_fix, doubles, pair_), 1));
  id_ = wanted;
  fix_->connect(engine);
  starts_from_zero = fix_->restart_reset == 0;
  return !other_in_restart;
}

}    // namespace granular_srt
