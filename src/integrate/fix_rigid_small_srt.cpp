#include "fix_rigid_small_srt.h"

#include "engine/evaluate/instruction_set.h"
#include "host/style_table.h"

#include "rigid_const.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"

#include <cstddef>

using namespace LAMMPS_NS;

namespace granular_srt {

void FixRigidSmallSrt::init()
{
  FixRigidSmall::init();
  announce_styles(lmp);
  instruction_set_ = &instruction_set(lmp);
}

// LAMMPS' loops are used if a body may have other particles than spheres, and for few atoms.
bool FixRigidSmallSrt::left_to_lammps() const
{
  constexpr int few = 4;
  const bool spheres = extended && !orientflag && !dorientflag && atom->omega_flag && atom->torque_flag;
  return !spheres || atom->nlocal <= few || nlocal_body + nghost_body == 0;
}

RigidBodies FixRigidSmallSrt::bodies() const
{
  static_assert(sizeof(Body) % sizeof(double) == 0);
  static_assert(offsetof(Body, ey_space) == offsetof(Body, ex_space) + 3 * sizeof(double) &&
                offsetof(Body, ez_space) == offsetof(Body, ex_space) + 6 * sizeof(double));
  return {nlocal_body,
          nlocal_body + nghost_body,
          sizeof(Body) / sizeof(double),
          &body->mass,
          body->inertia,
          body->xcm,
          body->xgc,
          body->xgc_body,
          body->vcm,
          body->omega,
          body->angmom,
          body->fcm,
          body->torque,
          body->quat,
          body->ex_space};
}

BodyAtoms FixRigidSmallSrt::atoms_of_bodies() const
{
  return {atom->nlocal,    atom->x[0], atom->v[0], atom->omega[0], atom->f[0],
          atom->torque[0], atom2body,  eflags,     xcmimage,       displace[0]};
}

RigidPass FixRigidSmallSrt::rigid_pass() const
{
  const Domain &box = *domain;
  return {dtf,
          dtv,
          dtq,
          {box.xprd, box.yprd, box.zprd, box.xy, box.xz, box.yz},
          box.dimension == 2,
          RigidConst::SPHERE | RigidConst::OMEGA | RigidConst::TORQUE};
}

void FixRigidSmallSrt::initial_integrate(int vflag)
{
  v_init(vflag);
  // LAMMPS adds the virial of the constraints in its loops over atoms
  if (evflag || left_to_lammps()) {
    FixRigidSmall::initial_integrate(vflag);
    return;
  }
  instruction_set_->rigid.move_bodies(bodies(), rigid_pass());
  commflag = RigidConst::INITIAL;
  comm->forward_comm(this, 29);
  instruction_set_->rigid.place_atoms(bodies(), atoms_of_bodies(), rigid_pass());
}

void FixRigidSmallSrt::final_integrate()
{
  if (evflag || left_to_lammps()) {
    FixRigidSmall::final_integrate();
    return;
  }
  if (!earlyflag) compute_forces_and_torques();
  if (domain->dimension == 2) enforce2d();
  instruction_set_->rigid.kick_bodies(bodies(), rigid_pass());
  commflag = RigidConst::FINAL;
  comm->forward_comm(this, 10);
  instruction_set_->rigid.set_atom_velocities(bodies(), atoms_of_bodies(), rigid_pass());
}

void FixRigidSmallSrt::compute_forces_and_torques()
{
  if (langflag || left_to_lammps()) {
    FixRigidSmall::compute_forces_and_torques();
    return;
  }
  instruction_set_->rigid.sum_loads(bodies(), atoms_of_bodies(), rigid_pass());
  commflag = RigidConst::FORCE_TORQUE;
  comm->reverse_comm(this, 6);
  if (!id_gravity) return;
  for (Body *one = body; one != body + nlocal_body; ++one)
    for (int k = 0; k < 3; ++k) one->fcm[k] += gvec[k] * one->mass;
}

}    // namespace granular_srt
