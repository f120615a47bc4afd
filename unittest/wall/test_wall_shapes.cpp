// Geometry and motion of planes and cylinders.

#include "wall/cone_wall.h"
#include "wall/cylinder_wall.h"
#include "wall/plane_walls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace granular_srt;
using contact::Vec3;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double pi = 3.14159265358979323846;

std::vector<WallContact> contacts(WallShape &shape, const Vec3<double> &x, double reach)
{
  std::vector<WallContact> found;
  shape.find(x, reach, found);
  EXPECT_LE(static_cast<int>(found.size()), shape.most_contacts());
  return found;
}

void expect_near(const Vec3<double> &a, const Vec3<double> &b)
{
  EXPECT_NEAR(a.x, b.x, 1e-14);
  EXPECT_NEAR(a.y, b.y, 1e-14);
  EXPECT_NEAR(a.z, b.z, 1e-14);
}

/// Vector with one component that is not zero.
Vec3<double> axis_vector(int axis, double value)
{
  return {axis == 0 ? value : 0.0, axis == 1 ? value : 0.0, axis == 2 ? value : 0.0};
}

WallMotion motion_of(WallMotion::Kind kind, int axis, double rate)
{
  WallMotion motion;
  motion.kind = kind;
  motion.axis = axis;
  motion.rate = rate;
  return motion;
}

}    // namespace

TEST(WallMotion, WiggleIsOneMinusCosineAndItsDerivative)
{
  WallMotion motion;
  motion.kind = WallMotion::Kind::wiggle;
  motion.amplitude = 0.3;
  motion.period = 2.0;
  EXPECT_EQ(motion.displacement(0.0), 0.0);
  EXPECT_NEAR(motion.displacement(1.0), 0.6, 1e-15);
  EXPECT_NEAR(motion.velocity(0.5), 0.3 * pi, 1e-15);
  const double t = 0.37, h = 1e-5;
  EXPECT_NEAR(motion.velocity(t), (motion.displacement(t + h) - motion.displacement(t - h)) / (2.0 * h),
              1e-9);
}

TEST(WallMotion, ShearMovesTheSurfaceAndNotTheWall)
{
  const WallMotion shear = motion_of(WallMotion::Kind::shear, 0, 1.5);
  EXPECT_EQ(shear.displacement(3.0), 0.0);
  EXPECT_EQ(shear.velocity(3.0), 1.5);
  const WallMotion translate = motion_of(WallMotion::Kind::translate, 0, 1.5);
  EXPECT_EQ(translate.displacement(3.0), 4.5);
  EXPECT_EQ(translate.velocity(3.0), 1.5);
}

TEST(Planes, SeparationPointsFromThePlaneToTheParticle)
{
  for (int axis = 0; axis < 3; ++axis) {
    const auto planes = make_planes(axis, -1.0, 2.0, {});
    planes->move_to(0.0);

    const auto above_lo = contacts(*planes, axis_vector(axis, -0.8), 0.5);
    ASSERT_EQ(above_lo.size(), 1u);
    EXPECT_EQ(above_lo[0].part, 0);
    EXPECT_NEAR(above_lo[0].distance, 0.2, 1e-15);
    expect_near(above_lo[0].separation, axis_vector(axis, 0.2));
    EXPECT_EQ(above_lo[0].curvature, 0.0);

    const auto beyond_hi = contacts(*planes, axis_vector(axis, 2.3), 0.5);
    ASSERT_EQ(beyond_hi.size(), 1u);
    EXPECT_EQ(beyond_hi[0].part, 1);
    expect_near(beyond_hi[0].separation, axis_vector(axis, 0.3));

    EXPECT_TRUE(contacts(*planes, axis_vector(axis, 0.5), 0.5).empty());
    EXPECT_EQ(contacts(*planes, axis_vector(axis, 0.5), 1.6).size(), 2u);
  }
}

TEST(Planes, ContactEndsWhereTheDistanceIsTheReach)
{
  const auto planes = make_planes(2, 0.0, none, {});
  planes->move_to(0.0);
  EXPECT_TRUE(contacts(*planes, {0.0, 0.0, 0.5}, 0.5).empty());
  EXPECT_EQ(contacts(*planes, {0.0, 0.0, 0.5}, 0.5 + 1e-12).size(), 1u);
}

