#include "fix_nve_sphere_srt.h"
#include "verlet_granular.h"

#include "host/style_table.h"

#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "output.h"
#include "timer.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  std::string named(const Fix *fix)
  {
    return std::string("fix ") + fix->id + " (" + fix->style + ")";
  }

  // Calls task(fix) for the fixes that have one of the marks of Fix::setmask(), in their order.
  template <class Task> void for_each_marked(const Modify &modify, int marks, Task task)
  {
    for (int k = 0; k < modify.nfix; ++k)
      if (modify.fmask[k] & marks) task(modify.fix[k]);
  }

  bool is_wall(const Fix *fix)
  {
    return is_ours(fix) && utils::strmatch(fix->style, "^wall/");
  }

}    // namespace

VerletGranular::VerletGranular(LAMMPS *lammps, int narg, char **arg) : Verlet(lammps, narg, arg)
{
  if (narg > 0)
    error->all(FLERR, "Illegal run_style verlet/granular argument '{}': it has no arguments", arg[0]);
}

void VerletGranular::init()
{
  if (lmp->kokkos)
    error->all(FLERR,
               "The run_style verlet/granular cannot be used while KOKKOS is on: use verlet/granular/kk");
  Verlet::init();
}

std::string VerletGranular::obstacle() const
{
  using namespace FixConst;
  std::string others;
  const FixNveSphereSrt *joinable = nullptr;
  for_each_marked(*modify, INITIAL_INTEGRATE | FINAL_INTEGRATE, [&](const Fix *fix) {
    const auto *found = dynamic_cast<const FixNveSphereSrt *>(fix);
    if (found && found->can_be_joined() && !joinable)
      joinable = found;
    else
      others += (others.empty() ? "" : ", ") + named(fix);
  });
  if (!others.empty()) return others + " acts in the first or second half of a step too, or in another way";
  if (!joinable) return "no fix nve/sphere moves the particles";
  for (const Fix *fix : ends_)
    if (fix->nevery == 1) return named(fix) + " acts at the end of each step";
  if (external_force_clear || neighbor->includegroup) return "forces are not cleared by the run style alone";
  if (timer->has_timeout()) return "a timeout may stop each step";
  return "";
}

void VerletGranular::run(int n)
{
  begun_ = -1;    // an earlier run may have ended with an error
  weight_ = {};
  last_ = update->ntimestep + n;
  ends_.clear();
  for_each_marked(*modify, FixConst::END_OF_STEP, [&](const Fix *fix) { ends_.push_back(fix); });
  last_weight_ = nullptr;
  int weights = 0;
  for_each_marked(*modify, FixConst::POST_FORCE, [&](const Fix *fix) {
    if (utils::strmatch(fix->style, "^gravity")) {
      ++weights;
      last_weight_ = fix;
    } else if (!is_wall(fix))
      last_weight_ = nullptr;
  });
  if (weights != 1) last_weight_ = nullptr;
  const std::string reason = obstacle();
  joinable_ = reason.empty();
  const std::string line = "run_style verlet/granular: " +
      (joinable_ ? "steps without output are joined\n" : "steps are not joined: " + reason + "\n");
  if (comm->me == 0 && line != report_) utils::logmesg(lmp, line);
  report_ = line;

  Verlet::run(n);
  if (begun_ == update->ntimestep + 1) {
    // A timeout that a program has forced has stopped the loop between two joined steps: it ends after the second one.
    joinable_ = false;
    const int done = update->nsteps;
    timer->reset_timeout();
    Verlet::run(1);
    timer->force_timeout();
    update->nsteps = done + 1;
  }
  begun_ = -1;    // a setup clears all forces
}

bool VerletGranular::joins() const
{
  const bigint step = update->ntimestep;
  return joinable_ && step < last_ && step != output->next && update->setupflag == 0 &&
      std::ranges::none_of(ends_, [&](const Fix *fix) { return step % fix->nevery == 0; });
}

bool VerletGranular::takes_weight(const Fix *gravity, const WeightPass &weight)
{
  if (gravity != last_weight_ || !joins()) return false;
  weight_ = weight;
  return true;
}

WeightPass VerletGranular::begin_next_step()
{
  begun_ = update->ntimestep + 1;
  return std::exchange(weight_, {});
}

bool VerletGranular::has_begun() const
{
  return begun_ == update->ntimestep;
}

// The joined pass has cleared the loads of owned spheres. A new list comes with other spheres.
void VerletGranular::force_clear()
{
  if (!has_begun() || neighbor->ago == 0) {
    Verlet::force_clear();
    return;
  }
  if (extraflag)
    atom->avec->force_clear(0, sizeof(double) * (atom->nlocal + (force->newton ? atom->nghost : 0)));
  if (!force->newton || atom->nghost == 0) return;
  std::fill_n(atom->f[atom->nlocal], 3 * atom->nghost, 0.0);
  std::fill_n(atom->torque[atom->nlocal], 3 * atom->nghost, 0.0);
}

VerletGranular *verlet_granular(const LAMMPS *lmp)
{
  return dynamic_cast<VerletGranular *>(lmp->update->integrate);
}

}    // namespace granular_srt
