// Construction and time step of fix nph/sphere, and its passes over the particles.

#include "fix_nph_sphere_srt.h"
#include "sphere_arrays.h"

#include "engine/workers.h"
#include "engine/evaluate/instruction_set.h"
#include "host/style_table.h"

#include "atom.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "fix_deform.h"
#include "force.h"
#include "kspace.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using LAMMPS_NS::LAMMPS;

namespace granular_srt {

using barostat::Cell;

namespace {

  // Whether a fix of this style leaves the particles and the box as they are.
  bool only_reads(std::string_view style)
  {
    static constexpr std::string_view styles[] = {"print", "halt", "vector"};
    return style.starts_with("ave/") || style.starts_with("GRANULAR_SRT_LEDGER") ||
        std::find(std::begin(styles), std::end(styles), style) != std::end(styles);
  }

}    // namespace

FixNphSphereSrt::FixNphSphereSrt(LAMMPS *lammps, int narg, char **arg, const char *temperature_style) :
    FixNphSphereSrt(lammps, NphSphereArguments(lammps, narg, arg), temperature_style)
{
}

FixNphSphereSrt::FixNphSphereSrt(LAMMPS *lammps, NphSphereArguments arguments,
                                 const char *temperature_style) :
    FixNH(lammps, static_cast<int>(arguments.for_base.size()), arguments.for_base.data()),
    reference_(arguments.reference), given_energy_(arguments.reference_energy),
    inertia_factor_(arguments.disc ? barostat::inertia_of_disc : barostat::inertia_of_sphere),
    has_rate_(arguments.has_rate), given_rate_(arguments.rate), fixed_point_given_(arguments.fixed_point),
    mean_of_lengths_(arguments.mean_of_lengths)
{
  const std::array needed = {std::pair{atom->omega_flag, "omega"}, std::pair{atom->radius_flag, "radius"},
                             std::pair{atom->rmass_flag, "rmass"}};
  for (const auto &[present, attribute] : needed)
    if (!present) error->all(FLERR, "Fix {} requires atom attribute {}", style, attribute);
  if (arguments.disc && domain->dimension != 2)
    error->all(FLERR, "Fix {} disc option requires 2d simulation", style);

  std::fill_n(h0_inv, 6, 0.0);
  if (has_rate_.count() > 0) prepare_given_rates();

  // group all: the pressure is that of the whole box
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
  for (int i = 0; i < atom->nlocal; ++i)
    if ((atom->mask[i] & groupbit) && atom->radius[i] == 0.0) point_particles = 1;
  MPI_Allreduce(&point_particles, &any, 1, MPI_INT, MPI_MAX, world);
  if (any)
    error->all(FLERR, "Fix {} requires extended particles: an atom of its group has radius (diameter) 0",
               style);
  FixNH::init();
  // a file of a fix with one pressure for all lengths has the volume of the reference cell alone
  if (deviatoric_flag && h0_inv[0] == 0.0) set_reference_cell();
  deformed_ = {};
  for (const LAMMPS_NS::Fix *fix : modify->get_fix_list())
    if (const auto *deform = dynamic_cast<const LAMMPS_NS::FixDeform *>(fix))
      for (int k = 0; k < 6; ++k) deformed_.on[k] = deformed_[k] || deform->dimflag[k] != 0;
  announce_styles(lmp);
  instruction_set_ = &instruction_set(lmp);
  // the kinetic stress of this fix's own compute can be summed in a pass over the spheres that is needed anyway
  const auto *of_spheres = dynamic_cast<const LAMMPS_NS::ComputeTempSphere *>(temperature);
  sums_kinetic_stress_ = pstyle != STYLE_ISO && which == NO_BIAS &&
      std::string(temperature->id) == std::string(id) + "_temp" && temperature->igroup == 0 && of_spheres &&
      SphereTemperature::has_all(of_spheres);
  // a pressure of the deck may contain another temperature, which is not measured at the end of the step
  const auto *measured = dynamic_cast<const LAMMPS_NS::ComputePressure *>(pressure);
  LAMMPS_NS::Compute *const in_pressure = measured ? PressureTemperature::of(measured) : nullptr;
  const bool own_pressure = std::string(pressure->id) == std::string(id) + "_press" && measured &&
      (!in_pressure || in_pressure == temperature);
  pressure_stays_valid_ = which == NO_BIAS && own_pressure && other_fixes_keep_velocities();
}

// Whether no other fix can change velocities or the box between the end of a step and the start of the next.
bool FixNphSphereSrt::other_fixes_keep_velocities() const
{
  using namespace LAMMPS_NS::FixConst;
  bool before_this_fix = true;
  for (int i = 0; i < modify->nfix; ++i) {
    const LAMMPS_NS::Fix *fix = modify->fix[i];
    if (fix == this) {
      before_this_fix = false;
      continue;
    }
    const int changes = END_OF_STEP | (before_this_fix ? INITIAL_INTEGRATE : FINAL_INTEGRATE);
    if (modify->fmask[i] & changes && !only_reads(fix->style)) return false;
  }
  return true;
}

void FixNphSphereSrt::restart(char *buf)
{
  FixNH::restart(buf);
  // a component with a piston in the restart file and none in this command must not keep its rate
  const barostat::Controlled pistons = controlled();
  for (int i = 0; i < 6; ++i)
    if (!pistons[i]) omega_dot[i] = 0.0;
  // Lengths that were not coupled in the run that wrote the file. Equal rates keep their bits. Targets that are not hydrostatic
  // drive coupled lengths apart.
  const barostat::Voigt mean = barostat::coupled(from_array(omega_dot), coupling(pcouple));
  constexpr double rounding = 1e-12;
  for (int i = 0; i < 6; ++i)
    if (!deviatoric_flag && std::fabs(omega_dot[i] - mean[i]) > rounding * std::fabs(mean[i]))
      omega_dot[i] = mean[i];
  impose_given_rates();
}

double FixNphSphereSrt::update_scalar(LAMMPS_NS::Compute &compute)
{
  return compute.compute_scalar();
}

void FixNphSphereSrt::update_vector(LAMMPS_NS::Compute &compute)
{
  compute.compute_vector();
}

// First half step of the pistons. The pressure is measured again if velocities may have changed since the last step.
void FixNphSphereSrt::begin_step()
{
  advance_chain();
  // commands between two runs may have changed velocities: the first step measures the pressure
  if (pressure_stays_valid_ && update->ntimestep > update->firststep + 1)
    pressure->addstep(update->ntimestep + 1);
  else
    measure_pressure_at_start();
  update_targets();
  kick_pistons();
  rate_of_forces_ = from_array(omega_dot);
}

void FixNphSphereSrt::initial_integrate(int /*vflag*/)
{
  begin_step();
  // a bias depends on positions and box before the step
  if (which == BIAS) scale_biased_velocities(velocity_scaling());
  kick_and_drift(which == NO_BIAS);
  if (kspace_flag) force->kspace->setup();
}

void FixNphSphereSrt::final_integrate()
{
  if (which == BIAS) {
    second_half(sphere_pass(false), nullptr);
    // the bias stored per atom is lost when atoms have migrated: compute it again
    if (neighbor->ago == 0) t_current = update_scalar(*temperature);
    scale_biased_velocities(velocity_scaling());
  } else if (sums_kinetic_stress_) {
    double kinetic[6] = {};
    second_half(sphere_pass(true), kinetic);
    set_kinetic_stress(kinetic);
  } else {
    second_half(sphere_pass(true), nullptr);
  }

  // the scalar costs a pass over the atoms and a sum over all ranks; only the isotropic cell and a bias need it
  if (pstyle == STYLE_ISO || which == BIAS) {
    t_current = update_scalar(*temperature);
    tdof = temperature->dof;
  }
  if (pstyle != STYLE_ISO && !sums_kinetic_stress_) update_vector(*temperature);
  measure_pressure();
  kick_pistons();
  advance_chain();
}

void FixNphSphereSrt::initial_integrate_respa(int /*vflag*/, int ilevel, int /*iloop*/)
{
  dtv = step_respa[ilevel];
  dtf = 0.5 * step_respa[ilevel] * force->ftm2v;
  dthalf = 0.5 * step_respa[ilevel];

  // pistons and scaling move at the outermost level, box and positions at the innermost
  const bool outermost = ilevel == nlevels_respa - 1;
  if (outermost) {
    begin_step();
    if (which == BIAS) scale_biased_velocities(velocity_scaling());
  }
  const bool scales = outermost && which == NO_BIAS;
  if (ilevel == 0)
    kick_and_drift(scales);
  else
    first_half(sphere_pass(scales));
}

void FixNphSphereSrt::final_integrate_respa(int ilevel, int /*iloop*/)
{
  dtf = 0.5 * step_respa[ilevel] * force->ftm2v;
  dthalf = 0.5 * step_respa[ilevel];
  if (ilevel == nlevels_respa - 1)
    final_integrate();
  else
    second_half(sphere_pass(false), nullptr);
}

/* ---- passes over the particles; the threads of workers(), if any, share them ---- */

barostat::VelocityScaling FixNphSphereSrt::velocity_scaling() const
{
  return barostat::velocity_scaling(from_array(omega_dot), mtk_term2, dthalf);
}

SpherePass FixNphSphereSrt::sphere_pass(bool scale) const
{
  SpherePass pass{};
  pass.group = groupbit;
  pass.step.scale = scale;
  pass.step.scaling = velocity_scaling();
  pass.step.kick = dtf;
  pass.step.spin_kick = dtf / inertia_factor_;
  return pass;
}

void FixNphSphereSrt::kick_and_drift(bool scale)
{
  SpherePass pass = sphere_pass(scale);
  const Cell start = current_cell();
  const Cell middle = advance_cell(start);
  const Cell end = advance_cell(middle);
  pass.step.drift = true;
  pass.step.to_middle = barostat::cell_map(start, middle);
  pass.step.to_end = barostat::cell_map(middle, end);
  pass.step.time = dtv;
  // allremap: all atoms move with the cell
  pass.dilating = allremap ? ~0 : dilate_group_bit;
  for (const Cell &cell : {middle, end}) {
    for (auto *rigid : rfix) rigid->deform(0);
    set_cell(cell);
    for (auto *rigid : rfix) rigid->deform(1);
  }
  first_half(pass);
  if (dipole_flag) rotate_dipoles();
}

int FixNphSphereSrt::thread_count() const
{
  const Workers *threads = workers();
  return threads ? threads->count() : 1;
}

// Calls task(thread, its spheres) for each thread: a range of whole blocks of BlockSums.
void FixNphSphereSrt::for_each_thread(const std::function<void(int, const SphereArrays &)> &task) const
{
  const SphereArrays all = sphere_arrays(*atom, atom->nlocal);
  const int count = thread_count();
  if (count == 1) {
    task(0, all);
    return;
  }
  const int blocks = (all.count + terms_in_block - 1) / terms_in_block;
  const int each = (blocks + count - 1) / count * terms_in_block;
  workers()->run([&](int thread) {
    const int first = std::min(thread * each, all.count);
    task(thread, atoms_in_range(all, first, std::min(first + each, all.count)));
  });
}

void FixNphSphereSrt::first_half(const SpherePass &pass)
{
  for_each_thread(
      [&](int, const SphereArrays &spheres) { instruction_set_->spheres.first_half(spheres, pass); });
}

void FixNphSphereSrt::second_half(const SpherePass &pass, double *kinetic)
{
  std::vector<BlockSums> sums(thread_count());
  for_each_thread([&](int thread, const SphereArrays &spheres) {
    instruction_set_->spheres.second_half(spheres, pass, kinetic ? &sums[thread] : nullptr);
  });
  if (!kinetic) return;
  for (const BlockSums &sum : sums) sum.add_to(kinetic);
}

void FixNphSphereSrt::add_kinetic_stress(double *kinetic)
{
  std::vector<BlockSums> sums(thread_count());
  for_each_thread([&](int thread, const SphereArrays &spheres) {
    instruction_set_->spheres.kinetic_stress(spheres, sums[thread]);
  });
  for (const BlockSums &sum : sums) sum.add_to(kinetic);
}

void FixNphSphereSrt::rotate_dipoles()
{
  for_each_dipole(*atom, atom->nlocal, groupbit, [&](double *mu, double length, double *spin) {
    if (dlm_flag)
      barostat::rotate_dipole_dlm(mu, length, spin, dtv);
    else
      barostat::rotate_dipole(mu, length, spin, dtv);
  });
}

void FixNphSphereSrt::scale_biased_velocities(const barostat::VelocityScaling &scaling)
{
  for (int i = 0; i < atom->nlocal; ++i) {
    if (!(atom->mask[i] & groupbit)) continue;
    double *v = atom->v[i];
    temperature->remove_bias(i, v);
    barostat::scale_velocity(scaling, v);
    temperature->restore_bias(i, v);
  }
}

}    // namespace granular_srt
