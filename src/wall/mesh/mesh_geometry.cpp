#include "mesh_geometry.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

namespace granular_srt {
namespace {

  using contact::Vec3;

  constexpr double unknown = std::numeric_limits<double>::infinity();
  // Squared distances that differ by less are equal: 10^4 times the rounding of a double.
  constexpr double same = 1e-12;
  // A place is behind a plane if it is not farther in front of it than this fraction of its distance: rounding of
  // positions that are 10^4 times as large.
  constexpr double on_plane = 1e-10;
  // Planes and places that differ by less than this fraction of the distance are one: rounding of files.
  constexpr double touching = 1e-6;
  // Triangles on the way over a surface: more than there are in the reach of a sphere.
  constexpr int longest_way = 1000;
  // Normals at an angle of `smooth` belong to one contact, also after the rounding of the corners in a file [rad].
  constexpr double rounding_of_angles = 1e-4;
  // A separation of this length has a direction.
  constexpr double least_distance = 1e-100;

}    // namespace

// Half spaces are added one by one. If the shortest way does not lie in the next one, the new shortest way ends on the
// plane of the next one: the same problem in this plane, then on a line of it.
Vec3<double> shortest_way_into(const std::vector<HalfSpace> &spaces, double accuracy)
{
  // sine below which planes, or a line and a plane, count as parallel
  constexpr double parallel = 1e-6;
  Vec3<double> way{0.0, 0.0, 0.0};
  const auto missing = [&](const HalfSpace &space) { return space.depth - dot(space.normal, way); };
  for (auto one = spaces.begin(); one != spaces.end(); ++one) {
    if (!(missing(*one) > accuracy)) continue;
    way = one->depth * one->normal;
    for (auto two = spaces.begin(); two != one; ++two) {
      if (!(missing(*two) > accuracy)) continue;
      const Vec3<double> across = two->normal - dot(two->normal, one->normal) * one->normal;
      const double sine = length(across);
      if (sine < parallel) continue;
      way = one->depth * one->normal;
      way = way + (missing(*two) / (sine * sine)) * across;
      const Vec3<double> line = (1.0 / sine) * cross(one->normal, two->normal);
      for (auto three = spaces.begin(); three != two; ++three) {
        const double slope = dot(three->normal, line);
        if (missing(*three) > accuracy && std::fabs(slope) > parallel)
          way = way + (missing(*three) / slope) * line;
      }
    }
  }
  return way;
}

double least_cosine_of(double angle)
{
  return std::cos(angle) - rounding_of_angles * std::sin(angle);
}

MeshGeometry::MeshGeometry(const TriangleMesh &mesh, double smooth) : smooth_cosine_{least_cosine_of(smooth)}
{
  faces_.reserve(mesh.triangles.size());
  for (const MeshTriangle &triangle : mesh.triangles) {
    Face face{{}, {}, triangle.normal, {}, {}, {}, {}};
    for (int k = 0; k < 3; ++k) {
      face.corner[k] = mesh.corner(triangle, k);
      face.outwards[k] = cross(mesh.corner(triangle, (k + 1) % 3) - face.corner[k], triangle.normal);
      face.edge[k] = triangle.edge[k];
      face.vertex[k] = triangle.vertex[k];
    }
    faces_.push_back(face);
  }
  find_neighbors(mesh);
}

// Around each edge, the side of a triangle that faces the next triangle continues on that triangle's side that faces back.
// Triangles that differ from one plane by the rounding of their corners neither rise nor fall.
void MeshGeometry::find_neighbors(const TriangleMesh &mesh)
{
  neighbors_.assign(2 * faces_.size(), {no_side, no_side, no_side});
  struct Wing {
    int triangle, edge;
    Vec3<double> across;    // from the edge to the third corner
    double angle;           // from the first triangle, about the direction of its edge
    int ahead;              // side that faces larger angles: 0 above, 1 below
  };
  std::vector<std::vector<Wing>> wings(mesh.edges);
  for (int t = 0; t < static_cast<int>(faces_.size()); ++t)
    for (int k = 0; k < 3; ++k) wings[faces_[t].edge[k]].push_back({t, k, {}, 0.0, 0});
  for (auto &around : wings) {
    if (around.size() < 2) continue;
    const auto &of_first = faces_[around.front().triangle].corner;
    const int first = around.front().edge;
    const Vec3<double> side = of_first[(first + 1) % 3] - of_first[first];
    const Vec3<double> axis = (1.0 / length(side)) * side;
    for (Wing &wing : around) {
      const Face &face = faces_[wing.triangle];
      const Vec3<double> to_third = face.corner[(wing.edge + 2) % 3] - face.corner[wing.edge];
      wing.across = to_third - dot(to_third, axis) * axis;
      const Vec3<double> &zero = around.front().across;
      wing.angle = std::atan2(dot(cross(zero, wing.across), axis), dot(zero, wing.across));
      if (wing.angle < 0.0) wing.angle += 2.0 * std::numbers::pi;
      wing.ahead = dot(cross(axis, wing.across), face.normal) > 0.0 ? 0 : 1;
    }
    std::sort(around.begin(), around.end(), [](const Wing &a, const Wing &b) { return a.angle < b.angle; });
    for (std::size_t k = 0; k < around.size(); ++k) {
      const bool last = k + 1 == around.size();
      const Wing &one = around[k], &next = around[last ? 0 : k + 1];
      const double bend = std::numbers::pi - (next.angle - one.angle + (last ? 2.0 * std::numbers::pi : 0.0));
      const double flat = 2.0 * mesh.rounding * (1.0 / length(one.across) + 1.0 / length(next.across));
      const int sides[2] = {2 * one.triangle + one.ahead, 2 * next.triangle + 1 - next.ahead};
      for (const auto &[from, to, edge] :
           {std::array{sides[0], sides[1], one.edge}, {sides[1], sides[0], next.edge}}) {
        Face &face = faces_[from / 2];
        neighbors_[from][edge] = to;
        if (bend > flat) face.rises[from % 2] |= 1 << edge;
        if (bend < -flat) face.falls[from % 2] |= 1 << edge;
      }
    }
  }
}

MeshGeometry::Nearest MeshGeometry::nearest(const Vec3<double> &x, int index) const
{
  const Face &face = faces_[index];
  const auto at = [&face](int k) { return face.corner[k % 3]; };
  bool outside[3];
  for (int k = 0; k < 3; ++k) outside[k] = dot(x - at(k), face.outwards[k]) > 0.0;
  if (!outside[0] && !outside[1] && !outside[2]) {
    // exactly along the normal
    const double height = dot(x - at(0), face.normal);
    return {Nearest::face, 0, height * face.normal, height * height, index};
  }
  const int edges = (outside[0] ? 1 : 0) | (outside[1] ? 2 : 0) | (outside[2] ? 4 : 0);
  const bool above = (edges & ~face.rises[0]) == 0, below = (edges & ~face.rises[1]) == 0;
  const bool rising = (above || below) && (dot(x - at(0), face.normal) > 0.0 ? above : below);
  // the nearest edge is one of those that the point is outside of
  Nearest least{Nearest::edge, 0, {}, unknown, index};
  for (int k = 0; k < 3; ++k) {
    if (!outside[k]) continue;
    const Vec3<double> from = x - at(k), side = at(k + 1) - at(k);
    const double along = dot(from, side) / dot(side, side);
    const Vec3<double> away = along <= 0.0 ? from : along >= 1.0 ? x - at(k + 1) : from - along * side;
    const double squared = dot(away, away);
    if (!(squared < least.squared)) continue;
    const bool on_edge = along > 0.0 && along < 1.0;
    least = {on_edge ? Nearest::edge : Nearest::corner,
             on_edge || along <= 0.0 ? k : (k + 1) % 3,
             away,
             squared,
             index,
             rising};
  }
  return least;
}

// Whether no triangle at the same edge or corner has a nearer place.
bool MeshGeometry::is_local_minimum(const Nearest &place) const
{
  if (place.kind == Nearest::face) return true;
  const bool on_edge = place.kind == Nearest::edge;
  const auto shared = [&](const Face &face) -> const int(&)[3] { return on_edge ? face.edge : face.vertex; };
  const int element = shared(faces_[place.triangle])[place.which];
  // in order of distance: the nearer places of the same edge are mostly the ones before this one
  const auto before = std::make_reverse_iterator(places_.begin() + (&place - places_.data()));
  return std::none_of(before, places_.rend(), [&](const Nearest &other) {
    if (!(other.squared < place.squared * (1.0 - same))) return false;
    const auto &elements = shared(faces_[other.triangle]);
    return elements[0] == element || elements[1] == element || elements[2] == element;
  });
}

void MeshGeometry::find(const Vec3<double> &x, double reach, const int *triangles, int count,
                        std::vector<MeshContact> &found)
{
  places_.clear();
  for (int n = 0; n < count; ++n) {
    const Nearest place = nearest(x, triangles[n]);
    if (place.squared < reach * reach) places_.push_back(place);
  }
  if (places_.empty()) return;

  counted_.clear();
  contacts_ = 0;
  // At the same distance a face comes before an edge, and the first triangle of the file first.
  const auto order = [](const Nearest &place) {
    return std::pair(place.squared * (1.0 + static_cast<int>(place.kind) * same), place.triangle);
  };
  std::sort(places_.begin(), places_.end(),
            [&](const Nearest &a, const Nearest &b) { return order(a) < order(b); });
  for (const Nearest &place : places_)
    if (place.squared > 0.0 && is_local_minimum(place)) take(x, place);
  for (const Nearest &place : places_)
    if (place.rising) continue_plane(x, place);
  if (counted_.size() == 1) {
    const Counted &only = counted_.front();
    found.push_back({only.place.triangle, only.place.separation, only.distance});
    return;
  }
  for (int index = 0; index < contacts_; ++index) found.push_back(contact(index, reach));
}

// Whether a nearer triangle lies between a point and a place.
bool MeshGeometry::is_covered(const Vec3<double> &x, const Nearest &place) const
{
  const Vec3<double> way = -place.separation;
  const double ends = touching * std::sqrt(place.squared);
  return std::any_of(places_.data(), &place, [&](const Nearest &nearer) {
    const Face &face = faces_[nearer.triangle];
    const double from = dot(x - face.corner[0], face.normal), to = from + dot(way, face.normal);
    if (!(from * to < 0.0) || std::fabs(to) < ends) return false;
    const Vec3<double> crossing = x + (from / (from - to)) * way;
    return !(dot(crossing - face.corner[0], face.outwards[0]) > 0.0) &&
        !(dot(crossing - face.corner[1], face.outwards[1]) > 0.0) &&
        !(dot(crossing - face.corner[2], face.outwards[2]) > 0.0);
  });
}

void MeshGeometry::take(const Vec3<double> &x, const Nearest &place)
{
  const double distance = std::sqrt(place.squared);
  const Vec3<double> normal = (1.0 / distance) * place.separation;
  for (const Counted &nearer : counted_)
    if (nearer.distance - distance * dot(normal, nearer.normal) <= on_plane * distance) return;
  if (!counted_.empty() && is_covered(x, place)) return;
  const int contact = contact_of(normal);
  contacts_ = std::max(contacts_, contact + 1);
  counted_.push_back({place, distance, normal, contact});
}

// The plane of a triangle acts beyond edges behind which the surface rises, where the nearest places belong to its
// neighbors: the center may be out of the triangle while the end of its shortest way is above the triangle.
void MeshGeometry::continue_plane(const Vec3<double> &x, const Nearest &place)
{
  const Face &face = faces_[place.triangle];
  const double height = dot(x - face.corner[0], face.normal);
  const Vec3<double> normal = std::copysign(1.0, height) * face.normal;
  if (contact_of(normal) == contacts_) return;
  const int contact = contact_below(x, place.triangle);
  if (contact < contacts_ && fits(normal, contact))
    counted_.push_back({place, std::fabs(height), normal, contact});
}

// The contact of the place below a point to which the way over the surface leads from that side of a triangle on which the
// point is; contacts_ if the way meets a border or an edge behind which the surface falls, or ends elsewhere.
int MeshGeometry::contact_below(const Vec3<double> &x, int triangle) const
{
  int side = 2 * triangle + (dot(x - faces_[triangle].corner[0], faces_[triangle].normal) > 0.0 ? 0 : 1);
  int entered = -1;
  for (int steps = 0; steps < longest_way; ++steps) {
    const Face &face = faces_[side / 2];
    int through = -1;
    double farthest = 0.0;
    bool before_edge =
        false;    // the way has entered the triangle across an edge that the point is not above
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> outwards = face.outwards[k];
      const double beyond = dot(x - face.corner[k], outwards) / length(outwards);
      if (face.edge[k] == entered) {
        before_edge = beyond > 0.0 && (face.rises[side % 2] >> k & 1);
        continue;
      }
      if (!(beyond > farthest)) continue;
      farthest = beyond;
      through = k;
    }
    if (through < 0) {
      const Vec3<double> normal = (side % 2 == 0 ? 1.0 : -1.0) * face.normal;
      const double height = dot(x - face.corner[0], normal);
      const auto below = std::find_if(counted_.begin(), counted_.end(), [&](const Counted &one) {
        return one.distance <= (1.0 + touching) * height && dot(one.normal, normal) >= 1.0 - touching;
      });
      return before_edge || below == counted_.end() ? contacts_ : below->contact;
    }
    if (neighbors_[side][through] == no_side || (face.falls[side % 2] >> through & 1)) return contacts_;
    entered = face.edge[through];
    side = neighbors_[side][through];
  }
  return contacts_;
}

