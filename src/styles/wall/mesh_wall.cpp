#include "mesh_wall.h"

#include "mesh_contacts.h"
#include "triangle_tree.h"

#include "contact/history.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granular_srt {
namespace {

  using contact::Vec3;

  // A normal may turn by this angle in a step and is still that of the same contact: 30 degrees.
  constexpr double least_turn = 0.5235987755982988;

  /// Each particle of the list of near particles has a list of the triangles that are near it.
  class MeshWall : public WallShape {
   public:
    MeshWall(TriangleMesh &&mesh, double smooth) :
        mesh_{std::move(mesh)}, tree_{mesh_}, contacts_{mesh_, smooth}, turn_cosine_{std::cos(
                                                                            std::max(smooth, least_turn))}
    {
    }

    // a sphere in a cube of its size
    [[nodiscard]] int most_contacts() const override { return 6; }
    [[nodiscard]] std::optional<double> turn_cosine() const override { return turn_cosine_; }

    void move_to(double /*time*/) override {}
    [[nodiscard]] bool moves() const override { return false; }
    void mark_position() override {}
    [[nodiscard]] double travel(const Bounds &) const override { return 0.0; }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      triangles_.clear();
      first_triangle_.assign(1, 0);
      for (int i = 0; i < count; ++i) {
        const double least =
            list_triangles(contact::load_vector(x + 3 * static_cast<std::ptrdiff_t>(i)), reach[i]);
        if (!(least < reach[i])) continue;
        first_triangle_.push_back(triangles_.size());
        near.push_back(i);
        distance.push_back(least);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      nearby_.clear();
      tree_.find(x, reach, nearby_);
      find_among(x, reach, nearby_.data(), static_cast<int>(nearby_.size()), found);
    }

    void find_listed(std::size_t index, const Vec3<double> &x, double reach,
                     std::vector<WallContact> &found) override
    {
      const std::size_t first = first_triangle_[index];
      find_among(x, reach, triangles_.data() + first, static_cast<int>(first_triangle_[index + 1] - first),
                 found);
    }

   private:
    TriangleMesh mesh_;
    TriangleTree tree_;
    MeshContacts contacts_;
    double turn_cosine_;
    std::vector<int> triangles_;                 ///< near listed particles, one after the other
    std::vector<std::size_t> first_triangle_;    ///< [index in the list of near particles]
    std::vector<int> nearby_;                    ///< of one particle
    std::vector<MeshContact> places_;            ///< of one particle

    // Appends the triangles within reach of a point to triangles_ and returns the least distance.
    double list_triangles(const Vec3<double> &x, double reach)
    {
      nearby_.clear();
      tree_.find(x, reach, nearby_);
      double least = std::numeric_limits<double>::infinity();
      for (const int triangle : nearby_) {
        const double distance = contacts_.distance(x, triangle);
        if (distance < reach) triangles_.push_back(triangle);
        least = std::min(least, distance);
      }
      return least;
    }

    void find_among(const Vec3<double> &x, double reach, const int *triangles, int count,
                    std::vector<WallContact> &found)
    {
      places_.clear();
      contacts_.find(x, reach, triangles, count, places_);
      for (const MeshContact &place : places_)
        found.push_back(
            {-1, place.separation, place.distance, 0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, place.triangle});
    }
  };

}    // namespace

std::unique_ptr<WallShape> make_mesh_wall(TriangleMesh &&mesh, double smooth)
{
  return std::make_unique<MeshWall>(std::move(mesh), smooth);
}

}    // namespace granular_srt
