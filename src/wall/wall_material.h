#pragma once

#include "wall_words.h"

#include "models/model_spec.h"

#include <vector>

namespace granular_srt {

/// Keyword material of a wall command: meaning of the coefficients in the command.
struct WallMaterial {
  enum class Kind {
    contact,    ///< those of the contact; particle and wall have the same E and nu
    moduli,     ///< those of the contact; E and nu are the particle's, and the wall has its own
    mixed       ///< the wall's; each type of particles mixes with it
  };
  Kind kind = Kind::contact;
  double E = 0.0, nu = 0.0;    ///< of the wall, for Kind::moduli [pressure], [-]

  /// Reads `E nu` or `mix`.
  /// \throws LAMMPS error for values out of range, or E and nu beside a normal model that has none
  void read(WallWords &words, const ModelSpec &models);
};

/// The contact laws of a wall: one for all types of particles, or one of each, [type - 1].
/// \param models  of the command
/// \throws LAMMPS error with Kind::mixed, if a type has no models or other models in the pair style
std::vector<contact::AnyContact> wall_laws(LAMMPS_NS::LAMMPS *lmp, const std::string &command,
                                           const ModelSpec &models, const WallMaterial &material);

}    // namespace granular_srt
