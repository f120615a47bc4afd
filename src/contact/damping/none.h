#pragma once

#include "damping.h"

namespace granular_srt::contact {

/// No damping: eta_n = 0. LAMMPS manual, `damping none`.
struct NoDamping : DampingDefaults {
  static constexpr const char *key = "none";
  static constexpr Dimension coefficient_dimension = units::number;    // not read

  static constexpr bool acts(double /*eta_n0*/, bool /*elastic*/) { return false; }
  static NoDamping make(double /*eta_n0*/, bool /*hertzian*/) { return {}; }

  template <class Real> GRANULAR_SRT_FN Real prefactor(const Frame<Real> &, const NormalForce<Real> &) const
  {
    return Real(0);
  }
};

}    // namespace granular_srt::contact
