#include "mesh_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granular_srt {
namespace {

  using contact::Vec3;

  constexpr double unknown = std::numeric_limits<double>::infinity();
  // Squared distances that differ by less are equal: 10^4 times the rounding of a double.
  constexpr double same = 1e-12;
  // A place is behind a plane if it is not farther in front of it than this fraction of its distance: rounding of
  // positions that are 10^4 times as large.
  constexpr double on_plane = 1e-10;

}    // namespace

MeshContacts::MeshContacts(const TriangleMesh &mesh, double smooth) : smooth_cosine_{std::cos(smooth)}
{
  faces_.reserve(mesh.triangles.size());
  for (const MeshTriangle &triangle : mesh.triangles) {
    Face face{{}, triangle.normal, {}, {}};
    for (int k = 0; k < 3; ++k) {
      face.corner[k] = mesh.corner(triangle, k);
      face.edge[k] = triangle.edge[k];
      face.vertex[k] = triangle.vertex[k];
    }
    faces_.push_back(face);
  }
}

MeshContacts::Nearest MeshContacts::nearest(const Vec3<double> &x, int index) const
{
  const Face &face = faces_[index];
  const auto at = [&face](int k) { return face.corner[k % 3]; };
  bool outside[3];
  for (int k = 0; k < 3; ++k) outside[k] = dot(x - at(k), cross(at(k + 1) - at(k), face.normal)) > 0.0;
  if (!outside[0] && !outside[1] && !outside[2]) {
    // exactly along the normal
    const double height = dot(x - at(0), face.normal);
    return {Nearest::face, 0, height * face.normal, height * height, index};
  }
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
    least = {on_edge ? Nearest::edge : Nearest::corner, on_edge || along <= 0.0 ? k : (k + 1) % 3, away,
             squared, index};
  }
  return least;
}

// Whether no triangle at the same edge or corner has a nearer place.
bool MeshContacts::is_local_minimum(const Nearest &place) const
{
  if (place.kind == Nearest::face) return true;
  const bool on_edge = place.kind == Nearest::edge;
  const auto shared = [&](const Face &face) -> const int(&)[3] { return on_edge ? face.edge : face.vertex; };
  const int part = shared(faces_[place.triangle])[place.which];
  return std::none_of(places_.begin(), places_.end(), [&](const Nearest &other) {
    if (!(other.squared < place.squared * (1.0 - same))) return false;
    const auto &parts = shared(faces_[other.triangle]);
    return parts[0] == part || parts[1] == part || parts[2] == part;
  });
}

void MeshContacts::find(const Vec3<double> &x, double reach, const int *triangles, int count,
                        std::vector<MeshContact> &found)
{
  places_.clear();
  for (int n = 0; n < count; ++n) {
    const Nearest place = nearest(x, triangles[n]);
    if (place.squared < reach * reach) places_.push_back(place);
  }
  if (places_.empty()) return;

  candidates_.clear();
  // At the same distance a face comes before an edge, and the first triangle of the file first.
  const auto order = [](const Nearest &place) {
    return std::pair(place.squared * (1.0 + static_cast<int>(place.kind) * same), place.triangle);
  };
  std::sort(places_.begin(), places_.end(),
            [&](const Nearest &a, const Nearest &b) { return order(a) < order(b); });
  for (const Nearest &place : places_)
    if (place.squared > 0.0 && is_local_minimum(place)) take(place, reach);
  for (const Candidate &one : candidates_) {
    const bool blended = one.weights > 1.0;
    const double distance = one.distance_sum / one.weights;
    found.push_back({one.place.triangle,
                     blended ? (distance / length(one.normal_sum)) * one.normal_sum : one.place.separation,
                     distance});
  }
}

void MeshContacts::take(const Nearest &place, double reach)
{
  const double distance = std::sqrt(place.squared);
  const Vec3<double> normal = (1.0 / distance) * place.separation;
  for (Candidate &nearer : candidates_) {
    const Vec3<double> nearer_normal = (1.0 / nearer.distance) * nearer.place.separation;
    const double cosine = dot(normal, nearer_normal);
    const double in_front = nearer.distance - distance * cosine;    // of the plane through the nearer one
    if (in_front <= on_plane * distance) return;
    if (cosine < smooth_cosine_) continue;
    if (place.kind == Nearest::face && nearer.place.kind == Nearest::face) {
      // 1 at equal distances; 0 if this place lies on the plane of the other one or out of reach
      const double weight =
          (reach - distance) / (reach - nearer.distance) * in_front / (distance - nearer.distance * cosine);
      nearer.weights += weight;
      nearer.normal_sum = nearer.normal_sum + weight * normal;
      nearer.distance_sum += weight * distance;
    }
    return;
  }
  candidates_.push_back({place, distance, 1.0, normal, distance});
}

}    // namespace granular_srt
