#include "fix_rigid_small_srt.h"

#include "engine/evaluate/instruction_set.h"
#include "host/style_table.h"

#include "rigid_const.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "math_extra.h"
#include "neighbor.h"

#include <cstddef>

using namespace LAMMPS_NS;

namespace granular_srt {

template <class Base> void RigidSmallLoops<Base>::init()
{
  Base::init();
  announce_styles(this->lmp);
  instruction_set_ = &instruction_set(this->lmp);
}

// LAMMPS' loops support particles with an orientation. They are faster for few atoms. The bits are the same.
template <class Base> bool RigidSmallLoops<Base>::left_to_lammps() const
{
  constexpr int few = 4;
  const bool spheres =
      this->extended && !this->orientflag && !this->dorientflag && atom->omega_flag && atom->torque_flag;
  return !spheres || atom->nlocal <= few || nlocal_body + nghost_body == 0;
}

template <class Base> RigidBodies RigidSmallLoops<Base>::bodies() const
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

template <class Base> BodyAtoms RigidSmallLoops<Base>::atoms_of_bodies()
{
  offset_.resize(3 * static_cast<std::size_t>(atom->nmax));
  return {atom->nlocal,    atom->x[0],   atom->v[0],     atom->omega[0],    atom->f[0],    atom->torque[0],
          this->atom2body, this->eflags, this->xcmimage, this->displace[0], offset_.data()};
}

template <class Base> RigidPass RigidSmallLoops<Base>::rigid_pass() const
{
  const Domain &box = *domain;
  return {this->dtf,
          this->dtv,
          this->dtq,
          {box.xprd, box.yprd, box.zprd, box.xy, box.xz, box.yz},
          box.dimension == 2,
          RigidConst::SPHERE | RigidConst::OMEGA | RigidConst::TORQUE,
          placed_ && this->neighbor->ago != 0};
}

template <class Base> void RigidSmallLoops<Base>::initial_integrate(int vflag)
{
  this->v_init(vflag);
  placed_ = false;
  // LAMMPS' loops add the virial of the constraints.
  if (this->evflag || left_to_lammps()) {
    Base::initial_integrate(vflag);
    return;
  }
  move_bodies();
  commflag = RigidConst::INITIAL;
  comm->forward_comm(this, 29);
  instruction_set_->rigid.place_atoms(bodies(), atoms_of_bodies(), rigid_pass());
  placed_ = true;
}

template <class Base> void RigidSmallLoops<Base>::final_integrate()
{
  if (this->evflag || left_to_lammps()) {
    Base::final_integrate();
    return;
  }
  if (!this->earlyflag) compute_forces_and_torques();
  kick_bodies();
  commflag = RigidConst::FINAL;
  comm->forward_comm(this, 10);
  instruction_set_->rigid.set_atom_velocities(bodies(), atoms_of_bodies(), rigid_pass());
}

template <class Base> void RigidSmallLoops<Base>::compute_forces_and_torques()
{
  if (this->langflag || left_to_lammps()) {
    Base::compute_forces_and_torques();
    return;
  }
  instruction_set_->rigid.sum_loads(bodies(), atoms_of_bodies(), rigid_pass());
  commflag = RigidConst::FORCE_TORQUE;
  comm->reverse_comm(this, 6);
  if (!this->id_gravity) return;
  for (Body *one = body; one != body + nlocal_body; ++one)
    for (int k = 0; k < 3; ++k) one->fcm[k] += this->gvec[k] * one->mass;
}

/* ---- rigid/small ---- */

void FixRigidSmallSrt::move_bodies()
{
  instruction_set_->rigid.move_bodies(bodies(), rigid_pass());
}

void FixRigidSmallSrt::kick_bodies()
{
  if (domain->dimension == 2) enforce2d();
  instruction_set_->rigid.kick_bodies(bodies(), rigid_pass());
}

/* ---- rigid/nve/small: LAMMPS' functions of one body ---- */

void FixRigidNveSmallSrt::kick(Body &one) const
{
  double torque[3], change[4];
  MathExtra::transpose_matvec(one.ex_space, one.ey_space, one.ez_space, one.torque, torque);
  MathExtra::quatvec(one.quat, torque, change);
  const double per_mass = dtf / one.mass;
  for (int k = 0; k < 3; ++k) one.vcm[k] += per_mass * one.fcm[k];
  for (int k = 0; k < 4; ++k) one.conjqm[k] += 2.0 * dtf * change[k];
}

void FixRigidNveSmallSrt::set_angular_momentum(Body &one)
{
  double in_frame[3];
  MathExtra::invquatvec(one.quat, one.conjqm, in_frame);
  MathExtra::matvec(one.ex_space, one.ey_space, one.ez_space, in_frame, one.angmom);
  for (double &component : one.angmom) component *= 0.5;
  MathExtra::angmom_to_omega(one.angmom, one.ex_space, one.ey_space, one.ez_space, one.inertia, one.omega);
}

void FixRigidNveSmallSrt::move_bodies()
{
  for (Body *one = body; one != body + nlocal_body; ++one) {
    kick(*one);
    for (int k = 0; k < 3; ++k) one->xcm[k] += dtv * one->vcm[k];
    for (const int axis : {3, 2, 1, 2, 3})
      MathExtra::no_squish_rotate(axis, one->conjqm, one->quat, one->inertia, axis == 1 ? dtv : dtq);
    MathExtra::q_to_exyz(one->quat, one->ex_space, one->ey_space, one->ez_space);
    set_angular_momentum(*one);
    MathExtra::matvec(one->ex_space, one->ey_space, one->ez_space, one->xgc_body, one->xgc);
    for (int k = 0; k < 3; ++k) one->xgc[k] += one->xcm[k];
  }
}

void FixRigidNveSmallSrt::kick_bodies()
{
  for (Body *one = body; one != body + nlocal_body; ++one) {
    kick(*one);
    set_angular_momentum(*one);
  }
}

}    // namespace granular_srt
