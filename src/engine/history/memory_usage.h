#pragma once

namespace granular_srt {

/// Memory of vectors [bytes].
template <class... Vectors> double bytes_of(const Vectors &...vectors)
{
  return static_cast<double>(((vectors.capacity() * sizeof(*vectors.data())) + ...));
}

}    // namespace granular_srt
