// Without dashpots a contact gives back at most what was put in: from its first touch on, the work that friction
// has done on the bodies is never positive, on closed cycles as on any other path.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

const V none{0, 0, 0};

/// A sphere of radius 0.5 on a floor, where the force acts at the surface whose slip the laws see (between two
/// spheres the two differ by half the overlap, as in LAMMPS, and friction does not balance to that order).
struct OnAFloor {
  static constexpr double radius = 0.5;
  AnyContact law;
  std::vector<double> history = std::vector<double>(roomy.size, 0.0);
  double overlap = 0.02, work = 0.0, most = 0.0;
  Loads<double> before{};

  /// Moves on by a translation and a turn in small steps, while the overlap changes to `to`.
  void move(V by, V turn, double to, int n = 100)
  {
    const double from = overlap;
    for (int k = 1; k <= n; ++k) {
      overlap = from + (to - from) * k / n;
      const double distance = radius - overlap;
      const Motion<double> motion{(1.0 / n) * by, none, (1.0 / n) * turn, none, 1, 1, 1, 1, 0.1};
      const Loads<double> after = law.loads(flat_wall(V{0, 0, distance}, distance, radius), motion,
                                            Step{1.0, true}, roomy, history.data());
      // trapezoidal rule: exact for springs
      work += 0.5 *
          (dot(before.tangential_force + after.tangential_force, motion.v_i) +
           dot(before.torque_i + after.torque_i, motion.omega_i));
      most = std::max(most, work);
      before = after;
    }
  }
};

template <class N, class T, class R, class W> OnAFloor on_a_floor()
{
  return {without_dashpots<N, T, R, W>()};
}

/// Three times round random closed cycles of ten legs, all of them near the caps, `breathing` or at one overlap.
void expect_no_gain(OnAFloor contact, bool breathing, const std::string &name)
{
  std::mt19937 random(77);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  const AnyContact law = contact.law;
  for (int path = 0; path < 10 && !testing::Test::HasFailure(); ++path) {
    OnAFloor c{law};
    std::vector<std::array<double, 6>> legs;
    double sum[5] = {};
    for (int leg = 0; leg < 10; ++leg) {
      // a cap is reached within 0.01 of slip or roll, or 0.05 of spin
      legs.push_back({0.02 * u(random), 0.02 * u(random), 0.05 * u(random), 0.05 * u(random), 0.2 * u(random),
                      0.02 + (breathing ? 0.015 * u(random) : 0.0)});
      for (int k = 0; k < 5; ++k) sum[k] += legs.back()[k];
    }
    legs.push_back({-sum[0], -sum[1], -sum[2], -sum[3], -sum[4], 0.02});
    double turned_over = 0.0;
    for (int round = 0; round < 3; ++round)
      for (const auto &leg : legs) {
        c.move({leg[0], leg[1], 0}, {leg[2], leg[3], leg[4]}, leg[5]);
        turned_over = std::max(turned_over, std::fabs(c.work));
      }
    EXPECT_LE(c.most, 1e-12) << name
                             << " does more work than was put in (a sign, or a spring that is not capped?)";
    if (slots_of(law).size() > 0) {
      EXPECT_GT(turned_over, 1e-4) << name << ": the path asks nothing of the law";
    }
  }
}

/// Slip (turn, spin) at one overlap, back at another, and again at the first: a closed cycle.
double gain_when_pressed_between(OnAFloor c, double first, double second)
{
  const V slip{5e-4, 0, 0}, turn{0, 2e-4, 2e-3};    // below all caps
  c.move(none, none, first);
  c.move(slip, turn, first);
  c.move(none, none, second);
  c.move(-slip, -turn, second);
  c.move(none, none, first);
  return c.work;
}

}    // namespace

TEST(Energy, NoLawMakesEnergyAtOneOverlap)
{
  for_each(TangentialModels{}, [](auto m) {
    using T = typename decltype(m)::type;
    expect_no_gain(on_a_floor<HertzMaterial, T, NoRolling, NoTwisting>(), false, T::key);
    expect_no_gain(on_a_floor<HertzMaterial, T, SdsRolling, SdsTwisting>(), false, T::key);
  });
  for_each(RollingModels{}, [](auto m) {
    using R = typename decltype(m)::type;
    expect_no_gain(on_a_floor<HertzMaterial, TrackingSliding, R, NoTwisting>(), false, R::key);
    expect_no_gain(on_a_floor<HertzMaterial, Mindlin, R, NoTwisting>(), false, R::key);
  });
  for_each(TwistingModels{}, [](auto m) {
    using W = typename decltype(m)::type;
    expect_no_gain(on_a_floor<HertzMaterial, TrackingSliding, NoRolling, W>(), false, W::key);
    expect_no_gain(on_a_floor<Jkr, MindlinRescaleForce, NoRolling, W>(), false, W::key);
  });
}

