#include "barostat/cell_flow.h"

#include "tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace granular_srt::barostat;
using namespace tensors;

namespace {

CellFlow flow_of(const Voigt &rate, const Controlled &controlled = all_six)
{
  CellFlow flow{};
  flow.rate = rate;
  flow.controlled = controlled;
  flow.dimensions = 3;
  return flow;
}

CellFlow reversed(CellFlow flow)
{
  for (double &r : flow.rate.value) r = -r;
  return flow;
}

double distance(const Cell &a, const Cell &b)
{
  double d = 0.0;
  for (int i = 0; i < 3; ++i) d = std::max({d, std::fabs(a.lo[i] - b.lo[i]), std::fabs(a.hi[i] - b.hi[i])});
  return std::max({d, std::fabs(a.yz - b.yz), std::fabs(a.xz - b.xz), std::fabs(a.xy - b.xy)});
}

// Largest difference from h(t) = exp(rate t) h(0).
double error_of_flow(const CellFlow &flow, double time, int steps)
{
  Cell cell = example_cell();
  const Voigt before = edges(cell);
  for (int k = 0; k < steps; ++k) cell = advanced(cell, flow, time / steps);
  Voigt scaled = flow.rate;
  for (double &r : scaled.value) r *= time;
  const Matrix exact = product(exponential(upper(scaled)), upper(before));
  const Matrix actual = upper(edges(cell));
  double error = 0.0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) error = std::max(error, std::fabs(exact[i][j] - actual[i][j]));
  return error;
}

}    // namespace

TEST(CellFlow, ConstantRatesGrowLengthsExponentially)
{
  CellFlow flow = flow_of({{0.1, -0.2, 0.05, 0, 0, 0}});
  flow.fixed_point[0] = 2.0;
  Cell cell = example_cell();
  for (int k = 0; k < 100; ++k) cell = advanced(cell, flow, 0.1);
  // one rounding of each of 100 factors
  EXPECT_NEAR(cell.length(0), 7.0 * std::exp(1.0), 1e-12);
  EXPECT_NEAR(cell.length(1), 5.0 * std::exp(-2.0), 1e-12);
  EXPECT_NEAR(cell.length(2), 6.0 * std::exp(0.5), 1e-12);
  EXPECT_NEAR(cell.lo[0], 2.0 - 3.0 * std::exp(1.0), 1e-12);
}

TEST(CellFlow, ShearMovesTiltsByTheLengthTheyHangOn)
{
  const Cell cell = advanced(example_cell(), flow_of({{0, 0, 0, 0.1, 0, 0}}), 0.5);
  EXPECT_DOUBLE_EQ(cell.yz, -1.3 + 0.05 * 6.0);
  EXPECT_DOUBLE_EQ(advanced(example_cell(), flow_of({{0, 0, 0, 0, 0, 0.1}}), 0.5).xy, 1.7 + 0.05 * 5.0);
  EXPECT_DOUBLE_EQ(advanced(example_cell(), flow_of({{0, 0, 0, 0, 0.1, 0}}), 0.5).xz, 0.9 + 0.05 * 6.0);
}

TEST(CellFlow, XzFollowsTheProductOfTheOtherShears)
{
  // exact for pure shear: xz(t) = xz + t rate_xy yz + t^2/2 rate_xy rate_yz lz
  const Cell cell = advanced(example_cell(), flow_of({{0, 0, 0, 0.2, 0, 0.3}}), 0.5);
  EXPECT_DOUBLE_EQ(cell.xz, 0.9 + 0.5 * 0.3 * -1.3 + 0.125 * 0.3 * 0.2 * 6.0);
}

