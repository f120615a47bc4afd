#pragma once

#include "frame.h"

namespace granular_srt::contact {

/// m_eff = m_i m_j/(m_i + m_j) of two free bodies [mass].
template <class Real> GRANULAR_SRT_FN Real reduced_mass(Real m_i, Real m_j)
{
  return m_i * m_j / (m_i + m_j);
}

/// Effective mass of a pair [mass]: a frozen partner counts as a wall.
GRANULAR_SRT_FN double effective_mass(double m_i, double m_j, bool i_frozen, bool j_frozen)
{
  if (j_frozen) return m_i;
  if (i_frozen) return m_j;
  return reduced_mass(m_i, m_j);
}

/// What Motion::mean_mass and mean_inertia are for a pair.
struct PairMeans {
  double mass, inertia;
};

/// Means over two bodies, or the mobile one's beside a frozen one. A particle counts as a homogeneous ball
/// of its own radius and of the mass with which it moves.
GRANULAR_SRT_FN PairMeans pair_means(double m_i, double m_j, double radius_i, double radius_j,
                                     bool i_frozen, bool j_frozen)
{
  const double I_i = ball_inertia(m_i, radius_i), I_j = ball_inertia(m_j, radius_j);
  if (j_frozen) return {m_i, I_i};
  if (i_frozen) return {m_j, I_j};
  return {0.5 * (m_i + m_j), 0.5 * (I_i + I_j)};
}

}    // namespace granular_srt::contact
