#pragma once

#include "pointers.h"

#include <string>

namespace granular_srt {

class ContactEngine;
class HistoryFix;

/// The fix of a pair style that keeps its contact histories (HistoryFix). Until it exists, a placeholder has its place in
/// the order of fixes, that of the pair_style command.
class HistoryKeeper : protected LAMMPS_NS::Pointers {
 public:
  bool starts_from_zero = false;    ///< histories are not from a restart file, and no run has used them

  /// Creates the placeholder. After read_restart it is FixRestartData.
  /// \param pair  name of the pair style, for messages
  HistoryKeeper(LAMMPS_NS::LAMMPS *lammps, const std::string &pair);
  /// Deletes the fix or the placeholder.
  ~HistoryKeeper() override;
  HistoryKeeper(const HistoryKeeper &) = delete;
  HistoryKeeper &operator=(const HistoryKeeper &) = delete;

  /// Keeps the histories of the restart file that is being read with their atoms, until the fix exists.
  void keep_restart_data();
  /// \param signature  of the histories in the restart file that was read
  void expect(const std::string &signature) { in_restart_ = signature; }
  /// Creates the fix if there is none for these histories. Warns if existing histories are of another kind.
  /// \param engine     has the histories
  /// \param doubles    of history per contact; 0 for no fix
  /// \param signature  names the layout and its meaning, so that histories of another kind are never read as these
  /// \return whether a new fix has the histories of the restart file that was read, or of none
  /// \throws LAMMPS error if the deck has deleted the fix
  bool request(ContactEngine &engine, int doubles, const std::string &signature);

  [[nodiscard]] HistoryFix *fix() const { return fix_; }    ///< null without histories

 private:
  const std::string pair_;
  std::string prefix_, placeholder_, id_;    // IDs: first letters, of the placeholder, of the fix
  std::string in_restart_;                   // signature in the restart file that was read
  HistoryFix *fix_ = nullptr;
};

}    // namespace granular_srt
