#include "mesh_geometry.h"
#include "mesh_surface.h"

#include "wall/shapes/wall_command.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::Vec3;

  // Largest rotation of the normal of a contact in a step: 30 degrees.
  constexpr double least_turn = 0.5235987755982988;
  // Ten times the rounding of single precision.
  constexpr double of_floats = 1e-6;
  // Height of a point above an edge, from which the other mesh is searched, as part of the length of the edge; and its
  // largest distance from the other mesh, as part of this height.
  constexpr double height_of_point = 0.01, farthest_from_mesh = 1.01;
  // Number of particles by which prefetches are ahead.
  constexpr std::size_t particles_ahead = 4, triangles_ahead = 4;

  /// A rigid surface of triangles. Both sides of a triangle act on particles. Each particle of the list of near
  /// particles has a list of the triangles that are near it.
  class MeshWall : public WallShape {
   public:
    /// \param mesh    with at least one triangle, at its position before any motion
    /// \param smooth  largest angle of normals of one contact of a particle, in (0, pi/2]
    MeshWall(TriangleMesh &&mesh, double smooth) :
        surface_{std::move(mesh), {}, least_cosine_of(std::max(smooth, least_turn))},
        tree_{surface_.triangles}, contacts_{surface_.triangles, smooth}
    {
    }

    // a sphere in a cube of its size; in a funnel it may have more
    [[nodiscard]] int most_contacts() const override { return 6; }

    void place(const WallPlacement &at) override
    {
      at_ = at;
      surface_.frame = frame_at(at);
    }

    // The largest displacement of a corner of the box around the mesh, or, in the frame of the mesh, of a corner of the
    // box of the particles. Both are bounds.
    [[nodiscard]] double travel(const WallPlacement &from, const WallPlacement &to,
                                const Bounds &box) const override
    {
      const RigidFrame before = frame_at(from), after = frame_at(to);
      return std::min(
          largest_at_corners(tree_.bounds(), [&](auto &x) { return after.place(x) - before.place(x); }),
          largest_at_corners(box, [&](auto &x) { return after.to_body(x) - before.to_body(x); }));
    }

    [[nodiscard]] const MeshSurface *mesh() const override { return &surface_; }

    void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                   std::vector<double> &distance) override
    {
      triangles_.clear();
      listed_at_.clear();
      first_triangle_.assign(1, 0);
      for (int i = 0; i < count; ++i) {
        const Vec3<double> at = surface_.frame.to_body(row(x, i));
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
      const Vec3<double> at = surface_.frame.to_body(x);
      tree_.find(at, reach, nearby_);
      find_among(x, at, reach, nearby_, found);
    }

    void find_listed(std::size_t index, const Vec3<double> &x, double reach,
                     std::vector<WallContact> &found) override
    {
      const Vec3<double> at = surface_.frame.to_body(x);
      const Vec3<double> moved = at - listed_at_[index];
      const double way = length(moved), farthest = (1.0 + of_floats) * reach + of_floats * way;
      const double highest = farthest + (1.0 + of_floats) * way;    // they are sorted by height
      prefetch(index + particles_ahead);
      nearby_.clear();
      for (std::size_t k = first_triangle_[index];
           k < first_triangle_[index + 1] && !(triangles_[k].height > highest); ++k)
        if (!(triangles_[k].distance(moved) > farthest)) nearby_.push_back(triangles_[k].triangle);
      find_among(x, at, reach, nearby_, found);
    }

   private:
    MeshSurface surface_;
    TriangleTree tree_;
    MeshGeometry contacts_;
    WallPlacement at_;

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

    static RigidFrame frame_at(const WallPlacement &at)
    {
      RigidFrame frame = at.frame;
      frame.shift = frame.shift + along(at.load.axis, at.load.displacement);
      return frame;
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
      const auto &[axis, displacement, velocity] = at_.load;
      const Vec3<double> shifted = x - along(axis, displacement);
      for (const MeshContact &place : places_) {
        const Vec3<double> separation = surface_.frame.turned(place.separation);
        found.push_back({-1, separation, place.distance, 0.0,
                         at_.velocity_at(shifted - separation) + along(axis, velocity), at_.omega,
                         place.triangle});
      }
    }
  };

  std::vector<StlTriangle> read_on_first_rank(LAMMPS *lmp, const std::string &command,
                                              const std::string &path)
  {
    if (lmp->comm->me != 0) return {};
    try {
      return read_stl(path);
    } catch (const std::runtime_error &fault) {
      lmp->error->one(FLERR, "Mesh file {} of {}: {}", path, command, fault.what());
    }
  }

  // A file in another unit, or a wrong displacement, gives a wall that no particle meets. Shrink-wrapped faces follow the particles, and
  // the box along them tells nothing.
  void warn_of_place(LAMMPS *lmp, const std::string &path, const Bounds &mesh, bool moves)
  {
    constexpr double much_longer = 20.0, much_shorter = 1.0 / 200.0, beside = 0.1;
    constexpr int shrink_wrapped = 2;    // s, or 3: m
    const Domain &domain = *lmp->domain;
    const double *const lo = domain.triclinic ? domain.boxlo_bound : domain.boxlo;
    const double *const hi = domain.triclinic ? domain.boxhi_bound : domain.boxhi;
    double longest = 0.0, longest_in_box = 0.0, edge = 0.0;
    bool apart = false;
    for (int k = 0; k < 3; ++k) {
      const double from = component(mesh.lowest, k), to = component(mesh.highest, k);
      const double margin = beside * (hi[k] - lo[k]);
      longest = std::max(longest, to - from);
      if (std::max(domain.boundary[k][0], domain.boundary[k][1]) >= shrink_wrapped) continue;
      longest_in_box = std::max(longest_in_box, to - from);
      edge = std::max(edge, hi[k] - lo[k]);
      apart = apart || to < lo[k] - margin || from > hi[k] + margin;
    }
    if (longest_in_box > much_longer * edge || longest < much_shorter * edge)
      lmp->error->warning(
          FLERR,
          "Mesh file {}: the mesh is {:.4g} long and the box {:.4g}: is the file in another unit of "
          "length? See keyword scale",
          path, longest, edge);
    else if (apart && !moves)
      lmp->error->warning(
          FLERR, "Mesh file {}: the mesh is outside of the box: see keywords displace and scale", path);
  }

  // Reads the mesh of an STL file on the first rank and gives it to all. The log gives its size; a warning reports
  // triangles that are left out, borders, holes and orientation.
  TriangleMesh triangles_of_file(LAMMPS *lmp, const WallCommand &wall, const std::string &path)
  {
    const std::string &command = wall.name;
    const MeshOptions &options = wall.mesh;
    std::vector<StlTriangle> triangles = read_on_first_rank(lmp, command, path);
    int count = static_cast<int>(triangles.size());
    MPI_Bcast(&count, 1, MPI_INT, 0, lmp->world);
    triangles.resize(count);
    MPI_Datatype triangle;
    MPI_Type_contiguous(sizeof(StlTriangle), MPI_BYTE, &triangle);
    MPI_Type_commit(&triangle);
    MPI_Bcast(triangles.data(), count, triangle, 0, lmp->world);
    MPI_Type_free(&triangle);

    std::vector<std::string> remarks;
    TriangleMesh mesh = join_triangles(triangles, remarks);
    for (contact::Vec3<double> &vertex : mesh.vertices)
      vertex = options.scale * vertex + options.displacement;
    mesh.rounding *= options.scale;
    if (lmp->comm->me == 0) {
      const Bounds box =
          bounds_of(mesh.vertices.empty() ? nullptr : &mesh.vertices[0].x, std::ssize(mesh.vertices));
      utils::logmesg(
          lmp,
          "{} mesh {}: {} triangles, {} vertices, {} edges{}{}, from ({:.6g} {:.6g} {:.6g}) to "
          "({:.6g} {:.6g} {:.6g})\n",
          command, path, mesh.triangles.size(), mesh.vertices.size(), mesh.edges,
          mesh.joined > 0 ? fmt::format("; {} corners joined that differ by rounding", mesh.joined) : "",
          mesh.divided > 0 ? fmt::format("; {} triangles divided at corners of others", mesh.divided) : "",
          box.lowest.x, box.lowest.y, box.lowest.z, box.highest.x, box.highest.y, box.highest.z);
      for (const std::string &remark : remarks) lmp->error->warning(FLERR, "Mesh file {}: {}", path, remark);
      warn_of_place(lmp, path, box,
                    wall.load || wall.motion.kind != MotionRule::Kind::none || wall.motion.by_variables());
    }
    if (mesh.triangles.empty())
      lmp->error->all(FLERR, "Mesh file {} of {}: no triangle has an area", path, command);
    return mesh;
  }

}    // namespace

