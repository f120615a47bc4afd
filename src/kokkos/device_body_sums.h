#pragma once

#include "sphere_views.h"

#include "styles/energy/body_sums.h"

namespace granular_srt {

/// BodySums on a device: no per-atom data are copied to the host.
class DeviceBodySums final : public BodySums {
 public:
  explicit DeviceBodySums(LAMMPS_NS::LAMMPS *lmp);

  [[nodiscard]] double power_of_forces(bool kept) const override;
  void keep_velocities() override;
  [[nodiscard]] double memory_usage() const override;

 protected:
  [[nodiscard]] std::array<double, 2> squares_of_velocities() const override;
  [[nodiscard]] contact::Vec3<double> momentum(int group, bool kept) const override;
  [[nodiscard]] std::array<double, 6> flow_of_momentum(int group, bool kept) const override;
  [[nodiscard]] std::array<double, 2> squares_of_forces() const override;

 private:
  LAMMPS_NS::AtomKokkos *atoms_;
  SphereViews::Types::t_kkfloat_1d_3 v_, omega_;    ///< kept

  [[nodiscard]] SphereViews views(unsigned long read, bool kept) const;
};

}    // namespace granular_srt
