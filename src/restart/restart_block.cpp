#include "restart_block.h"

#include "atom.h"
#include "comm.h"
#include "lammps.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace granular_srt {

std::span<const double> restart_block(const LAMMPS *lmp, int i, int nth)
{
  std::span<const double> rest(lmp->atom->extra[i], static_cast<std::size_t>(lmp->atom->nextra_store));
  for (int k = 0;; ++k) {
    if (rest.empty() || !(rest[0] >= 1.0 && rest[0] <= static_cast<double>(rest.size()))) return {};
    const auto size = static_cast<std::size_t>(rest[0]);
    if (k == nth) return rest.first(size);
    rest = rest.subspan(size);
  }
}

void read_restart_bytes(LAMMPS *lmp, FILE *fp, void *value, int bytes)
{
  if (lmp->comm->me == 0) utils::sfread(FLERR, value, 1, bytes, fp, nullptr, lmp->error);
  MPI_Bcast(value, bytes, MPI_BYTE, 0, lmp->world);
}

int peek_restart_int(LAMMPS *lmp, FILE *fp)
{
  const int value = read_restart_value<int>(lmp, fp);
  if (lmp->comm->me == 0) fseek(fp, -static_cast<long>(sizeof(int)), SEEK_CUR);
  return value;
}

}    // namespace granular_srt
