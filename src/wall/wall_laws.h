#pragma once

#include "shapes/wall_command.h"

#include "engine/evaluate/compiled_laws.h"

#include <vector>

namespace granular_srt {

/// The contact laws of a wall, and what they have in common.
struct WallLaws {
  /// The law of the contacts of one or all types of particles.
  struct Law {
    contact::AnyContact law;
    CompiledLaw compiled;    ///< the same, as it is evaluated
  };
  std::vector<Law> each;    ///< one for all types, or one of each, [type - 1]
  contact::HistoryLayout layout;
  bool beyond_contact;    ///< adhesive contacts last without overlap: whether a particle touches is history
  bool has_history;       ///< contacts have history; with beyond_contact the fact of touching is history
  bool heat;

  /// \param models  of the command
  explicit WallLaws(const ModelSpec &models);
  /// Sets the laws for a run: those of a material that mixes with the types are known only then.
  /// \throws LAMMPS error with WallMaterial::Kind::mixed, if a type has no models or other models in the pair style
  void set(LAMMPS_NS::LAMMPS *lmp, const WallCommand &command);

  [[nodiscard]] int index_of(int type) const { return each.size() == 1 ? 0 : type - 1; }
  [[nodiscard]] const contact::AnyContact &of(int type) const { return each[index_of(type)].law; }
};

}    // namespace granular_srt
