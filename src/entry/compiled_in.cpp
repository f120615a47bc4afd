// GRANULAR-SRT as a part of LAMMPS (cmake/lammps_builtin.cmake): its styles are registered when a LAMMPS is created.

#include "registration.h"
#include "granular_srt_startup.h"

#include "host/environment.h"
#include "host/style_table.h"

#include "comm.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "granular_srt_leave.h"
#include "utils.h"

#include <string>
#include <string_view>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // Puts the style into LAMMPS' table. Returns whether LAMMPS had another one of this name.
  bool put(LAMMPS *lmp, const lammpsplugin_t &style)
  {
    if (std::string_view(style.style) == "pair")
      return !lmp->force->pair_map
                  ->insert_or_assign(style.name, reinterpret_cast<Force::PairCreator>(style.creator.v1))
                  .second;
    if (std::string_view(style.style) == "compute")
      return !lmp->modify->compute_map
                  ->insert_or_assign(style.name, reinterpret_cast<Modify::ComputeCreator>(style.creator.v2))
                  .second;
    return !lmp->modify->fix_map
                ->insert_or_assign(style.name, reinterpret_cast<Modify::FixCreator>(style.creator.v2))
                .second;
  }

}    // namespace

void lammps_is_created(LAMMPS *lmp)
{
  const bool stock = environment_choice(lmp, "GRANULAR_SRT_STOCK", {"0", "1"}) == "1";
  std::string replaced;
  if (!stock)
    register_styles(lmp, {"CMake option GRANULAR_SRT_LEAVE", GRANULAR_SRT_LEAVE},
                    [&](const lammpsplugin_t &style) {
                      if (put(lmp, style) && host_name(style.name) == style.name)
                        replaced += (replaced.empty() ? "" : ", ") + std::string(style.name);
                    });
  if (lmp->comm->me == 0)
    utils::logmesg(lmp,
                   std::string("GRANULAR-SRT: built into this LAMMPS") +
                       (stock                  ? ", not used: GRANULAR_SRT_STOCK is 1\n"
                            : replaced.empty() ? "\n"
                                               : " in place of its " + replaced + "\n"));
}

}    // namespace granular_srt
