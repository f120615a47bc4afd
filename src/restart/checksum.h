#pragma once

#include <cstddef>
#include <cstdint>
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
  void add(double number)
  {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof(bits));
    mix(bits);
  }
  [[nodiscard]] std::uint64_t value() const
  {
    std::uint64_t value = sum_;
    value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdULL;
    value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return value ^ (value >> 33);
  }
  /// The same as a whole number that a double can represent.
  [[nodiscard]] double as_double() const { return static_cast<double>(value() >> 11); }

 private:
  std::uint64_t sum_ = 14695981039346656037ULL;
  void mix(std::uint64_t word)
  {
    sum_ = (sum_ ^ word) * 1099511628211ULL;
    sum_ ^= sum_ >> 32;    // moves bits of high order down: a multiplication moves them only up
  }
};

}    // namespace granular_srt
