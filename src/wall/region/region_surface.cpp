#include "region_surface.h"

#include "contact/history.h"

#include "region.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

using contact::load_vector;
using contact::Vec3;

namespace {

  // LAMMPS protects a point and the direction of the axis of rotation.
  struct Access : Region {
    using Region::point;
    using Region::runit;
  };

  // LAMMPS finds no contact exactly on the axis of a cylinder or in the center of a sphere: a point beside it has one.
  Vec3<double> beside(const Vec3<double> &x, double distance)
  {
    return x + distance * Vec3<double>{1.0, 0.7, 0.4};
  }

  // RegCone::surface_exterior() divides 0 by 0 for a closed end of radius 0, and then overlooks the side. Without the end
  // it finds the side. For points of the axis all distances are 0/0: a point beside it is used.
  int surface_outside_of_cone(Region &region, const Vec3<double> &x, double reach, bool on_axis = false)
  {
    Region::Contact &found = region.contact[0], nearest{};
    double point[3];
    contact::store_vector(point, on_axis ? beside(x, 1e-9 * reach) : x);
    found.r = 0.0;
    // LAMMPS does not search beyond the radius that a cone of variable radius had at first
    const double searched = region.varshape ? std::numeric_limits<double>::max() : reach;
    const int count = region.surface_exterior(point, searched);
    if (found.r == 0.0) return count;    // inside, far away, or exactly on the surface
    nearest.r = std::numeric_limits<double>::infinity();
    const auto keep_nearer = [&] {
      if (found.r < nearest.r) nearest = found;
    };
    keep_nearer();
    for (const int end : {0, 1}) {
      if (region.open_faces[end] || (region.open_faces[2] && region.open_faces[1 - end])) continue;
      region.open_faces[end] = 1;
      region.surface_exterior(point, searched);
      region.open_faces[end] = 0;
      keep_nearer();
    }
    if (!std::isfinite(nearest.r) && !on_axis) return surface_outside_of_cone(region, x, reach, true);
    found = nearest;
    return nearest.r < reach ? 1 : 0;
  }

  // LAMMPS overlooks the closed faces of an open block with INF, and the ends of a cylinder with `open 3` beyond its radius. The
  // place of each face is the one across from the nearest place of the whole body.
  int surface_outside_of_open(Region &region, const Vec3<double> &x, double reach)
  {
    Region::Contact &found = region.contact[0];
    double point[3];
    contact::store_vector(point, x);
    const auto of_lammps = [&] { return region.surface_exterior(point, reach); };
    const int open = std::exchange(region.openflag, 0);
    const bool near_body = of_lammps() > 0;
    region.openflag = open;
    if (!near_body || found.r == 0.0) return of_lammps();
    const Vec3<double> away{found.delx, found.dely, found.delz};
    const Vec3<double> in_body = x - (1.0 + 1e-9 * reach / found.r) * away;
    contact::store_vector(point, in_body);
    const int faces = region.surface_interior(point, std::numeric_limits<double>::max());
    Vec3<double> nearest{std::numeric_limits<double>::infinity(), 0.0, 0.0};
    for (int k = 0; k < faces; ++k) {
      const Region::Contact &face = region.contact[k];
      const Vec3<double> from_face = x - in_body + Vec3<double>{face.delx, face.dely, face.delz};
      if (length(from_face) < length(nearest)) nearest = from_face;
    }
    const double distance = length(nearest);
    contact::store_vector(point, x);
    // LAMMPS' place is exact where there is one; a body without thickness has no inside
    const int count = of_lammps();
    if (faces == 0 || (count > 0 && std::fabs(found.r - distance) < 1e-7 * reach)) return count;
    found.r = distance;
    found.delx = nearest.x;
    found.dely = nearest.y;
    found.delz = nearest.z;
    found.radius = 0.0;
    found.iwall = found.varflag = 0;
    return distance < reach ? 1 : 0;
  }

  // RegEllipsoid first asks for x within `reach` of axes that it makes longer or shorter by as much, where the surface can be
  // farther away. The distance that it then returns is right. In two dimensions it also finds the outside for x inside, if the
  // third half axis is above 1.
  template <class Search> int surface_of_ellipsoid(const Region &region, double reach, Search search)
  {
    for (const double farther : {1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0})
      if (search(farther * reach)) return region.contact[0].r < reach ? 1 : 0;
    return 0;
  }