TEST(CellFlow, PureStretchAndPureShearAreExact)
{
  // rounding of 10 steps on lengths below 10
  const CellFlow shear = flow_of({{0, 0, 0, 0.1, -0.2, 0.15}});
  EXPECT_LT(error_of_flow(shear, 1.0, 10), 1e-14);
  Cell upright = example_cell();
  upright.yz = upright.xz = upright.xy = 0.0;
  const Cell cell = advanced(upright, flow_of({{0.1, 0.1, 0.1, 0, 0, 0}}), 1.0);
  EXPECT_NEAR(cell.length(1), 5.0 * std::exp(0.1), 2e-15);
}

// A shear uses the lengths before the step (shear_half()). Stretch and shear together are therefore first order in
// the step, as in LAMMPS.
TEST(CellFlow, StretchWithShearIsFirstOrder)
{
  const CellFlow flow = flow_of({{0.1, -0.2, 0.15, 0.1, -0.05, 0.2}});
  EXPECT_NEAR(error_of_flow(flow, 1.0, 40) / error_of_flow(flow, 1.0, 80), 2.0, 0.05);
  EXPECT_LT(error_of_flow(flow, 1.0, 80), 1e-2);
}

TEST(CellFlow, TiltWithGrowthOfItsOwnLengthIsExact)
{
  // xx alone: xy and xz grow with lx; rounding of 10 steps on lengths of 10
  EXPECT_LT(error_of_flow(flow_of({{0.3, 0, 0, 0, 0, 0}}), 1.0, 10), 1e-13);
}

TEST(CellFlow, BackwardUndoesForward)
{
  const Voigt rates[] = {{{0.1, -0.2, 0.15, 0, 0, 0}},
                         {{0, 0, 0, 0.1, -0.2, 0.3}},
                         {{0.3, 0, 0, 0, -0.2, 0.3}}};
  for (const auto &rate : rates) {
    const CellFlow flow = flow_of(rate);
    const Cell back = advanced(advanced(example_cell(), flow, 0.3), reversed(flow), 0.3);
    // a few roundings on lengths below 10
    EXPECT_LT(distance(back, example_cell()), 1e-14);
  }
}

// With stretch and shear together, forward and back differ by time^2 rate_length rate_shear length.
TEST(CellFlow, ReturnFromStretchWithShearMissesBySecondOrder)
{
  const CellFlow flow = flow_of({{0.1, -0.2, 0.15, 0.1, -0.05, 0.2}});
  const auto miss = [&](double time) {
    return distance(advanced(advanced(example_cell(), flow, time), reversed(flow), time), example_cell());
  };
  EXPECT_NEAR(miss(0.02) / miss(0.01), 4.0, 0.2);
  EXPECT_LT(miss(0.01), 1e-4 * 0.2 * 0.2 * 10.0);
}

TEST(CellFlow, NothingMovesWithoutPiston)
{
  const CellFlow flow = flow_of({{1, 1, 1, 1, 1, 1}}, {});
  EXPECT_EQ(distance(advanced(example_cell(), flow, 0.5), example_cell()), 0.0);
}

TEST(CellFlow, TiltsFollowLengthsWhenAsked)
{
  CellFlow flow = flow_of({{0, 0.2, 0.1, 0, 0, 0}}, {{true, true, true, false, false, false}});
  EXPECT_EQ(advanced(example_cell(), flow, 1.0).xy, 1.7);
  flow.xy_follows_y = flow.xz_follows_z = flow.yz_follows_z = true;
  const Cell cell = advanced(example_cell(), flow, 1.0);
  EXPECT_DOUBLE_EQ(cell.xy, 1.7 * std::exp(0.2));
  EXPECT_DOUBLE_EQ(cell.xz, 0.9 * std::exp(0.1));
  EXPECT_DOUBLE_EQ(cell.yz, -1.3 * std::exp(0.1));
}

