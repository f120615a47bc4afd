#include "fix_nph_sphere_kokkos.h"

#include "sphere_kernels.h"

#include "compute.h"
#include "compute_pressure.h"
#include "compute_temp_sphere.h"
#include "domain_kokkos.h"
#include "error.h"
#include "irregular.h"
#include "kokkos.h"

#include <string>
#include <type_traits>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

constexpr std::uint64_t kicked = V_MASK | OMEGA_MASK;
constexpr std::uint64_t kick_reads =
    kicked | F_MASK | TORQUE_MASK | RMASS_MASK | RADIUS_MASK | MASK_MASK;

constexpr bool has_gpu = !std::is_same_v<LMPDeviceType, LMPHostType>;

// Host and device, or the two of LAMMPS and its KOKKOS package, have arrays of their own.
constexpr bool copies_arrays = has_gpu || DAT::ttransform_kkfloat_1d_3::NEED_TRANSFORM;

// What these computes use is open to derived classes only.
struct SphereBias : ComputeTempSphere {
  static Compute *of(const ComputeTempSphere *compute) { return compute->*(&SphereBias::tbias); }
};

struct PressureTemperature : ComputePressure {
  // null where it has no kinetic part
  static Compute *of(const ComputePressure *compute)
  {
    return compute->*(&PressureTemperature::keflag) ? compute->*(&PressureTemperature::temperature) : nullptr;
  }
};

template <class Kernel> void for_each_sphere(const char *name, int count, const Kernel &kernel)
{
  Kokkos::parallel_for(name, Kokkos::RangePolicy<LMPDeviceType>(0, count), kernel);
}

template <class Kernel>
void add_kinetic_of_each(const char *name, int count, const Kernel &kernel, double *kinetic)
{
  SixSums stress;
  Kokkos::parallel_reduce(name, Kokkos::RangePolicy<LMPDeviceType>(0, count), kernel, stress);
  for (int k = 0; k < 6; ++k) kinetic[k] += stress.value[k];
}

}    // namespace

