#include "mesh_input.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <stdexcept>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

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

}    // namespace

TriangleMesh read_mesh(LAMMPS *lmp, const std::string &command, const std::string &path, double scale,
                       const contact::Vec3<double> &shift)
{
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
  if (lmp->comm->me == 0) {
    utils::logmesg(lmp, "{} mesh {}: {} triangles, {} vertices, {} edges\n", command, path,
                   mesh.triangles.size(), mesh.vertices.size(), mesh.edges);
    for (const std::string &remark : remarks) lmp->error->warning(FLERR, "Mesh file {}: {}", path, remark);
  }
  if (mesh.triangles.empty())
    lmp->error->all(FLERR, "Mesh file {} of {}: no triangle has an area", path, command);
  for (contact::Vec3<double> &vertex : mesh.vertices) vertex = scale * vertex + shift;
  return mesh;
}

}    // namespace granular_srt
