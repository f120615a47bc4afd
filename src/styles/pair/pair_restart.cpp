// Binary restart of pair_style granular. FixContactHistory writes and reads the contact histories.

#include "pair_granular_srt.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr int signature = 0x47535254;    // "GSRT": the built-in style begins with a small count
  constexpr int format_version = 2;
  constexpr int first_with_box = 2;    // format 1 has no keyword box

  template <class T> T read_one(LAMMPS *lmp, FILE *fp)
  {
    T value{};
    if (lmp->comm->me == 0) utils::sfread(FLERR, &value, sizeof(T), 1, fp, nullptr, lmp->error);
    MPI_Bcast(&value, sizeof(T), MPI_BYTE, 0, lmp->world);
    return value;
  }

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
}

void PairGranularSrt::read_restart_settings(FILE *fp)
{
  if (read_one<int>(lmp, fp) != signature)
    error->all(
        FLERR,
        "The restart file was written by the built-in pair style {}: read it without plugin GRANULAR-SRT "
        "(take it off LAMMPS_PLUGIN_PATH)",
        name_);
  const int version = read_one<int>(lmp, fp);
  if (version < 1 || version > format_version)
    error->all(FLERR, "The restart file has format {} of pair style {}: this plugin reads formats 1 to {}",
               version, name_, format_version);
  cutoff_global_ = read_one<double>(lmp, fp);
  in_moving_box_ = version >= first_with_box && read_one<int>(lmp, fp) != 0;
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
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      setflag[i][j] = read_one<int>(lmp, fp);
      if (!setflag[i][j]) continue;
      settings_of(i, j).cutoff = read_one<double>(lmp, fp);
      settings_of(i, j).spec = read_model_spec(lmp, fp);
    }
  for (int *offset : {&layout_.tangential, &layout_.rolling, &layout_.twisting, &layout_.size})
    *offset = read_one<int>(lmp, fp);
  history_in_restart_ = history_signature();
}

}    // namespace granular_srt
