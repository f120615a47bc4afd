#pragma once

#include "contact/contact.h"
#include "test_values.h"

#include <gtest/gtest.h>

#include <concepts>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// Contacts, states and rotations for the tests of src/contact.
namespace support {

using namespace granular_srt::contact;
namespace contact = granular_srt::contact;
using V = Vec3<double>;

// Laws and their axes.

template <class Law> constexpr std::string_view axis_of()
{
  if (std::derived_from<Law, NormalDefaults>) return "normal";
  if (std::derived_from<Law, DampingDefaults>) return "damping";
  if (std::derived_from<Law, TangentialDefaults>) return "tangential";
  if (std::derived_from<Law, RollingDefaults>) return "rolling";
  if (std::derived_from<Law, TwistingDefaults>) return "twisting";
  return "heat";
}

/// Tests over all laws can be compiled for some laws only: -D GRANULAR_SRT_LAW='"tangential mindlin"', or
/// '"mindlin"' where one axis alone has a law of that name, or several names with commas between them.
#ifndef GRANULAR_SRT_LAW
#define GRANULAR_SRT_LAW ""
#endif
inline constexpr std::string_view only_laws = GRANULAR_SRT_LAW;

/// Whether a name is "key" or "axis key" of a law.
constexpr bool names(std::string_view name, std::string_view axis, std::string_view key)
{
  if (name == key) return true;
  return name.size() == axis.size() + 1 + key.size() && name.substr(0, axis.size()) == axis &&
      name[axis.size()] == ' ' && name.substr(axis.size() + 1) == key;
}

template <class Law> constexpr bool selected()
{
  if (only_laws.empty()) return true;
  for (std::string_view rest = only_laws;;) {
    const auto comma = rest.find(',');
    if (names(rest.substr(0, comma), axis_of<Law>(), Law::key)) return true;
    if (comma == std::string_view::npos) return false;
    rest = rest.substr(comma + 1);
  }
}

// Coefficients.

/// Sizes of the units of mass, length, time and temperature.
struct Units {
  double mass = 1.0, length = 1.0, time = 1.0, temperature = 1.0;

