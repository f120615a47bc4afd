#pragma once

#include "device_contacts.h"

#include "pair/pair_granular_srt.h"

#include <memory>

namespace granular_srt {

class FixContactHistoryKokkos;

/// pair_style granular/kk on a device (CUDA, HIP), and on a host with `package kokkos neigh full`. One work item
/// evaluates one contact, and another one adds the loads of an atom. Neighbor lists are full for every value of newton.
/// In a step, per-atom data are copied to the host only where host fixes need them: masses of rigid bodies with a new
/// neighbor list, and temperatures, for which LAMMPS has no device arrays. Single contacts for the ledger of energy are
/// evaluated on the host, where they are wanted.
class PairGranularDevice : public PairGranularSrt {
 public:
  explicit PairGranularDevice(LAMMPS_NS::LAMMPS *lammps, const char *name = "granular");

  void compute(int eflag, int vflag) override;
  void init_style() override;
  double memory_usage() override;

 protected:
  void sync_host() override;
  std::unique_ptr<GhostPacking> make_ghost_packing() override { return nullptr; }
  [[nodiscard]] std::string evaluation_summary(const std::string &) const override
  {
    return "one pair at a time, with full neighbor lists";
  }
  [[nodiscard]] int list_flags() const override;
  // LAMMPS' lists are made on the device
  [[nodiscard]] bool may_make_list() const override { return false; }
  [[nodiscard]] bool may_set_sort_bins() const override { return false; }    // not timed on a GPU
  [[nodiscard]] const char *history_style() const override { return "NEIGH_HISTORY_GRANULAR_SRT_KK"; }
  [[nodiscard]] bool find_history(int i, int j, double *history) override;

 private:
  using Device = ContactPass::Device;
  using Doubles = Kokkos::View<double *, Device>;

  /// The slots as they were after some evaluation, for single().
  struct HostSlots {
    long evaluation = -1;
    Kokkos::View<int *, Kokkos::HostSpace> first, neighbor, side, pair_i, pair_j, place;
    Kokkos::View<double *, Kokkos::HostSpace> history;
  };

  std::shared_ptr<ContactSlots> slots_ = std::make_shared<ContactSlots>();    ///< shared with the history fix
  DeviceContacts device_contacts_;
  DeviceAccounts accounts_;    ///< empty until a ledger of energy is open
  Kokkos::View<int *, Device> device_law_of_;
  Doubles body_masses_, temperature_, heatflow_, image_velocity_;
  Doubles contact_loads_, swap_factors_;    ///< ContactLoads::values; of histories
  TensorOfAtoms virial_of_atom_;
  long evaluations_ = 0;
  HostSlots host_slots_;

  [[nodiscard]] FixContactHistoryKokkos *history_fix() const;
  /// \throws LAMMPS error if contacts of one sphere with two images of another would share a history
  void check_period() const;
  void update_slots();
  void copy_laws();
  void copy_body_masses();
  void copy_temperatures();
  void copy_heatflow_back();
  [[nodiscard]] ContactPass contact_pass();
  [[nodiscard]] const HostSlots &slots_on_host();
  void add_accounts(const ContactPass &pass, ContactLedger &ledger);
  void list_contacts(ContactLedger &ledger);
};

}    // namespace granular_srt
