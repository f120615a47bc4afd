#include "environment.h"

#include "error.h"
#include "lammps.h"

#include <cstdlib>

namespace granular_srt {

std::string environment_choice(LAMMPS_NS::LAMMPS *lmp, const std::string &name,
                               const std::vector<std::string> &allowed)
{
  const char *given = std::getenv(name.c_str());
  if (!given) return allowed.front();
  std::string list;
  for (const std::string &value : allowed) {
    if (value == given) return value;
    list += (list.empty() ? "" : ", ") + value;
  }
  lmp->error->all(FLERR, "Illegal environment variable {} value {}: can be {} here", name, given, list);
}

}    // namespace granular_srt
