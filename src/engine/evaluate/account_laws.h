#pragma once

#include "contact/contact.h"

namespace granular_srt {

/// Hooke's law with all modes of friction.
using AllModesHooke = contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearHistory,
                                       contact::SdsRolling, contact::SdsTwisting, contact::NoHeat>;

/// The contact laws whose accounts of energy have functions of their own; the last one, the generic law, serves all others.
/// Loops with accounts take long to compile and are used in few runs.
using AccountLaws = contact::TypeList<AllModesHooke, contact::AnyContact>;

}    // namespace granular_srt
