// The laws take other types than double for their Real: a SIMD pack, one contact a lane, and float.

#include "contact/lanes.h"
#include "laws_with_partners.h"

#include <gtest/gtest.h>

using namespace support;

// the registers of AVX2 and of AVX-512
template <class> class RealTypes : public testing::Test {
};
using Packs = testing::Types<Twin<Lanes<4>>, Lanes<8>>;
TYPED_TEST_SUITE(RealTypes, Packs);

namespace {

/// A pack of f(0), f(1), ...
template <class Pack, class F> Pack each_lane(F f)
{
  if constexpr (requires(Pack pack) { pack.first; }) {
    using Half = decltype(Pack::first);
    return {each_lane<Half>(f), each_lane<Half>([&](int lane) { return f(Half::count + lane); })};
  } else {
    auto values = Pack(0.0).values();
    for (int lane = 0; lane < Pack::count; ++lane) values[lane] = f(lane);
    return Pack(values);
  }
}

template <class Pack> Vec3<Pack> packed(const std::vector<State> &states, V (*get)(const State &))
{
  return {each_lane<Pack>([&](int lane) { return get(states[lane]).x; }),
          each_lane<Pack>([&](int lane) { return get(states[lane]).y; }),
          each_lane<Pack>([&](int lane) { return get(states[lane]).z; })};
}

template <class Pack> Pack packed(const std::vector<State> &states, double (*get)(const State &))
{
  return each_lane<Pack>([&](int lane) { return get(states[lane]); });
}

template <class Pack, class N, class D, class T, class R, class W, class H>
void expect_same_bits(const Contact<N, D, T, R, W, H> &law)
{
  const std::string name = name_of<N, D, T, R, W, H>();
  const AnyContact any = any_of(law);
  std::mt19937 random(11);
  for (int k = 0; k < 50; ++k) {
    std::vector<State> states;
    for (int lane = 0; lane < Pack::count; ++lane) {
      states.push_back(random_state(any, random));
      // some lanes slip, some stick
      if (lane % 2) states.back().motion.v_i = 100.0 * states.back().motion.v_i;
    }
    const Vec3<Pack> separation = packed<Pack>(
        states, +[](const State &s) { return s.geometry.separation; });
    const auto geometry = sphere_pair(separation, dot(separation, separation),
                                      packed<Pack>(
                                          states, +[](const State &s) { return s.geometry.radius_i; }),
                                      packed<Pack>(
                                          states, +[](const State &s) { return s.geometry.radius_j; }));
    const Motion<Pack> motion{packed<Pack>(
                                  states, +[](const State &s) { return s.motion.v_i; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.v_j; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.omega_i; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.omega_j; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.effective_mass; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.temperature_i; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.temperature_j; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.mean_mass; }),
                              packed<Pack>(
                                  states, +[](const State &s) { return s.motion.mean_inertia; })};
    Pack history[roomy.size];
    for (int slot = 0; slot < roomy.size; ++slot)
      history[slot] = each_lane<Pack>([&](int lane) { return states[lane].history[slot]; });

    const auto all = law.loads(geometry, motion, {0.01, true}, roomy, history);
    for (int lane = 0; lane < Pack::count; ++lane) {
      State &s = states[lane];
      const double r = s.geometry.distance;
      s.geometry = sphere_pair(s.geometry.separation, dot(s.geometry.separation, s.geometry.separation),
                               s.geometry.radius_i, s.geometry.radius_j);
      EXPECT_NEAR(s.geometry.distance, r, 1e-15);
      const auto one = law.loads(s.geometry, s.motion, {0.01, true}, roomy, s.history.data());
      ASSERT_EQ(all.force.x[lane], one.force.x) << name;
      ASSERT_EQ(all.force.z[lane], one.force.z) << name;
      ASSERT_EQ(all.torque_i.y[lane], one.torque_i.y) << name;
      ASSERT_EQ(all.torque_j.z[lane], one.torque_j.z) << name;
      ASSERT_EQ(all.twisting_torque[lane], one.twisting_torque) << name;
      ASSERT_EQ(all.heat[lane], one.heat) << name;
      for (int k = 0; k < roomy.size; ++k)
        ASSERT_EQ(history[k][lane], s.history[k]) << name << " history " << k;
    }
  }
}

}    // namespace

TYPED_TEST(RealTypes, AllLanes)
{
  using Pack = TypeParam;
  // overlapping in no lane, in each one alone, in all but one, in all
  const auto all_overlap = [](auto touching) {
    const auto distance_squared = each_lane<Pack>([&](int lane) { return touching(lane) ? 0.99 : 1.0; });
    return all(overlapping(distance_squared, Pack(0.5), Pack(0.5)));
  };
  EXPECT_FALSE(all_overlap([](int) { return false; }));
  EXPECT_TRUE(all_overlap([](int) { return true; }));
  for (int one = 0; one < Pack::count; ++one) {
    EXPECT_FALSE(all_overlap([&](int lane) { return lane == one; })) << one;
    EXPECT_FALSE(all_overlap([&](int lane) { return lane != one; })) << one;
  }
  EXPECT_TRUE(all(overlapping(0.99, 0.5, 0.5)));
  EXPECT_FALSE(all(overlapping(1.0, 0.5, 0.5)));
}

// Laws select values instead of branching, so each lane gives the bits that a double gives. A law that branches on
// a Real does not compile here: a comparison of lanes is no bool.
TYPED_TEST(RealTypes, APackGivesTheBitsOfDoubles)
{
  for_each_law_with_partners([](const auto &law) { expect_same_bits<TypeParam>(law); });
}

TEST(Float, GivesSixDigits)
{
  const auto law = make_contact<Hooke, MassVelocityDamping, LinearHistory, SdsRolling, SdsTwisting, NoHeat>();
  std::mt19937 random(5);
  const auto narrow = [](V v) { return Vec3<float>{float(v.x), float(v.y), float(v.z)}; };
  for (int k = 0; k < 100; ++k) {
    State s = random_state(any_of(law), random);
    const Geometry<float> geometry{narrow(s.geometry.separation), float(s.geometry.distance),
                                   float(s.geometry.overlap),     float(s.geometry.effective_radius),
                                   float(s.geometry.radius_i),    float(s.geometry.radius_j)};
    const Motion<float> motion{narrow(s.motion.v_i),
                               narrow(s.motion.v_j),
                               narrow(s.motion.omega_i),
                               narrow(s.motion.omega_j),
                               float(s.motion.effective_mass),
                               1.0F,
                               2.5F};
    std::vector<float> history(s.history.begin(), s.history.end());
    const auto f = law.loads(geometry, motion, {0.01, true}, roomy, history.data());
    const auto d = law.loads(s.geometry, s.motion, {0.01, true}, roomy, s.history.data());
    // loads of order 1 to 10, some fifty roundings of 6e-8
    EXPECT_NEAR(f.force.x, d.force.x, 5e-5);
    EXPECT_NEAR(f.torque_i.y, d.torque_i.y, 5e-5);
  }
}
