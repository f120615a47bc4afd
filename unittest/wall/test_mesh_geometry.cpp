// Contacts of spheres with meshes: which places count, where they are, and that a contact keeps its name.

#include "meshes.h"

#include "wall/wall_history.h"
#include "wall/mesh/mesh_geometry.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

using namespace granular_srt;
using contact::Vec3;
using test::add_rectangle;
using test::Touch;

namespace {

constexpr double pi = 3.14159265358979323846, degree = pi / 180.0;

/// Two half planes that meet in the axis y. The second one rises by an angle, or falls.
std::vector<StlTriangle> bent(double angle)
{
  std::vector<StlTriangle> triangles;
  add_rectangle(triangles, {-9.0, -9.0, 0.0}, {0.0, -9.0, 0.0}, {0.0, 9.0, 0.0}, {-9.0, 9.0, 0.0});
  const double x = 9.0 * std::cos(angle), z = 9.0 * std::sin(angle);
  add_rectangle(triangles, {0.0, -9.0, 0.0}, {x, -9.0, z}, {x, 9.0, z}, {0.0, 9.0, 0.0});
  return triangles;
}

std::vector<StlTriangle> corner_of_three()
{
  std::vector<StlTriangle> triangles;
  add_rectangle(triangles, {0.0, 0.0, 0.0}, {5.0, 0.0, 0.0}, {5.0, 5.0, 0.0}, {0.0, 5.0, 0.0});
  add_rectangle(triangles, {0.0, 0.0, 0.0}, {0.0, 5.0, 0.0}, {0.0, 5.0, 5.0}, {0.0, 0.0, 5.0});
  add_rectangle(triangles, {0.0, 0.0, 0.0}, {0.0, 0.0, 5.0}, {5.0, 0.0, 5.0}, {5.0, 0.0, 0.0});
  return triangles;
}

/// Sides of a prism about the axis x.
/// \param uneven  part of an angle by which corners are moved
std::vector<StlTriangle> drum(int sides, double radius, double uneven = 0.0)
{
  std::mt19937 draw(11);
  std::uniform_real_distribution<double> moved(-uneven, uneven);
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2.0 * pi * (k + moved(draw)) / sides;
    corners.push_back({0.0, radius * std::cos(angle), radius * std::sin(angle)});
  }
  const Vec3<double> half{6.0, 0.0, 0.0};
  std::vector<StlTriangle> triangles;
  for (int k = 0; k < sides; ++k) {
    const Vec3<double> &a = corners[k], &b = corners[(k + 1) % sides];
    add_rectangle(triangles, a - half, b - half, b + half, a + half);
  }
  return triangles;
}

