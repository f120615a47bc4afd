#include "cell_grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace granular_srt {

using contact::Vec3;

void CellGrid::make(const GridBox &box, double edge, int count)
{
  const Vec3<double> &extent = box.extent;
  const double most_cells = 2.0 * count + 27.0;
  const auto cells = [&](double length) {
    return edge > 0.0 ? std::max(1.0, std::floor(length / edge)) : 1.0;
  };
  while (cells(extent.x) * cells(extent.y) * cells(extent.z) > most_cells) edge *= 1.2;
  nx_ = static_cast<int>(cells(extent.x));
  ny_ = static_cast<int>(cells(extent.y));
  nz_ = static_cast<int>(cells(extent.z));
  const auto per_length = [](int number, double length) { return length > 0.0 ? number / length : 0.0; };
  cells_per_length_ = {per_length(nx_, extent.x), per_length(ny_, extent.y), per_length(nz_, extent.z)};
  start_.assign(static_cast<std::size_t>(nx_) * ny_ * nz_ + 2, 0);
}

int CellGrid::sort(int first)
{
  start_.front() = first;
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  return start_.back();
}

CellGrid::SphereRanges CellGrid::near(int cell) const
{
  const int cx = cell % nx_, cy = cell / nx_ % ny_, cz = cell / nx_ / ny_;
  const int first_x = std::max(cx - 1, 0), last_x = std::min(cx + 1, nx_ - 1);
  // Cells that are neighbors along x are neighbors in memory.
  SphereRanges found;
  found.count = found.spheres = 0;
  for (int z = std::max(cz - 1, 0); z <= std::min(cz + 1, nz_ - 1); ++z)
    for (int y = std::max(cy - 1, 0); y <= std::min(cy + 1, ny_ - 1); ++y) {
      const int line = (z * ny_ + y) * nx_;
      const SphereRange range{start_[line + first_x], start_[line + last_x + 1]};
      found.ranges[found.count++] = range;
      found.spheres += range.last - range.first;
    }
  return found;
}

void SpheresInCells::resize(int count)
{
  atom_.resize(count);
  const std::size_t room = count + SortedSpheres::most_lanes;
  for (auto *values : {&x_, &y_, &z_, &radius_}) values->resize(room);
}

std::span<const int> SpheresInCells::near(const CellGrid::SphereRanges &cells, const Vec3<double> &from,
                                          double reach, FindNear find_near)
{
  if (cells.spheres == 0) return {};
  const std::size_t most = cells.spheres + SortedSpheres::most_lanes;
  if (found_.size() < most) found_.resize(2 * most);
  const Vec3<float> place{static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(from.z)};
  const int many = find_near({x_.data(), y_.data(), z_.data(), radius_.data()}, cells.ranges, cells.count,
                             place, static_cast<float>(reach), found_.data());
  return {found_.data(), static_cast<std::size_t>(many)};
}

}    // namespace granular_srt
