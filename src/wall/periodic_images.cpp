#include "periodic_images.h"

#include "contact/history.h"

#include "atom.h"
#include "domain.h"

#include <algorithm>
#include <cmath>

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

  // How many edges of the box a fraction of it is out of the box.
  double edges_beyond(double fraction)
  {
    return fraction < 0.0 || fraction >= 1.0 ? std::floor(fraction) : 0.0;
  }

}    // namespace

bool PeriodicImages::any() const
{
  return domain->xperiodic || domain->yperiodic || domain->zperiodic;
}

// Position in parts of the edges.
Vec3<double> PeriodicImages::fraction(const Vec3<double> &x) const
{
  const double *const inverse = domain->h_inv;
  const Vec3<double> from = x - load_vector(domain->boxlo);
  return {inverse[0] * from.x + inverse[5] * from.y + inverse[4] * from.z,
          inverse[1] * from.y + inverse[3] * from.z, inverse[2] * from.z};
}

PeriodicImages::Image PeriodicImages::of(int i) const
{
  Image image{load_vector(atom->x[i]), {0.0, 0.0, 0.0}, false};
  const Vec3<double> part = fraction(image.x);
  const double beyond[] = {edges_beyond(part.x), edges_beyond(part.y), edges_beyond(part.z)};
  for (int axis = 0; axis < 3; ++axis) {
    if (beyond[axis] == 0.0 || !domain->periodicity[axis]) continue;
    image.x = image.x - beyond[axis] * edge(domain->h, axis);
    image.moved = true;
    if (domain->deform_vremap && (atom->mask[i] & domain->deform_groupbit))
      image.velocity = image.velocity - beyond[axis] * edge(domain->h_rate, axis);
  }
  return image;
}

void PeriodicImages::append_near(const Vec3<double> &x, double way, std::vector<Vec3<double>> &images) const
{
  const double *const inverse = domain->h_inv;
  const Vec3<double> part = fraction(x);
  const double at[] = {part.x, part.y, part.z},
               within[] = {way * std::hypot(inverse[0], inverse[5], inverse[4]),
                           way * std::hypot(inverse[1], inverse[3]), way * inverse[2]};
  std::array<std::array<double, 3>, 3> shifts{};    // [axis]: none, from below, from above
  std::array<int, 3> count{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain->periodicity[axis]) continue;
    if (at[axis] < within[axis]) shifts[axis][count[axis]++] = 1.0;
    if (at[axis] > 1.0 - within[axis]) shifts[axis][count[axis]++] = -1.0;
  }
  for (int a = 0; a < count[0]; ++a)
    for (int b = 0; b < count[1]; ++b)
      for (int c = 0; c < count[2]; ++c)
        if (a + b + c > 0)
          images.push_back(x + shifts[0][a] * edge(domain->h, 0) + shifts[1][b] * edge(domain->h, 1) +
                           shifts[2][c] * edge(domain->h, 2));
}

PeriodicImages::Box PeriodicImages::box() const
{
  Box box;
  std::copy_n(domain->h, 6, std::copy_n(domain->boxlo, 3, box.begin()));
  return box;
}

double PeriodicImages::travel_since(const Box &before) const
{
  const Box now = box();
  if (now == before) return 0.0;
  double travel = length(load_vector(now.data()) - load_vector(before.data()));
  for (int axis = 0; axis < 3; ++axis)
    travel += length(edge(now.data() + 3, axis) - edge(before.data() + 3, axis));
  return travel;
}

}    // namespace granular_srt
