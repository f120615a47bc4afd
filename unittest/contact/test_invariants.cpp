// What holds for every combination of laws.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

// loads are of order 1 to 10; a few hundred roundings
constexpr double some_roundings = 1e-11;

template <class F> void for_random_states(const AnyContact &law, F &&f)
{
  std::mt19937 random(20200704);
  for (int k = 0; k < 5 && !testing::Test::HasFailure(); ++k) f(random_state(law, random), random);
}

bool conserves_angular_momentum(const AnyContact &law)
{
  return law.rolling.visit(
      [](const auto &m) { return std::decay_t<decltype(m)>::conserves_angular_momentum; });
}

bool all_finite(const std::vector<double> &values)
{
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

}    // namespace

// Forces are opposite, and the torques balance the couple of the force.
TEST(Invariants, AngularMomentumIsConserved)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": the torques do not balance (conserves_angular_momentum?)";
    const AnyContact law = make();
    if (!conserves_angular_momentum(law)) return;
    for_random_states(law, [&](State s, std::mt19937 &) {
      const auto l = loads_of(law, s);
      const V sum = l.torque_i + l.torque_j + cross(s.geometry.separation, l.force);
      EXPECT_LT(length(sum), some_roundings) << name;
    });
  });
}

TEST(Invariants, TurningTheContactTurnsTheLoads)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name =
        laws + ": depends on the orientation in space (a vector of the history that is no tangent_vector?)";
    const AnyContact law = make();
    for_random_states(law, [&](State s, std::mt19937 &random) {
      const Turn turn = random_turn(random);
      const auto turned_history = [&](std::vector<double> history) {
        for (const auto &[first, slot] : slots_of(law))
          if (slot.kind == SlotKind::tangent_vector)
            store_vector(history.data() + first, turn(load_vector(history.data() + first)));
        return history;
      };
      State turned = s;
      turned.geometry.separation = turn(s.geometry.separation);
      for (V Motion<double>::*v :
           {&Motion<double>::v_i, &Motion<double>::v_j, &Motion<double>::omega_i, &Motion<double>::omega_j})
        turned.motion.*v = turn(s.motion.*v);
      turned.history = turned_history(s.history);

      const auto a = loads_of(law, s), b = loads_of(law, turned);
      EXPECT_LT(difference(turn(a.force), b.force), some_roundings) << name;
      EXPECT_LT(difference(turn(a.torque_i), b.torque_i), some_roundings) << name;
      EXPECT_LT(difference(turn(a.torque_j), b.torque_j), some_roundings) << name;
      const auto expected = turned_history(s.history);
      for (int k = 0; k < roomy.size; ++k)
        EXPECT_NEAR(expected[k], turned.history[k], some_roundings) << name << " history " << k;
    });
  });
}

// Contact i j and contact j i are the same physics, if each slot of the history has the right swap factor.
TEST(Invariants, RelabellingChangesNothing)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": depends on which body is i (a swap factor in slots?)";
    const AnyContact law = make();
    std::vector<double> factors(roomy.size, 1.0);
    for (const auto &[first, slot] : slots_of(law))
      for (int k = 0; k < doubles_of(slot); ++k) factors[first + k] = slot.swap_factor;

    for_random_states(law, [&](State s, std::mt19937 &) {
      State swapped = s;
      const double distance = s.geometry.distance;
      swapped.geometry =
          sphere_pair(-s.geometry.separation, distance * distance, s.geometry.radius_j, s.geometry.radius_i);
      std::swap(swapped.motion.v_i, swapped.motion.v_j);
      std::swap(swapped.motion.omega_i, swapped.motion.omega_j);
      std::swap(swapped.motion.temperature_i, swapped.motion.temperature_j);
      for (int k = 0; k < roomy.size; ++k) swapped.history[k] *= factors[k];

      const auto a = loads_of(law, s), b = loads_of(law, swapped);
      EXPECT_LT(difference(a.force, -b.force), some_roundings) << name;
      EXPECT_LT(difference(a.torque_i, b.torque_j), some_roundings) << name;
      EXPECT_LT(difference(a.torque_j, b.torque_i), some_roundings) << name;
      EXPECT_NEAR(a.twisting_torque, b.twisting_torque, some_roundings) << name;
      EXPECT_NEAR(a.heat, -b.heat, some_roundings) << name;
      for (int k = 0; k < roomy.size; ++k)
        EXPECT_NEAR(s.history[k] * factors[k], swapped.history[k], some_roundings)
            << name << " history " << k;
    });
  });
}