// Laws whose springs do not stiffen while they are held make none either while the contact breathes.
TEST(Energy, SomeMakeNoneWhileTheContactBreathes)
{
  expect_no_gain(on_a_floor<HertzMaterial, LinearHistory, SdsRolling, SdsTwisting>(), true, "linear_history");
  expect_no_gain(on_a_floor<HertzMaterial, LinearHistoryClassic, NoRolling, NoTwisting>(), true, "classic");
  expect_no_gain(on_a_floor<HertzMaterial, MindlinRescaleForce, NoRolling, NoTwisting>(), true,
                 "rescale/force");
  expect_no_gain(on_a_floor<HertzMaterial, MindlinCreep, NoRolling, NoTwisting>(), true, "mindlin_creep");
  expect_no_gain(on_a_floor<Hooke, TrackingSliding, TrackingRolling, TrackingTwisting>(), true, "tracking");
  expect_no_gain(on_a_floor<Jkr, TrackingSliding, BalancedTrackingRolling, TrackingTwisting>(), true,
                 "tracking/balanced");
}

// The others do, as the manual says of them: those that remember a displacement when pressed harder while
// displaced, mindlin/force when let off.
TEST(Energy, TheOthersMakeSomeWhenPressed)
{
  const auto stiffened = [](auto t, auto r, auto w) {
    return gain_when_pressed_between(on_a_floor<HertzMaterial, decltype(t), decltype(r), decltype(w)>(), 0.01,
                                     0.03);
  };
  EXPECT_GT(stiffened(Mindlin{}, NoRolling{}, NoTwisting{}), 1e-8);
  EXPECT_GT(stiffened(MindlinClassic{}, NoRolling{}, NoTwisting{}), 1e-8);
  EXPECT_GT(stiffened(MindlinRescale{}, NoRolling{}, NoTwisting{}), 1e-8);
  EXPECT_GT(stiffened(LinearHistory{}, NoRolling{}, MarshallTwisting{}), 1e-8);
  EXPECT_GT(stiffened(LinearHistory{}, NoRolling{}, HertzTrackingTwisting{}), 1e-8);
  EXPECT_LE(stiffened(LinearHistory{}, TrackingRolling{}, TrackingTwisting{}), 1e-15);
  EXPECT_LE(stiffened(MindlinRescaleForce{}, NoRolling{}, NoTwisting{}), 1e-15);
  EXPECT_GT(
      gain_when_pressed_between(on_a_floor<HertzMaterial, MindlinForce, NoRolling, NoTwisting>(), 0.03, 0.01),
      1e-8);
  EXPECT_LE(gain_when_pressed_between(on_a_floor<HertzMaterial, MindlinRescaleForce, NoRolling, NoTwisting>(),
                                      0.03, 0.01),
            1e-15);
}

namespace {

/// Work on two equal spheres that first turn alike about z and then go round each other once as one body.
template <class Rolling> double gain_of_a_turning_pair()
{
  const Contact<Hooke, NoDamping, LinearHistory, Rolling, NoTwisting, NoHeat> law{
      {{}, 100.0}, {}, {{{}, 60.0, 0.0, 0.5}}, {{{}, 0.3, 0.0}}, {}, {}, false, false};
  std::vector<double> history(roomy.size, 0.0);
  const double R = 0.5, distance = 0.98;
  const V z{0, 0, 1};
  double work = 0.0;
  const auto step = [&](V n, V v_i, V w, double dt) {
    const auto loads =
        law.loads(sphere_pair(distance * n, distance * distance, R, R),
                  Motion<double>{v_i, -v_i, w, w, 1, 0, 0, 1, 0.1}, Step{dt, true}, roomy, history.data());
    // rolling torques alone
    const V couple = -(R - 0.01) * cross(n, loads.tangential_force);
    work += dt * dot(loads.torque_i + loads.torque_j - 2.0 * couple, w);
  };
  step({1, 0, 0}, none, z, 1e-3);
  work = 0.0;
  const int n = 2000;
  for (int k = 1; k <= n; ++k) {
    const double angle = 2 * pi * k / n;
    const V axis{std::cos(angle), std::sin(angle), 0};
    step(axis, 0.5 * distance * cross(z, axis), z, 2 * pi / n);
  }
  return work;
}

}    // namespace

// Two springs that disagree turn the pair: 2 K_R theta times a full turn, each time round. Balanced ones cannot.
TEST(Energy, SeparateRollingTorquesDriveATurningPair)
{
  const double K_R = 4 * 0.3 * 0.0625 * 60;
  EXPECT_NEAR(std::fabs(gain_of_a_turning_pair<TrackingRolling>()), 2 * K_R * 1e-3 * 2 * pi, 1e-6);
  EXPECT_NEAR(gain_of_a_turning_pair<BalancedTrackingRolling>(), 0.0, 1e-15);
}
