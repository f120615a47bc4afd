// CellList against all pairs, with the three instruction sets.

#include "contacts/cell_list.h"
#include "simd/near_spheres.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace granular_srt;
using LAMMPS_NS::tagint;
using Pairs = std::multiset<std::pair<int, int>>;

namespace {

/// Spheres in a periodic box, with ghosts within `reach` of its faces.
struct Packing {
  std::vector<double> x, radius;
  std::vector<tagint> tag;
  int owned;
  bool triclinic = false;

  Packing(int count, double box, double smallest, double largest, double reach, unsigned seed)
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0.0, box), size(smallest, largest);
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k) x.push_back(place(random));
      radius.push_back(size(random));
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
Pairs pairs_of(const PairRows &rows, const Packing &packing, double limit)
{
  Pairs pairs;
  for (int row = 0; row < rows.count; ++row)
    for (int k = 0; k < rows.partners[rows.atom[row]]; ++k) {
      const int i = rows.atom[row], j = rows.first[i][k];
      if (packing.gap(i, j) < limit) pairs.emplace(i, j);
      // 1e-6 of the largest box with its ghosts
      EXPECT_LT(packing.gap(i, j), limit + 5e-5);
    }
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
    const Packing packing(count, box, smallest, largest, 2.0 * largest + limit, 7);
    for (const FindNear find : all_widths) {
      CellList list;
      ASSERT_TRUE(list.build(packing.listed(), limit, false, find));
      Pairs expected;
      for (int i = 0; i < packing.owned; ++i)
        for (int j = i + 1; j < static_cast<int>(packing.radius.size()); ++j)
          if (packing.gap(i, j) < limit) expected.emplace(i, j);
      EXPECT_EQ(pairs_of(list.rows(), packing, limit), expected) << count << " spheres";
    }
  }
}

// With newton on, a pair across a face of the box is seen from both sides and listed on one.
TEST(CellList, ListsGhostsOnOneSide)
{
  const double limit = 0.3;
  for (const auto &[box, triclinic] : {std::pair{6.0, false}, {6.0, true}, {1.3, false}, {1.3, true}}) {
    Packing packing(box > 2.0 ? 300 : 3, box, 0.3, 0.5, 1.0 + limit, 11);
    packing.triclinic = triclinic;
    CellList both, one;
    ASSERT_TRUE(both.build(packing.listed(), limit, false, all_widths[2]));
    ASSERT_TRUE(one.build(packing.listed(), limit, true, all_widths[2]));
    // a pair by its tags and its distance
    const auto named = [&](const CellList &list, bool ghosts) {
      std::map<std::tuple<tagint, tagint, long>, int> found;
      for (const auto &[i, j] : pairs_of(list.rows(), packing, limit))
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

TEST(CellList, LeavesExcludedPairsOut)
{
  const Packing packing(300, 6.0, 0.5, 0.5, 1.3, 5);
  CellList list;
  ListedParticles particles = packing.listed();
  particles.excluded = [&](int i, int j) { return (packing.tag[i] + packing.tag[j]) % 3 == 0; };
  ASSERT_TRUE(list.build(particles, 0.3, true, all_widths[1]));
  const PairRows rows = list.rows();
  int listed = 0;
  for (int i = 0; i < rows.count; ++i)
    for (int k = 0; k < rows.partners[i]; ++k, ++listed)
      EXPECT_FALSE(particles.excluded(i, rows.first[i][k]));
  EXPECT_GT(listed, 300);
}

TEST(CellList, RefusesWhatIsNotANumber)
{
  Packing packing(20, 5.0, 0.5, 0.5, 1.0, 3);
  CellList list;
  EXPECT_TRUE(list.build(packing.listed(), 0.1, true, all_widths[0]));
  packing.x[7] = std::nan("");
  EXPECT_FALSE(list.build(packing.listed(), 0.1, true, all_widths[0]));
  EXPECT_EQ(list.rows().count, 0);
}

TEST(CellList, NoParticles)
{
  CellList list;
  EXPECT_TRUE(list.build({0, 0, nullptr, nullptr, nullptr, false, {}}, 0.1, true, all_widths[0]));
  EXPECT_EQ(list.rows().count, 0);
}
