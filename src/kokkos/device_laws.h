#pragma once

#include "engine/evaluate/compiled_laws.h"

#include "kokkos_type.h"

#include <algorithm>
#include <vector>

namespace granular_srt {

/// Contact laws on the device as the type that evaluates all of them.
template <class Law>
Kokkos::View<const Law *, LMPDeviceType> laws_on_device(const std::vector<contact::AnyContact> &laws)
{
  const Kokkos::View<Law *, LMPDeviceType> here(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "granular_srt::laws"), laws.size());
  const auto mirror = Kokkos::create_mirror_view(here);
  std::transform(laws.begin(), laws.end(), mirror.data(), LawAs<Law>::of);
  Kokkos::deep_copy(here, mirror);
  return here;
}

}    // namespace granular_srt
