// CellList against all pairs, with the three instruction sets.

#include "engine/search/cell_list.h"
#include "engine/evaluate/near_spheres.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

using namespace granular_srt;
using LAMMPS_NS::tagint;
using Pairs = std::multiset<std::pair<int, int>>;

namespace {

/// Sizes of spheres, from a random number between 0 and 1.
using Sizes = std::function<double(double)>;

Sizes uniform(double smallest, double largest)
{
  return [=](double random) { return smallest + random * (largest - smallest); };
}

GapLimit always(double gap)
{
  return [=](double, double) { return gap; };
}

/// Spheres in a periodic box, with ghosts within `reach` of its faces.
struct Packing {
  std::vector<double> x, radius;
  std::vector<tagint> tag;
  int owned;
  bool triclinic = false;

  Packing(int count, double box, const Sizes &sizes, double reach, unsigned seed)
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0.0, box), size(0.0, 1.0);
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k) x.push_back(place(random));
      radius.push_back(sizes(size(random)));
      tag.push_back(i + 1);
    }
    owned = count;
    for (int i = 0; i < count; ++i)
      for (int image = 0; image < 27; ++image) {
        const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        double at[3];
        bool near = image != 13;
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
    return {owned, static_cast<int>(radius.size()), x.data(), radius.data(), tag.data(), triclinic, {}};
  }
  [[nodiscard]] double gap(int i, int j) const
  {
    double square = 0.0;
    for (int k = 0; k < 3; ++k) square += (x[3 * i + k] - x[3 * j + k]) * (x[3 * i + k] - x[3 * j + k]);
    return std::sqrt(square) - radius[i] - radius[j];
  }
};

// Pairs of a list with gaps below the limit; the list may have a few more.
Pairs pairs_of(const PairList &list, const Packing &packing, double limit)
{
  Pairs pairs;
  for (int ii = 0; ii < list.count; ++ii)
    for (int k = 0; k < list.partners[list.atom[ii]]; ++k) {
      const int i = list.atom[ii], j = list.first[i][k];
      if (packing.gap(i, j) < limit) pairs.emplace(std::min(i, j), std::max(i, j));
      // 1e-6 of the largest box with its ghosts
      EXPECT_LT(packing.gap(i, j), limit + 5e-5);
    }
  return pairs;
}

// The pairs that a list without newton has, the smaller atom first.
Pairs all_pairs(const Packing &packing, double limit)
{
  Pairs pairs;
  for (int i = 0; i < packing.owned; ++i)
    for (int j = i + 1; j < static_cast<int>(packing.radius.size()); ++j)
      if (packing.gap(i, j) < limit) pairs.emplace(i, j);
  return pairs;
}

const FindNear all_widths[] = {detail::find_near<double>, detail::find_near<contact::Twin<contact::Lanes<4>>>,
                               detail::find_near<contact::Lanes<8>>};

}    // namespace

TEST(CellList, HasAllNearPairsOnce)
{
  const double limit = 0.3;
  for (const auto &[count, box, smallest, largest] : {std::tuple{300, 6.0, 0.5, 0.5},
                                                      {500, 8.0, 0.25, 0.5},
                                                      {40, 40.0, 0.5, 0.5},
                                                      {1, 3.0, 0.5, 0.5},
                                                      {3, 1.3, 0.4, 0.5}}) {
    const Packing packing(count, box, uniform(smallest, largest), 2.0 * largest + limit, 7);
    for (const FindNear find : all_widths) {
      CellList list;
      ASSERT_TRUE(list.build(packing.listed(), always(limit), false, find));
      EXPECT_EQ(pairs_of(list.pairs(), packing, limit), all_pairs(packing, limit)) << count << " spheres";
    }
  }
}

