#pragma once

#include "contact/vec3.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "kokkos.h"

#include <cstddef>
#include <string>
#include <type_traits>

namespace granular_srt {

/// Whether this LAMMPS was built for GPUs.
inline constexpr bool has_gpu = !std::is_same_v<LMPDeviceType, LMPHostType>;
/// Whether LAMMPS and its KOKKOS package keep separate copies of the per-atom arrays.
inline constexpr bool copies_arrays = has_gpu || DAT::ttransform_kkfloat_1d_3::NEED_TRANSFORM;

/// Whether the /kk styles run kernels: on a GPU, and on a host with `package kokkos neigh full`.
inline bool runs_on_device(const LAMMPS_NS::LAMMPS *lmp)
{
  return has_gpu || (lmp->kokkos && lmp->kokkos->neighflag == FULL);
}

/// Views of LAMMPS' per-atom arrays on the device.
struct SphereViews {
  using Device = LMPDeviceType;
  using Types = ArrayTypes<Device>;
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
template <class View>
requires requires(const View rows)
{
  rows(0, 0);
}
KOKKOS_FUNCTION contact::Vec3<double> row(const View &rows, const int i)
{
  return {static_cast<double>(rows(i, 0)), static_cast<double>(rows(i, 1)), static_cast<double>(rows(i, 2))};
}

template <class View>
KOKKOS_FUNCTION void add_to_row(const View &rows, const int i, const contact::Vec3<double> &a)
{
  rows(i, 0) += a.x;
  rows(i, 1) += a.y;
  rows(i, 2) += a.z;
}

/// An atom as a body of the laws (contact::Body), whose values are read where they are needed.
/// \tparam Pass  what a kernel reads: SphereViews `atoms`, `body_mass`, and what bodies of pairs need: `temperature`, `frozen`
template <class Pass> struct AtomBody {
  const Pass &pass;
  int i;
  double radius_;

  [[nodiscard]] KOKKOS_FUNCTION contact::Vec3<double> v() const { return row(pass.atoms.v, i); }
  [[nodiscard]] KOKKOS_FUNCTION contact::Vec3<double> omega() const { return row(pass.atoms.omega, i); }
  [[nodiscard]] KOKKOS_FUNCTION double radius() const { return radius_; }
  [[nodiscard]] KOKKOS_FUNCTION double mass() const
  {
    // without the second comparison nvcc spills registers
    const bool has_bodies = pass.body_mass.extent(0) > 0 && pass.body_mass(i) > 0.0;
    return has_bodies ? pass.body_mass(i) : static_cast<double>(pass.atoms.mass(i));
  }
  [[nodiscard]] KOKKOS_FUNCTION double temperature() const
  {
    if constexpr (requires { pass.temperature; })
      if (pass.temperature.extent(0) > 0) return pass.temperature(i);
    return 0.0;
  }
  [[nodiscard]] KOKKOS_FUNCTION bool held() const
  {
    if constexpr (requires { pass.frozen; }) return (pass.atoms.mask(i) & pass.frozen) != 0;
    return false;
  }
};

/// A tensor xx yy zz xy xz yz of each atom.
using TensorOfAtoms = Kokkos::View<double *[6], LMPDeviceType>;

/// Adds the tensors of the first atoms to those of a host array.
inline void add_to_host(double **sums, const TensorOfAtoms &tensors, int atoms)
{
  const auto mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, tensors);
  for (int i = 0; i < atoms; ++i)
    for (int k = 0; k < 6; ++k) sums[i][k] += mirror(i, k);
}

/// Reallocates a view that has fewer than `size` entries, with 5 % more so that it is reallocated less often.
/// Reallocation discards the contents and leaves all entries uninitialized.
template <class View> void grow(View &view, const std::string &label, std::size_t size)
{
  if (view.extent(0) >= size) return;
  view = View();    // the memory is free before more is taken
  view = View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), size + size / 20);
}

/// Copies the first n numbers of a host array to a view on the device, which grows if it is too short.
template <class View, class Number>
void to_device(View &view, const char *label, const Number *array, std::size_t n)
{
  using From = Kokkos::View<const Number *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  grow(view, label, n);
  Kokkos::deep_copy(Kokkos::subview(view, Kokkos::make_pair(std::size_t{0}, n)), From(array, n));
}

}    // namespace granular_srt
