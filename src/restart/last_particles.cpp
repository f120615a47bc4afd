#include "last_particles.h"
#include "checksum.h"
#include "last_step.h"

#include "host/lammps_versions.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "lammps.h"
#include "memory.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

double LastParticles::checksum_of_atom(int i, const Numbers &numbers) const
{
  const Atom &atom = *lmp_->atom;
  Checksum sum;
  for (int k = 0; k < CHECKSUM; ++k) sum.add(numbers[k]);
  for (int k = 0; k < 3; ++k) {
    sum.add(atom.v[i][k]);
    sum.add(atom.omega[i][k]);
  }
  sum.add(atom.radius[i]);
  sum.add(atom.rmass[i]);
  sum.add(static_cast<double>(atom.tag[i]));
  sum.add(static_cast<double>(atom.type[i]));
  // what few particles have
  if (atom.q) sum.add(atom.q[i]);
  if (atom.mu)
    for (int k = 0; k < 3; ++k) sum.add(atom.mu[i][k]);
  if (atom.quat)
    for (int k = 0; k < 4; ++k) sum.add(atom.quat[i][k]);
  if (atom.molecule) sum.add(static_cast<double>(atom.molecule[i]));
  if (atom.num_bond)
    for (int k = 0; k < atom.num_bond[i]; ++k) {
      sum.add(static_cast<double>(atom.bond_type[i][k]));
      sum.add(static_cast<double>(atom.bond_atom[i][k]));
    }
  if (atom.temperature) sum.add(atom.temperature[i]);
  for (const int bit : groups_) sum.add((atom.mask[i] & bit) != 0 ? 1.0 : 0.0);
  return sum.as_double();
}

// Rank and index of a particle as one number.
double LastParticles::index_of(int i) const
{
  constexpr double indices = 4294967296.0;
  return indices * lmp_->comm->me + i;
}

void LastParticles::take()
{
  const Atom &atom = *lmp_->atom;
  groups_ = groups_of_forces(lmp_);
  rows_.assign(atom.nlocal, {});
  for (int i = 0; i < atom.nlocal; ++i) {
    Numbers &numbers = rows_[i].numbers;
    rows_[i].tag = atom.tag[i];
    std::copy_n(atom.f[i], 3, numbers.data() + FORCE);
    std::copy_n(atom.torque[i], 3, numbers.data() + TORQUE);
    if (atom.heatflow) numbers[HEAT_FLOW] = atom.heatflow[i];
    std::copy_n(atom.x[i], 3, numbers.data() + X);
    numbers[INDEX] = index_of(i);
    numbers[CHECKSUM] = checksum_of_atom(i, numbers);
  }
}

bool LastParticles::is_same(int i, const Row &row) const
{
  constexpr double rounding = 1e-12;
  if (row.tag == 0 || row.numbers[CHECKSUM] != checksum_of_atom(i, row.numbers)) return false;
  Domain &domain = *lmp_->domain;
  double way[3], size = 0.0;
  for (int k = 0; k < 3; ++k) {
    way[k] = lmp_->atom->x[i][k] - row.numbers[X + k];
    size = std::max({size, std::fabs(row.numbers[X + k]), domain.prd[k]});
  }
  minimum_image(domain, way);
  return std::max({std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2])}) <= rounding * size;
}

void LastParticles::match_atoms()
{
  const Atom &atom = *lmp_->atom;
  groups_ = groups_of_forces(lmp_);
  std::vector<Row> found(atom.nlocal);
  // Returns the rows of particles of this rank.
  const auto take_from = [&](std::vector<Row> &rows) {
    std::ranges::sort(rows, {}, &Row::tag);
    std::vector<char> used(rows.size());
    for (int i = 0; i < atom.nlocal; ++i) {
      const auto row = std::ranges::lower_bound(rows, atom.tag[i], {}, &Row::tag);
      if (row == rows.end() || row->tag != atom.tag[i]) continue;
      found[i] = *row;
      used[row - rows.begin()] = 1;
    }
    return used;
  };
  const std::vector<char> used = take_from(rows_);
  int missing = std::any_of(found.begin(), found.end(), [](const Row &row) { return row.tag == 0; });
  MPI_Allreduce(MPI_IN_PLACE, &missing, 1, MPI_INT, MPI_MAX, lmp_->world);
  if (missing && lmp_->comm->nprocs > 1) {
    std::vector<Row> others = rows_of_others(used, found);
    take_from(others);
  }
  rows_ = std::move(found);
}

// An unused row meets the rank that misses it on the rank of its tag, so that no rank has the rows of all.
std::vector<LastParticles::Row> LastParticles::rows_of_others(const std::vector<char> &used,
                                                              const std::vector<Row> &found) const
{
  std::vector<Message> leave;
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (rows_[k].tag && !used[k]) leave.push_back({rows_[k], Message::brings});
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].tag == 0) leave.push_back({{lmp_->atom->tag[i], {}}, lmp_->comm->me});
  std::vector<int> ranks;
  for (const Message &message : leave)
    ranks.push_back(static_cast<int>(message.row.tag % lmp_->comm->nprocs));
  constexpr int irregular = 0, any_order = 0;
  char *buffer = nullptr;
  const int count = lmp_->comm->rendezvous(irregular, static_cast<int>(leave.size()),
                                           reinterpret_cast<char *>(leave.data()), sizeof(Message), any_order,
                                           ranks.data(), match, any_order, buffer, sizeof(Row), lmp_);
  const auto *rows = reinterpret_cast<const Row *>(buffer);
  std::vector<Row> arrive(rows, rows + count);
  lmp_->memory->sfree(buffer);
  return arrive;
}

