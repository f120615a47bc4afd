#pragma once

#include "contact/vec3.h"

#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "domain.h"

#include <algorithm>
#include <optional>

namespace granular_srt {

/// A swap of LAMMPS' ghost exchange in which a rank is its own partner: across a periodic boundary, if there is only
/// this rank in that direction. The functions identify the swap by the arguments that LAMMPS passes to an atom style.
/// They return nothing if the swap is a message to another rank, or if comm_style is not brick.
struct OwnSwap {
  int number;               ///< index among the swaps
  int first, count;         ///< its ghosts
  const int *list;          ///< [count] originals: owned atoms, or ghosts of an earlier swap
  bool shifts;              ///< whether it crosses a boundary of the box
  const int *boundaries;    ///< number of crossings of each boundary, in Domain's order x, y, z, yz, xz, xy

  static std::optional<OwnSwap> numbered(const LAMMPS_NS::Comm &comm, int number);
  static std::optional<OwnSwap> across(const LAMMPS_NS::Comm &comm, const int *boundaries);
  /// Identified by its ghosts. Swaps without ghosts cannot be distinguished.
  static std::optional<OwnSwap> to(const LAMMPS_NS::Comm &comm, int first, int count);
  static std::optional<OwnSwap> of(const LAMMPS_NS::Comm &comm, const int *list);
};

namespace detail {

  using Row = contact::Vec3<double>;

  /// Rows of a per-atom array. LAMMPS allocates them contiguously.
  inline Row *rows(double *const *array, int first = 0)
  {
    return reinterpret_cast<Row *>(array[first]);
  }

  /// Number of particles by which rows are prefetched ahead.
  constexpr int prefetch_distance = 12;

  /// Calls copy(k, list[k]) in order, and prefetches the rows of coming particles, which are scattered in memory.
  template <class Copy, class... Arrays>
  void for_each_listed(int n, const int *list, Copy copy, const Arrays *...arrays)
  {
    for (int k = 0; k < n; ++k) {
      const int later = list[std::min(k + prefetch_distance, n - 1)];
      (__builtin_prefetch(&arrays[later]), ...);
      copy(k, list[k]);
    }
  }

}    // namespace detail

/// An atom style that packs and unpacks the ghost data of every step in one pass over the rows: x, v and omega
/// forward, f and torque back. LAMMPS' own packing goes field by field. Data that a rank sends to itself are copied
/// from row to row without a buffer. Messages and results are the same to the last bit, also between a rank with this
/// style and a rank with LAMMPS' own. Style: AtomVecSphere or AtomVecSphereKokkos.
template <class Style> class GhostRows : public Style {
 protected:
  using Row = detail::Row;

 public:
  explicit GhostRows(LAMMPS_NS::LAMMPS *lammps) : LAMMPS_NS::AtomVec(lammps), Style(lammps) {}

  int pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override
  {
    if (n == 0) return 0;
    if (!same_kick(pbc_flag)) return Style::pack_comm_vel(n, list, buf, pbc_flag, pbc);

    const Row shift = shift_across(pbc_flag, pbc), kick = kick_across(pbc_flag, pbc);
    const Row *const rows_x = detail::rows(this->x), *const rows_v = detail::rows(this->v),
                     *const rows_omega = detail::rows(this->omega);
    if (const auto own = OwnSwap::across(*this->comm, pbc)) {
      Row *const ghost_x = detail::rows(this->x, own->first),
                 *const ghost_v = detail::rows(this->v, own->first),
                 *const ghost_omega = detail::rows(this->omega, own->first);
      detail::for_each_listed(
          n, list,
          [=](int k, int i) {
            ghost_x[k] = rows_x[i] + shift;
            ghost_v[k] = rows_v[i] + kick;
            ghost_omega[k] = rows_omega[i];
          },
          rows_x, rows_v, rows_omega);
      return 0;
    }
    // LAMMPS' order: x and v of each atom, then omega of all
    Row *const x_and_v = reinterpret_cast<Row *>(buf), *const omegas = x_and_v + 2 * n;
    detail::for_each_listed(
        n, list,
        [=](int k, int i) {
          x_and_v[2 * k] = rows_x[i] + shift;
          x_and_v[2 * k + 1] = rows_v[i] + kick;
          omegas[k] = rows_omega[i];
        },
        rows_x, rows_v, rows_omega);
    return 9 * n;
  }

  void unpack_comm_vel(int n, int first, double *buf) override
  {
    if (n == 0) return;
    const auto own = OwnSwap::to(*this->comm, first, n);
    if (!same_kick(own && own->shifts)) return Style::unpack_comm_vel(n, first, buf);
    if (own) return;

    const Row *const x_and_v = reinterpret_cast<Row *>(buf);
    Row *const rows_x = detail::rows(this->x, first), *const rows_v = detail::rows(this->v, first);
    for (int k = 0; k < n; ++k) {
      rows_x[k] = x_and_v[2 * k];
      rows_v[k] = x_and_v[2 * k + 1];
    }
    std::copy_n(x_and_v + 2 * n, n, detail::rows(this->omega, first));
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
    Row *const rows_f = detail::rows(this->f), *const rows_torque = detail::rows(this->atom->torque);
    const auto own = OwnSwap::of(*this->comm, list);
    const Row *const ghost_f = own ? rows_f + own->first : reinterpret_cast<Row *>(buf);
    const Row *const ghost_torque = own ? rows_torque + own->first : ghost_f + n;
    detail::for_each_listed(
        n, list,
        [=](int k, int i) {
          rows_f[i] = rows_f[i] + ghost_f[k];
          rows_torque[i] = rows_torque[i] + ghost_torque[k];
        },
        rows_f, rows_torque);
  }

 protected:
  /// Whether all ghosts of a swap get the same velocity beside that of their originals: not across a boundary with fix
  /// deform remap v of a group, of which LAMMPS looks at other atoms.
  [[nodiscard]] bool same_kick(bool shifts) const
  {
    constexpr int all = 1;
    return !(shifts && this->deform_vremap && this->deform_groupbit != all);
  }

  /// Velocity of ghosts beside that of their originals: of fix deform remap v, across boundaries.
  [[nodiscard]] Row kick_across(bool shifts, const int *pbc) const
  {
    if (!shifts || !this->deform_vremap) return {-0.0, -0.0, -0.0};    // as for shift_across()
    const double *const rate = this->domain->h_rate;
    return {pbc[0] * rate[0] + pbc[5] * rate[5] + pbc[4] * rate[4], pbc[1] * rate[1] + pbc[3] * rate[3],
            pbc[2] * rate[2]};
  }

  /// Shift of positions across boundaries.
  [[nodiscard]] Row shift_across(bool shifts, const int *pbc) const
  {
    if (!shifts) return {-0.0, -0.0, -0.0};    // adding -0.0 changes no number, not even the sign of a zero
    const LAMMPS_NS::Domain &box = *this->domain;
    return {pbc[0] * box.xprd + pbc[5] * box.xy + pbc[4] * box.xz, pbc[1] * box.yprd + pbc[3] * box.yz,
            pbc[2] * box.zprd};
  }
};

}    // namespace granular_srt
