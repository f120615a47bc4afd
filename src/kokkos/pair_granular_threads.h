#pragma once

#include "host_threads.h"

#include "styles/pair/pair_granular_srt.h"

namespace LAMMPS_NS {
class AtomKokkos;
}

namespace granular_srt {

/// pair_style granular/kk on a host (OpenMP, Serial): the loop of pair_style granular with half neighbor
/// lists, shared by Kokkos' threads. With one thread it gives the same bits.
class PairGranularThreads : public PairGranularSrt {
 public:
  explicit PairGranularThreads(LAMMPS_NS::LAMMPS *lmp);

  void compute(int eflag, int vflag) override;
  void init_style() override;
  double single(int i, int j, int itype, int jtype, double rsq, double factor_coul, double factor_lj,
                double &fforce) override;
  [[nodiscard]] double contact_energy(double pressure) override;

 protected:
  [[nodiscard]] std::string way() const override;
  [[nodiscard]] const Workers *workers() const override { return &threads_; }

 private:
  LAMMPS_NS::AtomKokkos *atoms_;
  HostThreads threads_;
};

}    // namespace granular_srt