// Comm::rendezvous() frees what this allocates.
int LastParticles::match(int count, char *in, int &flag, int *&ranks, char *&out, void *lammps)
{
  Memory &memory = *static_cast<LAMMPS *>(lammps)->memory;
  const auto first = reinterpret_cast<Message *>(in), end = first + count;
  const auto brings = [](const Message &message) { return message.asked_by == Message::brings; };
  const auto asking = std::partition(first, end, brings);
  const auto before = [](const Message &a, const Message &b) { return a.row.tag < b.row.tag; };
  std::sort(first, asking, before);
  const auto asked = static_cast<std::size_t>(end - asking) + 1;    // LAMMPS frees no empty array
  memory.create(ranks, static_cast<int>(asked), "granular/srt:ranks");
  auto *rows =
      static_cast<Row *>(memory.smalloc(static_cast<bigint>(asked * sizeof(Row)), "granular/srt:rows"));
  int found = 0;
  for (auto ask = asking; ask != end; ++ask) {
    const auto row = std::lower_bound(first, asking, *ask, before);
    if (row == asking || row->row.tag != ask->row.tag) continue;
    ranks[found] = ask->asked_by;
    rows[found++] = row->row;
  }
  constexpr int send_rows = 2;
  flag = send_rows;
  out = reinterpret_cast<char *>(rows);
  return found;
}

bigint LastParticles::changed() const
{
  bigint changed = 0;
  for (int i = 0; i < lmp_->atom->nlocal; ++i) changed += !is_same(i, rows_[i]);
  MPI_Allreduce(MPI_IN_PLACE, &changed, 1, MPI_LMP_BIGINT, MPI_SUM, lmp_->world);
  return changed;
}

bool LastParticles::in_same_order() const
{
  int others = 0;
  for (int i = 0; i < lmp_->atom->nlocal; ++i) others |= rows_[i].numbers[INDEX] != index_of(i);
  MPI_Allreduce(MPI_IN_PLACE, &others, 1, MPI_INT, MPI_MAX, lmp_->world);
  return others == 0;
}

void LastParticles::restore_positions() const
{
  double **const x = lmp_->atom->x;
  for (int i = 0; i < lmp_->atom->nlocal; ++i) {
    const double *last = rows_[i].numbers.data() + X;
    const auto is_near = [&](int k) { return std::fabs(x[i][k] - last[k]) < 0.5 * lmp_->domain->prd[k]; };
    if (is_near(0) && is_near(1) && is_near(2)) std::copy_n(last, 3, x[i]);
  }
}

void LastParticles::restore_loads() const
{
  const Atom &atom = *lmp_->atom;
  for (int i = 0; i < atom.nlocal; ++i) {
    const Numbers &numbers = rows_[i].numbers;
    std::copy_n(numbers.data() + FORCE, 3, atom.f[i]);
    std::copy_n(numbers.data() + TORQUE, 3, atom.torque[i]);
    if (atom.heatflow) atom.heatflow[i] = numbers[HEAT_FLOW];
  }
}

void LastParticles::keep_unchanged()
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i) {
    if (!is_same(i, rows_[i])) rows_[i] = {};
    Numbers &numbers = rows_[i].numbers;
    std::copy_n(lmp_->atom->x[i], 3, numbers.data() + X);
    numbers[INDEX] = index_of(i);
    numbers[CHECKSUM] = checksum_of_atom(i, numbers);
  }
}

void LastParticles::pack(int i, double *buffer) const
{
  buffer[0] = rows_[i].tag != 0;
  std::copy(rows_[i].numbers.begin(), rows_[i].numbers.end(), buffer + 1);
}

void LastParticles::unpack(int i, const double *buffer)
{
  if (buffer[0] != 1.0) return;
  Row row{lmp_->atom->tag[i], {}};
  std::copy_n(buffer + 1, columns, row.numbers.begin());
  rows_.push_back(row);
}

void settle_positions(const LAMMPS *lmp)
{
  constexpr int most_tries = 20, tries_alone = 4;
  Domain &domain = *lmp->domain;
  for (int i = 0; i < lmp->atom->nlocal; ++i) {
    double *const x = lmp->atom->x[i];
    for (int tries = 0; tries < most_tries; ++tries) {
      const std::array<double, 3> before = {x[0], x[1], x[2]};
      domain.remap(x, lmp->atom->image[i]);
      if (std::equal(before.begin(), before.end(), x)) break;
      // Some positions alternate between two values; a neighboring value does not.
      const int k = tries % 3;
      if (tries >= tries_alone) x[k] = std::nextafter(x[k], 0.5 * (domain.boxlo[k] + domain.boxhi[k]));
    }
  }
}

}    // namespace granular_srt
