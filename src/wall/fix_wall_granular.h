#pragma once

#include "face_output.h"
#include "near_particles.h"
#include "wall_arguments.h"
#include "wall_history.h"

#include "engine/evaluate/compiled_laws.h"
#include "engine/evaluate/wall_evaluation.h"
#include "checks/box_motion.h"
#include "restart/exact_restart.h"
#include "energy/contact_ledger.h"
#include "checks/time_step_check.h"

#include "fix.h"

#include <memory>
#include <span>
#include <vector>

namespace granular_srt {

struct InstructionSet;

/// fix wall/granular, and LAMMPS' names wall/gran and wall/gran/region: walls with the laws of pair_style granular or
/// LAMMPS' classic laws. The physics is in src/contact, geometry and motion of a wall in its WallShape, contact
/// histories in WallHistory, the evaluation of contacts in engine/evaluate/wall_evaluation.h.
class FixWallGranular : public LAMMPS_NS::Fix, public ExactRestart {
 public:
  FixWallGranular(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  /// \param wall  result of parse_wall_arguments() for the same arguments
  FixWallGranular(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg, WallArguments &&wall);
  ~FixWallGranular() override;
  FixWallGranular(const FixWallGranular &) = delete;
  FixWallGranular &operator=(const FixWallGranular &) = delete;

  /// From now on the style has its host name, in restart files too: LAMMPS gives histories of a file only to a fix of
  /// the same style.
  void post_constructor() override;
  int setmask() override;
  void init() override;
  void setup(int vflag) override;
  void setup_post_neighbor() override { near_.invalidate(); }
  void post_neighbor() override { near_.order_may_differ(); }
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
  void restore_before_lists(const RestartState &state) override;
  void restore_after_forces(const RestartState &state) override;
  /// The command.
  [[nodiscard]] RestartSettings restart_settings() const override { return {settings_, ""}; }

 protected:
  static constexpr int n_totals = 8;    ///< contacts, force, torque, heat flow

  WallArguments wall_;
  /// The law of the contacts of one or all types of particles.
  struct Law {
    contact::AnyContact law;
    CompiledLaw compiled;    ///< the same, as it is evaluated
  };
  std::vector<Law> laws_;    ///< one for all types, or one of each, [type - 1]
  contact::HistoryLayout layout_;
  bool beyond_contact_ = false;    ///< a contact may stretch
  bool remembers_ = false;         ///< contacts have history, or the fact of touching is history
  LAMMPS_NS::Fix *fix_rigid_ = nullptr;
  std::vector<double> body_mass_;    ///< [atom] mass of its rigid body, 0 if free; empty without bodies
  double totals_[n_totals] = {};     ///< of this rank
  bool sees_box_ = false;            ///< contacts include the motion of the box, as those of the pair style
  /// Motion of the box in this step, for contacts that see it and for the ledger.
  std::optional<contact::BoxFlow> box_;
  std::weak_ptr<ContactLedger> ledger_;    ///< none if no compute of the deck asks for energies

  /// Histories that are stored with the atoms. This function is not called before the constructor has ended.
  virtual StoredHistories &stored_history() { return history_; }
  [[nodiscard]] int index_of_law(int type) const { return laws_.size() == 1 ? 0 : type - 1; }
  [[nodiscard]] const Law &law_of(int type) const { return laws_[index_of_law(type)]; }
  /// Number of doubles in the history of a contact.
  [[nodiscard]] int doubles_per_contact() const;
  /// Frees the memory of the histories on the host if they are stored elsewhere.
  void drop_host_history();
  /// Copies per-atom arrays from the device to the host, if there is a device.
  virtual void sync_host() {}
  /// Sets sums to zero and moves the wall.
  void begin_step(int vflag);
  void find_body_masses(const std::vector<int> &particles);
  [[nodiscard]] WallLoop wall_loop(double wall_temperature) const;
  /// The contact as the law sees it in a box that moves particle i.
  void see_box(int i, WallContact &place) const;
  /// The ledger, if it wants the contacts of this force evaluation, else null.
  [[nodiscard]] std::shared_ptr<ContactLedger> open_ledger() const;
  /// A contact for the ledger. Its history stays as it is.
  [[nodiscard]] LedgerContact ledger_contact(int law, const WallLoop &loop, const WallTouch &touch,
                                             const WallContact &place) const;
  void enter_growth(const contact::AnyContact &law, int i, const WallContact &place,
                    ContactLedger &ledger) const;
  /// \throws LAMMPS error for a particle that touches a hollow wall of a smaller radius
  void check_curvature(double radius, double curvature) const;

 private:
  const InstructionSet *instruction_set_ = nullptr;
  bool heat_ = false;
  int temperature_variable_ = -1;
  std::string unseen_motion_;    ///< of the box, as the warning names it
  double box_power_ = 0.0;       ///< of the box on the particles against the wall, of this rank [energy/time]
  WallHistory history_{1, 0};
  NearParticles near_;

  // time of the wall's motion, which continues through changes of the time step and restarts
  double clock_ = 0.0, clock_dt_ = 0.0;
  LAMMPS_NS::bigint clock_step_ = 0;

  std::string settings_;    ///< arguments of the command

  int lost_springs_ = 0;    ///< particles of this rank whose springs in the restart file were not usable
  bool other_springs_ = false;              ///< the restart file has springs of another meaning
  bool own_file_ = false;                   ///< a fix of this plugin has written the restart file
  std::vector<std::string> starts_anew_;    ///< what else in the restart file was not usable, for warnings

  /// Contacts that have been found and not yet evaluated.
  struct Batch {
    std::vector<WallContact> places;
    std::vector<WallTouch> touches;
    void clear()
    {
      places.clear();
      touches.clear();
    }
  };
  std::vector<Batch> batches_;    ///< [law]
  std::vector<WallLoads> loads_;
  std::vector<int> parts_;               ///< of one particle
  double largest_normal_force_ = 0.0;    ///< of the contacts of one particle, for the output per atom [force]

  /// A contact with its loads, for output.
  struct SeenContact {
    const contact::AnyContact &law;
    const WallLoop &loop;
    const WallTouch &touch;
    const WallContact &place;
    const WallLoads &loads;
  };

  double all_totals_[n_totals] = {};
  bool summed_ = false;

  std::optional<WallLoad> load_;
  int load_variable_ = -1;
  /// Of this rank: force of the particles along the load [force], and how it resists the motion of the wall
  /// [force time/length].
  double load_sums_[2] = {};
  // contacts as they would be if the wall had come a little nearer
  Batch nearer_;
  std::vector<WallLoads> nearer_loads_;
  std::vector<double> nearing_;    ///< by which it comes nearer [length]
  std::unique_ptr<FaceOutput> faces_;
  std::vector<int> intensive_or_extensive_;    ///< of the components of the global vector

  bool seams_known_ = false;    ///< this wall has been compared with other meshes
  WallImage image_;
  std::unique_ptr<TimeStepCheck> step_check_;

  [[nodiscard]] double time() const;
  void set_clock(double time);
  [[nodiscard]] std::string command() const;
  [[nodiscard]] std::string history_signature() const;
  [[nodiscard]] char load_direction() const;
  void warn_of_restart();
  void check_box() const;
  void examine_box_motion();
  void choose_arrays();
  void check_time_step();
  void warn_of_seams();
  void update_near_particles();
  void set_laws(const std::vector<contact::AnyContact> &laws);
  void find_contacts(std::size_t n, int i, std::vector<WallContact> &places);
  void name_by_normals(int i, WallContact *places, int count);
  void take_histories(int i, const WallContact *places, std::size_t count, const WallLoop &loop,
                      ContactLedger *ledger);
  void apply_contacts(int law, const WallLoop &loop, ContactLedger *ledger);
  void enter_in_ledger(int law, const WallLoop &loop, ContactLedger &ledger);
  void end_in_ledger(const WallLoop &loop, ContactLedger &ledger, int i);
  [[nodiscard]] double curvature_of_ended(const contact::AnyContact &law, int i, int part);
  [[nodiscard]] static int row_length(const ModelSpec &models);
  void add_to_row(const SeenContact &seen);
  void add_to_face(const SeenContact &seen);
  void add_up();
  void check_fall(const std::vector<LightestSphere> &spheres) const;
  void advance_load();
  [[nodiscard]] double resistance(int law, const Batch &batch, WallLoop loop);
  void evaluate(int law, const Batch &batch, const WallLoop &loop, std::vector<WallLoads> &loads) const;
  [[nodiscard]] int find_variable(const std::string &name, const char *keyword) const;
  [[nodiscard]] std::vector<double> from_stock(int i, std::span<const double> data);
  static void add(double *a, const contact::Vec3<double> &b)
  {
    contact::store_vector(a, contact::load_vector(a) + b);
  }
};

}    // namespace granular_srt