template <class DeviceType>
FixNphSphereKokkos<DeviceType>::FixNphSphereKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixNphSphereSrt(lmp, narg, arg,
                    std::is_same_v<DeviceType, LMPDeviceType> ? "temp/sphere/kk" : "temp/sphere/kk/host"),
    atoms_{dynamic_cast<AtomKokkos *>(atom)}, domain_{dynamic_cast<DomainKokkos *>(domain)}
{
  kokkosable = 1;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  // each function asks for what it needs
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::init()
{
  atoms_->sync(Host, MASK_MASK | RADIUS_MASK);
  FixNphSphereSrt::init();

  on_device_ = std::is_same_v<DeviceType, LMPDeviceType> && (has_gpu || lmp->kokkos->neighflag == FULL);
  execution_space = on_device_ ? SphereViews::space : Host;

  bias_ = temperature->tempbias ? temperature : nullptr;
  if (const auto *sphere = dynamic_cast<const ComputeTempSphere *>(bias_)) bias_ = SphereBias::of(sphere);
  if (copies_arrays && bias_ && temperature->kokkosable && !bias_->kokkosable)
    error->all(FLERR,
               "Fix {} cannot use compute {} with the bias of compute {}: LAMMPS keeps velocities on a device or in "
               "single precision, and style {} has no /kk",
               style, temperature->id, bias_->id, bias_->style);

  const auto *of_stress = dynamic_cast<const ComputePressure *>(pressure);
  other_temperature_ = of_stress ? PressureTemperature::of(of_stress) : nullptr;
  if (other_temperature_ == temperature) other_temperature_ = nullptr;
}

/* ---- where the arrays are up to date ---- */

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::bring(std::uint64_t fields)
{
  atoms_->sync(execution_space, fields);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::changed(std::uint64_t fields)
{
  atoms_->modified(execution_space, fields);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::bring_for(const Compute &compute)
{
  atoms_->sync(compute.execution_space, compute.datamask_read);
  if (&compute == pressure && other_temperature_) bring_for(*other_temperature_);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::changed_by(const Compute &compute)
{
  atoms_->modified(compute.execution_space, compute.datamask_modify);
  if (&compute == pressure && other_temperature_) changed_by(*other_temperature_);
}

template <class DeviceType> double FixNphSphereKokkos<DeviceType>::scalar_of(Compute &compute)
{
  bring_for(compute);
  const double found = compute.compute_scalar();
  changed_by(compute);
  return found;
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::vector_of(Compute &compute)
{
  bring_for(compute);
  compute.compute_vector();
  changed_by(compute);
}

/* ---- the passes over the spheres ---- */

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::first_half(const SpherePass &pass)
{
  bring(kick_reads | (pass.step.drift ? X_MASK : EMPTY_MASK));
  if (on_device_)
    for_each_sphere("granular_srt::first_half", atom->nlocal, FirstHalf{SphereViews::of(*atoms_), pass});
  else
    FixNphSphereSrt::first_half(pass);
  changed(kicked | (pass.step.drift ? X_MASK : EMPTY_MASK));
}

template <class DeviceType>
void FixNphSphereKokkos<DeviceType>::second_half(const SpherePass &pass, double *kinetic)
{
  bring(kick_reads);
  if (on_device_) {
    const SecondHalf half{SphereViews::of(*atoms_), pass};
    if (kinetic)
      add_kinetic_of_each("granular_srt::second_half", atom->nlocal, SecondHalfAndKinetic{half}, kinetic);
    else
      for_each_sphere("granular_srt::second_half", atom->nlocal, half);
  } else {
    FixNphSphereSrt::second_half(pass, kinetic);
  }
  changed(kicked);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::sum_kinetic(double *kinetic)
{
  bring(kicked | RMASS_MASK | RADIUS_MASK);
  if (on_device_)
    add_kinetic_of_each("granular_srt::kinetic", atom->nlocal, SumKinetic{SphereViews::of(*atoms_)}, kinetic);
  else
    FixNphSphereSrt::sum_kinetic(kinetic);
}

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::rotate_dipoles()
{
  bring(MU_MASK | OMEGA_MASK | MASK_MASK);
  if (on_device_)
    for_each_sphere("granular_srt::rotate_dipoles", atom->nlocal,
                    RotateDipoles{SphereViews::of(*atoms_), atoms_->k_mu.view<LMPDeviceType>(), groupbit,
                                dlm_flag != 0, dtv});
  else
    FixNphSphereSrt::rotate_dipoles();
  changed(MU_MASK | (dlm_flag ? OMEGA_MASK : EMPTY_MASK));
}

template <class DeviceType>
void FixNphSphereKokkos<DeviceType>::scale_biased_velocities(const barostat::VelocityScaling &scaling)
{
  if (on_device_ && bias_->kokkosable) {
    bias_->remove_bias_all_kk();
    bring(V_MASK | MASK_MASK);
    for_each_sphere("granular_srt::scale_velocities", atom->nlocal,
                    ScaleVelocities{SphereViews::of(*atoms_), groupbit, scaling});
    changed(V_MASK);
    bias_->restore_bias_all();
    return;
  }
  // a bias may depend on anything
  atoms_->sync(Host, ALL_MASK);
  FixNphSphereSrt::scale_biased_velocities(scaling);
  atoms_->modified(Host, V_MASK);
}

/* ---- flips ---- */

template <class DeviceType> void FixNphSphereKokkos<DeviceType>::flip_atoms(const barostat::Flip &flip)
{
  domain_->image_flip(flip.xy, flip.xz, flip.yz);
  domain_->remap_all();

  domain_->x2lamda(atom->nlocal);
  atoms_->sync(Host, ALL_MASK);
  irregular->migrate_atoms();
  atoms_->modified(Host, ALL_MASK);
  domain_->lamda2x(atom->nlocal);
}

template class FixNphSphereKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixNphSphereKokkos<LMPHostType>;
#endif

}    // namespace granular_srt
