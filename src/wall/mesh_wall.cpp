#include "mesh_wall.h"
#include "mesh_contacts.h"
#include "triangle_tree.h"
#include "wall_geometry.h"

#include "contact/history.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace granular_srt {
namespace {

  using contact::Vec3;

  // Largest rotation of the normal of a contact in a step: 30 degrees.
  constexpr double least_turn = 0.5235987755982988;
  // Ten times the rounding of single precision.
  constexpr double of_floats = 1e-6;
  // Number of particles by which prefetches are ahead.
  constexpr std::size_t particles_ahead = 4, triangles_ahead = 4;

  /// Each particle of the list of near particles has a list of the triangles that are near it.
  class MeshWall : public WallShape {
   public:
    MeshWall(TriangleMesh &&mesh, double smooth, MeshMotion &&motion) :
        mesh_{std::move(mesh)}, tree_{mesh_}, contacts_{mesh_, smooth},
        turn_cosine_{std::cos(std::max(smooth, least_turn))}, motion_{std::move(motion)}
    {
    }

    // a sphere in a cube of its size
    [[nodiscard]] int most_contacts() const override { return 6; }
    [[nodiscard]] std::optional<double> turn_cosine() const override { return turn_cosine_; }

    void init() override { motion_.init(); }

    void move_to(double time) override
    {
      motion_.move_to(time);
      frame_ = motion_.frame();
      load_displacement_ = load_velocity_ = {0.0, 0.0, 0.0};
    }

    [[nodiscard]] bool moves() const override { return loaded_ || motion_.moves(); }
    [[nodiscard]] bool reads_variables() const override { return motion_.by_variables(); }
    void mark_position() override { marked_ = frame_; }

    // The largest displacement of a corner of the box around the mesh, or, in the frame of the mesh, of a corner of the
    // box of the particles. Both are bounds.
    [[nodiscard]] double travel(const Bounds &box) const override
    {
      if (!moves()) return 0.0;
      double of_mesh = 0.0, of_box = 0.0;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3<double> a = corner_of(tree_.bounds(), corner), b = corner_of(box, corner);
        of_mesh = std::max(of_mesh, length(frame_.place(a) - marked_.place(a)));
        of_box = std::max(of_box, length(frame_.to_body(b) - marked_.to_body(b)));
      }
      return std::min(of_mesh, of_box);
    }

    void expect_load(int axis) override
    {
      loaded_ = true;
      load_axis_ = axis;
    }
    void add_load_motion(double displacement, double velocity) override
    {
      load_displacement_ = along(load_axis_, displacement);
      load_velocity_ = along(load_axis_, velocity);
      frame_.shift = frame_.shift + load_displacement_;
    }
    [[nodiscard]] Vec3<double> load_direction(const WallContact & /*contact*/) const override
    {
      return along(load_axis_, 1.0);
    }

    [[nodiscard]] const TriangleMesh *mesh() const override { return &mesh_; }
    [[nodiscard]] RigidFrame frame() const override { return frame_; }

