#include "motion_arguments.h"

namespace granular_srt {

using Kind = WallMotion::Kind;
using Wall = WallPlace::Kind;

bool MotionArguments::read_keyword(const std::string &word, WallWords &words)
{
  WallMotion &motion = rule_.by_numbers;
  if (word == "wiggle") {
    begin(word, Kind::wiggle, words);
    motion.axis = words.axis(word);
    motion.amplitude = words.number(word, "amplitude");
    motion.period = words.positive(word, "period");
  } else if (word == "shear" || word == "translate") {
    begin(word, word == "shear" ? Kind::shear : Kind::translate, words);
    motion.axis = words.axis(word);
    motion.rate = words.number(word, "velocity");
  } else if (word == "rotate") {
    begin(word, Kind::rotate, words);
    motion.rate = words.number(word, "angular velocity");
    if (place_.kind == Wall::mesh) read_axis(word, words);
  } else if (word == "move") {
    place_.require_mesh(word, words);
    begin(word, Kind::none, words);
    for (std::string &name : rule_.displacement) name = words.variable(word, "displacement", true);
    if (!rule_.by_variables())
      words.stop("Illegal {} keyword move: one of the displacements must be a variable", words.command());
  } else if (word == "turn") {
    place_.require_mesh(word, words);
    begin(word, Kind::none, words);
    rule_.angle = words.variable(word, "angle", false);
    read_axis(word, words);
  } else {
    return false;
  }
  return true;
}

void MotionArguments::begin(const std::string &word, Kind kind, const WallWords &words)
{
  if (place_.kind == Wall::region)
    words.stop("Cannot use {} keyword {} with region: use keyword move or rotate of the region",
               words.command(), word);
  const bool by_variables = kind == Kind::none;    // move and turn may be combined
  if (!word_.empty() && !(by_variables && rule_.by_variables()))
    words.stop("Cannot use {} keywords {} and {} together", words.command(), word_, word);
  rule_.by_numbers.kind = kind;
  word_ = word;
}

void MotionArguments::read_axis(const std::string &word, WallWords &words)
{
  rule_.point = words.vector(word, "point ");
  const contact::Vec3<double> axis = words.vector(word, "axis ");
  if (!(length(axis) > 0.0)) words.illegal(word + " axis", "0 0 0", "longer than 0");
  rule_.axis = (1.0 / length(axis)) * axis;
}

void MotionArguments::check(const WallWords &words) const
{
  const WallMotion &motion = rule_.by_numbers;
  const std::string dimension(1, "xyz"[motion.axis]);
  if (motion.kind == Kind::rotate && place_.kind == Wall::planes)
    words.stop("Cannot use {} keyword rotate with {}: it turns cylinders, cones and meshes", words.command(),
               place_.style);
  if (motion.kind != Kind::shear) return;
  if (place_.kind == Wall::mesh || place_.kind == Wall::cone)
    words.stop("Cannot use {} keyword shear with {}: it belongs to planes and cylinders", words.command(),
               place_.style);
  if (place_.kind == Wall::planes && motion.axis == place_.axis)
    words.illegal("shear dimension", dimension,
                  "in the plane of " + place_.style + " (translate moves along its normal)");
  if (place_.kind == Wall::cylinder && motion.axis != place_.axis)
    words.illegal("shear dimension", dimension, "the axis of " + place_.style + " (rotate turns about it)");
}

bool MotionArguments::depends_on_time() const
{
  const Kind kind = rule_.by_numbers.kind;
  return kind == Kind::wiggle || kind == Kind::translate ||
      (kind == Kind::rotate && place_.kind == Wall::mesh);
}

}    // namespace granular_srt
