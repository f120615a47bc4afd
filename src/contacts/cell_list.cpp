#include "cell_list.h"

#include "simd/bounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace granular_srt {

using contact::Vec3;
using LAMMPS_NS::tagint;

namespace {

  // Whether point j is above point i: in z, else in y, else in x.
  bool is_above(const double *j, const double *i)
  {
    for (int axis = 2; axis > 0; --axis)
      if (j[axis] != i[axis]) return j[axis] > i[axis];
    return j[0] > i[0];
  }

  // Whether this rank lists a pair of an owned particle and a ghost. The other rank, where the two have changed roles,
  // decides otherwise. Positions decide, because then half of the ghosts have no contacts. In a tilted box their images
  // are rounded in another way on the other side, so tags decide.
  bool lists_ghost(const ListedParticles &particles, int owned, int ghost)
  {
    const tagint i = particles.tag[owned], j = particles.tag[ghost];
    if (particles.triclinic && i != j) return (i + j) % 2 == 0 ? i < j : i > j;
    return is_above(particles.x + 3 * std::ptrdiff_t{ghost}, particles.x + 3 * std::ptrdiff_t{owned});
  }

}    // namespace

bool CellList::build(const ListedParticles &particles, double gap, bool newton, FindNear find_near)
{
  if (!make_grid(particles, gap)) {
    atom_.clear();
    return false;
  }
  sort(particles);

  if (std::ssize(atom_) != particles.owned) {
    atom_.resize(particles.owned);
    std::iota(atom_.begin(), atom_.end(), 0);
  }
  partners_.resize(particles.owned);
  list_.clear();
  for (int i = 0; i < particles.owned; ++i) {
    const int many = find(row(particles.x, i), cell_[i], particles.radius[i] + gap, find_near);
    const std::size_t begin = list_.size();
    list_.resize(begin + many);
    int *end = list_.data() + begin;
    for (int k = 0; k < many; ++k) {
      const int j = order_[found_[k]];
      bool listed = j < particles.owned ? j > i : !newton || lists_ghost(particles, i, j);
      if (particles.excluded && listed) listed = !particles.excluded(i, j);
      *end = j;
      end += listed;
    }
    partners_[i] = static_cast<int>(end - (list_.data() + begin));
    list_.resize(begin + partners_[i]);
  }
  first_.resize(particles.owned);
  const int *next = list_.data();
  for (int i = 0; i < particles.owned; next += partners_[i++]) first_[i] = next;
  return true;
}

// Cells are at least as long as the largest distance of a pair: a sphere meets those of its own cell and the next ones.
bool CellList::make_grid(const ListedParticles &particles, double gap)
{
  double largest = 0.0, sum = 0.0;
  for (int i = 0; i < particles.all; ++i) {
    const Vec3<double> x = row(particles.x, i);
    largest = std::max(largest, particles.radius[i]);
    sum += x.x + x.y + x.z + particles.radius[i];    // not finite if one is not
  }
  if (!std::isfinite(sum)) return false;

  const Bounds box = bounds_of(particles.x, particles.all);
  lowest_ = box.lowest;
  const Vec3<double> extent = box.highest - box.lowest;
  // Empty cells take time too: in a dilute system they are larger.
  const double most_cells = 2.0 * particles.all + 27.0;
  const auto count = [&](double length, double edge) {
    return edge > 0.0 ? std::max(1.0, std::floor(length / edge)) : 1.0;
  };
  // Coordinates and the sum of their squares: some roundings of numbers not larger than the extent.
  rounding_ = 1e-6 * std::max({extent.x, extent.y, extent.z, 2.0 * largest + gap});
  double edge = 2.0 * largest + gap + rounding_;
  while (count(extent.x, edge) * count(extent.y, edge) * count(extent.z, edge) > most_cells) edge *= 1.2;
  nx_ = static_cast<int>(count(extent.x, edge));
  ny_ = static_cast<int>(count(extent.y, edge));
  nz_ = static_cast<int>(count(extent.z, edge));
  const auto per_length = [](int cells, double length) { return length > 0.0 ? cells / length : 0.0; };
  cells_per_length_ = {per_length(nx_, extent.x), per_length(ny_, extent.y), per_length(nz_, extent.z)};
  return true;
}

void CellList::sort(const ListedParticles &particles)
{
  const auto place = [](double length, double per_length, int cells) {
    return std::min(static_cast<int>(length * per_length), cells - 1);
  };
  const std::size_t cells = static_cast<std::size_t>(nx_) * ny_ * nz_;
  cell_.resize(particles.all);
  start_.assign(cells + 2, 0);
  for (int i = 0; i < particles.all; ++i) {
    const Vec3<double> from = row(particles.x, i) - lowest_;
    const int x = place(from.x, cells_per_length_.x, nx_), y = place(from.y, cells_per_length_.y, ny_),
              z = place(from.z, cells_per_length_.z, nz_);
    cell_[i] = (z * ny_ + y) * nx_ + x;
    ++start_[cell_[i] + 2];
  }
  std::partial_sum(start_.begin(), start_.end(), start_.begin());

  const std::size_t room = particles.all + SortedSpheres::most_lanes;
  order_.resize(particles.all);
  for (auto *values : {&x_, &y_, &z_, &radius_}) values->resize(room);
  for (int i = 0; i < particles.all; ++i) {
    const int at = start_[cell_[i] + 1]++;
    const Vec3<double> from = row(particles.x, i) - lowest_;
    order_[at] = i;
    x_[at] = static_cast<float>(from.x);
    y_[at] = static_cast<float>(from.y);
    z_[at] = static_cast<float>(from.z);
    radius_[at] = static_cast<float>(particles.radius[i]);
  }
}

// Writes the sorted indices of all spheres within reach to found_. Returns their number.
int CellList::find(const Vec3<double> &x, int cell, double reach, FindNear find_near)
{
  const SortedSpheres spheres{x_.data(), y_.data(), z_.data(), radius_.data()};
  const Vec3<double> from = x - lowest_;
  const int cx = cell % nx_, cy = cell / nx_ % ny_, cz = cell / nx_ / ny_;
  const int first_x = std::max(cx - 1, 0), last_x = std::min(cx + 1, nx_ - 1);
  // Cells that are neighbors along x are neighbors in memory.
  SphereRun runs[9];
  int many_runs = 0, most = 0;
  for (int z = std::max(cz - 1, 0); z <= std::min(cz + 1, nz_ - 1); ++z)
    for (int y = std::max(cy - 1, 0); y <= std::min(cy + 1, ny_ - 1); ++y) {
      const int line = (z * ny_ + y) * nx_;
      const SphereRun run{start_[line + first_x], start_[line + last_x + 1]};
      runs[many_runs++] = run;
      most += run.last - run.first;
    }
  if (found_.size() < static_cast<std::size_t>(most)) found_.resize(2 * most);
  const Vec3<float> place{static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(from.z)};
  return find_near(spheres, runs, many_runs, place, static_cast<float>(reach + rounding_), found_.data());
}

double CellList::memory_usage() const
{
  const auto bytes = [](const auto &...vectors) {
    return static_cast<double>(((vectors.capacity() * sizeof(*vectors.data())) + ...));
  };
  return bytes(start_, cell_, order_, x_, y_, z_, radius_, atom_, partners_, first_, list_, found_);
}

}    // namespace granular_srt
