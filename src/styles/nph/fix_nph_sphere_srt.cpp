#include "fix_nph_sphere_srt.h"

#include "simd/kernels.h"
#include "voigt_array.h"

#include "barostat/piston_chain.h"
#include "barostat/pressure_target.h"
#include "barostat/reference_cell.h"

#include "atom.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "irregular.h"
#include "kspace.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

using LAMMPS_NS::LAMMPS;

namespace granular_srt {

using barostat::Cell;
using barostat::Controlled;
using barostat::Voigt;

namespace {

// FixNH's own names of these are not visible outside of it.
enum { COUPLE_NONE, COUPLE_XYZ, COUPLE_XY, COUPLE_YZ, COUPLE_XZ };
enum { STYLE_ISO, STYLE_ANISO, STYLE_TRICLINIC };
enum { NO_BIAS, BIAS };

constexpr double largest_tilt = 1.5;    // of a length, in one step (as in LAMMPS)

barostat::Coupling coupling_of(int pcouple)
{
  constexpr std::array coupling = {barostat::Coupling::none, barostat::Coupling::xyz,
                                   barostat::Coupling::xy, barostat::Coupling::yz,
                                   barostat::Coupling::xz};
  static_assert(COUPLE_NONE == 0 && COUPLE_XZ + 1 == coupling.size());
  return coupling[pcouple];
}

}    // namespace

/* ---- construction and checks ---- */

FixNphSphereSrt::FixNphSphereSrt(LAMMPS *lmp, int narg, char **arg) :
    FixNphSphereSrt(lmp, narg, arg, "temp/sphere")
{
}

FixNphSphereSrt::FixNphSphereSrt(LAMMPS *lmp, int narg, char **arg, const char *temperature_style) :
    FixNphSphereSrt(lmp, NphSphereArguments(lmp, narg, arg), temperature_style)
{
}

FixNphSphereSrt::FixNphSphereSrt(LAMMPS *lmp, NphSphereArguments arguments,
                                 const char *temperature_style) :
    FixNH(lmp, static_cast<int>(arguments.for_base.size()), arguments.for_base.data()),
    reference(arguments.reference), given_energy(arguments.reference_energy),
    inertia_factor(arguments.disc ? barostat::inertia_of_disc : barostat::inertia_of_sphere)
{
  const std::array needed = {std::pair{atom->omega_flag, "omega"},
                             std::pair{atom->radius_flag, "radius"},
                             std::pair{atom->rmass_flag, "rmass"}};
  for (const auto &[present, attribute] : needed)
    if (!present) error->all(FLERR, "Fix {} requires atom attribute {}", style, attribute);
  if (arguments.disc && domain->dimension != 2)
    error->all(FLERR, "Fix {} disc option requires 2d simulation", style);

  // both for group all: the pressure is that of the box
  id_temp = LAMMPS_NS::utils::strdup(std::string(id) + "_temp");
  modify->add_compute(fmt::format("{} all {}", id_temp, temperature_style));
  tcomputeflag = 1;
  id_press = LAMMPS_NS::utils::strdup(std::string(id) + "_press");
  modify->add_compute(fmt::format("{} all pressure {}", id_press, id_temp));
  pcomputeflag = 1;
}

void FixNphSphereSrt::init()
{
  int point_particles = 0, any = 0;
  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && atom->radius[i] == 0.0) point_particles = 1;
  MPI_Allreduce(&point_particles, &any, 1, MPI_INT, MPI_MAX, world);
  if (any)
    error->all(FLERR,
               "Fix {} requires extended particles: an atom of its group has radius (diameter) 0",
               style);
  FixNH::init();
  kernels_ = &kernels(lmp);
  // What the compute that this fix made for itself sums is known here, and can be summed in a pass over
  // the spheres that is made anyway.
  sums_kinetic_ = pstyle != STYLE_ISO && which == NO_BIAS &&
      std::string(temperature->id) == std::string(id) + "_temp" &&
      LAMMPS_NS::utils::strmatch(temperature->style, "^temp/sphere");
  pressure_stays_ = which == NO_BIAS && others_leave_velocities();
}

