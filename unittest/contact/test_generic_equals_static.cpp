// A contact whose submodels are chosen at run time gives the same bits as one where the compiler knows them.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

template <class N, class D, class T, class R, class W> void compare()
{
  const auto fixed = make_contact<N, D, T, R, W, NoHeat>();
  const auto chosen = any_of(fixed);
  std::mt19937 random(7);
  for (int k = 0; k < 200; ++k) {
    State a = random_state(random), b = a;
    const auto p = fixed.loads(a.geometry, a.motion, {0.01, true}, roomy, a.history.data());
    const auto q = loads_of(chosen, b);
    EXPECT_EQ(p.force.x, q.force.x);
    EXPECT_EQ(p.force.y, q.force.y);
    EXPECT_EQ(p.force.z, q.force.z);
    EXPECT_EQ(p.torque_i.x, q.torque_i.x);
    EXPECT_EQ(p.torque_j.y, q.torque_j.y);
    EXPECT_EQ(p.torque_j.z, q.torque_j.z);
    EXPECT_EQ(a.history, b.history);
  }
}

}    // namespace

TEST(Generic, EqualsStaticBitForBit)
{
  compare<Hooke, MassVelocityDamping, LinearHistory, SdsRolling, SdsTwisting>();
  compare<Hooke, MassVelocityDamping, LinearHistory, NoRolling, NoTwisting>();
  compare<HertzMaterial, TsujiDamping, MindlinRescaleForce, SdsRolling, MarshallTwisting>();
  compare<HertzMaterial, ViscoelasticDamping, Mindlin, NoRolling, NoTwisting>();
  compare<Jkr, ViscoelasticDamping, MindlinRescale, SdsRolling, MarshallTwisting>();
  compare<HertzMaterial, TsujiDamping, MindlinCreep, NoRolling, NoTwisting>();
  compare<Hooke, VelocityDamping, TrackingSliding, TrackingRolling, TrackingTwisting>();
}
