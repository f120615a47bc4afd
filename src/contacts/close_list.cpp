#include "close_list.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace granular_srt {

void CloseList::add_pair(const ClosePair &pair)
{
  // Growth by an eighth: this is a large part of the memory per pair.
  if (pairs.size() == pairs.capacity()) {
    pairs.reserve(pairs.size() + pairs.size() / 8 + 1024);
    if (doubles_ > 0) slots.reserve(pairs.capacity());
  }
  pairs.push_back(pair);
}

void CloseList::reserve(std::size_t count, bool has_history)
{
  pairs.reserve(count + count / 16);
  if (has_history) slots.reserve(pairs.capacity());
}

void CloseList::begin(int doubles)
{
  doubles_ = doubles;
  chunks_.clear();
  pairs.clear();
  slots.clear();
  free_.clear();
  history_.resize(0);
}

int CloseList::take_slot()
{
  if (!free_.empty()) {
    const int slot = free_.back();
    free_.pop_back();
    return slot;
  }
  const std::size_t end = history_.size();
  history_.resize(end + doubles_);
  return static_cast<int>(end / doubles_);
}

void CloseList::add(const ClosePair &pair, const double *history)
{
  add_pair(pair);
  if (doubles_ == 0) return;
  slots.push_back(history ? take_slot() : no_slot);
  if (history) std::copy_n(history, doubles_, history_.data() + offset(slots.back()));
}

std::span<const int> CloseList::contacts(int chunk) const
{
  return std::span(order_).subspan(first_of(chunk), chunks_[chunk].contacts);
}

std::span<const int> CloseList::apart(int chunk) const
{
  const int first = first_of(chunk) + chunks_[chunk].contacts;
  return std::span(order_).subspan(first, chunks_[chunk].end - first);
}

void CloseList::begin_contact(int chunk, int pair)
{
  const auto begin = order_.begin() + first_of(chunk), middle = begin + chunks_[chunk].contacts;
  const auto from = std::lower_bound(middle, order_.begin() + chunks_[chunk].end, pair);
  const auto to = std::lower_bound(begin, middle, pair);
  std::copy_backward(to, from, from + 1);
  *to = pair;
  ++chunks_[chunk].contacts;
  if (doubles_ == 0) return;
  slots[pair] = take_slot();
  std::fill_n(history() + offset(slots[pair]), doubles_, 0.0);
}

void CloseList::end_contact(int chunk, int pair)
{
  const auto begin = order_.begin() + first_of(chunk), middle = begin + chunks_[chunk].contacts;
  const auto from = std::lower_bound(begin, middle, pair);
  const auto to = std::lower_bound(middle, order_.begin() + chunks_[chunk].end, pair);
  std::copy(from + 1, to, from);
  *(to - 1) = pair;
  --chunks_[chunk].contacts;
  if (doubles_ == 0) return;
  free_.push_back(slots[pair]);
  slots[pair] = no_slot;
}

void CloseList::begin_again()
{
  chunks_.clear();
  pairs_before_.swap(pairs);
  slots_before_.swap(slots);
  pairs.reserve(pairs_before_.size() + pairs_before_.size() / 16);
  slots.reserve(pairs.capacity());
  next_ = 0;
}

int CloseList::slot_before(const ClosePair &pair)
{
  for (std::size_t k = next_; k < pairs_before_.size() && pairs_before_[k].i == pair.i; ++k) {
    if (pairs_before_[k].neighbor != pair.neighbor) continue;
    next_ = k + 1;
    return std::exchange(slots_before_[k], no_slot);
  }
  return no_slot;
}

void CloseList::add_again(const ClosePair &pair, int slot)
{
  add_pair(pair);
  slots.push_back(slot);
}

void CloseList::finish_atom(int i)
{
  while (next_ < pairs_before_.size() && pairs_before_[next_].i == i) ++next_;
}

void CloseList::finish()
{
  // slots of pairs that are no longer close
  for (const int slot : slots_before_)
    if (slot != no_slot) free_.push_back(slot);
  pairs_before_ = std::vector<ClosePair>();
  slots_before_ = std::vector<int>();

  if (order_.capacity() < pairs.size()) order_.reserve(pairs.capacity());
  order_.clear();
  for (int chunk = 0; chunk < chunks(); ++chunk) {
    const int first = first_of(chunk), end = chunks_[chunk].end;
    for (int pair = first; pair < end; ++pair)
      if (in_contact(pair)) order_.push_back(pair);
    chunks_[chunk].contacts = static_cast<int>(order_.size()) - first;
    for (int pair = first; pair < end; ++pair)
      if (!in_contact(pair)) order_.push_back(pair);
    chunks_[chunk].partner_offset = partner_offset_of(first, end);
  }
}

// The 85th percentile leaves out pairs that are far apart in memory: those with ghosts, and with atoms that have
// moved since the last sorting. Samples are enough.
int CloseList::partner_offset_of(int first, int end) const
{
  constexpr int most_samples = 256;
  std::array<int, most_samples> distances;
  int count = 0;
  const int step = (end - first) / most_samples + 1;
  for (int pair = first; pair < end; pair += step) distances[count++] = pairs[pair].j() - pairs[pair].i;
  if (count == 0) return 0;
  const auto most = distances.begin() + count * 17 / 20;
  std::nth_element(distances.begin(), most, distances.begin() + count);
  return *most;
}

double CloseList::memory_usage() const
{
  return static_cast<double>(pairs.capacity() * sizeof(ClosePair) + chunks_.capacity() * sizeof(Chunk) +
                             (slots.capacity() + free_.capacity() + order_.capacity()) * sizeof(int) +
                             history_.capacity() * sizeof(double));
}

}    // namespace granular_srt
