// Evaluation of one pair at a time, for compute pair/local and similar commands.

#include "narrow_box.h"
#include "pair_granular_srt.h"

#include "atom.h"
#include "error.h"

#include <algorithm>

namespace granular_srt {

double PairGranularSrt::single(int i, int j, int itype, int jtype, double /*rsq*/, double /*factor_coul*/,
                               double factor_lj, double &fforce)
{
  fforce = 0.0;
  std::fill(svector, svector + single_extra, 0.0);
  if (factor_lj == 0.0) return 0.0;

  ContactLoop loop = contact_loop();
  const contact::Step step{loop.options.step.dt, false};
  std::vector<double> history(layout_.size, 0.0);
  const bool touching = fix_history_ && find_history(i, j, history.data());

  const contact::AnyContact &law = laws_[law_of_[itype * stride_ + jtype]];
  const auto separation = contact::load_vector(atom->x[i]) - contact::load_vector(atom->x[j]);
  const double distance_squared = dot(separation, separation);
  if (!acts(law.life(distance_squared, atom->radius[i], atom->radius[j], touching))) return 0.0;

  const auto motion = motion_of_pair(loop, i, j, separation);
  const auto geometry = contact::sphere_pair(separation, distance_squared, atom->radius[i], atom->radius[j]);
  const auto loads = law.loads(geometry, motion, step, layout_, history.data());

  fforce = loads.normal_force / geometry.distance;
  write_extras({law, geometry, motion, step, loads, history.data()});
  return 0.0;
}

int PairGranularSrt::extras(int n_diagnostics) const
{
  return standard_extras + (heat_ ? 1 : 0) + n_diagnostics;
}

void PairGranularSrt::write_extras(const EvaluatedPair &pair)
{
  const auto &loads = pair.loads;
  contact::store_vector(svector, loads.tangential_force);
  svector[3] = length(loads.tangential_force);
  contact::store_vector(svector + 4, loads.rolling_torque);
  svector[7] = length(loads.rolling_torque);
  svector[8] = loads.twisting_torque;
  contact::store_vector(svector + 9, pair.geometry.separation);
  if (heat_) svector[standard_extras] = loads.heat;
  pair.law.diagnose(pair.geometry, pair.motion, pair.step, layout_, pair.history, svector + extras(0));
}

void PairGranularSrt::stop_without_history() const
{
  error->one(FLERR, "Pair style {} has no contact history yet: run 0 before asking for pairs", name_);
}

bool PairGranularSrt::find_history(int i, int j, double *history)
{
  if (last_list_ < 0) stop_without_history();
  const auto separation = contact::load_vector(atom->x[i]) - contact::load_vector(atom->x[j]);
  return memory_->find(i, j, atom->tag[j], separation, 0.5 * least_period(lmp), history);
}

}    // namespace granular_srt
