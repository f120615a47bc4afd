#pragma once

#include "atom.h"
#include "atom_vec.h"
#include "lammps.h"

#include <memory>
#include <string>
#include <typeinfo>

namespace granular_srt {

/// Packing of ghosts by row (GhostRows) while this object exists: an atom style of this plugin replaces LAMMPS' own
/// sphere style, with the same per-atom arrays. The destructor restores LAMMPS' own style.
class GhostPacking {
 public:
  explicit GhostPacking(LAMMPS_NS::LAMMPS *lmp) : lmp_{lmp} {}
  virtual ~GhostPacking() = default;

  /// Packs by row from now on if allowed() returns true, else as LAMMPS does. Call before Atom::init of each run: commands such as replicate
  /// create a new atom style.
  /// \param pair      name of the pair style in the log
  /// \param unwanted  reason of the user to leave it to LAMMPS, for the log; empty: none
  virtual void update(const std::string &pair, const std::string &unwanted) = 0;

 protected:
  LAMMPS_NS::LAMMPS *const lmp_;

  /// Whether GhostRows may replace the present atom style. It may not replace other styles than LAMMPS' own sphere, nor
  /// a sphere style that communicates other fields than GhostRows does. Writes the result into the log if it differs from
  /// the last one.
  /// \param is_sphere  whether the style is exactly LAMMPS' sphere, neither derived from it nor a hybrid with it
  bool allowed(bool is_sphere, const std::string &pair, const std::string &unwanted);
  /// Whether the present atom style is exactly this one.
  template <class Style> [[nodiscard]] bool is() const
  {
    const LAMMPS_NS::AtomVec &style = *lmp_->atom->avec;
    return typeid(style) == typeid(Style);
  }

  /// Gives a new atom style the arguments and the per-atom arrays of the present one.
  void continue_with_arrays(LAMMPS_NS::AtomVec &style) const;

 private:
  std::string report_;
};

/// Own: the atom style of LAMMPS. Rows: GhostRows<Own>, or derived from it.
/// replace(atom, style) deletes the present style and sets one that has the per-atom arrays.
template <class Own, class Rows, auto replace> class GhostPackingOf : public GhostPacking {
 public:
  using GhostPacking::GhostPacking;
  ~GhostPackingOf() override
  {
    // Commands such as replicate create a new atom style themselves.
    if (is<Rows>()) exchange<Own>();
  }

  void update(const std::string &pair, const std::string &unwanted) override
  {
    if (is<Rows>() && unwanted.empty()) return;
    if (is<Rows>()) exchange<Own>();
    if (allowed(is<Own>(), pair, unwanted)) exchange<Rows>();
  }

 private:
  template <class Style> void exchange()
  {
    auto *const style = new Style(lmp_);
    continue_with_arrays(*style);
    replace(lmp_->atom, style);
  }
};

/// For atom_style sphere.
std::unique_ptr<GhostPacking> make_sphere_packing(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
