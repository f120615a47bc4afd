#include "wall_place.h"
#include "cone_wall.h"
#include "cylinder_wall.h"
#include "mesh_input.h"
#include "mesh_wall.h"
#include "plane_walls.h"
#include "region_wall.h"

#include "utils.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace granular_srt {
namespace {

  // The position of a plane; NaN for NULL.
  double plane(const std::string &style, const std::string &which, WallWords &words)
  {
    if (!words.next_is("NULL")) return words.number(style, which, "a number or NULL");
    words.skip(1);
    return std::numeric_limits<double>::quiet_NaN();
  }

}    // namespace

void WallPlace::read(WallWords &words, const std::vector<std::string> &known)
{
  style = words.next("wall");
  if (std::find(known.begin(), known.end(), style) == known.end())
    words.stop("Illegal {} wall {}: must be {}{}", words.command(), style,
               LAMMPS_NS::utils::join(known, ", "),
               style == "region" ? "; fix wall/gran/region takes a region" : "");
  axis = static_cast<int>(std::string("xyz").find(style[0]));
  if (style == "region") {
    kind = Kind::region;
    region = words.next(style);
  } else if (style == "mesh") {
    kind = Kind::mesh;
    mesh_file = words.next(style);
  } else if (style.substr(1) == "plane") {
    kind = Kind::planes;
    lo = plane(style, "lo", words);
    hi = plane(style, "hi", words);
    settle_planes(words);
  } else if (style.substr(1) == "cone") {
    kind = Kind::cone;
    lo = words.number(style, "lo");
    hi = words.number(style, "hi");
    if (!(lo < hi)) words.illegal(style + " hi", words.last(), "> lo");
    radius = words.not_negative(style, "radius at lo");
    radius_hi = words.not_negative(style, "radius at hi");
    if (!(radius + radius_hi > 0.0))
      words.illegal(style + " radius at hi", words.last(), "> 0 where the other one is 0");
  } else {
    kind = Kind::cylinder;
    radius = words.positive(style, "radius");
  }
}

// LAMMPS accepts all of these.
void WallPlace::settle_planes(const WallWords &words)
{
  if (std::isnan(lo) && std::isnan(hi)) {
    words.warn("{} {} has no plane: lo and hi are NULL", words.command(), style);
  } else if (lo > hi) {
    words.warn("{} {} lo {} is above hi {}: as in LAMMPS, a particle below the middle between them touches "
               "lo only, one above it hi only",
               words.command(), style, lo, hi);
  } else if (lo == hi) {
    words.warn("{} {} lo and hi are both {}: this is one plane", words.command(), style, lo);
    hi = std::numeric_limits<double>::quiet_NaN();
  }
}

bool WallPlace::read_keyword(const std::string &word, WallWords &words)
{
  if (word == "center") {
    if (kind != Kind::cylinder && kind != Kind::cone)
      words.stop("Cannot use {} keyword center with {}: it belongs to cylinders and cones", words.command(),
                 style);
    for (double &c : center) c = words.number(word, "coordinate");
  } else if (word == "scale") {
    require_mesh(word, words);
    scale = words.positive(word, "factor");
  } else if (word == "displace") {
    require_mesh(word, words);
    displacement = words.vector(word, "");
  } else if (word == "smooth") {
    require_mesh(word, words);
    const std::string allowed = "> 0 and <= 90";
    smooth = words.number(word, "angle", allowed);
    if (!(smooth > 0.0 && smooth <= 90.0)) words.illegal("smooth angle", words.last(), allowed);
  } else {
    return false;
  }
  return true;
}

int WallPlace::periodic_forbidden() const
{
  switch (kind) {
    case Kind::planes: return 1 << axis;
    case Kind::cylinder:
    case Kind::cone: return 7 ^ (1 << axis);
    default: return 0;
  }
}

bool WallPlace::is_gap() const
{
  return kind == Kind::planes && !std::isnan(lo) && !std::isnan(hi);
}

bool WallPlace::is_missing() const
{
  return kind == Kind::planes && std::isnan(lo) && std::isnan(hi);
}

void WallPlace::require_mesh(const std::string &keyword, const WallWords &words) const
{
  if (kind != Kind::mesh)
    words.stop("Cannot use {} keyword {} with {}: it belongs to meshes", words.command(), keyword, style);
}

std::unique_ptr<WallShape> WallPlace::shape(const WallWords &words, const MeshMotionRule &motion) const
{
  const WallMotion &by_numbers = motion.by_numbers;
  switch (kind) {
    case Kind::planes: return make_planes(axis, lo, hi, by_numbers);
    case Kind::cylinder: return make_cylinder(axis, radius, center[0], center[1], by_numbers);
    case Kind::cone: return make_cone(axis, lo, hi, radius, radius_hi, center[0], center[1], by_numbers);
    case Kind::region: return make_region_wall(words.lmp(), words.command(), region);
    default:
      return make_mesh_wall(read_mesh(words.lmp(), words.command(), mesh_file, scale, displacement),
                            smooth * std::numbers::pi / 180.0,
                            MeshMotion(words.lmp(), words.command(), motion));
  }
}

}    // namespace granular_srt
