#include "face_output.h"

#include "contact/history.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
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

  // Writes a VTK file of the legacy format, as text. Forces and torques are multiplied by a factor.
  void write_vtk(std::ofstream &file, const std::string &title, const MeshSurface &mesh,
                 const std::vector<double> &loads, double factor, const std::vector<double> &works)
  {
    const std::vector<MeshTriangle> &triangles = mesh.triangles.triangles;
    const std::size_t count = triangles.size();
    const auto put = [&](const Vec3<double> &a) { file << a.x << ' ' << a.y << ' ' << a.z << '\n'; };
    const auto vectors = [&](const char *name, int offset) {
      file << "VECTORS " << name << " double\n";
      for (std::size_t k = 0; k < count; ++k)
        put(factor * contact::load_vector(loads.data() + n_loads * k + offset));
    };
    const auto scalars = [&](const char *name, const char *type, auto value) {
      file << "SCALARS " << name << ' ' << type << " 1\nLOOKUP_TABLE default\n";
      for (std::size_t k = 0; k < count; ++k) file << value(k) << '\n';
    };
    file.precision(9);
    file << "# vtk DataFile Version 3.0\n" << title.substr(0, 200) << "\nASCII\nDATASET UNSTRUCTURED_GRID\n";
    file << "POINTS " << mesh.triangles.vertices.size() << " double\n";
    for (const Vec3<double> &vertex : mesh.triangles.vertices) put(mesh.frame.place(vertex));
    file << "CELLS " << count << ' ' << 4 * count << '\n';
    for (const MeshTriangle &one : triangles)
      file << "3 " << one.vertex[0] << ' ' << one.vertex[1] << ' ' << one.vertex[2] << '\n';
    constexpr const char *vtk_triangle = "5\n";
    file << "CELL_TYPES " << count << '\n';
    for (std::size_t k = 0; k < count; ++k) file << vtk_triangle;
    file << "CELL_DATA " << count << '\n';
    scalars("number", "int", [&](std::size_t k) { return triangles[k].number; });
    vectors("force", 0);
    vectors("torque", 3);
    constexpr const char *names[n_works] = {"sliding_work", "wear_work", "impact_work"};
    for (int w = 0; w < n_works; ++w)
      scalars(names[w], "double", [&](std::size_t k) { return works[n_works * k + w]; });
  }

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
  std::ofstream file(path);
  if (file) write_vtk(file, title, mesh, loads, factor, works);
  file.close();    // writes the rest
  if (!file) throw std::runtime_error("Cannot write " + path + ": " + std::strerror(errno));
}

std::vector<double> FaceOutput::works(MPI_Comm world) const
{
  return sum(world, works_);
}

}    // namespace granular_srt
