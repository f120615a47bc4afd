#include "pair_settings.h"

#include "pointers.h"

namespace granular_srt {

void PairSettings::set_types(int types)
{
  types_ = types;
  pairs_.resize(static_cast<std::size_t>(types + 1) * (types + 1));
  given_.resize(pairs_.size());
}

void PairSettings::set(int i, int j, const TypePair &pair)
{
  history_hash_.reset();
  pairs_[index(i, j)] = pair;
  given_[index(i, j)] = 1;
}

std::uint32_t PairSettings::history_hash() const
{
  if (history_hash_) return *history_hash_;
  std::string meaning;
  for (int i = 1; i <= types_; ++i)
    for (int j = i; j <= types_; ++j) {
      // A mixed pair has the models of its types, so its explicit coefficients change nothing.
      const int mixed_from = has(i, j) ? j : i;
      if (!has(i, mixed_from)) continue;
      for (const Axis axis : {TANGENTIAL, ROLLING, TWISTING})
        meaning += fmt::format("{}-{}:{}", i, j, of(i, mixed_from).spec.info(axis).history);
    }
  std::uint32_t hash = 2166136261U;    // FNV-1a
  for (const char letter : meaning) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return *(history_hash_ = hash);
}

}    // namespace granular_srt
