// What must hold for every combination of submodels.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

// Loads here are of order 1 to 10; a few hundred roundings.
constexpr double rounding = 1e-11;

template <class F> void for_random_states(F &&f)
{
  std::mt19937 random(20200704);
  for (int k = 0; k < 5; ++k) f(random);
}

}    // namespace

// Forces are opposite, and torques balance the couple of the force: no angular momentum is made.
TEST(Invariants, AngularMomentumIsConserved)
{
  for_every_combination([](const std::string &name, auto make) {
    // separate torques on both bodies: see test_tracking.cpp for what that leaves
    if (make(1, 1, 1).rolling.which() == AnyRolling::index_of<TrackingRolling>()) return;
    for_random_states([&](std::mt19937 &random) {
      State s = random_state(random);
      const auto l = loads_of(make(1, 1, 1), s);
      const V sum = l.torque_i + l.torque_j + cross(s.geometry.separation, l.force);
      EXPECT_LT(length(sum), rounding) << name;
    });
  });
}

TEST(Invariants, TurningTheContactTurnsTheLoads)
{
  for_every_combination([](const std::string &name, auto make) {
    for_random_states([&](std::mt19937 &random) {
      State s = random_state(random);
      const Turn turn = random_turn(random);
      State turned = s;
      turned.geometry.separation = turn(s.geometry.separation);
      for (V Motion<double>::*v : {&Motion<double>::v_i, &Motion<double>::v_j, &Motion<double>::omega_i,
                                   &Motion<double>::omega_j})
        turned.motion.*v = turn(s.motion.*v);
      for (const int first : {roomy.tangential, roomy.rolling})
        store_vector(turned.history.data() + first, turn(load_vector(s.history.data() + first)));

      const auto a = loads_of(make(1, 1, 1), s), b = loads_of(make(1, 1, 1), turned);
      EXPECT_LT(difference(turn(a.force), b.force), rounding) << name;
      EXPECT_LT(difference(turn(a.torque_i), b.torque_i), rounding) << name;
      EXPECT_LT(difference(turn(a.torque_j), b.torque_j), rounding) << name;
      EXPECT_LT(difference(turn(load_vector(s.history.data())), load_vector(turned.history.data())), rounding)
          << name;
    });
  });
}

namespace {

template <class T, class R, class W> void expect_relabelling_changes_nothing()
{
  const std::string name = std::string(T::key) + " " + R::key + " " + W::key;
  const auto law = any_of(make_contact<HertzMaterial, ViscoelasticDamping, T, R, W, AreaHeat>());
  std::vector<double> factors(roomy.size, 1.0);
  swap_factors(T::slots, factors.data() + roomy.tangential);
  swap_factors(R::slots, factors.data() + roomy.rolling);
  swap_factors(W::slots, factors.data() + roomy.twisting);

  for_random_states([&](std::mt19937 &random) {
    State s = random_state(random);
    if constexpr (doubles_in(R::slots) == 8) {    // springs and modes that differ between the bodies
      const V n = (1.0 / s.geometry.distance) * s.geometry.separation;
      store_vector(s.history.data() + roomy.rolling + 3, 0.01 * cross(n, V{0.3, 0.5, -0.7}));
      s.history[roomy.rolling + 6] = 1.0;
      s.history[roomy.rolling + 7] = -1.0;
    }
    State swapped = s;
    const double distance = s.geometry.distance;
    swapped.geometry = sphere_pair(-s.geometry.separation, distance * distance, s.geometry.radius_j,
                                   s.geometry.radius_i);
    std::swap(swapped.motion.v_i, swapped.motion.v_j);
    std::swap(swapped.motion.omega_i, swapped.motion.omega_j);
    std::swap(swapped.motion.temperature_i, swapped.motion.temperature_j);
    for (int k = 0; k < roomy.size; ++k) swapped.history[k] *= factors[k];

    const auto a = loads_of(law, s), b = loads_of(law, swapped);
    EXPECT_LT(difference(a.force, -b.force), rounding) << name;
    EXPECT_LT(difference(a.torque_i, b.torque_j), rounding) << name;
    EXPECT_LT(difference(a.torque_j, b.torque_i), rounding) << name;
    EXPECT_NEAR(a.twisting_torque, b.twisting_torque, rounding) << name;
    EXPECT_NEAR(a.heat, -b.heat, rounding) << name;
    for (int k = 0; k < roomy.size; ++k)
      EXPECT_NEAR(s.history[k] * factors[k], swapped.history[k], rounding) << name << " slot " << k;
  });
}

}    // namespace

