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
  void copy_arrays(int from, int to, int) override { memory_.stored().copy(from, to); }
  void set_arrays(int i) override { memory_.stored().clear(i); }
  void post_run() override;

  int pack_reverse_comm_size(int n, int first) override;
  int pack_reverse_comm(int n, int first, double *buf) override;
  void unpack_reverse_comm(int n, int *list, double *buf) override;
  double memory_usage() override { return memory_.memory_usage(); }

 protected:
  [[nodiscard]] bool active() const override { return memory_.active(); }
  int pack(int i, double *buf) override { return memory_.stored().pack(i, buf); }
  int unpack(int i, const double *buf) override;
  int packed_size(int i) override { return memory_.stored().packed_size(i); }
  int most_records() override { return most_partners_; }
  LAMMPS_NS::tagint name(int i) override { return memory_.stored().name(i); }
  void set_name(int i, LAMMPS_NS::tagint id) override { memory_.stored().set_name(i, id); }
  void rename_partners(int i, const NewNames &present) override
  {
    memory_.stored().rename_partners(i, present);
  }
  void store() override;
  void deactivate() override { memory_.deactivate(); }

 private:
  ContactMemory memory_;
  std::vector<int> *ghost_counts_ = nullptr;    // set while counts, and not histories, are sent
  int most_partners_ = 0;                       // of an owned atom
  std::vector<int> sent_;                       // [atom] while records are sent one by one: how many

  void send_histories();
  void send_one_by_one();
  [[nodiscard]] int size_of_one() { return 1 + memory_.stored_so_far().record_size(); }
};

}    // namespace granular_srt
