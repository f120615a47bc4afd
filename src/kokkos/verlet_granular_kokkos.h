#pragma once

#include "step_sums.h"

#include "box/box_numbers.h"

#include "verlet_kokkos.h"

#include <string>
#include <vector>

namespace granular_srt {

/// run_style verlet/granular/kk: LAMMPS' run_style verlet/kk for one rank on a device, in which one kernel checks how far
/// particles have moved, places ghosts (all are images of owned particles) and clears forces and torques. Everything else is
/// called in the order of verlet/kk. Steps with a new neighbor list, and runs with an obstacle(), are those of verlet/kk.
class VerletGranularKokkos : public LAMMPS_NS::VerletKokkos {
 public:
  /// \throws LAMMPS error for arguments
  VerletGranularKokkos(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /// \throws LAMMPS error if KOKKOS is off
  void init() override;
  void setup(int flag) override;
  void setup_minimal(int flag) override;
  void run(int n) override;

  /// Where pair style and barostat leave their sums, from the contacts of a step to its end; null if each reads its own at once.
  [[nodiscard]] StepSums *sums() { return lent_; }

 private:
  bool reads_once_ = false;      // the sums of a step
  bool clears_early_ = false;    // nothing sees forces between two steps, also where the list is renewed
  bool ghosts_feel_nothing_ = false;    // no forces to return with newton on
  bool held_ = false;                   // the following views belong to the present neighbor list
  Positions hold_;                      // of owned particles when the list was made
  Images images_;
  StepSums sums_;
  StepSums *lent_ = nullptr;    // to pair style and barostat
  double reach_ =
      -1.0;    // bound of how far particles will have moved in the next check; negative if not known
  BoxNumbers box_{}, held_box_{};               // when that was found; when the list was made
  std::vector<const LAMMPS_NS::Fix *> ends_;    // with an end_of_step()
  std::string report_;

  /// Why all steps are those of verlet/kk; "" if steps are joined.
  [[nodiscard]] std::string obstacle() const;
  [[nodiscard]] bool can_read_once() const;
  void hold();
  [[nodiscard]] double trigger() const;
  [[nodiscard]] bool stays_below(double trigger) const;
  [[nodiscard]] bool begin_forces(bool checks);
  [[nodiscard]] bool needs_list();
  void make_list();
  void compute_forces();
  void step(int i, int n);
};

/// The run style if it is verlet/granular/kk, else null.
VerletGranularKokkos *verlet_granular_kokkos(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
