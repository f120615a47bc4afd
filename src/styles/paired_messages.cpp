#include "paired_messages.h"

#include "lammps.h"

#ifdef MPI_STUBS

void granular_srt::pair_messages(LAMMPS_NS::LAMMPS *) {}

#else

#include "node_memory.h"

#include "atom.h"
#include "atom_vec.h"
#include "comm_brick.h"
#include "error.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <typeinfo>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  class PairedMessages : public CommBrick {
   public:
    PairedMessages(LAMMPS *lmp, Comm *old, bool node_memory);

    using CommBrick::forward_comm;
    using CommBrick::reverse_comm;
    void forward_comm(int dummy = 0) override;
    void reverse_comm() override;
    void borders() override;
    double memory_usage() override;

   private:
    // What goes across a swap, and comes across it.
    struct Message {
      int swap, box, to, from;
      int go, come;                            // doubles
      std::vector<double> sent, received;      // by MPI
      MPI_Request sending, receiving;
    };
    std::array<Message, 2> messages_;
    NodeMemory node_;

    [[nodiscard]] bool own(int swap) const { return sendproc[swap] == me; }
    [[nodiscard]] bool together(int swap, int next) const;
    void expect(Message &message);
    template <class Pack> void send(Message &message, Pack pack);
    template <class Unpack> void receive(Message &message, Unpack unpack);
    template <class Address, class Pack, class Unpack>
    int exchange(int swap, int next, Address address, Pack pack, Unpack unpack);
  };

}    // namespace

PairedMessages::PairedMessages(LAMMPS *lmp, Comm *old, bool node_memory) :
    CommBrick(lmp, old), node_(world, node_memory)
{
  localsendlist = nullptr;    // LAMMPS gives it no value here, but frees it
}

/// Borders makes swaps two by two in each direction, both of the particles that were there before the first.
bool PairedMessages::together(int swap, int next) const
{
  return swap / 2 == next / 2 && 0 <= next && next < nswap && !own(next);
}

/* ---- with each neighbor list ---- */

void PairedMessages::borders()
{
  CommBrick::borders();
  int most = 0;
  for (int swap = 0; swap < nswap; ++swap)
    if (!own(swap)) most = std::max({most, size_forward * sendnum[swap], size_reverse_send[swap]});
  node_.make_room(2 * nswap, most);
}

double PairedMessages::memory_usage()
{
  return CommBrick::memory_usage() + node_.memory_usage();
}

/* ---- messages; those without content are not sent ---- */

void PairedMessages::expect(Message &message)
{
  message.receiving = MPI_REQUEST_NULL;
  if (message.come == 0 || node_.reaches(message.from)) return;
  message.received.resize(message.come);
  MPI_Irecv(message.received.data(), message.come, MPI_DOUBLE, message.from, message.box, world, &message.receiving);
}

template <class Pack> void PairedMessages::send(Message &message, Pack pack)
{
  message.sending = MPI_REQUEST_NULL;
  if (message.go == 0) return;
  if (node_.reaches(message.to)) {
    node_.leave(message.box, [&](double *buffer) { pack(message.swap, buffer); });
    return;
  }
  message.sent.resize(message.go);
  pack(message.swap, message.sent.data());
  MPI_Isend(message.sent.data(), message.go, MPI_DOUBLE, message.to, message.box, world, &message.sending);
}

template <class Unpack> void PairedMessages::receive(Message &message, Unpack unpack)
{
  if (message.come == 0) return;
  if (node_.reaches(message.from)) {
    node_.take(message.from, message.box, [&](double *buffer) { unpack(message.swap, buffer); });
    return;
  }
  MPI_Wait(&message.receiving, MPI_STATUS_IGNORE);
  unpack(message.swap, message.received.data());
}

/// Returns how many swaps it has made of `swap` and the one that is next.
template <class Address, class Pack, class Unpack>
int PairedMessages::exchange(int swap, int next, Address address, Pack pack, Unpack unpack)
{
  if (own(swap)) {
    pack(swap, buf_send);
    unpack(swap, buf_send);
    return 1;
  }
  const int count = together(swap, next) ? 2 : 1;
  const std::span messages(messages_.data(), count);
  for (Message &message : messages) {
    message.swap = &message == messages.data() ? swap : next;
    address(message, message.swap);
    expect(message);
  }
  for (Message &message : messages) send(message, pack);
  for (Message &message : messages) receive(message, unpack);
  for (Message &message : messages) MPI_Wait(&message.sending, MPI_STATUS_IGNORE);
  return count;
}

/* ---- every step ---- */

void PairedMessages::forward_comm(int dummy)
{
  if (!ghost_velocity) return CommBrick::forward_comm(dummy);

  const auto address = [this](Message &message, int swap) {
    message.box = 2 * swap;
    message.to = sendproc[swap];
    message.from = recvproc[swap];
    message.go = size_forward * sendnum[swap];
    message.come = size_forward_recv[swap];
  };
  const auto pack = [this](int swap, double *buffer) {
    atom->avec->pack_comm_vel(sendnum[swap], sendlist[swap], buffer, pbc_flag[swap], pbc[swap]);
  };
  const auto unpack = [this](int swap, double *buffer) {
    atom->avec->unpack_comm_vel(recvnum[swap], firstrecv[swap], buffer);
  };
  for (int swap = 0; swap < nswap;) swap += exchange(swap, swap + 1, address, pack, unpack);
}

void PairedMessages::reverse_comm()
{
  if (comm_f_only) return CommBrick::reverse_comm();

  const auto address = [this](Message &message, int swap) {
    message.box = 2 * swap + 1;
    message.to = recvproc[swap];
    message.from = sendproc[swap];
    message.go = size_reverse_send[swap];
    message.come = size_reverse_recv[swap];
  };
  const auto pack = [this](int swap, double *buffer) {
    atom->avec->pack_reverse(recvnum[swap], firstrecv[swap], buffer);
  };
  const auto unpack = [this](int swap, double *buffer) {
    atom->avec->unpack_reverse(sendnum[swap], sendlist[swap], buffer);
  };
  for (int swap = nswap - 1; swap >= 0;) swap -= exchange(swap, swap - 1, address, pack, unpack);
}

/* ---- in the place of LAMMPS' own ---- */

namespace {

  bool wants_node_memory(LAMMPS *lmp)
  {
    const char *const given = std::getenv("GRANULAR_SRT_NODE_MEMORY");
    const std::string wish = given ? given : "on";
    int wanted = wish == "on" ? 1 : wish == "off" ? 0 : -1;
    MPI_Bcast(&wanted, 1, MPI_INT, 0, lmp->world);
    if (wanted < 0)
      lmp->error->all(FLERR, "Illegal environment variable GRANULAR_SRT_NODE_MEMORY value {}: can be on, off", wish);
    return wanted != 0;
  }
}    // namespace

void pair_messages(LAMMPS *lmp)
{
  const bool node_memory = wants_node_memory(lmp);
  Comm *const theirs = lmp->comm;
  if (typeid(*theirs) != typeid(CommBrick) || lmp->kokkos) return;
  if (theirs->cutusermulti) return;    // LAMMPS copies only a part of "comm_modify cutoff/multi"
  lmp->comm = new PairedMessages(lmp, theirs, node_memory);
  delete theirs;
}

}    // namespace granular_srt

#endif
