// Passes of fix nph/sphere over the particles. The threads of workers(), if any, share them.

#include "fix_nph_sphere_srt.h"
#include "dipoles.h"
#include "sphere_arrays.h"

#include "engine/workers.h"
#include "engine/evaluate/instruction_set.h"

#include "atom.h"
#include "compute.h"

#include <algorithm>
#include <vector>

namespace granular_srt {

using barostat::Cell;

barostat::VelocityScaling FixNphSphereSrt::velocity_scaling() const
{
  return barostat::velocity_scaling(rates(), mtk_term2, dthalf);
}

SpherePass FixNphSphereSrt::sphere_pass(bool scale) const
{
  SpherePass pass{};
  pass.group = groupbit;
  pass.step.scale = scale;
  pass.step.scaling = velocity_scaling();
  pass.step.kick = dtf;
  pass.step.spin_kick = dtf / inertia_factor_;
  return pass;
}

void FixNphSphereSrt::kick(bool scale)
{
  first_half(sphere_pass(scale));
}

void FixNphSphereSrt::kick_and_drift(bool scale)
{
  SpherePass pass = sphere_pass(scale);
  const Cell start = current_cell();
  const Cell middle = advance_cell(start);
  const Cell end = advance_cell(middle);
  pass.step.drift = true;
  pass.step.to_middle = barostat::cell_map(start, middle);
  pass.step.to_end = barostat::cell_map(middle, end);
  pass.step.time = dtv;
  // allremap: all atoms move with the cell
  pass.dilating = allremap ? ~0 : dilate_group_bit;
  for (const Cell &cell : {middle, end}) {
    for (auto *rigid : rfix) rigid->deform(0);
    set_cell(cell);
    for (auto *rigid : rfix) rigid->deform(1);
  }
  first_half(pass);
  if (dipole_flag) rotate_dipoles();
}

int FixNphSphereSrt::part_count() const
{
  const Workers *threads = workers();
  return threads ? threads->count() : 1;
}

// Calls task(part, spheres of the part) for each part. A part is a range of whole blocks of BlockSums.
void FixNphSphereSrt::for_each_part(const std::function<void(int, const SphereArrays &)> &task) const
{
  const SphereArrays all = sphere_arrays(*atom, atom->nlocal);
  const int count = part_count();
  if (count == 1) {
    task(0, all);
    return;
  }
  const int blocks = (all.count + terms_in_block - 1) / terms_in_block;
  const int each = (blocks + count - 1) / count * terms_in_block;
  workers()->run([&](int part) {
    const int first = std::min(part * each, all.count);
    task(part, part_of(all, first, std::min(first + each, all.count)));
  });
}

void FixNphSphereSrt::first_half(const SpherePass &pass)
{
  for_each_part(
      [&](int, const SphereArrays &spheres) { instruction_set_->spheres.first_half(spheres, pass); });
}

void FixNphSphereSrt::second_half(const SpherePass &pass, double *kinetic)
{
  std::vector<BlockSums> sums(part_count());
  for_each_part([&](int part, const SphereArrays &spheres) {
    instruction_set_->spheres.second_half(spheres, pass, kinetic ? &sums[part] : nullptr);
  });
  if (!kinetic) return;
  for (const BlockSums &sum : sums) sum.add_to(kinetic);
}

void FixNphSphereSrt::add_kinetic_stress(double *kinetic)
{
  std::vector<BlockSums> sums(part_count());
  for_each_part([&](int part, const SphereArrays &spheres) {
    instruction_set_->spheres.kinetic_stress(spheres, sums[part]);
  });
  for (const BlockSums &sum : sums) sum.add_to(kinetic);
}

void FixNphSphereSrt::rotate_dipoles()
{
  for_each_dipole(*atom, atom->nlocal, groupbit, [&](double *mu, double length, double *omega) {
    if (dlm_flag)
      barostat::rotate_dipole_dlm(mu, length, omega, dtv);
    else
      barostat::rotate_dipole(mu, length, omega, dtv);
  });
}

void FixNphSphereSrt::scale_biased_velocities(const barostat::VelocityScaling &scaling)
{
  for (int i = 0; i < atom->nlocal; ++i) {
    if (!(atom->mask[i] & groupbit)) continue;
    double *v = atom->v[i];
    temperature->remove_bias(i, v);
    barostat::scale_velocity(scaling, v);
    temperature->restore_bias(i, v);
  }
}

}    // namespace granular_srt
