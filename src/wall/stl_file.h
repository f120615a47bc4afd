#pragma once

#include "contact/vec3.h"

#include <string>
#include <vector>

namespace granular_srt {

/// A triangle of an STL file.
struct StlTriangle {
  contact::Vec3<double> corner[3];    ///< [length]
  contact::Vec3<double> normal;       ///< as in the file; not reliable
};

/// Reads an STL file, ASCII or binary. All solids of a file are used. (LAMMPS' STLReader ends at the first "endsolid",
/// accepts a text file that was cut off between two triangles, and its errors do not name the triangle.)
/// \throws std::runtime_error, with the number of the triangle (from 1), for: a file that cannot be read, is cut off,
///         is longer than its header says, or is no STL file; a coordinate that is no finite number; no triangles
std::vector<StlTriangle> read_stl(const std::string &path);

}    // namespace granular_srt
