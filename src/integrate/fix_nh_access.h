#pragma once

#include "barostat/voigt.h"

#include <algorithm>

namespace granular_srt {

// Values of FixNH's integer members. LAMMPS defines these names in fix_nh.cpp, where other files cannot see them.
enum { COUPLE_NONE, COUPLE_XYZ, COUPLE_XY, COUPLE_YZ, COUPLE_XZ };    // FixNH::pcouple
enum { STYLE_ISO, STYLE_ANISO, STYLE_TRICLINIC };                     // FixNH::pstyle
enum { NO_BIAS, BIAS };                                               // FixNH::which

/// Reads six numbers in the order xx yy zz yz xz xy from an array of FixNH or Domain.
inline barostat::Voigt from_array(const double *a)
{
  return {{a[0], a[1], a[2], a[3], a[4], a[5]}};
}

/// Writes six numbers in that order.
inline void to_array(const barostat::Voigt &v, double *a)
{
  std::copy(v.value, v.value + 6, a);
}

}    // namespace granular_srt
