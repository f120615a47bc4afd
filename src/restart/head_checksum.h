#pragma once

#include <cstdio>

namespace granular_srt {

// The head of a restart file is what LAMMPS writes before the data of particles: the box, coefficients, the state of
// fixes. It is a few kilobytes, so that it can be read once more. Data of particles have checksums of their own.

/// Bytes that write_checksum_place() writes.
inline constexpr int checksum_place_bytes = 24;

/// Ends the head of a file that is being written with the place of its checksum.
void write_checksum_place(FILE *fp);

/// Writes the checksum of all bytes before the place into it. Does nothing if the file cannot be changed or has no place.
void set_head_checksum(const char *file);

/// Whether the head of a file differs from its checksum, because a bit has changed. Files without a checksum count as
/// intact.
/// \param fp  open for reading, before the place; its position is restored
bool has_damaged_head(FILE *fp);

}    // namespace granular_srt
