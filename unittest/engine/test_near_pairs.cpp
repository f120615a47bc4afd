// NearPairs: lists that are kept while spheres move have all near pairs, each once.

#include "engine/search/near_pairs.h"
#include "engine/evaluate/near_spheres.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <tuple>
#include <vector>

using namespace granular_srt;
using LAMMPS_NS::bigint;
using LAMMPS_NS::tagint;

namespace {

constexpr double box = 8.0, skin = 0.2, gap = 0.25, largest = 0.5, dt = 0.01;
constexpr int count = 300;

/// Spheres that move through each other in a periodic box.
struct Gas {
  std::vector<double> x, v, radius;    // owned ones, then ghosts
  std::vector<tagint> tag;
  std::vector<int> type;

  explicit Gas(unsigned seed)
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0.0, box), size(0.2, largest);
    std::normal_distribution<double> speed;
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k) {
        x.push_back(place(random));
        // a tenth is fast
        v.push_back(speed(random) * (i % 10 == 0 ? 2.0 : 0.1));
      }
      radius.push_back(size(random));
      tag.push_back(i + 1);
      type.push_back(1);
    }
    make_ghosts();
  }

  // Moves the spheres by steps, until one may be half of the skin from its place: LAMMPS then makes new ghosts.
  int move()
  {
    const double fastest = std::sqrt(3.0) *
        std::fabs(*std::max_element(v.begin(), v.begin() + 3 * count,
                                    [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
    const int steps = std::max(1, static_cast<int>(0.5 * skin / (fastest * dt)));
    for (int k = 0; k < 3 * count; ++k) {
      x[k] += steps * dt * v[k];
      x[k] -= box * std::floor(x[k] / box);
    }
    make_ghosts();
    return steps;
  }

  void make_ghosts()
  {
    x.resize(3 * count);
    radius.resize(count);
    tag.resize(count);
    const double reach = 2.0 * largest + gap;
    for (int i = 0; i < count; ++i)
      for (int image = 0; image < 27; ++image) {
        double at[3];
        bool near = image != 13;
        const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        for (int k = 0; k < 3; ++k) {
          at[k] = x[3 * i + k] + shift[k] * box;
          near = near && at[k] > -reach && at[k] < box + reach;
        }
        if (!near) continue;
        x.insert(x.end(), at, at + 3);
        radius.push_back(radius[i]);
        tag.push_back(tag[i]);
      }
  }

  [[nodiscard]] ListedParticles listed() const
  {
    return {count, static_cast<int>(radius.size()), x.data(), radius.data(), tag.data(), false, {}};
  }
  [[nodiscard]] NearPairsRequest request(bigint step, bool newton) const
  {
    return {v.data(),
            type.data(),
            step,
            dt,
            skin,
            [](double, double) { return gap; },
            newton,
            detail::find_near<contact::Lanes<8>>,
            detail::any_point_moved<contact::Lanes<8>>};
  }
};

// Number of times that each pair nearer than the gap is listed, by its tags and its distance.
using Pairs = std::map<std::tuple<tagint, tagint, long>, int>;

void add_pairs(const PairList &list, const Gas &gas, Pairs &pairs)
{
  for (int n = 0; n < list.count; ++n)
    for (int k = 0; k < list.partners[list.atom[n]]; ++k) {
      const int i = list.atom[n], j = list.first[i][k];
      double square = 0.0;
      for (int d = 0; d < 3; ++d) square += std::pow(gas.x[3 * i + d] - gas.x[3 * j + d], 2);
      const double distance = std::sqrt(square);
      // digits in which an image differs are not compared
      if (distance - gas.radius[i] - gas.radius[j] < gap - 1e-5)
        ++pairs[{std::min(gas.tag[i], gas.tag[j]), std::max(gas.tag[i], gas.tag[j]),
                 std::lround(1e9 * distance)}];
    }
}

Pairs pairs_of(const NearPairs &near, const Gas &gas)
{
  Pairs pairs;
  add_pairs(near.pairs(), gas, pairs);
  if (near.split()) add_pairs(near.ghost_pairs(), gas, pairs);
  return pairs;
}

}    // namespace

TEST(NearPairs, KeptListsHaveAllPairs)
{
  for (const bool newton : {true, false}) {
    Gas gas(3);
    NearPairs near;
    int kept = 0, split = 0, lists = 200;
    bigint step = 0;
    for (int n = 0; n < lists; ++n) {
      ASSERT_TRUE(near.update(gas.listed(), gas.request(step, newton)));
      NearPairs fresh;
      ASSERT_TRUE(fresh.update(gas.listed(), gas.request(step, newton)));
      ASSERT_FALSE(fresh.split());
      const Pairs pairs = pairs_of(near, gas);
      ASSERT_EQ(pairs, pairs_of(fresh, gas)) << "list " << n;
      ASSERT_GT(pairs.size(), 200u);
      kept += near.kept();
      split += near.split();
      step += gas.move();
    }
    // Until it is known that lists are made often, none is kept; then most are.
    EXPECT_GT(split, lists / 2);
    EXPECT_LT(split, lists);
    EXPECT_GT(kept, split / 2);
    EXPECT_LT(kept, split);
  }
}

TEST(NearPairs, OtherParticlesGetNewLists)
{
  Gas gas(5);
  NearPairs near;
  bigint step = 0;
  const auto update = [&] { return near.update(gas.listed(), gas.request(++step, true)); };
  while (!near.split()) ASSERT_TRUE(update());
  ASSERT_TRUE(update());
  ASSERT_TRUE(near.kept());
  const auto is_renewed_by = [&](auto change) {
    change();
    EXPECT_TRUE(update());
    const bool renewed = !near.kept();
    EXPECT_TRUE(update());
    EXPECT_TRUE(near.kept());
    return renewed;
  };
  EXPECT_TRUE(is_renewed_by([&] { std::swap(gas.tag[2], gas.tag[7]); }));
  EXPECT_TRUE(is_renewed_by([&] { gas.type[4] = 2; }));
  EXPECT_TRUE(is_renewed_by([&] { gas.radius[6] *= 1.01; }));
  EXPECT_TRUE(is_renewed_by([&] { gas.x[3 * 8 + 1] += 2.0 * skin; }));
  EXPECT_FALSE(is_renewed_by([&] { gas.x[3 * 8 + 1] += 0.01 * skin; }));
  gas.x[5] = std::nan("");
  EXPECT_FALSE(update());
}

TEST(NearPairs, ExclusionsHaveOneList)
{
  Gas gas(7);
  ListedParticles particles = gas.listed();
  particles.excluded = [](int, int) { return false; };
  NearPairs near;
  for (bigint step = 0; step < 100; ++step) {
    ASSERT_TRUE(near.update(particles, gas.request(step, true)));
    ASSERT_FALSE(near.split());
  }
}

TEST(NearPairs, RareListsAreOne)
{
  Gas gas(9);
  NearPairs near;
  bigint step = 0;
  while (!near.split()) ASSERT_TRUE(near.update(gas.listed(), gas.request(++step, true)));
  for (int n = 0; n < 30; ++n) ASSERT_TRUE(near.update(gas.listed(), gas.request(step += 50, true)));
  EXPECT_FALSE(near.split());
}
