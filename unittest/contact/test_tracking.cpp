// Contact-point tracking against the experiments of Fang & Negrut (2020), section 4: one body on a plane,
// moved by the law alone with the paper's integrator (v += a dt, x += v dt) and step, 1e-4 s, g = 9.8.
// Numbers "of the authors" were read from the data of their figures.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

constexpr double rounding = 1e-12, dt = 1e-4, g = 9.8;

/// A body on a plane that is inclined about y: z is the normal, x points down the slope. Its normal force is
/// m g cos(alpha) at all times.
struct BodyOnPlane {
  using Law = Contact<Hooke, NoDamping, TrackingSliding, TrackingRolling, TrackingTwisting, NoHeat>;

  double m, R, I, alpha;
  Law law;
  double v = 0, w = 0, spin = 0, x = 0, t = 0;    // along x, about y, about z
  bool rolls = true;
  double history[roomy.size] = {};
  Loads<double> loads{};

  BodyOnPlane(double m, double R, double I, double alpha, TrackingSliding sliding,
              TrackingRolling rolling = {}, TrackingTwisting twisting = {{}, 0.0, null, 0.0}) :
      m{m},
      R{R}, I{I}, alpha{alpha}, law{{{}, 1e6}, {}, sliding, rolling, twisting, {}, false, false}
  {
  }

  [[nodiscard]] double normal_force() const { return m * g * std::cos(alpha); }

  void step()
  {
    v += dt * (g * std::sin(alpha) + loads.force.x / m);
    if (rolls) w += dt * loads.torque_i.y / I;
    spin += dt * loads.torque_i.z / I;
    x += dt * v;
    t += dt;
    const double distance = R - normal_force() / 1e6;
    const Motion<double> motion{{v, 0, 0}, {0, 0, 0}, {0, w, spin}, {0, 0, 0}, m, 0, 0, m, I};
    loads = law.loads(flat_wall(V{0, 0, distance}, distance, R), motion, Step{dt, true}, roomy, history);
    EXPECT_NEAR(loads.force.z / normal_force(), 1.0, 1e-9);    // overlap from a difference
  }

  void run_to(double time)
  {
    while (t < time - 0.5 * dt) step();
  }

  template <class F> double run_until(F &&done, double limit = 20.0)
  {
    do step();
    while (!done() && t < limit);
    return t;
  }

  [[nodiscard]] double elastic_force() const { return law.tangential.K_E * -history[0]; }
  [[nodiscard]] bool slides() const { return history[3] > 0.5; }
  [[nodiscard]] bool rolls_on() const { return history[roomy.rolling + 6] > 0.5; }
  [[nodiscard]] double elastic_torque() const    // of i; on a wall sum = difference = Theta_i
  {
    return 4 * law.rolling.eta_r * R * R * law.tangential.K_E * history[roomy.rolling];
  }
  [[nodiscard]] double &spin_angle() { return history[roomy.twisting]; }
};

constexpr double mu_s = 0.25, mu_k = 0.20, K_E = 1e5;

BodyOnPlane brick(double alpha, double c_D = 2.0)
{
  BodyOnPlane b(1.0, 0.2, 1.0, alpha, {{}, K_E, mu_s, mu_k, c_D});
  b.rolls = false;
  return b;
}

BodyOnPlane disk(double eta_r, double v0, double c_R = 2.0)
{
  BodyOnPlane b(5.0, 0.2, 0.1, 0.0, {{}, K_E, mu_s, mu_k, 2.0}, {{{}, eta_r, c_R}});
  b.v = v0;
  return b;
}

BodyOnPlane ball(double alpha, double eta_r, double v0, double c = 2.0)
{
  BodyOnPlane b(5.0, 0.2, 0.08, alpha, {{}, K_E, mu_s, mu_k, c}, {{{}, eta_r, c}});
  b.v = v0;
  return b;
}

constexpr double degree = pi / 180;

}    // namespace

