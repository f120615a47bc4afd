// What contacts remember, as pair style granular lays it out: room, name, the fix that keeps it, swap of partners.

#include "pair_granular_srt.h"

#include "fix_contact_history.h"

#include "comm.h"
#include "error.h"
#include "modify.h"

#include <algorithm>
#include <cstdint>

namespace granular_srt {

// Each axis gets as many doubles as its largest model needs. A JKR contact remembers at least that it
// touches, for which the history fix needs one double.
void PairGranularSrt::lay_out_history()
{
  int sizes[N_AXES] = {};
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j)
      if (setflag[i][j])
        for (int axis = 0; axis < N_AXES; ++axis)
          sizes[axis] =
              std::max(sizes[axis], history_doubles(static_cast<Axis>(axis), pair_of(i, j).spec));
  layout_ = contact::consecutive_layout(sizes[TANGENTIAL], sizes[ROLLING], sizes[TWISTING]);
  if (beyond_contact) layout_.size = std::max(layout_.size, 1);
}

// Names the layout and what it means, so that springs of another kind are never read as these: a
// displacement (mindlin) and a force (mindlin/force) have the same size.
std::string PairGranularSrt::history_signature() const
{
  std::string meaning;
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      // a mixed pair has the models of its types, so naming it explicitly changes nothing
      const int mixed_from = setflag[i][j] ? j : i;
      if (!setflag[i][mixed_from]) continue;
      for (const Axis axis : {TANGENTIAL, ROLLING, TWISTING})
        meaning += fmt::format("{}-{}:{}", i, j, history_meaning(axis, pair_of(i, mixed_from).spec));
    }
  std::uint32_t digest = 2166136261U;    // FNV-1a
  for (const char letter : meaning) digest = (digest ^ static_cast<unsigned char>(letter)) * 16777619U;
  return fmt::format("{}_{}_{}_{:08x}", layout_.rolling, layout_.twisting - layout_.rolling,
                     layout_.size - layout_.twisting, digest);
}

void PairGranularSrt::request_history_fix(bool needs_history)
{
  const std::string wanted = id_prefix_ + history_signature();
  const bool from_restart = !history_in_restart_.empty() && history_in_restart_ != history_signature();
  const bool from_before = fix_history_ && id_history_ != wanted;
  if ((from_restart || from_before) && comm->me == 0)
    error->warning(FLERR,
                   "The contact models of pair style granular have changed what a contact remembers: all "
                   "stored contact history starts from zero");
  history_in_restart_.clear();

  if (fix_history_ && (from_before || !needs_history)) {
    modify->replace_fix(id_history_, id_placeholder_ + " all DUMMY");
    fix_history_ = nullptr;
  }
  if (needs_history && !fix_history_) {
    fix_history_ = dynamic_cast<FixContactHistory *>(modify->replace_fix(
        id_placeholder_, fmt::format("{} all {} {}", wanted, history_style(), layout_.size), 1));
    id_history_ = wanted;
    fix_history_->pair = this;
  }
}

void PairGranularSrt::transfer_history(double *source, double *target, int itype, int jtype)
{
  const auto &factors = swap_factors_[law_of_[itype * stride_ + jtype]];
  for (int k = 0; k < layout_.size; ++k) target[k] = factors[k] * source[k];
}

}    // namespace granular_srt
