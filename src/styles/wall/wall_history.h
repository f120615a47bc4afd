#pragma once

#include <vector>

namespace granular_srt {

/// What the contacts between particles and one wall remember: for each particle the parts of the wall that
/// it touches, each with the doubles of its contact.
class WallHistory {
 public:
  /// \param most     most parts of a wall that one particle touches at a time
  /// \param doubles  doubles of one contact, may be 0: then only the touch itself is remembered
  WallHistory(int most, int doubles) : most_{most}, doubles_{doubles} {}

  /// Makes room for that many particles.
  void grow(int particles);
  void clear(int i) { count_[i] = 0; }
  void copy(int from, int to);

  /// Whether the particle touched that part of the wall before.
  [[nodiscard]] bool touching(int i, int part) const { return find(i, part) >= 0; }
  /// The parts that the particle touches now, at most `most` and all different: lost contacts are
  /// forgotten, new ones begin with zeros.
  void set_contacts(int i, const int *parts, int count);
  /// The doubles of one of them.
  double *values(int i, int part) { return values_of(i, find(i, part)); }

  /// count, then for each contact its part and its doubles. Returns the doubles written.
  int pack(int i, double *buffer) const;
  /// Reads what pack() wrote. Returns the doubles read.
  int unpack(int i, const double *buffer);
  [[nodiscard]] int packed_size(int i) const { return 1 + count_[i] * (1 + doubles_); }
  [[nodiscard]] int largest_packed_size() const { return 1 + most_ * (1 + doubles_); }
  /// Whether that many doubles, the first of which is given, can be what pack() wrote.
  [[nodiscard]] bool is_packed(double first, int size) const;

  [[nodiscard]] double bytes() const;

 private:
  int most_, doubles_;
  std::vector<int> count_;        ///< per particle
  std::vector<int> part_;         ///< [particle * most + k]
  std::vector<double> values_;    ///< [(particle * most + k) * doubles]

  [[nodiscard]] int find(int i, int part) const;
  [[nodiscard]] double *values_of(int i, int k)
  {
    return values_.data() + (static_cast<std::size_t>(i) * most_ + k) * doubles_;
  }
  void move(int from_particle, int from, int to_particle, int to);
};

}    // namespace granular_srt
