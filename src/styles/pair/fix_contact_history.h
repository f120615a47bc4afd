#pragma once

#include "contacts/stored_contacts.h"

#include "fix_neigh_history.h"

namespace granular_srt {

class ContactKernel;

/// Keeps what contacts remember with their atoms while there is no neighbor list: through sorting, migration
/// and restart. Between, the contact kernel has it. What atoms store, and how it travels, is that of LAMMPS'
/// fix NEIGH_HISTORY; its arrays with room for every neighbor stay empty.
///
/// It is safe for the command write_restart between runs. That command moves atoms to new processors and
/// builds new ghosts, but no neighbor list. The built-in fix then reads the old list with the new atoms and
/// files springs under wrong partners. At the end of a run the springs are stored with their atoms already, so
/// there is nothing to read until lists are new again.
class FixContactHistory : public LAMMPS_NS::FixNeighHistory {
 public:
  using FixNeighHistory::FixNeighHistory;

  /// Whether a kernel has taken the histories since the neighbor list is new.
  [[nodiscard]] bool is_taken() const { return taken_; }
  /// The stored histories, for this kernel to take. Those of its contacts are stored from now on.
  StoredContacts give_to(const ContactKernel &kernel);
  /// As they were stored the last time.
  [[nodiscard]] StoredContacts stored() const;

  void init() override;
  void pre_exchange() override;
  void post_neighbor() override;
  void write_restart(FILE *fp) override;
  double memory_usage() override;

 protected:
  /// The neighbor list belongs to the atoms as they are, and the contacts in it have what they remember.
  void note_taken() { taken_ = true; }

 private:
  bool taken_ = false;
  const ContactKernel *kernel_ = nullptr;
};

}    // namespace granular_srt