    [[nodiscard]] int state_bytes() override { return sizeof(MeshMotion::Rates); }
    int write_state(FILE *fp) override
    {
      fwrite(&motion_.rates(), sizeof(MeshMotion::Rates), 1, fp);
      return state_bytes();
    }
    void read_state(char *buffer) override
    {
      std::memcpy(&motion_.rates(), buffer, sizeof(MeshMotion::Rates));
    }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      triangles_.clear();
      listed_at_.clear();
      first_triangle_.assign(1, 0);
      for (int i = 0; i < count; ++i) {
        const Vec3<double> at = frame_.to_body(contact::load_vector(x + 3 * static_cast<std::ptrdiff_t>(i)));
        const double least = list_triangles(at, reach[i]);
        if (!(least < reach[i])) continue;
        distance.push_back(least);
        first_triangle_.push_back(triangles_.size());
        listed_at_.push_back(at);
        near.push_back(i);
      }
    }

    void find(const Vec3<double> &x, double reach, std::vector<WallContact> &found) override
    {
      nearby_.clear();
      const Vec3<double> at = frame_.to_body(x);
      tree_.find(at, reach, nearby_);
      find_among(x, at, reach, nearby_, found);
    }

    void find_listed(std::size_t index, const Vec3<double> &x, double reach,
                     std::vector<WallContact> &found) override
    {
      const Vec3<double> at = frame_.to_body(x);
      const Vec3<double> moved = at - listed_at_[index];
      const double farthest = (1.0 + of_floats) * reach + of_floats * length(moved);
      prefetch(index + particles_ahead);
      nearby_.clear();
      for (std::size_t k = first_triangle_[index]; k < first_triangle_[index + 1]; ++k)
        if (!(triangles_[k].distance(moved) > farthest)) nearby_.push_back(triangles_[k].triangle);
      find_among(x, at, reach, nearby_, found);
    }

   private:
    TriangleMesh mesh_;
    TriangleTree tree_;
    MeshContacts contacts_;
    double turn_cosine_;
    MeshMotion motion_;
    RigidFrame frame_, marked_;    ///< at present, and at mark_position()
    bool loaded_ = false;
    int load_axis_ = 0;
    Vec3<double> load_displacement_{0.0, 0.0, 0.0}, load_velocity_{0.0, 0.0, 0.0};
    /// A triangle near a particle, and a half space that contains it: a triangle is convex and lies behind the plane
    /// across the line from its nearest place to the particle. In single precision, for which of_floats compensates.
    struct Listed {
      int triangle;
      float normal[3];    ///< to the position of the particle when it was listed
      float height;       ///< of that place above the plane [length]

      [[nodiscard]] double distance(const Vec3<double> &moved) const
      {
        return height + normal[0] * moved.x + normal[1] * moved.y + normal[2] * moved.z;
      }
    };

    std::vector<Listed> triangles_;              ///< near listed particles, one particle after the other
    std::vector<Vec3<double>> listed_at_;        ///< [index in the list of near particles] seen from the mesh
    std::vector<std::size_t> first_triangle_;    ///< [index in the list of near particles]
    std::vector<int> nearby_;                    ///< of one particle
    std::vector<MeshContact> places_;            ///< of one particle

    static Vec3<double> corner_of(const Bounds &box, int corner)
    {
      return {corner & 1 ? box.highest.x : box.lowest.x, corner & 2 ? box.highest.y : box.lowest.y,
              corner & 4 ? box.highest.z : box.lowest.z};
    }

    // Appends the triangles within reach of a point of the mesh to the lists and returns the smallest distance.
    double list_triangles(const Vec3<double> &x, double reach)
    {
      nearby_.clear();
      tree_.find(x, reach, nearby_);
      double least = std::numeric_limits<double>::infinity();
      for (const int triangle : nearby_) {
        const Vec3<double> away = contacts_.separation(x, triangle);
        const double distance = length(away);
        least = std::min(least, distance);
        if (!(distance < reach)) continue;
        const Vec3<double> normal = (distance > 0.0 ? 1.0 / distance : 0.0) * away;
        const auto height = distance > 0.0 ? static_cast<float>((1.0 - of_floats) * distance)
                                           : -std::numeric_limits<float>::infinity();
        triangles_.push_back(
            {triangle,
             {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)},
             height});
      }
      std::sort(triangles_.begin() + static_cast<std::ptrdiff_t>(first_triangle_.back()), triangles_.end(),
                [](const Listed &a, const Listed &b) { return a.height < b.height; });
      return least;
    }

    // Prefetches the triangles of a later particle that are most likely needed.
    void prefetch(std::size_t index) const
    {
      if (index >= listed_at_.size()) return;
      const std::size_t first = first_triangle_[index], end = first_triangle_[index + 1];
      for (std::size_t k = first; k < std::min(first + triangles_ahead, end); ++k)
        contacts_.prefetch(triangles_[k].triangle);
    }

    // The contacts of a particle at x, which is `at` seen from the mesh, with these triangles.
    void find_among(const Vec3<double> &x, const Vec3<double> &at, double reach,
                    const std::vector<int> &triangles, std::vector<WallContact> &found)
    {
      places_.clear();
      contacts_.find(at, reach, triangles.data(), static_cast<int>(triangles.size()), places_);
      for (const MeshContact &place : places_) {
        const Vec3<double> separation = frame_.turned(place.separation), foot = x - separation;
        found.push_back({-1, separation, place.distance, 0.0,
                         motion_.velocity_at(foot - load_displacement_) + load_velocity_, motion_.omega(),
                         place.triangle});
      }
    }
  };

}    // namespace

std::unique_ptr<WallShape> make_mesh_wall(TriangleMesh &&mesh, double smooth, MeshMotion &&motion)
{
  return std::make_unique<MeshWall>(std::move(mesh), smooth, std::move(motion));
}

}    // namespace granular_srt