// FN1: a brick below the angle of friction comes to rest on its spring.
TEST(Tracking, BrickSticks)
{
  BodyOnPlane b = brick(0.18);
  EXPECT_NEAR(mu_s * b.normal_force() / K_E, 2.410e-5, 5e-9);
  EXPECT_NEAR(mu_k * b.normal_force() / K_E, 1.928e-5, 5e-9);
  b.run_to(0.1);
  EXPECT_NEAR(b.history[0], 1.75449e-5, 5e-11);
  EXPECT_NEAR(b.elastic_force(), -1.7545, 5e-5);
  EXPECT_FALSE(b.slides());
  EXPECT_NEAR(b.v, 0.0, 1e-10);
}

TEST(Tracking, BrickWithoutDashpotSwings)
{
  BodyOnPlane b = brick(0.18, 0.0);
  bool slid = false;
  double low = 1e9, high = -1e9;
  while (b.t < 0.3) {
    b.step();
    slid = slid || b.slides();
    if (b.t > 0.2) {
      low = std::min(low, -b.elastic_force());
      high = std::max(high, -b.elastic_force());
    }
  }
  EXPECT_TRUE(slid);
  EXPECT_GT(high - low, 0.1);
  EXPECT_NEAR(0.5 * (high + low), 1.7545, 0.02);
}

// FN2: thresholds of a brick released at once; the authors' digits.
TEST(Tracking, BrickThresholds)
{
  for (const auto &[tangent, x] : std::map<double, double>{{mu_k, 1.92180e-5}, {mu_s, 2.37668e-5}}) {
    BodyOnPlane b = brick(std::atan(tangent));
    b.run_to(0.04);
    EXPECT_NEAR(b.x, x, 5.1e-11);
    EXPECT_FALSE(b.slides());
  }
  BodyOnPlane b = brick(0.25);
  b.run_to(0.04);
  EXPECT_TRUE(b.slides());
  EXPECT_NEAR(-b.elastic_force(), 1.89907, 5e-6);
  EXPECT_NEAR(b.x, 1.47588e-4, 5.1e-10);
  EXPECT_NEAR(b.v, 0.0113832, 5.1e-8);
  const double before = b.v;
  b.step();
  EXPECT_NEAR((b.v - before) / dt, 0.52549, 5e-6);
  // without a dashpot the same brick overshoots the static cap at both
  for (const double tangent : {mu_k, mu_s}) {
    BodyOnPlane bare = brick(std::atan(tangent), 0.0);
    bool slid = false;
    while (bare.t < 0.04) {
      bare.step();
      slid = slid || bare.slides();
    }
    EXPECT_TRUE(slid);
  }
}

// FN4: a disk set sliding rolls on and stops; accelerations of both phases, times and distances.
TEST(Tracking, RollingDisk)
{
  BodyOnPlane b = disk(0.1, 0.5);
  b.run_to(0.05);
  EXPECT_NEAR(b.elastic_force(), -9.8, 1e-9);
  EXPECT_NEAR(b.elastic_torque(), 0.392, 1e-9);
  const double v = b.v, w = b.w;
  b.step();
  EXPECT_NEAR((b.v - v) / dt, -1.96, 1e-9);
  EXPECT_NEAR((b.w - w) / dt, 15.68, 1e-9);
  EXPECT_NEAR(b.run_until([&] { return !b.slides(); }), 0.0852, 1.1e-4);
  EXPECT_NEAR(b.v, 0.306, 5e-4);
  b.run_to(0.5);
  const double v2 = b.v, w2 = b.w;
  for (int k = 0; k < 1000; ++k) b.step();
  EXPECT_NEAR((b.v - v2) / 0.1, -0.261333, 1e-5);
  EXPECT_NEAR((b.w - w2) / 0.1, -1.306667, 5e-5);
  EXPECT_NEAR(b.run_until([&] { return b.v < 0; }), 1.2577, 1.1e-4);
  b.run_to(2.0);
  EXPECT_NEAR(b.x, 0.21272, 2e-5);
  EXPECT_NEAR(b.v, 0.0, 1e-9);
}