/// An icosahedron whose triangles are divided into four, with all corners on a sphere.
std::vector<StlTriangle> ball(int divisions, double radius)
{
  const double g = 0.5 * (1.0 + std::sqrt(5.0));
  const Vec3<double> corner[12] = {{-1.0, g, 0.0}, {1.0, g, 0.0}, {-1.0, -g, 0.0}, {1.0, -g, 0.0},
                                   {0.0, -1.0, g}, {0.0, 1.0, g}, {0.0, -1.0, -g}, {0.0, 1.0, -g},
                                   {g, 0.0, -1.0}, {g, 0.0, 1.0}, {-g, 0.0, -1.0}, {-g, 0.0, 1.0}};
  constexpr int face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                               {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                               {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                               {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  const auto on_sphere = [&](const Vec3<double> &x) { return (radius / length(x)) * x; };
  std::vector<StlTriangle> triangles;
  for (const auto &f : face)
    triangles.push_back({{on_sphere(corner[f[0]]), on_sphere(corner[f[1]]), on_sphere(corner[f[2]])}, {}});
  for (int n = 0; n < divisions; ++n) {
    std::vector<StlTriangle> finer;
    for (const StlTriangle &t : triangles) {
      const Vec3<double> &a = t.corner[0], &b = t.corner[1], &c = t.corner[2];
      const Vec3<double> ab = on_sphere(a + b), bc = on_sphere(b + c), ca = on_sphere(c + a);
      for (const StlTriangle &part :
           {StlTriangle{{a, ab, ca}, {}}, {{ab, b, bc}, {}}, {{ca, bc, c}, {}}, {{ab, bc, ca}, {}}})
        finer.push_back(part);
    }
    triangles = finer;
  }
  return triangles;
}

void expect_near(const Vec3<double> &a, const Vec3<double> &b, double bound = 1e-14)
{
  EXPECT_NEAR(a.x, b.x, bound);
  EXPECT_NEAR(a.y, b.y, bound);
  EXPECT_NEAR(a.z, b.z, bound);
}

Vec3<double> normal_of(const MeshContact &contact)
{
  return (1.0 / contact.distance) * contact.separation;
}

}    // namespace

TEST(MeshGeometry, FlatSurfaceIsAPlaneEverywhere)
{
  // triangles of many shapes around shared corners
  std::vector<StlTriangle> triangles;
  for (int a = -3; a < 3; ++a)
    for (int b = -3; b < 3; ++b) {
      const auto at = [](int i, int j) {
        return Vec3<double>{i + 0.2 * ((3 * i + j) % 2), j + 0.1 * (i % 3), 0.0};
      };
      add_rectangle(triangles, at(a, b), at(a + 1, b), at(a + 1, b + 1), at(a, b + 1));
    }
  Touch touch(triangles);
  std::vector<Vec3<double>> places;
  for (const StlTriangle &t : triangles)    // above corners, edges and faces
    for (int k = 0; k < 3; ++k) {
      places.push_back(t.corner[k]);
      places.push_back(0.5 * (t.corner[k] + t.corner[(k + 1) % 3]));
      places.push_back(0.3 * t.corner[k] + 0.7 * t.corner[(k + 1) % 3]);
      places.push_back(1.0 / 3.0 * (t.corner[0] + t.corner[1] + t.corner[2]));
    }
  int inside = 0;
  for (Vec3<double> x : places) {
    if (std::fabs(x.x) > 2.0 || std::fabs(x.y) > 2.0) continue;
    ++inside;
    for (const double height : {0.99, -0.99, 0.5}) {
      x.z = height;
      const auto found = touch(x);
      ASSERT_EQ(found.size(), 1u) << x.x << ' ' << x.y;
      EXPECT_DOUBLE_EQ(found[0].distance, std::fabs(height));
      expect_near(found[0].separation, {0.0, 0.0, height});
    }
  }
  EXPECT_GT(inside, 100);
}

TEST(MeshGeometry, FlatSurfacesWithoutSharedEdgesAreAPlane)
{
  // the second rectangle meets the first in the middle of its side
  std::vector<StlTriangle> triangles;
  add_rectangle(triangles, {-4.0, -4.0, 0.0}, {0.0, -4.0, 0.0}, {0.0, 4.0, 0.0}, {-4.0, 4.0, 0.0});
  add_rectangle(triangles, {0.0, -1.0, 0.0}, {4.0, -1.0, 0.0}, {4.0, 3.0, 0.0}, {0.0, 3.0, 0.0});
  Touch touch(triangles);
  for (const double x : {-0.3, -1e-3, 0.0, 1e-3, 0.3})
    for (const double y : {0.0, 0.5, 1.0}) {
      const auto found = touch({x, y, 0.8});
      ASSERT_EQ(found.size(), 1u) << x << ' ' << y;
      expect_near(found[0].separation, {0.0, 0.0, 0.8});
    }
}

TEST(MeshGeometry, ConvexEdgeIsOneContactThatTurns)
{
  for (const double fall : {90.0 * degree, 20.0 * degree}) {
    Touch touch(bent(-fall));
    for (const double part : {0.0, 0.25, 0.5, 1.0}) {
      const double angle = part * fall;
      const Vec3<double> x{0.9 * std::sin(angle), 0.4, 0.9 * std::cos(angle)};
      const auto found = touch(x);
      ASSERT_EQ(found.size(), 1u);
      EXPECT_NEAR(found[0].distance, 0.9, 1e-14);
      expect_near(found[0].separation, {x.x, 0.0, x.z});
    }
  }
}

// A turned cube whose corners have seven digits, far from the origin: its faces are not flat. Spheres beside its edges.
TEST(MeshGeometry, ConvexEdgesOfAFileWithSevenDigits)
{
  const Vec3<double> u = (1.0 / 3.0) * Vec3<double>{2.0, 2.0, 1.0},
                     v = (1.0 / 3.0) * Vec3<double>{-2.0, 1.0, 2.0};
  const Vec3<double> w = cross(u, v), far{60.0, 30.0, 20.0};
  const auto exact = [&](double a, double b, double c) { return far + a * u + b * v + c * w; };
  const auto corner = [&](int k) {
    const auto rounded = [](double x) { return std::round(1e5 * x) / 1e5; };
    const Vec3<double> x = exact(k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0);
    return Vec3<double>{rounded(x.x), rounded(x.y), rounded(x.z)};
  };
  std::vector<StlTriangle> cube;
  for (const auto &[a, b, c, d] :
       {std::array{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}})
    add_rectangle(cube, corner(a), corner(b), corner(c), corner(d));
  Touch touch(cube);

  std::mt19937 draw(2);
  std::uniform_real_distribution<double> along(-1.0, 1.0), turn(0.0, 0.5 * pi);
  constexpr double radius = 0.5, distance = 0.499;
  for (int n = 0; n < 3000; ++n) {
    const double end =
        n % 2 == 0 ? along(draw) : std::copysign(1.0 - 0.05 * std::fabs(along(draw)), along(draw));
    const double angle = turn(draw);
    const double out[2] = {1.0 + distance * std::sin(angle), 1.0 + distance * std::cos(angle)};
    const Vec3<double> x = n % 3 == 0 ? exact(end, out[0], out[1])
        : n % 3 == 1                  ? exact(out[1], end, -out[0])
                                      : exact(-out[0], out[1], end);
    const auto found = touch(x, radius);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, distance, 2e-5) << "two corners with errors of 5e-6 in each direction";
  }
}

// A floor with a low lip at its end: beyond the lip the floor is not continued.
TEST(MeshGeometry, PlaneEndsWhereTheSurfaceEnds)
{
  std::vector<StlTriangle> floor;
  add_rectangle(floor, {-4.0, -4.0, 0.0}, {0.0, -4.0, 0.0}, {0.0, 4.0, 0.0}, {-4.0, 4.0, 0.0});
  add_rectangle(floor, {0.0, -4.0, 0.0}, {0.02, -4.0, 0.005}, {0.02, 4.0, 0.005}, {0.0, 4.0, 0.0});
  add_rectangle(floor, {0.02, -4.0, 0.005}, {0.02, -4.0, -3.0}, {0.02, 4.0, -3.0}, {0.02, 4.0, 0.005});
  Touch touch(floor);
  for (double angle = 12.0; angle < 90.0; angle += 1.0) {
    const double s = std::sin(angle * degree), c = std::cos(angle * degree);
    const auto found = touch({0.02 + 0.45 * s, 0.3, 0.005 + 0.45 * c}, 0.5);
    ASSERT_EQ(found.size(), 1u);
    expect_near(found[0].separation, {0.45 * s, 0.0, 0.45 * c});
  }
}

TEST(MeshGeometry, CornerOfASurfaceIsAPoint)
{
  const StlTriangle one{{{0.0, 0.0, 0.0}, {3.0, 0.0, 0.0}, {0.0, 3.0, 0.0}}, {}};
  Touch touch(std::vector<StlTriangle>{one});
  const auto found = touch({-0.3, -0.4, 0.5});
  ASSERT_EQ(found.size(), 1u);
  expect_near(found[0].separation, {-0.3, -0.4, 0.5});
}

TEST(MeshGeometry, SharpConcaveEdgeIsTwoContactsAndACornerThree)
{
  const auto two = Touch(bent(90.0 * degree))({-0.9, 0.0, 0.8});
  ASSERT_EQ(two.size(), 2u);
  expect_near(two[0].separation, {0.0, 0.0, 0.8});
  expect_near(two[1].separation, {-0.9, 0.0, 0.0});

  Touch corner(corner_of_three());
  const auto three = corner({0.7, 0.8, 0.9});
  ASSERT_EQ(three.size(), 3u);
  expect_near(three[0].separation, {0.7, 0.0, 0.0});
  expect_near(three[1].separation, {0.0, 0.8, 0.0});
  expect_near(three[2].separation, {0.0, 0.0, 0.9});
  EXPECT_EQ(corner({0.7, 0.8, 1.1}).size(), 2u);
  // along the diagonals of the squares, which are edges
  EXPECT_EQ(corner({0.8, 0.8, 0.8}).size(), 3u);
}

TEST(MeshGeometry, AngleOfTheKeywordDecides)
{
  const auto count = [](double angle, double smooth) {
    const double half = 0.5 * angle * degree;
    return Touch(bent(angle * degree), smooth * degree)({-0.9 * std::sin(half), 0.0, 0.9 * std::cos(half)})
        .size();
  };
  EXPECT_EQ(count(25.0, 30.0), 1u);
  EXPECT_EQ(count(35.0, 30.0), 2u);
  EXPECT_EQ(count(25.0, 20.0), 2u);
  EXPECT_EQ(count(35.0, 40.0), 1u);
}

// Along a path over a smooth concave edge neither normal nor distance jump.
TEST(MeshGeometry, SmoothConcaveEdgeIsPassedWithoutAJump)
{
  const double angle = 10.0 * degree;
  Touch touch(bent(angle));
  Vec3<double> normal{0.0, 0.0, 1.0};
  double distance = 0.0;
  int count = 0;
  constexpr double step = 1e-5;
  for (double x = -0.3; x < 0.3; x += step) {
    const auto found = touch({x, 0.1, 0.93 + 0.5 * angle * x});
    ASSERT_EQ(found.size(), 1u);
    if (count++ > 0) {
      EXPECT_LT(length(normal_of(found[0]) - normal), 100.0 * step) << x;
      EXPECT_LT(std::fabs(found[0].distance - distance), 2.0 * step) << x;
    }
    normal = normal_of(found[0]);
    distance = found[0].distance;
  }
  expect_near(normal, {-std::sin(angle), 0.0, std::cos(angle)});
  // at equal distances both count alike
  const double half = 0.5 * angle;
  expect_near(normal_of(touch({-0.9 * std::sin(half), 0.0, 0.9 * std::cos(half)})[0]),
              {-std::sin(half), 0.0, std::cos(half)});
}

// Potentials of all forces without friction and damping are functions of the overlap: it has no jumps, and its gradient
// is the normal. The curvature of its level surfaces is at most 1/overlap.
TEST(MeshGeometry, NormalOfACurvedSurfaceIsTheGradientOfTheDistance)
{
  constexpr double reach = 0.5, step = 1e-3;
  std::mt19937 draw(5);
  std::uniform_real_distribution<double> anywhere(-1.0, 1.0);
  const auto direction = [&] {
    const Vec3<double> way{anywhere(draw), anywhere(draw), anywhere(draw)};
    return (1.0 / length(way)) * way;
  };
  struct Case {
    const char *name;
    std::vector<StlTriangle> triangles;
    bool drum;
  };
  for (const Case &one : {Case{"drum of 16 sides", drum(16, 5.0), true},
                          {"drum of 90", drum(90, 5.0), true},
                          {"drum of unequal sides", drum(60, 5.0, 0.49), true},
                          {"bowl of 320", ball(2, 5.0), false},
                          {"bowl of 1280", ball(3, 5.0), false}}) {
    Touch touch(one.triangles);
    int passed = 0, turning = 0;
    for (int walk = 0; walk < 100; ++walk) {
      Vec3<double> x = direction();
      if (one.drum) x = Vec3<double>{0.0, x.y, x.z} + Vec3<double>{0.1 * x.x, 0.0, 0.0};
      const Vec3<double> way = step * direction();
      x = (4.65 / length(x)) * x - 100.0 * way;
      MeshContact before{};
      for (int n = 0; n < 200; ++n, x = x + way) {
        const auto found = touch(x, reach);
        ASSERT_LE(found.size(), 1u);
        const bool deep = found.size() == 1 && found[0].distance < 0.97 * reach;
        if (deep && before.distance > 0.0) {
          const double overlap = reach - before.distance;
          const Vec3<double> normal = normal_of(before), turned = normal_of(found[0]) - normal;
          ++passed;
          turning += length(turned) > 1e-10;
          EXPECT_NEAR(found[0].distance - before.distance, dot(way, normal), step * step / overlap)
              << one.name;
          EXPECT_LT(length(turned), 1.1 * step / overlap) << one.name;
        }
        before = deep ? found[0] : MeshContact{};
      }
    }
    EXPECT_GT(passed, 3000) << one.name;
    EXPECT_GT(turning, 100) << one.name;
  }
}

// Triangles that cross each other anyhow: no contact is without a direction, and none is nearer than a place allows.
TEST(MeshGeometry, ContactsOfAnyTrianglesHaveANormal)
{
  std::mt19937 draw(9);
  std::uniform_real_distribution<double> anywhere(-2.0, 2.0), small(-0.6, 0.6), flat(-0.05, 0.05);
  for (const double smooth : {1.0, 30.0, 60.0, 90.0}) {
    std::vector<StlTriangle> triangles;
    for (int n = 0; n < 400; ++n) {
      const Vec3<double> middle{anywhere(draw), anywhere(draw), flat(draw)};
      StlTriangle triangle{};
      for (Vec3<double> &corner : triangle.corner)
        corner = middle + Vec3<double>{small(draw), small(draw), n % 2 ? small(draw) : flat(draw)};
      triangles.push_back(triangle);
    }
    Touch touch(triangles, smooth * degree);
    for (int n = 0; n < 2000; ++n)
      for (const MeshContact &contact : touch({anywhere(draw), anywhere(draw), small(draw)}, 0.3)) {
        EXPECT_GT(contact.distance, 0.0);
        EXPECT_LT(contact.distance, 0.3);
        EXPECT_NEAR(length(normal_of(contact)), 1.0, 1e-14);
      }
  }
}

TEST(MeshGeometry, OtherSideOfAThinBodyIsHidden)
{
  std::vector<StlTriangle> plate;
  add_rectangle(plate, {-5.0, -5.0, 0.0}, {5.0, -5.0, 0.0}, {5.0, 5.0, 0.0}, {-5.0, 5.0, 0.0});
  add_rectangle(plate, {-5.0, -5.0, -0.01}, {5.0, -5.0, -0.01}, {5.0, 5.0, -0.01}, {-5.0, 5.0, -0.01});
  const auto above = Touch(plate)({0.1, 0.2, 0.9});
  ASSERT_EQ(above.size(), 1u);
  expect_near(above[0].separation, {0.0, 0.0, 0.9});

  // a knife: both faces reach the sphere
  std::vector<StlTriangle> knife = bent(140.0 * degree);
  const auto beside = Touch(knife)({-0.6, 0.0, -0.95});
  ASSERT_EQ(beside.size(), 1u);
  expect_near(beside[0].separation, {0.0, 0.0, -0.95});
}

TEST(MeshGeometry, OppositeSidesAreTwoContacts)
{
  std::vector<StlTriangle> gap;
  add_rectangle(gap, {-5.0, -5.0, 0.0}, {5.0, -5.0, 0.0}, {5.0, 5.0, 0.0}, {-5.0, 5.0, 0.0});
  add_rectangle(gap, {-5.0, -5.0, 1.8}, {5.0, -5.0, 1.8}, {5.0, 5.0, 1.8}, {-5.0, 5.0, 1.8});
  EXPECT_EQ(Touch(gap)({0.0, 0.0, 0.95}).size(), 2u);
}

TEST(TriangleTree, FindsAllTrianglesNearAPoint)
{
  std::mt19937 draw(7);
  std::uniform_real_distribution<double> anywhere(-10.0, 10.0), small(-0.5, 0.5);
  std::vector<StlTriangle> triangles;
  for (int n = 0; n < 3000; ++n) {
    const Vec3<double> middle{anywhere(draw), anywhere(draw), anywhere(draw)};
    StlTriangle triangle{};
    for (Vec3<double> &corner : triangle.corner)
      corner = middle + Vec3<double>{small(draw), small(draw), small(draw)};
    triangles.push_back(triangle);
  }
  const TriangleMesh mesh = test::joined(triangles);
  const TriangleTree tree(mesh);
  const MeshGeometry contacts(mesh, 0.5);
  for (int n = 0; n < 50; ++n) {
    const Vec3<double> x{anywhere(draw), anywhere(draw), anywhere(draw)};
    std::vector<int> found;
    tree.find(x, 1.5, found);
    EXPECT_LT(found.size(), 300u);
    std::sort(found.begin(), found.end());
    for (int triangle = 0; triangle < static_cast<int>(mesh.triangles.size()); ++triangle)
      EXPECT_TRUE(length(contacts.separation(x, triangle)) >= 1.5 ||
                  std::binary_search(found.begin(), found.end(), triangle));
  }
}

TEST(ContactNames, ContactKeepsItsHistoryWhileItsNormalTurns)
{
  constexpr int offset = 1;
  WallHistory history(6, offset + doubles_of_normal);
  history.grow(1);
  const double least = std::cos(30.0 * degree);
  const auto step = [&](std::vector<Vec3<double>> normals) {
    std::vector<WallContact> contacts;
    std::vector<int> parts;
    for (const Vec3<double> &n : normals) contacts.push_back({-1, 0.5 * n, 0.5, 0.0, {}, {}});
    const int count = static_cast<int>(contacts.size());
    match_contacts(history, 0, offset, least, contacts.data(), count);
    for (const WallContact &contact : contacts) parts.push_back(contact.part);
    history.set_contacts(0, parts.data(), count);
    store_normals(history, 0, offset, contacts.data(), count);
    return parts;
  };
  const auto at = [](double angle) {
    return Vec3<double>{std::sin(angle * degree), 0.0, std::cos(angle * degree)};
  };
  const auto first = step({at(0.0), at(90.0)});
  ASSERT_NE(first[0], first[1]);
  history.values(0, first[0])[0] = 7.0;
  history.values(0, first[1])[0] = 8.0;
  // in another order, turned by 20 degrees
  const auto second = step({at(100.0), at(20.0)});
  EXPECT_EQ(second[0], first[1]);
  EXPECT_EQ(second[1], first[0]);
  EXPECT_EQ(history.values(0, second[1])[0], 7.0);
  // a new contact between them takes the history of neither; the nearest of two gets the old one
  const auto third = step({at(55.0), at(20.0), at(100.0)});
  EXPECT_EQ(third[1], first[0]);
  EXPECT_EQ(third[2], first[1]);
  EXPECT_EQ(history.values(0, third[0])[0], 0.0);
  // where an old contact ends as a new one begins, the new one starts with zeros
  const auto fourth = step({at(-60.0)});
  EXPECT_EQ(history.values(0, fourth[0])[0], 0.0);
}
