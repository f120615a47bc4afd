#include "barostat/rigid_motion.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace granular_srt::barostat;

struct Top {
  double moments[3] = {2.0, 2.0, 1.2};    // symmetric about its third axis
  double q[4] = {std::sqrt(0.5), 0.3, std::sqrt(0.5 - 0.09 - 0.04), 0.2};
  double angmom[3] = {0.7, -1.1, 0.9};
  double axes[9], omega[3];

  Top()
  {
    axes_of(q, axes);
    angular_velocity(axes, moments, angmom, omega);
  }

  void turn(double time, int steps)
  {
    for (int n = 0; n < steps; ++n) {
      rotate_body(0.5 * time / steps, moments, angmom, omega, q);
      axes_of(q, axes);
      angular_velocity(axes, moments, angmom, omega);
    }
  }

  [[nodiscard]] double energy() const
  {
    return 0.5 * (omega[0] * angmom[0] + omega[1] * angmom[1] + omega[2] * angmom[2]);
  }
};

double dot(const double *a, const double *b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

TEST(RigidMotion, AxesAreARightHandedFrame)
{
  Top top;
  top.turn(3.0, 100);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      EXPECT_NEAR(dot(top.axes + 3 * a, top.axes + 3 * b), a == b ? 1.0 : 0.0, 1e-14);
  double third[3];
  cross_product(top.axes, top.axes + 3, third);
  EXPECT_NEAR(dot(third, top.axes + 6), 1.0, 1e-14);
}

// The axis of a free symmetric top turns about the angular momentum L at the rate L/I1.
TEST(RigidMotion, ASymmetricTopPrecesses)
{
  const Top start;
  const double length = std::sqrt(dot(start.angmom, start.angmom));
  const double time = 2.0 * std::acos(-1.0) * start.moments[0] / length;    // one turn
  double error[2];
  for (int k = 0; k < 2; ++k) {
    Top top;
    top.turn(time, 100 << k);
    error[k] = 0.0;
    for (int i = 0; i < 3; ++i) error[k] += std::fabs(top.axes[6 + i] - start.axes[6 + i]);
    EXPECT_NEAR(top.energy(), start.energy(), 1e-4);
  }
  EXPECT_LT(error[0], 1e-2);
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.5);    // second order in the step
}

TEST(RigidMotion, NothingTurnsAboutAnAxisOfInfiniteInertia)
{
  Top top;
  top.moments[2] = HUGE_VAL;
  angular_velocity(top.axes, top.moments, top.angmom, top.omega);
  EXPECT_NEAR(dot(top.omega, top.axes + 6), 0.0, 1e-15);
  EXPECT_NEAR(dot(top.omega, top.axes), dot(top.angmom, top.axes) / top.moments[0], 1e-15);
}

}    // namespace
