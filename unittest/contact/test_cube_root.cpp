// The cube root of the laws: its accuracy, its bits in registers, and what it makes of 0, negative and tiny numbers.

#include "engine/evaluate/lane_access.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace granular_srt::contact;

namespace {

/// Numbers of all sizes, with every number of digits.
std::vector<double> numbers(int count)
{
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> mantissa(1.0, 2.0);
  std::uniform_int_distribution<int> exponent(-990, 990), near(-3, 3);
  std::vector<double> found;
  for (int k = 0; k < count; ++k)
    found.push_back(std::ldexp(mantissa(random), k % 2 ? near(random) : exponent(random)));
  return found;
}

/// Error of a root in units of its last digit. x87's 64 digits are 11 more than those of a double.
double error_in_last_digits(double root, double x)
{
  const long double exact = std::cbrt(static_cast<long double>(x));
  return static_cast<double>(std::fabs(root - exact) / std::ldexp(1.0L, std::ilogb(root) - 52));
}

template <class Pack> void expect_bits_of_single_numbers()
{
  const std::vector<double> all = numbers(4096);
  for (std::size_t k = 0; k < all.size(); k += Pack::count) {
    const auto x =
        granular_srt::each_lane<Pack>([&](int lane) { return (lane % 5 == 4 ? -1.0 : 1.0) * all[k + lane]; });
    const Pack root = cbrt_or_zero(x);
    for (int lane = 0; lane < Pack::count; ++lane) ASSERT_EQ(root[lane], cbrt_or_zero(x[lane])) << x[lane];
  }
}

}    // namespace

TEST(CubeRoot, IsRightToTheLastDigit)
{
  if (sizeof(long double) == sizeof(double)) GTEST_SKIP() << "no type with more digits";
  double worst = 0.0;
  for (const double x : numbers(1000000)) worst = std::max(worst, error_in_last_digits(cbrt_or_zero(x), x));
  // 1/2 by the last rounding, 1/6 by that of the quotient
  EXPECT_LT(worst, 0.67);
  EXPECT_GT(worst, 0.6);
}

TEST(CubeRoot, OfCubesIsExact)
{
  for (int k = 1; k < 1000; ++k) EXPECT_EQ(cbrt_or_zero(1.0 * k * k * k), k);
}

TEST(CubeRoot, FirstGuessIsWithinFourPercent)
{
  for (const double x : numbers(10000))
    EXPECT_NEAR(guess_of_inverse_cube_root(x) * std::cbrt(x), 1.0, 0.04) << x;
}

TEST(CubeRoot, OfNothingNegativeAndTinyNumbersIsZero)
{
  for (const double x : {0.0, -0.0, -8.0, -1e300, 1e-301, 5e-324}) EXPECT_EQ(cbrt_or_zero(x), 0.0) << x;
  EXPECT_TRUE(std::isnan(cbrt_or_zero(std::nan(""))));
  EXPECT_EQ(cbrt_or_zero(-8.0f), 0.0f);
  EXPECT_EQ(cbrt_or_zero(8.0f), 2.0f);
}

TEST(CubeRoot, HasTheSameBitsInRegisters)
{
  expect_bits_of_single_numbers<Lanes<2>>();
  expect_bits_of_single_numbers<Lanes<4>>();
  expect_bits_of_single_numbers<Lanes<8>>();
  expect_bits_of_single_numbers<Twin<Lanes<2>>>();
  expect_bits_of_single_numbers<Twin<Lanes<4>>>();
}