TEST(Planes, MissingPlaneHasNoContacts)
{
  const auto lo_only = make_planes(1, 0.0, none, {}), hi_only = make_planes(1, none, 0.0, {});
  lo_only->move_to(0.0);
  hi_only->move_to(0.0);
  const auto lo = contacts(*lo_only, {0.0, 0.1, 0.0}, 1e30), hi = contacts(*hi_only, {0.0, -0.1, 0.0}, 1e30);
  ASSERT_EQ(lo.size(), 1u);
  ASSERT_EQ(hi.size(), 1u);
  EXPECT_EQ(lo[0].part, 0);
  EXPECT_EQ(hi[0].part, 1);
}

TEST(Planes, ParticleOnAPlaneIsPushedBetweenThem)
{
  const auto planes = make_planes(0, -1.0, 1.0, {});
  planes->move_to(0.0);
  const auto on_lo = contacts(*planes, {-1.0, 0.0, 0.0}, 0.1),
             on_hi = contacts(*planes, {1.0, 0.0, 0.0}, 0.1);
  ASSERT_EQ(on_lo.size(), 1u);
  ASSERT_EQ(on_hi.size(), 1u);
  EXPECT_GT(on_lo[0].distance, 0.0);
  EXPECT_GT(on_lo[0].separation.x, 0.0);
  EXPECT_LT(on_hi[0].separation.x, 0.0);
}

TEST(Planes, MotionAlongTheNormalMovesThemAcrossItTheSurfaceOnly)
{
  const auto rising = make_planes(2, 0.0, none, motion_of(WallMotion::Kind::translate, 2, 0.5));
  rising->move_to(2.0);
  const auto found = contacts(*rising, {0.0, 0.0, 1.2}, 0.5);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, 0.2, 1e-15);
  expect_near(found[0].velocity, {0.0, 0.0, 0.5});

  const auto sliding = make_planes(2, 0.0, none, motion_of(WallMotion::Kind::translate, 0, 0.5));
  sliding->move_to(2.0);
  const auto below = contacts(*sliding, {0.0, 0.0, 0.2}, 0.5);
  ASSERT_EQ(below.size(), 1u);
  EXPECT_EQ(below[0].distance, 0.2);
  expect_near(below[0].velocity, {0.5, 0.0, 0.0});
}

TEST(Cylinder, SurfaceIsConcaveInsideAndConvexOutside)
{
  for (int axis = 0; axis < 3; ++axis) {
    const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    const auto cylinder = make_cylinder(axis, 2.0, 0.5, -0.25, {});
    cylinder->move_to(0.0);
    const Vec3<double> center = axis_vector(first, 0.5) + axis_vector(second, -0.25) + axis_vector(axis, 7.0);

    const auto inside = contacts(*cylinder, center + axis_vector(first, 1.75), 0.5);
    ASSERT_EQ(inside.size(), 1u);
    EXPECT_NEAR(inside[0].distance, 0.25, 1e-14);
    expect_near(inside[0].separation, axis_vector(first, -0.25));
    EXPECT_EQ(inside[0].curvature, -0.25);

    const auto outside = contacts(*cylinder, center + axis_vector(second, -2.25), 0.5);
    ASSERT_EQ(outside.size(), 1u);
    expect_near(outside[0].separation, axis_vector(second, -0.25));
    EXPECT_EQ(outside[0].curvature, 0.25);

    EXPECT_TRUE(contacts(*cylinder, center + axis_vector(first, 1.0), 0.5).empty());
    EXPECT_TRUE(contacts(*cylinder, center, 3.0).empty()) << "a particle on the axis has no normal";
  }
}

TEST(Cylinder, RotationGivesTheSurfaceItsVelocity)
{
  const auto cylinder = make_cylinder(2, 2.0, 0.0, 0.0, motion_of(WallMotion::Kind::rotate, 0, 3.0));
  cylinder->move_to(1.0);
  const auto found = contacts(*cylinder, {1.75, 0.0, 0.0}, 0.5);
  ASSERT_EQ(found.size(), 1u);
  expect_near(found[0].omega, {0.0, 0.0, 3.0});
  expect_near(found[0].velocity, {0.0, 6.0, 0.0});
  expect_near(found[0].separation, {-0.25, 0.0, 0.0});
}

