#pragma once

#include "mesh_surface.h"

#include <mpi.h>

#include <string>
#include <utility>
#include <vector>

namespace granular_srt {

/// Loads of the particles on each triangle of a mesh.
struct FaceLoads {
  contact::Vec3<double> force;     ///< on the triangle [force]
  contact::Vec3<double> torque;    ///< on it [force length]
  double sliding_work;             ///< of the friction force on the sliding velocity, in this step [energy]
  double wear_work;                ///< normal force times sliding path, in this step [energy]
  double impact_work;              ///< of the normal force on an approaching particle, in this step [energy]
};

/// Sums over time for each triangle, written as VTK files. Force and torque are means since the last file, works are
/// sums since the fix was defined.
class FaceOutput {
 public:
  /// \param path  of the files, with a '*' for the time step
  FaceOutput(std::string path, std::size_t triangles);

  void add(int triangle, const FaceLoads &loads);
  /// Call at the end of a time step.
  void count_step() { ++steps_; }

  /// Writes a file on the first rank and restarts the means. All ranks call it.
  /// \param title  without a line break
  /// \throws std::runtime_error on the first rank if the file cannot be written as a whole
  void write(MPI_Comm world, const MeshSurface &mesh, long long step, const std::string &title);

  /// Works of all ranks, for a restart file, on the first rank; all ranks call it.
  [[nodiscard]] std::vector<double> works(MPI_Comm world) const;
  /// Continues with count_of_works() works of a restart file.
  /// \param first_rank  whether this rank keeps them
  void set_works(std::vector<double> works, bool first_rank)
  {
    if (first_rank) works_ = std::move(works);
  }
  [[nodiscard]] std::size_t count_of_works() const { return works_.size(); }

 private:
  std::string path_;
  std::vector<double> loads_;    ///< of this rank since the last file, [triangle * 6]
  std::vector<double> works_;    ///< of this rank, [triangle * 3]
  long long steps_ = 0;          ///< since the last file
};

}    // namespace granular_srt
