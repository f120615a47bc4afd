#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace granular_srt {

/// A number that depends on every bit of the data (FNV-1a on words of eight bytes, with a final mix). Data may be added
/// in parts if all parts except the last are whole words.
class Checksum {
 public:
  void add(const void *data, std::size_t bytes)
  {
    const auto *next = static_cast<const char *>(data);
    for (std::uint64_t word = 0; bytes > 0; word = 0) {
      const std::size_t count = bytes < sizeof(word) ? bytes : sizeof(word);
      std::memcpy(&word, next, count);
      mix(word);
      next += count;
      bytes -= count;
    }
  }
  void add(double number) { add(&number, sizeof(number)); }
  [[nodiscard]] std::uint64_t value() const
  {
    std::uint64_t value = sum_;
    value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdULL;
    value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return value ^ (value >> 33);
  }
  /// The upper bits of value(), as a whole number that a double can represent.
  [[nodiscard]] double as_double() const { return static_cast<double>(value() >> 11); }

 private:
  std::uint64_t sum_ = 14695981039346656037ULL;
  void mix(std::uint64_t word)
  {
    sum_ = (sum_ ^ word) * 1099511628211ULL;
    sum_ ^= sum_ >> 32;    // moves bits of high order down: a multiplication moves them only up
  }
};

inline Checksum checksum_of(const void *data, std::size_t bytes)
{
  Checksum sum;
  sum.add(data, bytes);
  return sum;
}

// The head of a restart file is what LAMMPS writes before the data of particles: the box, coefficients, the state of
// fixes. It is a few kilobytes, so that it can be read once more. Data of particles have checksums of their own.

/// Bytes that write_checksum_place() writes.
inline constexpr int checksum_place_bytes = 24;

/// Ends the head of a file that is being written with the place of its checksum.
void write_checksum_place(FILE *fp);

/// Writes the checksum of the head into its place, in a file that has been closed. Does nothing if the file cannot be
/// changed or its head is very long.
/// \throws std::runtime_error if the file ends before that place, as on a full disk, or the checksum cannot be written
void set_head_checksum(const char *file);

/// Whether the head of a file differs from its checksum, because a bit has changed. Files without a checksum count as
/// intact.
/// \param fp  open for reading; its position is restored
bool has_damaged_head(FILE *fp);

}    // namespace granular_srt
