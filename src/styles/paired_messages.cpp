#include "paired_messages.h"

#include "atom.h"
#include "atom_vec.h"

#include <typeinfo>

using namespace LAMMPS_NS;

namespace granular_srt {

PairedMessages::PairedMessages(LAMMPS *lmp, Comm *old) : CommBrick(lmp, old)
{
  localsendlist = nullptr;    // LAMMPS gives it no value here, but frees it
}

/// Borders makes swaps two by two in each direction, both of the particles that were there before the first.
bool PairedMessages::together(int swap, int next) const
{
  return swap / 2 == next / 2 && 0 <= next && next < nswap && !own(next);
}

/* ---- messages; those without content are not sent ---- */

void PairedMessages::expect(Message &message, int swap, int doubles, int from)
{
  message.swap = swap;
  message.received.resize(doubles);
  message.receiving = MPI_REQUEST_NULL;
  if (doubles) MPI_Irecv(message.received.data(), doubles, MPI_DOUBLE, from, swap, world, &message.receiving);
}

template <class Pack> void PairedMessages::send(Message &message, std::size_t doubles, int to, Pack pack)
{
  message.sent.resize(doubles);
  const int packed = pack(message.swap, message.sent.data());
  message.sending = MPI_REQUEST_NULL;
  if (packed) MPI_Isend(message.sent.data(), packed, MPI_DOUBLE, to, message.swap, world, &message.sending);
}

template <class Unpack> void PairedMessages::receive(int count, Unpack unpack)
{
  for (int k = 0; k < count; ++k) {
    MPI_Wait(&messages_[k].receiving, MPI_STATUS_IGNORE);
    unpack(messages_[k].swap, messages_[k].received.data());
  }
  for (int k = 0; k < count; ++k) MPI_Wait(&messages_[k].sending, MPI_STATUS_IGNORE);
}

/* ---- every step ---- */

void PairedMessages::forward_comm(int dummy)
{
  if (!ghost_velocity) return CommBrick::forward_comm(dummy);

  const auto pack = [this](int swap, double *buffer) {
    return atom->avec->pack_comm_vel(sendnum[swap], sendlist[swap], buffer, pbc_flag[swap], pbc[swap]);
  };
  const auto unpack = [this](int swap, double *buffer) {
    atom->avec->unpack_comm_vel(recvnum[swap], firstrecv[swap], buffer);
  };

  for (int swap = 0, count = 1; swap < nswap; swap += count) {
    count = 1;
    if (own(swap)) {
      pack(swap, buf_send);
      unpack(swap, buf_send);
      continue;
    }
    if (together(swap, swap + 1)) count = 2;
    for (int k = 0; k < count; ++k)
      expect(messages_[k], swap + k, size_forward_recv[swap + k], recvproc[swap + k]);
    for (int k = 0; k < count; ++k)
      send(messages_[k], static_cast<std::size_t>(size_forward) * sendnum[swap + k], sendproc[swap + k], pack);
    receive(count, unpack);
  }
}

void PairedMessages::reverse_comm()
{
  if (comm_f_only) return CommBrick::reverse_comm();

  const auto pack = [this](int swap, double *buffer) {
    return atom->avec->pack_reverse(recvnum[swap], firstrecv[swap], buffer);
  };
  const auto unpack = [this](int swap, double *buffer) {
    atom->avec->unpack_reverse(sendnum[swap], sendlist[swap], buffer);
  };

  for (int swap = nswap - 1, count = 1; swap >= 0; swap -= count) {
    count = 1;
    if (own(swap)) {
      pack(swap, buf_send);
      unpack(swap, buf_send);
      continue;
    }
    if (together(swap, swap - 1)) count = 2;
    for (int k = 0; k < count; ++k)
      expect(messages_[k], swap - k, size_reverse_recv[swap - k], sendproc[swap - k]);
    for (int k = 0; k < count; ++k)
      send(messages_[k], size_reverse_send[swap - k], recvproc[swap - k], pack);
    receive(count, unpack);
  }
}

void pair_messages(LAMMPS *lmp)
{
  Comm *const theirs = lmp->comm;
  if (typeid(*theirs) != typeid(CommBrick) || lmp->kokkos) return;
  if (theirs->cutusermulti) return;    // LAMMPS copies only a part of "comm_modify cutoff/multi"
  lmp->comm = new PairedMessages(lmp, theirs);
  delete theirs;
}

}    // namespace granular_srt
