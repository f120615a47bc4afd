#include "body_sums.h"

#include "contact/history.h"
#include "engine/evaluate/lane_access.h"
#include "box/movers.h"
#include "checks/contact_requirements.h"

#include "atom.h"
#include "fix_gravity.h"
#include "force.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  struct Gravity : FixGravity {
    static contact::Vec3<double> acceleration(const FixGravity *fix)
    {
      if (fix->*(&Gravity::disable)) return {0.0, 0.0, 0.0};
      return {fix->*(&Gravity::xacc), fix->*(&Gravity::yacc), fix->*(&Gravity::zacc)};
    }
  };

  constexpr int partial_sums = 8;    // independent of each other: an addition does not wait for the last one

  // Sums of the terms of items 0, 1, ... term(i, add) calls add(number of the sum, value).
  template <int sums, class Term> std::array<double, sums> sums_over(std::ptrdiff_t items, Term term)
  {
    double partial[sums][partial_sums] = {};
    const auto add_terms = [&](std::ptrdiff_t first, std::ptrdiff_t count) {
      for (std::ptrdiff_t lane = 0; lane < count; ++lane)
        term(first + lane, [&](int k, double value) { partial[k][lane] += value; });
    };
    std::ptrdiff_t i = 0;
    for (; i + partial_sums <= items; i += partial_sums) add_terms(i, partial_sums);
    add_terms(i, items - i);
    std::array<double, sums> total{};
    for (int k = 0; k < sums; ++k)
      for (const double addend : partial[k]) total[k] += addend;
    return total;
  }

  double power_of(const double *f, const double *torque, const SphereArrays &all)
  {
    return sums_over<1>(3 * std::ptrdiff_t{all.count}, [&](std::ptrdiff_t k, auto add) {
      add(0, f[k] * all.v[k]);
      add(0, torque[k] * all.omega[k]);
    })[0];
  }

}    // namespace

void BodySums::init()
{
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
  return power_of(f_.data(), torque_.data(), arrays(kept));
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
  const SphereArrays all = arrays(false);
  return sums_over<2>(all.count, [&](std::ptrdiff_t i, auto add) {
    const auto v = row(all.v, i), omega = row(all.omega, i);
    add(0, all.mass[i] * dot(v, v));
    add(1, all.mass[i] * all.radius[i] * all.radius[i] * dot(omega, omega));
  });
}

double BodySums::power_of_forces(bool kept) const
{
  const SphereArrays all = arrays(kept);
  return power_of(all.f, all.torque, all);
}

contact::Vec3<double> BodySums::momentum(int group_bit, bool kept) const
{
  const SphereArrays all = arrays(kept);
  const auto sums = sums_over<3>(all.count, [&](std::ptrdiff_t i, auto add) {
    if (all.mask[i] & group_bit)
      for (int k = 0; k < 3; ++k) add(k, all.mass[i] * all.v[3 * i + k]);
  });
  return contact::load_vector(sums.data());
}

std::array<double, 6> BodySums::momentum_flux(int group_bit, bool kept) const
{
  const SphereArrays all = arrays(kept);
  return sums_over<6>(all.count, [&](std::ptrdiff_t i, auto add) {
    if (!(all.mask[i] & group_bit)) return;
    const auto v = row(all.v, i), p = all.mass[i] * v;
    const double products[] = {p.x * v.x, p.y * v.y, p.z * v.z, p.x * v.y, p.x * v.z, p.y * v.z};
    for (int k = 0; k < 6; ++k) add(k, products[k]);
  });
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
