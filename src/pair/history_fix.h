#pragma once

#include "engine/contact_engine.h"
#include "engine/history/atom_histories.h"

#include "fix.h"

#include <string>
#include <vector>

namespace granular_srt {

/// The fix for contact histories follows LAMMPS' time step: it says when an engine stores histories with the atoms, and
/// when the neighbor list is new. Derived classes store with one kind of engine.
///
/// Histories are stored before atoms migrate, at the end of a run, and before a restart file is written in a run.
/// The command write_restart between runs moves atoms and creates new ghosts, but no neighbor list. It stores nothing
/// again, because histories are stored with their atoms since the end of the run.
///
/// Commands between runs may give atoms other IDs (delete_atoms, reset_atoms id). The setup of a run compares the IDs
/// of atoms with their stored IDs (StoredPairHistories) and updates the partners of all contacts.
class HistoryFix : public LAMMPS_NS::Fix {
 public:
  /// Arguments: ID, group, style, doubles of history per contact, name of the pair style.
  HistoryFix(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~HistoryFix() override;

  [[nodiscard]] const std::string &pair_name() const { return pair_; }
  /// Call when the fix has been created: from now on it keeps the histories of this engine. Reads those of a restart file.
  virtual void connect(ContactEngine &engine);

  int setmask() override;
  /// \throws LAMMPS error if atoms have no IDs, or if an earlier fix inserts, deletes or migrates atoms
  /// before this one stores their histories
  void init() override;
  void setup_post_neighbor() override;
  void pre_exchange() override;
  void min_pre_exchange() override { pre_exchange(); }
  void post_neighbor() override;
  void min_post_neighbor() override { post_neighbor(); }
  void post_run() override;
  void write_restart(FILE *fp) override;
  void grow_arrays(int nmax) override { stored().grow(nmax); }
  void copy_arrays(int from, int to, int) override { stored().copy(from, to); }
  void set_arrays(int i) override { stored().clear(i); }
  int pack_exchange(int i, double *buf) override;
  int unpack_exchange(int nlocal, double *buf) override;
  int pack_restart(int i, double *buf) override;
  void unpack_restart(int nlocal, int nth) override;
  int size_restart(int nlocal) override { return 2 + stored().packed_size(nlocal); }
  int maxsize_restart() override;
  int pack_forward_comm(int n, int *list, double *buf, int pbc_flag, int *pbc) override;
  void unpack_forward_comm(int n, int first, double *buf) override;

  /// Replaces the history of an atom by records in the format of RecordArrays, with the present IDs of its partners.
  void set_records(int i, const double *records);

 protected:
  const int doubles_;         ///< of history per contact
  const std::string pair_;    ///< name of the pair style in messages

  /// Number of doubles of a packed record, with separation.
  [[nodiscard]] int largest_record() const { return 4 + doubles_; }
  /// Reserves memory in LAMMPS' messages for an atom with so many records.
  void make_room(int records);

  /// Histories that are stored with the atoms.
  /// \throws LAMMPS error if an input script has created the fix
  [[nodiscard]] StoredPairHistories &stored();
  /// Stores the active histories with the atoms.
  virtual void store() = 0;

 private:
  ContactEngine *engine_ = nullptr;
  int nth_in_file_ = -1;                         // of the data of particles in a restart file
  std::vector<LAMMPS_NS::tagint> stored_ids_;    // [atom], of ghosts too, while partners are updated

  /// Largest number of records of an owned atom.
  [[nodiscard]] int most_records();
  [[nodiscard]] int most_records_of_all();
  [[nodiscard]] bool ids_have_changed();
  [[nodiscard]] std::string refusal() const;
  void update_all_partners();
};

}    // namespace granular_srt
