#pragma once

#include "engine/evaluate/sphere_passes.h"

#include "verlet.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}

namespace granular_srt {

/// run_style verlet/granular: LAMMPS' run_style verlet, in which one pass over the spheres adds the weight, ends a step,
/// begins the next one and clears forces and torques. Steps with output, or at whose end a fix acts, are those of verlet.
class VerletGranular : public LAMMPS_NS::Verlet {
 public:
  /// \throws LAMMPS error for arguments
  VerletGranular(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /// \throws LAMMPS error if KOKKOS is on
  void init() override;
  void run(int n) override;
  void force_clear() override;

  /// Takes a weight for the pass of this step, in place of FixGravity::post_force(). Returns false if the fix must add it:
  /// the step is not joined, or other fixes than walls of this plugin see its forces.
  bool takes_weight(const LAMMPS_NS::Fix *gravity, const WeightPass &weight);
  /// Whether the present step ends together with the beginning of the next one. From post_force() on.
  [[nodiscard]] bool joins() const;
  /// The joined pass of this step has been done.
  /// \return the weight that it has to add; no group if there is none
  WeightPass begin_next_step();
  /// Whether the first half of the present step is done.
  [[nodiscard]] bool has_begun() const;

 private:
  bool joinable_ = false;
  LAMMPS_NS::bigint last_ = 0;                     // step of this run
  std::vector<const LAMMPS_NS::Fix *> ends_;       // with an end_of_step()
  const LAMMPS_NS::Fix *last_weight_ = nullptr;    // after which only walls of this plugin add forces
  WeightPass weight_{};
  LAMMPS_NS::bigint begun_ = -1;    // the step whose first half is done
  std::string report_;

  /// Why no step is joined; "" if steps are.
  [[nodiscard]] std::string obstacle() const;
};

/// The run style if it is verlet/granular, else null.
VerletGranular *verlet_granular(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
