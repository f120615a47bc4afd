// Contacts of spheres with convex, concave and open surfaces of triangles, against an enumeration of all features.

#include "meshes.h"

#include "wall/mesh/mesh_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

using namespace granular_srt;
using contact::Vec3;
using test::add_rectangle;
using test::Touch;

namespace {

constexpr double pi = 3.14159265358979323846, degree = pi / 180.0;
constexpr double exact = 1e-9, margin = 1e-6;
constexpr double angles_of_smooth[] = {1.0, 10.0, 30.0, 45.0, 60.0, 90.0};

using Triangles = std::vector<StlTriangle>;

/// Nearest point of a triangle: the nearest one of its corners, of the feet on its sides, and of the foot on its plane.
Vec3<double> nearest_point(const StlTriangle &triangle, const Vec3<double> &x)
{
  const auto &[a, b, c] = triangle.corner;
  Vec3<double> nearest = a;
  const auto try_point = [&](const Vec3<double> &p) {
    if (length(x - p) < length(x - nearest)) nearest = p;
  };
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> &from = triangle.corner[k], along = triangle.corner[(k + 1) % 3] - from;
    const double part = dot(x - from, along) / dot(along, along);
    try_point(from);
    if (part > 0.0 && part < 1.0) try_point(from + part * along);
  }
  const Vec3<double> area = cross(b - a, c - a);
  const double square = dot(area, area);
  const Vec3<double> foot = x - (dot(x - a, area) / square) * area;
  const double u = dot(cross(c - b, foot - b), area), v = dot(cross(a - c, foot - c), area),
               w = dot(cross(b - a, foot - a), area);
  if (u > 0.0 && v > 0.0 && w > 0.0) try_point(foot);
  return nearest;
}

/// Whether the way between two points passes through a triangle.
bool passes(const StlTriangle &triangle, const Vec3<double> &from, const Vec3<double> &to)
{
  const auto &[a, b, c] = triangle.corner;
  const Vec3<double> area = cross(b - a, c - a);
  const double before = dot(from - a, area), after = dot(to - a, area);
  if (before * after >= 0.0) return false;
  const Vec3<double> p = from + (before / (before - after)) * (to - from);
  return dot(cross(b - a, p - a), area) >= 0.0 && dot(cross(c - b, p - b), area) >= 0.0 &&
      dot(cross(a - c, p - c), area) >= 0.0;
}

/// The separations of a point from the places where the distance of the surface has a visible minimum, nearest first.
/// Those on or behind the plane of a nearer one do not count. None if the point is so near to the border between two
/// cases that rounding decides.
std::optional<std::vector<Vec3<double>>> minima(const Triangles &triangles, const Vec3<double> &x,
                                                double reach)
{
  std::vector<Vec3<double>> points;
  for (const StlTriangle &triangle : triangles) points.push_back(nearest_point(triangle, x));
  std::vector<Vec3<double>> found;
  for (const Vec3<double> &p : points) {
    const double distance = length(x - p);
    if (std::fabs(distance - reach) < margin || distance < margin) return std::nullopt;
    if (distance > reach) continue;
    bool least = true;
    for (std::size_t t = 0; t < triangles.size() && least; ++t) {
      if (length(nearest_point(triangles[t], p) - p) > 1e-12) continue;
      const double other = length(x - points[t]);
      if (other < distance - 1e-13 && other > distance - margin * margin) return std::nullopt;
      least = other >= distance - 1e-13;
    }
    if (!least || std::any_of(found.begin(), found.end(), [&](const Vec3<double> &q) {
          return length(x - q - p) < 1e-9;
        }))
      continue;
    const Vec3<double> before = p + 1e-7 * (x - p);
    if (std::any_of(triangles.begin(), triangles.end(),
                    [&](const StlTriangle &t) { return passes(t, x, before); }))
      continue;
    found.push_back(x - p);
  }
  std::sort(found.begin(), found.end(),
            [](const Vec3<double> &a, const Vec3<double> &b) { return length(a) < length(b); });
  std::vector<Vec3<double>> counted;
  for (const Vec3<double> &one : found) {
    bool counts = true;
    for (const Vec3<double> &nearer : counted) {
      const double front = length(nearer) - dot(one, nearer) / length(nearer);
      if (std::fabs(front) < margin * length(one)) {
        if (length(one - nearer) > 1e-3) return std::nullopt;
      }
      counts = counts && front > margin * length(one);
    }
    if (counts) counted.push_back(one);
  }
  return counted;
}

