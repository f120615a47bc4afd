// Sliding laws against closed forms.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

constexpr double rounding = 1e-13;

/// A contact along x whose surfaces slip along y.
Frame<double> slipping(double a, double slip_velocity, double dt = 0.01)
{
  Frame<double> frame{};
  frame.n = frame.n_end = {1, 0, 0};
  frame.contact_radius = a;
  frame.v_s = {0, slip_velocity, 0};
  frame.dt = dt;
  frame.update = true;
  return frame;
}

template <class Law> Law law_of(std::vector<double> c)
{
  return Law::make(one_material(c), no_elasticity);
}

/// Elastic force after slipping by 0.1 at a = 0.2 and unloading to a = 0.1 without slip, over the force
/// before unloading. No dashpot, cap out of reach.
template <class Law> double unloading_factor()
{
  const auto law = law_of<Law>({50.0, 0.0, 0.5});
  double history[4] = {};
  double before = 0.0;
  for (int step = 0; step < 10; ++step) before = law.respond(slipping(0.2, 1.0), 1e9, 0.0, history).force.y;
  const double after = law.respond(slipping(0.1, 0.0), 1e9, 0.0, history).force.y;
  EXPECT_NEAR(before, -50.0 * 0.2 * 0.1, rounding);
  return after / before;
}

}    // namespace

TEST(Tangential, UnloadingToHalfTheRadius)
{
  EXPECT_NEAR(unloading_factor<Mindlin>(), 0.5, rounding);
  EXPECT_NEAR(unloading_factor<MindlinRescale>(), 0.25, rounding);
  EXPECT_NEAR(unloading_factor<MindlinForce>(), 1.0, rounding);
  EXPECT_NEAR(unloading_factor<MindlinRescaleForce>(), 0.5, rounding);
}

TEST(Tangential, LinearSpringAndDashpot)
{
  const auto law = law_of<LinearHistory>({50.0, 0.5, 10.0});
  double history[3] = {};
  const auto r = law.respond(slipping(0.0, 2.0), 100.0, 3.0, history);
  EXPECT_NEAR(r.force.y, -50.0 * 0.02 - 0.5 * 3.0 * 2.0, rounding);
  EXPECT_NEAR(history[1], 0.02, rounding);
  EXPECT_EQ(r.stiffness, 50.0);
  EXPECT_EQ(r.damping, 1.5);
}

// At the cap the force is mu F_n0 along the trial force, and the spring is what that force leaves for it.
TEST(Tangential, SpringIsCutWithTheForce)
{
  const auto law = law_of<LinearHistory>({50.0, 0.5, 0.3});
  double history[3] = {0, 1.0, 0.2};
  const auto r = law.respond(slipping(0.0, -2.0), 10.0, 3.0, history);
  EXPECT_NEAR(length(r.force), 3.0, rounding);
  const V trial{0, -50.0 * 0.98 + 3.0, -10.0};
  EXPECT_NEAR(difference(r.force, (3.0 / length(trial)) * trial), 0.0, rounding);
  EXPECT_NEAR(history[1], -(r.force.y - 3.0) / 50.0, rounding);
  EXPECT_NEAR(history[2], -r.force.z / 50.0, rounding);
}

TEST(Tangential, NoHistoryIsADashpotUnderTheCap)
{
  const auto law = law_of<LinearNoHistory>({0.5, 0.3});
  double *none = nullptr;
  EXPECT_NEAR(law.respond(slipping(0.0, 0.1), 10.0, 4.0, none).force.y, -0.2, rounding);
  EXPECT_NEAR(law.respond(slipping(0.0, 9.0), 10.0, 4.0, none).force.y, -3.0, rounding);
  EXPECT_EQ(law.respond(slipping(0.0, 0.0), 10.0, 4.0, none).force.y, 0.0);
}

TEST(Tangential, NullStiffnessIsEightEffectiveShearModuli)
{
  const Elasticity unlike{70.0, 0.2, 20.0, 0.35};
  const double G_i = 70.0 / (2 * 1.2), G_j = 20.0 / (2 * 1.35);
  const double G_eff = 1.0 / ((2 - 0.2) / G_i + (2 - 0.35) / G_j);
  const double c[] = {std::nan(""), 1.0, 0.5};
  EXPECT_NEAR(Mindlin::make({c, c, false}, unlike).k_t / (8.0 * G_eff), 1.0, rounding);
  EXPECT_NEAR(MindlinRescaleForce::make({c, c, true}, unlike).k_t / (8.0 * G_eff), 1.0, rounding);
}

TEST(Tangential, MixingTakesTheGeometricMean)
{
  const double a[] = {4.0, 1.0, 0.2}, b[] = {9.0, 0.25, 0.8};
  const auto law = LinearHistory::make({a, b, true}, no_elasticity);
  EXPECT_DOUBLE_EQ(law.k_t, 6.0);
  EXPECT_DOUBLE_EQ(law.x_gamma_t, 0.5);
  EXPECT_DOUBLE_EQ(law.mu, 0.4);
}

// The classic laws drop the part of the spring along n, the others keep its length.
TEST(Tangential, ClassicSpringLosesLengthInATurn)
{
  double classic[3] = {0.03, 0.04, 0.0}, kept[3] = {0.03, 0.04, 0.0};
  const auto frame = slipping(0.0, 0.0);
  law_of<LinearHistoryClassic>({50.0, 0.0, 10.0}).respond(frame, 1e3, 0.0, classic);
  law_of<LinearHistory>({50.0, 0.0, 10.0}).respond(frame, 1e3, 0.0, kept);
  EXPECT_NEAR(length(load_vector(classic)), 0.04, rounding);
  EXPECT_NEAR(length(load_vector(kept)), 0.05, rounding);
  EXPECT_NEAR(kept[0], 0.0, rounding);
}

TEST(Tangential, ClassicMindlinScalesWithTheContactRadius)
{
  double history[3] = {0.0, 0.04, 0.0};
  EXPECT_NEAR(
      law_of<MindlinClassic>({50.0, 0.0, 10.0}).respond(slipping(0.2, 0.0), 1e3, 0.0, history).force.y,
      -50.0 * 0.2 * 0.04, rounding);
}

TEST(Tangential, ASpringAlongNVanishes)
{
  EXPECT_EQ(length(rotate_into_plane(V{0.3, 0, 0}, V{1, 0, 0})), 0.0);
  EXPECT_EQ(length(rotate_into_plane(V{0, 0, 0}, V{1, 0, 0})), 0.0);
}
