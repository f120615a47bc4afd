// One pair at a time, for compute pair/local and the like.

#include "pair_granular_srt.h"

#include "fix_contact_history.h"
#include "simd/pair_means.h"

#include "atom.h"
#include "error.h"

#include <algorithm>

namespace granular_srt {

double PairGranularSrt::single(int i, int j, int itype, int jtype, double /*rsq*/,
                               double /*factor_coul*/, double factor_lj, double &fforce)
{
  fforce = 0.0;
  std::fill(svector, svector + single_extra, 0.0);
  if (factor_lj == 0.0) return 0.0;

  ContactLoop loop = make_loop();
  loop.step.update = false;
  std::vector<double> history(layout_.size, 0.0);
  const bool touched = fix_history_ && find_history(i, j, history.data());

  const contact::AnyContact &law = laws_[law_of_[itype * stride_ + jtype]];
  const auto separation = contact::load_vector(atom->x[i]) - contact::load_vector(atom->x[j]);
  const double distance_squared = dot(separation, separation);
  if (!law.touches(distance_squared, atom->radius[i], atom->radius[j], touched)) return 0.0;

  contact::Motion<double> motion{};
  motion.v_i = contact::load_vector(atom->v[i]);
  motion.v_j = contact::load_vector(atom->v[j]);
  motion.omega_i = contact::load_vector(atom->omega[i]);
  motion.omega_j = contact::load_vector(atom->omega[j]);
  motion.effective_mass = effective_mass(loop, i, j);
  if (heat_) {
    motion.temperature_i = atom->temperature[i];
    motion.temperature_j = atom->temperature[j];
  }
  const auto geometry =
      contact::sphere_pair(separation, distance_squared, atom->radius[i], atom->radius[j]);
  const auto means = means_of(loop, i, j);
  motion.mean_mass = means.mass;
  motion.mean_inertia = means.inertia;
  const auto loads = law.loads(geometry, motion, loop.step, layout_, history.data());

  fforce = loads.normal_force / geometry.distance;
  contact::store_vector(svector, loads.tangential_force);
  svector[3] = length(loads.tangential_force);
  contact::store_vector(svector + 4, loads.rolling_torque);
  svector[7] = length(loads.rolling_torque);
  svector[8] = loads.twisting_torque;
  contact::store_vector(svector + 9, separation);
  if (heat_) svector[standard_extras] = loads.heat;
  law.diagnose(geometry, motion, loop.step, layout_, history.data(),
               svector + standard_extras + (heat_ ? 1 : 0));
  return 0.0;
}

bool PairGranularSrt::find_history(int i, int j, double *history)
{
  if (last_list_ < 0) error->one(FLERR, no_history_yet);
  if (fix_history_->is_taken()) return kernel_->find(i, j, history);
  // between runs, when a command has moved the atoms
  const double *remembered = fix_history_->stored().find(i, j);
  if (!remembered) return false;
  std::copy(remembered, remembered + layout_.size, history);
  return true;
}

}    // namespace granular_srt
