#pragma once

#include "friction.h"

namespace granular_srt::contact {

/// Spring, dashpot and slider of constant stiffness:
///   xi += v_s dt,  F_s = -k_t xi - eta_t v_s,  |F_s| <= mu F_n0,  eta_t = x_gamma_t eta_n
/// k_t [force/length]; x_gamma_t, mu [-]; xi displacement [length]; eta_n normal damping [mass/time].
/// Cundall & Strack (1979); Luding, Granular Matter 10, 235 (2008), Eqs. (16)-(20); Santos et al. 2020,
/// Eq. (1c); LAMMPS manual, `tangential linear_history`.
struct LinearHistory : SpringBase<false> {
  static constexpr const char *key = "linear_history";

  static LinearHistory make(const Sides &c, const Elasticity &) { return {made(c)}; }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real *history) const
  {
    const Real eta_t = Real(x_gamma_t) * eta_n;
    return {slide_with_friction<Memory::displacement>(frame, Real(k_t), eta_t, cap(frame, F_n0), history),
            Real(k_t), eta_t, Real(mu)};
  }
};

/// A dashpot under the Coulomb cap:
///   F_s = -min(mu F_n0, eta_t |v_s|) v_s/|v_s|,  eta_t = x_gamma_t eta_n
/// x_gamma_t, mu [-]; eta_n normal damping [mass/time]. LAMMPS manual, `tangential linear_nohistory`.
struct LinearNoHistory : TangentialDefaults {
  static constexpr const char *key = "linear_nohistory";
  static constexpr std::array coefficients{Coefficient{"x_gamma_t", Allowed::non_negative, units::number},
                                           Coefficient{"mu", Allowed::non_negative, units::number}};
  static constexpr NoSlots slots{};
  static constexpr bool allows_synchronized_verlet = false;
  static constexpr bool has_stiffness = false;

  double x_gamma_t, mu;

  static LinearNoHistory make(const Sides &c, const Elasticity &)
  {
    return {{}, c.mean(0), c.friction(1, 0, 0)};
  }

  template <class Real> GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real F_n0) const
  {
    return Real(mu) * F_n0;
  }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real * /*history*/) const
  {
    const Real eta_t = Real(x_gamma_t) * eta_n;
    const Real speed = length(frame.v_s);
    const auto slides = speed > Real(0);
    const Real per_speed = smaller(cap(frame, F_n0), eta_t * speed) / select(slides, speed, Real(1));
    return {-per_speed * frame.v_s, Real(0), eta_t, Real(mu)};
  }
};

/// The spring of pair gran/hooke/history and gran/hertz/history:
///   xi += v_s dt,  then xi -= (xi.n) n,  F_s = -k xi - eta_t v_s,  |F_s| <= mu F_n0,  eta_t = x_gamma_t eta_n
///   k = k_t (linear_history_classic) or k_t a (mindlin_classic)
/// xi displacement [length], a contact radius [length], eta_n normal damping [mass/time].
/// The part of xi along n is dropped, and the length of xi is not restored. A spring that had length zero
/// before that gives no force at the cap. The other laws rotate xi first and keep its length.
/// Silbert et al., Phys. Rev. E 64, 051302 (2001), Eqs. (3)-(4); LAMMPS manual,
/// `tangential linear_history_classic` and `mindlin_classic`.
template <bool scaled_by_contact_radius> struct ClassicBase : SpringBase<scaled_by_contact_radius> {
  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real *history) const
  {
    const Real eta_t = Real(this->x_gamma_t) * eta_n;
    const Real k = this->stiffness(frame);
    Vec3<Real> spring = load_vector(history);
    if (frame.update) spring = spring + frame.dt * frame.v_s;
    const Real moved_squared = dot(spring, spring);
    if (frame.update) spring = spring - dot(spring, frame.n) * frame.n;
    const Slid<Real> slid =
        slide<Memory::displacement>(spring, -eta_t * frame.v_s, k, this->cap(frame, F_n0), moved_squared);
    if (frame.update) store_vector(history, slid.spring);
    return {slid.load, k, eta_t, Real(this->mu)};
  }
};

/// ClassicBase with k = k_t [force/length].
struct LinearHistoryClassic : ClassicBase<false> {
  static constexpr const char *key = "linear_history_classic";

  static LinearHistoryClassic make(const Sides &c, const Elasticity &) { return {{made(c)}}; }
};

/// ClassicBase with k = k_t a, k_t [pressure].
struct MindlinClassic : ClassicBase<true> {
  static constexpr const char *key = "mindlin_classic";

  static MindlinClassic make(const Sides &c, const Elasticity &) { return {{made(c)}}; }
};

}    // namespace granular_srt::contact
