#pragma once

#include "../coefficients.h"
#include "../frame.h"
#include "../history.h"

#include <array>
#include <limits>

namespace granular_srt::contact {

/// Power and energy of the spring of a friction law in one evaluation, for the energy account of a contact (account.h).
template <class Real> struct SpringState {
  Real power;     ///< of its load on the two bodies, with the velocities that the law uses [energy/time]
  Real energy;    ///< stored energy [energy]
};

template <class Real> GRANULAR_SRT_FN SpringState<Real> no_spring()
{
  return {Real(0), Real(0)};
}

/// A spring with the load -k xi in a motion with dxi/dt = v: it stores k xi^2/2.
template <class Real> GRANULAR_SRT_FN SpringState<Real> displaced_spring(Vec3<Real> xi, Vec3<Real> v, Real k)
{
  return {-k * dot(xi, v), Real(0.5) * k * dot(xi, xi)};
}

template <class Real> GRANULAR_SRT_FN SpringState<Real> displaced_spring(Real xi, Real v, Real k)
{
  return {-k * xi * v, Real(0.5) * k * xi * xi};
}

/// A spring whose history is its load F: it stores F^2/(2 k), and nothing if k = 0.
template <class Real> GRANULAR_SRT_FN SpringState<Real> loaded_spring(Vec3<Real> F, Vec3<Real> v, Real k)
{
  const auto springy = k > Real(0);
  return {dot(F, v), select(springy, Real(0.5) * dot(F, F) / select(springy, k, Real(1)), Real(0))};
}

/// \name Spring, dashpot and slider of a vector in the tangent plane, for sliding and rolling laws
/// Cundall & Strack (1979); Luding, Granular Matter 10, 235 (2008), Eqs. (16)-(20).
/// @{

/// Quantity that the history of a slider holds.
enum class Memory {
  displacement,    ///< xi [length]: elastic load = -k xi
  load             ///< F_e [force]: grows by -k v dt, and does not change when k changes
};

/// Result of `slide`.
template <class Real> struct Slid {
  Vec3<Real> load;      ///< spring and dashpot after the cap [force]
  Vec3<Real> spring;    ///< the spring for the history [length] or [force]
};

/// The spring after the step: rotated into the tangent plane, then moved by v dt.
///   displacement: xi += v dt          load: F_e -= k v dt
/// With synchronized_verlet the plane is that of mid-step; a second rotation brings the spring into the plane at the
/// end of the step.
/// \param v    slip or rolling velocity [length/time]
/// \param k    stiffness [force/length]
/// \param cap  largest load [force]: rotations that change less than 1e-10 of it are skipped
/// \param turned_at_end  set where the second rotation happened
template <Memory memory, class Real>
GRANULAR_SRT_FN Vec3<Real> advance(Vec3<Real> spring, Vec3<Real> v, Real k, Real cap,
                                   const Frame<Real> &frame, Mask<Real> &turned_at_end)
{
  const Real per_unit = memory == Memory::load ? Real(1) : k;
  spring = follow_frame(spring, frame.n, per_unit, cap, turned_at_end);
  const Real gain = memory == Memory::load ? -k * frame.dt : frame.dt;
  spring = spring + gain * v;
  if (frame.synchronized) spring = follow_frame(spring, frame.n_end, per_unit, cap, turned_at_end);
  return spring;
}

/// load = elastic load + damping_load. A load above the cap is scaled down to the cap, and the spring is set so
/// that spring and dashpot together give this load, or to 0 if k = 0. A spring of length zero at the cap gives no
/// load, as in LAMMPS. Luding (2008), Eqs. (18)-(20). Squares are compared because most contacts stick and need no root.
/// \param damping_load    load of the dashpot [force]
/// \param spring_squared  square of the spring's length; only whether it is 0 matters
template <Memory memory, class Real>
GRANULAR_SRT_FN Slid<Real> slide(Vec3<Real> spring, Vec3<Real> damping_load, Real k, Real cap,
                                 Real spring_squared)
{
  const Vec3<Real> trial = memory == Memory::load ? damping_load + spring : damping_load - k * spring;
  const Real magnitude_squared = dot(trial, trial);
  const auto slips = magnitude_squared > cap * cap;
  if (!needed(slips)) return {trial, spring};

  using std::sqrt;
  const auto remembers = spring_squared > Real(0);
  // cap/|trial| with a root and a quotient that are independent of each other
  const Real shortened = sqrt(magnitude_squared) * (cap / select(slips, magnitude_squared, Real(1)));
  const Vec3<Real> load = select(slips, select(remembers, shortened, Real(0)), Real(1)) * trial;
  // k = 0: a Mindlin law at an overlap of 0
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const Real per_load = memory == Memory::load ? Real(1) : Real(-1) / select(k > Real(0), k, Real(infinite));
  const Vec3<Real> left = per_load * (load - damping_load);
  return {load, select(both(slips, remembers), left, spring)};
}
/// @}

/// Result of a tangential law. Rolling and twisting laws that build on the tangential law read the last four.
template <class Real> struct TangentialForce {
  Vec3<Real> force;    ///< on i [force]
  Real stiffness;      ///< k [force/length], multiplied by the contact radius in Mindlin laws
  Real damping;        ///< eta_t [mass/time]

  /// Kinetic friction coefficient mu [-]: cap of this evaluation divided by F_n0. Other laws multiply it by F_n0. A law
  /// whose cap is not mu F_n0 with a constant mu returns cap/F_n0 of this evaluation, and 0 if F_n0 is 0.
  Real friction;
  Real static_excess = Real(0);    ///< mu_s - mu_k [-] of a law with static friction mu_s
};

/// Traits of tangential laws. A law derives from this and redefines what differs. It also has
///   key, coefficients              its keyword and its coefficients in pair_coeff
///   slots                          its history (history.h); NoSlots without history
///   make(sides, elasticity)        the law from the coefficients of both bodies
///   respond(frame, F_n0, eta_n, history)    a TangentialForce
///   cap(frame, F_n0)               largest |F_s| of a contact that slides [force]. Mobilized friction is |F_s|/cap; in
///                                  the account of energy the dashpot acts below the cap only (account.h)
///   springs(frame, slip, history)  SpringState of its springs; a law without springs does not define it
struct TangentialDefaults {
  static constexpr bool needs_contact_radius = false;    ///< reads Frame::contact_radius
  static constexpr bool needs_mean_inertia = false;      ///< reads Motion::mean_mass or mean_inertia
  static constexpr bool allows_synchronized_verlet = true;
  static constexpr bool has_friction = true;       ///< `twisting marshall` can build on it
  static constexpr bool has_stiffness = true;      ///< has a spring: the `tracking` laws can build on it
  static constexpr bool null_stiffness = false;    ///< coefficient 0 is k_t and may be NULL
  /// its history is a load, not a displacement, which has no value at the cap of a spring without stiffness
  static constexpr bool remembers_load = false;
  static constexpr std::array<const char *, 0> diagnostics{};    ///< names of the values of `diagnose`

