#pragma once

#include "history_fix.h"

#include "engine/host_engine.h"

#include <vector>

namespace granular_srt {

/// The fix that connects the histories of HostEngine to LAMMPS: growth, migration, ghosts and restart of histories
/// stored with the atoms.
class FixContactHistory : public HistoryFix {
 public:
  FixContactHistory(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

  void connect(ContactEngine &engine) override;
  void post_run() override;

  int pack_reverse_comm_size(int n, int first) override;
  int pack_reverse_comm(int n, int first, double *buf) override;
  void unpack_reverse_comm(int n, int *list, double *buf) override;
  double memory_usage() override { return contacts_->stored_so_far().memory_usage(); }

 protected:
  void store() override;

 private:
  HostEngine *contacts_ = nullptr;
  bool ends_run_ = false;
  std::vector<int> *ghost_counts_ = nullptr;    // set while counts, and not histories, are sent
  std::vector<int> sent_;                       // [atom] while records are sent one by one: how many

  void send_histories();
  void send_one_by_one();
  [[nodiscard]] int size_of_one() { return 1 + contacts_->stored_so_far().record_size(); }
};

}    // namespace granular_srt
