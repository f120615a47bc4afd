#include "overlap_check.h"

#include "contact/history.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "lammps.h"
#include "update.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  constexpr double allowed = 0.1;    // overlap divided by the smaller radius
  constexpr bigint steps_between = 100;

}    // namespace

OverlapCheck::OverlapCheck(LAMMPS *lmp, std::string style, std::function<bool(int, int)> counts) :
    lmp_{lmp}, style_{std::move(style)}, counts_{std::move(counts)}
{
}

OverlapCheck::Found OverlapCheck::look(std::span<const PairList> lists) const
{
  const Atom &atom = *lmp_->atom;
  Found found;
  for (const PairList &list : lists)
    for (int ii = 0; ii < list.count; ++ii) {
      const int i = list.atom[ii];
      const contact::Vec3<double> x = contact::load_vector(atom.x[i]);
      for (int k = 0; k < list.partners[i]; ++k) {
        const int j = list.first[i][k] & NEIGHMASK;
        const contact::Vec3<double> separation = x - contact::load_vector(atom.x[j]);
        const double smaller = std::min(atom.radius[i], atom.radius[j]);
        const double closest = atom.radius[i] + atom.radius[j] - allowed * smaller;
        const double squared = dot(separation, separation);
        if (squared >= closest * closest || smaller == 0.0 || !counts_(i, j)) continue;
        // with newton off the owner of j has the pair too
        found.count += j < atom.nlocal || lmp_->force->newton_pair ? 1.0 : 0.5;
        if (squared == 0.0) found.same_i = i, found.same_j = j;
        const double overlap = (atom.radius[i] + atom.radius[j] - std::sqrt(squared)) / smaller;
        if (overlap > found.worst) found.worst = overlap, found.i = i, found.j = j;
      }
    }
  return found;
}

void OverlapCheck::before_run(std::span<const PairList> near)
{
  last_ = -steps_between;
  const Found found = look(near);
  // IDs of two atoms of a rank
  const auto ids = [this](int i, int j, int rank) {
    std::array<tagint, 2> pair{};
    if (lmp_->comm->me == rank) pair = {lmp_->atom->tag[i], lmp_->atom->tag[j]};
    MPI_Bcast(pair.data(), 2, MPI_LMP_TAGINT, rank, lmp_->world);
    return pair;
  };
  int has_same = found.same_i < 0 ? -1 : lmp_->comm->me;    // a rank with centers that coincide
  MPI_Allreduce(MPI_IN_PLACE, &has_same, 1, MPI_INT, MPI_MAX, lmp_->world);
  if (has_same >= 0) {
    const auto [i, j] = ids(found.same_i, found.same_j, has_same);
    lmp_->error->all(FLERR, "{}: the centers of atoms {} and {} coincide: their contact has no direction",
                     style_, i, j);
  }

  double count = found.count;
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_DOUBLE, MPI_SUM, lmp_->world);
  // a run warns on the rank of the pair alone
  int warned = warned_ ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &warned, 1, MPI_INT, MPI_MAX, lmp_->world);
  warned_ = warned != 0;
  if (count == 0.0 || warned_) return;
  warned_ = true;
  struct {
    double overlap;
    int rank;
  } own{found.worst, lmp_->comm->me}, worst;
  MPI_Allreduce(&own, &worst, 1, MPI_DOUBLE_INT, MPI_MAXLOC, lmp_->world);
  const auto [i, j] = ids(found.i, found.j, worst.rank);
  if (lmp_->comm->me == 0)
    lmp_->error->warning(
        FLERR,
        "{}: {:.0f} pairs overlap by more than a tenth of the smaller radius; the worst are atoms {} "
        "and {}, by {:.3g} of it",
        style_, count, i, j, worst.overlap);
}

void OverlapCheck::in_run(const PairList &near)
{
  // All lists of one step are checked.
  const bigint step = lmp_->update->ntimestep;
  if (warned_ || (step != last_ && std::abs(step - last_) < steps_between)) return;
  last_ = step;
  const Found found = look({&near, 1});
  if (found.count == 0.0) return;
  warned_ = true;
  lmp_->error->warning(
      FLERR,
      "{}: at step {} atoms {} and {} overlap by {:.3g} of the smaller radius, more than a tenth: "
      "time step, stiffness or speeds are doubtful",
      style_, step, lmp_->atom->tag[found.i], lmp_->atom->tag[found.j], found.worst);
}

}    // namespace granular_srt
