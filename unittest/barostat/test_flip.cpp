#include "barostat/flip.h"

#include "tensors.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace granular_srt::barostat;
using namespace tensors;

namespace {

Cell tilted(double yz, double xz, double xy)
{
  return {{0, 0, 0}, {10, 8, 6}, yz, xz, xy};
}

// Two cells have the same lattice if the edges of each are integer combinations of the edges of the other.
void expect_same_lattice(const Cell &a, const Cell &b)
{
  const Matrix m = product(upper(inverse(edges(a))), upper(edges(b)));
  for (const auto &row : m)
    for (double v : row) EXPECT_NEAR(v, std::round(v), 1e-15);
  EXPECT_DOUBLE_EQ(volume(a, 3), volume(b, 3));
}

}    // namespace

TEST(Flip, NothingWithinTheLimit)
{
  // 0.6 of 8, 10 and 10
  EXPECT_FALSE(flipped(tilted(4.79, 5.99, -5.99), true, true).any());
  EXPECT_FALSE(flipped(tilted(-4.79, -5.99, 5.99), true, true).any());
}

TEST(Flip, EachTiltBothWays)
{
  const struct {
    double yz, xz, xy;
    int flip_yz, flip_xz, flip_xy;
  } cases[] = {{4.9, 0, 0, -1, 0, 0},      {-4.9, 0, 0, 1, 0, 0}, {0, 6.1, 0, 0, -1, 0},
               {0, -6.1, 0, 0, 1, 0},      {0, 0, 6.1, 0, 0, -1}, {0, 0, -6.1, 0, 0, 1},
               {4.9, 6.5, -6.1, -1, -1, 1}};
  for (const auto &c : cases) {
    const Cell before = tilted(c.yz, c.xz, c.xy);
    const Flip flip = flipped(before, true, true);
    EXPECT_TRUE(flip.any());
    EXPECT_EQ(flip.yz, c.flip_yz);
    EXPECT_EQ(flip.xz, c.flip_xz);
    EXPECT_EQ(flip.xy, c.flip_xy);
    expect_same_lattice(before, flip.cell);
    EXPECT_FALSE(flipped(flip.cell, true, true).any()) << "flips back at once";
  }
}

TEST(Flip, YzFlipCanCallForAnXzFlip)
{
  // removing B = (xy, ly) from C takes xz from -4 to -4 - 5 = -9, which needs one A
  const Flip flip = flipped(tilted(4.9, -4.0, 5.0), true, true);
  EXPECT_EQ(flip.yz, -1);
  EXPECT_EQ(flip.xz, 1);
  EXPECT_DOUBLE_EQ(flip.cell.xz, 1.0);
  expect_same_lattice(tilted(4.9, -4.0, 5.0), flip.cell);
}

TEST(Flip, NotAlongOpenDimensions)
{
  const Flip flip = flipped(tilted(4.9, 6.1, 6.1), false, false);
  EXPECT_FALSE(flip.any());
  EXPECT_EQ(flipped(tilted(4.9, 0, 0), false, true).yz, -1);
}
