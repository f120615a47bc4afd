#pragma once

#include "last_particles.h"
#include "last_step.h"

#include "fix.h"

#include <memory>
#include <optional>
#include <string>

namespace granular_srt {

/// Makes a run that goes on from a restart file the same as the uninterrupted one, to the last bit. LAMMPS' set-up computes
/// forces anew, from velocities of the full step where the last step had those of its middle; this fix puts back what the
/// last step left: forces, torques, heat flows, virials, the order of the particles, their exact positions, and the
/// state of the styles that implement CarriesState. All of this is in restart files, and is kept from the end of a
/// run for the command write_restart and a run after it.
///
/// Before it does so it compares the particles, the box, the number of the step and the settings of all that exerts forces with
/// those of the last step. If one differs, the run starts as LAMMPS' runs do, and the log says why.
///
/// Pair style granular makes this fix. It is the last one of the list, so that its setup() follows all others.
class FixLastStep : public LAMMPS_NS::Fix {
 public:
  FixLastStep(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~FixLastStep() override;

  /// Makes the fix, or makes it anew at the end of the list of fixes. It has data of particles until the end of the next run.
  /// Without atom IDs, and with GRANULAR_SRT_RESTART=lammps, there is none. Call in init_style().
  /// \throws LAMMPS error for other values of this variable
  static void make_last(LAMMPS_NS::LAMMPS *lmp);
  static void remove(LAMMPS_NS::LAMMPS *lmp);

  int setmask() override;
  void setup_pre_exchange() override;
  void setup_pre_neighbor() override;
  void setup(int vflag) override;
  /// In a step that writes a restart file: positions that LAMMPS' conversions of coordinates keep to the last bit.
  void pre_exchange() override;
  void post_run() override;

  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;
  void write_restart_file(const char *file) override;
  int pack_restart(int i, double *buffer) override;
  void unpack_restart(int i, int nth) override;
  int size_restart(int i) override;
  int maxsize_restart() override;

  double memory_usage() override;

 protected:
  /// Brings positions, velocities, forces and torques of owned particles to the host, where another copy of them is newer.
  virtual void read_particles() {}
  /// Tells that those of the host have changed.
  virtual void particles_changed() {}
  /// Calls setup() of another fix with the particles that it is to read.
  virtual void set_up(LAMMPS_NS::Fix &fix, int vflag) { fix.setup(vflag); }

 private:
  struct Memory {
    explicit Memory(LAMMPS_NS::LAMMPS *lmp) : particles{lmp} {}
    std::optional<LastStep> last;
    LastParticles particles;
    LAMMPS_NS::bigint in_file = -1;    // step of the last restart file that was written or read
  };
  std::unique_ptr<Memory> memory_;
  bool goes_on_ = false;
  int sort_frequency_ = 0;
  LastParticles of_file_;    // while a file is written

  void forget();
  void leave_particles();
  [[nodiscard]] LastStep outline() const;
  [[nodiscard]] LastStep present() const;
  [[nodiscard]] std::string difference() const;
};

}    // namespace granular_srt
