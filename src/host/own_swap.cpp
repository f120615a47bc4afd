#include "own_swap.h"

#include "comm_brick.h"

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  // The swaps of CommBrick are protected: only a derived class has access to them.
  struct Swaps : CommBrick {
    template <class Is> static std::optional<OwnSwap> find(const Comm &comm, Is is)
    {
      if (comm.style != Comm::BRICK) return {};
      const auto *const brick = static_cast<const CommBrick *>(&comm);
      const int count = brick->*(&Swaps::nswap);
      for (int k = 0; k < count; ++k) {
        if ((brick->*(&Swaps::sendproc))[k] != comm.me) continue;
        const OwnSwap own{k,
                          (brick->*(&Swaps::firstrecv))[k],
                          (brick->*(&Swaps::recvnum))[k],
                          (brick->*(&Swaps::sendlist))[k],
                          (brick->*(&Swaps::pbc_flag))[k] != 0,
                          (brick->*(&Swaps::pbc))[k]};
        if (is(own)) return own;
      }
      return {};
    }
  };

}    // namespace

std::optional<OwnSwap> OwnSwap::numbered(const Comm &comm, int number)
{
  return Swaps::find(comm, [=](const OwnSwap &own) { return own.number == number; });
}

std::optional<OwnSwap> OwnSwap::across(const Comm &comm, const int *boundaries)
{
  return Swaps::find(comm, [=](const OwnSwap &own) { return own.boundaries == boundaries; });
}

std::optional<OwnSwap> OwnSwap::to(const Comm &comm, int first, int count)
{
  return Swaps::find(comm, [=](const OwnSwap &own) { return own.first == first && own.count == count; });
}

std::optional<OwnSwap> OwnSwap::of(const Comm &comm, const int *list)
{
  return Swaps::find(comm, [=](const OwnSwap &own) { return own.list == list; });
}

}    // namespace granular_srt
