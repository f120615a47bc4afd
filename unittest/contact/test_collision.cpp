// Duration of head-on collisions against closed forms.

#include "support.h"

#include "contact/collision.h"

#include <gtest/gtest.h>

using namespace support;

namespace {

template <class N, class D>
AnyContact law_of(const std::vector<double> &normal, double damping, bool limit_damping = false)
{
  auto law = make_contact<N, D, NoTangential, NoRolling, NoTwisting, NoHeat>();
  law.normal = N::make(one_material(normal));
  law.damping = D::make(damping, N::hertzian);
  AnyContact any = any_of(law);
  any.limit_damping = limit_damping;
  return any;
}

std::optional<Collision> head_on_collision(const AnyContact &law, const Approach &bodies)
{
  return contact::head_on_collision(law, bodies, bodies.radius_i / bodies.speed);
}

const Approach equal_spheres{0.5, 0.5, 0.5, 0.2};

// The integration has about a hundred steps of fourth order, and its end is found by a straight line in the last of them.
constexpr double integration = 1e-4;
// Overlaps of 1e-3 radii, from which the oscillator is found, are differences of positions.
constexpr double closed_form = 1e-11;

}    // namespace

TEST(Collision, HookeLastsHalfAPeriod)
{
  for (const double gamma : {0.0, 0.5, 30.0}) {
    const double k = 1e4, m = 0.5, expected = contact::pi / std::sqrt(k / m - 0.25 * gamma * gamma);
    const auto found =
        head_on_collision(law_of<Hooke, MassVelocityDamping>({k, gamma}, gamma), equal_spheres);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->duration, expected, closed_form * expected);
    if (gamma == 0.0) {
      EXPECT_NEAR(found->largest_overlap, 0.2 * std::sqrt(m / k), closed_form * 0.2 * std::sqrt(m / k));
    }
  }
}

// Antypov & Elliott 2011: exp(-pi decay/frequency) is e, and at the largest overlap the rate is 0.
TEST(Collision, HookeWithRestitution)
{
  const double k = 1e4, m = 0.5, e = 0.6, decay_in_periods = -std::log(e) / contact::pi;
  const double undamped = std::sqrt(k / m), frequency = undamped / std::hypot(1.0, decay_in_periods);
  const auto found = head_on_collision(law_of<Hooke, CoeffRestitutionDamping>({k, e}, e), equal_spheres);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->duration, contact::pi / frequency, closed_form * found->duration);
  const double to_largest = std::atan(1.0 / decay_in_periods) / frequency;
  const double largest = 0.2 / undamped * std::exp(-decay_in_periods * frequency * to_largest);
  EXPECT_NEAR(found->largest_overlap, largest, closed_form * largest);
}

TEST(Collision, HookeWithLittleOrNoSpeedDependence)
{
  const AnyContact law = law_of<Hooke, MassVelocityDamping>({1e4, 0.5}, 0.5);
  const double slow = head_on_collision(law, {0.5, 0.5, 0.5, 1e-9})->duration;
  const double fast = head_on_collision(law, {0.5, 0.5, 0.5, 10.0})->duration;
  EXPECT_NEAR(slow, fast, integration * slow);
}

// Johnson, Contact Mechanics, section 11.4: t = 2.943 delta_max/v, delta_max = (15 m v^2/(16 E sqrt(R)))^(2/5).
TEST(Collision, HertzFollowsJohnson)
{
  const double E = 1e4, nu = 0.25, E_eff = 0.5 * E / (1.0 - nu * nu), m = 0.5, R = 0.25;
  for (const double v : {1e-3, 0.2, 5.0}) {
    const double largest = std::pow(15.0 * m * v * v / (16.0 * E_eff * std::sqrt(R)), 0.4);
    const double expected =
        2.0 * std::tgamma(0.4) * std::sqrt(contact::pi) / (5.0 * std::tgamma(0.9)) * 2.0 * largest / v;
    const auto found =
        head_on_collision(law_of<HertzMaterial, NoDamping>({E, 0.0, nu}, 0.0), {0.5, 0.5, m, v});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->largest_overlap, largest, integration * largest);
    EXPECT_NEAR(found->duration, expected, integration * expected);
  }
}

// A flat wall doubles R, and the wall does not move: the mass is the sphere's.
TEST(Collision, FlatWall)
{
  const AnyContact law = law_of<HertzMaterial, NoDamping>({1e4, 0.0, 0.25}, 0.0);
  const double of_pair = head_on_collision(law, equal_spheres)->duration;
  const double at_wall = head_on_collision(law, {0.5, 0.0, 1.0, 0.2, true})->duration;
  EXPECT_NEAR(at_wall / of_pair, std::pow(2.0, 0.4) * std::pow(2.0, -0.2), 2.0 * integration);
}

TEST(Collision, StrongDampingNeverParts)
{
  const double critical = 2.0 * std::sqrt(1e4 / 0.5);
  EXPECT_TRUE(head_on_collision(law_of<Hooke, MassVelocityDamping>({1e4, 0.9 * critical}, 0.9 * critical),
                                equal_spheres));
  EXPECT_FALSE(head_on_collision(law_of<Hooke, MassVelocityDamping>({1e4, 2.0 * critical}, 2.0 * critical),
                                 equal_spheres));
}

// Without the pull at the end the spheres part faster.
TEST(Collision, LimitedDampingStillParts)
{
  const auto free = head_on_collision(law_of<Hooke, MassVelocityDamping>({1e4, 30.0}, 30.0), equal_spheres);
  const auto limited =
      head_on_collision(law_of<Hooke, MassVelocityDamping>({1e4, 30.0}, 30.0, true), equal_spheres);
  ASSERT_TRUE(free && limited);
  EXPECT_LT(limited->duration, free->duration);
}

// JKR without surface energy is Hertz; with it, fast spheres part and slow ones stick, whose first swing is counted.
TEST(Collision, Jkr)
{
  const Approach fast{0.5, 0.5, 0.5, 5.0}, slow{0.5, 0.5, 0.5, 0.02};
  const double hertz =
      head_on_collision(law_of<HertzMaterial, NoDamping>({1e4, 0.0, 0.25}, 0.0), fast)->duration;
  const auto jkr = [](double gamma) { return law_of<Jkr, NoDamping>({1e4, 0.0, 0.25, gamma}, 0.0); };
  EXPECT_NEAR(head_on_collision(jkr(0.0), fast)->duration, hertz, integration * hertz);
  EXPECT_GT(head_on_collision(jkr(1.0), fast)->duration, hertz);
  const auto stuck = head_on_collision(jkr(1.0), slow);
  ASSERT_TRUE(stuck);
  EXPECT_GT(stuck->largest_overlap, 0.0);
}
