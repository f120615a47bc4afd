#pragma once

#include "../coefficients.h"
#include "../frame.h"
#include "../normal/force.h"

namespace granular_srt::contact {

/// What most damping laws share. A damping law has no coefficients of its own: it reads the normal
/// model's second one, as eta_n0 or as a coefficient of restitution e. Each has
///   prefactor(frame, normal) = eta_n [mass/time],
/// and the damping force on i is -eta_n v_n n.
struct DampingDefaults {
  static constexpr Allowed coefficient = Allowed::non_negative;    ///< what eta_n0 (or e) may be
  static constexpr const char *coefficient_name = "eta_n0";
  static constexpr bool allows_cohesion = true;
  static constexpr bool needs_contact_radius = false;
};

}    // namespace granular_srt::contact
