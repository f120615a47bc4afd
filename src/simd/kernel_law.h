#pragma once

#include "contact/contact.h"

#include <memory>

namespace granular_srt {

/// A law in the form that it is evaluated in: the first of KernelLaws (fast_paths.h) that it is.
struct KernelLaw {
  int place;                          ///< of its type in KernelLaws
  std::shared_ptr<const void> law;    ///< of that type
};

/// Never fails: the last of KernelLaws is the generic law, which fits always.
KernelLaw kernel_law(const contact::AnyContact &law);

}    // namespace granular_srt