  [[nodiscard]] double of(const Dimension &d) const
  {
    return std::pow(mass, d.mass) * std::pow(length, d.length) * std::pow(time, d.time) *
        std::pow(temperature, d.temperature);
  }
};

/// The row of test_values.h with this name and dimension, or nullptr.
constexpr const TestValue *find_test_value(std::string_view name, const Dimension &dimension)
{
  for (const TestValue &row : test_values)
    if (row.name == name && row.dimension == dimension) return &row;
  return nullptr;
}

/// Names and dimensions of the coefficients for which a law needs a test value.
template <class Law> std::vector<Coefficient> needed_values()
{
  std::vector<Coefficient> needed;
  if constexpr (std::derived_from<Law, DampingDefaults>) {
    needed.push_back({Law::coefficient_name, Law::coefficient, Law::coefficient_dimension});
  } else {
    for (int k = 0; k < static_cast<int>(Law::coefficients.size()); ++k)
      if (Law::coefficients[k].dimension.known) needed.push_back(Law::coefficients[k]);
  }
  return needed;
}

/// One line per coefficient of a law that has no test value.
template <class Law> std::string missing_values()
{
  std::string lines;
  for (const Coefficient &c : needed_values<Law>())
    if (!find_test_value(c.name, c.dimension))
      lines += std::string("no test value for ") + c.name + " of " + Law::key + " [mass^" +
          std::to_string(c.dimension.mass) + " length^" + std::to_string(c.dimension.length) + " time^" +
          std::to_string(c.dimension.time) + " temperature^" + std::to_string(c.dimension.temperature) +
          "]: add a row to unittest/contact/test_values.h\n";
  return lines;
}

/// Calls f(std::type_identity<Law>{}) for every law of a list, or for those that are tested. Laws without test
/// values are left out; Registry.EveryCoefficientHasATestValue fails for them.
template <class... Laws, class F> void for_each(TypeList<Laws...>, F &&f)
{
  const auto call = [&]<class Law>(std::type_identity<Law> law) {
    if constexpr (selected<Law>())
      if (missing_values<Law>().empty()) f(law);
  };
  (call(std::type_identity<Laws>{}), ...);
}

/// What a damping law needs from the normal law.
struct DampingCoefficient {
  const char *name;
  Dimension dimension;
};

template <class D> constexpr DampingCoefficient coefficient_of()
{
  return {D::coefficient_name, D::coefficient_dimension};
}

inline const TestValue &test_value(const char *name, const Dimension &dimension)
{
  const TestValue *const row = find_test_value(name, dimension);
  if (!row) throw std::runtime_error(std::string("no test value for ") + name);
  return *row;
}

/// Test values of the coefficients of a law. `damping` gives meaning to eta_n0 of normal laws.
template <class Law>
std::vector<double> coefficients_of(const Units &u = {},
                                    const DampingCoefficient &damping = coefficient_of<VelocityDamping>(),
                                    bool dashpots = true)
{
  std::vector<double> values;
  for (int k = 0; k < static_cast<int>(Law::coefficients.size()); ++k) {
    const Coefficient &c = Law::coefficients[k];
    bool of_damping = false;
    if constexpr (std::derived_from<Law, NormalDefaults>)
      of_damping = k == NormalDefaults::damping_coefficient;
    const Dimension dimension = of_damping ? damping.dimension : c.dimension;
    const TestValue &v = test_value(of_damping ? damping.name : c.name, dimension);
    values.push_back(v.dashpot == Dashpot::yes && !dashpots ? 0.0 : v.value * u.of(dimension));
  }
  return values;
}

inline Sides one_material(const std::vector<double> &values)
{
  return {values.data(), values.data(), false};
}

/// A contact of these laws with the test values.
template <class N, class D, class T, class R, class W, class H>
Contact<N, D, T, R, W, H> make_contact(const Units &u = {})
{
  const auto normal = coefficients_of<N>(u, coefficient_of<D>());
  return {N::make(one_material(normal)),
          D::make(normal[NormalDefaults::damping_coefficient], N::hertzian),
          T::make(one_material(coefficients_of<T>(u)), N::elasticity(one_material(normal))),
          R::make(one_material(coefficients_of<R>(u))),
          W::make(one_material(coefficients_of<W>(u))),
          H::make(one_material(coefficients_of<H>(u))),
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

/// The test values of a friction law with all dashpots 0.
template <class Law> std::vector<double> springs_of()
{
  return coefficients_of<Law>({}, coefficient_of<VelocityDamping>(), false);
}

/// A contact of these laws with the test values and without dashpots.
template <class N, class T, class R, class W> AnyContact without_dashpots()
{
  const auto n = coefficients_of<N>(), t = springs_of<T>(), r = springs_of<R>(), w = springs_of<W>();
  return any_of(
      Contact<N, NoDamping, T, R, W, NoHeat>{N::make(one_material(n)),
                                             {},
                                             T::make(one_material(t), N::elasticity(one_material(n))),
                                             R::make(one_material(r)),
                                             W::make(one_material(w)),
                                             {},
                                             false,
                                             false});
}

// Every combination of laws.

/// A law of each axis: its name, its traits, and how to build it.
struct NormalChoice {
  std::string key;
  bool selected, cohesive, hertzian;
  AnyNormal (*make)(const Units &, const DampingCoefficient &);
  Elasticity (*elasticity)(const Units &);
};
struct DampingChoice {
  std::string key;
  bool selected, allows_cohesion;
  DampingCoefficient coefficient;
  AnyDamping (*make)(const Units &, bool hertzian);
};
struct TangentialChoice {
  std::string key;
  bool selected, has_friction, has_stiffness;
  AnyTangential (*make)(const Units &, const Elasticity &);
};
struct RollingChoice {
  std::string key;
  bool selected, builds_on_stiffness;
  AnyRolling (*make)(const Units &);
};
struct TwistingChoice {
  std::string key;
  bool selected, builds_on_sliding, builds_on_stiffness;
  AnyTwisting (*make)(const Units &);
};
struct HeatChoice {
  std::string key;
  bool selected;
  AnyHeat (*make)(const Units &);
};

template <class M> NormalChoice choice_of(TypeList<M>, NormalModels)
{
  return {M::key,
          selected<M>(),
          M::cohesive,
          M::hertzian,
          [](const Units &u, const DampingCoefficient &damping) {
            return AnyNormal(M::make(one_material(coefficients_of<M>(u, damping))));
          },
          [](const Units &u) { return M::elasticity(one_material(coefficients_of<M>(u))); }};
}
template <class M> DampingChoice choice_of(TypeList<M>, DampingModels)
{
  return {M::key, selected<M>(), M::allows_cohesion, coefficient_of<M>(), [](const Units &u, bool hertzian) {
            const DampingCoefficient c = coefficient_of<M>();
            return AnyDamping(M::make(test_value(c.name, c.dimension).value * u.of(c.dimension), hertzian));
          }};
}
template <class M> TangentialChoice choice_of(TypeList<M>, TangentialModels)
{
  return {M::key, selected<M>(), M::has_friction, M::has_stiffness, [](const Units &u, const Elasticity &e) {
            return AnyTangential(M::make(one_material(coefficients_of<M>(u)), e));
          }};
}
template <class M> RollingChoice choice_of(TypeList<M>, RollingModels)
{
  return {M::key, selected<M>(), M::builds_on_stiffness,
          [](const Units &u) { return AnyRolling(M::make(one_material(coefficients_of<M>(u)))); }};
}
template <class M> TwistingChoice choice_of(TypeList<M>, TwistingModels)
{
  return {M::key, selected<M>(), M::builds_on_sliding, M::builds_on_stiffness,
          [](const Units &u) { return AnyTwisting(M::make(one_material(coefficients_of<M>(u)))); }};
}
template <class M> HeatChoice choice_of(TypeList<M>, HeatModels)
{
  return {M::key, selected<M>(),
          [](const Units &u) { return AnyHeat(M::make(one_material(coefficients_of<M>(u)))); }};
}

/// The laws of a list that have test values.
template <class... M> auto choices(TypeList<M...> list)
{
  std::vector all{choice_of(TypeList<M>{}, list)...};
  const bool complete[] = {missing_values<M>().empty()...};
  for (std::size_t k = all.size(); k-- > 0;)
    if (!complete[k]) all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
  return all;
}

/// Calls f(name, make) for every combination that pair_coeff accepts (heat laws in turn); make(units) builds the
/// contact. Where only some laws are tested: for the combinations with one of these. Ends at the first
/// combination that fails.
template <class F> void for_every_combination(F &&f)
{
  const auto heats = choices(HeatModels{});
  std::size_t count = 0;
  for (const auto &n : choices(NormalModels{}))
    for (const auto &d : choices(DampingModels{}))
      for (const auto &t : choices(TangentialModels{}))
        for (const auto &r : choices(RollingModels{}))
          for (const auto &w : choices(TwistingModels{})) {
            if (n.cohesive && !d.allows_cohesion) continue;
            if (w.builds_on_sliding && !t.has_friction) continue;
            if ((r.builds_on_stiffness || w.builds_on_stiffness) && !t.has_stiffness) continue;
            if (testing::Test::HasFailure()) return;
            const auto &h = heats[count++ % heats.size()];
            if (!only_laws.empty() && !n.selected && !d.selected && !t.selected && !r.selected &&
                !w.selected && !h.selected)
              continue;
            f(n.key + " " + d.key + " " + t.key + " " + r.key + " " + w.key + " " + h.key,
              [&](const Units &u = {}) {
                return AnyContact{n.make(u, d.coefficient),
                                  d.make(u, n.hertzian),
                                  t.make(u, n.elasticity(u)),
                                  r.make(u),
                                  w.make(u),
                                  h.make(u),
                                  false,
                                  false};
              });
          }
}

// What a contact remembers.

/// Room for the largest history of every axis.
inline constexpr HistoryLayout roomy = consecutive_layout(
    most_doubles(TangentialModels{}), most_doubles(RollingModels{}), most_doubles(TwistingModels{}));

inline constexpr int doubles_of(const Slot &slot)
{
  return slot.kind == SlotKind::tangent_vector ? 3 : 1;
}

/// A slot in the history of a contact.
struct Remembered {
  int first;    ///< index of its first double
  Slot slot;
};

template <class Any> std::vector<Slot> slots_held_by(const Any &any)
{
  return any.visit([](const auto &law) { return std::vector<Slot>(law.slots.begin(), law.slots.end()); });
}

template <class Any> int doubles_held_by(const Any &any)
{
  return any.visit([](const auto &law) { return doubles_in(law.slots); });
}

/// All slots of a contact in the given layout.
inline std::vector<Remembered> slots_of(const AnyContact &law, const HistoryLayout &layout = roomy)
{
  std::vector<Remembered> all;
  const auto append = [&](int first, const std::vector<Slot> &slots) {
    for (const Slot &slot : slots) {
      all.push_back({first, slot});
      first += doubles_of(slot);
    }
  };
  append(layout.tangential, slots_held_by(law.tangential));
  append(layout.rolling, slots_held_by(law.rolling));
  append(layout.twisting, slots_held_by(law.twisting));
  return all;
}

// States.

/// Two touching bodies and what their contact remembers.
struct State {
  Geometry<double> geometry;
  Motion<double> motion;
  std::vector<double> history = std::vector<double>(roomy.size, 0.0);
};

/// A random state without history.
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
  return s;
}

/// Fills the slots with random values: vectors in the tangent plane, small and large against the caps; angles and
/// modes (numbers) small or 1; other scalars, such as a previous contact radius, positive.
inline void fill_history(State &s, const std::vector<Remembered> &slots, std::mt19937 &random)
{
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  const V n = (1.0 / s.geometry.distance) * s.geometry.separation;
  for (const Remembered &r : slots) {
    double *const h = s.history.data() + r.first;
    if (r.slot.kind == SlotKind::tangent_vector) {
      const V spring{u(random), u(random), u(random)};
      store_vector(h, 0.02 * (spring - dot(spring, n) * n));
    } else if (r.slot.dimension == units::number) {
      const bool one = u(random) > 0.0;
      const double sign = r.slot.swap_factor < 0 && u(random) < 0.0 ? -1.0 : 1.0;
      *h = one ? sign : 0.02 * u(random);
    } else {
      *h = 0.15 * (1.0 + u(random));
    }
  }
}

/// A random state with a random history of this contact.
inline State random_state(const AnyContact &law, std::mt19937 &random)
{
  State s = random_state(random);
  fill_history(s, slots_of(law), random);
  return s;
}

inline Loads<double> loads_of(const AnyContact &law, State &s, Step step = {0.01, true})
{
  return law.loads(s.geometry, s.motion, step, roomy, s.history.data());
}

/// What the laws of a contact are given in an evaluation.
struct Seen {
  Frame<double> frame;
  double F_n0, eta_n;
  TangentialForce<double> sliding;    ///< what the tangential law returns
};

/// A tangential law that stores its arguments.
struct Observer : TangentialDefaults {
  Seen *seen;

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real * /*history*/) const
  {
    *seen = {frame, F_n0, eta_n, {}};
    return {{Real(0), Real(0), Real(0)}, Real(0), Real(0), Real(0)};
  }
};

/// Frame, F_n0 and tangential response of a state, whose history stays as it is.
inline Seen seen_by_laws(const AnyContact &law, const State &s, Step step = {0.01, true})
{
  Seen seen{};
  Contact<AnyNormal, AnyDamping, Observer, NoRolling, NoTwisting, NoHeat> observed{
      law.normal, law.damping, {{}, &seen}, {}, {}, {}, law.limit_damping, law.synchronized_verlet};
  observed.loads(s.geometry, s.motion, step, {}, static_cast<double *>(nullptr));
  std::vector<double> history = s.history;
  seen.sliding = law.tangential.respond(seen.frame, seen.F_n0, seen.eta_n, history.data() + roomy.tangential);
  return seen;
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
