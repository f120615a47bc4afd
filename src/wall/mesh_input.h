#pragma once

#include "triangle_mesh.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Reads the mesh of an STL file on the first rank and gives it to all. The log gives its size; a warning reports
/// triangles that are left out, borders, holes and orientation.
/// \param command  name of the fix in messages
/// \param scale    factor on the coordinates of the file
/// \param shift    added to the scaled coordinates [length]
/// \throws LAMMPS error for files that read_stl() refuses, and if no triangle has an area
TriangleMesh read_mesh(LAMMPS_NS::LAMMPS *lmp, const std::string &command, const std::string &path,
                       double scale, const contact::Vec3<double> &shift);

}    // namespace granular_srt
