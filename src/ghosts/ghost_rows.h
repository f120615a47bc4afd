#pragma once

#include "own_swaps.h"

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

  // how many particles ahead rows are asked for
  constexpr int ahead = 12;

  /// Calls what(k, list[k]) in order, and asks ahead for the rows of the particles, which lie anywhere in memory.
  template <class What, class... Arrays> void for_each_listed(int n, const int *list, What what, const Arrays *...arrays)
  {
    for (int k = 0; k < n; ++k) {
      const int later = list[std::min(k + ahead, n - 1)];
      (__builtin_prefetch(&arrays[later]), ...);
      what(k, list[k]);
    }
  }

}    // namespace detail

/// An atom style of spheres that packs and unpacks what ghosts need at every step in one pass over the rows: x, v and
/// omega forward, f and torque back. LAMMPS' own goes through them field by field and asks for the kind of each. What a
/// rank sends to itself goes from row to row without a buffer. Messages and results are the same to the last bit, also
/// between ranks of which one has LAMMPS' own.
/// Style: AtomVecSphere, or AtomVecSphereKokkos.
template <class Style> class GhostRows : public Style {
 protected:
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
    if (!by_row(pbc_flag)) return Style::pack_comm_vel(n, list, buf, pbc_flag, pbc);
    if (n == 0) return 0;

    const Row shift = shift_across(pbc_flag, pbc);
    const Row *const at = detail::rows(this->x), *const velocity = detail::rows(this->v),
                     *const spin = detail::rows(this->omega);
    if (const auto own = OwnSwap::across(*this->comm, pbc)) {
      Row *const ghost_at = detail::rows(this->x, own->first), *const ghost_velocity = detail::rows(this->v, own->first),
                *const ghost_spin = detail::rows(this->omega, own->first);
      detail::for_each_listed(n, list, [=](int k, int j) {
        ghost_at[k] = at[j] + shift;
        ghost_velocity[k] = velocity[j];
        ghost_spin[k] = spin[j];
      }, at, velocity, spin);
      return 0;
    }
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
    const auto own = OwnSwap::to(*this->comm, first, n);
    if (!by_row(own && own->shifts)) return Style::unpack_comm_vel(n, first, buf);
    if (n == 0 || own) return;

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
    if (n == 0 || OwnSwap::to(*this->comm, first, n)) return 0;
    Row *const loads = reinterpret_cast<Row *>(buf);
    std::copy_n(detail::rows(this->f, first), n, loads);
    std::copy_n(detail::rows(this->atom->torque, first), n, loads + n);
    return 6 * n;
  }

  void unpack_reverse(int n, int *list, double *buf) override
  {
    if (n == 0) return;
    Row *const force = detail::rows(this->f), *const torque = detail::rows(this->atom->torque);
    const auto own = OwnSwap::of(*this->comm, list);
    const Row *const forces = own ? force + own->first : reinterpret_cast<Row *>(buf);
    const Row *const torques = own ? torque + own->first : forces + n;
    detail::for_each_listed(n, list, [=](int k, int j) {
      force[j] = force[j] + forces[k];
      torque[j] = torque[j] + torques[k];
    }, force, torque);
  }

 protected:
  /// Whether x, v and omega are all that ghosts need, and unchanged but for the shift across a boundary.
  [[nodiscard]] bool by_row(bool shifts) const { return !this->radvary && !(shifts && this->deform_vremap); }

  /// What is added to positions.
  [[nodiscard]] Row shift_across(bool shifts, const int *pbc) const
  {
    if (!shifts) return {-0.0, -0.0, -0.0};    // changes no position, neither the sign of a zero
    const LAMMPS_NS::Domain *const domain = this->domain;
    return {pbc[0] * domain->xprd + pbc[5] * domain->xy + pbc[4] * domain->xz,
            pbc[1] * domain->yprd + pbc[3] * domain->yz, pbc[2] * domain->zprd};
  }
};

/// Puts GhostRows in the place of LAMMPS' atom_style sphere. Any other style, subclasses and hybrids too, stays as it
/// is. Before Atom::init.
void pack_spheres_by_row(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