TEST(Cylinder, TranslationMovesTheAxis)
{
  const auto cylinder = make_cylinder(2, 2.0, 0.0, 0.0, motion_of(WallMotion::Kind::translate, 0, 0.5));
  cylinder->move_to(2.0);
  const auto found = contacts(*cylinder, {2.75, 0.0, 0.0}, 0.5);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, 0.25, 1e-14);
  expect_near(found[0].velocity, {0.5, 0.0, 0.0});
  expect_near(found[0].omega, {0.0, 0.0, 0.0});
}

TEST(Cone, SideAndRims)
{
  // half angle of 45 degrees, orifice of radius 1
  const double half = std::sqrt(0.5);
  for (int axis = 0; axis < 3; ++axis) {
    const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    const auto cone = make_cone(axis, 0.0, 4.0, 1.0, 5.0, 0.5, -0.25, {});
    cone->move_to(0.0);
    const auto at = [&](double r, double height) {
      return axis_vector(first, 0.5 + r) + axis_vector(second, -0.25) + axis_vector(axis, height);
    };
    const auto inside = contacts(*cone, at(3.0 - 0.3 * half, 2.0 + 0.3 * half), 0.5);
    ASSERT_EQ(inside.size(), 1u);
    EXPECT_NEAR(inside[0].distance, 0.3, 1e-14);
    expect_near(inside[0].separation, axis_vector(first, -0.3 * half) + axis_vector(axis, 0.3 * half));
    EXPECT_NEAR(inside[0].curvature, -half / 6.0, 1e-14);

    const auto outside = contacts(*cone, at(3.0 + 0.3 * half, 2.0 - 0.3 * half), 0.5);
    ASSERT_EQ(outside.size(), 1u);
    expect_near(outside[0].separation, axis_vector(first, 0.3 * half) + axis_vector(axis, -0.3 * half));
    EXPECT_NEAR(outside[0].curvature, half / 6.0, 1e-14);

    const auto rim = contacts(*cone, at(0.7, -0.2), 0.5);
    ASSERT_EQ(rim.size(), 1u);
    expect_near(rim[0].separation, axis_vector(first, -0.3) + axis_vector(axis, -0.2));
    EXPECT_EQ(rim[0].curvature, 0.0);

    EXPECT_TRUE(contacts(*cone, at(0.0, 2.0), 9.0).empty()) << "a particle on the axis has no normal";
    EXPECT_TRUE(contacts(*cone, at(5.5, 4.5), 0.5).empty());
  }
}

TEST(Cone, RotationGivesTheSideItsVelocity)
{
  const auto cone = make_cone(2, 0.0, 4.0, 1.0, 5.0, 0.0, 0.0, motion_of(WallMotion::Kind::rotate, 0, 3.0));
  cone->move_to(1.0);
  const auto found = contacts(*cone, {2.9, 0.0, 2.0}, 0.5);
  ASSERT_EQ(found.size(), 1u);
  expect_near(found[0].omega, {0.0, 0.0, 3.0});
  expect_near(found[0].velocity, {0.0, 3.0 * 2.95, 0.0});
}

// Only particles nearer than their reach, with distances that are not too large.
TEST(WallShapes, NearParticlesHaveTheirDistance)
{
  const std::vector<double> x{0.4, 0.0, 0.0, 1.5, 0.0, 0.0, -0.3, 2.0, 0.0, 2.9, 0.0, 7.0, 0.0, 2.5, 1.0};
  const int count = static_cast<int>(x.size() / 3);
  const std::vector<double> reach(count, 0.6);
  const auto expect = [&](WallShape &shape, const std::vector<int> &particles,
                          const std::vector<double> &distances) {
    std::vector<int> near;
    std::vector<double> distance;
    shape.find_near(x.data(), reach.data(), count, near, distance);
    EXPECT_EQ(near, particles);
    ASSERT_EQ(distance.size(), distances.size());
    for (std::size_t k = 0; k < distances.size(); ++k) EXPECT_NEAR(distance[k], distances[k], 1e-14);
  };
  const auto two = make_planes(0, 0.0, 3.0, {}), lower = make_planes(0, 0.0, none, {}),
             upper = make_planes(0, none, 3.0, {});
  expect(*two, {0, 2, 3, 4}, {0.4, 0.3, 0.1, 0.0});
  expect(*lower, {0, 2, 4}, {0.4, 0.3, 0.0});
  expect(*upper, {3}, {0.1});
  const auto cylinder = make_cylinder(2, 2.5, 0.0, 0.0, {});
  expect(*cylinder, {2, 3, 4}, {2.5 - std::hypot(0.3, 2.0), 0.4, 0.0});
}
