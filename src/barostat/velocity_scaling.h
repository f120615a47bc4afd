// How the moving cell acts on the velocities of the particles.
//
// The velocity of a particle obeys (G. J. Martyna, D. J. Tobias, M. L. Klein, J. Chem. Phys. 101,
// 4177 (1994))
//   vdot = f/m - (rate + tr(rate)/(d N)) v
// of which the second term is done here, over a half step, as
//   exp(-diagonal/2) . shear . exp(-diagonal/2),
// the symmetric split of M. E. Tuckerman et al., J. Phys. A 39, 5629 (2006).

#ifndef GRANULAR_SRT_BAROSTAT_VELOCITY_SCALING_H
#define GRANULAR_SRT_BAROSTAT_VELOCITY_SCALING_H

#include "voigt.h"

#include <cmath>

namespace granular_srt::barostat {

/// Coefficients of the half step, the same for every particle. Dimensionless.
struct VelocityScaling {
  double factor[3];           ///< applied before and after the shear
  double yz, xz, xy, time;    ///< rates of tilt [1/time] and the duration of the shear [time]
};

/// Trace term of Martyna et al. [1/time]: mean of the controlled rates divided by N.
GRANULAR_SRT_BAROSTAT_FN double mtk_rate(const Voigt &rate, const Controlled &controlled,
                                         double particles)
{
  double sum = 0.0;
  for (int i = xx; i <= zz; i++)
    if (controlled[i]) sum += rate[i];
  return controlled.lengths() > 0 ? sum / (controlled.lengths() * particles) : 0.0;
}

/// Scaling over the half step `time` for the given rates; `trace_rate` from mtk_rate(), or 0.
/// It acts on all three velocity components, also those along uncontrolled lengths.
GRANULAR_SRT_BAROSTAT_FN VelocityScaling velocity_scaling(const Voigt &rate, double trace_rate,
                                                          double time)
{
  VelocityScaling scaling{};
  for (int i = xx; i <= zz; i++)
    scaling.factor[i] = std::exp(-0.5 * time * (rate[i] + trace_rate));
  scaling.yz = rate[yz];
  scaling.xz = rate[xz];
  scaling.xy = rate[xy];
  scaling.time = time;
  return scaling;
}

/// Applies the half step to one velocity v[3].
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void scale_velocity(const VelocityScaling &scaling, Real *v)
{
  for (int i = 0; i < 3; i++) v[i] = v[i] * Real(scaling.factor[i]);
  v[0] = v[0] - Real(scaling.time) * (v[1] * Real(scaling.xy) + v[2] * Real(scaling.xz));
  v[1] = v[1] - Real(scaling.time) * v[2] * Real(scaling.yz);
  for (int i = 0; i < 3; i++) v[i] = v[i] * Real(scaling.factor[i]);
}

}    // namespace granular_srt::barostat

#endif
