#pragma once

#include "contact_sides.h"
#include "kernel_sums.h"
#include "sphere_views.h"

#include "contact/contact.h"

#include <functional>
#include <vector>

namespace granular_srt {

/// Teams of work items that evaluate contacts.
struct ContactTeams {
  int number, items;
  int pairs_of_item;    ///< near pairs at which an item looks, at most 32
  [[nodiscard]] KOKKOS_FUNCTION int pairs() const { return items * pairs_of_item; }
};
ContactTeams contact_teams(int pairs);

/// Loads of the contacts of a pass.
struct ContactLoads {
  enum { force_i = 0, torque_i = 3, torque_j = 6, heat = 9, all };    ///< components

  Kokkos::View<double *, LMPDeviceType> values;
  std::size_t places = 0;

  /// Component k of the contact at a place: the components of all contacts lie apart.
  [[nodiscard]] KOKKOS_FUNCTION double &at(int k, int place) const { return values(k * places + place); }
  [[nodiscard]] KOKKOS_FUNCTION contact::Vec3<double> vector(int k, int place) const
  {
    return {at(k, place), at(k + 1, place), at(k + 2, place)};
  }
};

/// All that one evaluation of all contacts reads and writes on the device, except the laws.
struct ContactPass {
  using Device = LMPDeviceType;

  SphereViews atoms;
  ContactSides sides;
  ContactTeams teams;
  ContactLoads loads;    ///< a place for each pair of the teams
  contact::HistoryLayout layout;
  contact::Step step;
  bool in_moving_box;    ///< whether contacts see the motion of the box
  contact::BoxRate box_rate;
  int frozen;                                  ///< group bit of fix freeze, 0 without
  double special[4];                           ///< factor of each kind of special neighbor
  Kokkos::View<double *, Device> body_mass;    ///< [atom] of its rigid body, or its own; empty without bodies
  Kokkos::View<double *, Device> temperature, heatflow;    ///< empty without heat conduction
  TensorOfAtoms virial;                                    ///< [atom]; empty if not wanted

  /// Factor of the loads of a side with this entry of the neighbor list.
  [[nodiscard]] KOKKOS_FUNCTION double factor(const int entry) const { return special[entry >> SBBITS & 3]; }
};

/// AccountOptions on the device.
struct DeviceAccountOptions {
  bool unseen_box;              ///< whether the box moves and the contacts do not see it
  contact::BoxRate box_rate;    ///< of a box that moves
  Kokkos::View<double *, ContactPass::Device> image_velocity;    ///< [atom * 3 + dimension]; empty without
};

/// Evaluates all contacts: histories and ContactLoads.
using ContactKernel = std::function<void(const ContactPass &pass)>;
/// Evaluates all contacts, too. Returns the account of energy of this rank.
using AccountKernel =
    std::function<AccountTotals(const ContactPass &pass, const DeviceAccountOptions &options)>;

/// Adds the loads of the contacts of each owned atom to the atom, always in the same order.
/// \param virial  gets this rank's share of the virial; null if it is not wanted
void add_contact_loads(const ContactPass &pass, TensorSum *virial);
/// The same, without waiting for the virial.
void add_contact_loads(const ContactPass &pass, const SumOnDevice<TensorSum> &virial);

/// Uses the first of CompiledLaws (engine/evaluate/compiled_laws.h) that fits all laws; the generic law fits always.
/// \param doubles  in memory, of the history of a contact
ContactKernel make_contact_kernel(const std::vector<contact::AnyContact> &laws, int doubles);
/// Uses the first of AccountLaws (engine/evaluate/compiled_laws.h) that fits all laws.
AccountKernel make_account_kernel(const std::vector<contact::AnyContact> &laws);

}    // namespace granular_srt
