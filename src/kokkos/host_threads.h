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
    using Parts = Kokkos::RangePolicy<LMPHostType, Kokkos::Schedule<Kokkos::Static>>;
    Kokkos::parallel_for("granular_srt::parts", Parts(0, count()), [&](const int part) { task(part); });
    LMPHostType().fence();
  }
};

}    // namespace granular_srt
