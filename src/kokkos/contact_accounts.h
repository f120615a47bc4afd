#pragma once

#include "accounted.h"
#include "contact_pass.h"

namespace granular_srt {

/// Evaluates contacts with their account of energy (AtomContacts). A contact is evaluated once for each of its atoms, and
/// each time half of its account counts.
struct WithAccounts {
  using Device = ContactPass::Device;
  using Sums = Accounted<TensorSum>;    // the virial

  bool unseen_box;              ///< whether the box moves and the contacts do not see it
  contact::BoxRate box_rate;    ///< of a box that moves
  Kokkos::View<double *, Device>
      image_velocity;    ///< [atom * 3 + dimension] as in AccountOptions; empty without

  static KOKKOS_FUNCTION TensorSum &virial(Sums &sums) { return sums.loads; }

  /// \param entry  of the neighbor list
  template <class Law>
  KOKKOS_FUNCTION contact::Loads<double> loads(const Law &law, const contact::Geometry<double> &geometry,
                                               const contact::Motion<double> &motion, const ContactPass &pass,
                                               const int entry, double *history, Sums &sums) const
  {
    contact::CarriedMotion<double> box{unseen_box,
                                       contact::velocity_by_box(box_rate, geometry.separation),
                                       {0.0, 0.0, 0.0}};
    if (image_velocity.extent(0) > 0)
      box.of_image = contact::load_vector(&image_velocity(3 * std::size_t(entry & NEIGHMASK)));
    return accounted_loads(law, geometry, motion, pass.step, pass.layout, history, pass.slots.doubles, &box,
                           0.5 * pass.factor(entry), sums.account);
  }

  /// A contact ends.
  /// \param motion   called for the motion of its bodies
  /// \param history  before the step
  template <class Law, class MotionOf>
  KOKKOS_FUNCTION void end(const Law &law, const contact::Vec3<double> &separation, const double radius_i,
                           const double radius_j, MotionOf motion, const ContactPass &pass, const int entry,
                           double *history, Sums &sums) const
  {
    if (!pass.step.update) return;
    double stored[contact::n_modes];
    contact::ended_pair(law, separation, radius_i, radius_j, motion(), pass.step.dt, pass.layout, history,
                        stored);
    sums.account.add_ended(0.5 * pass.factor(entry), stored);
  }
};

}    // namespace granular_srt
