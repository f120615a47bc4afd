#pragma once

#include "contact/vec3.h"

#include "atom.h"
#include "atom_vec.h"
#include "domain.h"

#include <algorithm>

namespace granular_srt {

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
/// forward, f and torque back. LAMMPS' own packing goes field by field. Messages and results are the same to the last
/// bit, also between a rank with this style and a rank with LAMMPS' own. Style: AtomVecSphere or AtomVecSphereKokkos.
template <class Style> class GhostRows : public Style {
 public:
  explicit GhostRows(LAMMPS_NS::LAMMPS *lammps) : LAMMPS_NS::AtomVec(lammps), Style(lammps) {}

  int pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override
  {
    if (n == 0) return 0;
    if (!same_kick(pbc_flag)) return Style::pack_comm_vel(n, list, buf, pbc_flag, pbc);

    const Row shift = shift_across(pbc_flag, pbc), kick = kick_across(pbc_flag, pbc);
    const Row *const rows_x = detail::rows(this->x), *const rows_v = detail::rows(this->v),
                     *const rows_omega = detail::rows(this->omega);
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
    if (n == 0) return 0;
    Row *const loads = reinterpret_cast<Row *>(buf);
    std::copy_n(detail::rows(this->f, first), n, loads);
    std::copy_n(detail::rows(this->atom->torque, first), n, loads + n);
    return 6 * n;
  }

  void unpack_reverse(int n, int *list, double *buf) override
  {
    if (n == 0) return;
    Row *const rows_f = detail::rows(this->f), *const rows_torque = detail::rows(this->atom->torque);
    const Row *const ghost_f = reinterpret_cast<Row *>(buf), *const ghost_torque = ghost_f + n;
    detail::for_each_listed(
        n, list,
        [=](int k, int i) {
          rows_f[i] = rows_f[i] + ghost_f[k];
          rows_torque[i] = rows_torque[i] + ghost_torque[k];
        },
        rows_f, rows_torque);
  }

 private:
  using Row = detail::Row;

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
