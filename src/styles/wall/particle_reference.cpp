#include "particle_reference.h"

#include "simd/instruction_set.h"

#include "atom.h"
#include "neighbor.h"
#include "update.h"

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

ParticleReference::ParticleReference(LAMMPS *lmp) : Pointers(lmp), any_moved_{instruction_set(lmp).any_moved}
{
}

void ParticleReference::refresh()
{
  if (valid_ && checked_ == update->ntimestep) return;
  checked_ = update->ntimestep;
  if (!valid_ || count() != atom->nlocal || any_moved()) take();
}

bool ParticleReference::any_moved() const
{
  if (count() == 0) return false;
  // Along each axis, so that no diagonal is longer than allowed.
  return any_moved_(atom->x[0], x_.data(), 3 * count(), allowed_ / std::sqrt(3.0)) ||
      any_moved_(atom->radius, radius_.data(), count(), 0.0);
}

void ParticleReference::take()
{
  valid_ = true;
  ++number_;
  const int n = atom->nlocal;
  if (n > 0) x_.assign(atom->x[0], atom->x[0] + 3 * static_cast<std::ptrdiff_t>(n));
  radius_.assign(atom->radius, atom->radius + n);
  box_ = bounds_of(x_.data(), n);
  // Along each axis half of the skin: LAMMPS then makes new neighbor lists before any_moved() is true.
  allowed_ = 0.5 * std::sqrt(3.0) * neighbor->skin;
}

}    // namespace granular_srt
