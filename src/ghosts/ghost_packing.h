#pragma once

#include <memory>
#include <string>

namespace LAMMPS_NS {
class AtomVec;
class LAMMPS;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// Packing of ghosts by row (GhostRows) for as long as this object exists: an atom style of this plugin stands in for
/// LAMMPS' own sphere style, with the same per-atom arrays. The destructor puts LAMMPS' own style back.
class GhostPacking {
 public:
  explicit GhostPacking(LAMMPS_NS::LAMMPS *lmp) : lmp_{lmp} {}
  virtual ~GhostPacking() = default;

  /// Begins to pack by row where allowed() says so. Call before Atom::init of each run: commands such as replicate
  /// make a new atom style.
  /// \throws LAMMPS error for a value of GRANULAR_SRT_GHOSTS other than on and off
  virtual void update() = 0;

 protected:
  LAMMPS_NS::LAMMPS *const lmp_;

  /// Whether GhostRows may stand in for the present atom style. It may not for any style but LAMMPS' own sphere, for a
  /// sphere style that communicates other fields than GhostRows does, and with GRANULAR_SRT_GHOSTS=off. Writes the
  /// result into the log if it differs from the last one.
  /// \param is_sphere  whether the style is exactly LAMMPS' sphere, neither derived from it nor a hybrid with it
  bool allowed(bool is_sphere);
  /// Makes a new atom style continue with the arguments and the per-atom arrays of the present one.
  void continue_with_arrays(LAMMPS_NS::AtomVec &style) const;

 private:
  std::string report_;
};

/// For atom_style sphere.
std::unique_ptr<GhostPacking> make_sphere_packing(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
