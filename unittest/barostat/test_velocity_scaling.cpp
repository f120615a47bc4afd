#include "barostat/velocity_scaling.h"

#include "tensors.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace granular_srt::barostat;

TEST(VelocityScaling, DiagonalIsExact)
{
  const Voigt rate = {{0.1, -0.2, 0.3, 0, 0, 0}};
  double v[3] = {1, 2, 3};
  scale_velocity(velocity_scaling(rate, 0.05, 0.4), v);
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(v[i], (i + 1) * std::exp(-0.4 * (rate[i] + 0.05)));
}

TEST(VelocityScaling, TraceRateIsMeanOverControlledLengths)
{
  const Voigt rate = {{0.1, 0.2, 0.6, 0, 0, 0}};
  EXPECT_DOUBLE_EQ(mtk_rate(rate, {{true, false, true, false, false, false}}, 10), 0.7 / 20);
  EXPECT_EQ(mtk_rate(rate, {{false, false, false, true, false, false}}, 10), 0.0);
  EXPECT_EQ(mtk_rate(rate, {{true, false, true, false, false, false}}, 0), 0.0);
}

// Comparison with exp(-time rate). The error of the symmetric split is third order in time, except that the product
// of the two shears xy yz has an error of second order.
TEST(VelocityScaling, ConvergesToTheMatrixExponential)
{
  const auto error = [](const Voigt &rate, double time) {
    Voigt minus = rate;
    for (double &r : minus.value) r *= -time;
    const auto exact = tensors::exponential(tensors::upper(minus));
    double v[3] = {1, -2, 3}, largest = 0.0;
    const double v0[3] = {1, -2, 3};
    scale_velocity(velocity_scaling(rate, 0.0, time), v);
    for (int i = 0; i < 3; ++i) {
      double e = -v[i];
      for (int j = 0; j < 3; ++j) e += exact[i][j] * v0[j];
      largest = std::max(largest, std::fabs(e));
    }
    return largest;
  };
  const Voigt one_shear = {{0.3, -0.2, 0.1, 0, 0.5, 0}};
  // third order: half the time gives 1/8 of the error; 5 % for terms of the next order
  EXPECT_NEAR(error(one_shear, 0.02) / error(one_shear, 0.01), 8.0, 0.4);
  const Voigt all = {{0.3, -0.2, 0.1, 0.4, 0.5, -0.6}};
  EXPECT_NEAR(error(all, 0.02) / error(all, 0.01), 4.0, 0.2);
}

TEST(VelocityScaling, BackwardUndoesForward)
{
  const Voigt rate = {{0.3, -0.2, 0.1, 0, 0.5, 0}};
  Voigt back = rate;
  for (double &r : back.value) r = -r;
  double v[3] = {1, -2, 3};
  scale_velocity(velocity_scaling(rate, 0.01, 0.2), v);
  scale_velocity(velocity_scaling(back, -0.01, 0.2), v);
  // one rounding for each of six products
  EXPECT_NEAR(v[0], 1, 2e-15);
  EXPECT_NEAR(v[1], -2, 2e-15);
  EXPECT_NEAR(v[2], 3, 2e-15);
}
