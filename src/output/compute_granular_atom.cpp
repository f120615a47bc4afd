#include "computes.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::Vec3;

  // Of the enum Sum; the last one has no sum.
  constexpr const char *column_names[] = {
      "contacts", "bearing",   "fabricxx",  "fabricyy",  "fabriczz",   "fabricxy", "fabricxz",
      "fabricyz", "stressxx",  "stressxy",  "stressxz",  "stressyx",   "stressyy", "stressyz",
      "stresszx", "stresszy",  "stresszz",  "sliding",   "rolling",    "twisting", "power",
      "p_normal", "p_dashpot", "p_sliding", "p_rolling", "p_twisting", "rattler"};
  constexpr int rattler_column = std::size(column_names) - 1;

  constexpr double slips = 1.0 - 1e-10;    // of the cap

  // Constraints of a contact: its normal, and two or one for each mode with friction.
  double constraints_of(const LedgerContact &record, int dimension)
  {
    const int tangents = dimension - 1;
    return 1.0 + (record.caps.sliding > 0.0 ? tangents : 0) + (record.caps.rolling > 0.0 ? tangents : 0) +
        (record.caps.twisting > 0.0 && dimension == 3 ? 1 : 0);
  }

}    // namespace

ComputeGranularAtom::ComputeGranularAtom(LAMMPS *lammps, int narg, char **arg) :
    LedgerCompute(lammps, narg, arg)
{
  static_assert(std::size(column_names) == sums + 1);
  const std::vector<std::string> names(std::begin(column_names), std::end(column_names));
  if (utils::strmatch(style, "^granular/energy/atom")) {
    refuse_arguments(narg, arg);
    for (int k = power; k < sums; ++k) columns_.push_back(k);
  }
  for (int k = 3; k < narg; ++k) columns_.push_back(find_column(arg[k], names));
  require_columns(columns_, names);
  peratom_flag = timeflag = 1;
  size_peratom_cols = columns_.size() == 1 ? 0 : static_cast<int>(columns_.size());
  comm_forward = 1;
  comm_reverse = sums;
}

ComputeGranularAtom::~ComputeGranularAtom()
{
  memory->destroy(array_atom);
  memory->destroy(vector_atom);
}

bool ComputeGranularAtom::needs_accounts() const
{
  return std::any_of(columns_.begin(), columns_.end(), [](int k) { return power <= k && k < sums; });
}

// Calls add(record, i, side) for both particles of each contact that this rank has to add to. side: 1 if i is the
// particle from which the loads are seen, else -1.
template <class Add> void ComputeGranularAtom::for_each_end(Add add) const
{
  const int all = atom->nlocal + (force->newton ? atom->nghost : 0);
  for (const LedgerContact &record : keeper().contacts(style).all()) {
    add(record, record.i, 1.0);
    // a contact that is evaluated twice gives to its own atom each time
    if (record.j != LedgerContact::wall && !record.twice && record.j < all) add(record, record.j, -1.0);
  }
}

void ComputeGranularAtom::add_up()
{
  const std::size_t all = static_cast<std::size_t>(atom->nlocal) + atom->nghost;
  sums_.assign(all * sums, 0.0);
  for_each_end([&](const LedgerContact &record, int i, double side) {
    double *const sum = sums_.data() + static_cast<std::ptrdiff_t>(i) * sums;
    const double distance = length(record.separation);
    const Vec3<double> n = (1.0 / distance) * record.separation;
    sum[contacts] += 1.0;
    sum[bearing] += record.loads.normal_force > 0.0 ? 1.0 : 0.0;
    const double products[] = {n.x * n.x, n.y * n.y, n.z * n.z, n.x * n.y, n.x * n.z, n.y * n.z};
    for (int k = 0; k < 6; ++k) sum[fabric + k] += products[k];
    // from the center of i to the contact; 1 is i
    const double share = side > 0.0 ? record.to_contact : 1.0 - record.to_contact;
    double branch[3], load[3];
    contact::store_vector(branch, -side * share * record.separation);
    contact::store_vector(load, side * record.factor() * record.loads.force);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) sum[stress + 3 * a + b] += branch[a] * load[b];
    sum[sliding] += record.sliding_share() > slips ? 1.0 : 0.0;
    sum[rolling] += record.rolling_share() > slips ? 1.0 : 0.0;
    sum[twisting] += record.twisting_share() > slips ? 1.0 : 0.0;
    const contact::Dissipation<double> &d = record.account.dissipated;
    double powers[] = {0.0, d.normal_damping, d.sliding_damping, d.sliding, d.rolling, d.twisting};
    for (int k = 2; k < 6; ++k) powers[k] = std::max(powers[k], 0.0);    // as in granular/local
    for (int k = 1; k < 6; ++k) powers[0] += powers[k];
    // each body of a contact has half of it; beside a wall the particle has all
    const double share_here = (record.j == LedgerContact::wall || record.twice ? 1.0 : 0.5) * record.share;
    for (int k = 0; k < 6; ++k) sum[power + k] += share_here * powers[k];
  });
  sum_over_ranks(sums_.data(), sums);
}

