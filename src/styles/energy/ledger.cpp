#include "ledger.h"

namespace granular_srt {

using contact::load_vector;
using contact::Vec3;

void Ledger::begin()
{
  contacts_.clear();
  open_ = true;
  stale_ = false;
}

void Ledger::take_none_as_none()
{
  if (stale_) begin();
}

void Ledger::add(const LedgerContact &where, const contact::ContactAccount &account)
{
  take_none_as_none();
  contacts_.push_back(
      {where.law, where.i, where.j, where.share, where.sees_box, where.geometry, where.motion, account});
  LedgerChanges::OfContacts &changes =
      state.changes.side[where.j == LedgerContact::wall ? at_walls : between_particles];
  for (int k = 0; k < 3; ++k) changes.springs[k] += where.share * account.changed[contact::in_sliding + k];
}

void Ledger::end(bool at_wall, double share, const contact::EndedContact &ended)
{
  LedgerChanges::OfContacts &changes = state.changes.side[at_wall ? at_walls : between_particles];
  for (int k = 0; k < 3; ++k) changes.ended[k] += share * ended.stored[contact::in_sliding + k];
  changes.adhesion += share * ended.stored[contact::in_normal];
}

LedgerPower Ledger::powers(const std::vector<LedgerVelocity> &velocities, const contact::BoxRate &box_rate,
                           bool images_move, double &of_contacts) const
{
  LedgerPower out{};
  of_contacts = 0.0;
  for (const LedgerRecord &record : contacts_) {
    const bool wall = record.j == LedgerContact::wall;
    const LedgerVelocity &i = velocities[record.i];
    contact::Motion<double> motion = record.motion;
    motion.v_i = load_vector(i.v);
    motion.omega_i = load_vector(i.omega);
    Vec3<double> by_box{0.0, 0.0, 0.0}, shift{0.0, 0.0, 0.0};
    if (!wall) {
      const LedgerVelocity &j = velocities[record.j];
      if (images_move) shift = load_vector(j.shift);
      motion.v_j = load_vector(j.v) + shift;
      motion.omega_j = load_vector(j.omega);
      by_box = contact::velocity_by_box(box_rate, record.geometry.separation);
    }
    const Vec3<double> v = motion.v_i - motion.v_j + by_box;
    if (record.sees_box) motion.by_box = by_box;
    const contact::Frame<double> seen =
        record.law.seen(record.geometry, motion, contact::Step{0.0, false}).frame;
    const contact::ContactPower power = power_of(record.law, record.account, seen, v);

    const double share = record.share;
    LedgerPower::OfContacts &side = out.side[wall ? at_walls : between_particles];
    side.elastic += share * power.elastic;
    side.normal_damping += share * power.normal_damping;
    side.sliding_damping += share * power.sliding_damping;
    for (int k = 0; k < 3; ++k) side.springs[k] += share * power.springs[contact::in_sliding + k];
    side.by_law += share * power.by_law;
    if (wall) {
      out.of_walls -= share * power.on_j;
      of_contacts += share * power.on_i;
    } else {
      const contact::ContactAccount &a = record.account;
      const Vec3<double> force = (a.F_ne + a.F_nd) * a.n + a.F_s;
      out.of_box -= share * dot(force, by_box - shift);
      of_contacts += share * (power.on_bodies + dot(force, shift));
    }
  }
  return out;
}

void Ledger::take_stored(LedgerStored &stored) const
{
  for (auto &side : stored.contacts)
    for (double &energy : side) energy = 0.0;
  for (const LedgerRecord &record : contacts_)
    for (int mode = 0; mode < contact::n_modes; ++mode)
      stored.contacts[record.j == LedgerContact::wall ? at_walls : between_particles][mode] +=
          record.share * record.account.stored[mode];
}

}    // namespace granular_srt
