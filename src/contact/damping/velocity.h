#pragma once

#include "damping.h"

namespace granular_srt::contact {

/// Constant damping:
///   eta_n = eta_n0
/// eta_n0 [mass/time]. LAMMPS manual, `damping velocity`.
struct VelocityDamping : DampingDefaults {
  static constexpr const char *key = "velocity";
  static constexpr Dimension coefficient_dimension = units::mass / units::time;

  double eta_n0;

  static VelocityDamping make(double eta_n0, bool /*hertzian*/) { return {{}, eta_n0}; }

  template <class Real> GRANULAR_SRT_FN Real prefactor(const Frame<Real> &, const NormalForce<Real> &) const
  {
    return Real(eta_n0);
  }
};

}    // namespace granular_srt::contact
