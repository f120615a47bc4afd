#include "barostat/piston_chain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>

using namespace granular_srt::barostat;

namespace {

constexpr Controlled only_xx = {{true, false, false, false, false, false}};

struct Links {
  std::array<double, 3> position{}, acceleration{}, mass{};
  std::array<double, 4> rate{};
  PistonChain view() { return {3, position.data(), rate.data(), acceleration.data(), mass.data()}; }
};

// One piston in a harmonic well, with a chain of three: largest drift of the extended energy
//   W r^2/2 + K q^2/2 + E etap_0 + sum (E etap_k) + sum Q etapdot_k^2 / 2
double drift_of_extended_energy(double step, int loops)
{
  const double energy = 0.7, frequency = 1.3, spring = 4.0;
  const Voigt mass = {{2.0, 0, 0, 0, 0, 0}};
  Voigt rate = {{0.9, 0, 0, 0, 0, 0}};
  double q = 0.5;
  Links links;
  prepare_chain(links.view(), energy, frequency);

  const auto total = [&]() {
    double e = 0.5 * mass[xx] * rate[xx] * rate[xx] + 0.5 * spring * q * q;
    for (int k = 0; k < 3; ++k)
      e += energy * links.position[k] + 0.5 * links.mass[k] * links.rate[k] * links.rate[k];
    return e;
  };
  const double start = total();
  double drift = 0.0;
  for (int n = 0; n < std::lround(40.0 / step); ++n) {
    advance_chain(links.view(), rate, mass, only_xx, 1, energy, step, loops, 1.0);
    rate[xx] -= 0.5 * step * spring * q / mass[xx];
    q += step * rate[xx];
    rate[xx] -= 0.5 * step * spring * q / mass[xx];
    advance_chain(links.view(), rate, mass, only_xx, 1, energy, step, loops, 1.0);
    drift = std::max(drift, std::fabs(total() - start));
  }
  return drift;
}

}    // namespace

TEST(PistonChain, MassesAndAccelerationsAtTheStart)
{
  Links links;
  links.rate[0] = 0.5;
  prepare_chain(links.view(), 2.0, 4.0);
  for (double m : links.mass) EXPECT_DOUBLE_EQ(m, 0.125);
  EXPECT_DOUBLE_EQ(links.acceleration[1], (0.125 * 0.25 - 2.0) / 0.125);
  EXPECT_DOUBLE_EQ(links.acceleration[2], -2.0 / 0.125);
}

TEST(PistonChain, KeepsTheExtendedEnergyToSecondOrder)
{
  const double coarse = drift_of_extended_energy(0.02, 1);
  const double fine = drift_of_extended_energy(0.01, 1);
  EXPECT_LT(fine, 2e-3);
  // second order: a factor of 4, with a margin because the largest drift is sampled at different phases
  EXPECT_NEAR(coarse / fine, 4.0, 0.6);
  EXPECT_LT(drift_of_extended_energy(0.02, 4), coarse * 1.5);
}

TEST(PistonChain, SlowsAHotPistonAndDrivesAColdOne)
{
  for (const double speed : {3.0, 0.01}) {
    Links links;
    const Voigt mass = {{2.0, 0, 0, 0, 0, 0}};
    Voigt rate = {{speed, 0, 0, 0, 0, 0}};
    prepare_chain(links.view(), 0.7, 1.0);
    for (int n = 0; n < 10; ++n) advance_chain(links.view(), rate, mass, only_xx, 1, 0.7, 0.02, 1, 1.0);
    EXPECT_EQ(rate[xx] < speed, speed == 3.0);
  }
}

TEST(PistonChain, OneLinkNeedsNoSecond)
{
  double position = 0, acceleration = 0, mass = 0, rate_and_zero[2] = {0.1, 0.0};
  const PistonChain chain = {1, &position, rate_and_zero, &acceleration, &mass};
  prepare_chain(chain, 1.0, 1.0);
  Voigt rate = {{1.0, 5.0, 0, 0, 0, 0}};
  advance_chain(chain, rate, {{1, 0, 0, 0, 0, 0}}, only_xx, 1, 1.0, 0.02, 1, 1.0);
  EXPECT_NEAR(rate[xx], std::exp(-0.01 * 0.1), 1e-15);    // kinetic energy on target: no kick
  EXPECT_EQ(rate[yy], 5.0);
  EXPECT_EQ(rate_and_zero[1], 0.0);
}

TEST(PistonChain, DragSlowsEachLinkOnce)
{
  double position = 0, acceleration = 0, mass = 0, rate_and_zero[2] = {0.1, 0.0};
  const PistonChain chain = {1, &position, rate_and_zero, &acceleration, &mass};
  prepare_chain(chain, 1.0, 1.0);
  Voigt rate = {{1.0, 0, 0, 0, 0, 0}};
  advance_chain(chain, rate, {{1, 0, 0, 0, 0, 0}}, only_xx, 1, 1.0, 0.02, 1, 0.5);
  EXPECT_NEAR(position, 0.01 * 0.05, 1e-17);
}
