// A law that has a function of its own gives the same bits there as in the generic function.

#include "engine/evaluate/compiled_laws.h"

#include "../contact/support.h"

#include <array>
#include <gtest/gtest.h>

using namespace support;
using granular_srt::CompiledLaws;
using granular_srt::LawAs;
using granular_srt::with_first_law;

namespace {

/// Calls f(name, law) for every combination that pair_coeff accepts, with each heat law.
template <class F> void for_every_law(F f)
{
  for_every_combination([&](const std::string &name, auto make) {
    AnyContact law = make();
    for_each(HeatModels{}, [&]<class H>(std::type_identity<H>) {
      law.heat = AnyHeat(H::make(one_material(coefficients_of<H>())));
      f(name + ", with heat " + H::key, law);
    });
  });
}

int index_of(const AnyContact &law)
{
  int found = -1;
  with_first_law(
      {&law, 1}, [&](auto, int index) { found = index; }, CompiledLaws{});
  return found;
}

template <class N, class D> AnyContact with_mindlin()
{
  return any_of(make_contact<N, D, Mindlin, NoRolling, NoTwisting, NoHeat>());
}

}    // namespace

TEST(CompiledLaws, EqualTheGenericLawBitForBit)
{
  std::array<int, CompiledLaws::size> uses{};
  std::mt19937 random(11);
  for_every_law([&](const std::string &name, const AnyContact &law) {
    const auto compare = [&]<class Law>(std::type_identity<Law>, int index) {
      ++uses[index];
      if (index + 1 == CompiledLaws::size) return;
      const Law own = LawAs<Law>::of(law);
      for (int k = 0; k < 20; ++k) {
        State a = random_state(law, random);
        if (k % 2) a.motion.v_i = 100.0 * a.motion.v_i;    // slips
        State b = a;
        const auto p = own.loads(a.geometry, a.motion, {0.01, true}, roomy, a.history.data());
        const auto q = loads_of(law, b);
        ASSERT_EQ(p.force.x, q.force.x) << name;
        ASSERT_EQ(p.force.y, q.force.y) << name;
        ASSERT_EQ(p.force.z, q.force.z) << name;
        ASSERT_EQ(p.torque_i.x, q.torque_i.x) << name;
        ASSERT_EQ(p.torque_j.y, q.torque_j.y) << name;
        ASSERT_EQ(p.heat, q.heat) << name;
        ASSERT_EQ(a.history, b.history) << name;
      }
    };
    with_first_law({&law, 1}, compare, CompiledLaws{});
  });
  for (int index = 0; index < CompiledLaws::size; ++index) EXPECT_GT(uses[index], 0) << index;
}

TEST(CompiledLaws, ServeSubmodelsThatDifferInTheirCoefficientsOnly)
{
  const int index = index_of(with_mindlin<HertzMaterial, TsujiDamping>());
  EXPECT_LT(index, CompiledLaws::size - 1);
  EXPECT_EQ((index_of(with_mindlin<HertzMaterial, CoeffRestitutionDamping>())), index);
  EXPECT_EQ((index_of(with_mindlin<Hertz, TsujiDamping>())), index);
  EXPECT_NE((index_of(with_mindlin<HertzMaterial, ViscoelasticDamping>())), index);
  EXPECT_EQ((index_of(with_mindlin<Hooke, TsujiDamping>())), CompiledLaws::size - 1);
  EXPECT_LT((index_of(with_mindlin<HertzMaterial, MassVelocityDamping>())), CompiledLaws::size - 1);
}
