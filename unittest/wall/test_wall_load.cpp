// Stability of a wall under load, on a column of spheres with springs and dashpots.

#include "wall/shapes/wall_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace granular_srt;

namespace {

constexpr int spheres = 4;
constexpr double k = 1.0;    // of each contact; masses are 1

/// Spheres of mass 1 between a floor and the wall, as deviations from rest. Velocity Verlet with the forces of
/// velocities at mid-step, as in LAMMPS.
class Column {
 public:
  Column(const WallLoadRule &rule, double dashpot, double share, double dt) :
      wall_{rule}, dashpot_{dashpot}, resistance_{share * (dashpot + k * dt)}, dt_{dt}
  {
    wall_.begin_step(0, dt, false);
    x_[spheres - 1] = 1.0;
  }

  void step()
  {
    for (int i = 0; i < spheres; ++i) {
      v_[i] += dt_ * f_[i];    // from mid-step to mid-step
      x_[i] += dt_ * v_[i];
      f_[i] = 0.0;
    }
    wall_.begin_step(++step_, dt_, true);
    f_[0] -= k * x_[0] + dashpot_ * v_[0];
    for (int i = 1; i < spheres; ++i) {
      const double pulls = k * (x_[i] - x_[i - 1]) + dashpot_ * (v_[i] - v_[i - 1]);
      f_[i] -= pulls;
      f_[i - 1] += pulls;
    }
    const int last = spheres - 1;
    const double on_wall = -k * (wall_.displacement() - x_[last]) - dashpot_ * (wall_.velocity() - v_[last]);
    f_[last] -= on_wall;
    wall_.end_step(0.0, on_wall, resistance_, dt_);
  }

  [[nodiscard]] double size() const
  {
    double largest = std::fabs(wall_.displacement());
    for (const double x : x_) largest = std::max(largest, std::fabs(x));
    return largest;
  }

 private:
  WallLoad wall_;
  double dashpot_, resistance_, dt_;
  double x_[spheres] = {}, v_[spheres] = {}, f_[spheres] = {};
  int step_ = 0;
};

double largest_of(Column &column, int steps)
{
  double largest = 0.0;
  for (int n = 0; n < steps; ++n) {
    column.step();
    largest = std::max(largest, column.size());
  }
  return largest;
}

}    // namespace

TEST(WallLoad, IsStableForAnyDrag)
{
  for (const double drag : {1e-6, 1e-3, 0.1, 2.0})
    for (const double dashpot : {0.0, 0.02, 0.5})
      for (const double inertia : {0.0, 0.01, 10.0})
        for (const double dt : {0.02, 0.2})
          for (const double share : {0.6, 1.0, 5.0}) {    // of what the contacts really resist
            Column column({drag, inertia}, dashpot, share, dt);
            EXPECT_LT(largest_of(column, 20000), 3.0)
                << drag << ' ' << dashpot << ' ' << inertia << ' ' << dt << ' ' << share;
          }
}

TEST(WallLoad, ComesToRest)
{
  for (const double drag : {1e-6, 1e-3, 0.1, 2.0}) {
    Column column({drag}, 0.5, 1.0, 0.1);
    largest_of(column, 20000);
    // its slowest oscillation is damped by 1e-3 per step
    EXPECT_LT(column.size(), 1e-8) << drag;
  }
}

TEST(WallLoad, WithoutResistanceASmallDragIsUnstable)
{
  Column column({0.1}, 0.5, 0.0, 0.1);
  EXPECT_GT(largest_of(column, 100), 1e6);
}

TEST(WallLoad, RestsWhereTheForcesAreOpposite)
{
  for (const double resistance : {0.0, 7.0, 1e6}) {
    WallLoad wall(WallLoadRule{3.0});
    wall.begin_step(0, 0.1, false);
    wall.end_step(-40.0, 40.0, resistance, 0.1);
    EXPECT_EQ(wall.next_velocity(), 0.0);
  }
}
