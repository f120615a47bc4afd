#include "close_list.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

namespace granular_srt {

void CloseList::add_pair(const ClosePair &pair)
{
  // Growth by an eighth, because this is a large part of the memory per pair.
  if (pairs.size() == pairs.capacity()) {
    pairs.reserve(pairs.size() + pairs.size() / 8 + 1024);
    if (doubles_ > 0) history_index.reserve(pairs.capacity());
  }
  pairs.push_back(pair);
}

void CloseList::reserve(std::size_t count, bool has_history)
{
  pairs.reserve(count + count / 16);
  if (has_history) history_index.reserve(pairs.capacity());
}

void CloseList::begin(int doubles)
{
  doubles_ = doubles;
  chunks_.clear();
  pairs.clear();
  history_index.clear();
  free_.clear();
  history_.resize(0);
}

int CloseList::take_history()
{
  if (!free_.empty()) {
    const int index = free_.back();
    free_.pop_back();
    return index;
  }
  const std::size_t end = history_.size();
  history_.resize(end + doubles_);
  return static_cast<int>(end / doubles_);
}

void CloseList::add(const ClosePair &pair, const double *history)
{
  add_pair(pair);
  if (doubles_ == 0) return;
  history_index.push_back(history ? take_history() : no_history);
  if (history) std::copy_n(history, doubles_, history_.data() + offset(history_index.back()));
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

// Each pair of the chunk moves at most once for all contacts that begin.
void CloseList::begin_contacts(int chunk, std::span<const int> begun)
{
  if (begun.empty()) return;
  int *const begin = order_.data() + first_of(chunk), *const middle = begin + chunks_[chunk].contacts;
  const int count = static_cast<int>(begun.size());
  int *end = order_.data() + chunks_[chunk].end;
  for (int k = count; k-- > 0;) {
    int *const from = std::lower_bound(middle, end, begun[k]);
    if (k + 1 < count) std::copy_backward(from + 1, end, end + (count - 1 - k));
    end = from;
  }
  std::copy_backward(middle, end, end + count);
  end = middle;
  for (int k = count; k-- > 0;) {
    int *const to = std::lower_bound(begin, end, begun[k]);
    std::copy_backward(to, end, end + (k + 1));
    to[k] = begun[k];
    end = to;
  }
  chunks_[chunk].contacts += count;
  if (doubles_ == 0) return;
  for (const int pair : begun) {
    history_index[pair] = take_history();
    std::fill_n(history() + offset(history_index[pair]), doubles_, 0.0);
  }
}

void CloseList::end_contacts(int chunk, std::span<const int> ended)
{
  if (ended.empty()) return;
  int *begin = order_.data() + first_of(chunk);
  int *const middle = begin + chunks_[chunk].contacts, *const end = order_.data() + chunks_[chunk].end;
  const int count = static_cast<int>(ended.size());
  for (int k = 0; k < count; ++k) {
    int *const from = std::lower_bound(begin, middle, ended[k]);
    if (k > 0) std::copy(begin, from, begin - k);
    begin = from + 1;
  }
  std::copy(begin, middle, begin - count);
  begin = middle;
  for (int k = 0; k < count; ++k) {
    int *const to = std::lower_bound(begin, end, ended[k]);
    std::copy(begin, to, begin - (count - k));
    to[k - count] = ended[k];
    begin = to;
  }
  chunks_[chunk].contacts -= count;
  if (doubles_ == 0) return;
  for (const int pair : ended) {
    free_.push_back(history_index[pair]);
    history_index[pair] = no_history;
  }
}

void CloseList::begin_again()
{
  chunks_.clear();
  pairs_before_.swap(pairs);
  history_index_before_.swap(history_index);
  pairs.reserve(pairs_before_.size() + pairs_before_.size() / 16);
  history_index.reserve(pairs.capacity());
  next_ = 0;
}

int CloseList::history_before(const ClosePair &pair)
{
  for (std::size_t k = next_; k < pairs_before_.size() && pairs_before_[k].i == pair.i; ++k) {
    if (pairs_before_[k].neighbor != pair.neighbor) continue;
    next_ = k + 1;
    return std::exchange(history_index_before_[k], no_history);
  }
  return no_history;
}

void CloseList::add_again(const ClosePair &pair, int index)
{
  add_pair(pair);
  history_index.push_back(index);
}

void CloseList::finish_atom(int i)
{
  while (next_ < pairs_before_.size() && pairs_before_[next_].i == i) ++next_;
}

void CloseList::finish()
{
  // histories of pairs that are no longer close
  for (const int index : history_index_before_)
    if (index != no_history) free_.push_back(index);
  pairs_before_ = std::vector<ClosePair>();
  history_index_before_ = std::vector<int>();

  if (order_.capacity() < pairs.size()) order_.reserve(pairs.capacity());
  order_.resize(pairs.size());
  for (int chunk = 0; chunk < chunks(); ++chunk) {
    chunks_[chunk].contacts = put_in_order(first_of(chunk), chunks_[chunk].end);
    chunks_[chunk].partner_offset = partner_offset_of(first_of(chunk), chunks_[chunk].end);
  }
}

// Returns the number of contacts. Without branches, which would be mispredicted: each pair is written at the end of
// both groups, and only its own group grows.
int CloseList::put_in_order(int first, int end)
{
  if (history_index.empty()) {
    std::iota(order_.begin() + first, order_.begin() + end, first);
    return 0;
  }
  apart_.resize(std::max<std::size_t>(apart_.size(), end - first));
  int *next = order_.data() + first, *next_apart = apart_.data();
  for (int pair = first; pair < end; ++pair) {
    const bool touches = history_index[pair] != no_history;
    *next = pair;
    *next_apart = pair;
    next += touches;
    next_apart += !touches;
  }
  std::copy(apart_.data(), next_apart, next);
  return static_cast<int>(next - (order_.data() + first));
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

}    // namespace granular_srt
