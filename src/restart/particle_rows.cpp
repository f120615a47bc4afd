#include "particle_rows.h"
#include "checksum.h"

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

double ParticleRows::checksum_of_motion(int i) const
{
  const Atom &atom = *lmp_->atom;
  Checksum sum;
  sum.add(atom.v[i], 3 * sizeof(double));
  sum.add(atom.omega[i], 3 * sizeof(double));
  if (atom.temperature) sum.add(atom.temperature[i]);
  return sum.as_double();
}

void ParticleRows::take_positions()
{
  const Atom &atom = *lmp_->atom;
  rows_.assign(atom.nlocal, {});
  for (int i = 0; i < atom.nlocal; ++i) {
    rows_[i] = {atom.tag[i], 1.0};
    std::copy_n(atom.x[i], 3, rows_[i].numbers.data() + BEFORE);
  }
}

void ParticleRows::take_motion(bool positions_of_now)
{
  const Atom &atom = *lmp_->atom;
  rows_.resize(atom.nlocal);
  for (int i = 0; i < atom.nlocal; ++i) {
    double *const numbers = rows_[i].numbers.data();
    if (positions_of_now || rows_[i].known == 0.0) std::copy_n(atom.x[i], 3, numbers + BEFORE);
    std::copy_n(atom.v[i], 3, numbers + V);
    std::copy_n(atom.omega[i], 3, numbers + OMEGA);
    if (atom.temperature) numbers[TEMPERATURE] = atom.temperature[i];
    rows_[i].known = 1.0;
  }
}

void ParticleRows::take_end()
{
  const Atom &atom = *lmp_->atom;
  rows_.resize(atom.nlocal);
  for (int i = 0; i < atom.nlocal; ++i) {
    double *const numbers = rows_[i].numbers.data();
    std::copy_n(atom.x[i], 3, numbers + X);
    if (atom.heatflow) numbers[HEAT_FLOW] = atom.heatflow[i];
    numbers[CHECKSUM] = checksum_of_motion(i);
    rows_[i].known = 1.0;
  }
}

void ParticleRows::follow()
{
  const Atom &atom = *lmp_->atom;
  std::vector<Row> found(atom.nlocal);
  // Returns the rows of particles of other ranks.
  const auto take_from = [&](std::vector<Row> &rows) {
    std::ranges::sort(rows, {}, &Row::tag);
    std::vector<char> used(rows.size());
    for (int i = 0; i < atom.nlocal; ++i) {
      const auto row = std::ranges::lower_bound(rows, atom.tag[i], {}, &Row::tag);
      if (row == rows.end() || row->tag != atom.tag[i]) continue;
      found[i] = *row;
      used[row - rows.begin()] = 1;
    }
    std::vector<Row> others;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!used[k]) others.push_back(rows[k]);
    return others;
  };
  const std::vector<Row> others = take_from(rows_);
  int missing = std::ranges::any_of(found, [](const Row &row) { return row.tag == 0; });
  MPI_Allreduce(MPI_IN_PLACE, &missing, 1, MPI_INT, MPI_MAX, lmp_->world);
  if (missing && lmp_->comm->nprocs > 1) {
    std::vector<Row> arrived = exchange(others, found);
    take_from(arrived);
  }
  for (int i = 0; i < atom.nlocal; ++i) found[i].tag = atom.tag[i];
  rows_ = std::move(found);
}

// A row meets the rank that misses it on the rank of its tag, so that no rank has the rows of all.
std::vector<ParticleRows::Row> ParticleRows::exchange(const std::vector<Row> &others,
                                                      const std::vector<Row> &found) const
{
  std::vector<Message> leave;
  for (const Row &row : others) leave.push_back({row, Message::brings});
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].tag == 0) leave.push_back({{lmp_->atom->tag[i]}, lmp_->comm->me});
  std::vector<int> ranks;
  for (const Message &message : leave)
    ranks.push_back(static_cast<int>(message.row.tag % lmp_->comm->nprocs));
  constexpr int irregular = 0, any_order = 0;
  char *buffer = nullptr;
  const int count = lmp_->comm->rendezvous(irregular, static_cast<int>(leave.size()),
                                           reinterpret_cast<char *>(leave.data()), sizeof(Message), any_order,
                                           ranks.data(), match, any_order, buffer, sizeof(Row), lmp_);
  const auto *rows = reinterpret_cast<const Row *>(buffer);
  std::vector<Row> arrived(rows, rows + count);
  lmp_->memory->sfree(buffer);
  return arrived;
}

