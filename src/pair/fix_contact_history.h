#pragma once

#include "history_fix.h"

#include "engine/history/contact_memory.h"

namespace granular_srt {

/// The fix that connects ContactMemory to LAMMPS: growth, migration, ghosts and restart of histories stored with the
/// atoms.
class FixContactHistory : public HistoryFix {
 public:
  FixContactHistory(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  [[nodiscard]] ContactMemory &memory() { return memory_; }

  void grow_arrays(int nmax) override { memory_.stored_so_far().grow(nmax); }
  void post_run() override;

  int pack_reverse_comm_size(int n, int first) override;
  int pack_reverse_comm(int n, int first, double *buf) override;
  void unpack_reverse_comm(int n, int *list, double *buf) override;
  double memory_usage() override { return memory_.memory_usage(); }

 protected:
  [[nodiscard]] bool active() const override { return memory_.active(); }
  [[nodiscard]] StoredPairHistories &stored() override { return memory_.stored(); }
  void store() override;
  void deactivate() override { memory_.deactivate(); }

 private:
  ContactMemory memory_;
  std::vector<int> *ghost_counts_ = nullptr;    // set while counts, and not histories, are sent
  std::vector<int> sent_;                       // [atom] while records are sent one by one: how many

  void send_histories();
  void send_one_by_one();
  [[nodiscard]] int size_of_one() { return 1 + memory_.stored_so_far().record_size(); }
};

}    // namespace granular_srt
