#pragma once

#include "contact_kernels.h"

#include "engine/contact_engine.h"

#include "pair.h"

#include <string>

namespace granular_srt {

/// The engine of a device (CUDA, HIP), and of a host with `package kokkos neigh full`. One work item evaluates one contact,
/// and another one adds the loads of an atom. Neighbor lists are full for every value of newton. In a step, per-atom data
/// are copied from the host only where host fixes have them: masses of rigid bodies when they are new, and temperatures,
/// for which LAMMPS has no device arrays. Single contacts for the ledger of energy are shown on the host, where they are
/// wanted.
class DeviceEngine : public ContactEngine {
 public:
  /// \param pair  for LAMMPS the style that runs on the device: its list is read, its cutoffs are checked
  DeviceEngine(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::Pair &pair, std::string name);

  void start(int doubles) override;
  void begin_run(bool own_lists) override;
  [[nodiscard]] std::string description(const InstructionSet &set) const override;
  void sync_host(unsigned long arrays) override;
  void step(const ContactStep &step, const ContactLoop &loop) override;
  [[nodiscard]] AccountTotals account() const override { return totals_; }
  void forget_lists() override { invalidate(); }
  [[nodiscard]] bool find(int i, int j, LAMMPS_NS::tagint partner, const int *type,
                          const contact::Vec3<double> &separation, double half_image,
                          double *history) override;
  [[nodiscard]] DeviceAtomHistories &stored() override { return stored_; }
  /// Stores the histories of all contacts with the atoms. Returns the largest number of contacts of one atom.
  int store();
  [[nodiscard]] double memory_usage() const override;

 private:
  using Device = ContactPass::Device;
  using Doubles = Kokkos::View<double *, Device>;

  /// The sides as they were after some evaluation, for find() and visitors.
  struct HostSides {
    long evaluation = -1;
    Kokkos::View<int *, Kokkos::HostSpace> first, neighbor, pair_side, pair_i, pair_j, place, law;
    Kokkos::View<double *, Kokkos::HostSpace> history;
  };

  LAMMPS_NS::LAMMPS *const lmp_;
  LAMMPS_NS::Pair &pair_;
  const std::string name_;    // of the style, for messages
  int doubles_ = 0;           // of history per contact
  DeviceAtomHistories stored_{0};
  ContactSides sides_;
  TypeLaws laws_;
  ContactKernel contacts_;    // empty until the first step of a run
  AccountKernel accounts_;    // empty until a ledger of energy is open
  AccountTotals totals_;
  Kokkos::View<int *, Device> law_of_;
  Doubles body_mass_, temperature_, heatflow_, image_velocity_;
  Doubles contact_loads_, swap_factors_;    // ContactLoads::values; of histories
  TensorOfAtoms virial_of_atom_;
  long evaluations_ = 0;
  HostSides host_sides_;

  /// The present ones: replicate makes others.
  [[nodiscard]] LAMMPS_NS::AtomKokkos &atom() const;
  /// \throws LAMMPS error if contacts of one sphere with two images of another would share a history
  void check_period() const;
  void take_laws(const TypeLaws &laws);
  void update_sides(const ContactStep &step, const ContactLoop &loop);
  void copy_to_device(const ContactStep &step, const ContactLoop &loop);
  [[nodiscard]] ContactPass contact_pass(const ContactStep &step, const ContactLoop &loop);
  void evaluate_with_accounts(const ContactPass &pass, const AccountOptions &options, std::size_t atoms);
  [[nodiscard]] const HostSides &sides_on_host();
  void visit_all(const CloseVisitor &visit);
};

}    // namespace granular_srt
