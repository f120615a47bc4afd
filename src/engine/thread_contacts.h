#pragma once

#include "close_list.h"
#include "contact_engine.h"

#include "engine/evaluate/account_sums.h"
#include "engine/evaluate/compiled_laws.h"
#include "engine/evaluate/contact_loop.h"
#include "engine/history/atom_histories.h"
#include "engine/search/cell_list.h"

#include "lmptype.h"

#include <algorithm>
#include <vector>

namespace granular_srt {

struct InstructionSet;

/// A list of near pairs, each once, in which close pairs are searched.
struct NearPairList {
  PairList list;
  bool new_list;                   ///< whether the list may differ from that of the last step
  const AtomHistories *stored;     ///< where new close pairs find their histories; null while contacts hold
                                   ///< their own, and without history
  const LAMMPS_NS::tagint *tag;    ///< [atom] IDs
  double margin;                   ///< gap up to which a pair is close [length]
  double half_image;               ///< less than half of the distance of two images of a particle [length]
};

/// Loads that one thread sums in its own arrays, because other threads add to the same atoms.
class ThreadLoads {
 public:
  static constexpr int atoms_in_block = 64;

  /// Sets all sums to zero, for the present atoms.
  void clear(const ContactLoop &loop)
  {
    const int count = loop.particles.count;
    f_.assign(3 * static_cast<std::size_t>(count), 0.0);
    torque_.assign(f_.size(), 0.0);
    heatflow_.assign(loop.loads.heatflow ? count : 0, 0.0);
    used_.assign((count + atoms_in_block - 1) / atoms_in_block, 0);
  }

  /// Announces that an atom will have loads here.
  void expect(int atom) { used_[atom / atoms_in_block] = 1; }

  /// Directs the loads of a loop to these arrays.
  void redirect(LoadArrays &loads)
  {
    loads.f = f_.data();
    loads.torque = torque_.data();
    if (!loads.heatflow) return;
    heatflow_.resize(f_.size() /
                     3);    // the last search may have been in a minimization, which heats no particles
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
    if (loop.loads.heatflow) move(heatflow_, loop.loads.heatflow, first, last);
  }

  [[nodiscard]] double memory_usage() const { return bytes_of(f_, torque_, heatflow_); }

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

/// The contacts of one thread: those of consecutive atoms of the list.
class ThreadContacts {
 public:
  int first = 0, last = 0;    ///< places in the list

  /// Finds the close pairs of each law. They take their histories from pairs.stored, or keep their own.
  /// \param all_close  whether all pairs of the list count as close
  /// \param own_loads  whether this thread sums its loads in its own arrays
  void search(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws, bool all_close,
              bool own_loads);

  /// Evaluates all contacts. In a time step, finds contacts that begin or end.
  void evaluate(const ContactLoop &arrays, const std::vector<CompiledLaw> &laws, const InstructionSet &set);

  /// Shows all close pairs.
  void visit(const CloseVisitor &visitor) const;

  /// Close pairs of each law.
  [[nodiscard]] const std::vector<CloseList> &close() const { return close_; }
  /// Virial of the last evaluation.
  [[nodiscard]] const BlockSums &virial() const { return virial_; }
  /// Account of energy of the last evaluation with one.
  [[nodiscard]] const AccountSums &account() const { return account_; }
  [[nodiscard]] ThreadLoads &loads() { return loads_; }
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  std::vector<CloseList> close_;
  bool own_loads_ = false;
  ThreadLoads loads_;
  BlockSums virial_{};
  AccountSums account_{};
  std::size_t pairs_in_chunk_ = 0;          // of all laws, since the last end of a chunk
  std::vector<int> overlapping_, ended_;    // memory for one chunk of one law

  void make_lists(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws, bool all_close);
  void search_new_list(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws,
                       bool all_close);
  void search_same_list(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws,
                        bool all_close);
  void expect_loads(const ClosePair &pair);
  void end_chunk();
  void end_full_chunk();
};

}    // namespace granular_srt