// Whether no other fix can change velocities or the box between the end of a step and the start of the next.
bool FixNphSphereSrt::others_leave_velocities() const
{
  using namespace LAMMPS_NS::FixConst;
  bool before = true;
  for (int i = 0; i < modify->nfix; i++) {
    const LAMMPS_NS::Fix *fix = modify->fix[i];
    if (fix == this) {
      before = false;
      continue;
    }
    const int mask = modify->fmask[i];
    if (mask & (before ? INITIAL_INTEGRATE : FINAL_INTEGRATE)) return false;
    if (mask & END_OF_STEP && !LAMMPS_NS::utils::strmatch(fix->style, "^(ave/|print$|halt$|vector$)"))
      return false;
  }
  return true;
}

void FixNphSphereSrt::restart(char *buf)
{
  FixNH::restart(buf);
  // a component that was a piston when the file was written and is none now must not move on
  const Controlled pistons = controlled();
  for (int i = 0; i < 6; i++)
    if (!pistons[i]) omega_dot[i] = 0.0;
}

/* ---- the base class' arrays in the types of the barostat ---- */

Controlled FixNphSphereSrt::controlled() const
{
  Controlled pistons{};
  for (int i = 0; i < 6; i++) pistons.on[i] = p_flag[i] != 0;
  return pistons;
}

Voigt FixNphSphereSrt::rates() const
{
  return from_array(omega_dot);
}

void FixNphSphereSrt::set_rates(const Voigt &rate)
{
  to_array(rate, omega_dot);
}

Cell FixNphSphereSrt::read_cell() const
{
  const double *lo = domain->boxlo, *hi = domain->boxhi;
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}, domain->yz, domain->xz, domain->xy};
}

void FixNphSphereSrt::put_cell(const Cell &cell)
{
  for (int dim = 0; dim < 3; dim++) {
    domain->boxlo[dim] = cell.lo[dim];
    domain->boxhi[dim] = cell.hi[dim];
  }
  domain->yz = cell.yz;
  domain->xz = cell.xz;
  domain->xy = cell.xy;
  domain->set_global_box();
  domain->set_local_box();
}

/* ---- the pistons ---- */

void FixNphSphereSrt::setup(int /*vflag*/)
{
  t_current = scalar_of(*temperature);
  tdof = temperature->dof;
  if (t0 == 0.0) t0 = reference_temperature();    // else it was read from a restart file
  t_target = t0;

  update_targets();
  measure_pressure();

  const double energy = boltz * t0;
  for (int i = 0; i < 6; i++)
    if (p_flag[i])
      omega_mass[i] = barostat::piston_mass(static_cast<double>(atom->natoms), energy, p_freq[i]);
  if (mpchain > 0)
    barostat::prepare_chain({mpchain, etap, etap_dot, etap_dotdot, etap_mass}, energy, p_freq_max);
}

void FixNphSphereSrt::update_targets()
{
  double fraction = static_cast<double>(update->ntimestep - update->beginstep);
  if (fraction != 0.0) fraction /= static_cast<double>(update->endstep - update->beginstep);
  const Voigt target =
      barostat::ramp(from_array(p_start), from_array(p_stop), fraction, controlled());
  to_array(target, p_target);
  p_hydro = barostat::hydrostatic(target, controlled());
  if (!deviatoric_flag) return;

  if (nreset_h0 > 0 && (update->ntimestep - update->beginstep) % nreset_h0 == 0) {
    vol0 = barostat::volume(read_cell(), dimension);
    std::copy(domain->h_inv, domain->h_inv + 6, h0_inv);
  }
  to_array(barostat::reference_stress(vol0, from_array(h0_inv), target, p_hydro), sigma);
}

