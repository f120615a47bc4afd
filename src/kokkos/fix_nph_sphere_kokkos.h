// fix nph/sphere/kk: fix nph/sphere on the arrays of Kokkos.

#ifndef GRANULAR_SRT_KOKKOS_FIX_NPH_SPHERE_KOKKOS_H
#define GRANULAR_SRT_KOKKOS_FIX_NPH_SPHERE_KOKKOS_H

#include "host_threads.h"

#include "styles/nph/fix_nph_sphere_srt.h"

namespace LAMMPS_NS {
class AtomKokkos;
class DomainKokkos;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// The pistons, the box and the arguments are those of the base class; here are the passes over the
/// spheres. On a host they are the base class' own, shared by the threads: one thread gives the same
/// bits as fix nph/sphere. On a device, and on a host with "package kokkos neigh full", they are
/// kernels with one sphere a work item, which sum in another order.
/// \tparam DeviceType  LMPDeviceType, or LMPHostType for nph/sphere/kk/host
template <class DeviceType> class FixNphSphereKokkos : public FixNphSphereSrt {
 public:
  FixNphSphereKokkos(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /// Errors, beside those of the base class: a bias that cannot be taken off on the device.
  void init() override;

 protected:
  [[nodiscard]] const Workers *workers() const override { return &threads_; }
  void first_half(const SpherePass &pass) override;
  void second_half(const SpherePass &pass, double *kinetic) override;
  void sum_kinetic(double *kinetic) override;
  void rotate_dipoles() override;
  void scale_biased_velocities(const barostat::VelocityScaling &scaling) override;
  void flip_atoms(const barostat::Flip &flip) override;
  double scalar_of(LAMMPS_NS::Compute &compute) override;
  void vector_of(LAMMPS_NS::Compute &compute) override;

 private:
  LAMMPS_NS::AtomKokkos *atoms_;
  LAMMPS_NS::DomainKokkos *domain_;
  HostThreads threads_;
  bool on_device_ = false;                            ///< kernels, not the base class' passes
  LAMMPS_NS::Compute *bias_ = nullptr;                ///< that knows the bias of the temperature
  LAMMPS_NS::Compute *other_temperature_ = nullptr;    ///< of the pressure, if it is not that of the fix

  void bring(std::uint64_t fields);
  void changed(std::uint64_t fields);
  void bring_for(const LAMMPS_NS::Compute &compute);
  void changed_by(const LAMMPS_NS::Compute &compute);
};

}    // namespace granular_srt

#endif
