#pragma once

#include "run_options.h"

#include "engine/contact_driver.h"
#include "engine/search/near_pairs.h"
#include "host/ghost_packing.h"
#include "models/model_spec.h"
#include "checks/overlap_check.h"
#include "checks/box_motion.h"
#include "restart/exact_restart.h"
#include "energy/contact_ledger.h"
#include "checks/time_step_check.h"

#include "pair.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}

namespace granular_srt {

/// Number of values p1 ... p12 that compute pair/local always has, before heat and diagnostics of laws.
inline constexpr int standard_extras = 12;

/// A pair in contact, for single().
struct EvaluatedPair {
  const contact::AnyContact &law;
  const contact::Geometry<double> &geometry;
  const contact::Motion<double> &motion;
  const contact::Step &step;
  const contact::Loads<double> &loads;
  double *history;
};

/// pair_style granular: arguments, mixing, cutoffs, contact history and restart around ContactDriver. The physics
/// is in src/contact.
class PairGranularSrt : public LAMMPS_NS::Pair, public ExactRestart {
 public:
  /// \param name  of the style, for messages
  explicit PairGranularSrt(LAMMPS_NS::LAMMPS *lmp, const char *name = "granular");
  ~PairGranularSrt() override;
  PairGranularSrt(const PairGranularSrt &) = delete;
  PairGranularSrt &operator=(const PairGranularSrt &) = delete;

  void compute(int eflag, int vflag) override;
  void settings(int narg, char **arg) override;
  void coeff(int narg, char **arg) override;
  void init_style() override;
  /// \throws LAMMPS error always: computes of style */tally accept only forces along the line of centers
  void add_tally_callback(LAMMPS_NS::Compute *compute) override;
  double init_one(int i, int j) override;
  /// Checks time step and overlaps before a run.
  void setup() override;
  double single(int i, int j, int itype, int jtype, double rsq, double factor_coul, double factor_lj,
                double &fforce) override;

  void write_restart(FILE *fp) override;
  void read_restart(FILE *fp) override;
  void write_restart_settings(FILE *fp) override;
  void read_restart_settings(FILE *fp) override;

  int pack_forward_comm(int n, int *atoms, double *buf, int pbc_flag, int *pbc) override;
  void unpack_forward_comm(int n, int first, double *buf) override;
  double memory_usage() override;

  /// Reference energy of one contact, k(P) d^2 [energy]: d is the mean diameter of all atoms, k(P) the tangent
  /// stiffness of the normal law at the force P d^2. Collective over all ranks.
  /// \param pressure  P [pressure]
  [[nodiscard]] virtual double contact_energy(double pressure);
  /// Whether contacts include the motion of the box: keyword box.
  [[nodiscard]] bool sees_box() const { return in_moving_box_; }
  /// The models of a type with itself; null if pair_coeff has not set them.
  [[nodiscard]] const ModelSpec *models_of_type(int type) const
  {
    return allocated && setflag[type][type] ? &settings_of(type, type).spec : nullptr;
  }

  [[nodiscard]] RestartState restart_state() const override;
  void restore_before_lists(const RestartState &state) override;
  [[nodiscard]] RestartSettings restart_settings() const override;

 protected:
  /// How contacts are evaluated, for the log.
  [[nodiscard]] virtual std::string evaluation_summary() const;
  /// Flags of the neighbor-list request (NeighConst).
  [[nodiscard]] virtual int list_flags() const;
  /// Style of the fix that keeps the history.
  [[nodiscard]] virtual const char *history_style() const { return "NEIGH_HISTORY_GRANULAR_SRT"; }
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

  /// \throws LAMMPS error always: single() was called before the first neighbor list
  [[noreturn]] void stop_without_history() const;

  /// Settings of a pair of types i <= j.
  struct TypePair {
    ModelSpec spec;
    double cutoff = -1.0;    ///< keyword cutoff, < 0 if not given
  };

  const std::string name_;         ///< of the style
  double cutoff_global_ = -1.0;    ///< argument of pair_style, < 0 if not given
  bool in_moving_box_ = false;     ///< keyword box: contacts include its motion
  RunOptions options_;
  std::string unseen_motion_;    ///< of the box, as the warning names it
  int stride_ = 0;               ///< number of types + 1
  std::vector<TypePair> type_pairs_;
  // Computed once for given settings: with many types they take longer than the set-up of a run.
  mutable std::string models_text_;                        ///< all settings in words; empty if not known
  mutable std::optional<std::uint32_t> history_digest_;    ///< of the meaning of the histories
  std::vector<int>
      law_of_;    ///< [i * stride_ + j] -> index in laws_; -1 if pair_style hybrid has none for the types
  std::vector<contact::AnyContact> laws_;
  bool needs_means_ = false;    ///< whether a law reads the mean mass and inertia of its two bodies
  std::vector<std::vector<double>> swap_factors_;    ///< [law][k] factor of each double of history
  const InstructionSet *instruction_set_ = nullptr;
  std::unique_ptr<ContactDriver> driver_;
  std::unique_ptr<ContactDriver> ghost_driver_;    ///< of contacts with ghosts, if these have their own list
  std::unique_ptr<NearPairs> own_list_;            ///< null if LAMMPS builds the list
  std::string list_maker_;                         ///< as the log has it
  LAMMPS_NS::bigint last_list_ = -1;               ///< step of the last neighbor list that was used
  contact::HistoryLayout layout_;

  std::vector<double> largest_moving_,
      largest_frozen_;    ///< [type] radii of atoms, present or to be inserted

  bool radii_may_grow_ = false, warned_of_radii_ = false;    ///< in a run

