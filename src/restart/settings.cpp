#include "last_step.h"
#include "checksum.h"

#include "host/queries.h"
#include "host/style_table.h"

#include "angle.h"
#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "dihedral.h"
#include "fix.h"
#include "force.h"
#include "group.h"
#include "improper.h"
#include "kspace.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>
#include <cstdlib>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  const Setting *find(const Settings &settings, const std::string &name)
  {
    const auto found = std::ranges::find(settings, name, &Setting::name);
    return found == settings.end() ? nullptr : &*found;
  }

  // The coefficients that a style of LAMMPS writes into restart files, as a number. Rank 0 writes these files.
  template <class Style> std::string written_by(LAMMPS *lmp, Style &style)
  {
    double sum = 0.0;
    if (lmp->comm->me == 0) {
      char *bytes = nullptr;
      std::size_t size = 0;
      FILE *const file = open_memstream(&bytes, &size);
      style.write_restart(file);
      fclose(file);
      sum = checksum_of(bytes, size).as_double();
      free(bytes);
    }
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, lmp->world);
    return fmt::format("{:.0f}", sum);
  }

  std::string settings_of_pair(LAMMPS *lmp, Pair &pair)
  {
    if (const auto *style = dynamic_cast<const ExactRestart *>(&pair))
      return style->restart_settings().forces + (pair.compute_flag ? "" : " off");
    return fmt::format("of LAMMPS {} {}", pair.compute_flag ? "on" : "off",
                       pair.restartinfo ? written_by(lmp, pair) : "");
  }

  // The exclusions of neigh_modify; empty if there are none.
  std::string exclusions(const LAMMPS *lmp)
  {
    const Neighbor &neighbor = *lmp->neighbor;
    std::string text;
    if (neighbor.nex_type)
      for (int i = 1; i <= lmp->atom->ntypes; ++i)
        for (int j = i; j <= lmp->atom->ntypes; ++j)
          if (neighbor.ex_type[i][j]) text += fmt::format(" type {} {}", i, j);
    for (int k = 0; k < neighbor.nex_group; ++k)
      text += fmt::format(" group {} {}", neighbor.ex1_bit[k], neighbor.ex2_bit[k]);
    for (int k = 0; k < neighbor.nex_mol; ++k)
      text += fmt::format(" molecule {} {}", neighbor.ex_mol_bit[k], neighbor.ex_mol_intra[k]);
    return text;
  }

  // Calls task(fix) for all fixes that act on forces, or on the masses in contacts.
  template <class Task> void for_each_force_fix(const LAMMPS *lmp, Task task)
  {
    const Modify &modify = *lmp->modify;
    constexpr int exerts = FixConst::PRE_FORCE | FixConst::PRE_REVERSE | FixConst::POST_FORCE;
    for (int k = 0; k < modify.nfix; ++k)
      if (modify.fmask[k] & exerts || modify.fix[k]->rigid_flag) task(modify.fix[k]);
  }

}    // namespace

std::vector<int> groups_of_forces(const LAMMPS *lmp)
{
  constexpr int all = 1;
  std::vector<int> bits;
  for_each_force_fix(lmp, [&](const Fix *fix) {
    if (fix->groupbit != all) bits.push_back(fix->groupbit);
  });
  // LAMMPS sets the bits of excluded groups when it initializes a run
  const Neighbor &neighbor = *lmp->neighbor;
  const int *const bit = lmp->group->bitmask;
  for (int k = 0; k < neighbor.nex_group; ++k)
    bits.insert(bits.end(), {bit[neighbor.ex1_group[k]], bit[neighbor.ex2_group[k]]});
  for (int k = 0; k < neighbor.nex_mol; ++k) bits.push_back(bit[neighbor.ex_mol_group[k]]);
  return bits;
}

