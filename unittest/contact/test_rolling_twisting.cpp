// Rolling and twisting laws, and heat.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

constexpr double rounding = 1e-13;

Frame<double> turning(double w_t, V v_r = {0, 0, 0})
{
  Frame<double> frame{};
  frame.n = frame.n_end = {1, 0, 0};
  frame.contact_radius = 0.2;
  frame.w_t = w_t;
  frame.v_r = v_r;
  frame.dt = 0.01;
  frame.update = true;
  return frame;
}

const TangentialForce<double> no_sliding{{0, 0, 0}, 0, 0, 0};

}    // namespace

TEST(Rolling, SpringDashpotSlider)
{
  const SdsRolling law{{}, 40.0, 0.5, 0.3};
  double history[3] = {0, 0.01, 0};
  EXPECT_NEAR(law.force(turning(0, {0, 2.0, 0}), 1e3, history).y, -40.0 * 0.03 - 0.5 * 2.0, rounding);
  EXPECT_NEAR(history[1], 0.03, rounding);
  const V capped = law.force(turning(0, {0, 2.0, 0}), 5.0, history);
  EXPECT_NEAR(capped.y, -1.5, rounding);
  EXPECT_NEAR(history[1], (1.5 - 0.5 * 2.0) / 40.0, rounding);
}

TEST(Twisting, SpringDashpotSlider)
{
  const SdsTwisting law{{}, 30.0, 0.4, 0.25};
  double history[1] = {0.1};
  EXPECT_NEAR(law.torque(turning(2.0), 1e3, no_sliding, history), -30.0 * 0.12 - 0.8, rounding);
  EXPECT_NEAR(history[0], 0.12, rounding);
  EXPECT_NEAR(law.torque(turning(2.0), 4.0, no_sliding, history), -1.0, rounding);
  EXPECT_NEAR(history[0], (1.0 - 0.8) / 30.0, rounding);
}

// The capped torque has the sign of the trial, also while the twist reverses and at w_t = 0.
TEST(Twisting, CapKeepsTheSignOfTheTrialTorque)
{
  const SdsTwisting law{{}, 30.0, 0.4, 0.25};
  for (const double w_t : {0.0, -0.5, 0.5}) {
    double history[1] = {0.2};
    EXPECT_NEAR(law.torque(turning(w_t), 4.0, no_sliding, history), -1.0, rounding) << w_t;
    EXPECT_NEAR(history[0], (1.0 - 0.4 * w_t) / 30.0, rounding);
  }
}

TEST(Twisting, MarshallFollowsTheSlidingLaw)
{
  const TangentialForce<double> sliding{{0, 0, 0}, 70.0, 3.0, 0.4};
  double history[1] = {0.05};
  const double a2 = 0.04;
  EXPECT_NEAR(MarshallTwisting{}.torque(turning(1.5), 1e3, sliding, history),
              -0.5 * 70.0 * a2 * (0.05 + 0.015) - 0.5 * 3.0 * a2 * 1.5, rounding);
  EXPECT_NEAR(MarshallTwisting{}.torque(turning(1.5), 0.1, sliding, history), -2.0 / 3.0 * 0.2 * 0.4 * 0.1,
              rounding);
}

// The patch torque of a Mindlin contact: k = 8 G a, so tau = 4 G a^3 theta (Marshall 2009, Eq. (32)).
TEST(Twisting, MarshallOnMindlinIsAPatchTorque)
{
  using Law = Contact<HertzMaterial, NoDamping, Mindlin, NoRolling, MarshallTwisting, NoHeat>;
  const std::vector<double> normal = {150.0, 0.0, 0.3}, tangential = {std::nan(""), 0.0, 1e6};
  const auto elasticity = HertzMaterial::elasticity(one_material(normal));
  const Law law{HertzMaterial::make(one_material(normal)),
                {},
                Mindlin::make(one_material(tangential), elasticity),
                {},
                {},
                {},
                false,
                false};
  const V separation{0.97, 0, 0}, none{0, 0, 0};
  const auto geometry = sphere_pair(separation, dot(separation, separation), 0.5, 0.5);
  const Motion<double> motion{none, none, {0.3, 0, 0}, none, 0.5, 0, 0};
  std::vector<double> history(roomy.size, 0.0);
  const auto loads = law.loads(geometry, motion, Step{0.01, true}, roomy, history.data());
  const double a = std::sqrt(0.25 * 0.03);
  EXPECT_NEAR(loads.twisting_torque / (-4.0 * effective_shear_modulus(elasticity) * a * a * a * 0.003), 1.0,
              1e-12);    // the overlap 1 - 0.97 carries a relative error of 1e-15/0.03
}

TEST(Twisting, MarshallWithoutASpringNeverDivides)
{
  const TangentialForce<double> dashpot{{0, 0, 0}, 0.0, 3.0, 0.4};
  double history[1] = {0.0};
  EXPECT_NEAR(MarshallTwisting{}.torque(turning(1e3), 0.1, dashpot, history), -2.0 / 3.0 * 0.2 * 0.4 * 0.1,
              rounding);
  EXPECT_EQ(history[0], 0.0);
}

TEST(Heat, ThroughAPatch)
{
  EXPECT_NEAR((RadiusHeat{{}, 2.0}.flow(turning(0), 1.5)), 2 * 2.0 * 0.2 * 1.5, rounding);
  EXPECT_NEAR((AreaHeat{{}, 2.0}.flow(turning(0), 1.5)), 2.0 * pi * 0.04 * 1.5, rounding);
}
