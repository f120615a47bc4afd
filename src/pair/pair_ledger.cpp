// Contacts of pair_style granular for the ledger of energy.

#include "pair_granular_srt.h"

#include "engine/evaluate/body_lanes.h"

#include "atom.h"
#include "update.h"

#include <algorithm>

namespace granular_srt {

/// The ledger, if it wants the contacts of this force evaluation, else null.
std::shared_ptr<ContactLedger> PairGranularSrt::open_ledger() const
{
  auto ledger = ledger_.lock();
  return ledger && ledger->open() && update->whichflag == 1 ? ledger : nullptr;
}

AccountOptions PairGranularSrt::account_options(const ContactLedger &ledger) const
{
  const contact::BoxRate rate = present_box_rate(lmp);
  const double components[] = {rate.xx, rate.yy, rate.zz, rate.yz, rate.xz, rate.xy};
  const bool moves =
      std::any_of(std::begin(components), std::end(components), [](double one) { return one != 0.0; });
  return {moves && !in_moving_box_, rate, ledger.image_velocity()};
}

contact::Motion<double> PairGranularSrt::motion_of_pair(const ContactLoop &loop, int i, int j,
                                                        const contact::Vec3<double> &separation) const
{
  const auto body = [&](int k) { return detail::body_lanes<double>(loop.particles, [k](int) { return k; }); };
  auto motion = contact::motion_of(body(i), body(j), loop.particles.frozen != 0, true);
  if (in_moving_box_) motion.by_box = contact::velocity_by_box(loop.options.box_rate, separation);
  return motion;
}

bool PairGranularSrt::any_has_grown(const double *before, const ParticleArrays &particles)
{
  return before && !std::equal(before, before + particles.count, particles.radius);
}

// Energy of the normal spring of a pair of spheres, 0 if they do not touch.
static double normal_energy_of(const contact::AnyContact &law, const contact::Vec3<double> &separation,
                               double radius_i, double radius_j, bool touched)
{
  const double distance_squared = dot(separation, separation);
  if (!acts(law.life(distance_squared, radius_i, radius_j, touched))) return 0.0;
  return contact::normal_energy(law, contact::sphere_pair(separation, distance_squared, radius_i, radius_j));
}

// Before the histories advance: this evaluation advances a copy, and has the same loads.
void PairGranularSrt::enter_in_ledger(const ContactLoop &loop, ContactLedger &ledger, int number,
                                      const ClosePair &pair, bool touched, const double *remembered)
{
  const int i = pair.i, j = pair.j();
  const contact::AnyContact &law = laws_[number];
  const ParticleArrays &particles = loop.particles;
  const auto separation =
      contact::load_vector(particles.x + 3 * i) - contact::load_vector(particles.x + 3 * j);
  const double distance_squared = dot(separation, separation);
  const double radius_i = particles.radius[i], radius_j = particles.radius[j];
  const double factor = loop.options.special ? loop.options.special[pair.special()] : 1.0;
  const bool twice = j >= loop.loads.end;
  if (const double *const before = ledger.radius_before())
    ledger.add_growth(between_particles,
                      (twice ? 0.5 : 1.0) * factor *
                          (normal_energy_of(law, separation, radius_i, radius_j, touched) -
                           normal_energy_of(law, separation, before[i], before[j], touched)));
  if (!ledger.wants_contact(i, j) || !acts(law.life(distance_squared, radius_i, radius_j, touched))) return;

  std::vector<double> before(std::max(layout_.size, 1), 0.0);
  if (remembered) std::copy_n(remembered, layout_.size, before.data());
  std::vector<double> after = before;
  const contact::Motion<double> motion = motion_of_pair(loop, i, j, separation);
  const contact::Step &step = loop.options.step;
  const auto geometry = contact::sphere_pair(separation, distance_squared, radius_i, radius_j);
  ledger.add_contact(LedgerContact::of(
      i, j, twice, factor, geometry,
      contact::evaluated_account(law, geometry, motion, step, layout_, before.data(), after.data())));
}

}    // namespace granular_srt
