#pragma once

#include "step_contacts.h"

#include "compute.h"

#include <string>
#include <vector>

namespace granular_srt {

/// Interface of the fix that lets pair styles and walls give their contacts in the steps in which a compute asks for them
/// (FixEnergyLedger).
class ContactKeeper {
 public:
  static constexpr const char *name = "GRANULAR_SRT_LEDGER";    ///< ID and style
  static constexpr const char *kokkos_style = "GRANULAR_SRT_LEDGER_KK";

  /// Makes the fix of a deck that has none yet.
  /// \throws LAMMPS error if its ID is taken
  static void make(LAMMPS_NS::LAMMPS *lmp);
  /// Whether a compute granular/* other than `leaving` uses the fix.
  static bool has_computes(const LAMMPS_NS::LAMMPS *lmp, const LAMMPS_NS::Compute *leaving = nullptr);
  /// The fix of the deck.
  /// \param kind  "Compute" or "Fix", which with its style and ID is part of the message
  /// \throws LAMMPS error if the deck has deleted the fix
  static ContactKeeper &of(LAMMPS_NS::LAMMPS *lmp, const std::string &kind, const char *style,
                           const char *id);

  /// \throws LAMMPS error, for `user`, if no pair style or wall gives its contacts
  void require_contacts(LAMMPS_NS::LAMMPS *lmp, const std::string &user) const;
  /// Contacts of the present step.
  /// \throws LAMMPS error, with the style of the compute, if the step was not announced to have them
  [[nodiscard]] virtual const StepContacts &contacts(const char *compute_style) const = 0;
  /// Number of pair styles and walls that give their contacts.
  [[nodiscard]] virtual int givers() const = 0;

 protected:
  ~ContactKeeper() = default;    // protected: nobody deletes a fix through this interface
};

/// What the computes granular/* share: the fix that keeps the ledger. The first compute makes it, the last one
/// deletes it, or leaves it to fix heat/dissipation.
class LedgerCompute : public LAMMPS_NS::Compute {
 public:
  LedgerCompute(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~LedgerCompute() override;
  LedgerCompute(const LedgerCompute &) = delete;
  LedgerCompute &operator=(const LedgerCompute &) = delete;

  /// \throws LAMMPS error unless atoms are spheres
  void init() override;
  /// After the initialization of all pair styles and fixes; LAMMPS initializes computes before fixes.
  /// \throws LAMMPS error if no pair style or wall gives its contacts
  void setup() override;
  /// Whether it uses the accounts of contacts, and not only their loads.
  [[nodiscard]] virtual bool needs_accounts() const { return true; }
  int pack_reverse_comm(int n, int first, double *buffer) override;
  void unpack_reverse_comm(int n, int *list, double *buffer) override;

 protected:
  /// \throws LAMMPS error if the deck has deleted the fix
  [[nodiscard]] ContactKeeper &keeper() const;
  /// \throws LAMMPS error for further arguments
  void refuse_arguments(int narg, char **arg) const;
  /// Index of a column.
  /// \throws LAMMPS error with the known words, if it is not one of `names`
  [[nodiscard]] int find_column(const std::string &name, const std::vector<std::string> &names) const;
  /// \throws LAMMPS error with the known words, if a command has named none
  void require_columns(const std::vector<int> &columns, const std::vector<std::string> &names) const;
  /// With newton on, adds the rows of ghosts to those of their atoms.
  /// \param rows  [atom * width + column]
  void sum_over_ranks(double *rows, int width);

 private:
  double *sent_ = nullptr;    ///< rows that sum_over_ranks() is adding
  int width_ = 0;
};

}    // namespace granular_srt
