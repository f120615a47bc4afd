#pragma once

#include "mesh/face_output.h"
#include "read_wall.h"
#include "wall_contacts.h"

#include "restart/exact_restart.h"
#include "checks/time_step_check.h"

#include "fix.h"

#include <memory>
#include <span>
#include <vector>

namespace granular_srt {

/// fix wall/granular, and LAMMPS' names wall/gran and wall/gran/region: walls with the laws of pair_style granular or
/// LAMMPS' classic laws. The physics is in src/contact, the geometry of a wall in its WallShape, what moves it in its
/// WallMotion, its contacts in WallContacts.
class FixWallGranular : public LAMMPS_NS::Fix, public ExactRestart {
 public:
  FixWallGranular(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  /// \param wall  result of read_wall() for the same arguments
  FixWallGranular(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg, Wall &&wall);
  ~FixWallGranular() override;
  FixWallGranular(const FixWallGranular &) = delete;
  FixWallGranular &operator=(const FixWallGranular &) = delete;

  /// From now on the style has its host name, in restart files too: LAMMPS gives histories of a file only to a fix of
  /// the same style.
  void post_constructor() override;
  int setmask() override;
  void init() override;
  void setup(int vflag) override;
  void setup_post_neighbor() override { contacts_.near().invalidate(); }
  void post_neighbor() override { contacts_.near().order_may_differ(); }
  void post_force(int vflag) override;
  void post_force_respa(int vflag, int level, int loop) override;
  void end_of_step() override;
  void reset_dt() override;

  /// Number of contacts.
  double compute_scalar() override;
  /// Force on the wall (0-2), torque on it about the origin (3-5), heat flow into it (6). With a load: displacement
  /// (7), velocity (8), force of the particles along the load (9).
  double compute_vector(int n) override;

  /// Planes for dump image.
  int image(int *&objects, double **&parameters) override;

  void grow_arrays(int nmax) override;
  void copy_arrays(int i, int j, int delflag) override;
  void set_arrays(int i) override;
  int pack_exchange(int i, double *buffer) override;
  int unpack_exchange(int i, double *buffer) override;
  int pack_restart(int i, double *buffer) override;
  void unpack_restart(int i, int nth) override;
  int size_restart(int i) override;
  int maxsize_restart() override;
  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;
  double memory_usage() override;

  /// The clock, the sums over contacts, and with a load its values for the next step.
  [[nodiscard]] RestartState restart_state() const override;
  void restore(const RestartState &state) override;
  void restore_after_replay(const RestartState &state) override;

 protected:
  /// Sums over the contacts of a force evaluation: number, force on the wall, torque on it, heat flow into it.
  struct Totals {
    static constexpr int count = 8;
    double of_rank[count] = {}, of_all[count] = {};
    bool added_up = false;    ///< of_all is that of this step
  };

  const WallCommand command_;
  const BuiltWall wall_;
  WallContacts contacts_;
  Totals totals_;

  /// Histories that are stored with the atoms. This function is not called before the constructor has ended.
  virtual StoredHistories &stored_history() { return contacts_.history(); }
  /// Copies per-atom arrays from the device to the host, if there is a device.
  virtual void sync_host() {}
  /// Sets sums to zero and moves the wall. For a restart file of this step, keeps a copy of the histories.
  void begin_step(int vflag);
  /// Takes over the sums over contacts of a restart file.
  void take_totals(const RestartState &state);
  /// Warns of an overlap above a tenth of the radius.
  /// \param of_radius  overlap divided by the radius
  /// \param i          of the particle, -1 if it is not known
  void check_overlap(double of_radius, int i);

 private:
  /// Time of the wall's motion, which continues through changes of the time step and restarts.
  struct Clock {
    double time = 0.0, dt = 0.0;    ///< [time], since the fix was defined
    LAMMPS_NS::bigint step = 0;     ///< of this time
  };

  /// What a restart file has for this fix.
  struct FromFile {
    bool own = false;                        ///< a fix of this plugin has written the file
    bool other_springs = false;              ///< the springs have another meaning
    int lost_springs = 0;                    ///< particles of this rank whose springs were not usable
    std::vector<std::string> starts_anew;    ///< what else was not usable, for warnings
    std::string place;                       ///< of a wall under a load; empty if it is not known
  };

  /// A wall that moves under a load.
  struct Load {
    WallLoad wall;
    int variable = -1;    ///< that gives the external force
    /// Of this rank: force of the particles along the load [force], and how it resists the motion of the wall
    /// [force time/length].
    double sums[2] = {};
  };

  /// Objects for Fix::image().
  struct Image {
    std::vector<int> kinds;
    std::vector<double> values;
    std::vector<double *> rows;    ///< into values
  };

  Clock clock_;
  FromFile from_file_;
  std::optional<Load> load_;
  int temperature_variable_ = -1;
  std::string unseen_motion_;            ///< of the box, as the warning names it
  double largest_normal_force_ = 0.0;    ///< of the contacts of one particle, for the output per atom [force]
  std::unique_ptr<FaceOutput> faces_;
  bool compared_ = false;    ///< with other meshes, and with the pair style
  bool overlap_warned_ = false;
  Image image_;
  std::unique_ptr<TimeStepCheck> step_check_;
  /// Records of the histories before the forces of a step that writes a restart file, one after the other; else empty.
  std::vector<double> before_;
  std::vector<std::size_t> first_before_;    ///< [atom] in before_; one more than atoms

  [[nodiscard]] double time() const;
  void set_clock(double time);
  void choose_output();
  void check_box() const;
  /// Places of a mesh's contacts grow with the contacts of a particle.
  void set_maxexchange();
  [[nodiscard]] bool examine_box_motion();
  void choose_arrays();
  void check_time_step();
  void check_fall(double external) const;
  void warn_of_seams();
  void tell_other_friction() const;
  void advance_load();

  void take_loads(const EvaluatedContacts &contacts);
  void clear_rows(bool of_all);
  void add_to_row(const EvaluatedContacts &contacts, std::size_t k);
  void add_to_face(const EvaluatedContacts &contacts, std::size_t k);
  void add_up();

  [[nodiscard]] bool has_history() const { return contacts_.laws().has_history; }
  void copy_histories();
  [[nodiscard]] std::string history_signature() const;
  [[nodiscard]] char load_direction() const;
  void warn_of_restart();
  [[nodiscard]] std::vector<double> from_stock(int i, std::span<const double> data);
};

}    // namespace granular_srt