// The temperature compute must be up to date: of it, the pressure takes the kinetic part.
void FixNphSphereSrt::measure_pressure()
{
  if (pstyle == STYLE_ISO) {
    const double p = scalar_of(*pressure);
    p_current[0] = p_current[1] = p_current[2] = p;
  } else {
    vector_of(*pressure);
    const double *p = pressure->vector;    // LAMMPS' order: xx yy zz xy xz yz
    const Voigt measured = {{p[0], p[1], p[2], p[5], p[4], p[3]}};
    to_array(barostat::coupled(measured, coupling_of(pcouple)), p_current);
  }
  pressure->addstep(update->ntimestep + 1);

  const int components = pstyle == STYLE_TRICLINIC ? 6 : 3;
  for (int i = 0; i < components; i++)
    if (!std::isfinite(p_current[i]))
      error->all(FLERR,
                 "Non-numeric pressure - simulation unstable" + LAMMPS_NS::utils::errorurl(6));
}

// Gives the temperature compute the vector that it would have found.
void FixNphSphereSrt::put_kinetic(const double *mine)
{
  MPI_Allreduce(mine, temperature->vector, 6, MPI_DOUBLE, MPI_SUM, world);
  for (int k = 0; k < 6; k++) temperature->vector[k] *= force->mvv2e;
  temperature->invoked_vector = update->ntimestep;
}

double FixNphSphereSrt::scalar_of(LAMMPS_NS::Compute &compute)
{
  return compute.compute_scalar();
}

void FixNphSphereSrt::vector_of(LAMMPS_NS::Compute &compute)
{
  compute.compute_vector();
}

void FixNphSphereSrt::kick_pistons()
{
  const Controlled pistons = controlled();
  const auto particles = static_cast<double>(atom->natoms);
  if (deviatoric_flag)
    to_array(barostat::deviatoric_force(from_array(domain->h), from_array(sigma)), fdev);

  mtk_term1 = 0.0;
  if (mtk_flag) {
    double twice_kinetic = 0.0;
    if (pstyle == STYLE_ISO) twice_kinetic = tdof * boltz * t_current;
    else
      for (int i = 0; i < 3; i++)
        if (p_flag[i]) twice_kinetic += temperature->vector[i];
    mtk_term1 = barostat::mtk_energy(twice_kinetic, pdim, particles);
  }

  const barostat::PistonForce push = {from_array(p_current),
                                      p_hydro,
                                      deviatoric_flag ? from_array(fdev) : Voigt{},
                                      barostat::volume(read_cell(), dimension),
                                      nktv2p,
                                      mtk_term1};
  const Voigt rate =
      barostat::kicked(rates(), from_array(omega_mass), pistons, push, dthalf, pdrag_factor);
  set_rates(rate);
  mtk_term2 = mtk_flag ? barostat::mtk_rate(rate, pistons, particles) : 0.0;
}

void FixNphSphereSrt::advance_chain()
{
  if (mpchain == 0) return;
  const Controlled pistons = controlled();
  Voigt rate = rates();
  barostat::advance_chain({mpchain, etap, etap_dot, etap_dotdot, etap_mass}, rate,
                          from_array(omega_mass), pistons,
                          pstyle == STYLE_ISO ? 1 : pistons.count(), boltz * t_target, update->dt,
                          nc_pchain, pdrag_factor);
  set_rates(rate);
}

/* ---- the box ---- */

barostat::CellFlow FixNphSphereSrt::cell_flow() const
{
  barostat::CellFlow flow{};
  flow.rate = rates();
  flow.controlled = controlled();
  flow.yz_follows_z = scaleyz != 0;
  flow.xz_follows_z = scalexz != 0;
  flow.xy_follows_y = scalexy != 0;
  for (int dim = 0; dim < 3; dim++) {
    flow.fixed_point[dim] = fixedpoint[dim];
    flow.keeps_volume[dim] = isochoric && p_isoch[dim];
  }
  flow.kept_volume = isochoric ? vol_start : 0.0;
  flow.dimensions = dimension;
  return flow;
}

// dto is half the time step, or half that of the innermost level under respa
Cell FixNphSphereSrt::half_step_of_cell(const Cell &cell)
{
  for (int i = 0; i < 6; i++) omega[i] += dto * omega_dot[i];
  const Cell next = barostat::advanced(cell, cell_flow(), dto);
  if (barostat::tilted_beyond(next, cell, largest_tilt))
    error->all(FLERR, LAMMPS_NS::Error::NOLASTLINE,
               "Fix {} has tilted box too far in one step - periodic cell is too far from "
               "equilibrium state",
               style);
  return next;
}

