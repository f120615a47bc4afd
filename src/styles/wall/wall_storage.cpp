// Per-particle data of fix wall/granular: allocation, migration between processors, restart files.

#include "fix_wall_granular.h"

#include "atom.h"
#include "comm.h"
#include "memory.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr int restart_format = 1;

  /// Reads a value and advances the pointer beyond it.
  template <class T> T read_value(char *&buffer)
  {
    T value;
    std::memcpy(&value, buffer, sizeof(T));
    buffer += sizeof(T);
    return value;
  }

}    // namespace

void FixWallGranular::grow_arrays(int nmax)
{
  if (remembers_) stored_history().grow(nmax);
  if (wall_.contacts) memory->grow(array_atom, nmax, size_peratom_cols, "wall/granular:array_atom");
}

void FixWallGranular::drop_host_history()
{
  history_ = WallHistory(wall_.shape->most_contacts(), layout_.size);
}

void FixWallGranular::copy_arrays(int i, int j, int /*delflag*/)
{
  if (remembers_) stored_history().copy(i, j);
  if (wall_.contacts) std::copy_n(array_atom[i], size_peratom_cols, array_atom[j]);
}

void FixWallGranular::set_arrays(int i)
{
  if (remembers_) stored_history().clear(i);
  if (wall_.contacts) std::fill_n(array_atom[i], size_peratom_cols, 0.0);
}

int FixWallGranular::pack_exchange(int i, double *buffer)
{
  int n = remembers_ ? stored_history().pack(i, buffer) : 0;
  if (wall_.contacts) {
    std::copy_n(array_atom[i], size_peratom_cols, buffer + n);
    n += size_peratom_cols;
  }
  return n;
}

int FixWallGranular::unpack_exchange(int i, double *buffer)
{
  int n = remembers_ ? stored_history().unpack(i, buffer) : 0;
  if (wall_.contacts) {
    std::copy_n(buffer + n, size_peratom_cols, array_atom[i]);
    n += size_peratom_cols;
  }
  return n;
}

int FixWallGranular::size_restart(int i)
{
  return 1 + stored_history().packed_size(i);
}

int FixWallGranular::maxsize_restart()
{
  return 1 + history_.largest_packed_size();
}

int FixWallGranular::pack_restart(int i, double *buffer)
{
  buffer[0] = size_restart(i);    // LAMMPS requires the size in the first double
  return 1 + stored_history().pack(i, buffer + 1);
}

void FixWallGranular::unpack_restart(int i, int nth)
{
  const double *block = atom->extra[i];
  for (int k = 0; k < nth; ++k) block += static_cast<int>(*block);
  const int size = static_cast<int>(block[0]) - 1;
  if (!other_springs_ && size > 0 && history_.is_packed(block[1], size)) {
    stored_history().unpack(i, block + 1);
  } else {
    stored_history().clear(i);
    ++lost_springs_;
  }
}

// Size in bytes, format, length of the signature, signature, time, state of the wall's shape.
void FixWallGranular::write_restart(FILE *fp)
{
  if (comm->me != 0) return;
  const std::string signature = history_signature();
  const int length = static_cast<int>(signature.size());
  const double now = time();
  const int bytes = static_cast<int>(2 * sizeof(int) + sizeof(double)) + length + wall_.shape->state_bytes();
  fwrite(&bytes, sizeof(int), 1, fp);
  fwrite(&restart_format, sizeof(int), 1, fp);
  fwrite(&length, sizeof(int), 1, fp);
  fwrite(signature.data(), 1, signature.size(), fp);
  fwrite(&now, sizeof(double), 1, fp);
  wall_.shape->write_state(fp);
}

void FixWallGranular::restart(char *buffer)
{
  other_springs_ = true;
  if (read_value<int>(buffer) != restart_format) return;
  const int length = read_value<int>(buffer);
  const std::string signature(buffer, buffer + length);
  buffer += length;
  set_clock(read_value<double>(buffer));
  if (signature != history_signature()) return;
  wall_.shape->read_state(buffer);
  other_springs_ = false;
}

}    // namespace granular_srt
