#pragma once

// What differs between the releases of LAMMPS that are supported, from 4 Feb 2025 on (doc/installing.md has the list). A template
// asks LAMMPS' own class for the newer form and otherwise uses the older one.

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "fix_nh.h"
#include "fix_wall.h"
#include "pair.h"
#if __has_include("graphics.h")
#include "graphics.h"
#endif

namespace granular_srt {

/// Replaces a distance vector by that of the nearest images (Domain::minimum_image()).
template <class Domain> void minimum_image(Domain &domain, double *distance)
{
  if constexpr (requires { domain.minimum_image(FLERR, distance); })
    domain.minimum_image(FLERR, distance);
  else
    domain.minimum_image(distance);
}

/// A pair style of spheres. `neighbor multi` by intervals asks it for cutoffs in older releases, and takes diameters in
/// newer ones.
struct PairOfSpheres : LAMMPS_NS::Pair {
  using Pair::Pair;
  double atom2cut(int i) { return 2.0 * atom->radius[i]; }
  double radii2cut(double radius_i, double radius_j) { return radius_i + radius_j; }
};

/// Keyword `isochoric` of LAMMPS' barostats. Older releases do not have it.
struct ConstantVolume : LAMMPS_NS::FixNH {
  /// Whether this length of the box adapts so that the volume stays constant.
  template <class Access = ConstantVolume> static bool adapts(const FixNH &fix, int dimension)
  {
    // a restart file may have it for a command without the keyword
    if constexpr (requires { &Access::p_isoch; })
      return fix.*(&Access::isochoric) && (fix.*(&Access::p_isoch))[dimension] != 0;
    else
      return false;
  }

  /// The constant volume [length^3]; 0 without this keyword.
  template <class Access = ConstantVolume> static double volume(const FixNH &fix)
  {
    if constexpr (requires { &Access::vol_start; })
      return fix.*(&Access::isochoric) ? fix.*(&Access::vol_start) : 0.0;
    else
      return 0.0;
  }
};

/// Walls in pictures, as LAMMPS' own walls draw planes. Older releases do not draw walls.
struct Picture {
#if __has_include("graphics.h")
  static constexpr bool available = true;
  static constexpr int line = LAMMPS_NS::Graphics::CYLINDER, triangle = LAMMPS_NS::Graphics::TRIANGLE;
#else
  static constexpr bool available = false;
  static constexpr int line = 0, triangle = 0;
#endif

  /// Writes the corners of a plane into the rows of Fix::image().
  template <class Wall = LAMMPS_NS::FixWall, class Domain>
  static void draw_plane(int plane, int side, double position, double **rows, Domain *domain)
  {
    if constexpr (available) Wall::update_image_plane(plane, side, position, rows, domain);
  }
};

}    // namespace granular_srt
