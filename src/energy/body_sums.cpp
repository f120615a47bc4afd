#include "body_sums.h"

#include "contact/history.h"
#include "engine/evaluate/account_set.h"
#include "engine/evaluate/instruction_set.h"
#include "checks/box_motion.h"
#include "checks/contact_requirements.h"

#include "atom.h"
#include "fix_gravity.h"
#include "force.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // Access to the acceleration of fix gravity.
  struct Gravity : FixGravity {
    static contact::Vec3<double> acceleration(const FixGravity *fix)
    {
      if (fix->*(&Gravity::disable)) return {0.0, 0.0, 0.0};
      return {fix->*(&Gravity::xacc), fix->*(&Gravity::yacc), fix->*(&Gravity::zacc)};
    }
  };

  template <int count> std::array<double, count> totals_of(const Blocks<count> &blocks)
  {
    std::array<double, count> sums{};
    blocks.add_to(sums.data());
    return sums;
  }

}    // namespace

void BodySums::init()
{
  set_ = &instruction_set(lmp);
  inertia_ = find_disc_fix(lmp) ? barostat::inertia_of_disc : barostat::inertia_of_sphere;
}

SphereArrays BodySums::arrays(bool kept) const
{
  SphereArrays all{};
  all.count = atom->nlocal;
  if (all.count == 0) return all;
  all.v = kept ? const_cast<double *>(v_.data()) : atom->v[0];
  all.omega = kept ? const_cast<double *>(omega_.data()) : atom->omega[0];
  all.f = atom->f[0];
  all.torque = atom->torque[0];
  all.mass = atom->rmass;
  all.radius = atom->radius;
  all.mask = atom->mask;
  return all;
}

void BodySums::keep_velocities()
{
  if (atom->nlocal == 0) return;
  const std::ptrdiff_t size = 3 * std::ptrdiff_t{atom->nlocal};
  v_.assign(atom->v[0], atom->v[0] + size);
  omega_.assign(atom->omega[0], atom->omega[0] + size);
}

void BodySums::keep_loads()
{
  const std::ptrdiff_t size = 3 * (std::ptrdiff_t{atom->nlocal} + atom->nghost);
  if (size == 0) return;
  f_.assign(atom->f[0], atom->f[0] + size);
  torque_.assign(atom->torque[0], atom->torque[0] + size);
}

void BodySums::add_loads(double factor, bool /*of_host*/)
{
  for (std::ptrdiff_t k = 0; k < 3 * std::ptrdiff_t{atom->nlocal}; ++k) {
    f_[k] += factor * atom->f[0][k];
    torque_[k] += factor * atom->torque[0][k];
  }
}

double BodySums::power_of_kept_loads(bool kept) const
{
  const SphereArrays all = arrays(kept);
  Blocks<1> blocks{};
  set_->account->spheres.product(f_.data(), all.v, 3 * all.count, blocks);
  set_->account->spheres.product(torque_.data(), all.omega, 3 * all.count, blocks);
  return totals_of(blocks)[0];
}

bool BodySums::has_loads_of_ghosts() const
{
  return force->newton != 0;    // of the bonds too
}

void BodySums::pack_loads(int first, int count, double *buffer) const
{
  for (std::ptrdiff_t k = 3 * std::ptrdiff_t{first}; k < 3 * (std::ptrdiff_t{first} + count); ++k) {
    *buffer++ = f_[k];
    *buffer++ = torque_[k];
  }
}

void BodySums::add_packed_loads(int count, const int *list, const double *buffer)
{
  for (int n = 0; n < count; ++n)
    for (int axis = 0; axis < 3; ++axis) {
      f_[3 * std::ptrdiff_t{list[n]} + axis] += *buffer++;
      torque_[3 * std::ptrdiff_t{list[n]} + axis] += *buffer++;
    }
}

std::array<double, 2> BodySums::squares_of_velocities() const
{
  Blocks<2> blocks{};
  set_->account->spheres.kinetic(arrays(false), blocks);
  return totals_of(blocks);
}

double BodySums::power_of_forces(bool kept) const
{
  const SphereArrays all = arrays(kept);
  Blocks<1> blocks{};
  set_->account->spheres.product(all.f, all.v, 3 * all.count, blocks);
  set_->account->spheres.product(all.torque, all.omega, 3 * all.count, blocks);
  return totals_of(blocks)[0];
}

contact::Vec3<double> BodySums::momentum(int group_bit, bool kept) const
{
  Blocks<3> blocks{};
  set_->account->spheres.momentum(arrays(kept), group_bit, blocks);
  return contact::load_vector(totals_of(blocks).data());
}

std::array<double, 6> BodySums::momentum_flux(int group_bit, bool kept) const
{
  Blocks<6> blocks{};
  set_->account->spheres.momentum_flux(arrays(kept), group_bit, blocks);
  return totals_of(blocks);
}

/* ---- with units, inertia and the rates of fixes ---- */

KineticEnergy BodySums::kinetic() const
{
  const auto sum = squares_of_velocities();
  return {0.5 * force->mvv2e * sum[0], 0.5 * force->mvv2e * inertia_ * sum[1]};
}

double BodySums::power_of_gravity(bool kept) const
{
  double sum = 0.0;
  for (const Fix *fix : modify->get_fix_list())
    if (const auto *gravity = dynamic_cast<const FixGravity *>(fix))
      sum += dot(Gravity::acceleration(gravity), momentum(fix->groupbit, kept));
  return sum;
}

double BodySums::power_of_box(bool kept) const
{
  double sum = 0.0;
  for (const Fix *fix : modify->get_fix_list()) {
    const auto *mover = dynamic_cast<const BoxMover *>(fix);
    if (!mover) continue;
    using namespace barostat;
    const Voigt d = mover->velocity_decay();
    const auto p = momentum_flux(fix->groupbit, kept);
    sum -= d[xx] * p[0] + d[yy] * p[1] + d[zz] * p[2] + d[xy] * p[3] + d[xz] * p[4] + d[yz] * p[5];
  }
  return force->mvv2e * sum;
}

}    // namespace granular_srt
