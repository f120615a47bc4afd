#pragma once

#include <memory>

namespace LAMMPS_NS {
class AtomVec;
class LAMMPS;
}

namespace granular_srt {

/// While it exists, ghosts are packed by row (GhostRows): an atom style of this plugin stands in for LAMMPS' own one,
/// with the same per-atom arrays. The destructor puts LAMMPS' own style back.
class GhostPacking {
 public:
  virtual ~GhostPacking() = default;
};

/// Packs the ghosts of LAMMPS' atom_style sphere by row. Null where may_pack_by_row() says so. Call before Atom::init.
std::unique_ptr<GhostPacking> pack_ghosts_of_spheres(LAMMPS_NS::LAMMPS *lmp);

/// Whether GhostRows may stand in for the present atom style. It may not for any style but LAMMPS' own sphere, for a
/// sphere style that communicates other fields than GhostRows does, and with GRANULAR_SRT_GHOSTS=off. Writes the
/// result into the log.
/// \param is_sphere  whether the style is exactly LAMMPS' sphere, neither derived from it nor a hybrid with it
/// \throws LAMMPS error for a value of GRANULAR_SRT_GHOSTS other than on and off
bool may_pack_by_row(LAMMPS_NS::LAMMPS *lmp, bool is_sphere);

/// Makes a new atom style continue with the arguments and the per-atom arrays of the present one.
void continue_with_arrays(LAMMPS_NS::AtomVec &style, LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
