#pragma once

#include "contact_kernel.h"

namespace granular_srt {

/// What Motion::mean_mass and mean_inertia are for a pair.
struct PairMeans {
  double mass, inertia;
};

/// Means over the two bodies, or the mobile one's beside a frozen one. A particle counts with the mass of its
/// rigid body, and as a homogeneous ball of that mass and its own radius.
inline PairMeans means_of(const ContactLoop &loop, int i, int j)
{
  const double m_i = mass_of(loop, i), m_j = mass_of(loop, j);
  const double I_i = contact::ball_inertia(m_i, loop.radius[i]);
  const double I_j = contact::ball_inertia(m_j, loop.radius[j]);
  if (loop.mask[j] & loop.frozen) return {m_i, I_i};
  if (loop.mask[i] & loop.frozen) return {m_j, I_j};
  return {0.5 * (m_i + m_j), 0.5 * (I_i + I_j)};
}

/// Whether a submodel of this law reads them.
inline bool reads_means(const contact::AnyContact &law)
{
  const auto reads = [](const auto &model) {
    return contact::reads_mean_inertia<std::decay_t<decltype(model)>>;
  };
  return law.tangential.visit(reads) || law.rolling.visit(reads) || law.twisting.visit(reads);
}

}    // namespace granular_srt
