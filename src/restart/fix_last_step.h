#pragma once

#include "last_particles.h"
#include "last_step.h"

#include "fix.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace granular_srt {

/// Makes a run that continues from a restart file equal to the uninterrupted run, to the last bit. LAMMPS' setup
/// recomputes forces from velocities at the end of the step, while the last step used velocities at mid-step. This fix
/// restores the results of the last step: forces, torques, heat flows, virials, the order of the particles, their exact
/// positions, and the state of the styles that implement ExactRestart. Restart files contain these data. They are also
/// kept from the end of a run for the command write_restart and a run after it.
///
/// The fix first compares the particles, the box, the step number and the settings of all styles that exert forces with
/// those of the last step. If one differs, the run starts as in LAMMPS, and the log says why.
///
/// Pair style granular creates this fix. It is the last one of the list, so that its setup() follows all others.
class FixLastStep : public LAMMPS_NS::Fix {
 public:
  FixLastStep(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~FixLastStep() override;

  /// Creates the fix, or creates it again at the end of the list of fixes. It keeps data of particles until the end of
  /// the next run. Call in init_style().
  /// \param exact  if false, or if atoms have no IDs, there will be no such fix
  static void make_last(LAMMPS_NS::LAMMPS *lmp, bool exact);
  static void remove(LAMMPS_NS::LAMMPS *lmp);

  int setmask() override;
  void setup_pre_exchange() override;
  void setup_pre_neighbor() override;
  void setup(int vflag) override;
  /// In a step that writes a restart file: changes positions to values that LAMMPS' conversions of coordinates keep to
  /// the last bit.
  void pre_exchange() override;
  void post_run() override;

  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;
  void write_restart_file(const char *file) override;
  int pack_restart(int i, double *buffer) override;
  void unpack_restart(int i, int nth) override;
  /// Size, data, checksum.
  int size_restart(int /*i*/) override { return 2 + LastParticles::packed_size(); }
  int maxsize_restart() override { return size_restart(0); }

  double memory_usage() override { return memory_->particles.memory_usage(); }

 protected:
  /// Copies positions, velocities, forces and torques of owned particles to the host if another copy is newer.
  virtual void read_particles() {}
  /// Marks the arrays of the host as changed.
  virtual void particles_changed() {}
  /// Calls setup() of another fix with the particles that it reads.
  virtual void set_up(LAMMPS_NS::Fix &fix, int vflag) { fix.setup(vflag); }

 private:
  /// Stays when the fix is created again.
  struct Memory {
    explicit Memory(LAMMPS_NS::LAMMPS *lmp) : particles{lmp} {}
    std::optional<LastStep> last;
    LastParticles particles;
    LAMMPS_NS::bigint in_file = -1;    // step of the last restart file that was written or read
    bool was_read = false;             // `last` is that of a file, not of a run
    std::array<int, 3> periodic{};     // of a run
  };
  std::unique_ptr<Memory> memory_;
  bool continues_ = false;    // with the forces of the last step
  bool runs_ = false;         // from a setup to the end of the run or of its part
  int sort_frequency_ = 0;
  LastParticles of_file_;    // while a file is written

  void forget();
  void forget_file();
  void stop_packing_particles();
  [[nodiscard]] const double *data_of_other_fixes(int i, const double *buffer) const;
  [[nodiscard]] LastStep without_states() const;
  [[nodiscard]] LastStep with_states() const;
  [[nodiscard]] std::optional<RestartState> state_of(const std::string &name) const;
  [[nodiscard]] bool has_same_faces() const;
  [[nodiscard]] std::string difference() const;
  [[nodiscard]] std::string difference_of_order() const;
};

}    // namespace granular_srt
