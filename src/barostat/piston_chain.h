#pragma once

#include "piston.h"

#include <cmath>

/// \file
/// Nose-Hoover chain that thermostats the pistons. Packings run without a chain, because a chain never lets the cell
/// come to rest.
///
/// G. J. Martyna, M. E. Tuckerman, D. J. Tobias, M. L. Klein, Mol. Phys. 87, 1117 (1996).

namespace granular_srt::barostat {

/// State of a chain, in arrays of the caller with `links` entries each. `rate` has one more entry, which is 0: the
/// last link then needs no special case.
struct PistonChain {
  int links;               ///< > 0
  double *position;        ///< dimensionless
  double *rate;            ///< [1/time]
  double *acceleration;    ///< [1/time^2]
  double *mass;            ///< [energy time^2]
};

/// Sets the masses  Q = E/f^2  [energy time^2] of all links, and the accelerations of all but the first.
/// \param thermal_energy  E = k_B T [energy]
/// \param frequency       f, the largest frequency of the pistons [1/time]
GRANULAR_SRT_FN void prepare_chain(const PistonChain &chain, double thermal_energy, double frequency)
{
  for (int k = 0; k < chain.links; ++k) chain.mass[k] = thermal_energy / (frequency * frequency);
  for (int k = 1; k < chain.links; ++k)
    chain.acceleration[k] =
        (chain.mass[k - 1] * chain.rate[k - 1] * chain.rate[k - 1] - thermal_energy) / chain.mass[k];
}

/// Advances the chain by half of `time_step` and scales the rates of the pistons.
/// \param rate            of the pistons [1/time]
/// \param mass            of the pistons [energy time^2]
/// \param freedoms        number of independent pistons; 1 if all lengths move alike
/// \param thermal_energy  k_B T [energy]
/// \param loops           number of equal parts of the half step
/// \param drag_factor     multiplies the rate of each link once in a part; 1 for no drag
GRANULAR_SRT_FN void advance_chain(const PistonChain &chain, Voigt &rate, const Voigt &mass,
                                   const Controlled &controlled, int freedoms, double thermal_energy,
                                   double time_step, int loops, double drag_factor)
{
  const double target = freedoms * thermal_energy;
  const double fraction = 1.0 / loops;
  const double half = 0.5 * fraction * time_step;
  const double quarter = 0.25 * fraction * time_step;
  const double eighth = 0.125 * fraction * time_step;

  // kick of link k, between two halves of the damping by the link above it
  const auto kick = [&](int k, double damping, double drag) {
    double r = chain.rate[k] * damping;
    r += chain.acceleration[k] * quarter;
    chain.rate[k] = r * drag * damping;
  };

  const auto push_first = [&]() {
    chain.acceleration[0] = (twice_kinetic_energy(rate, mass, controlled) - target) / chain.mass[0];
  };
  push_first();

  for (int loop = 0; loop < loops; ++loop) {
    for (int k = chain.links - 1; k > 0; --k) kick(k, std::exp(-eighth * chain.rate[k + 1]), drag_factor);
    const double damping_first = std::exp(-eighth * chain.rate[1]);
    kick(0, damping_first, drag_factor);

    for (int k = 0; k < chain.links; ++k) chain.position[k] += half * chain.rate[k];

    const double factor = std::exp(-half * chain.rate[0]);
    for (int i = 0; i < 6; ++i)
      if (controlled[i]) rate[i] *= factor;

    push_first();
    kick(0, damping_first, 1.0);
    for (int k = 1; k < chain.links; ++k) {
      const double below = chain.mass[k - 1] * chain.rate[k - 1] * chain.rate[k - 1];
      chain.acceleration[k] = (below - thermal_energy) / chain.mass[k];
      kick(k, std::exp(-eighth * chain.rate[k + 1]), 1.0);
    }
  }
}

}    // namespace granular_srt::barostat
