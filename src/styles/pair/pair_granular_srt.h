#pragma once

#include "styles/contact_energy.h"
#include "contacts/contact_kernel.h"
#include "models/model_spec.h"
#include "sort_bins.h"

#include "pair.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}

namespace granular_srt {

class FixContactHistory;

/// Error text of single() where no run has made neighbor lists.
inline constexpr const char *no_history_yet =
    "Pair style granular has no contact history yet: run 0 before asking for pairs";

/// p1 ... p12 of compute pair/local, before heat and what a law adds.
inline constexpr int standard_extras = 12;

/// pair_style granular: parsing, mixing, cutoffs, history and restart around the contact kernel.
/// The physics is in src/contact, the loop in contact_kernel.cpp.
class PairGranularSrt : public LAMMPS_NS::Pair, public ContactEnergyScale {
 public:
  explicit PairGranularSrt(LAMMPS_NS::LAMMPS *lmp);
  ~PairGranularSrt() override;
  PairGranularSrt(const PairGranularSrt &) = delete;
  PairGranularSrt &operator=(const PairGranularSrt &) = delete;

  void compute(int eflag, int vflag) override;
  void settings(int narg, char **arg) override;
  void coeff(int narg, char **arg) override;
  void init_style() override;
  /// Error: always. Computes of style */tally take forces along the line of centres only.
  void add_tally_callback(LAMMPS_NS::Compute *compute) override;
  double init_one(int i, int j) override;
  double single(int i, int j, int itype, int jtype, double rsq, double factor_coul, double factor_lj,
                double &fforce) override;

  void write_restart(FILE *fp) override;
  void read_restart(FILE *fp) override;
  void write_restart_settings(FILE *fp) override;
  void read_restart_settings(FILE *fp) override;

  int pack_forward_comm(int n, int *atoms, double *buf, int pbc_flag, int *pbc) override;
  void unpack_forward_comm(int n, int first, double *buf) override;
  void transfer_history(double *source, double *target, int itype, int jtype) override;
  double memory_usage() override;

  [[nodiscard]] double contact_energy(double pressure) override;

 protected:
  /// How contacts are evaluated, for the log.
  [[nodiscard]] virtual std::string way() const;
  /// Requests of the neighbor list, of NeighConst.
  [[nodiscard]] virtual int list_flags() const;
  /// Style of the fix that keeps the history.
  [[nodiscard]] virtual const char *history_style() const { return "NEIGH_HISTORY_GRANULAR_SRT"; }
  /// Whether the order of particles is that of SortBins.
  [[nodiscard]] virtual bool sorts() const { return true; }
  /// Threads that share the loop over contacts; null: the calling thread alone.
  [[nodiscard]] virtual const Workers *workers() const { return nullptr; }
  /// Whether a listed pair touched before this step, and its history; history keeps zeros if it did not.
  /// Error: no history yet.
  [[nodiscard]] virtual bool find_history(int i, int j, double *history);

  /// What a pair of types i <= j has.
  struct TypePair {
    ModelSpec spec;
    double cutoff = -1.0;    ///< keyword cutoff, < 0 if not given
  };

  double cutoff_global_ = -1.0;    ///< argument of pair_style, < 0 if not given
  int stride_ = 0;                 ///< number of types + 1
  std::vector<TypePair> type_pairs_;
  std::vector<int> law_of_;        ///< [i * stride_ + j] -> index in laws_
  std::vector<contact::AnyContact> laws_;
  bool means_ = false;             ///< whether a law reads the means over the two bodies
  std::vector<std::vector<double>> swap_factors_;    ///< per law, one factor a double of history
  const Kernels *kernels_ = nullptr;    ///< for the instructions of this processor
  std::unique_ptr<ContactKernel> kernel_;
  LAMMPS_NS::bigint last_list_ = -1;    ///< step of the neighbor list that the kernel has seen
  contact::HistoryLayout layout_;

  // largest radii per type, of atoms that move (present or to be inserted) and of frozen ones
  std::vector<double> largest_moving_, largest_frozen_;

  SortBins sort_bins_;
  bool heat_ = false;
  int freeze_group_bit_ = 0;
  LAMMPS_NS::Fix *fix_rigid_ = nullptr;
  std::vector<double> body_mass_;

  // FixContactHistory keeps the history of contacts. A placeholder fix holds its place in the order of
  // fixes from the moment the style is named in the input.
  std::string id_prefix_, id_placeholder_, id_history_;
  std::string history_in_restart_;    ///< signature of the layout in the restart file that was read
  FixContactHistory *fix_history_ = nullptr;

  TypePair &pair_of(int i, int j) { return type_pairs_[(i < j ? i : j) * stride_ + (i < j ? j : i)]; }
  [[nodiscard]] const TypePair &pair_of(int i, int j) const
  {
    return type_pairs_[(i < j ? i : j) * stride_ + (i < j ? j : i)];
  }

  void allocate();
  void check_atoms();
  void lay_out_history();
  void request_history_fix(bool needs_history);
  [[nodiscard]] std::string history_signature() const;
  void find_partner_fixes();
  void find_largest_radii();
  [[nodiscard]] double automatic_cutoff(int i, int j, const contact::AnyContact &law) const;
  void update_body_masses();
  ContactLoop make_loop();
};

}    // namespace granular_srt