// Half the number of contacts of an isostatic packing, and one more, are needed: 2 E/c contacts with c constraints each hold
// E degrees of freedom of a sphere (Santos et al. 2020, Table I).
bool ComputeGranularAtom::is_rattler(const double *of_backbone) const
{
  const double count = of_backbone[partners];
  if (count == 0.0) return true;
  const int d = domain->dimension;
  const double per_contact = of_backbone[constraints] / count;
  const int freedom = d + (per_contact > 1.0 ? 2 * d - 3 : 0);
  return count < std::floor(freedom / per_contact + 1e-9) + 1.0;
}

// Without its rattlers a packing may have new ones.
void ComputeGranularAtom::find_rattlers()
{
  const std::size_t all = static_cast<std::size_t>(atom->nlocal) + atom->nghost;
  const int dimension = domain->dimension;
  rattler_.assign(all, 0.0);
  int held = 0;
  for (const Fix *fix : modify->get_fix_by_style("^freeze")) held |= fix->groupbit;
  int changed = 1;
  while (changed != 0) {
    comm->forward_comm(this);
    backbone_.assign(all * backbone_sums, 0.0);
    for_each_end([&](const LedgerContact &record, int i, double side) {
      const bool wall = record.j == LedgerContact::wall;
      const int other = side > 0.0 ? record.j : record.i;
      if (!(record.loads.normal_force > 0.0) || rattler_[i] != 0.0 || (!wall && rattler_[other] != 0.0))
        return;
      backbone_[static_cast<std::size_t>(i) * backbone_sums + partners] += 1.0;
      backbone_[static_cast<std::size_t>(i) * backbone_sums + constraints] +=
          constraints_of(record, dimension);
    });
    sum_over_ranks(backbone_.data(), backbone_sums);
    changed = 0;
    for (int i = 0; i < atom->nlocal; ++i) {
      if (rattler_[i] != 0.0 || (atom->mask[i] & held) ||
          !is_rattler(&backbone_[static_cast<std::size_t>(i) * backbone_sums]))
        continue;
      rattler_[i] = 1.0;
      changed = 1;
    }
    MPI_Allreduce(MPI_IN_PLACE, &changed, 1, MPI_INT, MPI_MAX, world);
  }
}

void ComputeGranularAtom::compute_peratom()
{
  invoked_peratom = update->ntimestep;
  const auto width = static_cast<int>(columns_.size());
  if (atom->nmax > rows_) {
    rows_ = atom->nmax;
    memory->destroy(array_atom);
    memory->destroy(vector_atom);
    if (width == 1)
      memory->create(vector_atom, rows_, "granular/atom:vector_atom");
    else
      memory->create(array_atom, rows_, width, "granular/atom:array_atom");
  }
  add_up();
  if (std::find(columns_.begin(), columns_.end(), rattler_column) != columns_.end()) find_rattlers();
  for (int i = 0; i < atom->nlocal; ++i) {
    double *const row = width == 1 ? vector_atom + i : array_atom[i];
    for (int k = 0; k < width; ++k) {
      if (!(atom->mask[i] & groupbit))
        row[k] = 0.0;
      else if (columns_[k] == rattler_column)
        row[k] = rattler_[i];
      else
        row[k] = sums_[static_cast<std::size_t>(i) * sums + columns_[k]];
    }
  }
}

int ComputeGranularAtom::pack_forward_comm(int n, int *list, double *buffer, int /*pbc_flag*/, int * /*pbc*/)
{
  for (int k = 0; k < n; ++k) buffer[k] = rattler_[list[k]];
  return n;
}

void ComputeGranularAtom::unpack_forward_comm(int n, int first, double *buffer)
{
  std::copy_n(buffer, n, rattler_.begin() + first);
}

double ComputeGranularAtom::memory_usage()
{
  return bytes_of(sums_, backbone_, rattler_) + static_cast<double>(rows_ * columns_.size() * sizeof(double));
}

}    // namespace granular_srt
