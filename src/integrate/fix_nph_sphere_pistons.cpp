// Pistons of fix nph/sphere: mass, target pressure, measured pressure, kick, chain.

#include "fix_nph_sphere_srt.h"

#include "barostat/piston_chain.h"
#include "barostat/pressure_target.h"
#include "barostat/reference_cell.h"
#include "host/queries.h"
#include "pair/pair_granular_srt.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "update.h"

#include <algorithm>
#include <cmath>

namespace granular_srt {

using barostat::Controlled;
using barostat::Coupling;
using barostat::Voigt;

namespace {

  // lowest temperature that can be the reference [temperature]; the value is that of LAMMPS
  constexpr double lowest_temperature = 1.0e-6;

  constexpr std::size_t numbers_in_state = 19;    // RestartState::common

}    // namespace

Controlled FixNphSphereSrt::controlled() const
{
  Controlled pistons{};
  for (int i = 0; i < 6; ++i) pistons.on[i] = p_flag[i] != 0;
  return pistons;
}

// Components that move at the rates omega_dot: those with a piston, and those with a given rate.
Controlled FixNphSphereSrt::moving() const
{
  Controlled all = controlled();
  for (int i = 0; i < 6; ++i) all.on[i] = all.on[i] || has_rate_[i];
  return all;
}

// The larger of the hydrostatic target pressures at the start and at the end of the ramp.
double FixNphSphereSrt::largest_target() const
{
  const double start = barostat::hydrostatic(from_array(p_start), controlled());
  const double stop = barostat::hydrostatic(from_array(p_stop), controlled());
  return std::max(std::fabs(start), std::fabs(stop));
}

// Largest contact energy k(P) d^2 of the pair styles at the largest target P [energy]; 0 if they give none.
double FixNphSphereSrt::contact_energy() const
{
  double largest = 0.0;
  for_each_pair_of<PairGranularSrt>(lmp, [&](PairGranularSrt &pair) {
    largest = std::max(largest, pair.contact_energy(largest_target()));
  });
  return std::isfinite(largest) ? largest : 0.0;
}

double FixNphSphereSrt::contact_reference_energy() const
{
  const double largest = contact_energy();
  if (largest == 0.0)
    error->all(FLERR,
               "Fix {} cannot take its piston mass from pair style {}, which gives no contact energy "
               "at pressure {}: use keyword 'ptemp T' or 'pmass energy E0'",
               style, force->pair ? force->pair_style : "none", largest_target());
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

void FixNphSphereSrt::setup(int /*vflag*/)
{
  reset_run_ = -1;
  t_current = update_scalar(*temperature);
  tdof = temperature->dof;
  if (t0 == 0.0) t0 = reference_temperature();    // not 0: read from a restart file
  t_target = t0;

  update_targets();
  measure_pressure();

  const double energy = boltz * t0;
  for (int i = 0; i < 6; ++i)
    if (p_flag[i])
      omega_mass[i] = barostat::piston_mass(static_cast<double>(atom->natoms), energy, p_freq[i]);
  if (mpchain > 0)
    barostat::prepare_chain({mpchain, etap, etap_dot, etap_dotdot, etap_mass}, energy, p_freq_max);
  warn_of_light_box(energy);
}

// Warns once. A jammed box whose inertia is that of the contact energy oscillates in about ten Pdamp.
void FixNphSphereSrt::warn_of_light_box(double energy)
{
  constexpr double fewest_steps = 5.0;    // leapfrog is unstable below pi
  const double contact = contact_energy(), Pdamp = 1.0 / p_freq_max;
  const double steps = 10.0 * Pdamp * std::sqrt(energy / contact) / update->dt;
  if (light_box_warned_ || !(contact > 0.0 && steps < fewest_steps)) return;
  light_box_warned_ = true;
  if (comm->me == 0)
    error->warning(
        FLERR,
        "Fix {}: with Pdamp {:.4g} and reference energy {:.4g} per particle a jammed box oscillates in "
        "{:.2g} time steps: use {}a longer Pdamp or a smaller time step",
        style, Pdamp, energy, steps,
        energy < contact ? fmt::format("pmass contact (reference energy {:.4g}), ", contact) : "");
}

// Step from which the interval of keyword nreset counts.
LAMMPS_NS::bigint FixNphSphereSrt::first_reset() const
{
  return reset_run_ == update->beginstep ? reset_start_ : update->beginstep;
}

RestartState FixNphSphereSrt::restart_state() const
{
  RestartState state;
  state.common = {fixedpoint[0], fixedpoint[1], fixedpoint[2], vol0, static_cast<double>(first_reset())};
  for (const double one : h0_inv) state.common.push_back(deviatoric_flag ? one : 0.0);
  state.common.insert(state.common.end(), {static_cast<double>(nreset_h0), t_current});
  state.common.insert(state.common.end(), rate_of_forces_.value, rate_of_forces_.value + 6);
  return state;
}

void FixNphSphereSrt::restore(const RestartState &state)
{
  if (state.common.size() == numbers_in_state && !fixed_point_given_)
    std::copy_n(state.common.data(), 3, fixedpoint);
}

void FixNphSphereSrt::restore_for_replay(const RestartState &state)
{
  if (state.common.size() != numbers_in_state) return;
  rate_of_forces_ = from_array(omega_dot);
  std::copy_n(state.common.data() + 13, 6, omega_dot);
}

void FixNphSphereSrt::restore_after_replay(const RestartState &state)
{
  if (state.common.size() != numbers_in_state) return;
  to_array(rate_of_forces_, omega_dot);
  const double *const next = state.common.data();
  const bool lacks_cell = deviatoric_flag && next[5] == 0.0;    // of a fix with one pressure for all lengths
  if (!lacks_cell && next[11] == nreset_h0) {
    vol0 = next[3];
    reset_start_ = static_cast<LAMMPS_NS::bigint>(next[4]);
    reset_run_ = update->beginstep;
    std::copy_n(next + 5, 6, h0_inv);
    set_reference_stress();
  }
  measure_pressure_at_start();
  t_current = next[12];
}

void FixNphSphereSrt::set_reference_cell()
{
  vol0 = barostat::volume(current_cell(), dimension);
  std::copy_n(domain->h_inv, 6, h0_inv);
}

void FixNphSphereSrt::set_reference_stress()
{
  if (!deviatoric_flag) return;
  to_array(barostat::reference_stress(vol0, from_array(h0_inv), from_array(p_target), p_hydro), sigma);
}

void FixNphSphereSrt::update_targets()
{
  double fraction = static_cast<double>(update->ntimestep - update->beginstep);
  if (fraction != 0.0) fraction /= static_cast<double>(update->endstep - update->beginstep);
  const Voigt target = barostat::ramp(from_array(p_start), from_array(p_stop), fraction, controlled());
  to_array(target, p_target);
  p_hydro = barostat::hydrostatic(target, controlled());
  if (deviatoric_flag && nreset_h0 > 0 && (update->ntimestep - first_reset()) % nreset_h0 == 0)
    set_reference_cell();
  set_reference_stress();
}

// The temperature compute must be up to date, because the pressure compute takes the kinetic part from it.
void FixNphSphereSrt::measure_pressure()
{
  if (pstyle == STYLE_ISO) {
    const double p = update_scalar(*pressure);
    p_current[0] = p_current[1] = p_current[2] = p;
  } else {
    update_vector(*pressure);
    // output of the temperature's vector sums it again, in another order
    std::copy_n(temperature->vector, 3, kinetic_of_lengths_);
    const double *p = pressure->vector;    // LAMMPS' order: xx yy zz xy xz yz
    const Voigt measured = {{p[0], p[1], p[2], p[5], p[4], p[3]}};
    to_array(barostat::coupled(measured, coupling(mean_of_lengths_ ? COUPLE_XYZ : pcouple)), p_current);
  }
  pressure->addstep(update->ntimestep + 1);

  const int components = pstyle == STYLE_TRICLINIC ? 6 : 3;
  for (int i = 0; i < components; ++i)
    if (!std::isfinite(p_current[i]))
      error->all(FLERR, "Non-numeric pressure - simulation unstable" + LAMMPS_NS::utils::errorurl(6));
}

Coupling FixNphSphereSrt::coupling(int coupled) const
{
  static_assert(COUPLE_XZ == static_cast<int>(Coupling::xz), "both have the same order");
  if (dimension == 2 && coupled == COUPLE_XYZ) return Coupling::xy;    // there is no pressure along z
  return static_cast<Coupling>(coupled);
}

// Stores the kinetic stress of all ranks as the result of the temperature compute.
void FixNphSphereSrt::set_kinetic_stress(double *of_this_rank)
{
  MPI_Allreduce(of_this_rank, temperature->vector, 6, MPI_DOUBLE, MPI_SUM, world);
  for (int k = 0; k < 6; k++) temperature->vector[k] *= force->mvv2e;
  temperature->invoked_vector = update->ntimestep;
}

void FixNphSphereSrt::kick_pistons()
{
  const Controlled pistons = controlled();
  const auto particles = static_cast<double>(atom->natoms);
  if (deviatoric_flag) to_array(barostat::deviatoric_force(from_array(domain->h), from_array(sigma)), fdev);

  mtk_term1 = 0.0;
  if (mtk_flag) {
    double twice_kinetic = 0.0;
    if (pstyle == STYLE_ISO)
      twice_kinetic = tdof * boltz * t_current;
    else
      for (int i = 0; i < 3; ++i)
        if (p_flag[i]) twice_kinetic += kinetic_of_lengths_[i];
    mtk_term1 = barostat::mtk_energy(twice_kinetic, pdim, particles);
  }

  const barostat::PistonForce push = {from_array(p_current),
                                      p_hydro,
                                      deviatoric_flag ? from_array(fdev) : Voigt{},
                                      barostat::volume(current_cell(), dimension),
                                      nktv2p,
                                      mtk_term1};
  const Voigt rate =
      barostat::kicked(from_array(omega_dot), from_array(omega_mass), pistons, push, dthalf, pdrag_factor);
  to_array(rate, omega_dot);
  mtk_term2 = mtk_rate_of(rate);
}

double FixNphSphereSrt::mtk_rate_of(const Voigt &rate) const
{
  return mtk_flag ? barostat::mtk_rate(rate, controlled(), static_cast<double>(atom->natoms)) : 0.0;
}

void FixNphSphereSrt::advance_chain()
{
  if (mpchain == 0) return;
  const Controlled pistons = controlled();
  Voigt rate = from_array(omega_dot);
  barostat::advance_chain({mpchain, etap, etap_dot, etap_dotdot, etap_mass}, rate, from_array(omega_mass),
                          pistons, pstyle == STYLE_ISO ? 1 : pistons.count(), boltz * t_target, update->dt,
                          nc_pchain, pdrag_factor);
  to_array(rate, omega_dot);
}

void FixNphSphereSrt::measure_pressure_at_start()
{
  if (pstyle == STYLE_ISO) {
    update_scalar(*temperature);
  } else if (sums_kinetic_stress_) {
    double kinetic[6] = {};
    add_kinetic_stress(kinetic);
    set_kinetic_stress(kinetic);
  } else {
    update_vector(*temperature);
  }
  measure_pressure();
}

}    // namespace granular_srt