// The figure of positions: D_R 1.5 times the text's.
TEST(Tracking, RollingDiskOfTheFigure)
{
  BodyOnPlane b = disk(0.1, 0.5, 3.0);
  b.run_to(0.05);
  EXPECT_NEAR(b.x, 0.021208, 2e-6);
  b.run_to(0.085);
  EXPECT_NEAR(b.x, 0.033135, 2e-6);
  b.run_to(0.1);
  EXPECT_NEAR(b.x, 0.037644, 2e-6);
  b.run_to(2.5);
  EXPECT_NEAR(b.x, 0.209311, 2e-6);
}

// The figure of velocities: both springs start at their kinetic caps, in slip.
TEST(Tracking, RollingDiskThatStartsSlipping)
{
  BodyOnPlane b = disk(0.1, 0.5);
  b.history[0] = mu_k * b.normal_force() / K_E;
  b.history[3] = 1;
  const double cap = 2 * 0.1 * 0.2 * mu_k * b.normal_force() / (4 * 0.1 * 0.04 * K_E);
  b.history[roomy.rolling] = b.history[roomy.rolling + 3] = cap;
  b.history[roomy.rolling + 6] = b.history[roomy.rolling + 7] = 1;
  b.run_to(0.09);
  EXPECT_NEAR(b.v, 0.3238, 5.1e-5);
  EXPECT_NEAR(b.run_until([&] { return !b.slides(); }), 0.0983, 3e-4);
  EXPECT_NEAR(b.run_until([&] { return b.v < 0; }), 1.2757, 3e-4);
}

// As printed (eta_r = 0.4, K_R = 6400): slower at 0.5 m/s; at 5 m/s the rolling spring never yields.
TEST(Tracking, RollingDiskAsPrinted)
{
  BodyOnPlane slow = disk(0.4, 0.5);
  slow.run_until([&] { return slow.slides(); });
  EXPECT_NEAR(slow.run_until([&] { return !slow.slides(); }), 0.1632, 3e-4);
  EXPECT_NEAR(slow.run_until([&] { return slow.v < 0; }), 0.3101, 3e-4);
  BodyOnPlane fast = disk(0.4, 5.0);
  fast.run_to(0.1);
  EXPECT_FALSE(fast.rolls_on());
  EXPECT_NEAR(fast.run_until([&] { return fast.v < 0; }), 2.551, 2e-3);
}

// FN5: a ball sent up a slope of 35 degrees; here x points down, so that it starts at -0.5 m/s.
TEST(Tracking, BallUpASlope)
{
  BodyOnPlane b = ball(35 * degree, 0.3, -0.5);
  const double N = b.normal_force();
  EXPECT_NEAR(N, 40.13845, 5e-6);
  EXPECT_NEAR(mu_k * N, 8.02769, 5e-6);
  EXPECT_NEAR(2 * 0.3 * 0.2 * mu_k * N, 0.963323, 5e-7);
  EXPECT_NEAR(2 * 0.3 * 0.2 * mu_s * N, 1.204153, 1e-6);

  std::vector<double> changes;    // of the modes
  const std::map<double, double> w_of_authors = {{0.002, 0.23528},  {0.02, 0.37977},   {0.044, 0.57244},
                                                 {0.050, 0.60100},  {0.062, 0.30857},  {0.071, 0.09024},
                                                 {0.083, -0.08003}, {0.092, -0.24982}, {0.098, -0.29798}};
  bool slides = false, rolls = false;
  double previous_v = b.v, previous_w = b.w;
  while (b.t < 0.1) {
    b.step();
    if (b.slides() != slides || b.rolls_on() != rolls) changes.push_back(b.t);
    slides = b.slides();
    rolls = b.rolls_on();
    for (const auto &[t, w] : w_of_authors)
      if (std::fabs(b.t - t) < 1e-9) {
        EXPECT_NEAR(-b.w, w, 6e-5) << t;
      }
    if (std::fabs(b.t - 0.02) < 1e-9) {
      EXPECT_NEAR(-b.v, 0.32879, 1e-4);
      EXPECT_NEAR((b.v - previous_v) / dt, 7.22659, 1e-5);    // phase I
      EXPECT_NEAR((b.w - previous_w) / dt, -8.02769, 1e-5);
    }
    if (std::fabs(b.t - 0.095) < 1e-9) {
      EXPECT_NEAR((b.v - previous_v) / dt, 4.01551, 1e-5);    // phase IV
      EXPECT_NEAR((b.w - previous_w) / dt, 8.02769, 1e-5);
    }
    previous_v = b.v;
    previous_w = b.w;
  }
  EXPECT_NEAR(-b.w, -0.298, 0.02);
  const double expected[] = {0.0004, 0.0012, 0.0488, 0.0749, 0.0834, 0.0910};
  ASSERT_EQ(changes.size(), 6U);
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(changes[k], expected[k], 1.1e-4) << k;
}

