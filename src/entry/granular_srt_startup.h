// Read by LAMMPS itself where it contains GRANULAR-SRT (cmake/lammps_builtin.cmake), as C++17. To LAMMPS' build it is the
// header of an integrator: LAMMPS includes it where it fills its list of integrators. That is when a LAMMPS is created,
// after the lists of pair styles and fixes, and after "clear".
#ifdef INTEGRATE_CLASS
granular_srt::at_list_of_integrators(this);
#else
#ifndef GRANULAR_SRT_STARTUP_H
#define GRANULAR_SRT_STARTUP_H

#include "pointers.h"

namespace granular_srt {

/// Registers the styles.
void lammps_is_created(LAMMPS_NS::LAMMPS *lmp);

/// The LAMMPS that an object belongs to.
class Owner : LAMMPS_NS::Pointers {
 public:
  explicit Owner(const LAMMPS_NS::Pointers &object) : Pointers(object) {}
  LAMMPS_NS::LAMMPS *get() const { return lmp; }
};

/// The constructor of Update fills the list.
inline void at_list_of_integrators(const LAMMPS_NS::Pointers *update)
{
  lammps_is_created(Owner(*update).get());
}

/// "lmp -help" prints the list.
inline void at_list_of_integrators(const LAMMPS_NS::LAMMPS *) {}

}    // namespace granular_srt

#endif
#endif
