#pragma once

#include "annotate.h"

namespace granular_srt::contact {

/// m_eff = m_i m_j/(m_i + m_j) of two free bodies [mass].
template <class Real> GRANULAR_SRT_FN Real reduced_mass(Real m_i, Real m_j)
{
  return m_i * m_j / (m_i + m_j);
}

}    // namespace granular_srt::contact
