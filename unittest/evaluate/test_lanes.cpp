// Lanes of registers from and to memory: every double arrives at its place, for each kind of register.
#include "engine/evaluate/block_sums.h"
#include "engine/evaluate/lane_access.h"
#include "engine/evaluate/rows.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

using namespace granular_srt;

namespace {

template <class Real> class LanesOf : public testing::Test {
};
using Reals = testing::Types<double, Lanes<2>, Lanes<4>, Lanes<8>, Twin<Lanes<2>>, Twin<Lanes<4>>>;
TYPED_TEST_SUITE(LanesOf, Reals);

std::vector<double> counted(int n)
{
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 100.0);
  return values;
}

// Rows that are scattered, one per lane.
int scattered(int lane)
{
  return 3 * (5 * lane % 7 + lane);
}

TYPED_TEST(LanesOf, ConsecutiveRowsBecomeColumns)
{
  constexpr int lanes = lanes_in<TypeParam>;
  const std::vector<double> rows = counted(3 * lanes);
  TypeParam columns[3];
  load_rows(rows.data(), columns);
  for (int lane = 0; lane < lanes; ++lane)
    for (int k = 0; k < 3; ++k) EXPECT_EQ(lane_of(columns[k], lane), rows[3 * lane + k]);
  std::vector<double> back(3 * lanes);
  store_rows(back.data(), columns);
  EXPECT_EQ(back, rows);
}

TYPED_TEST(LanesOf, ScatteredRowsAreGathered)
{
  const std::vector<double> rows = counted(200);
  const Vec3<TypeParam> vector =
      gather_rows<TypeParam>([&](int lane) { return rows.data() + scattered(lane); });
  for (int lane = 0; lane < lanes_in<TypeParam>; ++lane) {
    const Vec3<double> one = vector_in(vector, lane);
    EXPECT_EQ(one.x, rows[scattered(lane)]);
    EXPECT_EQ(one.y, rows[scattered(lane) + 1]);
    EXPECT_EQ(one.z, rows[scattered(lane) + 2]);
  }
}

TYPED_TEST(LanesOf, ColumnsOfAnySizeGoToMemoryAndBack)
{
  constexpr int lanes = lanes_in<TypeParam>;
  for (int size = 0; size <= 11; ++size) {
    const std::vector<double> memory = counted(11 * lanes);
    const auto place = [&](int lane) { return memory.data() + size * lane; };
    TypeParam columns[11];
    load_columns(size, place, columns);
    std::vector<double> back(11 * lanes, -1.0);
    for_each_lane<TypeParam>(
        [&](auto lane) { store_columns<lane>(size, back.data() + size * lane, columns); });
    for (int k = 0; k < 11 * lanes; ++k) EXPECT_EQ(back[k], k < size * lanes ? memory[k] : -1.0) << size;
  }
}

TYPED_TEST(LanesOf, ALaneIsAddedToItsRow)
{
  const std::vector<double> rows = counted(200);
  const Vec3<TypeParam> vector =
      gather_rows<TypeParam>([&](int lane) { return rows.data() + scattered(lane); });
  for_each_lane<TypeParam>([&](auto lane) {
    double row[3] = {1.0, 2.0, 3.0};
    add_to_row<lane>(row, vector);
    EXPECT_EQ(row[2], 3.0 + rows[scattered(lane) + 2]);
    EXPECT_EQ(row[1], 2.0 + rows[scattered(lane) + 1]);
    add_to_row<lane, std::minus<>>(row, vector);
    EXPECT_EQ(row[0], 1.0);
  });
}

TYPED_TEST(LanesOf, BlocksOfSumsGiveTheSameBits)
{
  // terms of very different size: the order of summation decides the last digits
  std::vector<double> terms(64);
  for (int k = 0; k < 64; ++k) terms[k] = (k % 2 ? -1.0 : 1.0) / (1.0 + 17.0 * k) * (k % 5 == 0 ? 1e8 : 1.0);
  BlockSums sums{}, one_by_one{};
  for (int k = 0; k < 64; k += lanes_in<TypeParam>) {
    const int place = k % terms_in_block;
    sums.set(2, place, sums.at<TypeParam>(2, place) + load<TypeParam>(terms.data() + k));
  }
  for (int k = 0; k < 64; ++k) one_by_one.sum[2][k % terms_in_block] += terms[k];
  double total[6] = {}, expected = 0.0;
  sums.add_to(total);
  for (const double part : one_by_one.sum[2]) expected += part;
  EXPECT_EQ(total[2], expected);
  EXPECT_EQ(total[1], 0.0);
}

}    // namespace
