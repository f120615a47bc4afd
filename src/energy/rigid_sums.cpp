#include "body_sums.h"

#include "atom.h"
#include "comm.h"
#include "force.h"
#include "math_extra.h"
#include "modify.h"

#ifdef GRANULAR_SRT_RIGID
#include "fix_rigid.h"
#include "fix_rigid_small.h"
#endif

#include <cstddef>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // A body, with the loads of keywords gravity and langevin, null without.
  struct RigidBody {
    double mass;
    const double *v, *omega, *angular_momentum;
    const double *moments, *axes[3];    // omega is not known before the set-up of the fix
    const double *acceleration, *thermostat;
  };

#ifdef GRANULAR_SRT_RIGID

  // Access to the bodies of LAMMPS' fixes. All ranks have all bodies of fix rigid.
  struct Rigid : FixRigid {
    static const int *body_of_atoms(const FixRigid *fix) { return fix->*(&Rigid::body); }
    template <class Task> static void for_each_body(const FixRigid *fix, int rank, Task task)
    {
      const auto its = [&](auto member) { return fix->*member; };
      const bool weight = its(&Rigid::id_gravity), thermostat = its(&Rigid::langflag);
      for (int b = 0; rank == 0 && b < its(&Rigid::nbody); ++b)
        task(RigidBody{its(&Rigid::masstotal)[b],
                       its(&Rigid::vcm)[b],
                       its(&Rigid::omega)[b],
                       its(&Rigid::angmom)[b],
                       its(&Rigid::inertia)[b],
                       {its(&Rigid::ex_space)[b], its(&Rigid::ey_space)[b], its(&Rigid::ez_space)[b]},
                       weight ? its(&Rigid::gvec) : nullptr,
                       thermostat ? its(&Rigid::langextra)[b] : nullptr});
    }
  };

  struct RigidSmall : FixRigidSmall {
    static const tagint *body_of_atoms(const FixRigidSmall *fix) { return fix->*(&RigidSmall::bodytag); }
    template <class Task> static void for_each_body(const FixRigidSmall *fix, Task task)
    {
      const auto its = [&](auto member) { return fix->*member; };
      const int bodies = its(&RigidSmall::nlocal_body);
      // before its first set-up, the fix has no place for its random forces
      const bool weight = its(&RigidSmall::id_gravity),
                 thermostat = its(&RigidSmall::langflag) && its(&RigidSmall::maxlang) >= bodies;
      for (int b = 0; b < bodies; ++b) {
        const auto &one = its(&RigidSmall::body)[b];
        task(RigidBody{one.mass,
                       one.vcm,
                       one.omega,
                       one.angmom,
                       one.inertia,
                       {one.ex_space, one.ey_space, one.ez_space},
                       weight ? its(&RigidSmall::gvec) : nullptr,
                       thermostat ? its(&RigidSmall::langextra)[b] : nullptr});
      }
    }
  };

  template <class Task> void for_each_body(const LAMMPS *lmp, Task task)
  {
    for (const Fix *fix : lmp->modify->get_fix_list()) {
      if (const auto *rigid = dynamic_cast<const FixRigid *>(fix))
        Rigid::for_each_body(rigid, lmp->comm->me, task);
      else if (const auto *small = dynamic_cast<const FixRigidSmall *>(fix))
        RigidSmall::for_each_body(small, task);
    }
  }

  // Calls task(atom) for each atom of this rank that is in a body.
  template <class Task> void for_each_particle(const LAMMPS *lmp, Task task)
  {
    for (const Fix *fix : lmp->modify->get_fix_list()) {
      const auto *rigid = dynamic_cast<const FixRigid *>(fix);
      const auto *small = dynamic_cast<const FixRigidSmall *>(fix);
      if (!rigid && !small) continue;
      for (int i = 0; i < lmp->atom->nlocal; ++i)
        if (rigid ? Rigid::body_of_atoms(rigid)[i] >= 0 : RigidSmall::body_of_atoms(small)[i] > 0) task(i);
    }
  }

#else

  template <class Task> void for_each_body(const LAMMPS *, Task) {}
  template <class Task> void for_each_particle(const LAMMPS *, Task) {}

#endif

  using MathExtra::dot3;

}    // namespace

void RigidSums::keep_velocities()
{
  kept_.clear();
  for_each_body(lmp, [&](const RigidBody &one) {
    kept_.insert(kept_.end(), one.v, one.v + 3);
    kept_.insert(kept_.end(), one.omega, one.omega + 3);
  });
}

RigidPower RigidSums::power(bool kept) const
{
  RigidPower sum{};
  std::size_t place = 0;
  for_each_body(lmp, [&](const RigidBody &one) {
    const double *const v = kept ? kept_.data() + place : one.v, *const omega = kept ? v + 3 : one.omega;
    place += 6;
    if (one.acceleration) sum.of_weight += one.mass * dot3(one.acceleration, v);
    if (one.thermostat) sum.of_thermostat += dot3(one.thermostat, v) + dot3(one.thermostat + 3, omega);
  });
  return sum;
}

KineticEnergy RigidSums::kinetic_beyond_particles(double inertia) const
{
  double translation = 0.0, rotation = 0.0;
  for_each_body(lmp, [&](const RigidBody &one) {
    translation += one.mass * dot3(one.v, one.v);
    for (int k = 0; k < 3; ++k)
      if (one.moments[k] > 0.0) {
        const double along = dot3(one.angular_momentum, one.axes[k]);
        rotation += along * along / one.moments[k];
      }
  });
  for_each_particle(lmp, [&](int i) {
    const double mass = atom->rmass[i], radius = atom->radius[i];
    translation -= mass * dot3(atom->v[i], atom->v[i]);
    rotation -= inertia * mass * radius * radius * dot3(atom->omega[i], atom->omega[i]);
  });
  return {0.5 * force->mvv2e * translation, 0.5 * force->mvv2e * rotation};
}

}    // namespace granular_srt