  /// Velocity that loads the spring [length/time].
  template <class Real> GRANULAR_SRT_FN Vec3<Real> slip(const Frame<Real> &frame) const { return frame.v_s; }

  /// \param slip  of slip() [length/time]
  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &, Vec3<Real> /*slip*/,
                                            const Real * /*history*/) const
  {
    return no_spring<Real>();
  }

  /// A coefficient whose range depends on other coefficients or on the normal law.
  /// \param elastic  whether the normal law has E and nu
  static Conflict conflict(const double * /*coefficients*/, bool /*elastic*/) { return {}; }
};

/// Force of a spring-dashpot-slider with stiffness k [force/length], damping eta_t [mass/time] and cap
/// [force]. The spring is the first slot of the history, which is written only if frame.update is set. If the spring is
/// rotated into the plane at the end of the step, v_s of the dashpot is rotated too.
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

/// Spring, dashpot and slider of stiffness k: what laws have in common whose history is a displacement xi,
///   F_s = -k xi - eta_t v_s,  |F_s| <= mu F_n0,  eta_t = x_gamma_t eta_n,  k = k_t or k_t a
/// k_t [force/length] or [pressure]; x_gamma_t, mu [-]; xi [length]; a contact radius [length]; eta_n normal damping
/// [mass/time].
template <bool scaled_by_contact_radius> struct SpringBase : TangentialDefaults {
  static constexpr std::array coefficients{
      Coefficient{"k_t", Allowed::spring, scaled_by_contact_radius ? units::pressure : units::stiffness},
      Coefficient{"x_gamma_t", Allowed::non_negative, units::number},
      Coefficient{"mu", Allowed::non_negative, units::number}};
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, -1, "tangential displacement xi", units::length}};
  static constexpr bool needs_contact_radius = scaled_by_contact_radius;

  double k_t, x_gamma_t, mu;

  static SpringBase made(const Sides &c) { return {{}, c.mean(0), c.mean(1), c.friction(2, 0, 1)}; }

  /// k [force/length].
  template <class Real> GRANULAR_SRT_FN Real stiffness(const Frame<Real> &frame) const
  {
    return scaled_by_contact_radius ? Real(k_t) * frame.contact_radius : Real(k_t);
  }

  template <class Real> GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real F_n0) const
  {
    return Real(mu) * F_n0;
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, Vec3<Real> slip,
                                            const Real *history) const
  {
    return displaced_spring(load_vector(history), slip, stiffness(frame));
  }
};

/// No sliding friction: F_s = 0.
struct NoTangential : TangentialDefaults {
  static constexpr const char *key = "none";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr NoSlots slots{};
  static constexpr bool has_friction = false;
  static constexpr bool has_stiffness = false;

  static NoTangential make(const Sides &, const Elasticity &) { return {}; }

  template <class Real> GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real /*F_n0*/) const { return Real(0); }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &, Real /*F_n0*/, Real /*eta_n*/,
                                                Real * /*history*/) const
  {
    return {{Real(0), Real(0), Real(0)}, Real(0), Real(0), Real(0)};
  }
};

}    // namespace granular_srt::contact
