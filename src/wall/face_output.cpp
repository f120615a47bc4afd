#include "face_output.h"

#include "contact/history.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace granular_srt {
namespace {

  using contact::add_vector;
  using contact::Vec3;

  constexpr int n_loads = 6, n_works = 3;

  std::vector<double> sum(MPI_Comm world, std::vector<double> of_rank)
  {
    std::vector<double> all(of_rank.size());
    MPI_Reduce(of_rank.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, 0, world);
    return all;
  }

  /// A VTK file of the legacy format, as text.
  class VtkFile {
   public:
    VtkFile(const std::string &path, const std::string &title) :
        file_{std::fopen(path.c_str(), "w"), std::fclose}
    {
      if (!file_) throw std::runtime_error("Cannot write " + path + ": " + std::strerror(errno));
      std::fprintf(file(), "# vtk DataFile Version 3.0\n%.200s\nASCII\nDATASET UNSTRUCTURED_GRID\n",
                   title.c_str());
    }

    void write_mesh(const TriangleMesh &mesh, const RigidFrame &frame)
    {
      std::fprintf(file(), "POINTS %zu double\n", mesh.vertices.size());
      for (const Vec3<double> &vertex : mesh.vertices) write_vector(frame.place(vertex));
      const std::size_t count = mesh.triangles.size();
      std::fprintf(file(), "CELLS %zu %zu\n", count, 4 * count);
      for (const MeshTriangle &triangle : mesh.triangles)
        std::fprintf(file(), "3 %d %d %d\n", triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]);
      constexpr int vtk_triangle = 5;
      std::fprintf(file(), "CELL_TYPES %zu\n", count);
      for (std::size_t k = 0; k < count; ++k) std::fprintf(file(), "%d\n", vtk_triangle);
      std::fprintf(file(), "CELL_DATA %zu\nSCALARS number int 1\nLOOKUP_TABLE default\n", count);
      for (const MeshTriangle &triangle : mesh.triangles) std::fprintf(file(), "%d\n", triangle.number);
    }

    void write_vectors(const char *name, const std::vector<double> &values, int stride, int offset,
                       double factor)
    {
      std::fprintf(file(), "VECTORS %s double\n", name);
      for (std::size_t k = 0; k < values.size(); k += stride)
        write_vector(factor * contact::load_vector(values.data() + k + offset));
    }

    void write_scalars(const char *name, const std::vector<double> &values, int stride, int offset)
    {
      std::fprintf(file(), "SCALARS %s double 1\nLOOKUP_TABLE default\n", name);
      for (std::size_t k = 0; k < values.size(); k += stride)
        std::fprintf(file(), "%.9g\n", values[k + offset]);
    }

   private:
    std::unique_ptr<FILE, int (*)(FILE *)> file_;

    [[nodiscard]] FILE *file() { return file_.get(); }
    void write_vector(const Vec3<double> &a) { std::fprintf(file(), "%.9g %.9g %.9g\n", a.x, a.y, a.z); }
  };

}    // namespace

FaceOutput::FaceOutput(std::string path, std::size_t triangles) :
    path_{std::move(path)}, loads_(n_loads * triangles), works_(n_works * triangles)
{
}

void FaceOutput::add(int triangle, const FaceLoads &loads)
{
  double *sums = loads_.data() + n_loads * static_cast<std::size_t>(triangle);
  add_vector(sums, loads.force);
  add_vector(sums + 3, loads.torque);
  double *works = works_.data() + n_works * static_cast<std::size_t>(triangle);
  works[0] += loads.sliding_work;
  works[1] += loads.wear_work;
  works[2] += loads.impact_work;
}

void FaceOutput::write(MPI_Comm world, const MeshSurface &mesh, long long step, const std::string &title)
{
  const std::vector<double> loads = sum(world, loads_), works = this->works(world);
  const double factor = steps_ > 0 ? 1.0 / static_cast<double>(steps_) : 0.0;
  std::fill(loads_.begin(), loads_.end(), 0.0);
  steps_ = 0;
  int rank = 0;
  MPI_Comm_rank(world, &rank);
  if (rank != 0) return;
  std::string path = path_;
  path.replace(path.find('*'), 1, std::to_string(step));
  VtkFile file(path, title);
  file.write_mesh(mesh.triangles, mesh.frame);
  file.write_vectors("force", loads, n_loads, 0, factor);
  file.write_vectors("torque", loads, n_loads, 3, factor);
  file.write_scalars("sliding_work", works, n_works, 0);
  file.write_scalars("wear_work", works, n_works, 1);
  file.write_scalars("impact_work", works, n_works, 2);
}

std::vector<double> FaceOutput::works(MPI_Comm world) const
{
  return sum(world, works_);
}

}    // namespace granular_srt