// Calling i j and j i is the same physics, if each slot of the history obeys its swap factor.
TEST(Invariants, RelabellingChangesNothing)
{
  for_each(TangentialModels{}, [](auto t) {
    expect_relabelling_changes_nothing<typename decltype(t)::type, SdsRolling, SdsTwisting>();
  });
  for_each(RollingModels{}, [](auto r) {
    expect_relabelling_changes_nothing<TrackingSliding, typename decltype(r)::type, SdsTwisting>();
  });
  for_each(TwistingModels{}, [](auto w) {
    expect_relabelling_changes_nothing<TrackingSliding, SdsRolling, typename decltype(w)::type>();
  });
}

TEST(Invariants, CoulombCapsHold)
{
  for_every_combination([](const std::string &name, auto make) {
    for_random_states([&](std::mt19937 &random) {
      State s = random_state(random);
      // hundredfold velocities and a long step: every slider slips
      s.motion.v_i = 100.0 * s.motion.v_i;
      s.motion.omega_i = 100.0 * s.motion.omega_i;
      const AnyContact law = make(1, 1, 1);
      const auto l = loads_of(law, s, {10.0, true});
      // F_n0 as the caps see it: |F_n|, or |F_ne + 2 F_po| = |F_n + eta v_n + 2 F_po| with adhesion
      const double R = s.geometry.effective_radius;
      Frame<double> frame{};
      frame.overlap = s.geometry.overlap;
      frame.effective_radius = R;
      frame.contact_radius = law.normal.contact_radius(frame.overlap, R);
      const auto elastic = law.normal.force(frame);
      const double F_n0 = elastic.cohesive ? std::fabs(elastic.elastic + 2 * elastic.pull_off)
                                           : std::fabs(l.normal_force);
      const double slack = 1.0 + 1e-12;    // the cut multiplies and divides by the same length
      EXPECT_LE(length(l.tangential_force), 0.45 * F_n0 * slack) << name;
      EXPECT_LE(length(l.rolling_torque), 0.35 * F_n0 * R * slack) << name;
      const double twist_cap = std::max(0.25, 2.0 / 3.0 * 0.45 * frame.contact_radius) * F_n0;
      EXPECT_LE(std::fabs(l.twisting_torque), twist_cap * slack) << name;
    });
  });
}

TEST(Invariants, SpringsStayInTheTangentPlane)
{
  for_every_combination([](const std::string &name, auto make) {
    for_random_states([&](std::mt19937 &random) {
      State s = random_state(random);
      // the contact has turned since its springs were stored
      s.geometry.separation = random_turn(random)(s.geometry.separation);
      loads_of(make(1, 1, 1), s);
      const V n = (1.0 / s.geometry.distance) * s.geometry.separation;
      for (const int first : {roomy.tangential, roomy.rolling}) {
        const bool used = first == roomy.tangential
            ? name.find(" none ") == std::string::npos && name.find("nohistory") == std::string::npos
            : name.find(" sds ") != std::string::npos;
        // a turn is skipped below 1e-10 of the cap
        if (used) {
          EXPECT_LT(std::fabs(dot(n, load_vector(s.history.data() + first))), 1e-10) << name;
        }
      }
    });
  });
}

