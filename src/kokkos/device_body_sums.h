#pragma once

#include "sphere_views.h"

#include "energy/body_sums.h"

namespace granular_srt {

/// BodySums on a device: no per-atom data are copied to the host.
class DeviceBodySums final : public BodySums {
 public:
  explicit DeviceBodySums(LAMMPS_NS::LAMMPS *lmp);

  [[nodiscard]] double power_of_forces(bool kept) const override;
  void keep_velocities() override;
  void keep_loads() override;
  void add_loads(double factor, bool of_host) override;
  [[nodiscard]] double power_of_kept_loads(bool kept) const override;
  /// With full lists an owner evaluates all contacts of its particles.
  [[nodiscard]] bool has_loads_of_ghosts() const override { return false; }
  [[nodiscard]] double memory_usage() const override;

 protected:
  [[nodiscard]] std::array<double, 2> squares_of_velocities() const override;
  [[nodiscard]] contact::Vec3<double> momentum(int group, bool kept) const override;
  [[nodiscard]] std::array<double, 6> flow_of_momentum(int group, bool kept) const override;
  [[nodiscard]] std::array<double, 2> squares_of_forces() const override;

 private:
  LAMMPS_NS::AtomKokkos *atoms_;
  SphereViews::Types::t_kkfloat_1d_3 v_, omega_;           ///< kept
  Kokkos::View<double *[3], LMPDeviceType> f_, torque_;    ///< kept

  [[nodiscard]] SphereViews views(unsigned long read, bool kept) const;
};

}    // namespace granular_srt
