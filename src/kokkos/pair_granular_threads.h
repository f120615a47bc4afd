#pragma once

#include "host_threads.h"

#include "pair/pair_granular_srt.h"

namespace granular_srt {

/// pair_style granular/kk on a host (OpenMP, Serial): the loop of pair_style granular with half neighbor lists,
/// shared by the threads of Kokkos. One thread gives the same bits as pair_style granular.
class PairGranularThreads : public PairGranularSrt {
 public:
  explicit PairGranularThreads(LAMMPS_NS::LAMMPS *lammps, const char *name = "granular");

  void compute(int eflag, int vflag) override;

 protected:
  [[nodiscard]] std::string evaluation_summary(const std::string &instruction_set) const override;
  /// The pair style's own list is made by one thread.
  [[nodiscard]] bool may_make_list() const override { return false; }
  void sync_host() override;
  std::unique_ptr<GhostPacking> make_ghost_packing() override;
  [[nodiscard]] const Workers *workers() const override { return &threads_; }

 private:
  HostThreads threads_;
};

}    // namespace granular_srt
