#pragma once

#include "shapes/wall_command.h"

namespace granular_srt {

/// A command and what it has built.
struct Wall {
  WallCommand command;
  BuiltWall built;
};

/// Reads the arguments of a fix. wall/granular and wall/granular/region: models as in pair_coeff; wall/gran and
/// wall/gran/region: the word granular and these models, or one of LAMMPS' classic models (parse_gran_law).
/// \param arg  ID, group, style, then the words
/// \throws LAMMPS error, with keyword, value and allowed values, for: any error of parse_model_spec(); a region with
///         wall/gran, or another wall with wall/gran/region; an unknown or repeated keyword; a missing value; a value
///         that is not a number or out of its range; motions that exclude each other or do not fit the wall; a file or
///         region of the wall that cannot be used; a material that does not fit the models;
///         keyword temperature without heat model, or a heat model without keyword temperature
Wall read_wall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

}    // namespace granular_srt
