// Binary restart of the pair styles. HistoryFix writes and reads the contact histories.

#include "pair_granular_srt.h"

#include "engine/search/near_pairs.h"
#include "restart/checksum.h"
#include "restart/restart_block.h"

#include "comm.h"
#include "error.h"

using namespace LAMMPS_NS;

namespace granular_srt {

void PairGranularSrt::read_restart_settings(FILE *fp)
{
  if (comm->me == 0 && has_damaged_head(fp))
    error->one(FLERR, Error::NOLASTLINE,
               "The restart file is damaged: its head does not have the checksum with which it was written");
  stock_.reset();
  if (!settings_->are_in(fp)) {
    stock_ = std::make_unique<StockRestart>(lmp, *settings_, fp);
    return;
  }
  settings_->read_style(fp);
  history_.keep_restart_data();
}

void PairGranularSrt::write_restart(FILE *fp)
{
  write_restart_settings(fp);
  settings_->write_pairs(fp);
  // layout of the histories in this file
  const contact::HistoryLayout &layout = run_.layout;
  for (const int offset : {layout.tangential, layout.rolling, layout.twisting, layout.size})
    fwrite(&offset, sizeof offset, 1, fp);
}

void PairGranularSrt::read_restart(FILE *fp)
{
  read_restart_settings(fp);
  if (!allocated) allocate();
  if (stock_) {
    stock_->read_pairs(fp, history_);
  } else {
    settings_->read_pairs(fp);
    contact::HistoryLayout &layout = run_.layout;
    for (int *offset : {&layout.tangential, &layout.rolling, &layout.twisting, &layout.size})
      *offset = read_restart_value<int>(lmp, fp);
    if (layout.size > 0) history_.expect(settings_->history_signature(layout));
  }
  take_flags();
}

/* ---- exact continuation ---- */

RestartState PairGranularSrt::restart_state() const
{
  const NearPairs *near = engine_->near_pairs();
  if (!near) return {};
  return {{near->splitting.steps_between}, {near->splitting.now ? 1.0 : 0.0}};
}

void PairGranularSrt::restore_for_replay(const RestartState &state)
{
  NearPairs *near = engine_->near_pairs();
  if (near && state.common.size() == 1 && state.of_rank.size() == 1)
    near->splitting = {state.common[0], state.of_rank[0] != 0.0};
}

}    // namespace granular_srt
