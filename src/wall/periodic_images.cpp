#include "periodic_images.h"

#include "contact/history.h"

#include "atom.h"
#include "domain.h"
#include "neighbor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;
  using contact::Vec3;

  // The edges of a box, or their rates, from LAMMPS' six numbers.
  Vec3<double> edge(const double *h, int axis)
  {
    return axis == 0 ? Vec3<double>{h[0], 0.0, 0.0}
        : axis == 1  ? Vec3<double>{h[5], h[1], 0.0}
                     : Vec3<double>{h[4], h[3], h[2]};
  }

}    // namespace

bool PeriodicImages::any() const
{
  return domain->xperiodic || domain->yperiodic || domain->zperiodic;
}

// Position in parts of the edges.
std::array<double, 3> PeriodicImages::fraction(const Vec3<double> &x) const
{
  const double *const inverse = domain->h_inv;
  const Vec3<double> from = x - load_vector(domain->boxlo);
  return {inverse[0] * from.x + inverse[5] * from.y + inverse[4] * from.z,
          inverse[1] * from.y + inverse[3] * from.z, inverse[2] * from.z};
}

// How many edges of the box a point is out of it, across periodic boundaries.
std::array<double, 3> PeriodicImages::edges_beyond(const Vec3<double> &x) const
{
  std::array<double, 3> beyond = fraction(x);
  for (int axis = 0; axis < 3; ++axis) {
    const bool out = domain->periodicity[axis] && (beyond[axis] < 0.0 || beyond[axis] >= 1.0);
    beyond[axis] = out ? std::floor(beyond[axis]) : 0.0;
  }
  return beyond;
}

PeriodicImages::Image PeriodicImages::moved(const Vec3<double> &x) const
{
  Image image{x, false};
  const std::array<double, 3> beyond = edges_beyond(x);
  for (int axis = 0; axis < 3; ++axis) {
    if (beyond[axis] == 0.0) continue;
    image.x = image.x - beyond[axis] * edge(domain->h, axis);
    image.moved = true;
  }
  return image;
}

Vec3<double> PeriodicImages::velocity(int i) const
{
  Vec3<double> velocity{0.0, 0.0, 0.0};
  if (!domain->deform_vremap || !(atom->mask[i] & domain->deform_groupbit)) return velocity;
  const std::array<double, 3> beyond = edges_beyond(load_vector(atom->x[i]));
  for (int axis = 0; axis < 3; ++axis) velocity = velocity - beyond[axis] * edge(domain->h_rate, axis);
  return velocity;
}

void PeriodicImages::append_near(const Vec3<double> &x, double way, std::vector<Vec3<double>> &images) const
{
  if (is_inside(x, way)) return;
  const std::array<double, 3> at = fraction(x);
  std::array<std::array<double, 3>, 3> shifts{};    // [axis]: none, from below, from above
  std::array<int, 3> count{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain->periodicity[axis]) continue;
    const double far = way * per_length_[axis];
    if (at[axis] < far) shifts[axis][count[axis]++] = 1.0;
    if (at[axis] > 1.0 - far) shifts[axis][count[axis]++] = -1.0;
  }
  for (int a = 0; a < count[0]; ++a)
    for (int b = 0; b < count[1]; ++b)
      for (int c = 0; c < count[2]; ++c)
        if (a + b + c > 0)
          images.push_back(x + shifts[0][a] * edge(domain->h, 0) + shifts[1][b] * edge(domain->h, 1) +
                           shifts[2][c] * edge(domain->h, 2));
}

void PeriodicImages::refresh()
{
  std::copy_n(domain->h, 6, std::copy_n(domain->boxlo, 3, box_.begin()));
  const double *const inverse = domain->h_inv;
  per_length_ = {std::hypot(inverse[0], inverse[5], inverse[4]), std::hypot(inverse[1], inverse[3]),
                 inverse[2]};
  constexpr double none = std::numeric_limits<double>::infinity();
  double low[3], high[3];
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = domain->triclinic ? none : domain->periodicity[axis] ? domain->boxlo[axis] : -none;
    high[axis] = domain->periodicity[axis] ? domain->boxhi[axis] : none;
  }
  inside_ = {load_vector(low), load_vector(high)};
}

double PeriodicImages::allowed_travel() const
{
  return domain->box_change ? 0.5 * neighbor->skin : 0.0;
}

double PeriodicImages::travel_since(const Box &before) const
{
  if (box_ == before) return 0.0;
  double travel = length(load_vector(box_.data()) - load_vector(before.data()));
  for (int axis = 0; axis < 3; ++axis)
    travel += length(edge(box_.data() + 3, axis) - edge(before.data() + 3, axis));
  return travel;
}

}    // namespace granular_srt
