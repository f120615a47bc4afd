#include <mpi.h>

#ifndef MPI_STUBS    // which has one rank

#include "node_memory.h"

#include <algorithm>
#include <memory>
#include <new>
#include <thread>

namespace granular_srt {

NodeMemory::NodeMemory(MPI_Comm world, bool wanted)
{
  if (!wanted) return;
  int rank, count;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node_);
  MPI_Comm_set_errhandler(node_, MPI_ERRORS_RETURN);
  MPI_Comm_rank(node_, &me_);
  MPI_Comm_size(node_, &count);
  ranks_.resize(count);
  MPI_Allgather(&rank, 1, MPI_INT, ranks_.data(), 1, MPI_INT, node_);    // ascending
}

NodeMemory::~NodeMemory()
{
  int finalized;
  MPI_Finalized(&finalized);
  if (finalized || node_ == MPI_COMM_NULL) return;
  release();
  MPI_Comm_free(&node_);
}

int NodeMemory::node_rank(int rank) const
{
  const auto found = std::lower_bound(ranks_.begin(), ranks_.end(), rank);
  return found != ranks_.end() && *found == rank ? static_cast<int>(found - ranks_.begin()) : -1;
}

std::size_t NodeMemory::bytes_of_a_box() const
{
  return (sizeof(Box) + doubles_ * sizeof(double) + line - 1) / line * line;
}

void NodeMemory::make_room(int boxes, std::size_t doubles)
{
  if (ranks_.size() < 2) return;
  const unsigned long own[2] = {static_cast<unsigned long>(boxes), doubles};
  unsigned long most[2];
  MPI_Allreduce(own, most, 2, MPI_UNSIGNED_LONG, MPI_MAX, node_);
  if (static_cast<int>(most[0]) <= count_ && most[1] <= doubles_) return;
  release();
  count_ = static_cast<int>(most[0]);
  doubles_ = most[1] + most[1] / 4;    // ghosts become more and fewer
  int mine = allocate(), all;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, node_);    // and all boxes are empty
  if (all) return;
  release();
  ranks_.clear();    // not asked for again
}

// Whether there was memory.
bool NodeMemory::allocate()
{
  MPI_Info apart;    // each rank's part may lie near to its processor
  MPI_Info_create(&apart);
  MPI_Info_set(apart, "alloc_shared_noncontig", "true");
  void *base;
  const auto bytes = static_cast<MPI_Aint>(count_ * bytes_of_a_box() + line);
  const int failed = MPI_Win_allocate_shared(bytes, 1, apart, node_, &base, &window_);
  MPI_Info_free(&apart);
  if (failed) {
    window_ = MPI_WIN_NULL;
    return false;
  }
  for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank) {
    MPI_Aint size;
    int unit;
    MPI_Win_shared_query(window_, rank, &size, &unit, &base);
    // processes see it at other addresses, but alike within a page
    auto room = static_cast<std::size_t>(size);
    boxes_.push_back(static_cast<std::byte *>(std::align(line, room - line, base, room)));
  }
  for (int box = 0; box < count_; ++box) new (&box_of(me_, box)) Box{};
  return true;
}

void NodeMemory::release()
{
  boxes_.clear();
  count_ = 0;
  doubles_ = 0;
  if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

// A rank on the same processor, and MPI: another rank may wait for what it has still to send.
void NodeMemory::let_others_go_on() const
{
  int found;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, node_, &found, MPI_STATUS_IGNORE);
  std::this_thread::yield();
}

double NodeMemory::memory_usage() const
{
  return boxes_.empty() ? 0.0 : static_cast<double>(count_ * bytes_of_a_box());
}

}    // namespace granular_srt

#endif
