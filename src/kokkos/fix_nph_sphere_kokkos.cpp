#include "fix_nph_sphere_kokkos.h"
#include "kernel_sums.h"
#include "sphere_views.h"
#include "verlet_granular_kokkos.h"

#include "engine/evaluate/passes.h"

#include "compute.h"
#include "compute_pressure.h"
#include "compute_temp_sphere.h"
#include "domain_kokkos.h"
#include "error.h"
#include "irregular.h"
#include "kokkos.h"

#include <cstdint>
#include <type_traits>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  constexpr std::uint64_t velocities = V_MASK | OMEGA_MASK;
  constexpr std::uint64_t kick_reads =
      velocities | F_MASK | TORQUE_MASK | RMASS_MASK | RADIUS_MASK | MASK_MASK;

  // Access to protected members of computes.
  struct SphereBias : ComputeTempSphere {
    static Compute *of(const ComputeTempSphere *compute) { return compute->*(&SphereBias::tbias); }
  };

  /* ---- passes over the spheres, one work item per sphere; the physics is in src/barostat ---- */

  template <class View> KOKKOS_FUNCTION void load_row(const View &rows, const int i, double *row)
  {
    for (int k = 0; k < 3; ++k) row[k] = static_cast<double>(rows(i, k));
  }

  template <class View> KOKKOS_FUNCTION void store_row(const View &rows, const int i, const double *row)
  {
    for (int k = 0; k < 3; ++k) rows(i, k) = row[k];
  }

  /// Mass, radius, velocity and angular velocity of one sphere in registers.
  struct MovingSphere {
    double mass, radius, v[3], omega[3];

    KOKKOS_FUNCTION MovingSphere(const SphereViews &spheres, const int i) :
        mass{static_cast<double>(spheres.mass(i))}, radius{static_cast<double>(spheres.radius(i))}
    {
      load_row(spheres.v, i, v);
      load_row(spheres.omega, i, omega);
    }

    KOKKOS_FUNCTION void store(const SphereViews &spheres, const int i) const
    {
      store_row(spheres.v, i, v);
      store_row(spheres.omega, i, omega);
    }

    KOKKOS_FUNCTION void add_kinetic_stress(TensorSum &kinetic) const
    {
      barostat::add_sphere_kinetic(kinetic.value, mass, radius, v, omega);
    }
  };

  /// SpherePasses::first_half on the device.
  struct FirstHalf {
    SphereViews spheres;
    SpherePass pass;

    KOKKOS_FUNCTION void operator()(const int i) const
    {
      const bool moves = (spheres.mask(i) & pass.group) != 0;
      const bool dilates = (spheres.mask(i) & pass.dilating) != 0;
      MovingSphere sphere(spheres, i);
      if (moves) {
        double force[3], torque[3];
        load_row(spheres.f, i, force);
        load_row(spheres.torque, i, torque);
        barostat::first_kick(pass.step, sphere.mass, sphere.radius, force, torque, sphere.v, sphere.omega);
        sphere.store(spheres, i);
      }
      if (!pass.step.drift) return;
      double x[3];
      load_row(spheres.x, i, x);
      barostat::drift(pass.step, moves, dilates, sphere.v, x);
      store_row(spheres.x, i, x);
    }
  };

  /// SpherePasses::second_half on the device, without and with the kinetic stress of all spheres.
  struct SecondHalf {
    SphereViews spheres;
    SpherePass pass;

    KOKKOS_FUNCTION void operator()(const int i) const { kicked(i); }
    KOKKOS_FUNCTION void operator()(const int i, TensorSum &kinetic) const
    {
      kicked(i).add_kinetic_stress(kinetic);
    }

    /// Updates sphere i and returns it.
    KOKKOS_FUNCTION MovingSphere kicked(const int i) const
    {
      MovingSphere sphere(spheres, i);
      if (!(spheres.mask(i) & pass.group)) return sphere;
      double force[3], torque[3];
      load_row(spheres.f, i, force);
      load_row(spheres.torque, i, torque);
      barostat::second_kick(pass.step, sphere.mass, sphere.radius, force, torque, sphere.v, sphere.omega);
      sphere.store(spheres, i);
      return sphere;
    }
  };

  /// The same with a bound of how far spheres will have moved in the next step.
  struct SecondHalfAndReach {
    SecondHalf half;
    Positions hold;
    double time;    ///< of a step

    KOKKOS_FUNCTION void operator()(const int i, MotionSums &sums) const
    {
      const MovingSphere sphere = half.kicked(i);
      sphere.add_kinetic_stress(sums.kinetic);
      double x[3], force[3], square[3] = {};
      load_row(half.spheres.x, i, x);
      load_row(half.spheres.f, i, force);
      for (int k = 0; k < 3; ++k) {
        square[0] += (x[k] - hold(i, k)) * (x[k] - hold(i, k));
        square[1] += sphere.v[k] * sphere.v[k];
        square[2] += force[k] * force[k];
      }
      // twice the velocity of mid-step: the barostat changes it a little
      const double speed =
          Kokkos::sqrt(square[1]) + half.pass.step.kick / sphere.mass * Kokkos::sqrt(square[2]);
      MotionSums mine;
      mine.reach = Kokkos::sqrt(square[0]) + 2.0 * time * speed;
      sums += mine;
    }
  };

  /// SpherePasses::kinetic_stress on the device.
  struct KineticStress {
    SphereViews spheres;

    KOKKOS_FUNCTION void operator()(const int i, TensorSum &kinetic) const
    {
      MovingSphere(spheres, i).add_kinetic_stress(kinetic);
    }
  };

  /// Scales the velocities by the moving cell.
  struct ScaleVelocities {
    SphereViews spheres;
    int group;    ///< bits of the atoms that are integrated
    barostat::VelocityScaling scaling;

    KOKKOS_FUNCTION void operator()(const int i) const
    {
      if (!(spheres.mask(i) & group)) return;
      double v[3];
      load_row(spheres.v, i, v);
      barostat::scale_velocity(scaling, v);
      store_row(spheres.v, i, v);
    }
  };

  /// Rotates the dipoles by the angular velocities.
  struct RotateDipoles {
    SphereViews spheres;
    SphereViews::Types::t_kkfloat_1d_4 mu;
    int group;      ///< bits of the atoms that are integrated
    bool dlm;       ///< rotate_dipole_dlm(), which also changes the angular velocities
    double time;    ///< [time]

    KOKKOS_FUNCTION void operator()(const int i) const
    {
      const double length = mu(i, 3);
      if (!(spheres.mask(i) & group) || !(length > 0.0)) return;
      double dipole[3], omega[3];
      load_row(mu, i, dipole);
      load_row(spheres.omega, i, omega);
      if (dlm) {
        barostat::rotate_dipole_dlm(dipole, length, omega, time);
        store_row(spheres.omega, i, omega);
      } else {
        barostat::rotate_dipole(dipole, length, omega, time);
      }
      store_row(mu, i, dipole);
    }
  };

  template <class Kernel> void for_each_sphere(const char *name, int count, const Kernel &kernel)
  {
    Kokkos::parallel_for(name, Kokkos::RangePolicy<LMPDeviceType>(0, count), kernel);
  }

  template <class Kernel>
  void reduce_kinetic_stress(const char *name, int count, const Kernel &kernel, double *kinetic)
  {
    TensorSum stress;
    Kokkos::parallel_reduce(name, Kokkos::RangePolicy<LMPDeviceType>(0, count), kernel, stress);
    for (int k = 0; k < 6; ++k) kinetic[k] += stress.value[k];
  }

}    // namespace

