#include "periodic_images.h"

#include "contact/history.h"

#include "domain.h"
#include "neighbor.h"

#include <array>
#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;
  using contact::Vec3;

}    // namespace

bool PeriodicImages::any() const
{
  return domain->xperiodic || domain->yperiodic || domain->zperiodic;
}

PeriodicImage PeriodicImages::moved(Vec3<double> x, int mask) const
{
  return periodic_.image(x, mask);
}

void PeriodicImages::append_near(const Vec3<double> &x, double way, std::vector<Vec3<double>> &images) const
{
  if (is_inside(x, way)) return;
  std::array<std::array<double, 3>, 3> shifts{};    // [axis]: none, from below, from above
  std::array<int, 3> count{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    if (!periodic_.periodic[axis]) continue;
    const double at = periodic_.fraction(x, axis), far = way * length(periodic_.inverse[axis]);
    if (at < far) shifts[axis][count[axis]++] = 1.0;
    if (at > 1.0 - far) shifts[axis][count[axis]++] = -1.0;
  }
  for (int a = 0; a < count[0]; ++a)
    for (int b = 0; b < count[1]; ++b)
      for (int c = 0; c < count[2]; ++c)
        if (a + b + c > 0)
          images.push_back(x + shifts[0][a] * periodic_.edge[0] + shifts[1][b] * periodic_.edge[1] +
                           shifts[2][c] * periodic_.edge[2]);
}

void PeriodicImages::refresh()
{
  box_ = box_numbers(*domain);
  const double *const inverse = domain->h_inv;
  periodic_.corner = load_vector(domain->boxlo);
  periodic_.inverse[0] = {inverse[0], inverse[5], inverse[4]};
  periodic_.inverse[1] = {0.0, inverse[1], inverse[3]};
  periodic_.inverse[2] = {0.0, 0.0, inverse[2]};
  periodic_.remapped = domain->deform_vremap ? domain->deform_groupbit : 0;
  for (int axis = 0; axis < 3; ++axis) {
    periodic_.periodic[axis] = domain->periodicity[axis] != 0;
    periodic_.edge[axis] = box_edge(domain->h, axis);
    periodic_.rate[axis] = box_edge(domain->h_rate, axis);
  }
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

double PeriodicImages::travel_since(const BoxNumbers &before) const
{
  if (box_ == before) return 0.0;
  double travel = length(load_vector(box_.data()) - load_vector(before.data()));
  for (int axis = 0; axis < 3; ++axis)
    travel += length(box_edge(box_.data() + 3, axis) - box_edge(before.data() + 3, axis));
  return travel;
}

}    // namespace granular_srt
