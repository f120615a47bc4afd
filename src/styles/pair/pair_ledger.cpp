// Contacts of pair_style granular for the ledger of energy.

#include "pair_granular_srt.h"

#include "simd/body_lanes.h"

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
  if (!acts(law.life(distance_squared, radius_i, radius_j, touched))) return;

  std::vector<double> before(std::max(layout_.size, 1), 0.0);
  if (remembered) std::copy_n(remembered, layout_.size, before.data());
  std::vector<double> after = before;
  const contact::Motion<double> motion = motion_of_pair(loop, i, j, separation);
  const contact::Step &step = loop.options.step;
  const double factor = loop.options.special ? loop.options.special[pair.special()] : 1.0;
  const auto geometry = contact::sphere_pair(separation, distance_squared, radius_i, radius_j);
  ledger.add_contact(LedgerContact::of(
      i, j, j >= loop.loads.end, factor, geometry,
      contact::evaluated_account(law, geometry, motion, step, layout_, before.data(), after.data())));
}

}    // namespace granular_srt
