// The pistons: inertia and equation of motion of the rates at which the cell deforms.
//
// G. J. Martyna, D. J. Tobias, M. L. Klein, J. Chem. Phys. 101, 4177 (1994), with the strain
// energy term of W. Shinoda, M. Shiga, M. Mikami, Phys. Rev. B 69, 134103 (2004). The rates form
// the upper triangular matrix  hdot h^-1 [1/time]: no rotation of the cell arises.

#ifndef GRANULAR_SRT_BAROSTAT_PISTON_H
#define GRANULAR_SRT_BAROSTAT_PISTON_H

#include "voigt.h"

namespace granular_srt::barostat {

/// Inertia of one piston [energy time^2]: W = (N + 1) E0 / f^2, the choice of Martyna, Tobias,
/// Klein with E0 in the place of k_B T. `particles` is N, `reference_energy` E0 is per particle
/// [energy], `frequency` f is 1 / Pdamp [1/time].
GRANULAR_SRT_BAROSTAT_FN double piston_mass(double particles, double reference_energy,
                                            double frequency)
{
  return (particles + 1.0) * reference_energy / (frequency * frequency);
}

/// Twice the kinetic energy of the controlled pistons [energy]: sum of W rate^2.
GRANULAR_SRT_BAROSTAT_FN double twice_kinetic_energy(const Voigt &rate, const Voigt &mass,
                                                     const Controlled &controlled)
{
  double sum = 0.0;
  for (int i = 0; i < 6; i++)
    if (controlled[i]) sum += mass[i] * rate[i] * rate[i];
  return sum;
}

/// Everything that pushes the pistons at one instant.
struct PistonForce {
  Voigt pressure;          ///< measured, coupled [pressure]
  double hydrostatic;      ///< hydrostatic target P_h [pressure]
  Voigt deviatoric;        ///< h sigma h^T [pressure volume]; zero for a hydrostatic target
  double volume;           ///< of the cell [volume; area in two dimensions]
  double pv_per_energy;    ///< pressure times volume in one unit of energy: LAMMPS' nktv2p
  double mtk_energy;       ///< kinetic term [energy], see mtk_energy(); 0 without it
};

/// Kinetic term that the volume of a cell of N particles owes to their motion [energy]:
/// sum over the controlled lengths of  sum_k m_k v_ki^2,  divided by (lengths x N)
/// in Martyna, Tobias, Klein's form for a cell with separate lengths.
GRANULAR_SRT_BAROSTAT_FN double mtk_energy(double twice_kinetic_of_lengths, int lengths,
                                           double particles)
{
  return lengths > 0 ? twice_kinetic_of_lengths / (lengths * particles) : 0.0;
}

/// Rates after a kick of duration `time` [1/time]:
///   W rate' = (P_i - P_h) V - (h sigma h^T)_i + E_mtk      for a length,
///   W rate' =  P_i        V - (h sigma h^T)_i              for a tilt,
/// then multiplied by `drag_factor` (1: no drag). Components without a piston stay.
GRANULAR_SRT_BAROSTAT_FN Voigt kicked(Voigt rate, const Voigt &mass, const Controlled &controlled,
                                      const PistonForce &force, double time, double drag_factor)
{
  for (int i = 0; i < 6; i++) {
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

#endif
