#pragma once

#include "concepts.h"
#include "damping/damping.h"
#include "damping/restitution.h"
#include "heat/heat.h"
#include "normal/dmt.h"
#include "normal/hertz.h"
#include "normal/hooke.h"
#include "normal/jkr.h"
#include "rolling/sds.h"
#include "rolling/tracking.h"
#include "tangential/linear.h"
#include "tangential/mindlin.h"
#include "tangential/mindlin_creep.h"
#include "tangential/tracking.h"
#include "twisting/twisting.h"
#include "twisting/tracking.h"

namespace granular_srt::contact {

/// The registries, one list per axis. Keywords, coefficient counts, error messages, restart names, tests over
/// all laws and the check of the manual pages come from these lists.
using NormalModels = TypeList<Hooke, Hertz, HertzMaterial, Dmt, Jkr>;
using DampingModels = TypeList<NoDamping, VelocityDamping, MassVelocityDamping, ViscoelasticDamping,
                               TsujiDamping, CoeffRestitutionDamping>;
using TangentialModels =
    TypeList<NoTangential, LinearNoHistory, LinearHistory, LinearHistoryClassic, Mindlin, MindlinClassic,
             MindlinForce, MindlinRescale, MindlinRescaleForce, MindlinCreep, TrackingSliding>;
using RollingModels = TypeList<NoRolling, SdsRolling, TrackingRolling, BalancedTrackingRolling>;
using TwistingModels =
    TypeList<NoTwisting, SdsTwisting, MarshallTwisting, TrackingTwisting, HertzTrackingTwisting>;
using HeatModels = TypeList<NoHeat, RadiusHeat, AreaHeat>;

static_assert(check_laws(NormalModels{},
                         []<class Law>(std::type_identity<Law>) { return check_normal_law<Law>(); }));
static_assert(check_laws(DampingModels{},
                         []<class Law>(std::type_identity<Law>) { return check_damping_law<Law>(); }));
static_assert(check_laws(TangentialModels{},
                         []<class Law>(std::type_identity<Law>) { return check_tangential_law<Law>(); }));
static_assert(check_laws(RollingModels{},
                         []<class Law>(std::type_identity<Law>) { return check_rolling_law<Law>(); }));
static_assert(check_laws(TwistingModels{},
                         []<class Law>(std::type_identity<Law>) { return check_twisting_law<Law>(); }));
static_assert(check_laws(HeatModels{},
                         []<class Law>(std::type_identity<Law>) { return check_heat_law<Law>(); }));

}    // namespace granular_srt::contact
