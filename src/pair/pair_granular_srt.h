#pragma once

#include "history_keeper.h"
#include "pair_checks.h"
#include "pair_cutoffs.h"
#include "pair_run.h"
#include "pair_settings.h"
#include "stock_restart.h"

#include "engine/contact_engine.h"
#include "energy/contact_ledger.h"
#include "host/ghost_packing.h"
#include "host/lammps_versions.h"
#include "restart/exact_restart.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace granular_srt {

/// How a style evaluates its contacts.
struct Evaluation {
  /// \param name  of the style, for messages
  std::unique_ptr<ContactEngine> (*make_engine)(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::Pair &pair,
                                                const std::string &name);
  /// Packing of ghosts by row; null if it is not used.
  std::unique_ptr<GhostPacking> (*make_ghost_packing)(LAMMPS_NS::LAMMPS *lmp);
};
/// By the calling thread on a host.
extern const Evaluation host_evaluation;

/// pair_style granular or gran/*: what LAMMPS asks of a pair style. PairSettings read the words of the deck, an engine
/// evaluates the contacts, src/contact has the physics.
class PairGranularSrt final : public PairOfSpheres, public ExactRestart {
 public:
  PairGranularSrt(LAMMPS_NS::LAMMPS *lammps, std::unique_ptr<PairSettings> settings,
                  const Evaluation &evaluation);
  ~PairGranularSrt() override;
  PairGranularSrt(const PairGranularSrt &) = delete;
  PairGranularSrt &operator=(const PairGranularSrt &) = delete;

  void settings(int narg, char **arg) override { settings_->read_style(narg, arg); }
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
  void write_restart_settings(FILE *fp) override { settings_->write_style(fp); }
  void read_restart_settings(FILE *fp) override;
  [[nodiscard]] RestartState restart_state() const override;
  void restore_for_replay(const RestartState &state) override;

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
  [[nodiscard]] bool sees_box() const { return settings_->in_moving_box; }
  /// Whether both owners of a contact with a ghost evaluate it, for each newton.
  [[nodiscard]] bool has_full_lists() const { return engine_->traits.full_lists; }
  /// Arrays of particles that contacts read (LAMMPS' atom_masks.h).
  static const unsigned long arrays_read;

 private:
  const std::unique_ptr<PairSettings> settings_;
  const std::string &name_ = settings_->name;
  const Evaluation evaluation_;
  const std::unique_ptr<ContactEngine> engine_;    // outlives the fix with its histories
  HistoryKeeper history_;
  PairRun run_;
  PairCutoffs cutoffs_{lmp, name_, settings_->has_cutoff(), run_};
  PairChecks checks_{lmp, name_, run_};
  std::unique_ptr<StockRestart> stock_;                // until the first run
  const InstructionSet *instruction_set_ = nullptr;    // in a run
  std::string list_maker_, unseen_motion_;             // in the words of the log
  static constexpr LAMMPS_NS::bigint no_list = -2;     // -1: Neighbor::lastcall after reset_timestep
  LAMMPS_NS::bigint last_list_ = no_list;              // step of the last neighbor list that was used
  std::uint64_t sum_of_pairs_ = 0;    // checksum of what decides the laws of the listed pairs
  LAMMPS_NS::Fix *rigid_ = nullptr;
  std::vector<double> body_mass_;    // [atom] of its rigid body, or its own [mass]; empty without bodies
  contact::BoxRate box_rate_{};      // of the last evaluation, if contacts see the box
  std::unique_ptr<GhostPacking> ghost_packing_;
  std::weak_ptr<ContactLedger> ledger_;    // none if nothing in the deck asks for energies

  // before a run
  void allocate();
  void take_flags();
  [[nodiscard]] std::string reason_of_any(RunOptions::Keyword keyword) const;
  void request_history();
  void find_freeze_and_rigid();
  void examine_box_motion();
  void examine_changes();
  void choose_list();
  [[nodiscard]] int list_flags() const;

  // a step
  void sync_host() { engine_->sync_host(arrays_read); }
  bool update_body_masses();
  [[nodiscard]] bool has_new_list() const;
  [[nodiscard]] bool laws_of_pairs_changed();
  [[nodiscard]] double force_interval() const;
  [[nodiscard]] ContactLoop contact_loop();
  void evaluate(bool new_list, bool new_masses);
  void update_near_pairs();

  // one contact (pair_single.cpp)
  [[nodiscard]] bool find_history(int i, int j, double *history);
  [[nodiscard]] std::shared_ptr<ContactLedger> open_ledger() const;
  [[nodiscard]] AccountOptions account_options(const ContactLedger &ledger) const;
  void enter_in_ledger(const ContactLoop &loop, ContactLedger &ledger, const AccountOptions &box, int law,
                       const ClosePair &pair, bool touched, const double *remembered);
};

}    // namespace granular_srt
