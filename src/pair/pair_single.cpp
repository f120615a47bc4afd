// Evaluation of one pair at a time, for compute pair/local and similar commands, and for the ledger of energy.

#include "pair_granular_srt.h"

#include "box/flow.h"
#include "engine/evaluate/contact_lanes.h"
#include "host/queries.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "update.h"

#include <algorithm>

namespace granular_srt {

double PairGranularSrt::single(int i, int j, int itype, int jtype, double /*rsq*/, double /*factor_coul*/,
                               double factor_lj, double &fforce)
{
  sync_host();
  fforce = 0.0;
  if (std::max(i, j) >= atom->nlocal + atom->nghost) {    // pair_write, of which only the first rank writes
    if (comm->me != 0) return 0.0;
    error->one(FLERR, "Pair style {}: the first rank has no two atoms", name_);
  }
  std::fill(svector, svector + single_extra, 0.0);
  if (factor_lj == 0.0 || run_.both_frozen(*atom, i, j)) return 0.0;

  const ContactLoop loop = contact_loop();
  const contact::Step step{loop.options.step.dt, false};
  std::vector<double> history(run_.layout.size, 0.0);
  const bool touched = history_.fix() && find_history(i, j, history.data());

  const contact::AnyContact &law = run_.laws.all()[run_.laws.index_of(itype, jtype)];
  const auto pair = detail::pair_of(loop.particles, loop.options, i, j);
  contact::Loads<double> loads;
  if (!acts(contact::touch(law, pair, touched, contact::HistoryAt{run_.layout, history.data()}, step,
                           contact::NoAccount{}, loads)))
    return 0.0;

  const auto geometry = pair.geometry();
  fforce = loads.normal_force / geometry.distance;
  settings_->write_extras({law, geometry, pair.motion(true), step, loads, history.data()}, run_.layout,
                          run_.heat, svector);
  return 0.0;
}

bool PairGranularSrt::find_history(int i, int j, double *history)
{
  if (last_list_ == no_list)
    error->one(FLERR, "Pair style {} has no contact history yet: run 0 before asking for pairs", name_);
  const auto separation = contact::load_vector(atom->x[i]) - contact::load_vector(atom->x[j]);
  return engine_->find(i, j, atom->tag[j], atom->type, separation, 0.5 * least_period(lmp), history);
}

/* ---- ledger of energy ---- */

// The ledger, if it wants the contacts of this force evaluation, else null.
std::shared_ptr<ContactLedger> PairGranularSrt::open_ledger() const
{
  auto ledger = ledger_.lock();
  return ledger && ledger->open() && update->whichflag == 1 ? ledger : nullptr;
}

AccountOptions PairGranularSrt::account_options(const ContactLedger &ledger) const
{
  const contact::BoxRate rate = present_box_flow(lmp).rate;
  return {rate != contact::BoxRate{} && !settings_->in_moving_box, rate, ledger.image_velocity(),
          ledger.heat_at_walls.has_value()};
}

// Before the histories advance: this evaluation advances a copy, and has the same loads.
void PairGranularSrt::enter_in_ledger(const ContactLoop &loop, ContactLedger &ledger,
                                      const AccountOptions &box, int index, const ClosePair &pair,
                                      bool touched, const double *remembered)
{
  const int i = pair.i, j = pair.j();
  const contact::AnyContact &law = run_.laws.all()[index];
  const auto bodies = detail::pair_of(loop.particles, loop.options, i, j);
  const double factor = loop.options.special ? loop.options.special[pair.special()] : 1.0;
  const bool twice = j >= loop.loads.end;
  if (const double *const radius_before = ledger.radius_before()) {
    ParticleArrays before = loop.particles;
    before.radius = radius_before;
    ledger.add_growth(
        between_particles,
        (twice ? 0.5 : 1.0) * factor *
            (contact::normal_energy(law, bodies, touched) -
             contact::normal_energy(law, detail::pair_of(before, loop.options, i, j), touched)));
  }
  if (!ledger.contacts.wants(i, j) || !acts(bodies.life(law, touched))) return;

  double after[contact::most_history_doubles];
  const contact::CarriedMotion<double> by_box{true,
                                              contact::velocity_by_box(box.box_rate, bodies.separation),
                                              {0.0, 0.0, 0.0}};
  const auto one =
      LedgerContact::of(i, j, twice, factor, ledger.wants_accounts(), law, bodies, loop.options.step,
                        run_.layout, remembered, after, box.unseen_box ? &by_box : nullptr);
  if (atom->tag[j] < atom->tag[i]) run_.laws.swap_partners(after, after, index);
  ledger.add_contact(one, {after, static_cast<std::size_t>(run_.layout.size)});
}

}    // namespace granular_srt
