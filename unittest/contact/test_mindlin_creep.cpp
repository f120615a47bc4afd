// Creep-friction of rolling contacts against the closed forms that Kuhn's Eq. (16) has for steady motions,
// of which the tables hold values. With x = |F|/(mu F_n0), y = (1-x)^(1/3), ys = 1 - Y/Ymax, Ymax the creepage
// that slides, lambda = k_t/(G a c) and s the rolled distance:
//   at constant creepage Y from x = 0:   y^2/2 + ys y + ys^2 ln(y - ys), from 1 to y, is -lambda s
//   in the end:                          x = 1 - (1 - Y/Ymax)^3
//   pure rolling from x0:                y^2/2 + y + ln(1 - y), from y0 to y, is -lambda s

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

constexpr double rounding = 1e-12;

/// Two equal spheres of radius 0.01 with overlap 2e-6: a = 1e-4, a/R = 0.01 (zeta/R = 1e-4, a row of the
/// paper's Fig. 5). G = 1e9.
struct Rollers {
  static constexpr double R = 0.01, overlap = 2e-6, a = 1e-4;
  double mu, nu, G = 1e9;
  Contact<HertzMaterial, NoDamping, MindlinCreep, NoRolling, NoTwisting, NoHeat> law;
  double history[4] = {};

  explicit Rollers(double mu, double nu, double k_t = null, double c = null) : mu{mu}, nu{nu}
  {
    const double normal[] = {2 * G * (1 + nu), 0.0, nu};
    const double tangential[] = {k_t, 0.0, mu, null, null, c};
    const Sides n{normal, normal, false}, t{tangential, tangential, false};
    law = {HertzMaterial::make(n),
           NoDamping::make(0.0, true),
           MindlinCreep::make(t, HertzMaterial::elasticity(n)),
           {},
           {},
           {},
           false,
           false};
  }

  [[nodiscard]] double normal_force() const { return 8 * G * a * a * a / (3 * (1 - nu) * R); }
  [[nodiscard]] double c() const { return MindlinCreep::kalker_coefficient(nu); }
  [[nodiscard]] double Ymax() const { return 3 * mu * normal_force() / (G * a * a * c()); }
  [[nodiscard]] double lambda() const { return 4 / ((2 - nu) * c()); }    // k_t a/(G a^2 c), per s/a

  /// x after rolling by `rolled` and sliding by `slid` in n steps, with centres at rest.
  double advance(double rolled, double slid, int n)
  {
    // w_i = (W + s) z, w_j = (-W + s) z: over_i = R (W + s) y, over_j = -R (-W + s) y
    const double W = rolled / R, s = slid / (2 * R);
    const V separation{2 * R - overlap, 0, 0};
    const Motion<double> motion{{0, 0, 0}, {0, 0, 0}, {0, 0, W + s}, {0, 0, -W + s}, 1.0, 0, 0};
    Loads<double> loads;
    for (int k = 0; k < n; ++k)
      loads = law.loads(sphere_pair(separation, dot(separation, separation), R, R), motion,
                        Step{1.0 / n, true}, {0, 4, 4, 4}, history);
    EXPECT_NEAR(loads.normal_force / normal_force(), 1.0, 1e-9);    // overlap from a difference
    EXPECT_EQ(loads.tangential_force.x, 0.0);
    return loads.tangential_force.y / (mu * normal_force());
  }
};

}    // namespace

// K1: a^2 = R zeta, zeta the indentation of each sphere.
TEST(MindlinCreep, ContactRadius)
{
  EXPECT_NEAR(HertzMaterial{}.contact_radius(2e-4, 0.5), 0.0100, 1e-12);
  EXPECT_NEAR(HertzMaterial{}.contact_radius(2 * 5.4e-5, 0.5), 0.00735, 5e-6);
  EXPECT_NEAR(HertzMaterial{}.contact_radius(2e-2, 0.5), 0.100, 1e-12);
}

TEST(MindlinCreep, KalkerCoefficient)
{
  EXPECT_NEAR(MindlinCreep::kalker_coefficient(0.0), 3.40, rounding);
  EXPECT_NEAR(MindlinCreep::kalker_coefficient(0.25), 4.12, rounding);
  EXPECT_NEAR(MindlinCreep::kalker_coefficient(0.5), 5.20, rounding);
  EXPECT_NEAR(MindlinCreep::kalker_coefficient(0.30), 4.3072, rounding);
}

