#include "barostat/piston.h"

#include "tensors.h"

#include <gtest/gtest.h>

using namespace granular_srt::barostat;
using tensors::all_six;

TEST(Piston, MassGrowsWithEnergyAndPeriodSquared)
{
  EXPECT_DOUBLE_EQ(piston_mass(999, 2.0, 0.5), 1000.0 * 2.0 / 0.25);
}

TEST(Piston, KineticEnergyCountsControlledComponentsOnly)
{
  const Voigt rate = {{1, 2, 3, 4, 5, 6}}, mass = {{1, 1, 1, 2, 2, 2}};
  EXPECT_EQ(twice_kinetic_energy(rate, mass, {{true, false, false, false, false, true}}), 1.0 + 72.0);
}

TEST(Piston, MtkEnergyIsMeanOverLengthsAndParticles)
{
  EXPECT_DOUBLE_EQ(mtk_energy(30.0, 3, 5), 2.0);
  EXPECT_EQ(mtk_energy(30.0, 0, 5), 0.0);
  EXPECT_EQ(mtk_energy(0.0, 3, 0), 0.0);
}

TEST(Piston, KickIsForceTimesTimeOverMass)
{
  const PistonForce force = {{{5, 6, 7, 0.1, 0.2, 0.3}}, 4.0, {{1, 2, 3, 4, 5, 6}}, 10.0, 2.0, 0.5};
  const Voigt mass = {{2, 2, 2, 4, 4, 4}};
  const Voigt rate = kicked({{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}}, mass, all_six, force, 0.01, 0.9);
  const double length_force[3] = {(1 * 10.0 - 1) / 2 + 0.5, (2 * 10.0 - 2) / 2 + 0.5,
                                  (3 * 10.0 - 3) / 2 + 0.5};
  const double tilt_force[3] = {(1.0 - 4) / 2, (2.0 - 5) / 2, (3.0 - 6) / 2};
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(rate[i], (0.1 + length_force[i] / 2 * 0.01) * 0.9);
    EXPECT_DOUBLE_EQ(rate[3 + i], (0.1 + tilt_force[i] / 4 * 0.01) * 0.9);
  }
}

TEST(Piston, ComponentsWithoutPistonKeepTheirRate)
{
  const PistonForce force = {{{5, 5, 5, 5, 5, 5}}, 1.0, {}, 10.0, 1.0, 0.0};
  const Controlled only_z = {{false, false, true, false, false, false}};
  // as in the fix, a component without piston has mass 0, by which nothing may be divided
  const Voigt rate = kicked({{0.5, 0, 0, 0, 0, 0}}, {{0, 0, 1, 0, 0, 0}}, only_z, force, 0.1, 1.0);
  EXPECT_EQ(rate[xx], 0.5);
  EXPECT_DOUBLE_EQ(rate[zz], 4.0);
  for (int i : {yy, yz, xz, xy}) EXPECT_EQ(rate[i], 0.0);
}

TEST(Piston, AtTheTargetNothingMoves)
{
  const PistonForce force = {{{4, 4, 4, 0, 0, 0}}, 4.0, {}, 10.0, 1.0, 0.0};
  const Voigt rate = kicked({}, {{1, 1, 1, 1, 1, 1}}, all_six, force, 0.1, 1.0);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(rate[i], 0.0);
}
