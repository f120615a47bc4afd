// Box of fix nph/sphere: motion of the cell, flips.

#include "fix_nph_sphere_srt.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "irregular.h"

namespace granular_srt {

using barostat::Cell;

namespace {

  // largest tilt in one step, as a multiple of a box length; the value is that of LAMMPS
  constexpr double largest_tilt = 1.5;

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

barostat::CellFlow FixNphSphereSrt::cell_flow() const
{
  barostat::CellFlow flow{};
  flow.rate = rates();
  flow.controlled = controlled();
  flow.yz_follows_z = scaleyz != 0;
  flow.xz_follows_z = scalexz != 0;
  flow.xy_follows_y = scalexy != 0;
  for (int dim = 0; dim < 3; ++dim) {
    flow.fixed_point[dim] = fixedpoint[dim];
    flow.keeps_volume[dim] = isochoric && p_isoch[dim];
  }
  flow.kept_volume = isochoric ? vol_start : 0.0;
  flow.dimensions = dimension;
  return flow;
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
