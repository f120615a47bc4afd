#include "command_words.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"

namespace granular_srt {

void LammpsWords::fail(const std::string &text) const
{
  lmp_->error->all(FLERR, "{}", text);
}

void LammpsWords::warn(const std::string &text, double first, double second) const
{
  if (lmp_->comm->me == 0) lmp_->error->warning(FLERR, text, first, second);
}

}    // namespace granular_srt
