#pragma once

#include "lmptype.h"

#include <cstddef>

namespace granular_srt {

/// What contacts remember, stored with the atoms while there is no neighbor list: every atom has all its
/// partners, as it sees them itself.
struct StoredContacts {
  const int *count;                                ///< [atom] partners
  const LAMMPS_NS::tagint *const *partner;         ///< [atom][k] atom IDs
  const double *const *value;                      ///< [atom][k * doubles + ...]
  const LAMMPS_NS::tagint *tag;                    ///< [atom] atom ID, of ghosts too
  int doubles;                                     ///< of a contact

  /// What i remembers of j; null if they did not touch.
  [[nodiscard]] const double *find(int i, int j) const
  {
    for (int k = 0; k < count[i]; ++k)
      if (partner[i][k] == tag[j]) return value[i] + static_cast<std::ptrdiff_t>(k) * doubles;
    return nullptr;
  }
};

}    // namespace granular_srt
