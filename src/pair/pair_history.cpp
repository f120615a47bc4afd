// Contact history of pair_style granular: its layout, the name of the layout, and the fix that keeps it.

#include "pair_granular_srt.h"
#include "fix_contact_history.h"

#include "comm.h"
#include "error.h"
#include "modify.h"

#include <algorithm>
#include <cstdint>

namespace granular_srt {

// Each axis has as many doubles as its largest model needs. For a JKR contact the fact of touching is history, for
// which the history fix needs one double.
void PairGranularSrt::lay_out_history()
{
  int sizes[N_AXES] = {};
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j)
      if (setflag[i][j])
        for (int axis = 0; axis < N_AXES; ++axis)
          sizes[axis] =
              std::max(sizes[axis], history_doubles(static_cast<Axis>(axis), settings_of(i, j).spec));
  layout_ = contact::consecutive_layout(sizes[TANGENTIAL], sizes[ROLLING], sizes[TWISTING]);
  if (beyond_contact) layout_.size = std::max(layout_.size, 1);
}

// A displacement (mindlin) and a force (mindlin/force) have the same size.
std::uint32_t PairGranularSrt::digest_of_histories() const
{
  std::string meaning;
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      // A mixed pair has the models of its types, so its explicit coefficients change nothing.
      const int mixed_from = setflag[i][j] ? j : i;
      if (!setflag[i][mixed_from]) continue;
      for (const Axis axis : {TANGENTIAL, ROLLING, TWISTING})
        meaning += fmt::format("{}-{}:{}", i, j, history_meaning(axis, settings_of(i, mixed_from).spec));
    }
  std::uint32_t digest = 2166136261U;    // FNV-1a
  for (const char letter : meaning) digest = (digest ^ static_cast<unsigned char>(letter)) * 16777619U;
  return digest;
}

// Names the layout and its meaning, so that histories of another kind are never read as these.
std::string PairGranularSrt::history_signature() const
{
  if (!history_digest_) history_digest_ = digest_of_histories();
  return fmt::format("{}_{}_{}_{:08x}", layout_.rolling, layout_.twisting - layout_.rolling,
                     layout_.size - layout_.twisting, *history_digest_);
}

void PairGranularSrt::request_history_fix(bool needs_history)
{
  const std::string &present = fix_history_ ? id_history_ : id_placeholder_;
  if (!modify->get_fix_by_id(present))
    error->all(FLERR,
               "Pair style {} requires fix {}, which has been deleted: use pair_style none, then define the "
               "pair style again",
               name_, present);
  const std::string wanted = id_prefix_ + history_signature();
  const bool from_restart = !history_in_restart_.empty() && history_in_restart_ != history_signature();
  const bool from_before = fix_history_ && id_history_ != wanted;
  if ((from_restart || from_before) && comm->me == 0)
    error->warning(FLERR,
                   "The contact models of pair style {} have changed what a contact remembers: all stored "
                   "contact history starts from zero",
                   name_);
  history_in_restart_.clear();

  if (fix_history_ && (from_before || !needs_history)) {
    modify->replace_fix(id_history_, id_placeholder_ + " all DUMMY");
    fix_history_ = nullptr;
    memory_ = nullptr;
  }
  if (needs_history && !fix_history_) {
    fix_history_ = modify->replace_fix(
        id_placeholder_, fmt::format("{} all {} {} {}", wanted, history_style(), layout_.size, name_), 1);
    id_history_ = wanted;
    history_is_new_ = fix_history_->restart_reset == 0;
    if (auto *fix = dynamic_cast<FixContactHistory *>(fix_history_)) memory_ = &fix->memory();
    if (of_stock_ && !from_restart) take_stock_histories();
  }
  of_stock_ = false;
}

}    // namespace granular_srt
