#pragma once

#include "kernel_sums.h"
#include "sphere_views.h"

namespace granular_srt {

/// Rows of positions.
using Positions = Kokkos::View<double *[3], SphereViews::Device>;

/// Ghosts that are images of owned particles: [ghost] owned particle, and periods of the box between both.
struct Images {
  Kokkos::View<int *, SphereViews::Device> source;
  Kokkos::View<int *[3], SphereViews::Device> periods;
};

/// Sums over particles at the end of a step.
struct MotionSums {
  TensorSum kinetic;
  double reach = 0.0;    ///< largest distance from Positions after the next step, or more [length]

  KOKKOS_FUNCTION void operator+=(const MotionSums &other)
  {
    kinetic += other.kinetic;
    if (other.reach > reach) reach = other.reach;
  }
};

/// Sums of a step, which stay on the device until the host reads all of them in one wait.
class StepSums {
 public:
  SumOnDevice<TensorSum> virial;
  SumOnDevice<MotionSums> motion;
  Positions hold;         ///< from which reach is measured
  double reach = -1.0;    ///< of the last motion that was read; negative if none was

  void prepare(const Positions &held)
  {
    hold = held;
    if (values_.data()) return;
    values_ = Kokkos::View<double[count], SphereViews::Device>("granular_srt::step_sums");
    virial = decltype(virial)(reinterpret_cast<TensorSum *>(values_.data()));
    motion = decltype(motion)(reinterpret_cast<MotionSums *>(values_.data() + 6));
  }

  /// The virial is summed up on the device. read() will add it to this tensor.
  void expect_virial(double *to) { virial_to_ = to; }
  [[nodiscard]] bool pending() const { return virial_to_ != nullptr; }
  void forget() { virial_to_ = nullptr; }

  /// Waits for the sums.
  /// \param kinetic  six sums to which that of the motion is added; null if there is no motion
  void read(double *kinetic)
  {
    double found[count];
    // of this execution space: the same without it waits for the device before the copy, too
    const SphereViews::Device device;
    Kokkos::deep_copy(
        device,
        Kokkos::View<double[count], Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(found),
        values_);
    device.fence("granular_srt::step_sums");
    for (int k = 0; virial_to_ && k < 6; ++k) virial_to_[k] += found[k];
    virial_to_ = nullptr;
    reach = kinetic ? found[12] : -1.0;
    for (int k = 0; kinetic && k < 6; ++k) kinetic[k] += found[6 + k];
  }

 private:
  static constexpr int count = 13;
  static_assert(sizeof(TensorSum) == 6 * sizeof(double) && sizeof(MotionSums) == 7 * sizeof(double));

  Kokkos::View<double[count], SphereViews::Device> values_;
  double *virial_to_ = nullptr;
};

}    // namespace granular_srt
