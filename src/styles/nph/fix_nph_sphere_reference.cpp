// The reference energy in the piston mass of fix nph/sphere: where it comes from.

#include "fix_nph_sphere_srt.h"

#include "styles/contact_energy.h"
#include "voigt_array.h"

#include "barostat/pressure_target.h"

#include "comm.h"
#include "error.h"
#include "force.h"
#include "pair_hybrid.h"

#include <algorithm>
#include <cmath>

namespace granular_srt {
namespace {

constexpr double coldest = 1.0e-6;    // below it the temperature is no reference (as in LAMMPS)

// The sub-styles of pair hybrid are open to derived classes only.
struct HybridStyles : LAMMPS_NS::PairHybrid {
  static int count(const PairHybrid *hybrid) { return hybrid->*(&HybridStyles::nstyles); }
  static LAMMPS_NS::Pair *get(const PairHybrid *hybrid, int i)
  {
    return (hybrid->*(&HybridStyles::styles))[i];
  }
};

}    // namespace

// The energy per particle in the piston mass comes from the contacts: k(P) d^2 with P the mean of
// the target pressures, at the start or at the end of the ramp, whichever is larger.
double FixNphSphereSrt::contact_reference_energy() const
{
  const double start = barostat::hydrostatic(from_array(p_start), controlled());
  const double stop = barostat::hydrostatic(from_array(p_stop), controlled());
  const double target = std::max(std::fabs(start), std::fabs(stop));

  double largest = 0.0;
  const auto ask = [&](LAMMPS_NS::Pair *pair) {
    if (auto *contact = dynamic_cast<ContactEnergyScale *>(pair))
      largest = std::max(largest, contact->contact_energy(target));
  };
  if (const auto *hybrid = dynamic_cast<LAMMPS_NS::PairHybrid *>(force->pair))
    for (int i = 0; i < HybridStyles::count(hybrid); i++) ask(HybridStyles::get(hybrid, i));
  else ask(force->pair);

  if (!(largest > 0.0) || !std::isfinite(largest))
    error->all(
        FLERR,
        "Fix {} cannot take its piston mass from pair style {}, which gives no contact energy "
        "at pressure {}: use keyword 'ptemp T' or 'pmass energy E0'",
        style, force->pair ? force->pair_style : "none", target);
  return largest;
}

// FixNH keeps the reference as a temperature t0 and writes it to restart files: the energies of
// pmass are kept as E0 / k_B.
double FixNphSphereSrt::reference_temperature()
{
  const auto from_energy = [&](const char *source, double energy) {
    if (comm->me == 0)
      LAMMPS_NS::utils::logmesg(lmp,
                                "fix {}: piston mass from {}, reference energy {} per particle\n",
                                style, source, energy);
    if (mpchain > 0 && comm->me == 0)
      error->warning(
          FLERR,
          "Fix {} pchain {} drives each piston to this energy and the box will not come "
          "to rest: use 'pchain 0' for packings",
          style, mpchain);
    return energy / boltz;
  };

  if (reference == PistonReference::ptemp) return p_temp;
  if (reference == PistonReference::energy) return from_energy("pmass energy", given_energy);
  if (reference == PistonReference::contact)
    return from_energy("contact stiffness", contact_reference_energy());
  if (t_current >= coldest) return t_current;
  if (reference == PistonReference::temperature)
    error->all(FLERR,
               "Current temperature {} is too close to zero for fix {} pmass temp: use 'pmass "
               "contact', 'pmass energy E0' or 'ptemp T'",
               t_current, style);
  return from_energy("contact stiffness", contact_reference_energy());
}

}    // namespace granular_srt
