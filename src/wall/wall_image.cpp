#include "wall_image.h"

#include "domain.h"
#include "fix_wall.h"
#include "graphics.h"

#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

int WallImage::draw(const std::optional<WallSurface> &surface, Domain *domain)
{
  if (!surface || surface->is_cylinder) return 0;
  const PlaneSurface &wall = surface->planes;
  std::vector<int> planes;    // that are not missing
  for (const int part : {0, 1})
    if (!std::isnan(wall.position[part])) planes.push_back(part);
  // A plane is a line in two dimensions and two triangles in three.
  const bool flat = domain->dimension == 2;
  const std::size_t count = planes.size() * (flat ? 1 : 2);
  constexpr std::size_t most_parameters = 10;
  kinds_.assign(count, flat ? Graphics::CYLINDER : Graphics::TRIANGLE);
  values_.assign(count * most_parameters, 0.0);
  rows_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    rows_.push_back(values_.data() + k * most_parameters);
    rows_.back()[0] = 1.0;    // color of the first type
  }
  for (std::size_t k = 0; k < planes.size(); ++k)
    FixWall::update_image_plane(static_cast<int>(k), 2 * wall.axis + planes[k],
                                wall.position[planes[k]] + wall.shift, rows_.data(), domain);
  return static_cast<int>(count);
}

}    // namespace granular_srt