// FN6: where a ball starts to roll. Slowly tilted: atan(2 eta_r mu_s). Released at once, with the authors'
// weak damping, it overshoots the static cap, and the kinetic one decides: atan(2 eta_r mu_k).
TEST(Tracking, RollingOnset)
{
  for (const double eta_r : {0.2, 0.3, 0.4, 0.5}) {
    BodyOnPlane slow = ball(0.0, eta_r, 0.0);
    while (!slow.rolls_on() && slow.alpha < 20 * degree) {
      slow.alpha += 2 * degree * dt;
      slow.step();
    }
    EXPECT_NEAR(slow.alpha / degree, std::atan(2 * eta_r * mu_s) / degree, 0.05) << eta_r;

    const double border = std::atan(2 * eta_r * mu_k);
    for (const double off : {-0.3, 0.3}) {
      BodyOnPlane sudden = ball(border + off * degree, eta_r, 0.0, 1.0);
      sudden.run_to(1.0);
      EXPECT_EQ(sudden.v > 1e-3, off > 0) << eta_r << " " << sudden.v;
    }
  }
}

// ... and where it rolls and slides: near atan(3.5 mu_s - 5 eta_r mu_k), half a degree earlier.
TEST(Tracking, SlidingOnset)
{
  for (const auto &[eta_r, authors] : std::map<double, double>{{0.3, 29.4}, {0.4, 25.0}, {0.5, 20.2}})
    for (const double off : {-0.6, 0.6}) {
      BodyOnPlane b = ball((authors + off) * degree, eta_r, 0.0, 1.0);
      b.run_to(1.0);
      EXPECT_EQ(b.slides(), off > 0) << eta_r;
      EXPECT_TRUE(b.rolls_on());
    }
  // beyond eta_r = 0.5 it slides without rolling
  BodyOnPlane b = ball(19 * degree, 0.55, 0.0, 1.0);
  b.run_to(1.0);
  EXPECT_TRUE(b.slides());
  EXPECT_FALSE(b.rolls_on());
  EXPECT_NEAR(b.w, 0.0, 1e-2);
}

// FN7: a ball spinning on a floor, empirical: constant torque eta_psi mu_k N/K_c, then rest. From a spring at
// its cap; from zero the dashpot takes 2 % of the spin first.
TEST(Tracking, SpinningBall)
{
  for (const auto &[eta, stop] :
       std::map<double, double>{{0.006, 6.80}, {0.008, 5.10}, {0.010, 4.08}, {0.012, 3.40}}) {
    BodyOnPlane b(5.0, 0.2, 0.08, 0.0, {{}, K_E, mu_s, mu_k, 2.0}, {{{}, 0.3, 2.0}}, {{}, eta, null, 2.0});
    const double N = b.normal_force(), K_psi = eta * K_E / 25;
    b.spin = 1.0;
    b.history[roomy.twisting] = eta * mu_k * N / 5 / K_psi;
    b.history[roomy.twisting + 1] = 1;
    b.run_to(1.0);
    EXPECT_NEAR(-b.loads.twisting_torque, eta * mu_k * N / 5, 1e-9);
    const double before = b.spin;
    b.step();
    EXPECT_NEAR((before - b.spin) / dt, eta * mu_k * N / 5 / 0.08, 1e-6);
    EXPECT_NEAR(b.run_until([&] { return b.spin < 0; }), stop, 0.005);    // it overshoots
    b.run_to(b.t + 5.0);
    EXPECT_NEAR(b.spin, 0.0, 1e-6);
  }
}

