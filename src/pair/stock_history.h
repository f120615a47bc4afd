#pragma once

#include "models/model_spec.h"

namespace granular_srt {

/// Number of doubles of LAMMPS' own styles for the history of one axis, in the order of the axes.
inline int stock_history_doubles(Axis axis, const ModelSpec &spec)
{
  constexpr int of_twisting = 3;    // the first one is used
  const int here = history_doubles(axis, spec);
  return axis == TWISTING && here > 0 ? of_twisting : here;
}

}    // namespace granular_srt
