#pragma once

#include "contact/lanes.h"
#include "contact/static_layout.h"

#include <type_traits>

namespace granular_srt::detail {

template <class Real> struct HalfOf {
  using type = Real;
};
template <class Half> struct HalfOf<contact::Twin<Half>> {
  using type = Half;
};

/// The Real in which a law is evaluated. The generic law has too many live values for two registers side by side.
template <class Law, class Real>
using RealFor = std::conditional_t<contact::StaticLayout<Law>::known, Real, typename HalfOf<Real>::type>;

}    // namespace granular_srt::detail
