#include "barostat/pressure_target.h"

#include <gtest/gtest.h>

using namespace granular_srt::barostat;

namespace {
const Voigt start = {{1.0, 2.0, 3.0, 0.5, 0.0, -0.5}};
const Voigt stop = {{3.0, 2.0, 7.0, 1.5, 0.0, 0.5}};
const Controlled without_y = {{true, false, true, true, false, true}};
}    // namespace

TEST(PressureTarget, RampIsLinear)
{
  const Voigt half = ramp(start, stop, 0.5, without_y);
  EXPECT_EQ(half[xx], 2.0);
  EXPECT_EQ(half[zz], 5.0);
  EXPECT_EQ(half[yz], 1.0);
  EXPECT_EQ(half[xy], 0.0);
}

TEST(PressureTarget, NoTargetWithoutPiston)
{
  EXPECT_EQ(ramp(start, stop, 0.5, without_y)[yy], 0.0);
}

TEST(PressureTarget, HydrostaticIsMeanOfControlledLengths)
{
  EXPECT_EQ(hydrostatic(start, without_y), 2.0);
  EXPECT_EQ(hydrostatic(start, {{false, false, false, true, true, true}}), 0.0);
}

TEST(PressureTarget, CoupledLengthsFeelTheirMean)
{
  const Voigt measured = {{1.0, 2.0, 6.0, 7.0, 8.0, 9.0}};
  const struct {
    Coupling coupling;
    double x, y, z;
  } cases[] = {{Coupling::none, 1.0, 2.0, 6.0},
               {Coupling::xyz, 3.0, 3.0, 3.0},
               {Coupling::xy, 1.5, 1.5, 6.0},
               {Coupling::yz, 1.0, 4.0, 4.0},
               {Coupling::xz, 3.5, 2.0, 3.5}};
  for (const auto &c : cases) {
    const Voigt p = coupled(measured, c.coupling);
    EXPECT_DOUBLE_EQ(p[xx], c.x);
    EXPECT_DOUBLE_EQ(p[yy], c.y);
    EXPECT_DOUBLE_EQ(p[zz], c.z);
    for (int i = yz; i <= xy; ++i) EXPECT_EQ(p[i], measured[i]);
  }
}