namespace {

/// A ball of radius 1/curvature pressed on a rigid plane with N: Hertz's contact as the law sees it, where an
/// explicit pair has E_eff = E/(2(1-nu^2)) and a rigid plane leaves E/(1-nu^2).
struct Spinner {
  using Law = Contact<HertzMaterial, NoDamping, TrackingSliding, NoRolling, HertzTrackingTwisting, NoHeat>;

  double R, N, I, a;
  Law law;
  double history[6] = {};

  Spinner(double R, double N, double I, double E, double nu, double K_E) :
      R{R}, N{N}, I{I}, a{std::cbrt(3 * N * R * (1 - nu * nu) / (4 * E))}
  {
    const double normal[] = {2 * E, 0.0, nu};
    law = {HertzMaterial::make({normal, normal, false}),
           {},
           {{}, K_E, mu_s, mu_k, 2.0},
           {},
           {{}, 2.0},
           {},
           false,
           false};
  }

  Loads<double> advance(double spin, double step)
  {
    const double distance = R - a * a / R;
    const auto loads = law.loads(flat_wall(V{0, 0, distance}, distance, R),
                                 Motion<double>{{0, 0, 0}, {0, 0, 0}, {0, 0, spin}, {0, 0, 0}, 1, 0, 0, 1, I},
                                 Step{step, true}, HistoryLayout{0, 4, 4, 6}, history);
    EXPECT_NEAR(loads.normal_force / N, 1.0, 1e-6);    // the overlap is 1e-5 of R
    return loads;
  }

  [[nodiscard]] double K_psi() const { return 0.5 * a * a * law.tangential.K_E; }
  [[nodiscard]] double cap_angle(double mu) const { return mu * N / (a * law.tangential.K_E); }
};

}    // namespace

// FN8: the same from the radius of a Hertz contact, with all stiffnesses of the paper.
TEST(Tracking, SpinningBallOnAHertzPatch)
{
  struct Row {
    double R, density, E, nu, a, torque, deceleration, stop, cap;
  };
  const Row rows[] = {{0.02, 8000, 2e11, 0.3, 5.639e-5, 1.481e-5, 0.3454, 2.895, 0.02330},
                      {0.04, 8000, 2e11, 0.3, 1.421e-4, 2.986e-4, 0.2176, 4.596, 0.07396},
                      {0.02, 2500, 5e10, 0.2, 6.184e-5, 5.077e-6, 0.3787, 2.640, 0.006638}};
  for (const Row &row : rows) {
    const double m = 4.0 / 3 * pi * row.R * row.R * row.R * row.density, I = ball_inertia(m, row.R);
    for (const double K : {5e5, 1e6, 5e6, 1e7}) {
      // tables and stops have four digits
      Spinner s(row.R, m * g, I, row.E, row.nu, K);
      EXPECT_NEAR(s.a / row.a, 1.0, 1e-4);
      EXPECT_NEAR(s.cap_angle(mu_s) * K / 5e5 / row.cap, 1.0, 5e-4);
      s.history[4] = s.cap_angle(mu_k);
      s.history[5] = 1;
      double spin = 1.0, t = 0.0;
      for (; spin > 0; t += dt) {
        const auto loads = s.advance(spin, dt);
        if (std::fabs(t - 1.0) < 0.5 * dt) {
          EXPECT_NEAR(-loads.twisting_torque / row.torque, 1.0, 5e-4);
          EXPECT_NEAR(-loads.twisting_torque / I / row.deceleration, 1.0, 5e-4);
        }
        spin += dt * loads.twisting_torque / I;
      }
      EXPECT_NEAR(t, row.stop, 5e-3);
    }
  }
}

