#pragma once

#include "voigt.h"

#include <cmath>

/// \file
/// Effect of the moving cell on the velocities of the particles:
///   dv/dt = f/m - (rate + tr(rate)/(d N)) v,
/// G. J. Martyna, D. J. Tobias, M. L. Klein, J. Chem. Phys. 101, 4177 (1994). This file integrates the second term
/// over half a step as  exp(-diagonal/2) . shear . exp(-diagonal/2),  the symmetric split of
/// M. E. Tuckerman et al., J. Phys. A 39, 5629 (2006).

namespace granular_srt::barostat {

/// Coefficients of the half step, the same for all particles.
struct VelocityScaling {
  double factor[3];     ///< multiply the components of a velocity, before and after the shear [-]
  double yz, xz, xy;    ///< rates of the tilts [1/time]
  double time;          ///< duration of the shear [time]
};

/// Trace term tr(rate)/(d N) of Martyna, Tobias and Klein [1/time], over the d controlled lengths.
/// \param particles  N, may be 0
GRANULAR_SRT_FN double mtk_rate(const Voigt &rate, const Controlled &controlled, double particles)
{
  double sum = 0.0;
  for (int i = xx; i <= zz; ++i)
    if (controlled[i]) sum += rate[i];
  const double terms = controlled.lengths() * particles;
  return terms > 0.0 ? sum / terms : 0.0;
}

/// Coefficients for a half step of duration `time`. The trace term acts on all three velocity components, also along
/// lengths that are not controlled.
/// \param rate        of the cell [1/time]
/// \param trace_rate  mtk_rate() [1/time]; 0 without this term
GRANULAR_SRT_FN VelocityScaling velocity_scaling(const Voigt &rate, double trace_rate, double time)
{
  VelocityScaling scaling{};
  for (int i = xx; i <= zz; ++i) scaling.factor[i] = std::exp(-0.5 * time * (rate[i] + trace_rate));
  scaling.yz = rate[yz];
  scaling.xz = rate[xz];
  scaling.xy = rate[xy];
  scaling.time = time;
  return scaling;
}

/// Applies the half step to one velocity v[3] [length/time].
template <class Real> GRANULAR_SRT_FN void scale_velocity(const VelocityScaling &scaling, Real *v)
{
  for (int i = 0; i < 3; ++i) v[i] = v[i] * Real(scaling.factor[i]);
  v[0] = v[0] - Real(scaling.time) * (v[1] * Real(scaling.xy) + v[2] * Real(scaling.xz));
  v[1] = v[1] - Real(scaling.time) * v[2] * Real(scaling.yz);
  for (int i = 0; i < 3; ++i) v[i] = v[i] * Real(scaling.factor[i]);
}

}    // namespace granular_srt::barostat