// Sizes over two decades. Radii that change between two lists of one CellList, as fix adapt changes them, bring other
// classes.
TEST(CellList, SizesOverTwoDecades)
{
  const Sizes power_law = [](double random) { return 0.01 * std::pow(1.0 - 0.9999 * random, -0.5); };
  const Sizes logarithmic = [](double random) { return 0.01 * std::pow(100.0, random); };
  const Sizes two = [](double random) { return random < 0.02 ? 1.0 : 0.025; };
  const Sizes with_points = [](double random) { return random < 0.5 ? 0.0 : 0.5 * random; };
  for (const Sizes &sizes : {power_law, logarithmic, two, with_points})
    for (const double limit : {0.002, 0.05}) {
      Packing packing(300, 1.5, sizes, 1.0, 19);
      CellList list;
      for (const double factor : {1.0, 0.3, 2.5}) {
        for (std::size_t i = 0; i < packing.radius.size(); ++i)
          if (packing.tag[i] % 3 > 0) packing.radius[i] *= factor;
        const Pairs expected = all_pairs(packing, limit);
        ASSERT_FALSE(expected.empty());
        for (const FindNear find : all_widths) {
          ASSERT_TRUE(list.build(packing.listed(), always(limit), false, find));
          EXPECT_EQ(pairs_of(list.pairs(), packing, limit), expected)
              << "limit " << limit << ", factor " << factor;
        }
      }
    }
}

// A large sphere does not make the lists of the others longer.
TEST(CellList, FewPairsMoreThanNear)
{
  const double limit = 0.01;
  Packing packing(
      1000, 2.0, [](double random) { return random < 0.003 ? 1.0 : 0.02; }, 1.0, 23);
  CellList list;
  ASSERT_TRUE(list.build(packing.listed(), always(limit), false, all_widths[2]));
  std::size_t listed = 0;
  for (int i = 0; i < packing.owned; ++i) listed += list.pairs().partners[i];
  EXPECT_LE(listed, 1.01 * all_pairs(packing, limit).size());
}

// Contacts that stretch farther between larger spheres.
TEST(CellList, GapsGrowWithSizes)
{
  const GapLimit gap = [](double r_i, double r_j) { return 0.01 + 0.2 * r_i * r_j / (r_i + r_j); };
  const Packing packing(
      800, 4.0, [](double random) { return 0.01 * std::pow(100.0, random); }, 2.2, 29);
  CellList list;
  ASSERT_TRUE(list.build(packing.listed(), gap, false, all_widths[2]));
  Pairs listed;
  for (int i = 0; i < packing.owned; ++i)
    for (int k = 0; k < list.pairs().partners[i]; ++k) {
      const int j = list.pairs().first[i][k];
      listed.emplace(std::min(i, j), std::max(i, j));
      // spheres of a class are at most twice as large
      EXPECT_LT(packing.gap(i, j), 2.1 * gap(packing.radius[i], packing.radius[j]));
    }
  int stretched = 0;
  for (int i = 0; i < packing.owned; ++i)
    for (int j = i + 1; j < static_cast<int>(packing.radius.size()); ++j) {
      if (packing.gap(i, j) >= gap(packing.radius[i], packing.radius[j])) continue;
      EXPECT_EQ(listed.count({i, j}), 1u);
      stretched += packing.gap(i, j) > 0.01;
    }
  EXPECT_GT(stretched, 20);
}

// With newton on, a pair across a face of the box is seen from both sides and listed on one.
TEST(CellList, ListsGhostsOnOneSide)
{
  const double limit = 0.3;
  for (const auto &[box, triclinic, smallest] : {std::tuple{6.0, false, 0.3},
                                                 {6.0, true, 0.3},
                                                 {1.3, false, 0.3},
                                                 {1.3, true, 0.3},
                                                 {6.0, false, 0.01},
                                                 {6.0, true, 0.01}}) {
    Packing packing(box > 2.0 ? 300 : 3, box, uniform(smallest, 0.5), 1.0 + limit, 11);
    packing.triclinic = triclinic;
    CellList both, one;
    ASSERT_TRUE(both.build(packing.listed(), always(limit), false, all_widths[2]));
    ASSERT_TRUE(one.build(packing.listed(), always(limit), true, all_widths[2]));
    // a pair by its tags and its distance
    const auto named = [&](const CellList &list, bool ghosts) {
      std::map<std::tuple<tagint, tagint, long>, int> found;
      for (const auto &[i, j] : pairs_of(list.pairs(), packing, limit))
        if ((j >= packing.owned) == ghosts)
          ++found[{std::min(packing.tag[i], packing.tag[j]), std::max(packing.tag[i], packing.tag[j]),
                   std::lround(1e9 * packing.gap(i, j))}];
      return found;
    };
    EXPECT_EQ(named(both, false), named(one, false));
    auto twice = named(one, true);
    ASSERT_FALSE(twice.empty());
    for (auto &[pair, times] : twice) times *= 2;
    EXPECT_EQ(twice, named(both, true));
  }
}

