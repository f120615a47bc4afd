// Geometry and motion of planes and cylinders.

#include "wall/shapes/wall_command.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <vector>

using namespace granular_srt;
using contact::Vec3;

namespace {

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

MotionRule motion_of(MotionRule::Kind kind, int axis, double rate)
{
  MotionRule rule;
  rule.kind = kind;
  rule.axis = axis;
  rule.rate = rate;
  return rule;
}

WallCommand arguments_of(int axis, const MotionRule &rule = {})
{
  WallCommand wall;
  wall.name = "fix wall/granular";
  wall.axis = axis;
  wall.motion = rule;
  return wall;
}

/// A shape from the words that follow its name.
std::shared_ptr<WallShape> shape_of(ReadShape &read, const std::string &text, const WallCommand &wall)
{
  std::istringstream stream(text);
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  CommandWords words(wall.name, list);
  auto shape = read(words, wall)(nullptr, wall).shape;
  EXPECT_TRUE(words.at_end());
  shape->place({});
  return shape;
}

std::shared_ptr<WallShape> planes_of(int axis, const std::string &positions, const MotionRule &rule = {})
{
  return shape_of(read_planes, positions, arguments_of(axis, rule));
}

std::shared_ptr<WallShape> cylinder_of(int axis, const std::string &radius, double first, double second,
                                       const MotionRule &rule = {})
{
  WallCommand wall = arguments_of(axis, rule);
  wall.center[0] = first;
  wall.center[1] = second;
  return shape_of(read_cylinder, radius, std::move(wall));
}

std::shared_ptr<WallShape> cone_of(int axis, const std::string &ends, double first, double second,
                                   const MotionRule &rule = {})
{
  WallCommand wall = arguments_of(axis, rule);
  wall.center[0] = first;
  wall.center[1] = second;
  return shape_of(read_cone, ends, std::move(wall));
}

void move(WallShape &shape, const MotionRule &rule, double time)
{
  WallPlacement placement;
  rule.place(time, placement);
  shape.place(placement);
}

}    // namespace

TEST(MotionRule, WiggleIsOneMinusCosineAndItsDerivative)
{
  MotionRule motion;
  motion.kind = MotionRule::Kind::wiggle;
  motion.amplitude = 0.3;
  motion.period = 2.0;
  EXPECT_EQ(motion.displacement(0.0), 0.0);
  EXPECT_NEAR(motion.displacement(1.0), 0.6, 1e-15);
  EXPECT_NEAR(motion.velocity(0.5), 0.3 * pi, 1e-15);
  const double t = 0.37, h = 1e-5;
  EXPECT_NEAR(motion.velocity(t), (motion.displacement(t + h) - motion.displacement(t - h)) / (2.0 * h),
              1e-9);
}

TEST(MotionRule, ShearMovesTheSurfaceAndNotTheWall)
{
  const MotionRule shear = motion_of(MotionRule::Kind::shear, 0, 1.5);
  EXPECT_EQ(shear.displacement(3.0), 0.0);
  EXPECT_EQ(shear.velocity(3.0), 1.5);
  const MotionRule translate = motion_of(MotionRule::Kind::translate, 0, 1.5);
  EXPECT_EQ(translate.displacement(3.0), 4.5);
  EXPECT_EQ(translate.velocity(3.0), 1.5);
}

TEST(Planes, SeparationPointsFromThePlaneToTheParticle)
{
  for (int axis = 0; axis < 3; ++axis) {
    const auto planes = planes_of(axis, "-1.0 2.0");

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
  const auto planes = planes_of(2, "0.0 NULL");
  EXPECT_TRUE(contacts(*planes, {0.0, 0.0, 0.5}, 0.5).empty());
  EXPECT_EQ(contacts(*planes, {0.0, 0.0, 0.5}, 0.5 + 1e-12).size(), 1u);
}

TEST(Planes, MissingPlaneHasNoContacts)
{
  const auto lo_only = planes_of(1, "0.0 NULL"), hi_only = planes_of(1, "NULL 0.0");
  const auto lo = contacts(*lo_only, {0.0, 0.1, 0.0}, 1e30), hi = contacts(*hi_only, {0.0, -0.1, 0.0}, 1e30);
  ASSERT_EQ(lo.size(), 1u);
  ASSERT_EQ(hi.size(), 1u);
  EXPECT_EQ(lo[0].part, 0);
  EXPECT_EQ(hi[0].part, 1);
}

TEST(Planes, ParticleOnAPlaneIsPushedBetweenThem)
{
  const auto planes = planes_of(0, "-1.0 1.0");
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
  const MotionRule upwards = motion_of(MotionRule::Kind::translate, 2, 0.5);
  const auto rising = planes_of(2, "0.0 NULL", upwards);
  move(*rising, upwards, 2.0);
  const auto found = contacts(*rising, {0.0, 0.0, 1.2}, 0.5);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, 0.2, 1e-15);
  expect_near(found[0].velocity, {0.0, 0.0, 0.5});

  const MotionRule sideways = motion_of(MotionRule::Kind::translate, 0, 0.5);
  const auto sliding = planes_of(2, "0.0 NULL", sideways);
  move(*sliding, sideways, 2.0);
  const auto below = contacts(*sliding, {0.0, 0.0, 0.2}, 0.5);
  ASSERT_EQ(below.size(), 1u);
  EXPECT_EQ(below[0].distance, 0.2);
  expect_near(below[0].velocity, {0.5, 0.0, 0.0});
}

