#include "wall_image.h"

#include "domain.h"
#include "fix_wall.h"
#include "graphics.h"

using namespace LAMMPS_NS;

namespace granular_srt {

int WallImage::draw(const std::vector<PlaneAt> &planes, Domain *domain)
{
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
    FixWall::update_image_plane(static_cast<int>(k), 2 * planes[k].axis + (planes[k].upper ? 1 : 0),
                                planes[k].position, rows_.data(), domain);
  return static_cast<int>(count);
}

}    // namespace granular_srt
