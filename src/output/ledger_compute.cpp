#include "ledger_compute.h"

#include "checks/contact_requirements.h"

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <cstddef>

using namespace LAMMPS_NS;

namespace granular_srt {

void ContactKeeper::make(LAMMPS *lmp)
{
  Modify *const modify = lmp->modify;
  Fix *fix = modify->get_fix_by_id(name);
  if (!fix) {
    // A plugin without /kk styles has no fix for a LAMMPS that runs with KOKKOS.
    const bool kokkos = lmp->kokkos && modify->fix_map->count(kokkos_style);
    fix = modify->add_fix(fmt::format("{} all {}", name, kokkos ? kokkos_style : name));
  }
  if (!dynamic_cast<ContactKeeper *>(fix)) lmp->error->all(FLERR, "The fix ID {} is taken", name);
}

bool ContactKeeper::has_computes(const LAMMPS *lmp, const Compute *leaving)
{
  return std::ranges::any_of(lmp->modify->get_compute_list(), [leaving](const Compute *one) {
    return one != leaving && dynamic_cast<const LedgerCompute *>(one);
  });
}

ContactKeeper &ContactKeeper::of(LAMMPS *lmp, const std::string &kind, const char *style, const char *id)
{
  auto *fix = dynamic_cast<ContactKeeper *>(lmp->modify->get_fix_by_id(name));
  if (!fix)
    lmp->error->all(FLERR,
                    "{} {} {} requires fix {}, which has been deleted: delete the {} and define it again",
                    kind, style, id, name, utils::lowercase(kind));
  return *fix;
}

void ContactKeeper::require_contacts(LAMMPS *lmp, const std::string &user) const
{
  if (givers() == 0)
    lmp->error->all(
        FLERR,
        "{} requires pair style granular or gran/*, or fix wall/granular, of GRANULAR-SRT: none of "
        "them is there",
        user);
}

LedgerCompute::LedgerCompute(LAMMPS *lammps, int narg, char **arg) : Compute(lammps, narg, arg)
{
  ContactKeeper::make(lmp);
}

void LedgerCompute::refuse_arguments(int narg, char **arg) const
{
  if (narg > 3) error->all(FLERR, "Unknown compute {} argument '{}': it has none", style, arg[3]);
}

int LedgerCompute::find_column(const std::string &name, const std::vector<std::string> &names) const
{
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    error->all(FLERR, "Unknown compute {} column '{}': known are {}", style, name,
               utils::join_words(names, " "));
  return static_cast<int>(found - names.begin());
}

void LedgerCompute::require_columns(const std::vector<int> &columns,
                                    const std::vector<std::string> &names) const
{
  if (columns.empty())
    error->all(FLERR, "Illegal compute {} command: no columns; known are {}", style,
               utils::join_words(names, " "));
}

// LAMMPS deletes fixes before computes when it ends.
LedgerCompute::~LedgerCompute()
{
  const int ledger = modify->find_fix(ContactKeeper::name);
  if (ledger < 0 || ContactKeeper::has_computes(lmp, this)) return;
  // fix heat/dissipation deletes the ledger if it is behind it, and can delete no fix before it
  const auto heat = modify->get_fix_by_style("^heat/dissipation");
  if (!heat.empty() && modify->find_fix(heat.front()->id) < ledger) return;
  modify->delete_fix(ledger);
  if (!heat.empty()) ContactKeeper::make(lmp);
}

void LedgerCompute::sum_over_ranks(double *rows, int width)
{
  sent_ = rows;
  width_ = width;
  if (force->newton) comm->reverse_comm(this, width);
}

int LedgerCompute::pack_reverse_comm(int n, int first, double *buffer)
{
  std::copy_n(sent_ + static_cast<std::ptrdiff_t>(first) * width_, n * width_, buffer);
  return n * width_;
}

void LedgerCompute::unpack_reverse_comm(int n, int *list, double *buffer)
{
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < width_; ++k) sent_[static_cast<std::ptrdiff_t>(list[i]) * width_ + k] += *buffer++;
}

ContactKeeper &LedgerCompute::keeper() const
{
  return ContactKeeper::of(lmp, "Compute", style, id);
}

void LedgerCompute::init()
{
  require_sphere_atoms(lmp, std::string("compute ") + style, false);
}

void LedgerCompute::setup()
{
  keeper().require_contacts(lmp, std::string("Compute ") + style);
}

}    // namespace granular_srt
