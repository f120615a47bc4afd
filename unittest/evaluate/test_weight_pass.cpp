// The pass of fix gravity: only the atoms of the group get a weight, and all registers give the bits of single atoms,
// also in the sum of the energy.
#include "engine/evaluate/sphere_passes.h"

#include "groups.h"

#include <gtest/gtest.h>

#include <vector>

using namespace granular_srt;

namespace {

const WeightPass pass = {group, {0.3, -0.4, -9.81}};

template <class Real> class WeightPassOf : public testing::Test {
};
using Reals = testing::Types<double, Lanes<2>, Lanes<4>, Lanes<8>, Twin<Lanes<2>>, Twin<Lanes<4>>>;
TYPED_TEST_SUITE(WeightPassOf, Reals);

}    // namespace

TYPED_TEST(WeightPassOf, GroupsHaveTheWeightOfSingleAtoms)
{
  for (const auto &[name, in_group] : groups) {
    SCOPED_TRACE(name);
    std::vector<double> x, f, mass;
    std::vector<int> mask;
    for (int i = 0; i < count; ++i) {
      mass.push_back(1.0 + 0.01 * i);
      mask.push_back(mask_of(i, in_group(i)));
      for (int k = 0; k < 3; ++k) {
        x.push_back(0.37 * ((7 * i + 3 * k) % 11) - 0.1 * i);
        f.push_back(0.13 * ((5 * i + k) % 7));
      }
    }
    std::vector<double> expected = f;
    double energy = 0.0;
    for (int i = 0; i < count; ++i) {
      if (!in_group(i)) continue;
      const double *g = pass.acceleration, *at = &x[3 * i];
      for (int k = 0; k < 3; ++k) expected[3 * i + k] += mass[i] * g[k];
      energy -= mass[i] * (g[0] * at[0] + g[1] * at[1] + g[2] * at[2]);
    }
    EXPECT_EQ(detail::add_weight<TypeParam>({count, x.data(), f.data(), mass.data(), mask.data()}, pass),
              energy);
    EXPECT_EQ(f, expected);
  }
}
