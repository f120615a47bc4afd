#pragma once

#include "gran_settings.h"
#include "pair_granular_srt.h"

#include "host/style_table.h"

namespace granular_srt {

/// \file
/// Creators of the pair styles for LAMMPS' plugin interface.

template <const Evaluation &evaluation = host_evaluation> void *create_granular(void *lammps)
{
  auto *const lmp = static_cast<LAMMPS_NS::LAMMPS *>(lammps);
  return new PairGranularSrt(lmp, std::make_unique<PairSettings>(lmp, "granular"), evaluation);
}

template <const GranStyle &style, const Evaluation &evaluation = host_evaluation>
void *create_gran(void *lammps)
{
  auto *const lmp = static_cast<LAMMPS_NS::LAMMPS *>(lammps);
  return new PairGranularSrt(lmp, std::make_unique<GranSettings>(lmp, style), evaluation);
}

}    // namespace granular_srt
