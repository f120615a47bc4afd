#include "atom_vec_sphere_srt.h"

#include "atom.h"
#include "domain.h"

#include <algorithm>
#include <tuple>
#include <typeinfo>
#include <utility>

namespace granular_srt {

using namespace LAMMPS_NS;

namespace {

  struct Row {
    double x, y, z;
  };

  /// LAMMPS' arrays of rows lie in one piece.
  Row *rows(double *const *array, int first = 0) { return reinterpret_cast<Row *>(array[first]); }

  Row operator+(const Row &a, const Row &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

  /// Calls what(k, list[k]) in order, and asks ahead for the rows of the particles, which lie anywhere in memory.
  template <class What, class... Arrays> void for_each_listed(int n, const int *list, What what, const Arrays *...arrays)
  {
    constexpr int ahead = 12;
    for (int k = 0; k < n; ++k) {
      const int later = list[std::min(k + ahead, n - 1)];
      (__builtin_prefetch(&arrays[later]), ...);
      what(k, list[k]);
    }
  }

}    // namespace

int AtomVecSphereSrt::pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc)
{
  if (radvary || (pbc_flag && deform_vremap)) return AtomVecSphere::pack_comm_vel(n, list, buf, pbc_flag, pbc);
  if (n == 0) return 0;

  Row shift{-0.0, -0.0, -0.0};    // changes no position, neither the sign of a zero
  if (pbc_flag)
    shift = {pbc[0] * domain->xprd + pbc[5] * domain->xy + pbc[4] * domain->xz,
             pbc[1] * domain->yprd + pbc[3] * domain->yz, pbc[2] * domain->zprd};
  const Row *const at = rows(x), *const velocity = rows(v), *const spin = rows(omega);
  Row *const moving = reinterpret_cast<Row *>(buf), *const spinning = moving + 2 * n;
  for_each_listed(n, list, [=](int k, int j) {
    moving[2 * k] = at[j] + shift;
    moving[2 * k + 1] = velocity[j];
    spinning[k] = spin[j];
  }, at, velocity, spin);
  return 9 * n;
}

void AtomVecSphereSrt::unpack_comm_vel(int n, int first, double *buf)
{
  if (radvary) return AtomVecSphere::unpack_comm_vel(n, first, buf);
  if (n == 0) return;

  const Row *const moving = reinterpret_cast<Row *>(buf);
  Row *const at = rows(x, first), *const velocity = rows(v, first);
  for (int k = 0; k < n; ++k) {
    at[k] = moving[2 * k];
    velocity[k] = moving[2 * k + 1];
  }
  std::copy_n(moving + 2 * n, n, rows(omega, first));
}

int AtomVecSphereSrt::pack_reverse(int n, int first, double *buf)
{
  if (n == 0) return 0;
  Row *const loads = reinterpret_cast<Row *>(buf);
  std::copy_n(rows(f, first), n, loads);
  std::copy_n(rows(atom->torque, first), n, loads + n);
  return 6 * n;
}

void AtomVecSphereSrt::unpack_reverse(int n, int *list, double *buf)
{
  if (n == 0) return;
  const Row *const forces = reinterpret_cast<Row *>(buf), *const torques = forces + n;
  Row *const force = rows(f), *const torque = rows(atom->torque);
  for_each_listed(n, list, [=](int k, int j) {
    force[j] = force[j] + forces[k];
    torque[j] = torque[j] + torques[k];
  }, force, torque);
}

void AtomVecSphereSrt::adopt_arrays()
{
  nmax = atom->nmax;
  grow_default_pointers(atom->tag, atom->type, atom->mask, atom->image, atom->x, atom->v, atom->f);
  grow_pointers();
}

void pack_spheres_by_row(LAMMPS *lmp)
{
  Atom *const atom = lmp->atom;
  AtomVec *const theirs = atom->avec;
  if (typeid(*theirs) != typeid(AtomVecSphere)) return;

  auto *const ours = new AtomVecSphereSrt(lmp);
  ours->store_args(theirs->nargcopy, theirs->argcopy);
  ours->process_args(theirs->nargcopy, theirs->argcopy);
  ours->adopt_arrays();
  atom->avec = ours;

  // an atom style frees the arrays that it knows by name
  const std::tuple arrays{std::exchange(atom->radius, nullptr), std::exchange(atom->rmass, nullptr),
                          std::exchange(atom->omega, nullptr), std::exchange(atom->torque, nullptr)};
  delete theirs;
  std::tie(atom->radius, atom->rmass, atom->omega, atom->torque) = arrays;
}

}    // namespace granular_srt
