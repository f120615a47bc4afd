#pragma once

#include "barostat/sphere_step.h"

#include "lmptype.h"

#include <cstddef>

namespace granular_srt {

/// LAMMPS' per-atom arrays of the atoms of this rank. Vectors are stored as [atom * 3 + dimension].
struct SphereArrays {
  int count;                      ///< number of atoms
  double *x, *v, *omega;          ///< [length], [length/time], [1/time]
  double *f, *torque;             ///< [force], [force length]
  const double *mass, *radius;    ///< [mass], [length]
  const int *mask;
};

/// Arrays of the atoms first ... last - 1.
inline SphereArrays atoms_in_range(const SphereArrays &all, int first, int last)
{
  const std::ptrdiff_t row = 3 * std::ptrdiff_t{first};
  return {last - first,     all.x + row,      all.v + row,        all.omega + row, all.f + row,
          all.torque + row, all.mass + first, all.radius + first, all.mask + first};
}

/// Arguments of a pass over all spheres.
struct SpherePass {
  int group;       ///< bits of the groups whose atoms are integrated
  int dilating;    ///< bits of the groups whose atoms move with the cell
  barostat::SphereStep step;
};

/// Arguments of the pass of fix gravity.
struct WeightPass {
  int group;                 ///< bits of the groups whose atoms have a weight
  double acceleration[3];    ///< times the mass it is a force: [force/mass]
};

/// Arrays of rigid bodies: addresses of the members of the first body. Vectors have three consecutive doubles, quat has
/// four, and axes has nine: [3 * axis + dimension].
struct RigidBodies {
  int owned, all;                       ///< number of bodies of this rank, and with its ghosts, which follow
  std::ptrdiff_t stride;                ///< from one body to the next [doubles]
  const double *mass, *moments;         ///< [mass], [mass length^2]
  double *center, *geometric_center;    ///< [length]
  const double *geometric_center_in_frame;    ///< components along the axes [length]
  double *v, *omega, *angmom;                 ///< [length/time], [1/time], [mass length^2/time]
  double *force, *torque;                     ///< [force], [force length]
  double *quat, *axes;
};

/// LAMMPS' arrays of the atoms of this rank, with what fix rigid/small keeps of each. Vectors are stored as [atom * 3 +
/// dimension].
struct BodyAtoms {
  int count;
  double *x, *v, *omega;               ///< [length], [length/time], [1/time]
  const double *f, *torque;            ///< [force], [force length]
  const int *body;                     ///< index of the body; negative for none
  const int *flags;                    ///< LAMMPS' flags of the fix
  const LAMMPS_NS::imageint *image;    ///< periodic image relative to the center of the body
  const double *displacement;          ///< from the center, along the axes [length]
  double *offset;                      ///< the same along x, y, z, written when the atoms are placed [length]
};

/// Arguments of the passes of a step.
struct RigidPass {
  double kick;         ///< half a time step times LAMMPS' ftm2v
  double time;         ///< time step [time]
  double half_time;    ///< half of it, for the rotation
  double edges[6];     ///< of the periodic box: lengths x, y, z and tilt factors xy, xz, yz [length]
  bool flat;           ///< dimension 2
  int sphere;          ///< the flags of a sphere
  bool placed;         ///< the atoms have been placed in this step and have kept their order
};

}    // namespace granular_srt
