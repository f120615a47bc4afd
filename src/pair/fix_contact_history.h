#pragma once

#include "history_fix.h"

#include "engine/host_contacts.h"

#include <memory>

namespace granular_srt {

/// The fix that connects the histories of HostContacts to LAMMPS: growth, migration, ghosts and restart of histories
/// stored with the atoms.
class FixContactHistory : public HistoryFix {
 public:
  FixContactHistory(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /// The contacts with these histories. LAMMPS reads a restart file while it creates this fix, which therefore creates
  /// them.
  [[nodiscard]] const std::shared_ptr<HostContacts> &contacts() const { return contacts_; }

  void grow_arrays(int nmax) override { contacts_->stored_so_far().grow(nmax); }
  void copy_arrays(int from, int to, int) override { contacts_->stored().copy(from, to); }
  void set_arrays(int i) override { contacts_->stored().clear(i); }
  void post_run() override;

  int pack_reverse_comm_size(int n, int first) override;
  int pack_reverse_comm(int n, int first, double *buf) override;
  void unpack_reverse_comm(int n, int *list, double *buf) override;
  double memory_usage() override { return contacts_->stored_so_far().memory_usage(); }

 protected:
  [[nodiscard]] bool active() const override { return contacts_->valid(); }
  int pack(int i, double *buf) override { return contacts_->stored().pack(i, buf); }
  int unpack(int i, const double *buf) override;
  int packed_size(int i) override { return contacts_->stored().packed_size(i); }
  int most_records() override { return most_partners_; }
  LAMMPS_NS::tagint name(int i) override { return contacts_->stored().name(i); }
  void set_name(int i, LAMMPS_NS::tagint id) override { contacts_->stored().set_name(i, id); }
  void rename_partners(int i, const NewNames &present) override
  {
    contacts_->stored().rename_partners(i, present);
  }
  void store() override;
  void deactivate() override { contacts_->invalidate(); }

 private:
  const std::shared_ptr<HostContacts> contacts_;
  std::vector<int> *ghost_counts_ = nullptr;    // set while counts, and not histories, are sent
  int most_partners_ = 0;                       // of an owned atom
  std::vector<int> sent_;                       // [atom] while records are sent one by one: how many

  void send_histories();
  void send_one_by_one();
  [[nodiscard]] int size_of_one() { return 1 + contacts_->stored_so_far().record_size(); }
};

}    // namespace granular_srt
