#pragma once

#include "engine/workers.h"

#include "kokkos_type.h"

namespace granular_srt {

/// Threads of Kokkos' host execution space.
class HostThreads : public Workers {
 public:
  [[nodiscard]] int count() const override { return LMPHostType().concurrency(); }

  void run(const std::function<void(int)> &task) const override
  {
    using Range = Kokkos::RangePolicy<LMPHostType, Kokkos::Schedule<Kokkos::Static>>;
    Kokkos::parallel_for("granular_srt::threads", Range(0, count()), [&](const int thread) { task(thread); });
    LMPHostType().fence();
  }
};

}    // namespace granular_srt
