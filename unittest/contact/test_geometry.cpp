// Where two spheres touch and how their surfaces move, with the signs of conventions.h.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

constexpr double rounding = 1e-14;
const V none{0, 0, 0};

/// Loads of two spheres along x (i on the right, radii 0.5 and 0.3, overlap 0.01) by dashpots alone:
/// eta_t = 2, gamma_roll = 3, gamma_twist = 5, caps out of reach.
Loads<double> loads_by_dashpots(V v_i, V omega_i, V omega_j)
{
  const Contact<Hooke, VelocityDamping, LinearNoHistory, SdsRolling, SdsTwisting, NoHeat> law{
      {{}, 1e6}, {{}, 2.0}, {{}, 1.0, 1e9}, {{}, 1.0, 3.0, 1e9}, {{}, 1.0, 5.0, 1e9}, {}, false, false};
  const V separation{0.79, 0, 0};
  std::vector<double> history(roomy.size, 0.0);
  return law.loads(sphere_pair(separation, dot(separation, separation), 0.5, 0.3),
                   Motion<double>{v_i, none, omega_i, omega_j, 0.5, 0, 0}, Step{0.01, false}, roomy,
                   history.data());
}

constexpr double R = 0.5 * 0.3 / 0.8;    // effective radius

}    // namespace

TEST(Geometry, SpherePair)
{
  const auto g = sphere_pair(V{0, 0.79, 0}, 0.79 * 0.79, 0.5, 0.3);
  EXPECT_NEAR(g.distance, 0.79, rounding);
  EXPECT_NEAR(g.overlap, 0.01, rounding);
  EXPECT_NEAR(g.effective_radius, 0.1875, rounding);
}

// i moves up along y: its surface slips over j, friction pulls it down and turns both the same way.
TEST(Geometry, SlidingPast)
{
  const auto l = loads_by_dashpots({0, 0.4, 0}, none, none);
  EXPECT_NEAR(l.tangential_force.y, -2.0 * 0.4, rounding);
  // tau = -(radius - overlap/2) n x F_s
  EXPECT_NEAR(l.torque_i.z, 0.495 * 0.8, rounding);
  EXPECT_NEAR(l.torque_j.z, 0.295 * 0.8, rounding);
}

// i turns about +z: its surface at the contact (its left end) moves down, friction pushes it up.
TEST(Geometry, SpinningOnTheSpot)
{
  const auto l = loads_by_dashpots(none, {0, 0, 0.6}, none);
  EXPECT_NEAR(l.tangential_force.y, 2.0 * 0.5 * 0.6, rounding);
  // rolling velocity R w z x n = R w y; torque R n x F_r = -3 R^2 w about z
  EXPECT_NEAR(l.rolling_torque.z, -3.0 * R * R * 0.6, rounding);
}

// Gears: the surfaces move together, pure rolling.
TEST(Geometry, GearsRollWithoutSliding)
{
  const auto l = loads_by_dashpots(none, {0, 0, 0.3}, {0, 0, -0.5});
  EXPECT_NEAR(length(l.tangential_force), 0.0, rounding);
  EXPECT_NEAR(l.rolling_torque.z, -3.0 * R * R * 0.8, rounding);
  EXPECT_NEAR(l.torque_i.z + l.torque_j.z, 0.0, rounding);
}

TEST(Geometry, TwistingAboutTheNormal)
{
  const auto l = loads_by_dashpots(none, {0.7, 0, 0}, {0.2, 0, 0});
  EXPECT_NEAR(length(l.tangential_force), 0.0, rounding);
  EXPECT_NEAR(length(l.rolling_torque), 0.0, rounding);
  EXPECT_NEAR(l.twisting_torque, -5.0 * 0.5, rounding);
  EXPECT_NEAR(l.torque_j.x, 5.0 * 0.5, rounding);
}

// synchronized_verlet takes n half a step back: of an approach along y while separated along x.
TEST(Geometry, SynchronizedNormalIsThatOfMidStep)
{
  Contact<Hooke, NoDamping, NoTangential, NoRolling, NoTwisting, NoHeat> law{{{}, 100.0}, {}, {},    {},
                                                                             {},          {}, false, true};
  const V separation{0.79, 0, 0};
  const Motion<double> motion{{0, 2.0, 0}, none, none, none, 0.5, 0, 0};
  const auto l = law.loads(sphere_pair(separation, dot(separation, separation), 0.5, 0.3), motion,
                           Step{0.1, true}, roomy, static_cast<double *>(nullptr));
  const V half{0.79, -0.1, 0};
  EXPECT_NEAR(difference(l.force, (100.0 * 0.01 / length(half)) * half), 0.0, 1e-12);
}