// Whether the nearest place of a contact has a normal near this one. Normals of a contact differ by 90 degrees at most.
bool MeshGeometry::fits(const Vec3<double> &normal, int contact) const
{
  double least_cosine = smooth_cosine_;
  for (const Counted &one : counted_) {
    if (one.contact != contact) continue;
    if (dot(normal, one.normal) < least_cosine) return false;
    least_cosine = -rounding_of_angles;
  }
  return true;
}

// The first contact that a normal fits, or contacts_.
int MeshGeometry::contact_of(const Vec3<double> &normal) const
{
  int contact = 0;
  while (contact < contacts_ && !fits(normal, contact)) ++contact;
  return contact;
}

MeshContact MeshGeometry::contact(int index, double reach)
{
  const Counted *nearest = nullptr;
  planes_.clear();
  for (const Counted &one : counted_) {
    if (one.contact != index) continue;
    if (!nearest) nearest = &one;
    planes_.push_back({one.normal, reach - one.distance});
  }
  const Vec3<double> way = shortest_way_into(planes_, same * reach);
  const double overlap = length(way);
  if (!(overlap > reach - nearest->distance))
    return {nearest->place.triangle, nearest->place.separation, nearest->distance};
  const double distance = std::max(reach - overlap, least_distance);
  return {nearest->place.triangle, (distance / overlap) * way, distance};
}

}    // namespace granular_srt
