#include "close_list.h"

#include <algorithm>
#include <cstddef>

namespace granular_srt {

void CloseList::add_pair(const ClosePair &pair)
{
  // in small steps, since this is a large part of the memory that a pair takes
  if (pairs.size() == pairs.capacity()) {
    pairs.reserve(pairs.size() + pairs.size() / 8 + 1024);
    if (doubles_ > 0) touched.reserve(pairs.capacity());
  }
  pairs.push_back(pair);
}

void CloseList::reserve(std::size_t count, int doubles)
{
  pairs.reserve(count + count / 16);
  if (doubles == 0) return;
  touched.reserve(pairs.capacity());
  history.resize(pairs.capacity() * doubles);
}

void CloseList::begin(int doubles)
{
  doubles_ = doubles;
  pairs.clear();
  touched.clear();
  history.resize(0);
}

void CloseList::add(const ClosePair &pair, const double *remembered)
{
  add_pair(pair);
  if (doubles_ == 0) return;
  touched.push_back(remembered != nullptr);
  const std::size_t end = history.size();
  history.resize(end + doubles_);
  double *own = history.data() + end;
  if (remembered)
    std::copy(remembered, remembered + doubles_, own);
  else
    std::fill(own, own + doubles_, 0.0);
}

void CloseList::begin_again()
{
  pairs_before_.swap(pairs);
  touched_before_.swap(touched);
  pairs.reserve(pairs_before_.size() + pairs_before_.size() / 16);
  touched.reserve(pairs.capacity());
  from_.reserve(pairs_before_.size());
  next_ = 0;
}

bool CloseList::found_before(const ClosePair &pair)
{
  for (std::size_t k = next_; k < pairs_before_.size() && pairs_before_[k].i == pair.i; ++k) {
    if (pairs_before_[k].neighbor != pair.neighbor) continue;
    next_ = k + 1;
    if (touched_before_[k]) from_.push_back(static_cast<int>(k));
    return touched_before_[k] != 0;
  }
  return false;
}

void CloseList::add_again(const ClosePair &pair, bool touched_before)
{
  add_pair(pair);
  touched.push_back(touched_before);
}

void CloseList::finish_atom(int i)
{
  while (next_ < pairs_before_.size() && pairs_before_[next_].i == i) ++next_;
}

// First all that is kept moves to the front, then from the back to its new place: no place is written
// before it was read.
void CloseList::finish()
{
  const auto place = [&](std::size_t k) { return history.data() + k * doubles_; };
  const auto move = [&](std::size_t from, std::size_t to) {
    if (from != to) std::copy(place(from), place(from) + doubles_, place(to));
  };
  for (std::size_t t = 0; t < from_.size(); ++t) move(from_[t], t);
  history.resize(pairs.size() * doubles_);
  std::size_t t = from_.size();
  for (std::size_t k = pairs.size(); k-- > 0;) {
    if (touched[k])
      move(--t, k);
    else
      std::fill(place(k), place(k) + doubles_, 0.0);
  }
  pairs_before_ = std::vector<ClosePair>();
  touched_before_ = std::vector<char>();
  from_ = std::vector<int>();
}

double CloseList::memory_usage() const
{
  return static_cast<double>(pairs.capacity() * sizeof(ClosePair) + touched.capacity() +
                             history.capacity() * sizeof(double));
}

}    // namespace granular_srt