/// Faces of the convex hull of points in general position, seen from outside.
Triangles hull(const std::vector<Vec3<double>> &points, const std::vector<Vec3<double>> &corners)
{
  Triangles faces;
  const int n = static_cast<int>(points.size());
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k) {
        const Vec3<double> area = cross(points[j] - points[i], points[k] - points[i]);
        int above = 0, below = 0;
        for (int m = 0; m < n; ++m)
          if (m != i && m != j && m != k) (dot(points[m] - points[i], area) > 0.0 ? above : below)++;
        if (above == 0) faces.push_back({{corners[i], corners[j], corners[k]}, {}});
        if (below == 0) faces.push_back({{corners[i], corners[k], corners[j]}, {}});
      }
  return faces;
}

struct Draw {
  std::mt19937 engine{3};
  double operator()(double low, double high)
  {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  Vec3<double> direction()
  {
    std::normal_distribution<double> normal;
    const Vec3<double> v{normal(engine), normal(engine), normal(engine)};
    return (1.0 / length(v)) * v;
  }
  /// Near a place of a triangle, and most often near its sides and corners.
  Vec3<double> near(const Triangles &triangles, double reach)
  {
    const StlTriangle &t = triangles[engine() % triangles.size()];
    double a = std::pow((*this)(0.0, 1.0), 3.0), b = std::pow((*this)(0.0, 1.0), 3.0), c = (*this)(0.0, 1.0);
    const double sum = a + b + c;
    return (a / sum) * t.corner[0] + (b / sum) * t.corner[1] + (c / sum) * t.corner[2] +
        (*this)(0.2, 1.0) * reach * direction();
  }
};

/// Whether a point is inside of a closed surface: the solid angle of its triangles.
bool inside(const Triangles &triangles, const Vec3<double> &x)
{
  double sum = 0.0;
  for (const StlTriangle &t : triangles) {
    const Vec3<double> a = t.corner[0] - x, b = t.corner[1] - x, c = t.corner[2] - x;
    const double la = length(a), lb = length(b), lc = length(c);
    sum += 2.0 *
        std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return std::fabs(sum) > 2.0 * pi;
}

/// Two half planes that meet in the axis y at an angle, the first one in z = 0, x > 0. It has a border.
Triangles wedge(double angle)
{
  Triangles triangles;
  const Vec3<double> y{0.0, 4.0, 0.0}, x{4.0, 0.0, 0.0},
      other = 4.0 * Vec3<double>{std::cos(angle), 0.0, -std::sin(angle)};
  add_rectangle(triangles, -y, x - y, x + y, y);
  add_rectangle(triangles, -y, other - y, other + y, y);
  return triangles;
}

/// A closed cone or pyramid with its apex at the origin.
Triangles cone(int sides, double half_angle)
{
  Triangles triangles;
  const auto at = [&](int k) {
    const double turn = 2.0 * pi * (k % sides) / sides;
    return 2.0 *
        Vec3<double>{std::sin(half_angle) * std::cos(turn), std::sin(half_angle) * std::sin(turn),
                     -std::cos(half_angle)};
  };
  const Vec3<double> base{0.0, 0.0, -2.0 * std::cos(half_angle)};
  for (int k = 0; k < sides; ++k) {
    triangles.push_back({{{0.0, 0.0, 0.0}, at(k), at(k + 1)}, {}});
    triangles.push_back({{base, at(k + 1), at(k)}, {}});
  }
  return triangles;
}

/// An edge of two triangles, as seen from the side of their normals.
struct Edge {
  Vec3<double> from, to;
  double rises;    ///< angle by which the surface rises beyond it [rad]

  [[nodiscard]] double distance(const Vec3<double> &x) const
  {
    return length(x - nearest_point({{from, to, to}, {}}, x));
  }
};

std::vector<Edge> edges_of(const Triangles &body)
{
  std::vector<Edge> edges;
  const auto normal = [](const StlTriangle &t) {
    const Vec3<double> area = cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]);
    return (1.0 / length(area)) * area;
  };
  for (const StlTriangle &one : body)
    for (const StlTriangle &other : body)
      for (int k = 0; k < 3; ++k)
        for (int m = 0; m < 3; ++m) {
          const Vec3<double> &from = one.corner[k], &to = one.corner[(k + 1) % 3];
          if (length(other.corner[(m + 1) % 3] - from) + length(other.corner[m] - to) > 0.0) continue;
          const double angle = std::acos(std::clamp(dot(normal(one), normal(other)), -1.0, 1.0));
          edges.push_back(
              {from, to, std::copysign(angle, dot(other.corner[(m + 2) % 3] - from, normal(one)))});
        }
  return edges;
}

