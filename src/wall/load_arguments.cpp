#include "load_arguments.h"

#include <algorithm>

namespace granular_srt {

using Wall = WallPlace::Kind;

bool LoadArguments::read_keyword(const std::string &word, WallWords &words)
{
  if (word == "load") {
    read_load(word, words);
    return true;
  }
  if (word == "inertia") {
    rule_.inertia = words.not_negative(word, "mass");
  } else if (word == "speed") {
    rule_.speed = words.positive(word, "limit");
  } else if (word == "travel") {
    rule_.lowest = words.number(word, "lo");
    const std::string lo = words.last();
    rule_.highest = words.number(word, "hi");
    if (!(rule_.lowest <= 0.0 && rule_.highest >= 0.0))
      words.illegal("travel", lo + " " + words.last(), "lo <= 0 <= hi");
  } else {
    return false;
  }
  if (needs_load_.empty()) needs_load_ = word;
  return true;
}

void LoadArguments::read_load(const std::string &word, WallWords &words)
{
  loaded_ = true;
  if (place_.kind == Wall::region || place_.kind == Wall::cone)
    words.stop("Cannot use {} keyword load with {}: planes, cylinders and meshes take it", words.command(),
               place_.style);
  if (place_.is_missing())
    words.stop("Cannot use {} keyword load with {} NULL NULL: there is no plane", words.command(),
               place_.style);
  if (place_.is_gap())
    words.stop("Cannot use {} keyword load with two planes: use a fix for each of them", words.command());
  if (place_.kind == Wall::cylinder) {
    const std::string dimension = words.next(word);
    if (dimension != "r") words.illegal("load dimension", dimension, "r, the radius of " + place_.style);
  } else {
    axis = words.axis(word);
    if (place_.kind == Wall::planes && axis != place_.axis)
      words.illegal("load dimension", words.last(), "the normal of " + place_.style);
  }
  force = words.number_or_variable(word, "force", variable).value_or(0.0);
  rule_.drag = words.not_negative(word, "drag");
}

std::optional<WallLoadRule> LoadArguments::checked(const WallWords &words) const
{
  if (!needs_load_.empty() && !loaded_)
    words.stop("Cannot use {} keyword {} without keyword load", words.command(), needs_load_);
  if (!loaded_) return {};
  if (!(rule_.drag + rule_.inertia > 0.0)) words.illegal("load drag", "0", "> 0, or inertia > 0");
  WallLoadRule rule = rule_;
  // a cylinder keeps a tenth of its radius
  if (place_.kind == Wall::cylinder) rule.lowest = std::max(rule.lowest, -0.9 * place_.radius);
  return rule;
}

}    // namespace granular_srt