// Comm::rendezvous() frees what this allocates.
int ParticleRows::match(int count, char *in, int &flag, int *&ranks, char *&out, void *lammps)
{
  Memory &memory = *static_cast<LAMMPS *>(lammps)->memory;
  const auto first = reinterpret_cast<Message *>(in), end = first + count;
  const auto asking =
      std::partition(first, end, [](const Message &message) { return message.asked_by == Message::brings; });
  const auto before = [](const Message &a, const Message &b) { return a.row.tag < b.row.tag; };
  std::sort(first, asking, before);
  const auto asked = static_cast<std::size_t>(end - asking) + 1;    // LAMMPS frees no empty array
  memory.create(ranks, static_cast<int>(asked), "granular/srt:ranks");
  auto *rows =
      static_cast<Row *>(memory.smalloc(static_cast<bigint>(asked * sizeof(Row)), "granular/srt:rows"));
  int matches = 0;
  for (auto ask = asking; ask != end; ++ask) {
    const auto row = std::lower_bound(first, asking, *ask, before);
    if (row == asking || row->row.tag != ask->row.tag) continue;
    ranks[matches] = ask->asked_by;
    rows[matches++] = row->row;
  }
  constexpr int send_rows = 2;
  flag = send_rows;
  out = reinterpret_cast<char *>(rows);
  return matches;
}

bool ParticleRows::has_position(int i) const
{
  constexpr double rounding = 1e-12;
  if (rows_[i].known == 0.0) return false;
  Domain &domain = *lmp_->domain;
  double way[3], size = 0.0;
  for (int k = 0; k < 3; ++k) {
    way[k] = lmp_->atom->x[i][k] - rows_[i].numbers[X + k];
    size = std::max({size, std::fabs(rows_[i].numbers[X + k]), domain.prd[k]});
  }
  minimum_image(domain, way);
  return std::max({std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2])}) <= rounding * size;
}

bool ParticleRows::has_motion(int i) const
{
  return rows_[i].known != 0.0 && rows_[i].numbers[CHECKSUM] == checksum_of_motion(i);
}

void ParticleRows::take_new_input(int i)
{
  const Atom &atom = *lmp_->atom;
  Domain &domain = *lmp_->domain;
  Row &row = rows_[i];
  std::copy_n(atom.v[i], 3, row.v.begin());
  double now[3], end[3];
  domain.x2lamda(atom.x[i], now);
  domain.x2lamda(row.numbers.data() + X, end);
  const auto image_of_end = [&](int k, int bits) {
    const imageint image = atom.image[i] >> bits & IMGMASK;
    return (domain.periodicity[k] ? (image + std::lround(now[k] - end[k])) & IMGMASK : image) << bits;
  };
  row.image = image_of_end(0, 0) | image_of_end(1, IMGBITS) | image_of_end(2, IMG2BITS);
}

void ParticleRows::put_positions_before() const
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i)
    if (rows_[i].known != 0.0) std::copy_n(rows_[i].numbers.data() + BEFORE, 3, lmp_->atom->x[i]);
}

void ParticleRows::put_new_input() const
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i) {
    if (rows_[i].known == 0.0) continue;
    lmp_->atom->image[i] = rows_[i].image;
    std::copy_n(rows_[i].v.data(), 3, lmp_->atom->v[i]);
  }
}

void ParticleRows::put_positions() const
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i) {
    if (rows_[i].known == 0.0) continue;
    std::copy_n(rows_[i].numbers.data() + X, 3, lmp_->atom->x[i]);
    lmp_->atom->image[i] = rows_[i].image;
  }
}

void ParticleRows::put_heat_flows() const
{
  if (!lmp_->atom->heatflow) return;
  for (int i = 0; i < lmp_->atom->nlocal; ++i)
    if (rows_[i].known != 0.0) lmp_->atom->heatflow[i] = rows_[i].numbers[HEAT_FLOW];
}

void ParticleRows::add(tagint tag, const double *numbers)
{
  Row row{tag, 1.0};
  std::copy_n(numbers, columns, row.numbers.begin());
  rows_.push_back(row);
}

}    // namespace granular_srt