TEST(CellFlow, KeptVolume)
{
  CellFlow flow = flow_of({{0.1, 0, 0, 0, 0, 0}}, {{true, false, false, false, false, false}});
  flow.kept_volume = volume(example_cell(), 3);
  flow.keeps_volume[1] = flow.keeps_volume[2] = true;
  const Cell both = advanced(example_cell(), flow, 1.0);
  EXPECT_NEAR(volume(both, 3), flow.kept_volume, 1e-12);
  EXPECT_DOUBLE_EQ(both.length(1) / both.length(2), 5.0 / 6.0);
  flow.keeps_volume[2] = false;
  EXPECT_NEAR(volume(advanced(example_cell(), flow, 1.0), 3), flow.kept_volume, 1e-12);
  // in two dimensions the area is constant and the height does not matter
  flow.dimensions = 2;
  flow.kept_volume = volume(example_cell(), 2);
  EXPECT_NEAR(volume(advanced(example_cell(), flow, 1.0), 2), flow.kept_volume, 1e-13);
}

TEST(CellFlow, TiltedBeyond)
{
  Cell cell = example_cell();
  EXPECT_FALSE(tilted_beyond(cell, cell, 1.5));
  cell.yz = -1.5 * 5.0 - 1e-9;
  EXPECT_TRUE(tilted_beyond(cell, cell, 1.5));
}

TEST(CellMap, KeepsFractionalCoordinates)
{
  const Cell from = example_cell();
  const Cell to = advanced(from, flow_of({{0.1, -0.2, 0.15, 0.1, -0.05, 0.2}}), 1.0);
  // corner + s1 A + s2 B + s3 C
  const auto at = [](const Cell &c, double s1, double s2, double s3) {
    return std::array{c.lo[0] + s1 * c.length(0) + s2 * c.xy + s3 * c.xz,
                      c.lo[1] + s2 * c.length(1) + s3 * c.yz, c.lo[2] + s3 * c.length(2)};
  };
  auto x = at(from, 0.3, 0.8, -0.4);
  const auto expected = at(to, 0.3, 0.8, -0.4);
  move_with_cell(cell_map(from, to), x.data());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(x[i], expected[i], 1e-14);    // roundings below 10
}

TEST(CellMap, SameCellLeavesPositions)
{
  const Cell cell = example_cell();
  double x[3] = {1.1, 2.2, 3.3};
  move_with_cell(cell_map(cell, cell), x);
  EXPECT_NEAR(x[0], 1.1, 1e-15);
  EXPECT_NEAR(x[1], 2.2, 1e-15);
  EXPECT_NEAR(x[2], 3.3, 1e-15);
}

// The rate is that of the cell as it really moves, also where tilts follow lengths, stay, or lengths compensate others.
TEST(CellFlow, RateIsThatOfTheMotion)
{
  const Voigt rate = {{0.1, -0.2, 0.05, 0.3, -0.1, 0.2}};
  std::vector<CellFlow> flows = {flow_of(rate)};
  flows.push_back(flow_of({{0.1, -0.2, 0.05, 0, 0, 0}}, Controlled{{true, true, true, false, false, false}}));
  flows.push_back(flows.back());
  flows.back().xy_follows_y = flows.back().xz_follows_z = flows.back().yz_follows_z = true;
  flows.push_back(flow_of({{0.1, 0, 0, 0, 0, 0.2}}, Controlled{{true, false, false, false, false, true}}));
  flows.back().keeps_volume[1] = flows.back().keeps_volume[2] = true;
  flows.back().kept_volume = volume(example_cell(), 3);

  const double time = 1e-4;
  for (const CellFlow &flow : flows) {
    const Cell end = advanced(example_cell(), flow, time),
               start = advanced(example_cell(), reversed(flow), time);
    Voigt change{};
    for (int k = 0; k < 6; ++k) change[k] = (edges(end)[k] - edges(start)[k]) / (2.0 * time);
    const Voigt h = edges(example_cell());
    const Voigt expected = rate_of(change, h), found = rate_of(edge_change(h, flow), h);
    // a central difference: rate^3 time^2/6, and rounding of the edges over the time
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(found[k], expected[k], 1e-9) << k;
  }
  const Voigt h = edges(example_cell());
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(rate_of(edge_change(h, flows[0]), h)[k], rate[k], 1e-15) << k;
}