Settings force_settings(LAMMPS *lmp)
{
  Settings settings;
  for_each_pair_style(lmp, [&](Pair *pair, int number) {
    settings.push_back({fmt::format("pair style {}", number), settings_of_pair(lmp, *pair)});
  });
  for_each_force_fix(lmp, [&](Fix *fix) {
    const auto *style = dynamic_cast<const ExactRestart *>(fix);
    settings.push_back({fmt::format("fix {} {}", fix->id, host_name(fix->style)),
                        style ? style->restart_settings().forces : ""});
  });
  // Files of version 0.2.0 have none of these: they are there if they have a value.
  if (const std::string excluded = exclusions(lmp); !excluded.empty())
    settings.push_back({"neigh_modify exclude", excluded});
  const Force &force = *lmp->force;
  const auto add = [&](const char *name, auto *style) {
    if (style) settings.push_back({name, written_by(lmp, *style)});
  };
  add("bond style", force.bond);
  add("angle style", force.angle);
  add("dihedral style", force.dihedral);
  add("improper style", force.improper);
  if (force.kspace)
    settings.push_back(
        {"kspace style", fmt::format("{} {}", force.kspace_style, force.kspace->compute_flag)});
  const double *lj = force.special_lj, *coul = force.special_coul;
  const auto any = [](const double *factor) {
    return factor[1] != 0.0 || factor[2] != 0.0 || factor[3] != 0.0;
  };
  if (force.bond || any(lj) || any(coul))
    settings.push_back(
        {"special_bonds", fmt::format("{} {} {} {} {} {}", lj[1], lj[2], lj[3], coul[1], coul[2], coul[3])});
  if (force.dielectric != 1.0) settings.push_back({"dielectric", fmt::format("{}", force.dielectric)});
  return settings;
}

// One of LAMMPS' fixes may have replaced one of the plugin, or the reverse.
std::string change_of_forces(const Settings &before, const Settings &now)
{
  for (const Setting &setting : now) {
    const Setting *old = find(before, setting.name);
    if (!old) return setting.name + " is new";
    if (old->value != setting.value && !old->value.empty() && !setting.value.empty())
      return setting.name + " has other settings";
  }
  for (const Setting &setting : before)
    if (!find(now, setting.name)) return setting.name + " is missing";
  return std::ranges::equal(before, now, {}, &Setting::name, &Setting::name)
      ? ""
      : "the order of the fixes has changed";
}

Settings order_settings(LAMMPS *lmp)
{
  const auto word = [](bool yes) { return yes ? "yes" : "no"; };
  const Neighbor &neighbor = *lmp->neighbor;
  const Comm &comm = *lmp->comm;
  Settings settings{
      {"newton", lmp->force->newton_pair ? "on" : "off"},
      {"neighbor", fmt::format("{}", neighbor.skin)},
      {"neigh_modify",
       fmt::format("every {} delay {} check {} once {}", neighbor.every, neighbor.delay,
                   word(neighbor.dist_check), word(neighbor.build_once))},
      {"comm_style", comm.style == Comm::BRICK ? "brick" : "tiled"},
      {"comm_modify",
       fmt::format("mode {} cutoff {}", comm.mode == Comm::SINGLE ? "single" : "multi", comm.cutghostuser)},
      {"atom_modify", fmt::format("sort {} {}", lmp->atom->sortfreq, lmp->atom->userbinsize)},
      {"KOKKOS", lmp->kokkos ? fmt::format("{} threads", comm.nthreads) : "off"}};
  for_each_pair_style(lmp, [&](Pair *pair, int number) {
    if (const auto *style = dynamic_cast<const ExactRestart *>(pair))
      settings.push_back({fmt::format("list of pair style {}", number), style->restart_settings().order});
  });
  return settings;
}

std::string change_of_order(const Settings &before, const Settings &now)
{
  for (const Setting &setting : now)
    if (const Setting *old = find(before, setting.name); old && old->value != setting.value)
      return fmt::format("{} was {}, now {}", setting.name, old->value, setting.value);
  return "";
}

}    // namespace granular_srt
