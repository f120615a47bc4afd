// Binary restart of pair_style granular. FixContactHistory writes and reads the contact histories.

#include "pair_granular_srt.h"
#include "stock_models.h"

#include "restart/checksum.h"
#include "restart/restart_block.h"

#include "comm.h"
#include "error.h"

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

void write_model_spec(FILE *fp, const ModelSpec &spec)
{
  for (int axis = 0; axis < N_AXES; ++axis) {
    const std::string &name = spec.name(axis);
    write_one(fp, static_cast<int>(name.size()));
    fwrite(name.data(), sizeof(char), name.size(), fp);
    write_one(fp, static_cast<int>(spec.coefficients[axis].size()));
    for (const double number : spec.coefficients[axis]) write_one(fp, number);
  }
  write_one(fp, spec.limit_damping);
  write_one(fp, spec.synchronized_verlet);
}

ModelSpec read_model_spec(LAMMPS *lmp, FILE *fp)
{
  ModelSpec spec;
  for (int axis = 0; axis < N_AXES; ++axis) {
    const int length = std::clamp(read_restart_value<int>(lmp, fp), 0, 256);
    std::string name(static_cast<std::size_t>(length), ' ');
    read_restart_bytes(lmp, fp, name.data(), length);
    const int count = read_restart_value<int>(lmp, fp);
    const int found = find_model(static_cast<Axis>(axis), name);
    if (found < 0)
      lmp->error->all(FLERR, "Restart file has the unknown {} model '{}': known are {}", axis_names[axis],
                      name, known_models(static_cast<Axis>(axis)));
    const auto expected = models_of(static_cast<Axis>(axis))[found].coefficients.size();
    if (count != static_cast<int>(expected))
      lmp->error->all(FLERR, "Restart file has {} coefficients for {} {}: must be {}", count,
                      axis_names[axis], name, expected);
    spec.model[axis] = found;
    spec.coefficients[axis].resize(expected);
    for (double &number : spec.coefficients[axis]) number = read_restart_value<double>(lmp, fp);
  }
  spec.limit_damping = read_restart_value<int>(lmp, fp);
  spec.synchronized_verlet = read_restart_value<int>(lmp, fp);
  return spec;
}

void PairGranularSrt::write_restart_settings(FILE *fp)
{
  write_one(fp, signature);
  write_one(fp, format_version);
  write_one(fp, settings_.cutoff);
  write_one(fp, static_cast<int>(settings_.in_moving_box));
  settings_.options.write(fp);
}

void PairGranularSrt::read_restart_settings(FILE *fp)
{
  if (comm->me == 0 && has_damaged_head(fp))
    error->one(FLERR, Error::NOLASTLINE,
               "The restart file is damaged: its head does not have the checksum with which it was written");
  stock_.was_read = peek_restart_int(lmp, fp) != signature;
  if (stock_.was_read) {
    check_stock_version(lmp, name_);
    read_stock_settings(fp);
    return;
  }
  (void)read_restart_value<int>(lmp, fp);    // the signature
  const int version = read_restart_value<int>(lmp, fp);
  if (version < 1 || version > format_version)
    error->all(FLERR, "The restart file has format {} of pair style {}: this plugin reads formats 1 to {}",
               version, name_, format_version);
  settings_.cutoff = read_restart_value<double>(lmp, fp);
  settings_.in_moving_box = version >= first_with_box && read_restart_value<int>(lmp, fp) != 0;
  if (version >= first_with_options) settings_.options.read(lmp, fp);
  history_.keep_rows_of_restart();
}

void PairGranularSrt::write_restart(FILE *fp)
{
  write_restart_settings(fp);
  for (int i = 1; i <= settings_.types(); ++i)
    for (int j = i; j <= settings_.types(); ++j) {
      write_one(fp, setflag[i][j]);
      if (!setflag[i][j]) continue;
      write_one(fp, settings_.of(i, j).cutoff);
      write_model_spec(fp, settings_.of(i, j).spec);
    }
  // layout of the histories in this file
  for (const int offset : {layout_.tangential, layout_.rolling, layout_.twisting, layout_.size})
    write_one(fp, offset);
}

void PairGranularSrt::read_restart(FILE *fp)
{
  read_restart_settings(fp);
  if (!allocated) allocate();
  if (stock_.was_read) {
    read_stock_pairs(fp);
    return;
  }
  for (int i = 1; i <= settings_.types(); ++i)
    for (int j = i; j <= settings_.types(); ++j) {
      setflag[i][j] = read_restart_value<int>(lmp, fp);
      if (!setflag[i][j]) continue;
      const double cutoff = read_restart_value<double>(lmp, fp);
      settings_.set(i, j, {read_model_spec(lmp, fp), cutoff});
    }
  for (int *offset : {&layout_.tangential, &layout_.rolling, &layout_.twisting, &layout_.size})
    *offset = read_restart_value<int>(lmp, fp);
  if (layout_.size > 0) history_.expect(history_signature());
}

/* ---- exact continuation ---- */

RestartState PairGranularSrt::restart_state() const
{
  const NearPairs *near = contacts_->near_pairs();
  if (!near) return {};
  return {{near->splitting.steps_between}, {near->splitting.now ? 1.0 : 0.0}};
}

void PairGranularSrt::restore_for_replay(const RestartState &state)
{
  NearPairs *near = contacts_->near_pairs();
  if (near && state.common.size() == 1 && state.of_rank.size() == 1)
    near->splitting = {state.common[0], state.of_rank[0] != 0.0};
}

}    // namespace granular_srt
