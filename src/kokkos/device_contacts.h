#pragma once

#include "contact_slots.h"
#include "kernel_sums.h"
#include "sphere_views.h"

#include "contact/contact.h"

#include <functional>
#include <vector>

namespace granular_srt {

/// All that one evaluation of all contacts reads and writes on the device, except the laws.
struct ContactPass {
  using Device = LMPDeviceType;

  SphereViews atoms;
  ContactSlots slots;
  contact::HistoryLayout layout;
  contact::Step step;
  bool in_moving_box;    ///< whether contacts see the motion of the box
  contact::BoxRate box_rate;
  Kokkos::View<const int *, Device> law_of;    ///< [type_i * type_stride + type_j]
  int type_stride;
  int frozen;                                  ///< group bit of fix freeze, 0 without
  double special[4];                           ///< factor of each kind of special neighbor
  Kokkos::View<double *, Device> body_mass;    ///< [atom] of its rigid body, or its own; empty without bodies
  Kokkos::View<double *, Device> temperature, heatflow;    ///< empty without heat conduction
  TensorOfAtoms virial;                                    ///< [atom]; empty if not wanted

  /// Factor of the loads of a slot with this entry of the neighbor list.
  [[nodiscard]] KOKKOS_FUNCTION double factor(const int entry) const { return special[entry >> SBBITS & 3]; }
};

/// AccountOptions on the device.
struct DeviceAccountOptions {
  bool unseen_box;              ///< whether the box moves and the contacts do not see it
  contact::BoxRate box_rate;    ///< of a box that moves
  Kokkos::View<double *, ContactPass::Device> image_velocity;    ///< [atom * 3 + dimension]; empty without
};

/// Adds the loads of all contacts to the owned atoms.
/// \param virial  gets this rank's share of the virial; null if it is not wanted
using DeviceContacts = std::function<void(const ContactPass &pass, TensorSum *virial)>;
/// Adds the loads of all contacts to the owned atoms. Returns the virial and the account of energy of this rank.
using DeviceAccounts =
    std::function<Accounted<TensorSum>(const ContactPass &pass, const DeviceAccountOptions &options)>;

/// Uses the first of CompiledLaws (engine/evaluate/compiled_laws.h) that fits all laws; the generic law fits always.
/// \param doubles  in memory, of the history of a contact
DeviceContacts make_device_contacts(const std::vector<contact::AnyContact> &laws, int doubles);
/// Uses the first of AccountLaws (engine/evaluate/compiled_laws.h) that fits all laws.
DeviceAccounts make_device_accounts(const std::vector<contact::AnyContact> &laws);

}    // namespace granular_srt