/// The separations of the contacts that places form, nearest first; none where rounding of angles decides.
std::optional<std::vector<Vec3<double>>> contacts_of(const std::vector<Vec3<double>> &places, double reach,
                                                     double smooth)
{
  std::vector<std::vector<HalfSpace>> groups;
  for (const Vec3<double> &place : places) {
    const HalfSpace one{(1.0 / length(place)) * place, reach - length(place)};
    const auto angle = [&](const HalfSpace &other) {
      return std::acos(std::clamp(dot(one.normal, other.normal), -1.0, 1.0));
    };
    std::vector<HalfSpace> *into = nullptr;
    for (auto &group : groups) {
      bool fits = true;
      for (std::size_t k = 0; k < group.size(); ++k) {
        const double most = k == 0 ? smooth : 0.5 * pi;
        if (std::fabs(angle(group[k]) - most) < 1e-3) return std::nullopt;
        fits = fits && angle(group[k]) < most;
      }
      if (fits && !into) into = &group;
    }
    if (into)
      into->push_back(one);
    else
      groups.push_back({one});
  }
  std::vector<Vec3<double>> contacts;
  for (const auto &group : groups) {
    const Vec3<double> way = test::shortest_of_all(group, 1e-12);
    if (length(way) > reach - margin) return std::nullopt;    // the planes have passed the point
    contacts.push_back(((reach - length(way)) / length(way)) * way);
  }
  return contacts;
}

/// One contact, with the nearest feature, at all points outside of a convex body.
template <class Inside>
void expect_nearest_feature(const Triangles &body, Draw &draw, int points, double reach, Inside inside)
{
  for (const double smooth : angles_of_smooth) {
    Touch touch(body, smooth * degree);
    for (int n = 0; n < points; ++n) {
      const Vec3<double> x = draw.near(body, reach);
      if (inside(x)) continue;
      Vec3<double> nearest{9e9, 0.0, 0.0};
      for (const StlTriangle &triangle : body) {
        const Vec3<double> away = x - nearest_point(triangle, x);
        if (length(away) < length(nearest)) nearest = away;
      }
      if (length(nearest) > reach * (1.0 - margin) || length(nearest) < margin) continue;
      const auto found = touch(x, reach);
      ASSERT_EQ(found.size(), 1u) << "smooth " << smooth;
      EXPECT_LT(length(found[0].separation - nearest), exact) << "smooth " << smooth;
      EXPECT_NEAR(found[0].distance, length(nearest), exact);
    }
  }
}

}    // namespace

TEST(MeshEdges, WedgesFromOutside)
{
  Draw draw;
  for (double angle = 5.0; angle < 176.0; angle += 5.0)
    expect_nearest_feature(wedge(angle * degree), draw, 300, 0.5, [&](const Vec3<double> &x) {
      return x.z < 0.0 && std::sin(angle * degree) * x.x + std::cos(angle * degree) * x.z > 0.0;
    });
}

TEST(MeshEdges, WedgesFromInside)
{
  Draw draw;
  for (double angle = 5.0; angle < 176.0; angle += 5.0)
    for (const double smooth : angles_of_smooth) {
      if (std::fabs(180.0 - angle - smooth) < 1.0) continue;
      Touch touch(wedge(angle * degree), smooth * degree);
      for (int n = 0; n < 200; ++n) {
        constexpr double reach = 0.5;
        const double turn = draw(0.01, 0.99) * angle * degree, r = draw(0.01, 1.5);
        const Vec3<double> x{r * std::cos(turn), draw(-2.0, 2.0), -r * std::sin(turn)};
        // of the planes whose foot is on the face, without the borders
        std::vector<Vec3<double>> places;
        const double part[2] = {x.x, x.x * std::cos(angle * degree) - x.z * std::sin(angle * degree)};
        const Vec3<double> normal[2] = {{0.0, 0.0, -1.0},
                                        {std::sin(angle * degree), 0.0, std::cos(angle * degree)}};
        bool doubtful = false;
        for (const int k : {0, 1}) {
          const double height = dot(normal[k], x);
          doubtful = doubtful || std::fabs(height - reach) < margin || std::fabs(part[k]) < margin ||
              height < margin;
          if (height < reach) places.push_back(height * normal[k]);
        }
        if (doubtful) continue;
        std::sort(places.begin(), places.end(),
                  [](const Vec3<double> &a, const Vec3<double> &b) { return length(a) < length(b); });
        const auto found = touch(x, reach);
        if (180.0 - angle > smooth) {
          // beyond the edge of a blunt wedge a plane has no foot
          if (places.size() == 2 && (part[0] < 0.0 || part[1] < 0.0)) places.pop_back();
          ASSERT_EQ(found.size(), places.size()) << angle << ' ' << smooth;
          for (std::size_t k = 0; k < places.size(); ++k)
            EXPECT_LT(length(found[k].separation - places[k]), exact) << angle << ' ' << smooth;
        } else {
          // the shortest way out of both planes
          ASSERT_EQ(found.size(), places.empty() ? 0u : 1u) << angle << ' ' << smooth;
          if (places.empty()) continue;
          Vec3<double> way = ((reach - length(places[0])) / length(places[0])) * places[0];
          if (places.size() == 2) {
            const Vec3<double> n0 = (1.0 / length(places[0])) * places[0],
                               n1 = (1.0 / length(places[1])) * places[1];
            const double d0 = reach - length(places[0]), d1 = reach - length(places[1]), c = dot(n0, n1);
            if (dot(way, n1) < d1) way = (1.0 / (1.0 - c * c)) * ((d0 - c * d1) * n0 + (d1 - c * d0) * n1);
          }
          if (length(way) > reach - margin) continue;    // both planes have passed the center
          EXPECT_LT(length(found[0].separation - ((reach - length(way)) / length(way)) * way), exact)
              << angle << ' ' << smooth;
        }
      }
    }
}

