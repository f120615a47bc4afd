// The shortest way into half spaces, against all sets of up to three planes.

#include "meshes.h"

#include <gtest/gtest.h>

#include <random>

using namespace granular_srt;
using contact::Vec3;
using test::in_all;
using test::shortest_of_all;

namespace {

constexpr double accuracy = 1e-12;

}    // namespace

TEST(HalfSpaces, ShortestWayIsThatOfAllSetsOfPlanes)
{
  std::mt19937 draw(3);
  std::uniform_real_distribution<double> side(-1.0, 1.0), depth(0.0, 0.1);
  std::vector<int> planes_met(4);
  for (int n = 0; n < 5000; ++n) {
    // normals within 45 degrees of z
    std::vector<HalfSpace> spaces(1 + n % 7);
    for (HalfSpace &one : spaces) {
      const Vec3<double> normal{0.7 * side(draw), 0.7 * side(draw), 1.0};
      one = {(1.0 / length(normal)) * normal, depth(draw)};
    }
    const Vec3<double> way = shortest_way_into(spaces, accuracy);
    EXPECT_TRUE(in_all(way, spaces, 1e-11)) << n;    // determinants of nearly parallel planes
    EXPECT_NEAR(length(way), length(shortest_of_all(spaces, 1e-9)), 1e-8) << n;
    int met = 0;
    for (const HalfSpace &one : spaces) met += dot(one.normal, way) - one.depth < 1e-11;
    if (met < 4) ++planes_met[met];
  }
  for (const int met : {1, 2, 3}) EXPECT_GT(planes_met[met], 200) << met;
}

TEST(HalfSpaces, ParallelPlanesAreTheFartherOne)
{
  const Vec3<double> way = shortest_way_into(
      {{{0.0, 0.0, 1.0}, 0.1}, {{0.0, 0.0, 1.0}, 0.2}, {{1e-9, 0.0, 1.0}, 0.2 + 1e-11}}, accuracy);
  EXPECT_NEAR(way.x, 0.0, 1e-9);
  EXPECT_NEAR(way.z, 0.2, 2e-11);
}

// Sides of a channel: all normals lie in a plane, up to rounding.
TEST(HalfSpaces, ChannelHasNoWayAlongIt)
{
  for (const double tilt : {0.0, 1e-17, -3e-17}) {
    const Vec3<double> way = shortest_way_into({{{0.0, 0.0, 1.0}, 0.1},
                                                {{0.6, tilt, 0.8}, 0.1},
                                                {{-0.6, -tilt, 0.8}, 0.1},
                                                {{0.28, tilt, 0.96}, 0.1}},
                                               accuracy);
    EXPECT_NEAR(way.x, 0.0, 1e-15);
    EXPECT_NEAR(way.y, 0.0, 1e-15);
    EXPECT_NEAR(way.z, 0.125, 1e-15);
  }
}
