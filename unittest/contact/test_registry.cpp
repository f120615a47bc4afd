// The lists of submodels and what they say of themselves.

#include "support.h"

#include <gtest/gtest.h>

#include <set>

using namespace support;

namespace {

template <class List> std::multiset<std::string> keys_of()
{
  std::multiset<std::string> keys;
  for_each(List{}, [&](auto m) { keys.insert(decltype(m)::type::key); });
  return keys;
}

template <class List> void expect_distinct_names()
{
  const auto keys = keys_of<List>();
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

TEST(Registry, SecondCoefficientOfANormalModelIsItsDamping)
{
  for_each(NormalModels{}, [](auto m) {
    using Model = typename decltype(m)::type;
    EXPECT_STREQ(Model::coefficients[Model::damping_coefficient].name, "eta_n0") << Model::key;
  });
}

TEST(Registry, AModelWithElasticityHasEAndNuInPlace)
{
  for_each(NormalModels{}, [](auto m) {
    using Model = typename decltype(m)::type;
    if constexpr (Model::has_elasticity) {
      EXPECT_STREQ(Model::coefficients[0].name, "E");
      EXPECT_STREQ(Model::coefficients[2].name, "nu");
    }
  });
}

// Odd under relabelling: what i does to j. Even: rolling and twisting, and lengths.
TEST(Registry, SwapFactors)
{
  for_each(TangentialModels{}, [](auto m) {
    using Model = typename decltype(m)::type;
    double factors[4] = {};
    const int count = swap_factors(Model::slots, factors);
    EXPECT_EQ(count, doubles_in(Model::slots));
    for (int k = 0; k < count; ++k) EXPECT_EQ(factors[k], k < 3 ? -1.0 : 1.0) << Model::key;
  });
  double factors[3] = {};
  EXPECT_EQ(swap_factors(SdsRolling::slots, factors), 3);
  EXPECT_EQ(factors[0], 1.0);
  EXPECT_EQ(swap_factors(MarshallTwisting::slots, factors), 1);
  EXPECT_EQ(factors[0], 1.0);
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
  EXPECT_FALSE(is_allowed(Allowed::non_negative, -1e-300));
  EXPECT_FALSE(is_allowed(Allowed::poisson_ratio, -1.0));
  EXPECT_TRUE(is_allowed(Allowed::poisson_ratio, 0.5));
  EXPECT_FALSE(is_allowed(Allowed::poisson_ratio, 0.51));
  EXPECT_TRUE(is_allowed(Allowed::restitution, 0.0));
  EXPECT_FALSE(is_allowed(Allowed::positive_restitution, 0.0));
  EXPECT_FALSE(is_allowed(Allowed::restitution, 1.01));
}
