#pragma once

#include "contact/contact.h"

#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

/// Contacts, states and turns for the tests of src/contact.
namespace support {

using namespace granular_srt::contact;
using V = Vec3<double>;

/// Dimension of a number as exponents of mass, length and time.
struct Dimension {
  int mass, length, time;
};

inline double scale(const Dimension &d, double m, double l, double t)
{
  return std::pow(m, d.mass) * std::pow(l, d.length) * std::pow(t, d.time);
}

inline constexpr Dimension number{0, 0, 0}, per_time{0, 0, -1}, stiffness{1, 0, -2}, pressure{1, -1, -2},
    energy_per_area{1, 0, -2}, mass_per_time{1, 0, -1};

/// A test value and the dimension of each coefficient that a contact needs, by axis, model and name. The
/// damping coefficient's meaning depends on the damping model.
struct Value {
  double value;
  Dimension dimension;
};

inline Value damping_coefficient(const std::string &damping)
{
  if (damping == "velocity") return {0.3, mass_per_time};
  if (damping == "viscoelastic") return {0.7, {0, -1, -1}};
  if (damping == "tsuji" || damping == "coeff_restitution") return {0.6, number};
  return {0.4, per_time};
}

inline Value coefficient(const std::string &axis, const std::string &model, const std::string &name)
{
  static const std::map<std::string, Value> values = {
      {"normal hooke k_n", {100.0, stiffness}},
      {"normal hertz k_n", {120.0, pressure}},
      {"E", {150.0, pressure}},
      {"nu", {0.3, number}},
      {"gamma", {0.05, energy_per_area}},
      {"linear k_t", {60.0, stiffness}},
      {"mindlin k_t", {80.0, pressure}},
      {"x_gamma_t", {0.8, number}},
      {"mu", {0.45, number}},
      {"G", {58.0, pressure}},
      {"c", {4.0, number}},
      {"K_E", {60.0, stiffness}},
      {"mu_s", {0.45, number}},
      {"mu_k", {0.35, number}},
      {"c_D", {0.4, number}},
      {"eta_r", {0.35, number}},
      {"c_R", {0.3, number}},
      {"eta_psi", {0.4, number}},
      {"K_c", {2.5, {0, -1, 0}}},
      {"c_psi", {0.2, number}},
      {"k_roll", {40.0, stiffness}},
      {"gamma_roll", {0.5, mass_per_time}},
      {"mu_roll", {0.35, number}},
      {"k_twist", {30.0, {1, 2, -2}}},
      {"gamma_twist", {0.4, {1, 2, -1}}},
      {"mu_twist", {0.25, {0, 1, 0}}},
      {"k_s", {2.0, {1, 1, -3}}},
      {"h_s", {3.0, {1, 0, -3}}}};
  std::string key = name;
  if (name == "k_n") key = axis + " " + model + " " + name;
  if (name == "k_t") key = (model.rfind("linear", 0) == 0 ? "linear " : "mindlin ") + name;
  return values.at(key);
}

template <class Model>
std::vector<double> coefficients_of(const std::string &axis, const std::string &damping, double m, double l,
                                    double t)
{
  std::vector<double> values;
  for (const Coefficient &c : Model::coefficients) {
    const bool of_damping = std::string(c.name) == "eta_n0";
    const Value v = of_damping ? damping_coefficient(damping) : coefficient(axis, Model::key, c.name);
    values.push_back(v.value * scale(v.dimension, m, l, t));
  }
  return values;
}

inline Sides one_material(const std::vector<double> &values)
{
  return {values.data(), values.data(), false};
}

/// A contact of these submodels with the test coefficients in units scaled by m, l, t.
template <class N, class D, class T, class R, class W, class H>
Contact<N, D, T, R, W, H> make_contact(double m = 1.0, double l = 1.0, double t = 1.0)
{
  const auto normal = coefficients_of<N>("normal", D::key, m, l, t);
  const auto tangential = coefficients_of<T>("tangential", D::key, m, l, t);
  const auto rolling = coefficients_of<R>("rolling", D::key, m, l, t);
  const auto twisting = coefficients_of<W>("twisting", D::key, m, l, t);
  const auto heat = coefficients_of<H>("heat", D::key, m, l, t);
  return {N::make(one_material(normal)),
          D::make(normal[NormalDefaults::damping_coefficient], N::hertzian),
          T::make(one_material(tangential), N::elasticity(one_material(normal))),
          R::make(one_material(rolling)),
          W::make(one_material(twisting)),
          H::make(one_material(heat)),
          false,
          false};
}

template <class N, class D, class T, class R, class W, class H>
AnyContact any_of(const Contact<N, D, T, R, W, H> &c)
{
  return {AnyNormal(c.normal),   AnyDamping(c.damping),   AnyTangential(c.tangential),
          AnyRolling(c.rolling), AnyTwisting(c.twisting), AnyHeat(c.heat),
          c.limit_damping,       c.synchronized_verlet};
}

template <class... Models, class F> void for_each(TypeList<Models...>, F &&f)
{
  (f(std::type_identity<Models>{}), ...);
}

/// One axis: name, what it asks of the others, and how to build it in units scaled by m, l, t.
struct NormalChoice {
  std::string key;
  bool cohesive;
  AnyNormal (*make)(const std::string &damping, double m, double l, double t);
  Elasticity (*elasticity)(double m, double l, double t);
  bool hertzian;
};
struct DampingChoice {
  std::string key;
  bool allows_cohesion;
  AnyDamping (*make)(bool hertzian, double m, double l, double t);
};
struct TangentialChoice {
  std::string key;
  bool has_friction, has_stiffness;
  AnyTangential (*make)(const Elasticity &, double m, double l, double t);
};
struct RollingChoice {
  std::string key;
  bool builds_on_stiffness, conserves_angular_momentum;
  AnyRolling (*make)(double m, double l, double t);
};
struct TwistingChoice {
  std::string key;
  bool builds_on_sliding, builds_on_stiffness;
  AnyTwisting (*make)(double m, double l, double t);
};

/// Whether the torques of a rolling law on the two bodies are always opposite.
template <class M> constexpr bool conserves_angular_momentum = true;
template <> inline constexpr bool conserves_angular_momentum<TrackingRolling> = false;

template <class M> NormalChoice choice_of(TypeList<M>, NormalModels)
{
  return {M::key, M::cohesive,
          [](const std::string &damping, double m, double l, double t) {
            return AnyNormal(M::make(one_material(coefficients_of<M>("normal", damping, m, l, t))));
          },
          [](double m, double l, double t) {
            return M::elasticity(one_material(coefficients_of<M>("normal", "velocity", m, l, t)));
          },
          M::hertzian};
}
template <class M> DampingChoice choice_of(TypeList<M>, DampingModels)
{
  return {M::key, M::allows_cohesion, [](bool hertzian, double m, double l, double t) {
            const Value v = damping_coefficient(M::key);
            return AnyDamping(M::make(v.value * scale(v.dimension, m, l, t), hertzian));
          }};
}
template <class M> TangentialChoice choice_of(TypeList<M>, TangentialModels)
{
  return {M::key, M::has_friction, M::has_stiffness, [](const Elasticity &e, double m, double l, double t) {
            return AnyTangential(M::make(one_material(coefficients_of<M>("tangential", "", m, l, t)), e));
          }};
}
template <class M> RollingChoice choice_of(TypeList<M>, RollingModels)
{
  return {M::key, builds_on_stiffness<M>, conserves_angular_momentum<M>, [](double m, double l, double t) {
            return AnyRolling(M::make(one_material(coefficients_of<M>("rolling", "", m, l, t))));
          }};
}
template <class M> TwistingChoice choice_of(TypeList<M>, TwistingModels)
{
  return {M::key, M::builds_on_sliding, builds_on_stiffness<M>, [](double m, double l, double t) {
            return AnyTwisting(M::make(one_material(coefficients_of<M>("twisting", "", m, l, t))));
          }};
}

template <class... M> auto choices(TypeList<M...> list)
{
  return std::vector{choice_of(TypeList<M>{}, list)...};
}

/// Calls f(name, make) for every combination that pair_coeff accepts; make(m, l, t) builds the contact.
template <class F> void for_every_combination(F &&f)
{
  for (const auto &n : choices(NormalModels{}))
    for (const auto &d : choices(DampingModels{}))
      for (const auto &t : choices(TangentialModels{}))
        for (const auto &r : choices(RollingModels{}))
          for (const auto &w : choices(TwistingModels{})) {
            if (n.cohesive && !d.allows_cohesion) continue;
            if (w.builds_on_sliding && !t.has_friction) continue;
            if ((r.builds_on_stiffness || w.builds_on_stiffness) && !t.has_stiffness) continue;
            f(n.key + " " + d.key + " " + t.key + " " + r.key + " " + w.key,
              [&](double m, double l, double time) {
                return AnyContact{n.make(d.key, m, l, time),
                                  d.make(n.hertzian, m, l, time),
                                  t.make(n.elasticity(m, l, time), m, l, time),
                                  r.make(m, l, time),
                                  w.make(m, l, time),
                                  AnyHeat(RadiusHeat{2.0 * scale({1, 1, -3}, m, l, time)}),
                                  false,
                                  false};
              });
          }
}

/// Room for the largest history of every axis.
inline constexpr HistoryLayout roomy{0, 4, 12, 14};

/// Two touching bodies and what their contact remembers.
struct State {
  Geometry<double> geometry;
  Motion<double> motion;
  std::vector<double> history = std::vector<double>(roomy.size, 0.0);
};

inline State random_state(std::mt19937 &random)
{
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  const auto vector = [&] { return V{u(random), u(random), u(random)}; };
  State s;
  const double r_i = 0.5 + 0.1 * u(random), r_j = 0.4 + 0.1 * u(random);
  V n = vector();
  n = (1.0 / length(n)) * n;
  const double overlap = 0.02 * (1.2 + u(random));
  const V separation = (r_i + r_j - overlap) * n;
  s.geometry = sphere_pair(separation, dot(separation, separation), r_i, r_j);
  s.motion = {vector(), vector(), vector(), vector(), 0.3 + 0.1 * u(random), 1.0, 2.5, 0.7, 0.06};
  // springs in the tangent plane, small and large against the caps
  for (const int first : {roomy.tangential, roomy.rolling}) {
    V spring = vector();
    spring = 0.02 * (spring - dot(spring, n) * n);
    store_vector(s.history.data() + first, spring);
  }
  s.history[3] = 0.15 * (1.0 + u(random));    // a_prev of the rescaling laws, a mode (sticks) of tracking
  s.history[roomy.twisting] = 0.02 * u(random);
  return s;
}

inline Loads<double> loads_of(const AnyContact &law, State &s, Step step = {0.01, true})
{
  return law.loads(s.geometry, s.motion, step, roomy, s.history.data());
}

/// A proper rotation.
struct Turn {
  V a, b, c;    // rows
  V operator()(V v) const { return {dot(a, v), dot(b, v), dot(c, v)}; }
};

inline Turn random_turn(std::mt19937 &random)
{
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  V a{u(random), u(random), u(random)}, b{u(random), u(random), u(random)};
  a = (1.0 / length(a)) * a;
  b = b - dot(a, b) * a;
  b = (1.0 / length(b)) * b;
  return {a, b, cross(a, b)};
}

/// Largest component of the difference.
inline double difference(V a, V b)
{
  const V d = a - b;
  return std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)});
}

}    // namespace support
