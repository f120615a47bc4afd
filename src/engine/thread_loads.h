#pragma once

#include "engine/evaluate/contact_loop.h"

#include <algorithm>
#include <vector>

namespace granular_srt {

/// Loads that one thread sums in its own arrays, because other threads add to the same atoms.
class ThreadLoads {
 public:
  static constexpr int atoms_in_block = 64;

  /// Sets all sums to zero, for the present atoms.
  void clear(const ParticleArrays &particles)
  {
    f_.assign(3 * static_cast<std::size_t>(particles.count), 0.0);
    torque_.assign(f_.size(), 0.0);
    heatflow_.assign(particles.temperature ? particles.count : 0, 0.0);
    used_.assign((particles.count + atoms_in_block - 1) / atoms_in_block, 0);
  }

  /// Announces that an atom will have loads here.
  void expect(int atom) { used_[atom / atoms_in_block] = 1; }

  /// Directs the loads of a loop to these arrays.
  void redirect(LoadArrays &loads)
  {
    loads.f = f_.data();
    loads.torque = torque_.data();
    loads.heatflow = heatflow_.data();
  }

  /// Adds the sums of one block of atoms to LAMMPS' arrays and sets them to zero.
  void add_block_to(const ContactLoop &loop, int block)
  {
    if (!used_[block]) return;
    const int first = block * atoms_in_block;
    const int last = std::min(first + atoms_in_block, loop.particles.count);
    move(f_, loop.loads.f, 3 * first, 3 * last);
    move(torque_, loop.loads.torque, 3 * first, 3 * last);
    if (loop.particles.temperature) move(heatflow_, loop.loads.heatflow, first, last);
  }

  [[nodiscard]] double memory_usage() const    ///< [bytes]
  {
    return (f_.capacity() + torque_.capacity() + heatflow_.capacity()) * sizeof(double);
  }

 private:
  std::vector<double> f_, torque_, heatflow_;
  std::vector<char> used_;    // [block of atoms]

  static void move(std::vector<double> &own, double *sum, int first, int last)
  {
    for (int k = first; k < last; ++k) {
      sum[k] += own[k];
      own[k] = 0.0;
    }
  }
};

}    // namespace granular_srt
