#pragma once

#include "voigt.h"

/// \file
/// Inertia and equation of motion of the pistons. A piston drives one component of the upper triangular rate matrix
/// hdot h^-1 [1/time], so the cell does not rotate.
///
/// G. J. Martyna, D. J. Tobias, M. L. Klein, J. Chem. Phys. 101, 4177 (1994), with the strain energy term of
/// W. Shinoda, M. Shiga, M. Mikami, Phys. Rev. B 69, 134103 (2004).

namespace granular_srt::barostat {

/// Inertia of one piston [energy time^2]: W = (N + 1) E0 / f^2. Martyna, Tobias and Klein set E0 = k_B T.
/// \param particles         N
/// \param reference_energy  E0, per particle [energy]
/// \param frequency         f = 1/Pdamp [1/time]
GRANULAR_SRT_FN double piston_mass(double particles, double reference_energy, double frequency)
{
  return (particles + 1.0) * reference_energy / (frequency * frequency);
}

/// Twice the kinetic energy of the controlled pistons [energy]: sum of W rate^2.
GRANULAR_SRT_FN double twice_kinetic_energy(const Voigt &rate, const Voigt &mass,
                                            const Controlled &controlled)
{
  double sum = 0.0;
  for (int i = 0; i < 6; ++i)
    if (controlled[i]) sum += mass[i] * rate[i] * rate[i];
  return sum;
}

/// Quantities that determine the acceleration of the pistons.
struct PistonForce {
  Voigt pressure;          ///< measured pressure P after coupled() [pressure]
  double hydrostatic;      ///< hydrostatic part P_h of the target [pressure]
  Voigt deviatoric;        ///< deviatoric_force() [pressure volume]; zero for a hydrostatic target
  double volume;           ///< V of the cell [length^3], its area in two dimensions [length^2]
  double pv_per_energy;    ///< pressure times volume in one unit of energy: LAMMPS' nktv2p
  double mtk_energy;       ///< E_mtk of mtk_energy() [energy]; 0 without this term
};

/// Kinetic term of Martyna, Tobias and Klein in the force on a length [energy], for a cell whose lengths move
/// separately: sum over the controlled lengths i of  sum_k m_k v_ki^2,  divided by (lengths N).
/// \param twice_kinetic_of_lengths  that sum [energy]
/// \param lengths                   number of controlled lengths
/// \param particles                 N, may be 0
GRANULAR_SRT_FN double mtk_energy(double twice_kinetic_of_lengths, int lengths, double particles)
{
  return lengths > 0 && particles > 0.0 ? twice_kinetic_of_lengths / (lengths * particles) : 0.0;
}

/// Rates of the pistons after a kick of duration `time` [1/time]:
///   W drate/dt = (P_i - P_h) V - (h sigma h^T)_i + E_mtk      for a length,
///   W drate/dt =  P_i        V - (h sigma h^T)_i              for a tilt.
/// Components without a piston keep their rates.
/// \param mass         W [energy time^2]
/// \param drag_factor  multiplies each rate after the kick; 1 for no drag
GRANULAR_SRT_FN Voigt kicked(Voigt rate, const Voigt &mass, const Controlled &controlled,
                             const PistonForce &force, double time, double drag_factor)
{
  for (int i = 0; i < 6; ++i) {
    if (!controlled[i]) continue;
    const bool length = i <= zz;
    const double excess = length ? force.pressure[i] - force.hydrostatic : force.pressure[i];
    double acceleration = excess * force.volume / (mass[i] * force.pv_per_energy);
    if (length) acceleration += force.mtk_energy / mass[i];
    acceleration -= force.deviatoric[i] / (mass[i] * force.pv_per_energy);
    rate[i] += acceleration * time;
    rate[i] *= drag_factor;
  }
  return rate;
}

}    // namespace granular_srt::barostat