// Without springs every mode resists the motion: the power of what is not elastic is never positive.
TEST(Invariants, DashpotsDissipate)
{
  for_every_combination([](const std::string &name, auto make) {
    for_random_states([&](std::mt19937 &random) {
      State s = random_state(random);
      std::fill(s.history.begin(), s.history.end(), 0.0);
      const AnyContact law = make(1, 1, 1);
      const auto l = loads_of(law, s);
      State still = s;
      std::fill(still.history.begin(), still.history.end(), 0.0);
      still.motion.v_i = still.motion.v_j = still.motion.omega_i = still.motion.omega_j = {0, 0, 0};
      const V elastic = loads_of(law, still).force;
      const double power = dot(l.force - elastic, s.motion.v_i - s.motion.v_j) +
          dot(l.torque_i, s.motion.omega_i) + dot(l.torque_j, s.motion.omega_j);
      // the couple acts at the middle of the overlap, v_s is taken at the surfaces: LAMMPS' choice leaves
      // a power of F_s delta omega/2 with either sign
      const double mismatch = 0.5 * s.geometry.overlap * length(l.tangential_force) *
          length(s.motion.omega_i + s.motion.omega_j);
      EXPECT_LE(power, mismatch + rounding) << name;
    });
  });
}

// Rescaling the units of mass, length and time rescales the loads exactly as their dimensions say.
TEST(Invariants, LoadsScaleWithTheUnits)
{
  const double m = 3.0, l = 0.25, t = 1.75;
  for_every_combination([&](const std::string &name, auto make) {
    for_random_states([&](std::mt19937 &random) {
      State s = random_state(random), u = s;
      const double velocity = l / t;
      u.geometry.separation = l * s.geometry.separation;
      for (double Geometry<double>::*x :
           {&Geometry<double>::distance, &Geometry<double>::overlap, &Geometry<double>::effective_radius,
            &Geometry<double>::radius_i, &Geometry<double>::radius_j})
        u.geometry.*x *= l;
      u.motion.v_i = velocity * s.motion.v_i;
      u.motion.v_j = velocity * s.motion.v_j;
      u.motion.omega_i = (1.0 / t) * s.motion.omega_i;
      u.motion.omega_j = (1.0 / t) * s.motion.omega_j;
      u.motion.effective_mass *= m;
      u.motion.mean_mass *= m;
      u.motion.mean_inertia *= m * l * l;
      const bool remembers_force =
          name.find("/force") != std::string::npos || name.find("creep") != std::string::npos;
      const double spring = remembers_force ? m * l / (t * t) : l;
      for (int k = 0; k < 3; ++k) u.history[k] *= spring;
      u.history[3] *= l;
      // the tracking laws remember angles
      if (make(1, 1, 1).rolling.which() == AnyRolling::index_of<SdsRolling>())
        for (int k = 4; k < 7; ++k) u.history[k] *= l;

      const auto a = loads_of(make(1, 1, 1), s, {0.01, true});
      const auto b = loads_of(make(m, l, t), u, {0.01 * t, true});
      const double force = m * l / (t * t), torque = force * l;
      EXPECT_LT(difference(force * a.force, b.force), rounding * force * 10) << name;
      EXPECT_LT(difference(torque * a.torque_i, b.torque_i), rounding * torque * 10) << name;
      EXPECT_NEAR(torque * a.twisting_torque, b.twisting_torque, rounding * torque * 10) << name;
      EXPECT_NEAR(torque / t * a.heat, b.heat, rounding * torque * 10) << name;
    });
  });
}

// A force evaluation that sets up a run or answers a diagnostic leaves no trace.
TEST(Invariants, WithoutUpdateNothingIsWritten)
{
  for_every_combination([](const std::string &name, auto make) {
    for_random_states([&](std::mt19937 &random) {
      State s = random_state(random);
      s.motion.v_i = 100.0 * s.motion.v_i;
      const auto before = s.history;
      loads_of(make(1, 1, 1), s, {0.01, false});
      EXPECT_EQ(before, s.history) << name;
    });
  });
}

TEST(Invariants, LoadsAreFinite)
{
  for_every_combination([](const std::string &name, auto make) {
    State s;
    const V touching{1.0, 0, 0};
    s.geometry = sphere_pair(touching, 1.0, 0.5, 0.5);
    s.motion = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0.5, 1, 1, 0.5, 0.05};
    const auto l = loads_of(make(1, 1, 1), s);
    EXPECT_TRUE(std::isfinite(length(l.force)) && std::isfinite(length(l.torque_i))) << name;
    for (const double h : s.history) EXPECT_TRUE(std::isfinite(h)) << name;
  });
}
