// Passes over spheres: only the spheres of the group change, in registers that lie inside or outside of the group or
// across its border, and all registers give the bits of single spheres.
#include "engine/evaluate/sphere_passes.h"

#include "groups.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

using namespace granular_srt;

namespace {

struct Spheres {
  std::vector<double> x, v, omega, f, torque, mass, radius;
  std::vector<int> mask;

  explicit Spheres(const std::function<bool(int)> &in_group) :
      x(rows(0.3)), v(rows(0.7)), omega(rows(-1.1)), f(rows(0.9)), torque(rows(-0.2))
  {
    for (int i = 0; i < count; ++i) {
      mass.push_back(1.0 + 0.01 * i);
      radius.push_back(0.5 + 0.003 * i);
      mask.push_back(mask_of(i, in_group(i)));
    }
  }

  SphereArrays arrays()
  {
    return {count,         x.data(),    v.data(),      omega.data(), f.data(),
            torque.data(), mass.data(), radius.data(), mask.data()};
  }

 private:
  static std::vector<double> rows(double step)
  {
    std::vector<double> values;
    for (int i = 0; i < 3 * count; ++i) values.push_back(step * (i % 11) - 0.1 * i);
    return values;
  }
};

SpherePass pass_of(int bits)
{
  SpherePass pass{};
  pass.group = bits;
  pass.step.kick = 0.013;
  pass.step.spin_kick = 0.013 / barostat::inertia_of_sphere;
  pass.step.drift = true;
  pass.step.time = 0.021;
  return pass;
}

template <class Real> class SpherePassesOf : public testing::Test {
};
using Reals = testing::Types<double, Lanes<2>, Lanes<4>, Lanes<8>, Twin<Lanes<2>>, Twin<Lanes<4>>>;
TYPED_TEST_SUITE(SpherePassesOf, Reals);

}    // namespace

TYPED_TEST(SpherePassesOf, GroupsAreIntegratedAsSingleSpheres)
{
  const SpherePasses passes{detail::first_half<TypeParam>, detail::second_half<TypeParam>,
                            detail::next_step<TypeParam>, detail::kinetic_stress<TypeParam>};
  for (const auto &[name, in_group] : groups) {
    SCOPED_TRACE(name);
    const Spheres start(in_group);
    Spheres expected = start, found = start;
    const SpherePass pass = pass_of(group);
    for (int i = 0; i < count; ++i) {
      if (!in_group(i)) continue;
      const int row = 3 * i;
      barostat::first_kick(pass.step, expected.mass[i], expected.radius[i], &expected.f[row],
                           &expected.torque[row], &expected.v[row], &expected.omega[row]);
      barostat::drift(pass.step, true, false, &expected.v[row], &expected.x[row]);
    }
    passes.first_half(found.arrays(), pass);
    EXPECT_EQ(found.x, expected.x);
    EXPECT_EQ(found.v, expected.v);
    EXPECT_EQ(found.omega, expected.omega);
    EXPECT_EQ(found.x == start.x, std::string(name) == "none");

    for (int i = 0; i < count; ++i)
      if (in_group(i))
        barostat::second_kick(pass.step, expected.mass[i], expected.radius[i], &expected.f[3 * i],
                              &expected.torque[3 * i], &expected.v[3 * i], &expected.omega[3 * i]);
    passes.second_half(found.arrays(), pass, nullptr);
    EXPECT_EQ(found.x, expected.x);
    EXPECT_EQ(found.v, expected.v);
    EXPECT_EQ(found.omega, expected.omega);
  }
}

// fix nph/sphere sums the stress of all spheres, also of those that it does not integrate.
TYPED_TEST(SpherePassesOf, KineticStressIsThatOfAllSpheres)
{
  const SpherePasses passes{detail::first_half<TypeParam>, detail::second_half<TypeParam>,
                            detail::next_step<TypeParam>, detail::kinetic_stress<TypeParam>};
  for (const auto &[name, in_group] : groups) {
    SCOPED_TRACE(name);
    Spheres spheres(in_group);
    BlockSums with_kick{}, alone{};
    passes.second_half(spheres.arrays(), pass_of(group), &with_kick);
    passes.kinetic_stress(spheres.arrays(), alone);
    double one[6] = {}, other[6] = {};
    with_kick.add_to(one);
    alone.add_to(other);
    double law[6] = {};
    for (int i = 0; i < count; ++i)
      barostat::add_sphere_kinetic(law, spheres.mass[i], spheres.radius[i], &spheres.v[3 * i],
                                   &spheres.omega[3 * i]);
    EXPECT_GT(one[0], 0.0);
    for (int k = 0; k < 6; ++k) {
      EXPECT_EQ(one[k], other[k]);
      EXPECT_NEAR(one[k], law[k], 1e-13 * law[0]);    // sums in another order
    }
  }
}
