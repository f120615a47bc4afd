#include "barostat/sphere_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>

using namespace granular_srt::barostat;

namespace {

using Vector = std::array<double, 3>;

double length(const Vector &a)
{
  return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

double distance(const Vector &a, const Vector &b)
{
  return length({a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

// Rodrigues' rotation of mu by the angle |omega| time about omega
Vector turned(const Vector &mu, const Vector &omega, double time)
{
  const double w = length(omega), c = std::cos(w * time), s = std::sin(w * time);
  const Vector u = {omega[0] / w, omega[1] / w, omega[2] / w};
  const double along = u[0] * mu[0] + u[1] * mu[1] + u[2] * mu[2];
  const Vector cross = {u[1] * mu[2] - u[2] * mu[1], u[2] * mu[0] - u[0] * mu[2],
                        u[0] * mu[1] - u[1] * mu[0]};
  Vector r{};
  for (int i = 0; i < 3; ++i) r[i] = mu[i] * c + cross[i] * s + u[i] * along * (1.0 - c);
  return r;
}

const Vector spin = {0.9, -0.5, 0.7};

double error_after(int steps, bool dlm, Vector start)
{
  Vector mu = start, omega = spin;
  const double size = length(start);
  for (int k = 0; k < steps; ++k) {
    if (dlm)
      rotate_dipole_dlm(mu.data(), size, omega.data(), 2.0 / steps);
    else
      rotate_dipole(mu.data(), size, omega.data(), 2.0 / steps);
  }
  EXPECT_NEAR(length(mu), size, 1e-12);
  EXPECT_NEAR(length(omega), length(spin), 1e-12);
  return distance(mu, turned(start, spin, 2.0));
}

}    // namespace

TEST(SphereMotion, AddScaled)
{
  Vector v = {1, 2, 3};
  const Vector f = {10, 20, -30};
  add_scaled(v.data(), 0.1, f.data());
  EXPECT_EQ(v, (Vector{2, 4, 0}));
}

TEST(SphereMotion, PlaneRotationIsOrthogonalAndOfThirdOrder)
{
  for (double angle : {0.01, 0.1, 1.0, -3.0}) {
    const PlaneRotation r = plane_rotation(angle);
    EXPECT_DOUBLE_EQ(r.cosine * r.cosine + r.sine * r.sine, 1.0);
    EXPECT_NEAR(std::atan2(r.sine, r.cosine), 2.0 * std::atan(0.5 * angle), 1e-15);
  }
}

TEST(SphereMotion, DipoleRotatesWithTheAngularVelocity)
{
  const Vector start = {0.96, 1.2, 1.28};
  const double coarse = error_after(200, false, start), fine = error_after(400, false, start);
  EXPECT_LT(fine, 0.02);
  EXPECT_NEAR(coarse / fine, 2.0, 0.1);    // Euler: first order
}

TEST(SphereMotion, DlmTurnsToSecondOrder)
{
  const Vector start = {0.96, 1.2, 1.28};
  const double coarse = error_after(100, true, start), fine = error_after(200, true, start);
  EXPECT_LT(fine, 2e-4);
  EXPECT_NEAR(coarse / fine, 4.0, 0.1);
}

TEST(SphereMotion, DlmFromThePoles)
{
  for (double z : {2.0, -2.0}) {
    const double coarse = error_after(100, true, {0, 0, z}), fine = error_after(200, true, {0, 0, z});
    EXPECT_LT(fine, 2e-4);
    EXPECT_NEAR(coarse / fine, 4.0, 0.2) << "dipole along " << z;
  }
}