  // RegCone gives the ends of a cone along y a normal along z. Only a step along the axis changes the distance from an end.
  void turn_ends_of_cone(Region &region, const Vec3<double> &x, double reach, int count)
  {
    std::array<Region::Contact, 3> found;    // two ends and the side
    std::copy_n(region.contact, count, found.begin());
    double aside[3] = {x.x, x.y, x.z + 1e-3 * reach};
    if (!region.inside(aside[0], aside[1], aside[2])) aside[2] = x.z - 1e-3 * reach;
    const int count_aside = region.surface_interior(aside, 2.0 * reach);
    for (Region::Contact &end : std::span(found.data(), static_cast<std::size_t>(count)))
      for (int k = 0; k < count_aside; ++k)
        if (end.iwall < 2 && end.iwall == region.contact[k].iwall && end.r == region.contact[k].r)
          std::swap(end.dely, end.delz);
    std::copy_n(found.begin(), count, region.contact);
  }

  // Whether all points within `reach` are inside of a convex region: they lie in an octahedron with these corners.
  bool encloses(Region &region, const Vec3<double> &x, double reach)
  {
    const double far = 1.7321 * reach;
    return region.inside(x.x - far, x.y, x.z) && region.inside(x.x + far, x.y, x.z) &&
        region.inside(x.x, x.y - far, x.z) && region.inside(x.x, x.y + far, x.z) &&
        region.inside(x.x, x.y, x.z - far) && region.inside(x.x, x.y, x.z + far);
  }

  // The axis of a cone passes through the center of its bounding box, if it has one.
  bool may_lie_on_axis(const Region &region, const double *x, double near)
  {
    if (!region.bboxflag || region.dynamic || region.varshape)
      return true;    // the box is that of another place
    const double sum[] = {region.extent_xlo + region.extent_xhi, region.extent_ylo + region.extent_yhi,
                          region.extent_zlo + region.extent_zhi};
    int central = 0;
    for (int k = 0; k < 3; ++k) central += std::fabs(x[k] - 0.5 * sum[k]) < near;
    return central >= 2;
  }

  int surface_inside_of_cone(Region &region, const Vec3<double> &x, double reach)
  {
    double point[3];
    contact::store_vector(point, x);
    int count = region.surface_interior(point, reach);
    const auto is = [&](auto what) { return std::any_of(region.contact, region.contact + count, what); };
    const auto lacks_side = [&] {
      return !region.open_faces[2] && !is([](const Region::Contact &c) { return c.iwall == 2; });
    };
    if (lacks_side() && may_lie_on_axis(region, point, 1e-9 * reach)) {
      contact::store_vector(point, beside(x, 1e-9 * reach));
      count = region.surface_interior(point, reach);
      if (lacks_side()) {
        contact::store_vector(point, x);
        count = region.surface_interior(point, reach);
      }
    }
    if (is([](const Region::Contact &c) { return c.iwall < 2 && c.delz != 0.0; }))
      turn_ends_of_cone(region, load_vector(point), reach, count);
    return count;
  }

  // Surface points that face the inside or the outside of a region.
  int surface_on_side(bool inside, const PlacedRegion &placed, const Vec3<double> &x, double reach)
  {
    Region &region = *placed.region;
    if (placed.style == PlacedRegion::cone)
      return inside ? surface_inside_of_cone(region, x, reach) : surface_outside_of_cone(region, x, reach);
    if (placed.style == PlacedRegion::block_or_cylinder && !inside && region.openflag)
      return surface_outside_of_open(region, x, reach);
    double point[3] = {x.x, x.y, x.z};
    const auto search = [&](double far) {
      return inside ? region.surface_interior(point, far) : region.surface_exterior(point, far);
    };
    if (placed.style != PlacedRegion::ellipsoid) return search(reach);
    return (region.inside(x.x, x.y, x.z) != 0) == inside ? surface_of_ellipsoid(region, reach, search) : 0;
  }

  constexpr double coincident = 1e-6;    // of the reach: farthest distance of surfaces that are one

  Vec3<double> direction(const Vec3<double> &a)
  {
    const double size = length(a);
    return size > 0.0 ? (1.0 / size) * a : a;
  }

