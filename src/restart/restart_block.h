#pragma once

#include <cstdio>
#include <span>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Whether the plugin reads restart files of LAMMPS' own styles of this version (LAMMPS::restart_ver). The tested
/// releases write the same format.
constexpr bool is_known_stock_restart(int version)
{
  return version == 20250204 || version == 20250722 || version == 20260704;
}

/// Data of the fix with index `nth` in a restart file for particle i: number of doubles, then the doubles. Empty if the
/// sizes in the file do not agree.
std::span<const double> restart_block(const LAMMPS_NS::LAMMPS *lmp, int i, int nth);

/// Reads one value of a restart file on the first rank and gives it to all.
/// \throws LAMMPS error at the end of the file
void read_restart_bytes(LAMMPS_NS::LAMMPS *lmp, FILE *fp, void *value, int bytes);

template <class T> T read_restart_value(LAMMPS_NS::LAMMPS *lmp, FILE *fp)
{
  T value{};
  read_restart_bytes(lmp, fp, &value, static_cast<int>(sizeof(T)));
  return value;
}

/// The next integer in the file, which is read again.
int peek_restart_int(LAMMPS_NS::LAMMPS *lmp, FILE *fp);

}    // namespace granular_srt
