#pragma once

namespace granular_srt {

/// Pairs of particles, each once, with one row per particle: a neighbor list of LAMMPS or of the plugin (CellList).
struct PairRows {
  int count;                  ///< of rows
  const int *atom;            ///< [row]
  const int *partners;        ///< [atom] number of its partners
  const int *const *first;    ///< [atom] its partners, with LAMMPS' bits of special neighbors
};

}    // namespace granular_srt
