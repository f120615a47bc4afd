// What fix nph/sphere does with the particles: its passes over them, shared by threads where there are some.

#include "fix_nph_sphere_srt.h"

#include "contacts/contact_kernel.h"
#include "simd/kernels.h"

#include "atom.h"
#include "compute.h"

#include <algorithm>
#include <vector>

namespace granular_srt {

using barostat::Cell;

barostat::VelocityScaling FixNphSphereSrt::scaling() const
{
  return barostat::velocity_scaling(rates(), mtk_term2, dthalf);
}

SpherePass FixNphSphereSrt::pass(bool scale) const
{
  SpherePass one{};
  one.group = groupbit;
  one.step.scale = scale;
  one.step.scaling = scaling();
  one.step.kick = dtf;
  one.step.spin_kick = dtf / inertia_factor;
  return one;
}

void FixNphSphereSrt::kick(bool scale)
{
  first_half(pass(scale));
}

void FixNphSphereSrt::kick_and_drift(bool scale)
{
  SpherePass one = pass(scale);
  const Cell start = read_cell();
  const Cell middle = half_step_of_cell(start);
  const Cell end = half_step_of_cell(middle);
  one.step.drift = true;
  one.step.to_middle = barostat::cell_map(start, middle);
  one.step.to_end = barostat::cell_map(middle, end);
  one.step.time = dtv;
  // every bit dilates where the whole system does
  one.dilating = allremap ? ~0 : dilate_group_bit;
  for (const Cell &cell : {middle, end}) {
    for (auto *rigid : rfix) rigid->deform(0);
    put_cell(cell);
    for (auto *rigid : rfix) rigid->deform(1);
  }
  first_half(one);
  if (dipole_flag) rotate_dipoles();
}

SphereArrays FixNphSphereSrt::arrays() const
{
  return {atom->nlocal, atom->x[0],     atom->v[0], atom->omega[0], atom->f[0],
          atom->torque[0], atom->rmass, atom->radius, atom->mask};
}

int FixNphSphereSrt::parts() const
{
  const Workers *threads = workers();
  return threads ? threads->count() : 1;
}

// Calls task(part, its spheres) for each part.
void FixNphSphereSrt::share(const std::function<void(int, const SphereArrays &)> &task) const
{
  const SphereArrays all = arrays();
  const int count = parts();
  if (count == 1) {
    task(0, all);
    return;
  }
  const int blocks = (all.count + block - 1) / block;
  const int each = (blocks + count - 1) / count * block;
  workers()->run([&](int part) {
    const int first = std::min(part * each, all.count);
    task(part, part_of(all, first, std::min(first + each, all.count)));
  });
}

void FixNphSphereSrt::first_half(const SpherePass &pass)
{
  share([&](int, const SphereArrays &spheres) { kernels_->spheres.first_half(spheres, pass); });
}

void FixNphSphereSrt::second_half(const SpherePass &pass, double *kinetic)
{
  std::vector<BlockSums> sums(parts());
  share([&](int part, const SphereArrays &spheres) {
    kernels_->spheres.second_half(spheres, pass, kinetic ? &sums[part] : nullptr);
  });
  if (!kinetic) return;
  for (const BlockSums &sum : sums) sum.add_to(kinetic);
}

void FixNphSphereSrt::sum_kinetic(double *kinetic)
{
  std::vector<BlockSums> sums(parts());
  share([&](int part, const SphereArrays &spheres) {
    kernels_->spheres.kinetic_stress(spheres, sums[part]);
  });
  for (const BlockSums &sum : sums) sum.add_to(kinetic);
}

void FixNphSphereSrt::rotate_dipoles()
{
  for (int i = 0; i < atom->nlocal; i++) {
    double *mu = atom->mu[i];
    if (!(atom->mask[i] & groupbit) || !(mu[3] > 0.0)) continue;
    if (dlm_flag) barostat::rotate_dipole_dlm(mu, mu[3], atom->omega[i], dtv);
    else barostat::rotate_dipole(mu, mu[3], atom->omega[i], dtv);
  }
}

void FixNphSphereSrt::scale_biased_velocities(const barostat::VelocityScaling &scaling)
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    double *v = atom->v[i];
    temperature->remove_bias(i, v);
    barostat::scale_velocity(scaling, v);
    temperature->restore_bias(i, v);
  }
}

}    // namespace granular_srt
