#pragma once

#include "contact/contact.h"

#include <memory>

namespace granular_srt {

/// A contact law as one of CompiledLaws (compiled_laws.h).
struct CompiledLaw {
  int index;                          ///< of its type in CompiledLaws
  std::shared_ptr<const void> law;    ///< of that type
};

/// The first of AccountLaws (account_laws.h) that fits, for steps with an account of energy.
CompiledLaw account_law(const contact::AnyContact &law);

/// The first of CompiledLaws that fits. The last one, the generic law, always fits.
CompiledLaw compiled_law(const contact::AnyContact &law);

}    // namespace granular_srt
