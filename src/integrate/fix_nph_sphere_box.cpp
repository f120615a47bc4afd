// Box of fix nph/sphere: motion of the cell, flips.

#include "fix_nph_sphere_srt.h"

#include "host/lammps_versions.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "irregular.h"

#include <array>

namespace granular_srt {

using barostat::Cell;

namespace {

  // largest tilt in one step, as a multiple of a box length; the value is that of LAMMPS
  constexpr double largest_tilt = 1.5;

  // largest change of a length of the box in half a step. Beyond it the box soon has no volume, or a size at which the
  // run would not end: millions of images of each particle within the cutoff.
  constexpr double largest_factor = 1.5;

}    // namespace

Cell FixNphSphereSrt::current_cell() const
{
  const double *lo = domain->boxlo, *hi = domain->boxhi;
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}, domain->yz, domain->xz, domain->xy};
}

void FixNphSphereSrt::set_cell(const Cell &cell)
{
  for (int dim = 0; dim < 3; ++dim) {
    domain->boxlo[dim] = cell.lo[dim];
    domain->boxhi[dim] = cell.hi[dim];
  }
  domain->yz = cell.yz;
  domain->xz = cell.xz;
  domain->xy = cell.xy;
  domain->set_global_box();
  domain->set_local_box();
}

// As FixNH does for components with a target: checks of the box, and flags of LAMMPS for its motion.
void FixNphSphereSrt::prepare_given_rates()
{
  constexpr std::array name = {"x", "y", "z", "yz", "xz", "xy"};
  constexpr std::array change = {BOX_CHANGE_X,  BOX_CHANGE_Y,  BOX_CHANGE_Z,
                                 BOX_CHANGE_YZ, BOX_CHANGE_XZ, BOX_CHANGE_XY};
  constexpr std::array needs_periodic = {0, 1, 2, 2, 2, 1};    // dimension
  const std::array<int *, 6> scaling = {nullptr, nullptr, nullptr, &scaleyz, &scalexz, &scalexy};
  for (int i = 0; i < 6; ++i) {
    if (!has_rate_[i]) continue;
    if (!domain->periodicity[needs_periodic[i]])
      error->all(FLERR, "Fix {} {} rate: dimension {} is not periodic", style, name[i],
                 name[needs_periodic[i]]);
    if (i > barostat::zz && !domain->triclinic)
      error->all(FLERR, "Fix {} {} rate: the box must be triclinic", style, name[i]);
    if (dimension == 2 && needs_periodic[i] == 2)
      error->all(FLERR, "Fix {} {} rate: the simulation is in two dimensions", style, name[i]);
    if (i <= barostat::zz && (ConstantVolume::adapts(*this, i) || pcouple == COUPLE_XYZ))
      error->all(FLERR, "Fix {} {} rate: the length is coupled to others", style, name[i]);
    box_change |= change[i];
    if (scaling[i]) *scaling[i] = 0;
    if (i > barostat::zz && flipflag) {
      pre_exchange_flag = pre_exchange_migrate = 1;
      if (!irregular) irregular = new LAMMPS_NS::Irregular(lmp);
    }
  }
  impose_given_rates();
}

void FixNphSphereSrt::impose_given_rates()
{
  for (int i = 0; i < 6; ++i)
    if (has_rate_[i]) omega_dot[i] = given_rate_[i];
}

barostat::CellFlow FixNphSphereSrt::cell_flow() const
{
  barostat::CellFlow flow{};
  flow.rate = from_array(omega_dot);
  flow.controlled = moving();
  using namespace barostat;
  flow.yz_follows_z = scaleyz != 0 && !deformed_[yz];
  flow.xz_follows_z = scalexz != 0 && !deformed_[xz];
  flow.xy_follows_y = scalexy != 0 && !deformed_[xy];
  for (int dim = 0; dim < 3; ++dim) {
    flow.fixed_point[dim] = fixedpoint[dim];
    flow.keeps_volume[dim] = ConstantVolume::adapts(*this, dim);
  }
  flow.kept_volume = ConstantVolume::volume(*this);
  flow.dimensions = dimension;
  return flow;
}

barostat::Voigt FixNphSphereSrt::box_rate() const
{
  const barostat::Voigt h = edges(current_cell());
  return barostat::rate_of(barostat::edge_change(h, cell_flow()), h);
}

barostat::Voigt FixNphSphereSrt::velocity_decay() const
{
  barostat::Voigt decay = from_array(omega_dot);
  // mtk_term2 has no value before the first step of this fix
  const double common = mtk_rate_of(decay);
  for (int i = barostat::xx; i <= barostat::zz; ++i) decay[i] += common;
  return decay;
}

// Lengths that differ in having a target, or in the target, and tilts with a target other than 0.
bool FixNphSphereSrt::changes_shape() const
{
  if (has_rate_.count() > 0) return true;
  for (int i = barostat::yz; i <= barostat::xy; ++i)
    if (p_flag[i] && (p_start[i] != 0.0 || p_stop[i] != 0.0)) return true;
  for (int i = 1; i < dimension; ++i)
    if (p_flag[i] != p_flag[0] || (p_flag[i] && (p_start[i] != p_start[0] || p_stop[i] != p_stop[0])))
      return true;
  return false;
}

// Moves the cell and the strain `omega` by dto: half the time step, with run_style respa half that of the innermost
// level.
Cell FixNphSphereSrt::advance_cell(const Cell &cell)
{
  for (int i = 0; i < 6; ++i) omega[i] += dto * omega_dot[i];
  const Cell next = barostat::advanced(cell, cell_flow(), dto);
  if (barostat::tilted_beyond(next, cell, largest_tilt))
    error->all(FLERR, LAMMPS_NS::Error::NOLASTLINE,
               "Fix {} has tilted box too far in one step - periodic cell is too far from "
               "equilibrium state",
               style);
  for (int dim = 0; dim < 3; ++dim) {
    const double before = cell.hi[dim] - cell.lo[dim], after = next.hi[dim] - next.lo[dim];
    if (!(after <= largest_factor * before && before <= largest_factor * after))
      error->all(FLERR, LAMMPS_NS::Error::NOLASTLINE,
                 "Fix {} changes the {} length of the box from {:.6g} to {:.6g} in half a time step: must be "
                 "at most by a factor of {}; the time step is too long for this pressure, rate, Pdamp or "
                 "inertia of the box",
                 style, "xyz"[dim], before, after, largest_factor);
  }
  return next;
}

void FixNphSphereSrt::pre_exchange()
{
  const barostat::Flip flip =
      barostat::flipped(current_cell(), domain->xperiodic != 0, domain->yperiodic != 0);
  if (!flip.any()) return;
  set_cell(flip.cell);

  flip_atoms(flip);
}

void FixNphSphereSrt::flip_atoms(const barostat::Flip &flip)
{
  // the image flags come first because remap() changes them
  domain->image_flip(flip.xy, flip.xz, flip.yz);
  for (int i = 0; i < atom->nlocal; ++i) domain->remap(atom->x[i], atom->image[i]);

  domain->x2lamda(atom->nlocal);
  irregular->migrate_atoms();
  domain->lamda2x(atom->nlocal);
}

}    // namespace granular_srt
