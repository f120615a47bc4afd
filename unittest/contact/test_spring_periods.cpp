// Periods of the friction springs against closed forms and against oscillations of the laws in time.

#include "support.h"

#include "contact/spring_periods.h"

#include <gtest/gtest.h>

#include <limits>

using namespace support;

namespace {

constexpr double held = std::numeric_limits<double>::infinity();
constexpr double overlap = 0.02;
const V n{1, 0, 0}, across{0, 1, 0}, axis{0, 0, 1}, none{0, 0, 0};

/// Bodies of a contact: two spheres, the second of which may be held, or a sphere and a wall.
struct Bodies {
  double m_i, m_j, R_i, R_j;
  bool wall = false;

  [[nodiscard]] Approach approach() const { return {R_i, R_j, 1.0 / (1.0 / m_i + 1.0 / m_j), 1.0, wall}; }
  [[nodiscard]] Inertia inertia() const
  {
    return {ball_inertia(m_i, R_i), m_j == held ? held : ball_inertia(m_j, R_j)};
  }
};

const Bodies equal{1.3, 1.3, 0.5, 0.5}, different{1.3, 0.4, 0.5, 0.3}, beside_held{1.3, held, 0.5, 0.3},
    at_wall{1.3, held, 0.5, 0.0, true};

/// Period of an oscillation that begins with a small rate of one mode, at one overlap: all loads of the law turn and move
/// both bodies. From the times at which the rate passes through zero.
double measured(const AnyContact &law, const Bodies &bodies, Mode mode, double guess)
{
  const double distance = bodies.R_i + bodies.R_j - overlap, dt = guess / 2000.0;
  const auto geometry = bodies.wall ? flat_wall(distance * n, distance, bodies.R_i)
                                    : sphere_pair(distance * n, distance * distance, bodies.R_i, bodies.R_j);
  const Inertia I = bodies.inertia();
  const double m = bodies.approach().effective_mass, start = 1e-6 / guess;
  Motion<double> motion{none, none, none, none, m, 1, 1, m, I.i};
  // the accelerations of a unit load of the mode
  if (mode == in_sliding) {
    const double lever_i = bodies.R_i - (bodies.wall ? 0.0 : 0.5 * overlap),
                 lever_j = bodies.R_j - 0.5 * overlap;
    motion.v_i = (start / m) * across;
    motion.omega_i = (start * lever_i / I.i) * cross(across, n);
    if (!bodies.wall) motion.omega_j = (start * lever_j / I.j) * cross(across, n);
  } else {
    const V about = mode == in_rolling ? axis : n;
    motion.omega_i = (start / I.i) * about;
    motion.omega_j = (-start / I.j) * about;
  }
  const auto rate = [&] {
    return mode == in_sliding ? motion.v_i.y : dot(motion.omega_i, mode == in_rolling ? axis : n);
  };
  std::vector<double> history(roomy.size, 0.0), zeros;
  double before = rate();
  for (int k = 1; zeros.size() < 3 && k < 20000; ++k) {
    const auto loads = law.loads(geometry, motion, Step{dt, true}, roomy, history.data());
    motion.v_i = motion.v_i + (dt / m) * loads.tangential_force;
    motion.omega_i = motion.omega_i + (dt / I.i) * loads.torque_i;
    motion.omega_j = motion.omega_j + (dt / I.j) * loads.torque_j;
    if (before * rate() < 0.0) zeros.push_back(dt * (k - rate() / (rate() - before)));
    before = rate();
  }
  return zeros.size() < 3 ? 0.0 : zeros[2] - zeros[0];
}

/// The aim; dt is 1/2000 of a period, and displacements are 1e-6 of a radius (measured: 2e-3, of tracking laws, whose paths
/// differ from the slip velocity by overlap/R).
constexpr double aim = 0.01;

void expect_measured(const char *key, const AnyContact &law, const Bodies &bodies, Mode mode)
{
  SCOPED_TRACE(key);
  const double expected = spring_periods(law, bodies.approach(), bodies.inertia(), overlap)[mode];
  ASSERT_LT(expected, held);
  EXPECT_NEAR(measured(law, bodies, mode, expected) / expected, 1.0, aim);
}

SpringPeriods periods_of(const AnyContact &law, const Bodies &bodies, double at = overlap)
{
  return spring_periods(law, bodies.approach(), bodies.inertia(), at);
}

/// The answer is exact; what is left is the displacement of 1e-7 radii in the law's own turning of springs.
constexpr double rounding = 1e-6;

void expect_frequency(double squared, double period)
{
  EXPECT_NEAR(period * std::sqrt(squared) / (2.0 * contact::pi), 1.0, rounding);
}

}    // namespace

