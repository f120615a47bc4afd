#include "ghost_pairs.h"

#include "simd/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace granular_srt {

using contact::Vec3;

bool GhostPairs::build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near)
{
  row_.clear();
  atom_.clear();
  if (particles.all == particles.owned) return true;
  const double *x = particles.x;
  const auto finite = [](double number) { return std::isfinite(number); };
  if (!std::all_of(x, x + 3 * std::ptrdiff_t{particles.all}, finite) ||
      !std::all_of(particles.radius, particles.radius + particles.all, finite))
    return false;
  find_owned_near_ghosts(particles, gap);
  const int owned = static_cast<int>(atom_.size());
  for (int ghost = particles.owned; ghost < particles.all; ++ghost) atom_.push_back(ghost);
  const std::size_t all = atom_.size();
  x_.resize(3 * all);
  radius_.resize(all);
  tag_.resize(all);
  lister_.resize(particles.lister ? all : 0);
  for (std::size_t k = 0; k < all; ++k) {
    std::copy_n(particles.x + 3 * std::ptrdiff_t{atom_[k]}, 3, x_.data() + 3 * k);
    radius_[k] = particles.radius[atom_[k]];
    tag_[k] = particles.tag[atom_[k]];
    if (particles.lister) lister_[k] = particles.lister[atom_[k]];
  }
  const auto excluded = [&](int i, int j) {
    return j < owned || (particles.excluded && particles.excluded(atom_[i], atom_[j]));
  };
  const ListedParticles some{
      owned,       static_cast<int>(all), x_.data(), radius_.data(),
      tag_.data(), particles.triclinic,   excluded,  particles.lister ? lister_.data() : nullptr};
  if (!list_.build(some, gap, newton, find_near)) return false;

  const PairRows found = list_.rows();
  partners_.resize(particles.owned);
  first_.resize(particles.owned);
  list_of_atoms_.clear();
  for (int k = 0; k < found.count; ++k) {
    if (found.partners[k] == 0) continue;
    row_.push_back(atom_[k]);
    partners_[atom_[k]] = found.partners[k];
    for (int n = 0; n < found.partners[k]; ++n) list_of_atoms_.push_back(atom_[found.first[k][n]]);
  }
  const int *next = list_of_atoms_.data();
  for (const int i : row_) {
    first_[i] = next;
    next += partners_[i];
  }
  return true;
}

// Writes to atom_ the owned spheres in the cells of ghosts and in those next to them. The grid has one layer of cells
// around all ghosts.
void GhostPairs::find_owned_near_ghosts(const ListedParticles &particles, const GapLimit &gap)
{
  const int ghosts = particles.all - particles.owned;
  const Bounds box = bounds_of(particles.x + 3 * std::ptrdiff_t{particles.owned}, ghosts);
  const Vec3<double> extent = box.highest - box.lowest;
  // as long as the largest distance of a pair, and a bit for rounding
  const double largest = *std::max_element(particles.radius, particles.radius + particles.all);
  double edge = 2.0 * largest + gap(largest, largest);
  edge += 1e-6 * std::max({edge, extent.x, extent.y, extent.z});
  const auto cells = [&](double length) { return std::floor(length / edge) + 3.0; };
  const double most_cells = 2.0 * particles.all + 27.0;
  while (cells(extent.x) * cells(extent.y) * cells(extent.z) > most_cells) edge *= 1.2;
  const int nx = static_cast<int>(cells(extent.x)), ny = static_cast<int>(cells(extent.y)),
            nz = static_cast<int>(cells(extent.z));
  const double per_length = 1.0 / edge;
  const auto place = [&](int atom) -> std::array<int, 3> {
    const Vec3<double> from = row(particles.x, atom) - box.lowest;
    const auto cell = [&](double length) {
      const double outside = 1e9;
      return static_cast<int>(std::clamp(std::floor(length * per_length), -outside, outside)) + 1;
    };
    return {cell(from.x), cell(from.y), cell(from.z)};
  };
  near_.assign(static_cast<std::size_t>(nx) * ny * nz, 0);
  for (int ghost = particles.owned; ghost < particles.all; ++ghost) {
    const auto [cx, cy, cz] = place(ghost);
    for (int z = cz - 1; z <= cz + 1; ++z)
      for (int y = cy - 1; y <= cy + 1; ++y) std::fill_n(near_.begin() + (z * ny + y) * nx + cx - 1, 3, 1);
  }
  for (int i = 0; i < particles.owned; ++i) {
    const auto [x, y, z] = place(i);
    if (x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz && near_[(z * ny + y) * nx + x])
      atom_.push_back(i);
  }
}

PairRows GhostPairs::rows() const
{
  return {static_cast<int>(row_.size()), row_.data(), partners_.data(), first_.data()};
}

double GhostPairs::memory_usage() const
{
  const auto bytes = [](const auto &...vectors) {
    return static_cast<double>(((vectors.capacity() * sizeof(*vectors.data())) + ...));
  };
  return list_.memory_usage() +
      bytes(atom_, lister_, x_, radius_, tag_, row_, partners_, list_of_atoms_, first_, near_);
}

}    // namespace granular_srt
