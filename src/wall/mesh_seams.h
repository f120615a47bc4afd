#pragma once

namespace granular_srt {

class WallShape;

/// Number of edges at the border of a mesh beside which another mesh continues its surface, at an angle below that of its
/// option `smooth`. A particle there has a contact with each of the two walls.
/// \param wall, other  shapes with a mesh
int seams(const WallShape &wall, WallShape &other);

}    // namespace granular_srt
