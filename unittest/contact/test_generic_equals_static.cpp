// A contact whose laws are chosen at run time gives the same bits as one of concrete laws, for every law.

#include "laws_with_partners.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

template <class N, class D, class T, class R, class W, class H>
void expect_same_bits_generic(const Contact<N, D, T, R, W, H> &fixed)
{
  const AnyContact chosen = any_of(fixed);
  const std::string name = name_of<N, D, T, R, W, H>();
  std::mt19937 random(7);
  for (int k = 0; k < 200; ++k) {
    State a = random_state(chosen, random);
    if (k % 2) a.motion.v_i = 100.0 * a.motion.v_i;    // slips
    // the means are given only to laws that declare them
    if (!fixed.needs_mean_inertia) a.motion.mean_mass = a.motion.mean_inertia = a.motion.not_given;
    State b = a;
    const auto p = fixed.loads(a.geometry, a.motion, {0.01, true}, roomy, a.history.data());
    const auto q = loads_of(chosen, b);
    const std::string hint = " differs. Does a law read a contact radius, mass or inertia without "
                             "needs_contact_radius or needs_mean_inertia?";
    ASSERT_EQ(p.force.x, q.force.x) << name << hint;
    ASSERT_EQ(p.force.y, q.force.y) << name << hint;
    ASSERT_EQ(p.force.z, q.force.z) << name << hint;
    ASSERT_EQ(p.torque_i.x, q.torque_i.x) << name << hint;
    ASSERT_EQ(p.torque_j.y, q.torque_j.y) << name << hint;
    ASSERT_EQ(p.torque_j.z, q.torque_j.z) << name << hint;
    ASSERT_EQ(p.twisting_torque, q.twisting_torque) << name << hint;
    ASSERT_EQ(p.heat, q.heat) << name << hint;
    ASSERT_EQ(a.history, b.history) << name << hint;
  }
}

}    // namespace

TEST(Generic, EqualsStaticBitForBit)
{
  for_each_law_with_partners([](const auto &contact) { expect_same_bits_generic(contact); });
}