TEST(MeshEdges, ConesAndPyramids)
{
  Draw draw;
  for (const int sides : {3, 4, 7, 24})
    for (const double half_angle : {3.0, 10.0, 20.0, 30.0, 50.0, 80.0}) {
      const Triangles body = cone(sides, half_angle * degree);
      expect_nearest_feature(body, draw, 200, 0.5, [&](const Vec3<double> &x) { return inside(body, x); });
    }
}

TEST(MeshEdges, ConvexPolyhedra)
{
  Draw draw;
  for (int n = 0; n < 200; ++n) {
    std::vector<Vec3<double>> points;
    const Vec3<double> flat{1.0, draw(0.1, 1.0), draw(0.03, 1.0)};
    for (int k = 0; k < 5 + n % 10; ++k) {
      const Vec3<double> at = draw.direction();
      points.push_back({flat.x * at.x, flat.y * at.y, flat.z * at.z});
    }
    const Triangles body = hull(points, points);
    expect_nearest_feature(body, draw, 40, n % 2 ? 0.5 : 1.5,
                           [&](const Vec3<double> &x) { return inside(body, x); });
  }
}

// Random radii at the corners of a convex body: sharp ridges and hollows. Points on both sides. Where no hollow is flat
// enough for the planes of its faces to continue, the contacts are the minima of the distance.
TEST(MeshEdges, AnyPolyhedra)
{
  Draw draw;
  int compared = 0, several = 0;
  for (int n = 0; n < 200; ++n) {
    std::vector<Vec3<double>> points, corners;
    for (int k = 0; k < 6 + n % 12; ++k) {
      points.push_back(draw.direction());
      corners.push_back(draw(0.3, 1.0) * points.back());
    }
    const Triangles body = hull(points, corners);
    const std::vector<Edge> edges = edges_of(body);
    for (const double smooth : angles_of_smooth) {
      Touch touch(body, smooth * degree);
      for (int m = 0; m < 60; ++m) {
        const double reach = m % 2 ? 0.3 : 1.0;
        const Vec3<double> x = draw.near(body, reach);
        const double side = inside(body, x) ? -1.0 : 1.0;
        if (std::any_of(edges.begin(), edges.end(), [&](const Edge &edge) {
              const double rises = side * edge.rises;
              return rises > 0.0 && rises < (smooth + 1.0) * degree && edge.distance(x) < reach;
            }))
          continue;
        const auto places = minima(body, x, reach);
        if (!places) continue;
        const auto right = contacts_of(*places, reach, smooth * degree);
        if (!right) continue;
        const auto found = touch(x, reach);
        ++compared;
        several += right->size() > 1;
        ASSERT_EQ(found.size(), right->size()) << "smooth " << smooth << " body " << n;
        for (std::size_t k = 0; k < found.size(); ++k)
          EXPECT_LT(length(found[k].separation - (*right)[k]), exact) << "smooth " << smooth << " body " << n;
      }
    }
  }
  EXPECT_GT(compared, 25000);
  EXPECT_GT(several, 4000);
}

