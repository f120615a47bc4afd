// Contacts of pair_style granular for the ledger of energy.

#include "pair_granular_srt.h"

#include "simd/body_lanes.h"

#include "atom.h"
#include "force.h"

namespace granular_srt {

contact::Motion<double> PairGranularSrt::motion_of_pair(const ContactLoop &loop, int i, int j,
                                                        const contact::Vec3<double> &separation) const
{
  const auto body = [&](int k) { return detail::body_lanes<double>(loop.particles, [k](int) { return k; }); };
  auto motion = contact::motion_of(body(i), body(j), loop.particles.frozen != 0, true);
  if (in_moving_box_) motion.by_box = contact::velocity_by_box(loop.options.box_rate, separation);
  return motion;
}

// Before the histories advance: the ledger's evaluation advances a copy, and has the same loads.
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
  const contact::Life life = law.life(distance_squared, radius_i, radius_j, touched);
  if (life == contact::Life::apart) return;

  ledger_history_.assign(std::max(layout_.size, 1), 0.0);
  double *const history = ledger_history_.data();
  if (remembered) std::copy_n(remembered, layout_.size, history);
  const contact::Motion<double> motion = motion_of_pair(loop, i, j, separation);
  const contact::Step &step = loop.options.step;
  const bool twice = !force->newton_pair && j >= atom->nlocal;
  const double share =
      (twice ? 0.5 : 1.0) * (loop.options.special ? loop.options.special[pair.special()] : 1.0);

  if (life == contact::Life::ends) {
    if (!step.update) return;
    const auto before = separation - step.dt * contact::relative_velocity(motion);
    const auto geometry = contact::sphere_pair(before, dot(before, before), radius_i, radius_j);
    ledger.end(false, share, contact::ended_contact(law, geometry, motion, layout_, history));
    return;
  }
  const auto geometry = contact::sphere_pair(separation, distance_squared, radius_i, radius_j);
  ledger.add({law, i, j, share, in_moving_box_, geometry, motion},
             contact::account_of(law, geometry, motion, step, layout_, history));
}

}    // namespace granular_srt
