#include "registration.h"

#include "error.h"
#include "lammps.h"
#include "library.h"
#include "lmptype.h"
#include "version.h"

#include <initializer_list>
#include <string>

using namespace LAMMPS_NS;

namespace granular_srt {

// test_install.py compiles this file for another LAMMPS version and expects an error.
#ifdef GRANULAR_SRT_PRETEND_LAMMPS_VERSION
const char *const compiled_for = GRANULAR_SRT_PRETEND_LAMMPS_VERSION;
#else
const char *const compiled_for = LAMMPS_VERSION;
#endif

namespace {

  // The value of lammps_config_has_mpi_support(): the size of MPI_Comm, which differs between MPI libraries.
#ifdef MPI_STUBS
  constexpr int compiled_with_mpi = 0;
#else
  constexpr int compiled_with_mpi = static_cast<int>(sizeof(MPI_Comm));
#endif

  constexpr const char *remedy = ": compile it against this LAMMPS or take it off LAMMPS_PLUGIN_PATH";

#ifdef LMP_KOKKOS
  // The first of `settings` that the KOKKOS package of the running LAMMPS has.
  std::string kokkos_setting(const char *category, std::initializer_list<const char *> settings)
  {
    for (const char *setting : settings)
      if (lammps_config_accelerator("KOKKOS", category, setting)) return setting;
    return "unknown";
  }

  std::string kokkos_kind(const std::string &precision, const std::string &layout)
  {
    return precision + " precision and " + layout + " layout";
  }
#endif

}    // namespace

// Error texts are composed here because the symbol of the formatting error->all() depends on the C++ standard of the
// LAMMPS build.
void check_lammps(LAMMPS *lmp)
{
  const auto refuse = [lmp](const std::string &why) {
    lmp->error->all(FLERR, "Plugin GRANULAR-SRT was compiled for " + why);
  };

  if (std::string(lmp->version) != compiled_for)
    refuse(std::string("LAMMPS ") + compiled_for + " and cannot be loaded into LAMMPS " + lmp->version +
           remedy);
  const int tagint_bits = 8 * static_cast<int>(sizeof(tagint));
  const int running_bits = 8 * lammps_extract_setting(lmp, "tagint");
  if (tagint_bits != running_bits)
    refuse(std::to_string(tagint_bits) + " bit atom IDs and cannot be loaded into a LAMMPS with " +
           std::to_string(running_bits) + " bit atom IDs");
  if (lammps_config_has_mpi_support() != compiled_with_mpi)
    refuse("another MPI library than this LAMMPS: handles of " + std::to_string(compiled_with_mpi) +
           " and of " + std::to_string(lammps_config_has_mpi_support()) + " bytes (0: none)");
#ifdef LMP_KOKKOS
// words without quotes, which nvcc_wrapper does not pass on
#define GRANULAR_SRT_TEXT(word) #word
#define GRANULAR_SRT_WORD(macro) GRANULAR_SRT_TEXT(macro)
  // precision and layout determine the types of LAMMPS' arrays on the device
  const std::string compiled = kokkos_kind(GRANULAR_SRT_WORD(GRANULAR_SRT_KOKKOS_PRECISION),
                                           GRANULAR_SRT_WORD(GRANULAR_SRT_KOKKOS_LAYOUT));
  const std::string running = kokkos_kind(kokkos_setting("precision", {"double", "mixed", "single"}),
                                          kokkos_setting("layout", {"legacy", "default"}));
  if (running != compiled)
    refuse("a KOKKOS package with " + compiled +
           " and cannot be loaded into a LAMMPS whose KOKKOS package has " + running + remedy);
#endif
}

}    // namespace granular_srt
