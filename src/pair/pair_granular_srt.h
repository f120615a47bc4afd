#pragma once

#include "history_keeper.h"
#include "largest_radii.h"
#include "pair_settings.h"

#include "engine/host_contacts.h"
#include "host/ghost_packing.h"
#include "host/lammps_versions.h"
#include "checks/overlap_check.h"
#include "checks/time_step_check.h"
#include "restart/exact_restart.h"
#include "energy/contact_ledger.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}

namespace granular_srt {

/// Number of values p1 ... p12 that compute pair/local always has, before heat and diagnostics of laws.
inline constexpr int standard_extras = 12;
/// With heat and the diagnostics of any laws.
inline constexpr int most_extras = standard_extras + 1 +
    contact::most_diagnostics(contact::TangentialModels{}) +
    contact::most_diagnostics(contact::RollingModels{}) +
    contact::most_diagnostics(contact::TwistingModels{});

/// A pair in contact, for single().
struct EvaluatedPair {
  const contact::AnyContact &law;
  const contact::Geometry<double> &geometry;
  const contact::Motion<double> &motion;
  const contact::Step &step;
  const contact::Loads<double> &loads;
  double *history;
};

/// pair_style granular: what LAMMPS asks of a pair style. HostContacts evaluates the contacts, src/contact has the
/// physics.
class PairGranularSrt : public PairOfSpheres, public ExactRestart {
 public:
  /// \param name  of the style, for messages
  explicit PairGranularSrt(LAMMPS_NS::LAMMPS *lammps, const char *name = "granular");
  ~PairGranularSrt() override;
  PairGranularSrt(const PairGranularSrt &) = delete;
  PairGranularSrt &operator=(const PairGranularSrt &) = delete;

  void settings(int narg, char **arg) override;
  void coeff(int narg, char **arg) override;
  void init_style() override;
  double init_one(int i, int j) override;
  /// Checks time step and overlaps before a run.
  void setup() override;
  void compute(int eflag, int vflag) override;
  double single(int i, int j, int itype, int jtype, double rsq, double factor_coul, double factor_lj,
                double &fforce) override;
  /// \throws LAMMPS error always: computes of style */tally accept only forces along the line of centers
  void add_tally_callback(LAMMPS_NS::Compute *compute) override;

  void write_restart(FILE *fp) override;
  void read_restart(FILE *fp) override;
  void write_restart_settings(FILE *fp) override;
  void read_restart_settings(FILE *fp) override;

  int pack_forward_comm(int n, int *atoms, double *buf, int pbc_flag, int *pbc) override;
  void unpack_forward_comm(int n, int first, double *buf) override;
  double memory_usage() override;

  /// Reference energy of one contact, k(P) d^2 [energy], for the piston mass of fix nph/sphere: d is the mean diameter of
  /// all atoms, k(P) the tangent stiffness of the normal law at the force P d^2. Collective over all ranks.
  /// \param pressure  P [pressure]
  [[nodiscard]] double contact_energy(double pressure);
  /// The models of a type with itself, which mix with those of a wall; null if pair_coeff has not set them.
  [[nodiscard]] const ModelSpec *models_of_type(int type) const;
  /// Whether contacts include the motion of the box: keyword box.
  [[nodiscard]] bool sees_box() const { return settings_.in_moving_box; }

  [[nodiscard]] RestartState restart_state() const override;
  void restore_for_replay(const RestartState &state) override;

 protected:
  /// How contacts are evaluated, for the log; with the description of the host's instruction set.
  [[nodiscard]] virtual std::string evaluation_summary(const std::string &instruction_set) const;
  /// Flags of the neighbor-list request (NeighConst).
  [[nodiscard]] virtual int list_flags() const;
  /// Style of the fix that keeps the history.
  [[nodiscard]] virtual const char *history_style() const { return "NEIGH_HISTORY_GRANULAR_SRT"; }
  /// Whether the commands of the style take a cutoff.
  [[nodiscard]] virtual bool has_cutoff_argument() const { return true; }
  /// Whether this class can use a list of pairs that is not LAMMPS' (own_list.h).
  [[nodiscard]] virtual bool may_make_list() const { return true; }
  /// Whether bins of a diameter may be set for the sorting of particles (FixSortBins).
  [[nodiscard]] virtual bool may_set_sort_bins() const { return true; }
  /// Copies per-atom arrays from the device to the host, if there is a device.
  virtual void sync_host() {}
  /// Packing of ghosts by row; null if it is not used.
  virtual std::unique_ptr<GhostPacking> make_ghost_packing();
  /// Threads that share the loop over contacts; null: the calling thread alone.
  [[nodiscard]] virtual const Workers *workers() const { return nullptr; }
  /// Length of svector. \param n_diagnostics  most values that Contact::diagnose writes for a type pair
  [[nodiscard]] virtual int extras(int n_diagnostics) const;
  /// Writes svector for a pair in contact.
  virtual void write_extras(const EvaluatedPair &pair);
  /// Copies the history of pair (i, j). Returns false and leaves `history` untouched if the pair is not in contact.
  /// \throws LAMMPS error before the first neighbor list
  [[nodiscard]] virtual bool find_history(int i, int j, double *history);
  /// Group bit of fix freeze, whose particles have no contacts with each other; 0 if heat flows through contacts.
  [[nodiscard]] int group_without_contacts() const;
  /// Whether types or special bonds have changed since the last call, on any rank.
  [[nodiscard]] bool laws_of_pairs_changed();

  /// \throws LAMMPS error always: single() was called before the first neighbor list
  [[noreturn]] void stop_without_history() const;

