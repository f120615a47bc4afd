#pragma once

#include "friction.h"

namespace granular_srt::contact {

/// Factor on the spring of a contact that unloads: a/a_prev where a < a_prev, else 1.
template <class Real> GRANULAR_SRT_FN Real shrinkage(Real a, Real a_prev)
{
  const auto unloads = a < a_prev;
  return select(unloads, a / select(unloads, a_prev, Real(1)), Real(1));
}

/// Mindlin's no-slip stiffness k = k_t a, in four variants. They differ in the quantity of the history and in whether
/// it decreases with the contact radius:
///   mindlin                xi += v_s dt,        F_e = -k_t a xi
///   mindlin/force          F_e += -k_t a v_s dt
///   mindlin_rescale        as mindlin,          and while unloading (a < a_prev) xi *= a/a_prev first
///   mindlin_rescale/force  as mindlin/force,    and while unloading F_e *= a/a_prev first
/// then F_s = F_e - eta_t v_s, |F_s| <= mu F_n0, eta_t = x_gamma_t eta_n. k_t NULL: k_t = 8 G_eff.
/// k_t [pressure]; x_gamma_t, mu [-]; a, a_prev contact radius now and in the step before [length]; xi
/// displacement [length]; F_e elastic force [force]; eta_n normal damping [mass/time]; G_eff effective shear
/// modulus [pressure] (coefficients.h).
/// Mindlin, J. Appl. Mech. 16, 259 (1949); Thornton et al., Powder Technol. 233, 30 (2013), Eq. (18);
/// LAMMPS manual, `tangential mindlin*`. With mindlin_rescale the force falls as a^2; it is kept for old input
/// scripts only.
template <Memory memory, bool rescale> struct MindlinBase : SpringBase<true> {
  static constexpr std::array coefficients{Coefficient{"k_t", Allowed::spring_or_null, units::pressure},
                                           Coefficient{"x_gamma_t", Allowed::non_negative, units::number},
                                           Coefficient{"mu", Allowed::non_negative, units::number}};
  static constexpr bool remembers_load = memory == Memory::load;
  static constexpr bool null_stiffness = true;

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, Vec3<Real> slip,
                                            const Real *history) const
  {
    const Real k = stiffness(frame);
    Vec3<Real> held = load_vector(history);
    if constexpr (rescale) held = shrinkage(frame.contact_radius, history[3]) * held;
    return memory == Memory::load ? loaded_spring(held, slip, k) : displaced_spring(held, slip, k);
  }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real *history) const
  {
    const Real eta_t = Real(x_gamma_t) * eta_n;
    const Real k = stiffness(frame);
    if constexpr (rescale) {
      // a copy, because the history may only be written where frame.update is set
      Real scaled[4] = {history[0], history[1], history[2], history[3]};
      store_vector(scaled, shrinkage(frame.contact_radius, scaled[3]) * load_vector(scaled));
      const Vec3<Real> force = slide_with_friction<memory>(frame, k, eta_t, cap(frame, F_n0), scaled);
      if (frame.update) {
        store_vector(history, load_vector(scaled));
        history[3] = frame.contact_radius;
      }
      return {force, k, eta_t, Real(mu)};
    } else {
      return {slide_with_friction<memory>(frame, k, eta_t, cap(frame, F_n0), history), k, eta_t, Real(mu)};
    }
  }

 protected:
  /// k_t as given, or 8 G_eff from the elastic constants if it is NULL [pressure]. Mindlin (1949).
  static MindlinBase made(const Sides &c, const Elasticity &elasticity)
  {
    const double k_t = c.mean(0);
    return {
        {{}, is_null(k_t) ? 8.0 * effective_shear_modulus(elasticity) : k_t, c.mean(1), c.friction(2, 0, 1)}};
  }
};

struct Mindlin : MindlinBase<Memory::displacement, false> {
  static constexpr const char *key = "mindlin";

  static Mindlin make(const Sides &c, const Elasticity &e) { return {made(c, e)}; }
};

struct MindlinForce : MindlinBase<Memory::load, false> {
  static constexpr const char *key = "mindlin/force";
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, -1, "elastic tangential force F_e", units::force}};

  static MindlinForce make(const Sides &c, const Elasticity &e) { return {made(c, e)}; }
};

struct MindlinRescale : MindlinBase<Memory::displacement, true> {
  static constexpr const char *key = "mindlin_rescale";
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, -1, "tangential displacement xi", units::length},
      Slot{SlotKind::scalar, +1, "previous contact radius a_prev", units::length}};

  static MindlinRescale make(const Sides &c, const Elasticity &e) { return {made(c, e)}; }
};

struct MindlinRescaleForce : MindlinBase<Memory::load, true> {
  static constexpr const char *key = "mindlin_rescale/force";
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, -1, "elastic tangential force F_e", units::force},
      Slot{SlotKind::scalar, +1, "previous contact radius a_prev", units::length}};

  static MindlinRescaleForce make(const Sides &c, const Elasticity &e) { return {made(c, e)}; }
};

}    // namespace granular_srt::contact
