#include "particle_rows.h"
#include "checksum.h"

#include "host/lammps_versions.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "fix.h"
#include "lammps.h"

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
    rows_[i] = {atom.tag[i], 1.0, {}};
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
    numbers[IMAGE] = ubuf(atom.image[i]).d;
    if (atom.heatflow) numbers[HEAT_FLOW] = atom.heatflow[i];
    numbers[CHECKSUM] = checksum_of_motion(i);
    rows_[i].known = 1.0;
  }
}

void ParticleRows::follow(Fix *fix)
{
  const Atom &atom = *lmp_->atom;
  std::vector<Row> before = std::move(rows_);
  std::ranges::sort(before, {}, &Row::tag);
  rows_.assign(atom.nlocal + (fix ? atom.nghost : 0), {});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto row = std::ranges::lower_bound(before, atom.tag[i], {}, &Row::tag);
    if (row != before.end() && row->tag == atom.tag[i]) rows_[i] = *row;
    rows_[i].tag = atom.tag[i];
  }
  if (fix) lmp_->comm->reverse_comm(fix);
  rows_.resize(atom.nlocal);
}

int ParticleRows::pack(int first, int count, double *buffer) const
{
  for (int i = first; i < first + count; ++i) {
    *buffer++ = rows_[i].known;
    buffer = std::copy(rows_[i].numbers.begin(), rows_[i].numbers.end(), buffer);
  }
  return count * (1 + columns);
}

void ParticleRows::unpack(int count, const int *list, const double *buffer)
{
  for (int k = 0; k < count; ++k, buffer += 1 + columns) {
    Row &row = rows_[list[k]];
    if (row.known != 0.0 || buffer[0] == 0.0) continue;
    row.known = buffer[0];
    std::copy_n(buffer + 1, columns, row.numbers.begin());
  }
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

void ParticleRows::put_positions() const
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i) {
    if (rows_[i].known == 0.0) continue;
    const double *const numbers = rows_[i].numbers.data();
    std::copy_n(numbers + X, 3, lmp_->atom->x[i]);
    lmp_->atom->image[i] = static_cast<imageint>(ubuf(numbers[IMAGE]).i);
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
  Row row{tag, 1.0, {}};
  std::copy_n(numbers, columns, row.numbers.begin());
  rows_.push_back(row);
}

}    // namespace granular_srt
