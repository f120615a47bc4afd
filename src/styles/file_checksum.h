#pragma once

#include <cstdio>

namespace granular_srt {

/// Bytes that write_checksum_place() writes.
inline constexpr int checksum_place_bytes = 24;

/// Reserves the place of a checksum in a file that is being written.
void write_checksum_place(FILE *fp);

/// Writes the checksum of a whole file into its place. Does nothing if the file cannot be changed or has no place.
void set_file_checksum(const char *file);

/// Whether the checksum of a file differs from that in its place, because a bit has changed. Files without a checksum
/// count as intact.
/// \param fp  open for reading, before the place; its position is restored
bool is_damaged(FILE *fp);

}    // namespace granular_srt
