#include "rigid_sums.h"

#include "comm.h"
#include "modify.h"

#ifdef GRANULAR_SRT_RIGID
#include "fix_rigid.h"
#include "fix_rigid_small.h"
#endif

#include <cstddef>
#include <numeric>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // A body, with the loads of keywords gravity and langevin, null without.
  struct RigidBody {
    double mass;
    const double *v, *omega;
    const double *acceleration, *thermostat;
  };

#ifdef GRANULAR_SRT_RIGID

  // Access to the bodies of LAMMPS' fixes. All ranks have all bodies of fix rigid.
  struct Rigid : FixRigid {
    template <class Task> static void for_each(const FixRigid *fix, int rank, Task task)
    {
      const auto its = [&](auto member) { return fix->*member; };
      const bool weight = its(&Rigid::id_gravity), thermostat = its(&Rigid::langflag);
      for (int b = 0; rank == 0 && b < its(&Rigid::nbody); ++b)
        task(RigidBody{its(&Rigid::masstotal)[b], its(&Rigid::vcm)[b], its(&Rigid::omega)[b],
                       weight ? its(&Rigid::gvec) : nullptr,
                       thermostat ? its(&Rigid::langextra)[b] : nullptr});
    }
  };

  struct RigidSmall : FixRigidSmall {
    template <class Task> static void for_each(const FixRigidSmall *fix, Task task)
    {
      const auto its = [&](auto member) { return fix->*member; };
      const int bodies = its(&RigidSmall::nlocal_body);
      // before its first set-up, the fix has no place for its random forces
      const bool weight = its(&RigidSmall::id_gravity),
                 thermostat = its(&RigidSmall::langflag) && its(&RigidSmall::maxlang) >= bodies;
      for (int b = 0; b < bodies; ++b) {
        const auto &one = its(&RigidSmall::body)[b];
        task(RigidBody{one.mass, one.vcm, one.omega, weight ? its(&RigidSmall::gvec) : nullptr,
                       thermostat ? its(&RigidSmall::langextra)[b] : nullptr});
      }
    }
  };

  template <class Task> void for_each_body(const LAMMPS *lmp, Task task)
  {
    for (const Fix *fix : lmp->modify->get_fix_list()) {
      if (const auto *rigid = dynamic_cast<const FixRigid *>(fix))
        Rigid::for_each(rigid, lmp->comm->me, task);
      else if (const auto *small = dynamic_cast<const FixRigidSmall *>(fix))
        RigidSmall::for_each(small, task);
    }
  }

#else

  template <class Task> void for_each_body(const LAMMPS *, Task) {}

#endif

  double dot(const double *a, const double *b)
  {
    return std::inner_product(a, a + 3, b, 0.0);
  }

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
    if (one.acceleration) sum.of_weight += one.mass * dot(one.acceleration, v);
    if (one.thermostat) sum.of_thermostat += dot(one.thermostat, v) + dot(one.thermostat + 3, omega);
  });
  return sum;
}

}    // namespace granular_srt
