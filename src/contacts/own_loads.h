#pragma once

#include "contact_kernel.h"

#include <algorithm>
#include <vector>

namespace granular_srt {

/// Loads that a thread adds up beside LAMMPS' arrays, since others add to the same atoms.
class OwnLoads {
 public:
  static constexpr int atoms_in_block = 64;

  /// Forgets all, for the atoms that there are now.
  void clear(const ContactLoop &loop)
  {
    f_.assign(3 * static_cast<std::size_t>(loop.nall), 0.0);
    torque_.assign(f_.size(), 0.0);
    heatflow_.assign(loop.temperature ? loop.nall : 0, 0.0);
    touched_.assign((loop.nall + atoms_in_block - 1) / atoms_in_block, 0);
  }

  /// Announces that an atom will have loads here.
  void expect(int atom) { touched_[atom / atoms_in_block] = 1; }

  /// Lets a loop add its loads here.
  void redirect(ContactLoop &loop)
  {
    loop.f = f_.data();
    loop.torque = torque_.data();
    loop.heatflow = heatflow_.data();
  }

  /// Adds one block's loads to LAMMPS' arrays and forgets them.
  void hand_over(int block_of_atoms, const ContactLoop &loop)
  {
    if (!touched_[block_of_atoms]) return;
    const int first = block_of_atoms * atoms_in_block;
    const int last = std::min(first + atoms_in_block, loop.nall);
    hand_over(f_, loop.f, 3 * first, 3 * last);
    hand_over(torque_, loop.torque, 3 * first, 3 * last);
    if (loop.temperature) hand_over(heatflow_, loop.heatflow, first, last);
  }

  [[nodiscard]] double memory_usage() const
  {
    return (f_.capacity() + torque_.capacity() + heatflow_.capacity()) * sizeof(double);
  }

 private:
  std::vector<double> f_, torque_, heatflow_;
  std::vector<char> touched_;    // a block of atoms has loads here

  static void hand_over(std::vector<double> &mine, double *sum, int first, int last)
  {
    for (int k = first; k < last; ++k) {
      sum[k] += mine[k];
      mine[k] = 0.0;
    }
  }
};

}    // namespace granular_srt
