#include "spheres_in_cells.h"

#include <cstddef>

namespace granular_srt {

using contact::Vec3;

void SpheresInCells::resize(int count)
{
  atom_.resize(count);
  const std::size_t room = count + SortedSpheres::most_lanes;
  for (auto *values : {&x_, &y_, &z_, &radius_}) values->resize(room);
}

std::span<const int> SpheresInCells::near(const CellGrid::Runs &cells, const Vec3<double> &from, double reach,
                                          FindNear find_near)
{
  if (cells.spheres == 0) return {};
  if (found_.size() < static_cast<std::size_t>(cells.spheres)) found_.resize(2 * cells.spheres);
  const Vec3<float> place{static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(from.z)};
  const int many = find_near({x_.data(), y_.data(), z_.data(), radius_.data()}, cells.runs, cells.count,
                             place, static_cast<float>(reach), found_.data());
  return {found_.data(), static_cast<std::size_t>(many)};
}

double SpheresInCells::memory_usage() const
{
  return static_cast<double>((atom_.capacity() + found_.capacity()) * sizeof(int) +
                             (x_.capacity() + y_.capacity() + z_.capacity() + radius_.capacity()) *
                                 sizeof(float));
}

}    // namespace granular_srt
