// Reference energy in the piston mass of fix nph/sphere.

#include "fix_nph_sphere_srt.h"
#include "voigt_array.h"

#include "pair/pair_granular_srt.h"
#include "host/pair_styles.h"
#include "barostat/pressure_target.h"

#include "comm.h"
#include "error.h"
#include "force.h"

#include <algorithm>
#include <cmath>

namespace granular_srt {
namespace {

  // lowest temperature that can be the reference [temperature]; the value is that of LAMMPS
  constexpr double lowest_temperature = 1.0e-6;

}    // namespace

// Largest contact energy k(P) d^2 of the pair styles [energy], where P is the larger of the hydrostatic target
// pressures at the start and at the end of the ramp.
double FixNphSphereSrt::contact_reference_energy() const
{
  const double start = barostat::hydrostatic(from_array(p_start), controlled());
  const double stop = barostat::hydrostatic(from_array(p_stop), controlled());
  const double target = std::max(std::fabs(start), std::fabs(stop));

  double largest = 0.0;
  const auto ask = [&](LAMMPS_NS::Pair *pair, int) {
    if (auto *contact = dynamic_cast<PairGranularSrt *>(pair))
      largest = std::max(largest, contact->contact_energy(target));
  };
  for_each_pair_style(lmp, ask);

  if (!(largest > 0.0) || !std::isfinite(largest))
    error->all(FLERR,
               "Fix {} cannot take its piston mass from pair style {}, which gives no contact energy "
               "at pressure {}: use keyword 'ptemp T' or 'pmass energy E0'",
               style, force->pair ? force->pair_style : "none", target);
  return largest;
}

// Reference energy as a temperature E0/k_B, because FixNH keeps it as t0 and writes t0 to restart files.
double FixNphSphereSrt::reference_temperature()
{
  const auto from_energy = [&](const char *source, double energy) {
    if (comm->me == 0)
      LAMMPS_NS::utils::logmesg(lmp, "fix {}: piston mass from {}, reference energy {} per particle\n", style,
                                source, energy);
    if (mpchain > 0 && comm->me == 0)
      error->warning(FLERR,
                     "Fix {} pchain {} drives each piston to this energy and the box will not come "
                     "to rest: use 'pchain 0' for packings",
                     style, mpchain);
    return energy / boltz;
  };

  if (reference_ == PistonReference::ptemp) return p_temp;
  if (reference_ == PistonReference::energy) return from_energy("pmass energy", given_energy_);
  if (reference_ == PistonReference::contact)
    return from_energy("contact stiffness", contact_reference_energy());
  if (t_current >= lowest_temperature) return t_current;
  if (reference_ == PistonReference::temperature)
    error->all(FLERR,
               "Current temperature {} is too close to zero for fix {} pmass temp: use 'pmass "
               "contact', 'pmass energy E0' or 'ptemp T'",
               t_current, style);
  return from_energy("contact stiffness", contact_reference_energy());
}

}    // namespace granular_srt
