#include "own_list.h"

#include "engine/evaluate/instruction_set.h"
#include "restart/replay.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "lammps.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // Whether special_bonds removes the contact of an owned atom with another one. As in LAMMPS' lists, further periodic
  // images of a special neighbor are not special.
  bool is_removed_special(const LAMMPS *lmp, int i, int j)
  {
    const Atom &atom = *lmp->atom;
    const tagint *first = atom.special[i], *last = first + atom.nspecial[i][2];
    const auto place = std::find(first, last, atom.tag[j]) - first;
    if (place == last - first) return false;
    const int kind = place < atom.nspecial[i][0] ? 1 : place < atom.nspecial[i][1] ? 2 : 3;
    if (lmp->force->special_lj[kind] != 0.0) return false;
    const double *a = atom.x[i], *b = atom.x[j];
    return !lmp->domain->minimum_image_check(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  }

  // The pairs that neigh_modify and special_bonds leave out; empty if there are none.
  std::function<bool(int, int)> exclusions(const LAMMPS *lmp)
  {
    const Neighbor &neighbor = *lmp->neighbor;
    const Atom &atom = *lmp->atom;
    const bool bonded = atom.molecular != Atom::ATOMIC;
    if (neighbor.nex_type == 0 && neighbor.nex_group == 0 && neighbor.nex_mol == 0 && !bonded &&
        !neighbor.includegroup)
      return {};
    const int included = lmp->group->bitmask[neighbor.includegroup];
    return [lmp, bonded, included, &neighbor, &atom](int i, int j) {
      if (!(atom.mask[i] & atom.mask[j] & included)) return true;
      if (bonded && is_removed_special(lmp, i, j)) return true;
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

  bool special_bonds_scale(const LAMMPS *lmp)
  {
    const double *factor = lmp->force->special_lj;
    return std::any_of(factor + 1, factor + 4, [](double one) { return one != 0.0 && one != 1.0; });
  }

  // These computes go through a list by LAMMPS and ask for the history of each of its contacts. Those of normal forces
  // alone need it only beyond touch; the last ones are stress/cartesian, cylinder, mop and spherical.
  bool computes_read_histories(LAMMPS *lmp, bool beyond_contact)
  {
    const auto any = [lmp](const char *style) { return !lmp->modify->get_compute_by_style(style).empty(); };
    return any("^pair/local") || any("^fabric") ||
        (beyond_contact && (any("^group/group") || any("^stress/[cms]")));
  }

  // comm_modify mode multi may give ghosts of small particles a smaller cutoff (reduce/multi), that of pairs within
  // their and smaller collections. The rank that owns the particle of the smaller collection lists a pair, because only
  // this rank always has the other particle as a ghost. Returns the index of each particle's collection in the order of
  // sizes; empty in mode single.
  std::vector<int> collection_orders(const LAMMPS *lmp)
  {
    if (lmp->comm->mode != Comm::MULTI) return {};
    const Neighbor &neighbor = *lmp->neighbor;
    std::vector<int> smaller(neighbor.ncollections);
    for (int c = 0; c < neighbor.ncollections; ++c)
      for (int other = 0; other < neighbor.ncollections; ++other)
        smaller[c] += neighbor.cutcollectionsq[other][other] < neighbor.cutcollectionsq[c][c];
    std::vector<int> place(lmp->atom->nlocal + lmp->atom->nghost);
    for (std::size_t i = 0; i < place.size(); ++i) place[i] = smaller[neighbor.collection[i]];
    return place;
  }

}    // namespace

std::string reason_for_lammps_list(LAMMPS *lmp, const Pair *pair)
{
  if (lmp->force->pair != pair) return "the pair style is part of a hybrid";
  if (lmp->kokkos) return "the KOKKOS package is in use";
  if (lmp->atom->molecular == Atom::TEMPLATE) return "molecule templates have the special neighbors";
  if (lmp->atom->molecular != Atom::ATOMIC && special_bonds_scale(lmp))
    return "special_bonds has factors other than 0 and 1";
  if (lmp->neighbor->style == Neighbor::NSQ) return "the neighbor style is nsq";
  if (lmp->neighbor->includegroup) return "neigh_modify include is in use";
  if (!lmp->atom->tag_enable) return "atoms have no IDs";
  // The two lists give a contact with a ghost to different ranks.
  if (lmp->force->newton_pair && computes_read_histories(lmp, pair->beyond_contact != 0))
    return "newton is on, and compute pair/local, fabric, group/group or stress reads histories";
  return "";
}

void make_own_list(LAMMPS *lmp, const InstructionSet &set, const GapLimit &gap, NearPairs &pairs)
{
  const Atom &atom = *lmp->atom;
  const std::vector<int> collection_order = collection_orders(lmp);
  const ListedParticles particles{atom.nlocal,
                                  atom.nlocal + atom.nghost,
                                  atom.nmax > 0 ? atom.x[0] : nullptr,
                                  atom.radius,
                                  atom.tag,
                                  lmp->domain->triclinic != 0,
                                  exclusions(lmp),
                                  collection_order.empty() ? nullptr : collection_order.data()};
  const NearPairsRequest request{atom.nmax > 0 ? atom.v[0] : nullptr,
                                 atom.type,
                                 lmp->update->ntimestep,
                                 lmp->update->setupflag || writes_restart_file(lmp) ? 0.0 : lmp->update->dt,
                                 lmp->neighbor->skin,
                                 gap,
                                 lmp->force->newton_pair != 0,
                                 set.find_near,
                                 set.any_point_moved};
  if (!pairs.update(particles, request))
    lmp->error->one(FLERR, Error::NOLASTLINE, "Non-numeric atom coords or radii - simulation unstable");
}

}    // namespace granular_srt