TEST(SpringPeriods, EverySlidingLawSwingsAsPredicted)
{
  for_each(TangentialModels{}, [](auto m) {
    using T = typename decltype(m)::type;
    const AnyContact law = without_dashpots<HertzMaterial, T, NoRolling, NoTwisting>();
    if (T::slots.size() == 0) {
      EXPECT_EQ(periods_of(law, equal)[in_sliding], held) << T::key;
      return;
    }
    for (const Bodies &bodies : {equal, different, beside_held, at_wall})
      expect_measured(T::key, law, bodies, in_sliding);
  });
}

TEST(SpringPeriods, EveryRollingLawSwingsAsPredicted)
{
  for_each(RollingModels{}, [](auto m) {
    using R = typename decltype(m)::type;
    const AnyContact law = without_dashpots<HertzMaterial, TrackingSliding, R, NoTwisting>();
    if (R::slots.size() == 0)
      EXPECT_EQ(periods_of(law, equal)[in_rolling], held) << R::key;
    else
      expect_measured(R::key, law, equal, in_rolling);
  });
}

TEST(SpringPeriods, EveryTwistingLawSwingsAsPredicted)
{
  for_each(TwistingModels{}, [](auto m) {
    using W = typename decltype(m)::type;
    const AnyContact law = without_dashpots<HertzMaterial, TrackingSliding, NoRolling, W>();
    if (W::slots.size() == 0) {
      EXPECT_EQ(periods_of(law, equal)[in_twisting], held) << W::key;
      return;
    }
    for (const Bodies &bodies : {equal, different, beside_held, at_wall})
      expect_measured(W::key, law, bodies, in_twisting);
  });
}

// The table of doc/time_step.md, with the coefficients of test_values.h. Slip has the radius, its couple the lever R_i - delta/2.
TEST(SpringPeriods, ClosedForms)
{
  const double m = equal.m_i, R = equal.R_i, I = ball_inertia(m, R), lever = R - 0.5 * overlap;
  const auto sds = periods_of(without_dashpots<Hooke, LinearHistory, SdsRolling, SdsTwisting>(), equal);
  const double k_t = test_value("k_t", units::stiffness).value,
               k_roll = test_value("k_roll", units::stiffness).value,
               k_twist = test_value("k_twist", units::torque).value;
  expect_frequency(k_t * (2.0 / m + 2.0 * lever * R / I), sds[in_sliding]);
  expect_frequency(1.25 * k_roll / m, sds[in_rolling]);
  expect_frequency(5.0 * k_twist / (m * R * R), sds[in_twisting]);

  const auto wall = periods_of(without_dashpots<Hooke, LinearHistory, SdsRolling, SdsTwisting>(), at_wall);
  expect_frequency(3.5 * k_t / m, wall[in_sliding]);
  expect_frequency(2.5 * k_roll / m, wall[in_rolling]);

  const auto marshall = periods_of(without_dashpots<Hertz, Mindlin, NoRolling, MarshallTwisting>(), equal);
  const double k = test_value("k_t", units::pressure).value, a = std::sqrt(0.5 * R * overlap);
  expect_frequency(k * a * (2.0 / m + 2.0 * lever * R / I), marshall[in_sliding]);
  expect_frequency(2.5 * k * a * a * a / (m * R * R), marshall[in_twisting]);

  const auto tracking =
      periods_of(without_dashpots<Hooke, TrackingSliding, TrackingRolling, TrackingTwisting>(), equal);
  const double K_E = test_value("K_E", units::stiffness).value,
               eta_r = test_value("eta_r", units::number).value;
  const double eta_psi = test_value("eta_psi", units::number).value,
               K_c = test_value("K_c", units::number / units::length).value;
  expect_frequency(2.5 * eta_r * K_E / m, tracking[in_rolling]);    // each sphere has a spring of its own
  expect_frequency(5.0 * eta_psi * K_E / (K_c * K_c * m * R * R), tracking[in_twisting]);
}

TEST(SpringPeriods, NoFrictionNoSpring)
{
  auto frictionless = coefficients_of<LinearHistory>({}, coefficient_of<VelocityDamping>(), false);
  const auto law = without_dashpots<Hooke, LinearHistory, NoRolling, NoTwisting>();
  frictionless.back() = 0.0;
  AnyContact other = law;
  other.tangential = AnyTangential(
      LinearHistory::make(one_material(frictionless), Hooke::elasticity(one_material(springs_of<Hooke>()))));
  EXPECT_LT(periods_of(law, equal)[in_sliding], held);
  EXPECT_EQ(periods_of(other, equal)[in_sliding], held);
}
