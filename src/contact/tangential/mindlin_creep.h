#pragma once

#include "../cube_root.h"
#include "../paths.h"
#include "mindlin.h"

namespace granular_srt::contact {

/// Mindlin's law with creep-friction: the tangential force of a rolling contact decays, because strained
/// material leaves the contact patch. Kuhn (2013), Eq. (16), with the force on i:
///   dF = -k ( v_s dt + Y(|F|) |dU_r| F/|F| ),   k = k_t a
///   Y  = 3 mu F_n0/(G a^2 c) [1 - (1 - |F|/(mu F_n0))^(1/3)]    Eq. (9); Vermeulen & Johnson (1964)
///   dU_r = -dt (over_i + over_j)/2                              Eq. (5), the mean travel of the surfaces
/// F elastic force [force]; Y creepage [-]; U_r rolled distance [length]; k_t, G [pressure]; x_gamma_t, mu, nu,
/// c [-]; a contact radius [length]. v_s is Paths::slip, which is zero while the pair turns as one rigid body.
/// While unloading (a < a_prev) F is first multiplied by a/a_prev. With the dashpot F_s = F - eta_t v_s,
/// |F_s| <= mu F_n0, as in mindlin_rescale/force. The law has no contact moment.
///
/// Integration in time. With x = |F|/(mu F_n0) = 1 - y^3:
///   Y F/|F| = g F/(G a^2 c),   g = 3/(1 + y + y^2),   1 <= g <= 3,
/// so that no division by |F| is necessary. The creep of a step is evaluated at its end (implicit):
///   F = F_trial/(1 + g q),   F_trial = F - k v_s dt,   q = k |dU_r|/(G a^2 c),
/// with g of the new F. Because x g = 3(1 - y), this is the cubic y^3 + 3 q y = 1 + 3 q - x_trial. Its one real
/// root has a closed form; where the root is negative the contact slides. The steady state is therefore exact
/// for steps of any length, creep never reverses F, and the error of a step is of first order.
///
/// c is Kalker's coefficient of a circular patch [Kalker, Rolling Contact Phenomena (2000)]: the parabola
///   c = 3.40 + 2.16 nu + 2.88 nu^2
/// through the paper's 3.40, 4.12, 5.20 at nu = 0, 1/4, 1/2. Two materials (Kalker):
///   1/G = (1/G_i + 1/G_j)/2,   nu/G = (nu_i/G_i + nu_j/G_j)/2.
/// c = inf switches creep off. The law is then mindlin_rescale/force to the last bit.
struct MindlinCreep : MindlinRescaleForce {
  static constexpr const char *key = "mindlin_creep";
  /// If nu or G is NULL, it is that of the normal law. If c is NULL, it follows from nu.
  static constexpr std::array coefficients{
      Coefficient{"k_t", Allowed::positive_or_null, units::pressure},
      Coefficient{"x_gamma_t", Allowed::non_negative, units::number},
      Coefficient{"mu", Allowed::non_negative, units::number},
      Coefficient{"nu", Allowed::poisson_ratio_or_null, units::number, true, null},
      Coefficient{"G", Allowed::positive_or_null, units::pressure, true, null},
      Coefficient{"c", Allowed::positive_infinite_or_null, units::number, true, null}};
  static constexpr bool null_stiffness = false;    // conflict() checks what k_t NULL needs
  /// Y [-]; |dU_r|/dt [length/time]; Y |dU_r|/|dU_t| [-], Eq. (17), 0 without slip; |dU_t|/dt [length/time].
  static constexpr std::array diagnostics{"creepage", "rolling_speed", "creep_share", "slip_speed"};

  double compliance;    ///< 1/(G c) [1/pressure]; 0 without creep

  /// nu and G come from these coefficients or from the normal law.
  static Conflict conflict(const double *c, bool elastic)
  {
    for (const int k : {3, 4})
      if (!elastic && is_null(c[k])) return {k, "a number", true};
    return {};
  }

  static MindlinCreep make(const Sides &c, const Elasticity &elasticity)
  {
    Elasticity e = elasticity;
    const double G_i = side(c.i, e.E_i, e.nu_i), G_j = side(c.j, e.E_j, e.nu_j);
    const double G = 2.0 / (1.0 / G_i + 1.0 / G_j);
    const double nu = 0.5 * G * (e.nu_i / G_i + e.nu_j / G_j);
    const double c_given = c.mean(5);
    return {MindlinRescaleForce::make(c, e),
            1.0 / (G * (is_null(c_given) ? kalker_coefficient(nu) : c_given))};
  }