TEST(Cylinder, SurfaceIsConcaveInsideAndConvexOutside)
{
  for (int axis = 0; axis < 3; ++axis) {
    const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    const auto cylinder = cylinder_of(axis, "2.0", 0.5, -0.25);
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
  const MotionRule rotation = motion_of(MotionRule::Kind::rotate, 0, 3.0);
  const auto cylinder = cylinder_of(2, "2.0", 0.0, 0.0, rotation);
  move(*cylinder, rotation, 1.0);
  const auto found = contacts(*cylinder, {1.75, 0.0, 0.0}, 0.5);
  ASSERT_EQ(found.size(), 1u);
  expect_near(found[0].omega, {0.0, 0.0, 3.0});
  expect_near(found[0].velocity, {0.0, 6.0, 0.0});
  expect_near(found[0].separation, {-0.25, 0.0, 0.0});
}

TEST(Cylinder, TranslationMovesTheAxis)
{
  const MotionRule translation = motion_of(MotionRule::Kind::translate, 0, 0.5);
  const auto cylinder = cylinder_of(2, "2.0", 0.0, 0.0, translation);
  move(*cylinder, translation, 2.0);
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
    const auto cone = cone_of(axis, "0.0 4.0 1.0 5.0", 0.5, -0.25);
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

    // on the axis all directions across it are the same
    const auto on_axis = contacts(*cone, at(0.0, 2.0), 2.2);
    ASSERT_EQ(on_axis.size(), 1u);
    EXPECT_NEAR(on_axis[0].distance, 3.0 * half, 1e-14);
    EXPECT_NEAR(length(on_axis[0].separation), 3.0 * half, 1e-14);
    EXPECT_NEAR(dot(on_axis[0].separation, axis_vector(axis, 1.0)), 1.5, 1e-14);
    EXPECT_TRUE(contacts(*cone, at(5.5, 4.5), 0.5).empty());
  }
}

TEST(Cone, RotationGivesTheSideItsVelocity)
{
  const MotionRule rotation = motion_of(MotionRule::Kind::rotate, 0, 3.0);
  const auto cone = cone_of(2, "0.0 4.0 1.0 5.0", 0.0, 0.0, rotation);
  move(*cone, rotation, 1.0);
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
  const auto two = planes_of(0, "0.0 3.0"), lower = planes_of(0, "0.0 NULL"),
             upper = planes_of(0, "NULL 3.0");
  expect(*two, {0, 2, 3, 4}, {0.4, 0.3, 0.1, 0.0});
  expect(*lower, {0, 2, 4}, {0.4, 0.3, 0.0});
  expect(*upper, {3}, {0.1});
  const auto cylinder = cylinder_of(2, "2.5", 0.0, 0.0);
  expect(*cylinder, {2, 3, 4}, {2.5 - std::hypot(0.3, 2.0), 0.4, 0.0});
}

// The motion of a wall within its own surface does not count.
TEST(WallShapes, TravelIsThatOfTheSurface)
{
  const MotionRule sideways = motion_of(MotionRule::Kind::translate, 0, 0.5);
  WallPlacement before, after;
  sideways.place(2.0, after);
  EXPECT_EQ(planes_of(0, "0.0 NULL")->travel(before, after, {}), 1.0);
  EXPECT_EQ(planes_of(2, "0.0 NULL")->travel(before, after, {}), 0.0);
  EXPECT_EQ(cylinder_of(2, "2.0", 0.0, 0.0)->travel(before, after, {}), 1.0);
  after.load = LoadShift{0, -0.25, 0.0};
  EXPECT_EQ(planes_of(0, "0.0 NULL")->travel(before, after, {}), 0.75);
  EXPECT_EQ(cylinder_of(2, "2.0", 0.0, 0.0)->travel(before, after, {}), 1.25);
}

TEST(WallShapes, MotionsThatDoNotFitAreRefused)
{
  EXPECT_THROW(planes_of(2, "0.0 NULL", motion_of(MotionRule::Kind::shear, 2, 1.0)), CommandError);
  EXPECT_THROW(cylinder_of(2, "2.0", 0.0, 0.0, motion_of(MotionRule::Kind::shear, 0, 1.0)), CommandError);
}
