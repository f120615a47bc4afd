#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace granular_srt {

/// Memory that the ranks of a node have in common. Each rank leaves messages there in numbered boxes, from which others
/// take them: without MPI, which hands one over with two further copies and questions in between.
class NodeMemory {
 public:
  /// All ranks of `world` call it, and what has "all ranks" below. Reaches nobody if not `wanted`.
  NodeMemory(MPI_Comm world, bool wanted);
  ~NodeMemory();
  NodeMemory(const NodeMemory &) = delete;
  NodeMemory &operator=(const NodeMemory &) = delete;

  /// All ranks: gives each rank so many boxes for messages of up to `doubles` from it; the largest numbers of the node
  /// count. No message may be in a box. Where there is no memory, no rank is reached.
  void make_room(int boxes, std::size_t doubles);

  /// Whether a rank of `world` has its boxes here.
  [[nodiscard]] bool reaches(int rank) const { return !boxes_.empty() && node_rank(rank) >= 0; }

  /// Leaves a message in one of this rank's boxes as soon as the last one there was taken. Calls pack(double *).
  template <class Pack> void leave(int box, Pack pack)
  {
    Box &mine = box_of(me_, box);
    const std::uint32_t before = mine.left.load(std::memory_order_relaxed);
    wait_until([&] { return mine.taken.load(std::memory_order_acquire) == before; });
    pack(contents(mine));
    mine.left.store(before + 1, std::memory_order_release);
  }

  /// Takes the next message from a box of another rank. Calls unpack(double *).
  template <class Unpack> void take(int rank, int box, Unpack unpack)
  {
    Box &theirs = box_of(node_rank(rank), box);
    const std::uint32_t before = theirs.taken.load(std::memory_order_relaxed);
    wait_until([&] { return theirs.left.load(std::memory_order_acquire) != before; });
    unpack(contents(theirs));
    theirs.taken.store(before + 1, std::memory_order_release);
  }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  static constexpr std::size_t line = 64;    // bytes that processors hand over together

  // How many messages were left there, and taken; then the message.
  struct Box {
    alignas(line) std::atomic<std::uint32_t> left;
    alignas(line) std::atomic<std::uint32_t> taken;
  };
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "works between processes");

  MPI_Comm node_ = MPI_COMM_NULL;
  int me_ = 0;                            // in node_
  std::vector<int> ranks_;                // of the world, by their rank in node_
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<std::byte *> boxes_;        // the first of each rank of node_; empty without memory
  int count_ = 0;                         // boxes of each rank
  std::size_t doubles_ = 0;               // that each has room for

  [[nodiscard]] int node_rank(int rank) const;    // -1 if it is on another node
  [[nodiscard]] std::size_t bytes_of_a_box() const;
  [[nodiscard]] Box &box_of(int node_rank, int box) const
  {
    return *reinterpret_cast<Box *>(boxes_[node_rank] + box * bytes_of_a_box());
  }
  static double *contents(Box &box) { return reinterpret_cast<double *>(&box + 1); }
  bool allocate();
  void release();

  template <class Done> void wait_until(Done done) const
  {
    constexpr int patience = 2000;    // some microseconds
    for (int k = 0; !done(); ++k)
      if (k >= patience) let_others_go_on();
  }
  void let_others_go_on() const;
};

}    // namespace granular_srt
