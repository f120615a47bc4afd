#pragma once

#include "contacts/contact_kernel.h"

namespace granular_srt {

/// The means of a pair; a particle counts with the mass of its rigid body.
inline contact::PairMeans means_of(const ContactLoop &loop, int i, int j)
{
  return contact::pair_means(mass_of(loop, i), mass_of(loop, j), loop.radius[i], loop.radius[j],
                             is_frozen(loop, i), is_frozen(loop, j));
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
