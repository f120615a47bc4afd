#include "contact_memory.h"

#include "engine/evaluate/gather.h"

#include <algorithm>

namespace granular_srt {

using LAMMPS_NS::tagint;

void ContactMemory::activate(const ActiveContacts &contacts, SwapPartners swap, int owned, int all,
                             const ActiveContacts *of_owned)
{
  active_ = &contacts;
  of_owned_ = of_owned;
  swap_ = std::move(swap);
  owned_ = owned;
  all_ = all;
  postponed_ = false;
}

bool ContactMemory::find(int i, int j, tagint partner, const contact::Vec3<double> &separation, double limit,
                         double *history)
{
  if (active_) return active_->find(i, j, history) || (of_owned_ && of_owned_->find(i, j, history));
  const double *remembered = stored().have_separations() ? stored_.find_image(i, partner, separation, limit)
                                                         : stored_.find(i, partner);
  if (!remembered) return false;
  std::copy_n(remembered, stored_.doubles(), history);
  return true;
}

// With newton on, one rank has a contact, and the owners of its ghosts get their side by reverse communication. With
// newton off, both owners have it.
std::vector<int> &ContactMemory::count_partners(bool newton, int all)
{
  with_records_ = newton ? all_ : owned_;
  partners_.assign(std::max(all_, all), 0);
  const auto count = [&](int i, int j, const double *) {
    ++partners_[i];
    if (j < with_records_) ++partners_[j];
  };
  active_->visit(count);
  if (of_owned_) of_owned_->visit(count);
  return partners_;
}

void ContactMemory::store(const tagint *tag, const int *type, const double *x)
{
  most_partners_ = owned_ > 0 ? *std::max_element(partners_.begin(), partners_.begin() + owned_) : 0;
  stored_.reset(partners_, with_records_, x != nullptr);
  for (int i = 0; i < owned_; ++i) stored_.set_name(i, tag[i]);
  store_of(*active_, tag, type, x);
  if (of_owned_ && x) store_of(*of_owned_, tag, type, x);
  postponed_ = of_owned_ && !x;
  if (!postponed_) return;
  tag_.assign(tag, tag + owned_);
  type_.assign(type, type + owned_);
}

void ContactMemory::store_postponed()
{
  postponed_ = false;
  store_of(*of_owned_, tag_.data(), type_.data(), nullptr);
}

void ContactMemory::store_of(const ActiveContacts &contacts, const tagint *tag, const int *type,
                             const double *x)
{
  contacts.visit([&](int i, int j, const double *history) {
    std::copy_n(history, stored_.doubles(), stored_.add(i, tag[j]));
    if (x) stored_.set_separation(i, row(x, i) - row(x, j));
    if (j >= with_records_) return;
    swap_(history, stored_.add(j, tag[i]), type[i], type[j]);
    if (x) stored_.set_separation(j, row(x, j) - row(x, i));
  });
}

double ContactMemory::memory_usage() const
{
  return stored_.memory_usage() +
      static_cast<double>((partners_.capacity() + type_.capacity()) * sizeof(int) +
                          tag_.capacity() * sizeof(tagint));
}

}    // namespace granular_srt