  // Whether the surfaces of two regions have the same point, with the same normal.
  bool coincide(const SurfacePoint &one, const SurfacePoint &other, double near)
  {
    return one.child != other.child && length(one.separation - other.separation) < 4.0 * near;
  }

}    // namespace

Vec3<double> axis_of(const Region &region)
{
  return load_vector(region.*(&Access::runit));
}

RigidFrame frame_of(const Region &region)
{
  MotionRule rule;
  WallPlacement at;
  if (region.rotateflag) {
    rule.point = load_vector(region.*(&Access::point));
    rule.rotation_axis = axis_of(region);
  }
  rule.place_body({region.dx, region.dy, region.dz}, region.rotateflag ? region.theta : 0.0, at);
  return at.frame;
}

RegionSurface::RegionSurface(Region &region)
{
  add(region);
}

int RegionSurface::add(Region &region)
{
  const int node = static_cast<int>(nodes_.size());
  nodes_.push_back({&region, std::string(region.style) == "union", -1, {}});
  if (!region.reglist) {
    nodes_[node].placed = static_cast<int>(placed_.size());
    const std::string style = region.style;
    const bool straight = style.starts_with("block") || style == "cylinder";    // or block/kk
    placed_.push_back({&region,
                       {},
                       style == "cone"            ? PlacedRegion::cone
                           : style == "ellipsoid" ? PlacedRegion::ellipsoid
                           : straight             ? PlacedRegion::block_or_cylinder
                                                  : PlacedRegion::other});
  } else {
    for (int k = 0; k < region.nregion; ++k) {
      const int child = add(*region.reglist[k]);
      nodes_[node].children.push_back(child);
    }
  }
  return node;
}

// Whether a point is in the volume of the region command: inside, or outside with side out. `flipped`: the other side
// counts.
bool RegionSurface::matches(int node, const Vec3<double> &x, const NearRegions &regions, bool flipped) const
{
  const Node &n = nodes_[node];
  if (n.region->openflag) return true;
  const bool interior = (n.region->interior != 0) != flipped;
  bool inside = false;
  if (n.placed >= 0 && !regions.is_near(n.placed)) {
    inside = regions.is_inside(n.placed);
  } else if (n.placed >= 0) {
    const Vec3<double> place = placed_[n.placed].frame.to_body(x);
    inside = n.region->inside(place.x, place.y, place.z) != 0;
  } else {
    const auto in = [&](int child) { return matches(child, x, regions, false); };
    inside = n.is_union ? std::any_of(n.children.begin(), n.children.end(), in)
                        : std::all_of(n.children.begin(), n.children.end(), in);
  }
  return inside == interior;
}

void RegionSurface::find(const Vec3<double> &x, double reach, const NearRegions &regions,
                         std::vector<SurfacePoint> &found) const
{
  const std::size_t first = found.size();
  surface(0, x, reach, regions, false, found);
  // Tested last, because most particles are near no surface. The surface of one region faces the right side.
  if (found.size() > first && nodes_.size() > 1 && !matches(0, x, regions, false))
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
}

// A point inside of a union or intersection, or outside of one with side out. The volume outside of a union is the
// intersection of the volumes outside of its regions, and the other way round.
void RegionSurface::surface(int node, const Vec3<double> &x, double reach, const NearRegions &regions,
                            bool flipped, std::vector<SurfacePoint> &found) const
{
  const Node &n = nodes_[node];
  if (n.placed >= 0) {
    if (regions.is_near(n.placed)) surface_of_placed(node, x, reach, flipped, found);
    return;
  }
  const bool outside = (n.region->interior != 0) == flipped;
  const Joined joined{x, regions, coincident * reach, outside, n.is_union != outside};
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  int parts_before = 0;
  for (const int child : n.children) {
    const std::size_t of_child = found.size();
    surface(child, x, reach, regions, outside, found);
    for (std::size_t p = of_child; p < found.size(); ++p) {
      found[p].part += parts_before;
      found[p].child = child;
    }
    parts_before += nodes_[child].region->cmax;
  }
  const std::span<SurfacePoint> points(found.data() + first, found.size() - first);
  for (SurfacePoint &point : points)
    point.hidden =
        std::ranges::any_of(n.children, [&](int other) { return hides(other, point, points, joined); });
  for (std::size_t p = 1; p < points.size(); ++p)
    points[p].hidden =
        points[p].hidden || std::ranges::any_of(points.first(p), [&](const SurfacePoint &before) {
          return !before.hidden && coincide(before, points[p], joined.near);
        });
  found.erase(
      std::remove_if(found.begin() + first, found.end(), [](const SurfacePoint &p) { return p.hidden; }),
      found.end());
}

