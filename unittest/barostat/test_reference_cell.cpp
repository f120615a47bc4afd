#include "barostat/cell.h"
#include "barostat/reference_cell.h"

#include "tensors.h"

#include <gtest/gtest.h>

using namespace granular_srt::barostat;
using namespace tensors;

namespace {

const Voigt target = {{3.0, -1.0, 2.0, 0.4, -0.7, 0.2}};
// Rounding of sums of about twelve products of numbers below 100.
constexpr double rounding = 1e-11;

Matrix deviator(double p_hydrostatic)
{
  Matrix d = symmetric(target);
  for (int i = 0; i < 3; ++i) d[i][i] -= p_hydrostatic;
  return d;
}

void expect_equal(const Voigt &actual, const Matrix &expected)
{
  EXPECT_NEAR(actual[xx], expected[0][0], rounding);
  EXPECT_NEAR(actual[yy], expected[1][1], rounding);
  EXPECT_NEAR(actual[zz], expected[2][2], rounding);
  EXPECT_NEAR(actual[yz], expected[1][2], rounding);
  EXPECT_NEAR(actual[xz], expected[0][2], rounding);
  EXPECT_NEAR(actual[xy], expected[0][1], rounding);
}

}    // namespace

TEST(ReferenceCell, InverseTimesEdgesIsOne)
{
  const Voigt h = edges(example_cell());
  const Matrix one = product(upper(inverse(h)), upper(h));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(one[i][j], i == j ? 1.0 : 0.0, 1e-15);
}

TEST(ReferenceCell, StressIsTargetPulledBack)
{
  const Cell cell = example_cell();
  const Voigt g = inverse(edges(cell));
  Matrix expected = product(product(upper(g), deviator(1.5)), transposed(upper(g)));
  for (auto &row : expected)
    for (auto &v : row) v *= volume(cell, 3);
  expect_equal(reference_stress(volume(cell, 3), g, target, 1.5), expected);
}

TEST(ReferenceCell, ForceInTheReferenceCellIsVolumeTimesDeviator)
{
  const Cell cell = example_cell();
  const Voigt h = edges(cell);
  const Voigt sigma = reference_stress(volume(cell, 3), inverse(h), target, 1.5);
  Matrix expected = deviator(1.5);
  for (auto &row : expected)
    for (auto &v : row) v *= volume(cell, 3);
  expect_equal(deviatoric_force(h, sigma), expected);
}

TEST(ReferenceCell, HydrostaticTargetGivesNoForce)
{
  const Cell cell = example_cell();
  const Voigt hydrostatic_target = {{2.0, 2.0, 2.0, 0.0, 0.0, 0.0}};
  const Voigt sigma = reference_stress(volume(cell, 3), inverse(edges(cell)), hydrostatic_target, 2.0);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(sigma[i], 0.0);
}

// d/de tr(sigma h^T h)/2 for h -> (1 + e) h is h sigma h^T, entry by entry of the upper triangle.
TEST(ReferenceCell, ForceIsDerivativeOfStrainEnergy)
{
  const Voigt reference = edges(example_cell());
  const Voigt sigma = reference_stress(volume(example_cell(), 3), inverse(reference), target, 1.5);
  const Voigt h = {{6.4, 5.6, 6.9, -0.8, 1.3, 0.4}};
  const auto energy = [&](int row, int column, double strain) {
    Matrix step{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    step[row][column] += strain;
    const Matrix moved = product(step, upper(h));
    return 0.5 * trace(product(symmetric(sigma), product(transposed(moved), moved)));
  };
  const Voigt force = deviatoric_force(h, sigma);
  const int entry[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  for (int i = 0; i < 6; ++i) {
    // the energy is quadratic in the strain: the central difference has only rounding errors,
    // 1e-16 x 1e3 / 1e-3
    const double step = 1e-3;
    const double slope =
        (energy(entry[i][0], entry[i][1], step) - energy(entry[i][0], entry[i][1], -step)) / (2.0 * step);
    EXPECT_NEAR(force[i], slope, 1e-9) << "component " << i;
  }
}