// No law exceeds its own cap while it slips.
TEST(Invariants, CapsHold)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": exceeds its cap";
    const AnyContact law = make();
    for_random_states(law, [&](State s, std::mt19937 &) {
      // hundredfold velocities and a long step: every mode slips
      s.motion.v_i = 100.0 * s.motion.v_i;
      s.motion.omega_i = 100.0 * s.motion.omega_i;
      const Step step{10.0, true};
      const Seen seen = seen_by_laws(law, s, step);
      const auto l = loads_of(law, s, step);
      const double slack = 1.0 + 1e-12;    // the cut multiplies and divides by the same length
      EXPECT_LE(length(l.tangential_force), law.tangential.cap(seen.frame, seen.F_n0) * slack) << name;
      EXPECT_LE(length(l.rolling_torque), law.rolling.cap(seen.frame, seen.F_n0, seen.sliding) * slack)
          << name;
      EXPECT_LE(std::fabs(l.twisting_torque), law.twisting.cap(seen.frame, seen.F_n0, seen.sliding) * slack)
          << name;
    });
  });
}

// Rolling and twisting laws read the cap of sliding from TangentialForce::friction.
TEST(Invariants, FrictionTimesNormalForceIsTheCap)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": TangentialForce::friction F_n0 is not cap";
    const AnyContact law = make();
    if (!law.tangential.visit([](const auto &m) { return std::decay_t<decltype(m)>::has_friction; })) return;
    for_random_states(law, [&](const State &s, std::mt19937 &) {
      const Seen seen = seen_by_laws(law, s);
      const double cap = law.tangential.cap(seen.frame, seen.F_n0);
      EXPECT_NEAR((seen.sliding.friction + seen.sliding.static_excess) * seen.F_n0, cap, 1e-12 * cap) << name;
    });
  });
}

TEST(Invariants, SpringsStayInTheTangentPlane)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": a tangent_vector of the history leaves the tangent plane";
    const AnyContact law = make();
    for_random_states(law, [&](State s, std::mt19937 &random) {
      // the contact has turned since its springs were stored
      s.geometry.separation = random_turn(random)(s.geometry.separation);
      loads_of(law, s);
      const V n = (1.0 / s.geometry.distance) * s.geometry.separation;
      for (const auto &[first, slot] : slots_of(law)) {
        if (slot.kind != SlotKind::tangent_vector) continue;
        // laws skip a rotation that changes the load by less than 1e-10 of the cap
        EXPECT_LT(std::fabs(dot(n, load_vector(s.history.data() + first))), 1e-10)
            << name << ": " << slot.meaning;
      }
    });
  });
}

// From zero springs every mode resists the motion: the power of what is not elastic is never positive.
TEST(Invariants, DashpotsDissipate)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": drives the motion (a sign?)";
    const AnyContact law = make();
    // torques that are not opposite do work on the rotation of the pair
    if (!conserves_angular_momentum(law)) return;
    for_random_states(law, [&](State s, std::mt19937 &) {
      std::fill(s.history.begin(), s.history.end(), 0.0);
      State still = s;
      const auto l = loads_of(law, s);
      still.motion.v_i = still.motion.v_j = still.motion.omega_i = still.motion.omega_j = {0, 0, 0};
      const V elastic = loads_of(law, still).force;
      const double power = dot(l.force - elastic, s.motion.v_i - s.motion.v_j) +
          dot(l.torque_i, s.motion.omega_i) + dot(l.torque_j, s.motion.omega_j);
      // the couple acts at the middle of the overlap, v_s is taken at the surfaces (as in LAMMPS): the power of
      // F_s over this distance has either sign
      const double mismatch =
          0.5 * s.geometry.overlap * length(l.tangential_force) * length(s.motion.omega_i + s.motion.omega_j);
      EXPECT_LE(power, mismatch + some_roundings) << name;
    });
  });
}

// With other units of mass, length, time and temperature, loads and history are the same in the new units.
TEST(Invariants, LoadsScaleWithTheUnits)
{
  const Units units_{3.0, 0.25, 1.75, 2.5};
  for_every_combination([&](const std::string &laws, auto make) {
    const std::string name = laws + ": depends on the units (a dimension in coefficients or slots?)";
    const AnyContact law = make(), scaled_law = make(units_);
    for_random_states(law, [&](State s, std::mt19937 &) {
      State u = s;
      const double mass = units_.mass, length = units_.length, time = units_.time;
      u.geometry.separation = length * s.geometry.separation;
      for (double Geometry<double>::*x :
           {&Geometry<double>::distance, &Geometry<double>::overlap, &Geometry<double>::effective_radius,
            &Geometry<double>::radius_i, &Geometry<double>::radius_j})
        u.geometry.*x *= length;
      u.motion.v_i = (length / time) * s.motion.v_i;
      u.motion.v_j = (length / time) * s.motion.v_j;
      u.motion.omega_i = (1.0 / time) * s.motion.omega_i;
      u.motion.omega_j = (1.0 / time) * s.motion.omega_j;
      u.motion.effective_mass *= mass;
      u.motion.mean_mass *= mass;
      u.motion.mean_inertia *= mass * length * length;
      u.motion.temperature_i *= units_.temperature;
      u.motion.temperature_j *= units_.temperature;
      std::vector<double> factors(roomy.size, 1.0);
      for (const auto &[first, slot] : slots_of(law))
        for (int k = 0; k < doubles_of(slot); ++k) factors[first + k] = units_.of(slot.dimension);
      for (int k = 0; k < roomy.size; ++k) u.history[k] *= factors[k];

      const auto a = loads_of(law, s, {0.01, true}), b = loads_of(scaled_law, u, {0.01 * time, true});
      const double force = units_.of(units::force), torque = units_.of(units::torque);
      const double power = units_.of(units::energy / units::time);
      const double allowed = 10.0 * some_roundings;
      EXPECT_LT(difference(a.force, (1.0 / force) * b.force), allowed) << name;
      EXPECT_LT(difference(a.torque_i, (1.0 / torque) * b.torque_i), allowed) << name;
      EXPECT_NEAR(a.twisting_torque, b.twisting_torque / torque, allowed) << name;
      EXPECT_NEAR(a.heat, b.heat / power, allowed) << name;
      for (int k = 0; k < roomy.size; ++k)
        EXPECT_NEAR(s.history[k], u.history[k] / factors[k], allowed) << name << " history " << k;
    });
  });
}

