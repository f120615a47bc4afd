#include "barostat/sphere_step.h"

#include <gtest/gtest.h>

using namespace granular_srt::barostat;

namespace {

const double mass = 1.7, radius = 0.6;
const double force[3] = {0.3, -0.2, 0.5}, torque[3] = {-0.1, 0.4, 0.2};
const Voigt rate = {{0.2, -0.1, 0.3, 0.05, -0.15, 0.25}};

SphereStep step_of(double time)
{
  SphereStep step{};
  step.scale = true;
  step.scaling = velocity_scaling(rate, 0.01, time);
  step.kick = time;
  step.spin_kick = time / inertia_of_sphere;
  step.drift = true;
  step.time = 2.0 * time;
  return step;
}

}    // namespace

TEST(SphereStep, KickDividesByMassAndInertia)
{
  SphereStep step = step_of(0.1);
  step.scale = false;
  double v[3] = {1, 2, 3}, omega[3] = {4, 5, 6};
  first_kick(step, mass, radius, force, torque, v, omega);
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(v[i], i + 1 + 0.1 * force[i] / mass);
    EXPECT_DOUBLE_EQ(omega[i], i + 4 + 0.1 * torque[i] / (0.4 * mass * radius * radius));
  }
}

// The second half with negative time reverses the first half, up to rounding and terms of second order in the shear.
TEST(SphereStep, SecondKickIsTheFirstInReverse)
{
  const double time = 1e-9;    // terms of second order in the shear are below rounding
  const double v0[3] = {1, -2, 3}, omega0[3] = {-4, 5, 6};
  double v[3], omega[3];
  for (int i = 0; i < 3; ++i) v[i] = v0[i], omega[i] = omega0[i];
  first_kick(step_of(time), mass, radius, force, torque, v, omega);
  EXPECT_NE(v[0], v0[0]);
  second_kick(step_of(-time), mass, radius, force, torque, v, omega);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(v[i], v0[i], 4e-15);
    EXPECT_NEAR(omega[i], omega0[i], 4e-15);
  }
}

TEST(SphereStep, OrderOfScalingAndKick)
{
  const SphereStep step = step_of(0.1);
  double first[3] = {0, 0, 0}, second[3] = {0, 0, 0}, omega[3] = {0, 0, 0};
  first_kick(step, mass, radius, force, torque, first, omega);
  second_kick(step, mass, radius, force, torque, second, omega);
  double scaled[3];
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(first[i], 0.1 * force[i] / mass);    // the velocity was 0 before the scaling
    scaled[i] = first[i];
  }
  scale_velocity(step.scaling, scaled);
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(second[i], scaled[i]);
}

TEST(SphereStep, DriftBetweenTheHalvesOfTheCell)
{
  const Cell start = {{0, 0, 0}, {2, 3, 4}, 0.1, 0.2, 0.3};
  const Cell middle = {{-1, 0, 0}, {2, 4, 4}, 0.2, 0.1, 0.5}, end = {{-1, -1, 1}, {3, 4, 6}, 0.0, 0.1, 0.7};
  SphereStep step = step_of(0.1);
  step.to_middle = cell_map(start, middle);
  step.to_end = cell_map(middle, end);
  const double v[3] = {0.5, -1.0, 0.25}, x0[3] = {0.4, 1.1, 2.3};
  double whole[3], fixed[3], frozen[3], parts[3];
  for (int i = 0; i < 3; ++i) whole[i] = fixed[i] = frozen[i] = parts[i] = x0[i];

  drift(step, true, true, v, whole);
  move_with_cell(step.to_middle, parts);
  add_scaled(parts, step.time, v);
  move_with_cell(step.to_end, parts);
  drift(step, true, false, v, fixed);     // an atom that does not move with the box
  drift(step, false, true, v, frozen);    // an atom that is not integrated
  double along[3] = {x0[0], x0[1], x0[2]};
  move_with_cell(cell_map(start, end), along);
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(whole[i], parts[i]);
    EXPECT_DOUBLE_EQ(fixed[i], x0[i] + 0.2 * v[i]);
    EXPECT_NEAR(frozen[i], along[i], 1e-14);    // two maps in place of one
  }
}

TEST(SphereStep, KineticStressCountsTheSpin)
{
  const double v[3] = {1, 2, 3}, omega[3] = {-1, 0.5, 2};
  double sum[6] = {};
  add_sphere_kinetic(sum, mass, radius, v, omega);
  const double inertia = 0.4 * mass * radius * radius;
  const int a[6] = {0, 1, 2, 0, 0, 1}, b[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; ++k)
    EXPECT_DOUBLE_EQ(sum[k], mass * v[a[k]] * v[b[k]] + inertia * omega[a[k]] * omega[b[k]]);
}
