// Normal laws against closed forms.

#include "support.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

// Rounding of a dozen double operations.
constexpr double rounding = 1e-13;

template <class Law> NormalForce<double> force_at(const Law &law, double overlap, double R)
{
  Frame<double> frame{};
  frame.overlap = overlap;
  frame.effective_radius = R;
  frame.contact_radius = law.contact_radius(overlap, R);
  return law.force(frame);
}

template <class Law> Law law_of(std::vector<double> c)
{
  return Law::make(one_material(c));
}

/// delta(a) of the JKR theory, the relation that contact_radius inverts.
double jkr_overlap(double a, double R, double E, double gamma)
{
  return a * a / R - 2.0 * std::sqrt(pi * gamma * a / E);
}

// E_eff = 1e3: two bodies of E = 2e3, nu = 0
Jkr jkr(double gamma)
{
  return law_of<Jkr>({2e3, 0.0, 0.0, gamma});
}

}    // namespace

TEST(Normal, HookeIsLinear)
{
  EXPECT_DOUBLE_EQ(force_at(law_of<Hooke>({250.0, 0.0}), 0.04, 0.3).elastic, 10.0);
}

TEST(Normal, HertzIsThreeHalves)
{
  EXPECT_NEAR(force_at(law_of<Hertz>({100.0, 0.0}), 0.04, 0.25).elastic, 100.0 * 0.1 * 0.04, rounding);
}

TEST(Normal, HertzMaterialUsesBothBodies)
{
  const double hard[] = {8.0, 0.0, 0.25}, soft[] = {2.0, 0.0, 0.4};
  const auto law = HertzMaterial::make({hard, soft, true});
  const double E_eff = 1.0 / ((1 - 0.0625) / 8.0 + (1 - 0.16) / 2.0);
  EXPECT_NEAR(force_at(law, 0.04, 0.25).elastic, 4.0 / 3.0 * E_eff * 0.5 * 0.008, rounding);
}

TEST(Normal, OneMaterialHalvesTheModulus)
{
  const Elasticity e{7.0, 0.3, 7.0, 0.3};
  EXPECT_NEAR(effective_young_modulus(e), 7.0 / (2.0 * (1.0 - 0.09)), rounding);
  EXPECT_NEAR(effective_shear_modulus(e), 7.0 / (4.0 * (2.0 - 0.3) * (1.0 + 0.3)), rounding);
}

TEST(Normal, DmtIsHertzMinusPullOff)
{
  const auto law = law_of<Dmt>({2.0 * (1 - 0.09) * 30.0, 0.0, 0.3, 0.2});
  const auto f = force_at(law, 0.04, 0.25);
  EXPECT_NEAR(f.pull_off, 4.0 * pi * 0.2 * 0.25, rounding);
  EXPECT_NEAR(f.elastic, 4.0 / 3.0 * 30.0 * 0.5 * 0.008 - f.pull_off, rounding);
  EXPECT_TRUE(f.cohesive);
}

// Figures for R = 0.5, E_eff = 1e3, gamma = 0.1, from the theory's own equations.
TEST(Normal, JkrFirstTouch)
{
  const double a = jkr(0.1).contact_radius(0.0, 0.5);
  EXPECT_NEAR(a, std::cbrt(4.0 * pi * 0.1 * 0.25 / 1e3), 1e-12);
  EXPECT_NEAR(a, 0.0679803, 5e-8);    // last printed digit
  EXPECT_NEAR(force_at(jkr(0.1), 0.0, 0.5).elastic, -8.0 / 3.0 * pi * 0.1 * 0.5, 1e-12);
}

TEST(Normal, JkrLimitUnderLoadControl)
{
  const double delta_c = jkr(0.1).pull_off_distance(0.5);
  EXPECT_NEAR(delta_c, 0.00209938, 5e-9);
  const double a_c = jkr(0.1).contact_radius(-delta_c, 0.5);
  EXPECT_NEAR(a_c, 0.0561165, 5e-8);
  // dF/da = 0 there: an error of 1e-8 in a leaves the force alone
  EXPECT_NEAR(force_at(jkr(0.1), -delta_c, 0.5).elastic, -3.0 * pi * 0.1 * 0.5, 1e-12);
}

TEST(Normal, JkrVanishesAtItsEquilibrium)
{
  EXPECT_NEAR(jkr(0.1).contact_radius(0.00529010, 0.5), 0.0890794, 5e-7);
  // half the last printed digit of the overlap, times the slope there
  EXPECT_NEAR(force_at(jkr(0.1), 0.00529010, 0.5).elastic, 0.0, 5e-9 * jkr(0.1).stiffness_at(0.0, 0.5));
}

TEST(Normal, JkrContactRadiusSolvesItsEquation)
{
  const double delta_c = jkr(0.1).pull_off_distance(0.5);
  for (double overlap = -0.999 * delta_c; overlap < 0.1; overlap += 0.0007) {
    const double a = jkr(0.1).contact_radius(overlap, 0.5);
    // the root is double at -delta_c under displacement control only, so the inverse is well conditioned
    EXPECT_NEAR(jkr_overlap(a, 0.5, 1e3, 0.1), overlap, 1e-13) << overlap;
  }
}

TEST(Normal, JkrWithoutAdhesionIsHertz)
{
  EXPECT_EQ(jkr(0.0).contact_radius(0.0, 0.5), 0.0);
  EXPECT_EQ(force_at(jkr(0.0), 0.0, 0.5).elastic, 0.0);
  const auto hertz = law_of<HertzMaterial>({2e3, 0.0, 0.0});
  EXPECT_NEAR(force_at(jkr(0.0), 0.03, 0.5).elastic / force_at(hertz, 0.03, 0.5).elastic, 1.0, rounding);
}

TEST(Normal, OnlyAnExistingJkrContactReachesBeyondTouch)
{
  auto law = make_contact<Jkr, NoDamping, NoTangential, NoRolling, NoTwisting, NoHeat>();
  law.normal = jkr(0.1);
  const double beyond = 2.0 + 0.5 * law.normal.pull_off_distance(0.5);
  const double too_far = 2.0 + 1.01 * law.normal.pull_off_distance(0.5);
  EXPECT_FALSE(contact::acts(law.life(beyond * beyond, 1.0, 1.0, false)));
  EXPECT_TRUE(contact::acts(law.life(beyond * beyond, 1.0, 1.0, true)));
  EXPECT_FALSE(contact::acts(law.life(too_far * too_far, 1.0, 1.0, true)));
  auto hertz = make_contact<Hertz, NoDamping, NoTangential, NoRolling, NoTwisting, NoHeat>();
  EXPECT_FALSE(contact::acts(hertz.life(beyond * beyond, 1.0, 1.0, true)));
}
