// The shortest way into half spaces, against all sets of up to three planes.

#include "wall/mesh/mesh_contacts.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace granular_srt;
using contact::Vec3;

namespace {

constexpr double accuracy = 1e-12;

bool in_all(const Vec3<double> &way, const std::vector<HalfSpace> &spaces, double bound)
{
  for (const HalfSpace &one : spaces)
    if (one.depth - dot(one.normal, way) > bound) return false;
  return true;
}

/// The shortest of the ways to a plane, a line of two planes or a point of three that lies in all half spaces.
Vec3<double> shortest_of_all(const std::vector<HalfSpace> &spaces)
{
  Vec3<double> best{0.0, 0.0, 0.0};
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const Vec3<double> &way) {
    if (!(length(way) < least) || !in_all(way, spaces, 1e-9)) return;
    least = length(way);
    best = way;
  };
  for (const HalfSpace &a : spaces) {
    consider(a.depth * a.normal);
    for (const HalfSpace &b : spaces) {
      const double c = dot(a.normal, b.normal), determinant = 1.0 - c * c;
      if (determinant < 1e-9) continue;
      consider(((a.depth - c * b.depth) / determinant) * a.normal +
               ((b.depth - c * a.depth) / determinant) * b.normal);
      for (const HalfSpace &d : spaces) {
        const double volume = dot(a.normal, cross(b.normal, d.normal));
        if (std::fabs(volume) < 1e-9) continue;
        consider((1.0 / volume) *
                 (a.depth * cross(b.normal, d.normal) + b.depth * cross(d.normal, a.normal) +
                  d.depth * cross(a.normal, b.normal)));
      }
    }
  }
  return best;
}

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
    EXPECT_NEAR(length(way), length(shortest_of_all(spaces)), 1e-8) << n;
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