// A force evaluation that sets up a run or answers a diagnostic leaves the history as it is.
TEST(Invariants, WithoutUpdateNothingIsWritten)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": writes the history without frame.update";
    const AnyContact law = make();
    for_random_states(law, [&](State s, std::mt19937 &) {
      s.motion.v_i = 100.0 * s.motion.v_i;
      const auto before = s.history;
      loads_of(law, s, {0.01, false});
      EXPECT_EQ(before, s.history) << name;
    });
  });
}

// Each law reads and writes the doubles that its `slots` list, and no others.
TEST(Invariants, LawsStayInTheirSlots)
{
  for_every_combination([](const std::string &name, auto make) {
    const AnyContact law = make();
    // four doubles that are not a number after the history of each axis
    const int gap = 4, t = doubles_held_by(law.tangential), r = doubles_held_by(law.rolling),
              w = doubles_held_by(law.twisting);
    const HistoryLayout layout{0, t + gap, t + r + 2 * gap, t + r + w + 3 * gap};
    const double nan = std::nan("");
    for_random_states(law, [&](State s, std::mt19937 &) {
      const auto used = [&](int k) {
        return k < t || (k >= layout.rolling && k < layout.rolling + r) ||
            (k >= layout.twisting && k < layout.twisting + w);
      };
      std::vector<double> history(layout.size);
      for (int k = 0; k < layout.size; ++k) history[k] = used(k) ? 0.0 : nan;
      const auto l = law.loads(s.geometry, s.motion, Step{0.01, true}, layout, history.data());
      EXPECT_TRUE(std::isfinite(length(l.force) + length(l.torque_i) + length(l.torque_j)))
          << name << ": a law reads behind its slots";
      for (int k = 0; k < layout.size; ++k)
        EXPECT_EQ(std::isnan(history[k]), !used(k)) << name << ": a law writes behind its slots";
    });
  });
}

// stiffness_at against a central difference of the law's own force.
TEST(Invariants, StiffnessIsTheSlopeOfTheNormalForce)
{
  for_each(NormalModels{}, []<class N>(std::type_identity<N>) {
    const N law = N::make(one_material(coefficients_of<N>()));
    const double R = 0.3, overlap = 0.02, step = 1e-6;
    const auto force = [&](double delta) {
      Frame<double> frame{};
      frame.overlap = delta;
      frame.effective_radius = R;
      frame.contact_radius = law.contact_radius(delta, R);
      return law.force(frame).elastic;
    };
    const double slope = (force(overlap + step) - force(overlap - step)) / (2.0 * step);
    // error of the difference: step^2 F'''/6, and rounding F eps/step, both below 1e-7 of the slope
    EXPECT_NEAR(law.stiffness_at(force(overlap), R) / slope, 1.0, 1e-7) << N::key;
  });
}

// Bodies that only just touch, at rest and then in motion. The contact radius is 0 in laws without adhesion.
TEST(Invariants, LoadsAreFinite)
{
  for_every_combination([](const std::string &laws, auto make) {
    const std::string name = laws + ": is not finite (a division by 0?)";
    const AnyContact law = make();
    const Motion<double> at_rest{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0.5, 1, 1, 0.5, 0.05};
    Motion<double> moving = at_rest;
    moving.v_i = {-0.1, 0.5, 0.2};
    moving.omega_i = {0.3, -0.2, 0.4};
    State s;
    s.geometry = sphere_pair(V{1.0, 0, 0}, 1.0, 0.5, 0.5);
    for (const Motion<double> &motion : {at_rest, moving, moving, at_rest}) {
      s.motion = motion;
      const auto l = loads_of(law, s);
      EXPECT_TRUE(std::isfinite(length(l.force)) && std::isfinite(length(l.torque_i)) &&
                  std::isfinite(length(l.torque_j)))
          << name;
      EXPECT_TRUE(all_finite(s.history)) << name;
    }
  });
}