// Kuhn, Eq. (9) in the form of Eq. (10): Y = (8 mu/((1-nu) c)) (a/R) [1 - (1-x)^(1/3)].
TEST(MindlinCreep, CreepageIsKuhnsEquation10)
{
  const Rollers r(0.5, 0.25);
  Frame<double> frame{};
  frame.contact_radius = Rollers::a;
  const double cap = 0.5 * r.normal_force();
  for (const double x : {0.0, 1e-9, 1e-3, 0.3, 0.99, 1.0})
    EXPECT_NEAR(r.law.tangential.creepage(frame, x * cap, cap),
                8 * 0.5 / (0.75 * 4.12) * 0.01 * (1 - std::cbrt(1 - x)), 1e-15);
  EXPECT_NEAR(r.Ymax(), 0.012945, 5e-7);
  // the force of the history may be above a cap that has fallen
  EXPECT_EQ(r.law.tangential.creepage(frame, 2.0 * cap, cap), r.law.tangential.creepage(frame, cap, cap));
}

// K2: steady rolling, x = 1 - (1 - Y/Ymax)^3, with steps of any length.
TEST(MindlinCreep, SteadyRolling)
{
  const double inverse[] = {1, 10, 20, 50, 100, 200, 500, 1000, 2000};
  const std::map<double, std::vector<double>> printed = {
      {0.0, {1, 1, 1, 1, 0.9966, 0.8099, 0.4282, 0.2339, 0.1222}},
      {0.15, {1, 1, 1, 1, 0.9926, 0.7868, 0.4095, 0.2226, 0.1160}},
      {0.25, {1, 1, 1, 1, 0.9882, 0.7688, 0.3956, 0.2143, 0.1115}},
      {0.5, {1, 1, 1, 1, 0.9571, 0.6925, 0.3415, 0.1826, 0.0944}}};
  for (const auto &[nu, column] : printed)
    for (int k = 0; k < 9; ++k)
      for (const double step : {0.01, 0.3, 5.0}) {    // in units of a; explicit Euler fails at 2
        Rollers r(0.5, nu);
        const double rolled = 60 * Rollers::a;
        const double x = r.advance(rolled, rolled / inverse[k], int(60 / step));
        EXPECT_NEAR(x, column[k], 5.1e-5) << nu << " " << inverse[k] << " " << step;
      }
  for (const auto &[Y, x] :
       std::map<double, double>{{200, 0.9548}, {500, 0.5907}, {1000, 0.3387}, {2000, 0.1810}}) {
    Rollers r(0.3, 0.25);
    EXPECT_NEAR(r.advance(60 * Rollers::a, 60 * Rollers::a / Y, 600), x, 5.1e-5);
  }
}

// K3: from zero force at constant creepage, no-slip stiffness.
TEST(MindlinCreep, TransientRolling)
{
  const std::map<double, std::vector<double>> printed = {{100, {0.5487, 0.8847, 0.9882, 0.9882, 0.9882}},
                                                         {200, {0.2780, 0.4751, 0.6816, 0.7637, 0.7688}},
                                                         {500, {0.1119, 0.1948, 0.2980, 0.3741, 0.3946}},
                                                         {1000, {0.0560, 0.0981, 0.1523, 0.1972, 0.2130}}};
  const double distance[] = {0.5, 1, 2, 4, 8};
  for (const auto &[inverse, row] : printed)
    for (int k = 0; k < 5; ++k) {
      Rollers r(0.5, 0.25);
      const double rolled = distance[k] * Rollers::a;
      // first order: 1e-4 a a step leaves 1e-4 at most; the table has four digits
      EXPECT_NEAR(r.advance(rolled, rolled / inverse, int(distance[k] * 10000)), row[k], 1.6e-4);
    }
}

// The error of a step is of first order: at s = 2a, Y = 1/200, 1.4 % with steps of 0.1 a.
TEST(MindlinCreep, StepError)
{
  const auto x = [](int n) {
    Rollers r(0.5, 0.25);
    return r.advance(2 * Rollers::a, 2 * Rollers::a / 200, n);
  };
  const double exact = x(200000);
  EXPECT_NEAR(exact, 0.6816, 5.1e-5);
  EXPECT_NEAR((exact - x(20)) / exact, 0.0143, 1e-4);
  EXPECT_NEAR((exact - x(200)) / (exact - x(20)), 0.1, 0.02);
  EXPECT_NEAR((exact - x(2000)) / (exact - x(200)), 0.1, 0.02);
}

// K4: x over the slid distance d, zeta = a^2/R; without rolling it is Mindlin's straight line.
TEST(MindlinCreep, RollingMattersOnlyAboveTenTimesTheSlip)
{
  const double d[] = {0.1, 0.25, 0.5, 0.7};
  const std::map<double, std::vector<double>> printed = {{0, {0.1286, 0.3214, 0.6429, 0.9000}},
                                                         {10, {0.1282, 0.3190, 0.6323, 0.8768}},
                                                         {100, {0.1250, 0.2985, 0.5487, 0.7109}},
                                                         {1000, {0.0981, 0.1693, 0.2053, 0.2119}}};
  const double zeta = Rollers::a * Rollers::a / Rollers::R;
  for (const auto &[inverse, row] : printed)
    for (int k = 0; k < 4; ++k) {
      Rollers r(0.5, 0.25);
      EXPECT_NEAR(r.advance(inverse * d[k] * zeta, d[k] * zeta, 50000), row[k], 2e-4) << inverse;
    }
}

