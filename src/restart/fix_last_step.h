#pragma once

#include "last_step.h"
#include "particle_states.h"
#include "replay.h"

#include "fix.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace granular_srt {

/// Makes a run that continues from a restart file equal to the uninterrupted run, to the last bit. LAMMPS' setup computes
/// forces from velocities at the end of the step, while the last step used velocities at mid-step. This fix writes into
/// the file what the forces of the step depended on: velocities and spins at mid-step, positions before LAMMPS' conversions,
/// the box. Histories in the file are those before the forces. The first setup after read_restart computes these forces
/// again, with histories that advance as in a step, and then takes the velocities of the end of the step. Whatever the
/// new input has changed acts by itself. A particle with another position or velocity than in the file keeps its own.
///
/// The fix only reads a run that writes files. A file that is written between two runs has exact positions and the
/// state of the styles: a run that reads it starts as the second run does.
///
/// Pair style granular creates this fix. It is the last one of the list: it sees velocities when all other fixes have
/// acted, and its setup() follows all others.
class FixLastStep : public LAMMPS_NS::Fix {
 public:
  FixLastStep(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~FixLastStep() override;

  /// Creates the fix, or creates it again at the end of the list of fixes. Call in init_style().
  /// \param exact  if false, or if atoms have no IDs, there will be no such fix
  static void make_last(LAMMPS_NS::LAMMPS *lmp, bool exact);
  static void remove(LAMMPS_NS::LAMMPS *lmp);

  int setmask() override;
  void setup_pre_exchange() override;
  void setup_pre_neighbor() override;
  void setup_pre_reverse(int eflag, int vflag) override;
  void setup(int vflag) override;
  void pre_exchange() override;
  void setup_post_neighbor() override {}
  void post_neighbor() override;
  void post_run() override;

  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;
  void write_restart_file(const char *file) override;
  int pack_restart(int i, double *buffer) override;
  void unpack_restart(int i, int nth) override;
  /// Size, data, checksum.
  int maxsize_restart() override { return 2 + ParticleStates::columns; }
  int size_restart(int i) override;

  double memory_usage() override
  {
    return memory_->states_of_file.memory_usage() + memory_->states.memory_usage();
  }

  [[nodiscard]] bool file_has_replay() const;
  [[nodiscard]] bool replays() const { return replays_; }
  [[nodiscard]] double dt_of_file() const { return memory_->of_file->dt; }

 protected:
  /// Copies arrays of particles to the host if another copy is newer.
  virtual void read_particles() {}
  /// Marks the arrays of the host as changed.
  virtual void particles_changed() {}
  /// Calls setup() of another fix with the particles that it reads.
  virtual void set_up(LAMMPS_NS::Fix &fix, int vflag) { fix.setup(vflag); }

 private:
  /// Stays when the fix is created again.
  struct Memory {
    explicit Memory(LAMMPS_NS::LAMMPS *lmp) : states_of_file{lmp}, states{lmp} {}
    std::optional<LastStep> of_file;    // that was read, until the first run
    ParticleStates states_of_file;
    ParticleStates states;              // for the next file
    LAMMPS_NS::bigint recorded = -1;    // step whose forces the states are about
    bool sorts = false;                 // LAMMPS the particles in this step
    BoxState of_forces;
    std::array<double, 9> rates_at_setup{};
  };
  struct Motion {
    std::array<double, 6> v_omega;
    double temperature;
  };
  std::unique_ptr<Memory> memory_;
  bool reads_ = false;    // there is a file that was read
  bool replays_ = false, nested_ = false;
  int sort_frequency_ = 0;
  std::optional<BoxState> at_end_;    // while the box is that of the forces
  std::vector<Motion> other_;         // [atom] motion at the end of the step, or during the forces
  std::vector<double> loads_;         // of particles and ghosts, from pair styles and bonds

  void forget();
  void set_packing(bool packs);
  [[nodiscard]] bool box_is_that_of_file() const;
  [[nodiscard]] LAMMPS_NS::bigint find_same_particles();
  [[nodiscard]] std::string difference(LAMMPS_NS::bigint changed) const;
  void put_positions_of_forces();
  void swap_motion();
  void exchange_loads(bool store);
  [[nodiscard]] LastStep present_state();
  [[nodiscard]] std::optional<RestartState> state_of(const std::string &name) const;
  [[nodiscard]] const double *data_of_other_fixes(int i, const double *buffer) const;
};

}    // namespace granular_srt
