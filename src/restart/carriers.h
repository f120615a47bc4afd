#pragma once

#include "carries_state.h"

#include "host/pair_styles.h"

#include "fix.h"
#include "modify.h"
#include "pair.h"

#include <string>

namespace granular_srt {

/// Calls task(name, style) for all styles with their own state. The name is that of the state in a restart file.
template <class Task> void for_each_carrier(LAMMPS_NS::LAMMPS *lmp, Task task)
{
  for_each_pair_style(lmp, [&](LAMMPS_NS::Pair *pair, int number) {
    if (auto *carrier = dynamic_cast<CarriesState *>(pair)) task("pair " + std::to_string(number), *carrier);
  });
  for (LAMMPS_NS::Fix *fix : lmp->modify->get_fix_list())
    if (auto *carrier = dynamic_cast<CarriesState *>(fix)) task(std::string("fix ") + fix->id, *carrier);
}

/// Calls task(name, virial) for the virial of the pair style and of each fix that has one.
template <class Task> void for_each_virial(LAMMPS_NS::LAMMPS *lmp, Task task)
{
  const std::string virial_of = "virial of ";
  if (lmp->force->pair) task(virial_of + "pair", lmp->force->pair->virial);
  for (LAMMPS_NS::Fix *fix : lmp->modify->get_fix_list())
    if (fix->virial_global_flag) task(virial_of + "fix " + fix->id, fix->virial);
}

}    // namespace granular_srt