  [[nodiscard]] static double kalker_coefficient(double nu) { return 3.40 + 2.16 * nu + 2.88 * nu * nu; }

  template <class Real> GRANULAR_SRT_FN Vec3<Real> slip(const Frame<Real> &frame) const
  {
    return compliance == 0.0 ? frame.v_s : contact_paths(frame).slip();
  }

  /// Y [-] at a tangential force; cap = mu F_n0.
  template <class Real> GRANULAR_SRT_FN Real creepage(const Frame<Real> &frame, Real force, Real cap) const
  {
    const Real capped = smaller(force, cap);    // a stored force may be above the present cap
    return growth(cbrt_or_zero(Real(1) - over(capped, cap))) * capped * creep_compliance(frame);
  }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real *history) const
  {
    if (compliance == 0.0) return MindlinRescaleForce::respond(frame, F_n0, eta_n, history);

    const Real eta_t = Real(x_gamma_t) * eta_n;
    const Real most = cap(frame, F_n0);
    const Real k = Real(k_t) * frame.contact_radius;
    const Paths<Real> paths = contact_paths(frame);
    Vec3<Real> slip = paths.slip();

    Vec3<Real> spring = shrinkage(frame.contact_radius, history[3]) * load_vector(history);
    if (frame.update) {
      Mask<Real> turned;
      spring = advance<Memory::load>(spring, slip, k, most, frame, turned);
      const Real rolled = Real(0.5) * frame.dt * length(paths.over_i + paths.over_j);
      spring = kept(length(spring), most, k * rolled * creep_compliance(frame)) * spring;
      if (frame.synchronized) slip = select(turned, rotate_into_plane(slip, frame.n_end), slip);
    }
    const Slid<Real> slid = slide<Memory::load>(spring, -eta_t * slip, k, most, length(spring));
    if (frame.update) {
      store_vector(history, slid.spring);
      history[3] = frame.contact_radius;
    }
    return {slid.load, k, eta_t, Real(mu)};
  }

  template <class Real>
  void diagnose(const Frame<Real> &frame, Real F_n0, const Real *history, Real *out) const
  {
    const Paths<Real> paths = contact_paths(frame);
    const Real speed = Real(0.5) * length(paths.over_i + paths.over_j);
    const Real slip = length(paths.slip());
    out[0] = creepage(frame, length(load_vector(history)), cap(frame, F_n0));
    out[1] = speed;
    out[2] = select(slip > Real(0), out[0] * speed / select(slip > Real(0), slip, Real(1)), Real(0));
    out[3] = slip;
  }

 private:
  /// a/b where b > 0, else 0.
  template <class Real> static GRANULAR_SRT_FN Real over(Real a, Real b)
  {
    const auto some = b > Real(0);
    return select(some, a / select(some, b, Real(1)), Real(0));
  }

  template <class Real> static GRANULAR_SRT_FN Real growth(Real y) { return Real(3) / (Real(1) + y + y * y); }

  /// 1/(G c a^2) [1/force]; 0 where a = 0.
  template <class Real> GRANULAR_SRT_FN Real creep_compliance(const Frame<Real> &frame) const
  {
    return over(Real(compliance), square(frame.contact_radius));
  }

  /// 1/(1 + g q): force at the end of the step over the trial force.
  template <class Real> static GRANULAR_SRT_FN Real kept(Real trial, Real cap, Real q)
  {
    using std::sqrt;
    const Real half = larger(Real(0.5) * (Real(1) + Real(3) * q - over(trial, cap)), Real(0));
    const Real root = cbrt_or_zero(half + sqrt(half * half + q * q * q));    // Cardano
    return Real(1) / (Real(1) + q * growth(root - over(q, root)));
  }

  /// G of one body: from its coefficients if they are given (E and nu are then set to match), otherwise from E and nu.
  static double side(const double *c, double &E, double &nu)
  {
    const double G = is_null(c[4]) ? shear_modulus(E, nu) : c[4];
    if (is_null(c[3]) && is_null(c[4])) return G;
    if (!is_null(c[3])) nu = c[3];
    E = 2.0 * G * (1.0 + nu);
    return G;
  }
};

}    // namespace granular_srt::contact