// FN9: Table 7, an ellipsoid of steel spinning flat and upright, and the ball of its volume: stiffness, static
// angle, static torque (which the text calls kinetic). The curvature comes in as 1/R.
TEST(Tracking, SpinningEllipsoid)
{
  struct Row {
    double curvature, K_psi, angle, torque, kinetic;
  };
  const Row rows[] = {{36.840, 1.795e-2, 3.876e-3, 6.957e-5, 5.565e-5},
                      {29.0, 2.105e-2, 3.579e-3, 7.534e-5, 6.028e-5},
                      {125.0, 7.949e-3, 5.824e-3, 4.630e-5, 3.704e-5}};
  for (const Row &row : rows) {
    Spinner s(1 / row.curvature, 6.568, 1e-4, 2e11, 0.3, 5e6);
    EXPECT_NEAR(s.K_psi() / row.K_psi, 1.0, 5e-4);
    EXPECT_NEAR(s.cap_angle(mu_s) / row.angle, 1.0, 5e-4);
    s.history[4] = 10 * row.angle;    // beyond the static cap: it yields, and slips from then on
    EXPECT_NEAR(-s.advance(1e-6, 1.0).twisting_torque / row.torque, 1.0, 5e-4);
    EXPECT_NEAR(-s.advance(1e-6, 1.0).twisting_torque / row.kinetic, 1.0, 5e-4);
  }
}

namespace {

/// Two equal balls of radius 0.1 with every tracking mode, no dashpots.
template <class Rolling> struct Pair {
  static constexpr double R = 0.1, overlap = 0.001;
  Contact<Hooke, NoDamping, TrackingSliding, Rolling, TrackingTwisting, NoHeat> law{
      {{}, 1e5}, {}, {{}, 1e4, 0.5, 0.4, 0.0}, {{{}, 0.3, 0.0}}, {{}, 0.2, null, 0.0}, {}, false, false};
  double history[roomy.size] = {};

  Loads<double> advance(const V &n, const Motion<double> &motion, double step)
  {
    const V separation = (2 * R - overlap) * n;
    return law.loads(sphere_pair(separation, dot(separation, separation), R, R), motion, Step{step, true},
                     roomy, history);
  }
};

const V none{0, 0, 0};

Motion<double> spinning(V w_i, V w_j)
{
  return {none, none, w_i, w_j, 1, 0, 0, 1, 0.01};
}

}    // namespace

// FN11: gears (w_i = -w_j) give opposite rolling torques; w_i = w_j gives parallel ones, and the pair gains
// angular momentum. A paper's property; `balanced` has none.
TEST(Tracking, RollingTorquesOfAPair)
{
  const V n{1, 0, 0}, w{0, 0, 0.1};
  Pair<TrackingRolling> gears, twins;
  const auto opposite = gears.advance(n, spinning(w, -w), 0.001);
  EXPECT_LT(length(opposite.torque_i + opposite.torque_j), 1e-15);
  EXPECT_LT(opposite.torque_i.z, 0);
  // K_R th: 4 eta_r (R/2)^2 K_E, th = w dt
  EXPECT_NEAR(opposite.rolling_torque.z, -4 * 0.3 * 0.0025 * 1e4 * 1e-4, rounding);
  const auto parallel = twins.advance(n, spinning(w, w), 0.001);
  EXPECT_NEAR(parallel.rolling_torque.z, opposite.rolling_torque.z, rounding);
  EXPECT_NEAR(twins.history[roomy.rolling + 3], 0.0, rounding);
  EXPECT_NEAR(std::fabs(twins.history[roomy.rolling + 4]), 2 * 1e-4, rounding);
  // the couple of the sliding force apart
  const V couple = (Pair<TrackingRolling>::R - 0.0005) * cross(n, parallel.tangential_force);
  EXPECT_NEAR(length(parallel.torque_i + parallel.torque_j + 2.0 * couple),
              2 * std::fabs(parallel.rolling_torque.z), rounding);

  Pair<BalancedTrackingRolling> balanced;
  const auto b = balanced.advance(n, spinning(w, w), 0.001);
  EXPECT_EQ(length(b.rolling_torque), 0.0);
}

