#pragma once

#include "contact/vec3.h"

#include "atom.h"
#include "atom_vec_sphere.h"
#include "domain.h"

#include <algorithm>

namespace granular_srt {

namespace detail {

  using Row = contact::Vec3<double>;

  /// LAMMPS' arrays of rows lie in one piece.
  inline Row *rows(double *const *array, int first = 0) { return reinterpret_cast<Row *>(array[first]); }

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

}    // namespace detail

/// An atom style of spheres that packs and unpacks what ghosts need at every step in one pass over the rows: x, v and
/// omega forward, f and torque back. LAMMPS' own goes through them field by field and asks for the kind of each. Buffers
/// and results are the same to the last bit, also between ranks of which one has LAMMPS' own.
/// Style: AtomVecSphere, or AtomVecSphereKokkos.
template <class Style> class GhostRows : public Style {
  using Row = detail::Row;

 public:
  explicit GhostRows(LAMMPS_NS::LAMMPS *lmp) : LAMMPS_NS::AtomVec(lmp), Style(lmp) {}

  /// Goes on where another atom style of the same kind is, with the arrays that there are.
  void follow(const LAMMPS_NS::AtomVec &other)
  {
    const LAMMPS_NS::Atom *const atom = this->atom;
    this->store_args(other.nargcopy, other.argcopy);
    this->process_args(other.nargcopy, other.argcopy);
    this->nmax = atom->nmax;
    this->grow_default_pointers(atom->tag, atom->type, atom->mask, atom->image, atom->x, atom->v, atom->f);
    this->grow_pointers();
  }

  int pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override
  {
    if (this->radvary || (pbc_flag && this->deform_vremap)) return Style::pack_comm_vel(n, list, buf, pbc_flag, pbc);
    if (n == 0) return 0;

    Row shift{-0.0, -0.0, -0.0};    // changes no position, neither the sign of a zero
    const LAMMPS_NS::Domain *const domain = this->domain;
    if (pbc_flag)
      shift = {pbc[0] * domain->xprd + pbc[5] * domain->xy + pbc[4] * domain->xz,
               pbc[1] * domain->yprd + pbc[3] * domain->yz, pbc[2] * domain->zprd};
    const Row *const at = detail::rows(this->x), *const velocity = detail::rows(this->v),
                     *const spin = detail::rows(this->omega);
    Row *const moving = reinterpret_cast<Row *>(buf), *const spinning = moving + 2 * n;
    detail::for_each_listed(n, list, [=](int k, int j) {
      moving[2 * k] = at[j] + shift;
      moving[2 * k + 1] = velocity[j];
      spinning[k] = spin[j];
    }, at, velocity, spin);
    return 9 * n;
  }

  void unpack_comm_vel(int n, int first, double *buf) override
  {
    if (this->radvary) return Style::unpack_comm_vel(n, first, buf);
    if (n == 0) return;

    const Row *const moving = reinterpret_cast<Row *>(buf);
    Row *const at = detail::rows(this->x, first), *const velocity = detail::rows(this->v, first);
    for (int k = 0; k < n; ++k) {
      at[k] = moving[2 * k];
      velocity[k] = moving[2 * k + 1];
    }
    std::copy_n(moving + 2 * n, n, detail::rows(this->omega, first));
  }

  int pack_reverse(int n, int first, double *buf) override
  {
    if (n == 0) return 0;
    Row *const loads = reinterpret_cast<Row *>(buf);
    std::copy_n(detail::rows(this->f, first), n, loads);
    std::copy_n(detail::rows(this->atom->torque, first), n, loads + n);
    return 6 * n;
  }

  void unpack_reverse(int n, int *list, double *buf) override
  {
    if (n == 0) return;
    const Row *const forces = reinterpret_cast<Row *>(buf), *const torques = forces + n;
    Row *const force = detail::rows(this->f), *const torque = detail::rows(this->atom->torque);
    detail::for_each_listed(n, list, [=](int k, int j) {
      force[j] = force[j] + forces[k];
      torque[j] = torque[j] + torques[k];
    }, force, torque);
  }
};

/// Puts GhostRows in the place of LAMMPS' atom_style sphere. Any other style, subclasses and hybrids too, stays as it
/// is. Before Atom::init.
void pack_spheres_by_row(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
