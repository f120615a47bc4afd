#include "particle_reference.h"

#include "engine/evaluate/instruction_set.h"

#include "atom.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace LAMMPS_NS;

namespace granular_srt {

std::shared_ptr<ParticleReference> ParticleReference::of(LAMMPS *lmp)
{
  static std::map<LAMMPS *, std::weak_ptr<ParticleReference>> references;
  std::erase_if(references, [](const auto &entry) { return entry.second.expired(); });
  std::weak_ptr<ParticleReference> &place = references[lmp];
  std::shared_ptr<ParticleReference> reference = place.lock();
  if (!reference) place = reference = std::make_shared<ParticleReference>(lmp);
  return reference;
}

ParticleReference::ParticleReference(LAMMPS *lmp) :
    Pointers(lmp), any_strayed_{instruction_set(lmp).any_point_moved}
{
}

OwnedParticles ParticleReference::present() const
{
  const bool some = atom->nmax > 0;
  return {atom->nlocal, some ? atom->x[0] : nullptr, some ? atom->v[0] : nullptr, atom->radius, atom->tag,
          atom->type};
}

void ParticleReference::refresh()
{
  if (reference_.valid() && checked_ == update->ntimestep && !order_may_differ_) return;
  checked_ = update->ntimestep;
  const OwnedParticles particles = present();
  const bool same = !order_may_differ_ || (atom->tag_enable && reference_.has_same(particles));
  order_may_differ_ = false;
  if (!same || !reference_.reaches(particles, any_strayed_)) take();
}

// At least the motion along each axis that LAMMPS allows until it builds new neighbor lists. More for fast particles,
// if LAMMPS' lists are a few steps apart.
void ParticleReference::take()
{
  constexpr double steps = 20.0, most_in_skins = 2.0;
  const double skin = neighbor->skin;
  ++number_;
  reference_.take(present(), {steps * update->dt, 0.5 * std::sqrt(3.0) * skin, most_in_skins * skin});
  box_ = bounds_of(reference_.x(), reference_.count());
  const std::vector<double> &allowed = reference_.allowed();
  const double most = allowed.empty() ? 0.0 : *std::max_element(allowed.begin(), allowed.end());
  const contact::Vec3<double> room{most, most, most};
  box_ = {box_.lowest - room, box_.highest + room};
}

}    // namespace granular_srt
