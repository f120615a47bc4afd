#include "environment.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>

using namespace LAMMPS_NS;

namespace granular_srt {

std::string broadcast_from_first_rank(const LAMMPS *lmp, std::string text)
{
  int size = static_cast<int>(text.size());
  MPI_Bcast(&size, 1, MPI_INT, 0, lmp->world);
  text.resize(size);
  MPI_Bcast(text.data(), size, MPI_CHAR, 0, lmp->world);
  return text;
}

std::optional<std::string> environment_variable(const LAMMPS *lmp, const std::string &name)
{
  const char *given = lmp->comm->me == 0 ? std::getenv(name.c_str()) : nullptr;
  const std::string text = broadcast_from_first_rank(lmp, given ? std::string("=") + given : "");
  if (text.empty()) return std::nullopt;
  return text.substr(1);
}

// Values that are allowed depend on the processor: ranks may have different ones.
std::string environment_choice(LAMMPS *lmp, const std::string &name, const std::vector<std::string> &allowed)
{
  const auto given = environment_variable(lmp, name);
  if (!given) return allowed.front();
  const bool here = std::find(allowed.begin(), allowed.end(), *given) != allowed.end();
  int everywhere = here;
  MPI_Allreduce(MPI_IN_PLACE, &everywhere, 1, MPI_INT, MPI_MIN, lmp->world);
  if (everywhere) return *given;
  lmp->error->all(FLERR, "Illegal environment variable {} value {}: can be {} here{}", name, *given,
                  utils::join_words(allowed, ", "), here ? ", but not on all ranks" : "");
}

}    // namespace granular_srt
