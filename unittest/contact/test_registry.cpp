// The lists of submodels and what they say of themselves.

#include "support.h"

#include <gtest/gtest.h>

#include <set>

using namespace support;

namespace {

template <class... Laws> std::multiset<std::string> keys_of(TypeList<Laws...>)
{
  return {Laws::key...};
}

template <class List> void expect_distinct_names()
{
  const auto keys = keys_of(List{});
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), keys.size());
}

}    // namespace

TEST(Registry, NamesAreDistinct)
{
  expect_distinct_names<NormalModels>();
  expect_distinct_names<DampingModels>();
  expect_distinct_names<TangentialModels>();
  expect_distinct_names<RollingModels>();
  expect_distinct_names<TwistingModels>();
  expect_distinct_names<HeatModels>();
}

template <class... Laws> void expect_values(TypeList<Laws...>)
{
  for (const std::string &missing : {selected<Laws>() ? missing_values<Laws>() : "" ...})
    EXPECT_TRUE(missing.empty()) << missing;
}

// A trait counts by its value: false is the same as not to have it.
struct TraitsOff : SdsRolling {
  static constexpr bool needs_mean_inertia = false;
  static constexpr bool needs_contact_radius = false;
  static constexpr bool separate_torques = false;
};
struct TraitsOn : SdsRolling {
  static constexpr bool needs_mean_inertia = true;
  static constexpr bool needs_contact_radius = true;
};
template <class R> using Rolls = Contact<Hooke, NoDamping, NoTangential, R, NoTwisting, NoHeat>;
static_assert(!Rolls<TraitsOff>::needs_mean_inertia && !Rolls<TraitsOff>::needs_contact_radius);
static_assert(Rolls<TraitsOn>::needs_mean_inertia && Rolls<TraitsOn>::needs_contact_radius);

TEST(Registry, EveryCoefficientHasATestValue)
{
  expect_values(NormalModels{});
  expect_values(DampingModels{});
  expect_values(TangentialModels{});
  expect_values(RollingModels{});
  expect_values(TwistingModels{});
  expect_values(HeatModels{});
}

// One factor per double: three for a vector, one for a scalar.
TEST(Registry, SwapFactors)
{
  constexpr std::array slots{Slot{SlotKind::scalar, +1, "a", units::number},
                             Slot{SlotKind::tangent_vector, -1, "b", units::length},
                             Slot{SlotKind::scalar, -1, "c", units::force}};
  static_assert(doubles_in(slots) == 5);
  double factors[5] = {};
  EXPECT_EQ(swap_factors(slots, factors), 5);
  const double expected[5] = {1, -1, -1, -1, -1};
  for (int k = 0; k < 5; ++k) EXPECT_EQ(factors[k], expected[k]);
}

TEST(Registry, AllowedRanges)
{
  const double nan = std::nan(""), infinity = HUGE_VAL;
  EXPECT_FALSE(is_allowed(Allowed::positive, 0.0));
  EXPECT_TRUE(is_allowed(Allowed::positive, 1e-300));
  EXPECT_FALSE(is_allowed(Allowed::positive, infinity));
  EXPECT_FALSE(is_allowed(Allowed::positive, nan));
  EXPECT_TRUE(is_allowed(Allowed::positive_or_null, nan));
  EXPECT_FALSE(is_allowed(Allowed::positive_or_null, 0.0));
  EXPECT_TRUE(is_allowed(Allowed::non_negative, 0.0));
  EXPECT_TRUE(is_allowed(Allowed::spring, 0.0));
  EXPECT_FALSE(is_allowed(Allowed::spring, -1.0));
  EXPECT_FALSE(is_allowed(Allowed::spring, nan));
  EXPECT_TRUE(is_allowed(Allowed::spring_or_null, 0.0));
  EXPECT_TRUE(is_allowed(Allowed::spring_or_null, nan));
  EXPECT_FALSE(is_allowed(Allowed::non_negative, -1e-300));
  EXPECT_FALSE(is_allowed(Allowed::poisson_ratio, -1.0));
  EXPECT_TRUE(is_allowed(Allowed::poisson_ratio, 0.5));
  EXPECT_FALSE(is_allowed(Allowed::poisson_ratio, 0.51));
  EXPECT_TRUE(is_allowed(Allowed::restitution, 0.0));
  EXPECT_FALSE(is_allowed(Allowed::positive_restitution, 0.0));
  EXPECT_FALSE(is_allowed(Allowed::restitution, 1.01));
}
