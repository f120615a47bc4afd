#include "contact_memory.h"

#include <algorithm>

namespace granular_srt {

using LAMMPS_NS::tagint;

void ContactMemory::activate(const ActiveContacts &contacts, SwapPartners swap, int owned, int all)
{
  active_ = &contacts;
  swap_ = std::move(swap);
  owned_ = owned;
  all_ = all;
}

bool ContactMemory::find(int i, int j, tagint partner, double *history) const
{
  if (active_) return active_->find(i, j, history);
  const double *remembered = stored_.find(i, partner);
  if (!remembered) return false;
  std::copy_n(remembered, stored_.doubles(), history);
  return true;
}

// With newton on, one rank sees a contact and the owners of its ghosts get their side by reverse communication.
// With newton off, both owners see it.
std::vector<int> &ContactMemory::count_partners(bool newton, int all)
{
  with_records_ = newton ? all_ : owned_;
  partners_.assign(std::max(all_, all), 0);
  active_->visit([&](int i, int j, const double *) {
    ++partners_[i];
    if (j < with_records_) ++partners_[j];
  });
  return partners_;
}

void ContactMemory::store(const tagint *tag, const int *type)
{
  most_partners_ = owned_ > 0 ? *std::max_element(partners_.begin(), partners_.begin() + owned_) : 0;
  stored_.reset(partners_, with_records_);
  active_->visit([&](int i, int j, const double *history) {
    std::copy_n(history, stored_.doubles(), stored_.add(i, tag[j]));
    if (j < with_records_) swap_(history, stored_.add(j, tag[i]), type[i], type[j]);
  });
}

}    // namespace granular_srt
