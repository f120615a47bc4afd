#include "ghost_rows.h"

#include <tuple>
#include <typeinfo>
#include <utility>

namespace granular_srt {

using namespace LAMMPS_NS;

void pack_spheres_by_row(LAMMPS *lmp)
{
  Atom *const atom = lmp->atom;
  AtomVec *const theirs = atom->avec;
  if (typeid(*theirs) != typeid(AtomVecSphere)) return;

  auto *const ours = new GhostRows<AtomVecSphere>(lmp);
  ours->follow(*theirs);
  atom->avec = ours;

  // an atom style frees the arrays that it knows by name
  const std::tuple arrays{std::exchange(atom->radius, nullptr), std::exchange(atom->rmass, nullptr),
                          std::exchange(atom->omega, nullptr), std::exchange(atom->torque, nullptr)};
  delete theirs;
  std::tie(atom->radius, atom->rmass, atom->omega, atom->torque) = arrays;
}

}    // namespace granular_srt