// K5: pure rolling lets go of the force: y^2/2 + y + ln(1-y) falls by lambda s/a; small forces fall by e
// every a/lambda = 1.8025 a.
TEST(MindlinCreep, PureRollingLetsGo)
{
  const double distance[] = {0.5, 1, 2, 4};
  const std::map<double, std::vector<double>> printed = {{0.9, {0.5978, 0.4235, 0.2264, 0.0707}},
                                                         {0.5, {0.3594, 0.2630, 0.1449, 0.0462}}};
  for (const auto &[x0, row] : printed)
    for (int k = 0; k < 4; ++k) {
      Rollers r(0.5, 0.25);
      r.history[1] = x0 * 0.5 * r.normal_force();
      EXPECT_NEAR(r.advance(distance[k] * Rollers::a, 0.0, 20000), row[k], 1e-4);
    }
  Rollers small(0.5, 0.25);
  EXPECT_NEAR(1 / small.lambda(), 1.8025, 5e-5);
  small.history[1] = 1e-6 * 0.5 * small.normal_force();
  EXPECT_NEAR(small.advance(2 * Rollers::a, 0.0, 20000) / 1e-6, 0.3297, 5.1e-5);
}

// K6: the force depends on distances, not on rates.
TEST(MindlinCreep, RatesDoNotMatter)
{
  Rollers slow(0.5, 0.25), fast(0.5, 0.25);
  const V separation{2 * Rollers::R - Rollers::overlap, 0, 0};
  const auto geometry = sphere_pair(separation, dot(separation, separation), Rollers::R, Rollers::R);
  for (int k = 0; k < 100; ++k)
    for (const auto &[r, rate] : {std::pair{&slow, 1.0}, std::pair{&fast, 1024.0}}) {
      const Motion<double> motion{
          {0, 0, 0}, {0, 0, 0}, {0, 0.004 * rate, 0.01 * rate}, {0, 0, -0.0098 * rate}, 1, 0, 0};
      r->law.loads(geometry, motion, Step{0.01 / rate, true}, {0, 4, 4, 4}, r->history);
    }
  for (int k = 0; k < 3; ++k) EXPECT_EQ(slow.history[k], fast.history[k]);
}

// A pair that turns as one body keeps its force and only turns it.
TEST(MindlinCreep, RigidTurningKeepsTheForce)
{
  Rollers r(0.5, 0.25);
  const double before = 0.3 * r.normal_force();
  r.history[1] = before;
  const int n = 1000;
  const double pi_over_n = pi / n;
  for (int k = 0; k < n; ++k) {
    const double angle = (k + 1) * pi_over_n;
    const V axis{std::cos(angle), std::sin(angle), 0};
    const V separation = (2 * Rollers::R - Rollers::overlap) * axis;
    const V W{0, 0, 1};
    const Motion<double> motion{0.5 * cross(W, separation), -0.5 * cross(W, separation), W, W, 1, 0, 0};
    r.law.loads(sphere_pair(separation, dot(separation, separation), Rollers::R, Rollers::R), motion,
                Step{pi_over_n, true}, {0, 4, 4, 4}, r.history);
  }
  // each step turns by less than its motion says, by a relative 1e-16; half a turn points the other way
  EXPECT_NEAR(r.history[1] / before, -1.0, 1e-9);
}

// c = inf is mindlin_rescale/force bit for bit; very large c comes close to it up to v_s.
TEST(MindlinCreep, WithoutCreepItIsMindlinRescaleForce)
{
  std::mt19937 random(12);
  const double c[] = {80.0, 0.8, 0.45, 0.3, 58.0, HUGE_VAL};
  const auto law = MindlinCreep::make(one_material({c, c + 6}), no_elasticity);
  const auto twin = MindlinRescaleForce::make(one_material({c, c + 3}), no_elasticity);
  for (int k = 0; k < 50; ++k) {
    const Contact<Hertz, ViscoelasticDamping, MindlinCreep, NoRolling, NoTwisting, NoHeat> creeping{
        {{}, 120.0}, {{}, 0.7}, law, {}, {}, {}, false, false};
    State s = random_state(any_of(creeping), random), t = s;
    const auto a = creeping.loads(s.geometry, s.motion, {0.01, true}, roomy, s.history.data());
    const auto b =
        Contact<Hertz, ViscoelasticDamping, MindlinRescaleForce, NoRolling, NoTwisting, NoHeat>{
            {{}, 120.0}, {{}, 0.7}, twin, {}, {}, {}, false, false}
            .loads(t.geometry, t.motion, {0.01, true}, roomy, t.history.data());
    EXPECT_EQ(a.force.x, b.force.x);
    EXPECT_EQ(a.force.y, b.force.y);
    EXPECT_EQ(a.torque_i.z, b.torque_i.z);
    EXPECT_EQ(s.history, t.history);
    const Frame<double> frame = seen_by_laws(any_of(creeping), s, {0.01, true}).frame;
    EXPECT_EQ(length(law.slip(frame) - frame.v_s), 0.0);
  }
}

