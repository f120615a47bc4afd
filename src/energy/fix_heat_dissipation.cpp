#include "fix_heat_dissipation.h"

#include "checks/contact_requirements.h"
#include "models/command_words.h"

#include "error.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {

FixHeatDissipation::FixHeatDissipation(LAMMPS *lammps, int narg, char **arg) : Fix(lammps, narg, arg)
{
  if (!modify->get_fix_by_style("^heat/dissipation").empty())
    error->all(FLERR, "There can be only one fix {}", style);
  if (igroup != 0)
    error->all(FLERR,
               "Illegal fix {} group {}: must be all, because both particles of a contact take its heat",
               style, arg[1]);
  LammpsWords words(lmp, std::string("fix ") + style, narg - 3, arg + 3);
  while (!words.at_end()) {
    const std::string allowed = "between 0 and 1", word = words.keyword();
    if (word != "wall") error->all(FLERR, "Unknown fix {} keyword '{}': known is wall", style, word);
    part_at_walls_ = words.value_of(words.next("wall", allowed));
    if (!(part_at_walls_ >= 0.0 && part_at_walls_ <= 1.0)) words.illegal("wall", words.last(), allowed);
  }
}

// While LAMMPS deletes a fix, one before it cannot be deleted.
FixHeatDissipation::~FixHeatDissipation()
{
  if (FixEnergyLedger::has_computes(lmp)) return;
  const int ledger = modify->find_fix(FixEnergyLedger::name);
  if (ledger > modify->find_fix(id) && dynamic_cast<FixEnergyLedger *>(modify->fix[ledger]))
    modify->delete_fix(FixEnergyLedger::name);
}

void FixHeatDissipation::init()
{
  require_sphere_atoms(lmp, std::string("fix ") + style, true);
  if (modify->get_fix_by_style("^heat/flow").empty())
    error->all(
        FLERR,
        "Fix {} requires fix heat/flow, which has the heat capacity of the particles and changes their "
        "temperatures",
        style);
  (void)FixEnergyLedger::of(lmp, "Fix", style, id);
}

void FixHeatDissipation::setup(int /*vflag*/)
{
  FixEnergyLedger::of(lmp, "Fix", style, id).require_contacts(lmp, std::string("Fix ") + style);
}

void refuse_heat_on_device(LAMMPS *lmp, const ContactLedger &ledger, const std::string &style)
{
  if (ledger.heat_at_walls)
    lmp->error->all(
        FLERR,
        "Fix heat/dissipation cannot be used with {}, which evaluates contacts on the device: use "
        "neigh half of package kokkos on a host, or run without -sf kk",
        style);
}

}    // namespace granular_srt
