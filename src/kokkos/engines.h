#pragma once

#include "pair/pair_granular_srt.h"

namespace granular_srt {

/// \file
/// The engines of the /kk styles. Their makers set what LAMMPS asks of a pair style for KOKKOS: where it runs, which arrays it
/// reads and which it changes.

/// On a device: DeviceEngine.
extern const Evaluation device_evaluation;
/// On a host (OpenMP, Serial): HostEngine with half neighbor lists, shared by the threads of Kokkos. One thread gives the
/// same bits as the style without /kk.
extern const Evaluation threads_evaluation;

/// LAMMPS says it of a pair style that it has made, and not of sub-styles of hybrid.
/// \throws LAMMPS error without -k on
void require_kokkos(const LAMMPS_NS::LAMMPS &lmp);

/// Stops or warns where LAMMPS 4 Jul 2026 packs messages on a device and does it wrong: comm_style tiled
/// (CommTiledKokkos::grow_recv_kokkos()), particles that leave (CommKokkos::exchange_device()).
/// \param pair  name of the style
void check_communication(const LAMMPS_NS::LAMMPS &lmp, const std::string &pair);

}    // namespace granular_srt
