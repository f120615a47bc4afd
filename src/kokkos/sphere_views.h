#pragma once

#include "contact/vec3.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "kokkos_type.h"

namespace granular_srt {

/// Views of LAMMPS' per-atom arrays on the device.
struct SphereViews {
  using Device = LMPDeviceType;
  using Types = ArrayTypes<Device>;
  /// LAMMPS' name of the device.
  static constexpr LAMMPS_NS::ExecutionSpace space = ExecutionSpaceFromDevice<Device>::space;

  /// Masks of the arrays that a contact law reads.
  static constexpr unsigned long read =
      X_MASK | V_MASK | OMEGA_MASK | TYPE_MASK | MASK_MASK | RMASS_MASK | RADIUS_MASK;
  /// Masks of the arrays that contacts add to.
  static constexpr unsigned long written = F_MASK | TORQUE_MASK;

  Types::t_kkfloat_1d_3_lr x;
  Types::t_kkfloat_1d_3 v, omega;
  Types::t_kkfloat_1d radius, mass;
  Types::t_int_1d type, mask;
  Types::t_kkacc_1d_3 f, torque;

  /// The present views. LAMMPS replaces them when it allocates room for more atoms.
  static SphereViews of(const LAMMPS_NS::AtomKokkos &atom)
  {
    return {atom.k_x.view<Device>(),      atom.k_v.view<Device>(),     atom.k_omega.view<Device>(),
            atom.k_radius.view<Device>(), atom.k_rmass.view<Device>(), atom.k_type.view<Device>(),
            atom.k_mask.view<Device>(),   atom.k_f.view<Device>(),     atom.k_torque.view<Device>()};
  }
};

/// Row i of a view as a vector of doubles.
template <class View> KOKKOS_FUNCTION contact::Vec3<double> row(const View &rows, const int i)
{
  return {static_cast<double>(rows(i, 0)), static_cast<double>(rows(i, 1)), static_cast<double>(rows(i, 2))};
}

/// Adds a vector to row i of a view.
template <class View>
KOKKOS_FUNCTION void add_to_row(const View &rows, const int i, const contact::Vec3<double> &a)
{
  rows(i, 0) += a.x;
  rows(i, 1) += a.y;
  rows(i, 2) += a.z;
}

}    // namespace granular_srt