template <class DeviceType>
FixNphSphereKokkos<DeviceType>::FixNphSphereKokkos(LAMMPS *lammps, int narg, char **arg) :
    FixNphSphereSrt(lammps, narg, arg,
                    std::is_same_v<DeviceType, LMPDeviceType> ? "temp/sphere/kk" : "temp/sphere/kk/host")
{
  kokkosable = 1;
  // each function syncs the arrays that it needs
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::init()
{
  atomKK->sync(Host, MASK_MASK | RADIUS_MASK);
  FixNphSphereSrt::init();

  on_device_ = std::is_same_v<DeviceType, LMPDeviceType> && runs_on_device(lmp);
  execution_space = on_device_ ? SphereViews::space : Host;

  bias_ = temperature->tempbias ? temperature : nullptr;
  if (const auto *sphere = dynamic_cast<const ComputeTempSphere *>(bias_)) bias_ = SphereBias::of(sphere);
  if (copies_arrays && bias_ && temperature->kokkosable && !bias_->kokkosable)
    error->all(
        FLERR,
        "Fix {} cannot use compute {} with the bias of compute {}: LAMMPS keeps velocities on a device or in "
        "single precision, and style {} has no /kk",
        style, temperature->id, bias_->id, bias_->style);

  const auto *of_stress = dynamic_cast<const ComputePressure *>(pressure);
  pressure_temperature_ = of_stress ? PressureTemperature::of(of_stress) : nullptr;
  if (pressure_temperature_ == temperature) pressure_temperature_ = nullptr;
}

template <class DeviceType>
template <class F>
void FixNphSphereKokkos<DeviceType>::update(Compute &compute, F f)
{
  // a pressure calls its temperature
  const Compute *called = &compute == pressure ? pressure_temperature_ : nullptr;
  atomKK->sync(compute.execution_space, compute.datamask_read);
  if (called) atomKK->sync(called->execution_space, called->datamask_read);
  const Compute &reads = called ? *called : compute;
  const int before = lmp->kokkos->auto_sync;
  // a host temperature may convert coordinates
  if (!reads.kokkosable && &reads != pressure) lmp->kokkos->auto_sync = 1;
  f();
  lmp->kokkos->auto_sync = before;
  atomKK->modified(compute.execution_space, compute.datamask_modify);
  if (called) atomKK->modified(called->execution_space, called->datamask_modify);
}

template <class DeviceType> double FixNphSphereKokkos<DeviceType>::update_scalar(Compute &compute)
{
  double found = 0.0;
  update(compute, [&] { found = compute.compute_scalar(); });
  return found;
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::update_vector(Compute &compute)
{
  update(compute, [&] { compute.compute_vector(); });
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::first_half(const SpherePass &pass)
{
  atomKK->sync(execution_space, kick_reads | (pass.step.drift ? X_MASK : EMPTY_MASK));
  if (on_device_)
    for_each_sphere("granular_srt::first_half", atom->nlocal, FirstHalf{SphereViews::of(*atomKK), pass});
  else
    FixNphSphereSrt::first_half(pass);
  atomKK->modified(execution_space, velocities | (pass.step.drift ? X_MASK : EMPTY_MASK));
}

template <class DeviceType>
void FixNphSphereKokkos<DeviceType>::second_half(const SpherePass &pass, double *kinetic)
{
  atomKK->sync(execution_space, kick_reads);
  if (on_device_) {
    const SecondHalf half{SphereViews::of(*atomKK), pass};
    auto *const run = verlet_granular_kokkos(lmp);
    StepSums *const sums = run && kinetic ? run->sums() : nullptr;
    if (sums) {
      Kokkos::parallel_reduce("granular_srt::second_half",
                              Kokkos::RangePolicy<LMPDeviceType>(0, atom->nlocal),
                              SecondHalfAndReach{half, sums->hold, dtv}, sums->motion);
      sums->read(kinetic);
    } else if (kinetic)
      reduce_kinetic_stress("granular_srt::second_half", atom->nlocal, half, kinetic);
    else
      for_each_sphere("granular_srt::second_half", atom->nlocal, half);
  } else {
    FixNphSphereSrt::second_half(pass, kinetic);
  }
  atomKK->modified(execution_space, velocities);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::add_kinetic_stress(double *kinetic)
{
  atomKK->sync(execution_space, velocities | RMASS_MASK | RADIUS_MASK);
  if (on_device_)
    reduce_kinetic_stress("granular_srt::kinetic", atom->nlocal, KineticStress{SphereViews::of(*atomKK)},
                          kinetic);
  else
    FixNphSphereSrt::add_kinetic_stress(kinetic);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::rotate_dipoles()
{
  atomKK->sync(execution_space, MU_MASK | OMEGA_MASK | MASK_MASK);
  if (on_device_)
    for_each_sphere("granular_srt::rotate_dipoles", atom->nlocal,
                    RotateDipoles{SphereViews::of(*atomKK), atomKK->k_mu.view<LMPDeviceType>(), groupbit,
                                  dlm_flag != 0, dtv});
  else
    FixNphSphereSrt::rotate_dipoles();
  atomKK->modified(execution_space, MU_MASK | (dlm_flag ? OMEGA_MASK : EMPTY_MASK));
}

template <class DeviceType>
void FixNphSphereKokkos<DeviceType>::scale_biased_velocities(const barostat::VelocityScaling &scaling)
{
  if (on_device_ && bias_->kokkosable) {
    bias_->remove_bias_all_kk();
    atomKK->sync(execution_space, V_MASK | MASK_MASK);
    for_each_sphere("granular_srt::scale_velocities", atom->nlocal,
                    ScaleVelocities{SphereViews::of(*atomKK), groupbit, scaling});
    atomKK->modified(execution_space, V_MASK);
    bias_->restore_bias_all();
    return;
  }
  // a bias on the host can depend on any per-atom array
  atomKK->sync(Host, ALL_MASK);
  FixNphSphereSrt::scale_biased_velocities(scaling);
  atomKK->modified(Host, V_MASK);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::flip_atoms(const barostat::Flip &flip)
{
  auto &box = dynamic_cast<DomainKokkos &>(*domain);
  box.image_flip(flip.xy, flip.xz, flip.yz);
  box.remap_all();

  box.x2lamda(atom->nlocal);
  atomKK->sync(Host, ALL_MASK);
  // arrays may grow while particles arrive
  const int before = std::exchange(lmp->kokkos->auto_sync, 1);
  irregular->migrate_atoms();
  lmp->kokkos->auto_sync = before;
  atomKK->modified(Host, ALL_MASK);
  box.lamda2x(atom->nlocal);
}

template class FixNphSphereKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixNphSphereKokkos<LMPHostType>;
#endif

}    // namespace granular_srt
