#pragma once

#include "../coefficients.h"
#include "../elasticity.h"
#include "../slider.h"

#include <array>

namespace granular_srt::contact {

/// What a tangential law returns. The last four are what rolling and twisting laws can build on.
template <class Real> struct TangentialForce {
  Vec3<Real> force;    ///< on i [force]
  Real stiffness;      ///< k [force/length], with the contact radius where the law has one
  Real damping;        ///< eta_t [mass/time]
  Real friction;       ///< mu, the kinetic one where the law has two [-]
  Real static_excess = Real(0);    ///< mu_s - mu_k [-]
};

struct TangentialDefaults {
  static constexpr bool needs_contact_radius = false;
  static constexpr bool allows_synchronized_verlet = true;
  static constexpr bool has_friction = true;      ///< `twisting marshall` can build on it
  static constexpr bool has_stiffness = true;     ///< the `tracking` laws can build on it
  static constexpr bool null_stiffness = false;   ///< coefficient 0 may be NULL
};

/// Whether a rolling or twisting law takes its stiffness from the tangential one.
template <class Law>
inline constexpr bool builds_on_stiffness = requires { Law::builds_on_stiffness; };

/// k_t as given, or 8 G_eff from the elastic constants where it is NULL [pressure]. Mindlin (1949).
inline double mindlin_stiffness(const Sides &c, const Elasticity &elasticity)
{
  const double k_t = c.mean(0);
  return is_null(k_t) ? 8.0 * effective_shear_modulus(elasticity) : k_t;
}

/// Force of a spring-dashpot-slider with stiffness k [force/length], damping eta_t [mass/time] and cap
/// [force] whose spring is the first slot of history; writes the spring back where frame.update is set.
/// The dashpot acts along v_s turned into the final plane where the spring was turned too.
template <Memory memory, class Real>
GRANULAR_SRT_FN Vec3<Real> slide_with_friction(const Frame<Real> &frame, Real k, Real eta_t, Real cap,
                                               Real *history)
{
  Vec3<Real> spring = load_vector(history);
  Vec3<Real> v_s = frame.v_s;
  if (frame.update) {
    Mask<Real> turned;
    spring = advance<memory>(spring, v_s, k, cap, frame, turned);
    if (frame.synchronized) v_s = select(turned, rotate_into_plane(v_s, frame.n_end), v_s);
  }
  const Slid<Real> slid = slide<memory>(spring, -eta_t * v_s, k, cap, dot(spring, spring));
  if (frame.update) store_vector(history, slid.spring);
  return slid.load;
}

}    // namespace granular_srt::contact