// A pair that turns as one body keeps all its springs.
TEST(Tracking, RigidTurningKeepsTheSprings)
{
  Pair<TrackingRolling> pair;
  const V x{1, 0, 0}, z{0, 0, 1};
  pair.advance(x, spinning({0.3, 0.02, 0.05}, {-0.1, 0.03, 0.01}), 0.001);
  double before[roomy.size];
  std::copy(pair.history, pair.history + roomy.size, before);
  const int n = 1000;
  for (int k = 1; k <= n; ++k) {
    const double angle = 0.5 * pi * k / n;
    const V axis{std::cos(angle), std::sin(angle), 0};
    Motion<double> motion = spinning(z, z);
    motion.v_i = (Pair<TrackingRolling>::R - 0.0005) * cross(z, axis);
    motion.v_j = -motion.v_i;
    pair.advance(axis, motion, 0.5 * pi / n);
  }
  // Vectors have turned by a right angle: y is -x, z is z. Projecting into the new plane and restoring the
  // length leans the direction by up to angle^2/4 a step: 1000 (pi/2000)^2/4.
  const auto expect_turned = [](V now, V then) {
    EXPECT_NEAR(length(now) / length(then), 1.0, 1e-12);
    EXPECT_LT(difference(now, {-then.y, then.x, then.z}) / length(then), 6.2e-4);
  };
  expect_turned(load_vector(pair.history), load_vector(before));
  const auto of_body = [](const double *history, double sign) {
    return 0.5 * (load_vector(history + roomy.rolling) + sign * load_vector(history + roomy.rolling + 3));
  };
  expect_turned(of_body(pair.history, 1), of_body(before, 1));
  expect_turned(of_body(pair.history, -1), of_body(before, -1));
  EXPECT_NEAR(pair.history[roomy.twisting], before[roomy.twisting], 1e-15);
}

// Yield, drop to the kinetic cap, stick again on reversal; the dashpot is off in every step on the cap.
TEST(Tracking, Modes)
{
  const Caps<double> caps{5.0, 4.0};
  const auto check = [&](double load, double mode, double factor, double next, double damps) {
    const auto y = yield(load, mode, caps, true);
    EXPECT_DOUBLE_EQ(y.factor, factor);
    EXPECT_EQ(y.mode, next);
    EXPECT_EQ(y.damps, damps);
  };
  check(4.5, 0, 1.0, 0, 1);    // sticks between the caps
  check(5.0, 0, 1.0, 0, 1);
  check(10.0, 0, 0.5, 1, 0);    // yields: static cap
  check(5.0, 1, 0.8, 1, 0);     // then the kinetic one
  check(3.9, 1, 1.0, 0, 1);     // within it: sticks at once
  // nothing to slip on
  EXPECT_EQ(yield(1.0, 1.0, Caps<double>{0.0, 0.0}, true).mode, 0.0);
  EXPECT_EQ(yield(1.0, 1.0, Caps<double>{0.0, 0.0}, true).factor, 0.0);
  // a diagnostic of a slipping contact does not show the dashpot
  EXPECT_EQ(yield(4.0, 1.0, caps, false).damps, 0.0);
  EXPECT_EQ(yield(4.0, 0.0, caps, false).damps, 1.0);
}

TEST(Tracking, KineticFrictionAboveStaticIsRefused)
{
  const double above[] = {1e5, 0.2, 0.25, 2.0}, equal[] = {1e5, 0.2, 0.2, 2.0};
  EXPECT_EQ(TrackingSliding::conflict(above, true).coefficient, 2);
  EXPECT_EQ(TrackingSliding::conflict(equal, true).coefficient, -1);
}