BuildWall read_mesh(CommandWords &words, const WallCommand &command)
{
  const std::string path = words.next(command.style, "the name of an STL file");
  return [path](LAMMPS *lmp, const WallCommand &all) {
    return BuiltWall{std::make_shared<MeshWall>(triangles_of_file(lmp, all, path),
                                                all.mesh.smooth * std::numbers::pi / 180.0)};
  };
}

int count_seams(const WallShape &wall, WallShape &other)
{
  const TriangleMesh &mesh = wall.mesh()->triangles;
  const RigidFrame &frame = wall.mesh()->frame;
  const MeshSurface &beside = *other.mesh();
  std::vector<int> triangles_at(mesh.edges);
  for (const MeshTriangle &triangle : mesh.triangles)
    for (const int edge : triangle.edge) ++triangles_at[edge];
  std::vector<WallContact> found;
  int count = 0;
  for (const MeshTriangle &triangle : mesh.triangles) {
    const Vec3<double> normal = frame.turned(triangle.normal);
    for (int k = 0; k < 3; ++k) {
      if (triangles_at[triangle.edge[k]] != 1) continue;
      const Vec3<double> &from = mesh.corner(triangle, k), &to = mesh.corner(triangle, (k + 1) % 3);
      const double height = height_of_point * length(to - from);
      found.clear();
      other.find(frame.place(0.5 * (from + to)) + height * normal, 2.0 * height, found);
      count += std::any_of(found.begin(), found.end(), [&](const WallContact &contact) {
        const Vec3<double> there = beside.frame.turned(beside.triangles.triangles[contact.triangle].normal);
        return contact.distance < farthest_from_mesh * height && dot(contact.separation, normal) > 0.0 &&
            std::fabs(dot(there, normal)) > beside.turn_cosine;
      });
    }
  }
  return count;
}

}    // namespace granular_srt