// Whether a region of a union or intersection takes a surface point of another one away. A little behind the surface of a
// union there is no volume of another region, a little before that of an intersection there are the volumes of all. Faces
// of two regions that coincide remain, those that only touch each other are open.
bool RegionSurface::hides(int other, const SurfacePoint &point, std::span<const SurfacePoint> points,
                          const Joined &joined) const
{
  if (other == point.child || nodes_[other].region->openflag) return false;
  const Vec3<double> foot = joined.x - point.separation, away = direction(point.separation);
  const auto in_volume = [&](const Vec3<double> &place) {
    return matches(other, place, joined.regions, joined.outside);
  };
  if (joined.is_union) return in_volume(foot - joined.near * away);
  if (!in_volume(foot + joined.near * away)) return true;
  // An edge that lies on the face of another obstacle is no edge.
  return std::ranges::any_of(points, [&](const SurfacePoint &nearer) {
    if (nearer.child != other || !(nearer.distance < point.distance)) return false;
    const Vec3<double> towards = direction(joined.x - nearer.separation - foot);
    return !in_volume(foot + joined.near * (towards - direction(nearer.separation)));
  });
}

void RegionSurface::surface_of_placed(int node, const Vec3<double> &x, double reach, bool flipped,
                                      std::vector<SurfacePoint> &found) const
{
  const PlacedRegion &placed = placed_[nodes_[node].placed];
  Region &region = *placed.region;
  const bool interior = (region.interior != 0) != flipped;
  const Vec3<double> place = placed.frame.to_body(x);
  for (int k = 0; k < region.cmax; ++k)
    region.contact[k].radius = 0.0;    // LAMMPS' ellipsoid does not set it
  // Of an open region only one of the two has contacts, most often the inside.
  int count = region.openflag || interior ? surface_on_side(true, placed, place, reach) : 0;
  const int outside =
      count == 0 && (region.openflag || !interior) ? surface_on_side(false, placed, place, reach) : 0;
  count += outside;
  for (int k = 0; k < count; ++k) {
    const auto &near = region.contact[k];
    // LAMMPS counts the outside of a cone as hollow
    const double radius = outside > 0 ? std::fabs(near.radius) : near.radius;
    found.push_back({near.iwall, placed.frame.turned({near.delx, near.dely, near.delz}), near.r,
                     radius == 0.0 ? 0.0 : 1.0 / radius, near.varflag != 0, &placed, node, false});
  }
}

NearRegions RegionSurface::near_regions(const Vec3<double> &x, double reach) const
{
  // hides() looks a little behind and before the surface.
  const double aside = 1e-9 * reach, farther = (1.0 + 10.0 * coincident) * reach;
  NearRegions regions;
  regions.distance = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < placed_.size(); ++k) {
    const Vec3<double> place = beside(placed_[k].frame.to_body(x), aside);
    Region &region = *placed_[k].region;
    double least = std::numeric_limits<double>::infinity();
    const auto add = [&](int count) {
      for (int c = 0; c < count; ++c) least = std::min(least, region.contact[c].r - 2.0 * aside);
    };
    add(surface_on_side(true, placed_[k], place, farther));
    add(surface_on_side(false, placed_[k], place, farther));
    // in an ellipsoid that is narrower than the reach LAMMPS overlooks the surface
    if (placed_[k].style == PlacedRegion::ellipsoid && !std::isfinite(least) &&
        region.inside(place.x, place.y, place.z) && !encloses(region, place, farther))
      least = 0.0;
    regions.distance = std::min(regions.distance, least);
    if (std::isfinite(least) || k >= 64) continue;
    const std::uint64_t bit = std::uint64_t{1} << k;
    regions.near &= ~bit;
    if (region.inside(place.x, place.y, place.z)) regions.inside |= bit;
  }
  return regions;
}

}    // namespace granular_srt
