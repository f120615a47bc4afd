#include "registration.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "lammps.h"
#include "library.h"
#include "lmptype.h"
#include "neighbor.h"
#include "pair.h"
#include "update.h"
#include "version.h"

#include <initializer_list>
#include <optional>
#include <regex>
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

  // "Update 4" of a release; "" for the release itself
#ifdef GRANULAR_SRT_PRETEND_LAMMPS_UPDATE
  constexpr const char *compiled_for_update = GRANULAR_SRT_PRETEND_LAMMPS_UPDATE;
#elif defined(LAMMPS_UPDATE)
  constexpr const char *compiled_for_update = LAMMPS_UPDATE;
#else
  constexpr const char *compiled_for_update = "";
#endif

  // Update of the running LAMMPS, from its tag such as "stable_22Jul2025_update4". LAMMPS tells its update by nothing else;
  // unknown where it was not compiled from a clean checkout of a release.
  std::optional<std::string> running_update()
  {
    std::smatch parts;
#ifdef GRANULAR_SRT_PRETEND_TAG
    const std::string tag = GRANULAR_SRT_PRETEND_TAG;
#else
    const std::string tag = LAMMPS::git_descriptor();
#endif
    if (!std::regex_match(tag, parts, std::regex("(?:stable|patch)_\\d+[A-Z][a-z]+\\d+(?:_update(\\d+))?")))
      return {};
    return parts[1].matched ? "Update " + parts[1].str() : "";
  }

  std::string with_update(const std::string &version, const std::string &update)
  {
    return version + (update.empty() ? "" : " " + update);
  }

  // A pair style made by the constructor of the running LAMMPS.
  struct LayoutProbe : Pair {
    explicit LayoutProbe(LAMMPS *host) : Pair(host) { --instance_total; }    // the next style has this number
    void compute(int, int) override {}
    void settings(int, char **) override {}
    void coeff(int, char **) override {}

    // Whether members have the values that the constructor gives them. They lie before and behind members that have moved.
    [[nodiscard]] bool is_as_compiled() const
    {
      return single_enable == 1 && restartinfo == 1 && reinitflag == 1 && ncoultablebits == 12 &&
          ndisptablebits == 12 && trim_flag == 1 && compute_flag == 1 && mixed_flag == 1 && kokkosable == 0 &&
          tabinner > 1.4 && tabinner < 1.5;
    }

    char room_for_a_larger_class[1024];
  };

  // The class of LAMMPS whose members do not lie where its headers said when this file was compiled; "" for none. LAMMPS'
  // library interface tells the addresses of some members.
  std::string class_with_another_layout(LAMMPS *lmp)
  {
    const auto lies = [lmp](const char *name, const void *member) {
      const void *const told = lammps_extract_global(lmp, name);
      return !told || told == member;    // older releases do not know all names
    };
    if (!lies("dt", &lmp->update->dt) || !lies("ntimestep", &lmp->update->ntimestep) ||
        !lies("atimestep", &lmp->update->atimestep))
      return "Update";
    if (!lies("boxlo", lmp->domain->boxlo) || !lies("periodicity", lmp->domain->periodicity) ||
        !lies("yz", &lmp->domain->yz))
      return "Domain";
    if (!lies("natoms", &lmp->atom->natoms) || !lies("nlocal", &lmp->atom->nlocal) ||
        !lies("nghost", &lmp->atom->nghost) || !lies("q_flag", &lmp->atom->q_flag))
      return "Atom";
    if (!lies("special_lj", lmp->force->special_lj) || !lies("boltz", &lmp->force->boltz)) return "Force";
    if (!lies("neigh_skin", &lmp->neighbor->skin) || !lies("neigh_cutmax", &lmp->neighbor->cutneighmax))
      return "Neighbor";
    return LayoutProbe(lmp).is_as_compiled() ? "" : "Pair";
  }

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

  const std::string wanted = with_update(compiled_for, compiled_for_update);
  const auto update = running_update();
  if (std::string(lmp->version) != compiled_for ||
      update.value_or(compiled_for_update) != compiled_for_update)
    refuse("LAMMPS " + wanted + " and cannot be loaded into LAMMPS " +
           with_update(lmp->version, update.value_or("")) + remedy);
  const int tagint_bits = 8 * static_cast<int>(sizeof(tagint));
  const int running_bits = 8 * lammps_extract_setting(lmp, "tagint");
  if (tagint_bits != running_bits)
    refuse(std::to_string(tagint_bits) + " bit atom IDs and cannot be loaded into a LAMMPS with " +
           std::to_string(running_bits) + " bit atom IDs");
  if (lammps_config_has_mpi_support() != compiled_with_mpi)
    refuse("another MPI library than this LAMMPS: handles of " + std::to_string(compiled_with_mpi) +
           " and of " + std::to_string(lammps_config_has_mpi_support()) + " bytes (0: none)");
  if (const std::string name = class_with_another_layout(lmp); !name.empty())
    refuse("LAMMPS " + wanted + ", and this LAMMPS " +
           with_update(lmp->version, update.value_or("(update unknown)")) +
           " has another layout of its class " + name + remedy);
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
