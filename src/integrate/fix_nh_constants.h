#pragma once

namespace granular_srt {

// Values of FixNH's integer members. LAMMPS defines these names in fix_nh.cpp, where other files cannot see them.
enum { COUPLE_NONE, COUPLE_XYZ, COUPLE_XY, COUPLE_YZ, COUPLE_XZ };    // FixNH::pcouple
enum { STYLE_ISO, STYLE_ANISO, STYLE_TRICLINIC };                     // FixNH::pstyle
enum { NO_BIAS, BIAS };                                               // FixNH::which

}    // namespace granular_srt
