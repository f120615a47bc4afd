#pragma once

#include "host_threads.h"

#include "integrate/fix_nph_sphere_srt.h"

namespace granular_srt {

/// fix nph/sphere/kk. Pistons, box and arguments are those of the base class. This class replaces the passes over the
/// spheres. On a host, the threads share the passes of the base class; one thread gives the same bits as
/// fix nph/sphere. On a device, and on a host with "package kokkos neigh full", the passes are kernels with one work
/// item per sphere and sum in another order.
/// \tparam DeviceType  LMPDeviceType, or LMPHostType for nph/sphere/kk/host
template <class DeviceType> class FixNphSphereKokkos : public FixNphSphereSrt {
 public:
  FixNphSphereKokkos(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /// \throws LAMMPS error as the base class, and if the velocity bias cannot be removed on the device
  void init() override;
  /// Whether the pass that ends a step sums up the kinetic stress, before anything reads the virial.
  [[nodiscard]] bool sums_at_the_end() const { return on_device_ && sums_kinetic_stress(); }

 protected:
  [[nodiscard]] const Workers *workers() const override { return &threads_; }
  void first_half(const SpherePass &pass) override;
  void second_half(const SpherePass &pass, double *kinetic) override;
  void add_kinetic_stress(double *kinetic) override;
  void rotate_dipoles() override;
  void scale_biased_velocities(const barostat::VelocityScaling &scaling) override;
  void flip_atoms(const barostat::Flip &flip) override;
  double update_scalar(LAMMPS_NS::Compute &compute) override;
  void update_vector(LAMMPS_NS::Compute &compute) override;

 private:
  HostThreads threads_;
  bool on_device_ = false;    ///< run kernels in place of the base class' passes
  /// Compute that removes the velocity bias; null without bias.
  LAMMPS_NS::Compute *bias_ = nullptr;
  /// Temperature compute of the pressure compute; null if it is that of the fix.
  LAMMPS_NS::Compute *pressure_temperature_ = nullptr;

  /// Calls f, which updates a compute.
  template <class F> void update(LAMMPS_NS::Compute &compute, F f);
};

}    // namespace granular_srt