TEST(MindlinCreep, UnloadingScalesTheForceWithTheRadius)
{
  Rollers r(0.5, 0.25);
  r.history[1] = 0.1 * r.normal_force();
  r.history[3] = 2 * Rollers::a;
  const V separation{2 * Rollers::R - Rollers::overlap, 0, 0};
  const auto loads = r.law.loads(sphere_pair(separation, dot(separation, separation), Rollers::R, Rollers::R),
                                 Motion<double>{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 1, 0, 0},
                                 Step{0.01, true}, {0, 4, 4, 4}, r.history);
  EXPECT_NEAR(loads.tangential_force.y / (0.05 * r.normal_force()), 1.0, 1e-9);
  EXPECT_NEAR(r.history[3] / Rollers::a, 1.0, 1e-9);
}

// Materials: the normal model's, or the coefficients' own; unlike ones by Kalker's rule.
TEST(MindlinCreep, Materials)
{
  const Elasticity unlike{70.0, 0.2, 20.0, 0.35};
  const double from_normal[] = {null, 0, 0.5, null, null, null};
  const auto law = MindlinCreep::make({from_normal, from_normal, true}, unlike);
  const double G_i = 70.0 / 2.4, G_j = 20.0 / 2.7;
  const double G = 2 / (1 / G_i + 1 / G_j), nu = 0.5 * G * (0.2 / G_i + 0.35 / G_j);
  EXPECT_NEAR(law.compliance, 1 / (G * (3.40 + 2.16 * nu + 2.88 * nu * nu)), 1e-15);

  const double given[] = {null, 0, 0.5, 0.2, G_i, null}, other[] = {null, 0, 0.5, 0.35, G_j, null};
  const auto own = MindlinCreep::make({given, other, true}, no_elasticity);
  EXPECT_NEAR(own.compliance / law.compliance, 1.0, rounding);
  EXPECT_NEAR(own.k_t / law.k_t, 1.0, rounding);

  const double with_c[] = {null, 0, 0.5, null, null, 4.0}, off[] = {null, 0, 0.5, null, null, HUGE_VAL};
  EXPECT_NEAR(MindlinCreep::make({with_c, with_c, false}, unlike).compliance, 1 / (G * 4.0), 1e-15);
  EXPECT_EQ(MindlinCreep::make({off, off, false}, unlike).compliance, 0.0);
}

TEST(MindlinCreep, NeedsAMaterial)
{
  const double none[] = {1, 0, 0.5, null, null, null}, half[] = {1, 0, 0.5, 0.3, null, null},
               both[] = {1, 0, 0.5, 0.3, 20, null};
  EXPECT_EQ(MindlinCreep::conflict(none, true).coefficient, -1);
  EXPECT_EQ(MindlinCreep::conflict(none, false).coefficient, 3);
  EXPECT_EQ(MindlinCreep::conflict(half, false).coefficient, 4);
  EXPECT_EQ(MindlinCreep::conflict(both, false).coefficient, -1);
}

// Y, |dU_r|/dt, Y |dU_r|/|dU_t| and |dU_t|/dt in the steady state, where the third is 1.
TEST(MindlinCreep, Diagnostics)
{
  Rollers r(0.5, 0.25);
  r.advance(60 * Rollers::a, 60 * Rollers::a / 200, 6000);
  const AnyContact law = any_of(r.law);
  const V separation{2 * Rollers::R - Rollers::overlap, 0, 0};
  const double W = 3.0, s = W / 400;
  double out[4] = {};
  law.diagnose(sphere_pair(separation, dot(separation, separation), Rollers::R, Rollers::R),
               Motion<double>{{0, 0, 0}, {0, 0, 0}, {0, 0, W + s}, {0, 0, -W + s}, 1, 0, 0}, Step{0.01, true},
               {0, 4, 4, 4}, r.history, out);
  EXPECT_NEAR(out[0], 1 / 200.0, 1e-9);
  EXPECT_NEAR(out[1], W * Rollers::R, 1e-9);
  EXPECT_NEAR(out[2], 1.0, 1e-7);
  EXPECT_NEAR(out[3], out[0] * out[1], 1e-7 * out[3]);
}
