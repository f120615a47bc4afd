// A Nose-Hoover chain that keeps the pistons at a temperature.
//
// G. J. Martyna, M. E. Tuckerman, D. J. Tobias, M. L. Klein, Mol. Phys. 87, 1117 (1996). Not meant
// for packings, which must come to rest: those run without a chain.

#ifndef GRANULAR_SRT_BAROSTAT_PISTON_CHAIN_H
#define GRANULAR_SRT_BAROSTAT_PISTON_CHAIN_H

#include "piston.h"

#include <cmath>

namespace granular_srt::barostat {

/// The state of a chain, kept by the caller: `links` > 0 entries each. `rate` has one more, always
/// 0, so that the last link needs no case of its own.
struct PistonChain {
  int links;
  double *position;        ///< dimensionless
  double *rate;            ///< [1/time]
  double *acceleration;    ///< [1/time^2]
  double *mass;            ///< [energy time^2]
};

/// Sets the masses  Q = E / f^2  [energy time^2] and the accelerations of all links but the first,
/// from the energy E = k_B T [energy] and the largest piston frequency f [1/time].
GRANULAR_SRT_BAROSTAT_FN void prepare_chain(const PistonChain &chain, double thermal_energy,
                                            double frequency)
{
  for (int k = 0; k < chain.links; k++) chain.mass[k] = thermal_energy / (frequency * frequency);
  for (int k = 1; k < chain.links; k++)
    chain.acceleration[k] =
        (chain.mass[k - 1] * chain.rate[k - 1] * chain.rate[k - 1] - thermal_energy) /
        chain.mass[k];
}

/// Moves the chain by half of `time_step` in `loops` equal parts and slows or drives the pistons'
/// rates. `freedoms` is the number of independent pistons (1 if all lengths move alike);
/// `drag_factor` multiplies each link's rate once in a part.
GRANULAR_SRT_BAROSTAT_FN void advance_chain(const PistonChain &chain, Voigt &rate,
                                            const Voigt &mass, const Controlled &controlled,
                                            int freedoms, double thermal_energy, double time_step,
                                            int loops, double drag_factor)
{
  const double target = freedoms * thermal_energy;
  const double part = 1.0 / loops;
  const double half = 0.5 * part * time_step;
  const double quarter = 0.25 * part * time_step;
  const double eighth = 0.125 * part * time_step;

  // accelerates link k while the link above slows it, half before and half after
  const auto kick = [&](int k, double damping, double drag) {
    double r = chain.rate[k] * damping;
    r += chain.acceleration[k] * quarter;
    chain.rate[k] = r * drag * damping;
  };

  const auto push_first = [&]() {
    chain.acceleration[0] =
        (twice_kinetic_energy(rate, mass, controlled) - target) / chain.mass[0];
  };
  push_first();

  for (int loop = 0; loop < loops; loop++) {
    for (int k = chain.links - 1; k > 0; k--)
      kick(k, std::exp(-eighth * chain.rate[k + 1]), drag_factor);
    const double damping_first = std::exp(-eighth * chain.rate[1]);
    kick(0, damping_first, drag_factor);

    for (int k = 0; k < chain.links; k++) chain.position[k] += half * chain.rate[k];

    const double factor = std::exp(-half * chain.rate[0]);
    for (int i = 0; i < 6; i++)
      if (controlled[i]) rate[i] *= factor;

    push_first();
    kick(0, damping_first, 1.0);
    for (int k = 1; k < chain.links; k++) {
      const double below = chain.mass[k - 1] * chain.rate[k - 1] * chain.rate[k - 1];
      chain.acceleration[k] = (below - thermal_energy) / chain.mass[k];
      kick(k, std::exp(-eighth * chain.rate[k + 1]), 1.0);
    }
  }
}

}    // namespace granular_srt::barostat

#endif
