#include "own_list.h"

#include "mean_diameter.h"

#include "models/environment.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "lammps.h"
#include "neighbor.h"

#include <functional>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // The exclusions of neigh_modify; empty if there are none.
  std::function<bool(int, int)> exclusions(const LAMMPS *lmp)
  {
    const Neighbor &neighbor = *lmp->neighbor;
    const Atom &atom = *lmp->atom;
    if (neighbor.nex_type == 0 && neighbor.nex_group == 0 && neighbor.nex_mol == 0) return {};
    return [&neighbor, &atom](int i, int j) {
      if (neighbor.nex_type && neighbor.ex_type[atom.type[i]][atom.type[j]]) return true;
      const auto in = [&](int k, int bit) { return (atom.mask[k] & bit) != 0; };
      for (int m = 0; m < neighbor.nex_group; ++m) {
        const int one = neighbor.ex1_bit[m], other = neighbor.ex2_bit[m];
        if ((in(i, one) && in(j, other)) || (in(i, other) && in(j, one))) return true;
      }
      for (int m = 0; m < neighbor.nex_mol; ++m) {
        if (!in(i, neighbor.ex_mol_bit[m]) || !in(j, neighbor.ex_mol_bit[m])) continue;
        if ((atom.molecule[i] == atom.molecule[j]) == (neighbor.ex_mol_intra[m] != 0)) return true;
      }
      return false;
    };
  }

  // A cell of the grid takes the largest pair. With this many mean spheres in it, LAMMPS' finer bins are as fast.
  constexpr double most_spheres_in_cell = 12.0;

  bool sizes_differ_much(LAMMPS *lmp, double largest_radius)
  {
    const double diameter = mean_diameter(lmp), edge = 2.0 * largest_radius + lmp->neighbor->skin;
    return diameter > 0.0 && edge * edge * edge > most_spheres_in_cell * diameter * diameter * diameter;
  }

}    // namespace

std::string reason_for_lammps_list(LAMMPS *lmp, const Pair *pair, double largest_radius)
{
  const Neighbor &neighbor = *lmp->neighbor;
  if (environment_choice(lmp, "GRANULAR_SRT_LISTS", {"on", "off"}) == "off")
    return "GRANULAR_SRT_LISTS is off";
  if (lmp->force->pair != pair) return "the pair style is part of a hybrid";
  if (lmp->kokkos) return "the KOKKOS package is in use";
  if (lmp->atom->molecular != Atom::ATOMIC) return "atoms have special neighbors";
  if (neighbor.style != Neighbor::BIN) return "the neighbor style is not bin";
  if (lmp->comm->mode != Comm::SINGLE) return "comm_modify mode is not single";
  if (!lmp->atom->tag_enable) return "atoms have no IDs";
  if (sizes_differ_much(lmp, largest_radius)) return "sizes of particles differ much";
  return "";
}

void make_own_list(LAMMPS *lmp, FindNear find_near, double gap, CellList &list)
{
  const Atom &atom = *lmp->atom;
  const ListedParticles particles{atom.nlocal,
                                  atom.nlocal + atom.nghost,
                                  atom.nmax > 0 ? atom.x[0] : nullptr,
                                  atom.radius,
                                  atom.tag,
                                  lmp->domain->triclinic != 0,
                                  exclusions(lmp)};
  if (!list.build(particles, gap, lmp->force->newton_pair != 0, find_near))
    lmp->error->one(FLERR, Error::NOLASTLINE, "Non-numeric atom coords or radii - simulation unstable");
}

}    // namespace granular_srt