namespace {

/// A rectangle from an edge along the axis y into a direction, of strips that end at these places of the axis.
void add_wing(Triangles &triangles, double angle, const std::vector<double> &ends)
{
  const Vec3<double> out{3.0 * std::cos(angle), 0.0, 3.0 * std::sin(angle)};
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
    const Vec3<double> from{0.0, ends[k], 0.0}, to{0.0, ends[k + 1], 0.0};
    if (k % 2)
      add_rectangle(triangles, from, to, to + out, from + out);
    else
      add_rectangle(triangles, to, from, from + out, to + out);
  }
}

void expect_same(const std::vector<MeshContact> &found, const std::vector<MeshContact> &right, double bound)
{
  ASSERT_EQ(found.size(), right.size());
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_LT(length(found[k].separation - right[k].separation), bound);
}

}    // namespace

// Half planes that meet in one axis, each divided at other places and with strips of both orientations: a point between two
// of them has the contacts with these two alone.
TEST(MeshEdges, EdgesWithManyTriangles)
{
  Draw draw;
  int smooth_edges = 0;
  for (int n = 0; n < 40; ++n) {
    const int wings = 2 + n % 4;
    std::vector<double> angles;
    double turn = draw(0.0, 2.0 * pi);
    for (int k = 0; k < wings; ++k) {
      // one wide gap, and narrow ones behind it
      turn += (k == 1 ? draw(100.0, 178.0) : draw(5.0, 180.0 / wings)) * degree;
      angles.push_back(turn);
    }
    std::vector<std::vector<double>> ends;
    for (int k = 0; k < wings; ++k)
      ends.push_back({-4.0, draw(-2.0, -0.5), draw(-0.5, 0.5), draw(0.5, 2.0), 4.0});
    Triangles all;
    for (int k = 0; k < wings; ++k) add_wing(all, angles[k], ends[k]);
    std::shuffle(all.begin(), all.end(), draw.engine);
    for (int gap = 0; gap < wings; ++gap) {
      const double from = angles[gap], to = gap + 1 < wings ? angles[gap + 1] : angles[0] + 2.0 * pi;
      Triangles two;
      for (const double angle : {from, to}) add_wing(two, angle, {-4.0, 4.0});
      for (const double smooth : angles_of_smooth) {
        Touch touch(all, smooth * degree), plain(two, smooth * degree);
        for (int m = 0; m < 20; ++m) {
          const double at = from + draw(0.02, 0.98) * (to - from), r = draw(0.05, 1.2);
          const Vec3<double> x{r * std::cos(at), draw(-1.5, 1.5), r * std::sin(at)};
          smooth_edges += pi - (to - from) < smooth * degree && pi > to - from;
          expect_same(touch(x), plain(x), exact);
        }
      }
    }
  }
  EXPECT_GT(smooth_edges, 500);
}

// A drum with ribs outside, and one whose neighboring sides are divided at other places, with corners of seven digits.
TEST(MeshEdges, DrumsWithRibsAndTJunctions)
{
  constexpr int sides = 16;
  const auto corner = [](int k, double radius, double y) {
    const auto rounded = [](double a) { return std::round(1e6 * a) / 1e6; };
    const double turn = 2.0 * pi * (k % sides) / sides;
    return Vec3<double>{rounded(radius * std::cos(turn)), y, rounded(radius * std::sin(turn))};
  };
  const auto side = [&](Triangles &to, int k, double low, double high) {
    add_rectangle(to, corner(k, 5.0, low), corner(k + 1, 5.0, low), corner(k + 1, 5.0, high),
                  corner(k, 5.0, high));
  };
  Triangles plain, ribs, divided;
  for (int k = 0; k < sides; ++k) {
    side(plain, k, -6.0, 6.0);
    for (int part = 0; part < (k % 2 ? 3 : 4); ++part) {
      const double length = k % 2 ? 4.0 : 3.0;
      side(divided, k, -6.0 + part * length, -6.0 + (part + 1) * length);
      add_rectangle(ribs, corner(k, 5.0, -6.0 + part * length), corner(k, 6.0, -6.0 + part * length),
                    corner(k, 6.0, -6.0 + (part + 1) * length), corner(k, 5.0, -6.0 + (part + 1) * length));
    }
  }
  ribs.insert(ribs.end(), plain.begin(), plain.end());
  Touch without(plain), with(ribs), parts(divided);
  Draw draw;
  for (int n = 0; n < 5000; ++n) {
    const double turn = draw(0.0, 2.0 * pi), r = 4.5 - draw(-0.3, 0.1);
    const Vec3<double> x{r * std::cos(turn), draw(-3.0, 3.0), r * std::sin(turn)};
    const auto right = without(x, 0.6);
    expect_same(with(x, 0.6), right, exact);
    expect_same(parts(x, 0.6), right, 1e-5);    // diagonals of rounded sides lie at other places
  }
}
