#pragma once

#include "comm_brick.h"

#include <mpi.h>

#include <array>
#include <vector>

namespace granular_srt {

/// LAMMPS' comm_style brick whose two messages of a direction, one to each side, are under way together at every step:
/// neither needs what the other brings. LAMMPS' own waits for the first before it packs the second. Messages and results
/// are the same to the last bit.
class PairedMessages : public LAMMPS_NS::CommBrick {
 public:
  PairedMessages(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::Comm *old);

  using CommBrick::forward_comm;
  using CommBrick::reverse_comm;
  void forward_comm(int dummy = 0) override;
  void reverse_comm() override;

 private:
  struct Message {
    int swap;
    std::vector<double> sent, received;
    MPI_Request sending, receiving;
  };
  std::array<Message, 2> messages_;

  [[nodiscard]] bool own(int swap) const { return sendproc[swap] == me; }
  [[nodiscard]] bool together(int swap, int next) const;
  void expect(Message &message, int swap, int doubles, int from);
  template <class Pack> void send(Message &message, std::size_t doubles, int to, Pack pack);
  template <class Unpack> void receive(int count, Unpack unpack);
};

/// Puts PairedMessages in the place of comm_style brick. Other styles, that of Kokkos too, stay as they are. Before
/// Comm::init.
void pair_messages(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