// The heuristics c sqrt(m_ij K) and c sqrt(I_ij K) at rest on the spring.
TEST(Tracking, Dashpots)
{
  BodyOnPlane b(5.0, 0.2, 0.08, 0.0, {{}, K_E, mu_s, mu_k, 2.0}, {{{}, 0.3, 2.0}}, {{}, 0.006, null, 4.0});
  b.v = 1e-6;
  b.w = 1e-5;
  b.spin = 1e-5;
  b.step();
  const double slip = 1e-6 - 0.2 * 1e-5, K_R = 4 * 0.3 * 0.04 * K_E;
  EXPECT_NEAR(b.loads.tangential_force.x, -slip * (K_E * dt + 2 * std::sqrt(5.0 * K_E)), rounding);
  EXPECT_NEAR(b.loads.rolling_torque.y, -1e-5 * (K_R * dt + 2 * std::sqrt(0.08 * K_R)), rounding);
  EXPECT_NEAR(b.loads.twisting_torque, -1e-5 * (24 * dt + 4 * std::sqrt(0.08 * 24)), rounding);
  // the floor bears what the ball gets about the contact
  EXPECT_NEAR(b.loads.torque_j.y, -b.loads.rolling_torque.y, rounding);
}

// On a classic sliding law: K_E is its stiffness, mu_s = mu_k its friction.
TEST(Tracking, OnAClassicSlidingLaw)
{
  const Contact<Hooke, NoDamping, LinearHistory, TrackingRolling, TrackingTwisting, NoHeat> law{
      {{}, 1e6}, {}, {{{}, K_E, 0.0, 0.3}}, {{{}, 0.3, 0.0}}, {{}, 0.1, null, 0.0}, {}, false, false};
  double history[roomy.size] = {};
  const double distance = 0.2 - 1e-5;
  Loads<double> loads;
  for (int k = 0; k < 3; ++k)
    loads = law.loads(flat_wall(V{0, 0, distance}, distance, 0.2),
                      Motion<double>{{0, 0, 0}, {0, 0, 0}, {0, 1, 1}, {0, 0, 0}, 5, 0, 0, 5, 0.08},
                      Step{0.1, true}, roomy, history);
  EXPECT_NEAR(loads.rolling_torque.y, -2 * 0.3 * 0.2 * 0.3 * loads.normal_force, 1e-9);
  EXPECT_NEAR(loads.twisting_torque, -0.1 * 0.2 * 0.3 * loads.normal_force, 1e-9);
}

TEST(Tracking, Diagnostics)
{
  Pair<TrackingRolling> pair;
  pair.advance({1, 0, 0}, spinning({0.3, 9, 0.05}, {-0.1, 0.03, 0.01}), 0.1);
  const AnyContact law = any_of(pair.law);
  double out[7] = {};
  const V separation{2 * 0.1 - 0.001, 0, 0};
  const auto geometry = sphere_pair(separation, dot(separation, separation), 0.1, 0.1);
  const auto motion = spinning(none, none);
  double before[roomy.size];
  std::copy(pair.history, pair.history + roomy.size, before);
  law.diagnose(geometry, motion, Step{0.1, true}, roomy, pair.history, out);
  for (int k = 0; k < roomy.size; ++k) EXPECT_EQ(pair.history[k], before[k]);
  const auto loads = law.loads(geometry, motion, Step{0.1, false}, roomy, pair.history);
  EXPECT_EQ(out[0], 1.0);    // slides
  EXPECT_EQ(out[1], 1.0);    // i slips rolling, j does not
  EXPECT_EQ(out[2], 0.0);
  EXPECT_NEAR(out[3], length(loads.rolling_torque), rounding);
  EXPECT_GT(out[4], 0.0);
  EXPECT_EQ(out[5], pair.history[roomy.twisting + 1]);
  EXPECT_EQ(out[6], pair.history[roomy.twisting]);
}
