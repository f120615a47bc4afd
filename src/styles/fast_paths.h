#pragma once

#include "contact/contact.h"

namespace granular_srt {

/// The combinations that have a function of their own: the packing studies' and common material ones. The
/// last is the generic one, which serves every other.
using KernelLaws = contact::TypeList<
    contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearHistory,
                     contact::SdsRolling, contact::SdsTwisting, contact::NoHeat>,
    contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearHistory,
                     contact::NoRolling, contact::NoTwisting, contact::NoHeat>,
    contact::Contact<contact::HertzMaterial, contact::TsujiDamping, contact::MindlinRescaleForce,
                     contact::SdsRolling, contact::MarshallTwisting, contact::NoHeat>,
    contact::Contact<contact::HertzMaterial, contact::ViscoelasticDamping, contact::Mindlin,
                     contact::NoRolling, contact::NoTwisting, contact::NoHeat>,
    contact::AnyContact>;

}    // namespace granular_srt