  /// The data that the settings and coefficients of LAMMPS' own style have in a restart file.
  virtual void read_stock_settings(FILE *fp);
  virtual void read_stock_pairs(FILE *fp);
  /// Call when the settings of all type pairs have been read.
  /// \param models  all models of the file
  void expect_stock_histories(const std::vector<ModelSpec> &models);

  /// A restart file of LAMMPS' own style, from read_restart to the first run.
  struct StockFile {
    bool was_read = false;
    std::string prefix;               ///< of the IDs of its history fixes; stays
    contact::HistoryLayout layout;    ///< of its histories; of size 0 if the file has no models
  };
  /// Fix rigid, and the mass of the rigid body of each atom, or its own [mass].
  struct RigidBodies {
    LAMMPS_NS::Fix *fix = nullptr;
    std::vector<double> mass;    ///< [atom]; empty without bodies
  };
  struct RunChecks {
    TimeStepCheck time_step;
    OverlapCheck overlaps;
    LAMMPS_NS::bigint last_time_step;    ///< step of the last check of the time step
    bool before_run;                     ///< overlaps before the first step wait for their check
  };

  const std::string name_;    ///< of the style
  PairSettings settings_;
  const InstructionSet *instruction_set_ = nullptr;    ///< in a run
  TypeLaws laws_;
  contact::HistoryLayout layout_;    ///< of the history of a contact
  HistoryKeeper history_;
  std::shared_ptr<HostContacts> contacts_;            ///< shared with the history fix; not used on a device
  static constexpr LAMMPS_NS::bigint no_list = -2;    // -1: Neighbor::lastcall after reset_timestep
  LAMMPS_NS::bigint last_list_ = no_list;             ///< step of the last neighbor list that was used
  std::string list_maker_;                            ///< who builds the list, in the words of the log
  LargestRadii radii_;
  bool radii_may_grow_ = false, warned_of_radii_ = false;      ///< in a run
  bool types_may_change_ = false, bonds_may_break_ = false;    ///< in a run, between two neighbor lists
  std::uint64_t sum_of_pairs_ = 0;    ///< checksum of what decides the laws of the listed pairs
  bool heat_ = false;
  int freeze_group_bit_ = 0;
  RigidBodies bodies_;
  std::unique_ptr<GhostPacking> ghost_packing_;
  std::string unseen_motion_;              ///< of the box, as the warning names it
  std::weak_ptr<ContactLedger> ledger_;    ///< none if no compute of the deck asks for energies
  std::unique_ptr<RunChecks> checks_;
  StockFile stock_;

  // arguments, and what they need of LAMMPS
  /// The settings of all type pairs i <= j of two ranges of types.
  /// \throws LAMMPS error if there are none
  void set_type_pairs(const char *types_i, const char *types_j, const TypePair &pair);
  void allocate();
  [[nodiscard]] std::vector<double> swap_factors(const ModelSpec &models) const;
  void request_history();
  [[nodiscard]] std::string history_signature() const;
  void choose_list();
  void request_sort_bins();
  void find_freeze_and_rigid();
  void examine_box_motion();

  // cutoffs
  [[nodiscard]] double gap_of_ended(double sum_of_radii) const;
  [[nodiscard]] double listed_gap(double radius_i, double radius_j) const;
  [[nodiscard]] double automatic_cutoff(int i, int j, const contact::AnyContact &law) const;
  /// \throws LAMMPS error if LAMMPS would have to create too many ghosts
  void check_cutoff(int i, int j, double cutoff) const;
  /// \throws LAMMPS error if a cutoff of the deck is smaller than the radii of two atoms
  void check_given_cutoff(int i, int j, double cutoff) const;
  /// Warns of radii that have grown beyond the cutoff.
  /// \throws LAMMPS error if contacts are missed
  void check_grown_radii();
  [[nodiscard]] std::string reason_of_any(RunOptions::Keyword keyword) const;

  // a step
  void update_body_masses();
  [[nodiscard]] bool has_new_list() const;
  [[nodiscard]] contact::BoxRate box_rate() const;
  [[nodiscard]] double force_interval() const;
  [[nodiscard]] ContactLoop contact_loop();
  void evaluate(ContactLoop loop, bool new_list);
  void update_near_pairs();

  // one contact
  /// Whether both particles are of group_without_contacts().
  [[nodiscard]] bool both_frozen(int i, int j) const;
  [[nodiscard]] contact::Motion<double> motion_of_pair(const ContactLoop &loop, int i, int j,
                                                       const contact::Vec3<double> &separation) const;
  [[nodiscard]] std::shared_ptr<ContactLedger> open_ledger() const;
  [[nodiscard]] AccountOptions account_options(const ContactLedger &ledger) const;
  void enter_in_ledger(const ContactLoop &loop, ContactLedger &ledger, const AccountOptions &box, int law,
                       const ClosePair &pair, bool touched, const double *remembered);

  // checks
  void check_atoms();
  void check_zero_radii() const;
  [[nodiscard]] bool is_finite_at_radius_0(const contact::AnyContact &law, double radius) const;
  [[nodiscard]] bool overlaps_are_checked() const;
  void check_before_run(const NearPairs &near);
  void report_new_springs(std::span<const PairRows> near);
  void check_time_step();
  void check_new_list(const PairRows &near);

  // restart files of LAMMPS' own styles
  void take_stock_histories();
  [[nodiscard]] int place_in_hybrid() const;
  [[nodiscard]] double reach_of(int i, int j) const;
};

}    // namespace granular_srt
