// Binary restart of pair_style granular. FixContactHistory writes and reads the contact histories.

#include "pair_granular_srt.h"
#include "stock_models.h"

#include "restart/checksum.h"
#include "restart/restart_block.h"

#include "comm.h"
#include "error.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr int signature = 0x47535254;    // "GSRT": the built-in style begins with a small count
  constexpr int format_version = 3;
  constexpr int first_with_box = 2, first_with_options = 3;

  template <class T> void write_one(FILE *fp, const T &value)
  {
    fwrite(&value, sizeof(T), 1, fp);
  }

}    // namespace

void PairGranularSrt::write_restart_settings(FILE *fp)
{
  write_one(fp, signature);
  write_one(fp, format_version);
  write_one(fp, cutoff_global_);
  write_one(fp, static_cast<int>(in_moving_box_));
  options_.write(fp);
}

void PairGranularSrt::read_restart_settings(FILE *fp)
{
  if (comm->me == 0 && has_damaged_head(fp))
    error->one(FLERR, Error::NOLASTLINE,
               "The restart file is damaged: its head does not have the checksum with which it was written");
  of_stock_ = !skip_restart_mark(lmp, fp, signature);
  if (of_stock_) {
    check_stock_version(lmp, name_);
    read_stock_settings(fp);
    return;
  }
  const int version = read_restart_value<int>(lmp, fp);
  if (version < 1 || version > format_version)
    error->all(FLERR, "The restart file has format {} of pair style {}: this plugin reads formats 1 to {}",
               version, name_, format_version);
  cutoff_global_ = read_restart_value<double>(lmp, fp);
  in_moving_box_ = version >= first_with_box && read_restart_value<int>(lmp, fp) != 0;
  options_.set_defaults();
  if (version >= first_with_options) options_.read(lmp, fp);
  modify->delete_fix(id_placeholder_);
  modify->add_fix(id_placeholder_ + " all GRANULAR_SRT_RESTART_ROWS");
}

void PairGranularSrt::write_restart(FILE *fp)
{
  write_restart_settings(fp);
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      write_one(fp, setflag[i][j]);
      if (!setflag[i][j]) continue;
      write_one(fp, settings_of(i, j).cutoff);
      write_model_spec(fp, settings_of(i, j).spec);
    }
  // layout of the histories in this file
  for (const int offset : {layout_.tangential, layout_.rolling, layout_.twisting, layout_.size})
    write_one(fp, offset);
}

void PairGranularSrt::read_restart(FILE *fp)
{
  read_restart_settings(fp);
  if (!allocated) allocate();
  if (of_stock_) {
    read_stock_pairs(fp);
    return;
  }
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      setflag[i][j] = read_restart_value<int>(lmp, fp);
      if (!setflag[i][j]) continue;
      const double cutoff = read_restart_value<double>(lmp, fp);
      change_settings_of(i, j) = {read_model_spec(lmp, fp), cutoff};
    }
  for (int *offset : {&layout_.tangential, &layout_.rolling, &layout_.twisting, &layout_.size})
    *offset = read_restart_value<int>(lmp, fp);
  history_in_restart_ = history_signature();
}

RestartSettings PairGranularSrt::restart_settings() const
{
  if (models_text_.empty())
    for (int i = 1; i < stride_; ++i)
      for (int j = i; j < stride_; ++j) {
        if (!setflag[i][j]) continue;
        const TypePair &pair = settings_of(i, j);
        models_text_ += fmt::format("; {} {} {:.17g} {}", i, j, pair.cutoff, text_of(pair.spec));
      }
  return {fmt::format("{} {}{}", cutoff_global_, in_moving_box_, models_text_), list_description()};
}

}    // namespace granular_srt
