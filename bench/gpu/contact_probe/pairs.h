#pragma once

#include "configuration.h"

#include <algorithm>
#include <numeric>

namespace probe {

/// Owned spheres and behind them their periodic images within the cutoff, as LAMMPS has them on one rank; and the near pairs
/// of each owned sphere, within the sum of the radii and the skin.
struct Pairs {
  Configuration all;         ///< with the images
  std::vector<int> owner;    ///< of each row of `all`
  int owned = 0;
  /// Full list: the near rows of sphere i are near[first[i]] to near[first[i + 1] - 1].
  std::vector<int> first, near;
  /// Half list: near pairs of owned i and row j, touching ones first; each pair once.
  std::vector<int> half_i, half_j;
  int touching = 0;
};

namespace detail {

  inline double reach(const Configuration &c, double skin)
  {
    return 2.0 * *std::max_element(c.radius.begin(), c.radius.end()) + skin;
  }

  /// Appends the periodic images within `cutoff` of the box.
  inline void add_images(Pairs &pairs, double cutoff)
  {
    Configuration &all = pairs.all;
    using granular_srt::contact::cross;
    using granular_srt::contact::dot;
    const auto &e = all.edge;
    const double volume = dot(e[0], cross(e[1], e[2]));
    std::array<Vec3<double>, 3> to_fraction;    // rows of the inverse
    double margin[3];
    for (int k = 0; k < 3; ++k) {
      to_fraction[k] = (1.0 / volume) * cross(e[(k + 1) % 3], e[(k + 2) % 3]);
      margin[k] = cutoff * granular_srt::contact::length(to_fraction[k]);
      if (margin[k] > 0.5) throw std::runtime_error("the box is less than two cutoffs wide");
    }
    for (int i = 0; i < pairs.owned; ++i)
      for (int image = 0; image < 27; ++image) {
        if (image == 13) continue;    // no shift
        const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        Vec3<double> x = all.x[i];
        for (int k = 0; k < 3; ++k) x = x + double(shift[k]) * e[k];
        bool inside = true;
        for (int k = 0; k < 3; ++k) {
          const double fraction = dot(to_fraction[k], x - all.origin);
          inside = inside && fraction > -margin[k] && fraction < 1.0 + margin[k];
        }
        if (!inside) continue;
        pairs.owner.push_back(i);
        all.id.push_back(all.id[i]);
        all.type.push_back(all.type[i]);
        all.x.push_back(x);
        all.v.push_back(all.v[i]);
        all.omega.push_back(all.omega[i]);
        all.radius.push_back(all.radius[i]);
        all.mass.push_back(all.mass[i]);
      }
  }

  /// Linked cells of an edge not below `cutoff`.
  class Cells {
   public:
    Cells(const std::vector<Vec3<double>> &x, double cutoff) : next_(x.size(), -1)
    {
      low_ = high_ = x.front();
      for (const Vec3<double> &p : x) {
        low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
        high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
      }
      const double extent[3] = {high_.x - low_.x, high_.y - low_.y, high_.z - low_.z};
      for (int k = 0; k < 3; ++k) {
        number_[k] = std::max(1, int(extent[k] / cutoff));
        per_length_[k] = extent[k] > 0.0 ? number_[k] / extent[k] : 0.0;
      }
      head_.assign(std::size_t(number_[0]) * number_[1] * number_[2], -1);
      for (int i = int(x.size()) - 1; i >= 0; --i) {
        int &head = head_[index(cell(x[i]))];
        next_[i] = head;
        head = i;
      }
    }

    /// Calls visit(j) for all spheres of the cells around x.
    template <class Visit> void around(const Vec3<double> &x, Visit visit) const
    {
      const std::array<int, 3> c = cell(x);
      std::array<int, 3> d;
      for (d[2] = std::max(0, c[2] - 1); d[2] <= std::min(number_[2] - 1, c[2] + 1); ++d[2])
        for (d[1] = std::max(0, c[1] - 1); d[1] <= std::min(number_[1] - 1, c[1] + 1); ++d[1])
          for (d[0] = std::max(0, c[0] - 1); d[0] <= std::min(number_[0] - 1, c[0] + 1); ++d[0])
            for (int j = head_[index(d)]; j >= 0; j = next_[j]) visit(j);
    }

   private:
    Vec3<double> low_, high_;
    int number_[3];
    double per_length_[3];
    std::vector<int> head_, next_;

    [[nodiscard]] std::array<int, 3> cell(const Vec3<double> &x) const
    {
      const double p[3] = {x.x - low_.x, x.y - low_.y, x.z - low_.z};
      std::array<int, 3> c;
      for (int k = 0; k < 3; ++k) c[k] = std::clamp(int(p[k] * per_length_[k]), 0, number_[k] - 1);
      return c;
    }
    [[nodiscard]] std::size_t index(const std::array<int, 3> &c) const
    {
      return (std::size_t(c[2]) * number_[1] + c[1]) * number_[0] + c[0];
    }
  };

}    // namespace detail

inline Pairs pairs_of(const Configuration &configuration, double skin)
{
  Pairs pairs;
  pairs.all = configuration;
  pairs.owned = configuration.size();
  pairs.owner.resize(pairs.owned);
  std::iota(pairs.owner.begin(), pairs.owner.end(), 0);
  const double cutoff = detail::reach(configuration, skin);
  detail::add_images(pairs, cutoff);

  const Configuration &all = pairs.all;
  const detail::Cells cells(all.x, cutoff);
  std::vector<int> near_i, near_j;    // of the half list, not touching
  pairs.first.push_back(0);
  for (int i = 0; i < pairs.owned; ++i) {
    cells.around(all.x[i], [&](int j) {
      if (j == i) return;
      const Vec3<double> d = all.x[i] - all.x[j];
      const double squared = dot(d, d), sum = all.radius[i] + all.radius[j], most = sum + skin;
      if (squared >= most * most) return;
      pairs.near.push_back(j);
      if (i > pairs.owner[j]) return;    // the other side lists it
      const bool touches = granular_srt::contact::overlapping(squared, all.radius[i], all.radius[j]);
      (touches ? pairs.half_i : near_i).push_back(i);
      (touches ? pairs.half_j : near_j).push_back(j);
    });
    pairs.first.push_back(int(pairs.near.size()));
  }
  pairs.touching = int(pairs.half_i.size());
  pairs.half_i.insert(pairs.half_i.end(), near_i.begin(), near_i.end());
  pairs.half_j.insert(pairs.half_j.end(), near_j.begin(), near_j.end());
  return pairs;
}

}    // namespace probe