void FixNphSphereSrt::pre_exchange()
{
  const barostat::Flip flip =
      barostat::flipped(read_cell(), domain->xperiodic != 0, domain->yperiodic != 0);
  if (!flip.any()) return;
  put_cell(flip.cell);

  flip_atoms(flip);
}

void FixNphSphereSrt::flip_atoms(const barostat::Flip &flip)
{
  // image flags first: the remap below changes them
  domain->image_flip(flip.xy, flip.xz, flip.yz);
  for (int i = 0; i < atom->nlocal; i++) domain->remap(atom->x[i], atom->image[i]);

  domain->x2lamda(atom->nlocal);
  irregular->migrate_atoms();
  domain->lamda2x(atom->nlocal);
}

/* ---- the time step ---- */

// The pistons' own first half step. Where velocities may have changed since the last step, the pressure is
// measured again.
void FixNphSphereSrt::start_step()
{
  advance_chain();
  // commands between two runs may have changed anything
  if (pressure_stays_ && update->ntimestep > update->firststep + 1)
    pressure->addstep(update->ntimestep + 1);
  else
    measure_start();
  update_targets();
  kick_pistons();
}

void FixNphSphereSrt::measure_start()
{
  if (pstyle == STYLE_ISO) {
    scalar_of(*temperature);
  } else if (sums_kinetic_) {
    double kinetic[6] = {};
    sum_kinetic(kinetic);
    put_kinetic(kinetic);
  } else {
    vector_of(*temperature);
  }
  measure_pressure();
}

void FixNphSphereSrt::initial_integrate(int /*vflag*/)
{
  start_step();
  // a bias depends on the positions and the box before the step
  if (which == BIAS) scale_biased_velocities(scaling());
  kick_and_drift(which == NO_BIAS);
  if (kspace_flag) force->kspace->setup();
}

void FixNphSphereSrt::final_integrate()
{
  if (which == BIAS) {
    second_half(pass(false), nullptr);
    // per-atom bias values are lost when atoms have moved between processes
    if (neighbor->ago == 0) t_current = scalar_of(*temperature);
    scale_biased_velocities(scaling());
  } else if (sums_kinetic_) {
    double kinetic[6] = {};
    second_half(pass(true), kinetic);
    put_kinetic(kinetic);
  } else {
    second_half(pass(true), nullptr);
  }

  // only the isotropic cell and a bias need the scalar; it costs a pass and a sum over all
  // processes
  if (pstyle == STYLE_ISO || which == BIAS) {
    t_current = scalar_of(*temperature);
    tdof = temperature->dof;
  }
  if (pstyle != STYLE_ISO && !sums_kinetic_) vector_of(*temperature);
  measure_pressure();
  kick_pistons();
  advance_chain();
}

void FixNphSphereSrt::initial_integrate_respa(int /*vflag*/, int ilevel, int /*iloop*/)
{
  dtv = step_respa[ilevel];
  dtf = 0.5 * step_respa[ilevel] * force->ftm2v;
  dthalf = 0.5 * step_respa[ilevel];

  // pistons and scaling at the outermost level, the box and the positions at the innermost
  const bool outermost = ilevel == nlevels_respa - 1;
  if (outermost) {
    start_step();
    if (which == BIAS) scale_biased_velocities(scaling());
  }
  const bool scales = outermost && which == NO_BIAS;
  if (ilevel == 0) kick_and_drift(scales);
  else kick(scales);
}

void FixNphSphereSrt::final_integrate_respa(int ilevel, int /*iloop*/)
{
  dtf = 0.5 * step_respa[ilevel] * force->ftm2v;
  dthalf = 0.5 * step_respa[ilevel];
  if (ilevel == nlevels_respa - 1) final_integrate();
  else second_half(pass(false), nullptr);
}

}    // namespace granular_srt