  std::unique_ptr<GhostPacking> ghost_packing_;
  bool heat_ = false;
  int freeze_group_bit_ = 0;
  LAMMPS_NS::Fix *fix_rigid_ = nullptr;
  std::vector<double> body_mass_;    ///< [atom] mass of its rigid body, 0 if free

  // A history fix keeps the contact histories. Until it exists, a placeholder fix has its place in the order of fixes,
  // that of the pair_style command. After read_restart this is FixRestartRows.
  std::string id_prefix_, id_placeholder_, id_history_;
  std::string history_in_restart_;    ///< signature of the layout in the restart file that was read
  LAMMPS_NS::Fix *fix_history_ = nullptr;
  bool history_is_new_ = false;        ///< not from a restart file, and no run has used it
  ContactMemory *memory_ = nullptr;    ///< of that fix; null without history, and on a device

  std::weak_ptr<ContactLedger> ledger_;    ///< none if no compute of the deck asks for energies

  std::unique_ptr<TimeStepCheck> step_check_;
  std::unique_ptr<OverlapCheck> overlap_check_;
  LAMMPS_NS::bigint next_check_ = 0;    ///< step of the next check of the time step

  // A restart file of LAMMPS' own style, from read_restart to the first run
  bool of_stock_ = false;
  std::string stock_prefix_;               ///< of the IDs of its history fixes; stays
  contact::HistoryLayout stock_layout_;    ///< of its histories; of size 0 if the file has no models

  /// Reads the data that LAMMPS' own style writes in write_restart_settings() and write_restart().
  virtual void read_stock_settings(FILE *fp);
  virtual void read_stock_pairs(FILE *fp);
  /// Call when the settings of all type pairs have been read.
  /// \param models  all models of the file
  void expect_stock_histories(const std::vector<ModelSpec> &models);

  /// Settings to be changed. Only this function gives access to them.
  TypePair &change_settings_of(int i, int j)
  {
    models_text_.clear();
    history_digest_.reset();
    return type_pairs_[(i < j ? i : j) * stride_ + (i < j ? j : i)];
  }
  [[nodiscard]] const TypePair &settings_of(int i, int j) const
  {
    return type_pairs_[(i < j ? i : j) * stride_ + (i < j ? j : i)];
  }

  [[nodiscard]] std::string list_description() const;
  void allocate();
  void add_law(const contact::AnyContact &law, const ModelSpec &models);
  /// The settings of all type pairs i <= j of two ranges of types.
  /// \throws LAMMPS error if there are none
  void set_type_pairs(const char *types_i, const char *types_j, const TypePair &settings);
  void check_atoms();
  void lay_out_history();
  void request_history_fix(bool needs_history);
  [[nodiscard]] std::uint32_t digest_of_histories() const;
  [[nodiscard]] std::string history_signature() const;
  [[nodiscard]] contact::HistoryLayout stock_layout(const std::vector<ModelSpec> &models) const;
  [[nodiscard]] std::vector<ModelSpec> present_models() const;
  void take_stock_histories();
  [[nodiscard]] int place_in_hybrid() const;
  [[nodiscard]] double reach_of(int i, int j) const;
  void find_partner_fixes();
  void find_largest_radii();
  [[nodiscard]] double largest_radius() const;
  [[nodiscard]] double automatic_cutoff(int i, int j, const contact::AnyContact &law) const;
  /// \throws LAMMPS error if LAMMPS would have to create too many ghosts
  void check_cutoff(int i, int j, double cutoff) const;
  /// \throws LAMMPS error if a cutoff of the deck is smaller than the radii of two atoms
  void check_given_cutoff(int i, int j, double cutoff) const;
  /// Adds the first `atoms` atoms to the largest radii of their types.
  void add_radii(int atoms, std::vector<double> &moving, std::vector<double> &frozen) const;
  /// Warns of radii that have grown beyond the cutoff.
  /// \throws LAMMPS error if contacts are missed
  void check_grown_radii();
  [[nodiscard]] std::string reason_of_any(RunOptions::Keyword keyword) const;
  void request_sort_bins();
  void update_body_masses();
  void examine_box_motion();
  [[nodiscard]] contact::BoxRate box_rate();
  [[nodiscard]] bool has_new_list() const;
  ContactLoop contact_loop();
  [[nodiscard]] contact::Motion<double> motion_of_pair(const ContactLoop &loop, int i, int j,
                                                       const contact::Vec3<double> &separation) const;
  [[nodiscard]] std::shared_ptr<ContactLedger> open_ledger() const;
  [[nodiscard]] static bool any_has_grown(const double *before, const ParticleArrays &particles);
  [[nodiscard]] AccountOptions account_options(const ContactLedger &ledger) const;
  void enter_in_ledger(const ContactLoop &loop, ContactLedger &ledger, int number, const ClosePair &pair,
                       bool touched, const double *remembered);
  void choose_list();
  [[nodiscard]] double gap_of_ended(double sum_of_radii) const;
  [[nodiscard]] double listed_gap(double radius_i, double radius_j) const;
  [[nodiscard]] NeighborPairs neighbor_pairs() const;
  void begin_lists_anew();
  void evaluate(ContactLoop loop, bool new_list);
  void activate_histories();
  [[nodiscard]] bool overlaps_are_checked() const;
  void tell_missing_springs(const PairRows &touching);
  void refuse_points() const;
  [[nodiscard]] bool has_numbers_for_a_point(int law, double radius) const;
  void check_time_step();
  void check_new_list(const PairRows &near);
};

}    // namespace granular_srt
