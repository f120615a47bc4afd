#include "fix_nve_sphere_srt.h"
#include "sphere_arrays.h"
#include "verlet_granular.h"

#include "engine/evaluate/instruction_set.h"
#include "host/style_table.h"

#include "atom.h"

namespace granular_srt {

void FixNveSphereSrt::init()
{
  FixNVESphere::init();
  announce_styles(lmp);
  instruction_set_ = &instruction_set(lmp);
}

int FixNveSphereSrt::integrated_count() const
{
  // atom_modify first: the atoms of that group are the first ones
  return igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
}

SpherePass FixNveSphereSrt::sphere_pass() const
{
  SpherePass pass{};
  pass.group = groupbit;
  pass.step.kick = dtf;
  pass.step.spin_kick = dtf / inertia;
  return pass;
}

// LAMMPS' loop is used for atom styles with omega but without one of the other arrays, and for few spheres, for which
// it is faster; the bits are the same.
bool FixNveSphereSrt::left_to_lammps() const
{
  constexpr int few = 4;
  return !atom->radius_flag || !atom->rmass_flag || !atom->torque_flag || integrated_count() <= few;
}

bool FixNveSphereSrt::can_be_joined() const
{
  return !dlm && !extra && atom->radius_flag && atom->rmass_flag && atom->torque_flag &&
      igroup != atom->firstgroup;
}

void FixNveSphereSrt::initial_integrate(int vflag)
{
  if (const auto *joined = verlet_granular(lmp); joined && joined->has_begun()) return;
  // rotate_dipole_dlm() rounds differently from LAMMPS' loop and would change the last digits
  if (dlm || left_to_lammps()) {
    FixNVESphere::initial_integrate(vflag);
    return;
  }
  SpherePass pass = sphere_pass();
  pass.step.drift = true;
  pass.step.time = dtv;
  instruction_set_->spheres.first_half(sphere_arrays(*atom, integrated_count()), pass);
  if (extra)
    for_each_dipole(*atom, integrated_count(), groupbit, [&](double *mu, double length, const double *omega) {
      barostat::rotate_dipole(mu, length, omega, dtv);
    });
}

void FixNveSphereSrt::final_integrate()
{
  if (auto *joined = verlet_granular(lmp); joined && joined->joins()) {
    const WeightPass weight = joined->begin_next_step();
    if (atom->nlocal == 0) return;
    SpherePass pass = sphere_pass();
    pass.step.drift = true;
    pass.step.time = dtv;
    instruction_set_->spheres.next_step(sphere_arrays(*atom, atom->nlocal), pass, weight);
    return;
  }
  if (left_to_lammps()) {
    FixNVESphere::final_integrate();
    return;
  }
  instruction_set_->spheres.second_half(sphere_arrays(*atom, integrated_count()), sphere_pass(), nullptr);
}

}    // namespace granular_srt