// Ghosts of the smaller half of the spheres reach only as far as pairs of these do: the side of the smaller sphere lists.
TEST(CellList, ListsByTheSmallerSphere)
{
  const double limit = 0.05, box = 4.0, small = 0.05, large = 0.6;
  Packing packing(
      500, box, [&](double random) { return random < 0.1 ? large : small; }, 2.0 * large + limit, 31);
  const auto listed = [&](const Packing &of, bool newton) {
    std::vector<int> collection_order;
    for (const double radius : of.radius) collection_order.push_back(radius == large);
    ListedParticles particles = of.listed();
    if (newton) particles.collection_order = collection_order.data();
    CellList list;
    EXPECT_TRUE(list.build(particles, always(limit), newton, all_widths[2]));
    std::map<std::tuple<tagint, tagint, long>, int> found;
    for (const auto &[i, j] : pairs_of(list.pairs(), of, limit))
      found[{std::min(of.tag[i], of.tag[j]), std::max(of.tag[i], of.tag[j]),
             std::lround(1e9 * of.gap(i, j))}] += newton || j >= of.owned ? 1 : 2;
    return found;
  };
  Packing fewer = packing;
  fewer.x.clear(), fewer.radius.clear(), fewer.tag.clear();
  for (std::size_t i = 0; i < packing.radius.size(); ++i) {
    const double *x = packing.x.data() + 3 * i, reach = 2.0 * small + limit;
    bool near = packing.radius[i] == large;
    near = near || std::all_of(x, x + 3, [&](double at) { return at > -reach && at < box + reach; });
    if (!near) continue;
    fewer.x.insert(fewer.x.end(), x, x + 3);
    fewer.radius.push_back(packing.radius[i]);
    fewer.tag.push_back(packing.tag[i]);
  }
  ASSERT_LT(fewer.radius.size(), packing.radius.size() - 100);
  auto once = listed(fewer, true);
  for (auto &[pair, times] : once) times *= 2;
  EXPECT_EQ(once, listed(packing, false));
}

TEST(CellList, LeavesExcludedPairsOut)
{
  const Packing packing(300, 6.0, uniform(0.05, 0.5), 1.3, 5);
  CellList list;
  ListedParticles particles = packing.listed();
  particles.excluded = [&](int i, int j) { return (packing.tag[i] + packing.tag[j]) % 3 == 0; };
  ASSERT_TRUE(list.build(particles, always(0.3), true, all_widths[1]));
  const PairList near = list.pairs();
  int listed = 0;
  for (int i = 0; i < near.count; ++i)
    for (int k = 0; k < near.partners[i]; ++k, ++listed)
      EXPECT_FALSE(particles.excluded(i, near.first[i][k]));
  EXPECT_GT(listed, 300);
}

TEST(CellList, RefusesWhatIsNotANumber)
{
  Packing packing(20, 5.0, uniform(0.5, 0.5), 1.0, 3);
  CellList list;
  EXPECT_TRUE(list.build(packing.listed(), always(0.1), true, all_widths[0]));
  packing.x[7] = std::nan("");
  EXPECT_FALSE(list.build(packing.listed(), always(0.1), true, all_widths[0]));
  EXPECT_EQ(list.pairs().count, 0);
}

TEST(CellList, NoParticles)
{
  CellList list;
  EXPECT_TRUE(list.build({0, 0, nullptr, nullptr, nullptr, false, {}}, always(0.1), true, all_widths[0]));
  EXPECT_EQ(list.pairs().count, 0);
}
