#pragma once

#include "contact_slots.h"
#include "tensor_sum.h"
#include "sphere_views.h"

#include "contact/contact.h"
#include "contact/bodies.h"

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
  Kokkos::View<double *, Device> body_mass;    ///< [atom] of its rigid body, 0 if free; empty without bodies
  Kokkos::View<double *, Device> temperature, heatflow;    ///< empty without heat conduction
  Kokkos::View<double *[6], Device> virial;                ///< [atom]; empty if not wanted

  /// Factor of the loads of a slot with this entry of the neighbor list.
  [[nodiscard]] KOKKOS_FUNCTION double factor(const int entry) const { return special[entry >> SBBITS & 3]; }
};

/// Evaluates contacts without an account of energy.
struct WithoutAccounts {
  using Sums = TensorSum;

  static KOKKOS_FUNCTION TensorSum &virial(Sums &sums) { return sums; }

  template <class Law>
  KOKKOS_FUNCTION contact::Loads<double> loads(const Law &law, const contact::Geometry<double> &geometry,
                                               const contact::Motion<double> &motion, const ContactPass &pass,
                                               int, double *history, Sums &) const
  {
    return law.loads(geometry, motion, pass.step, pass.layout, history);
  }

  template <class Law, class MotionOf>
  KOKKOS_FUNCTION void end(const Law &, const contact::Vec3<double> &, double, double, MotionOf,
                           const ContactPass &, int, double *, Sums &) const
  {
  }
};

/// Evaluates the contacts of each owned atom and adds their loads to that atom.
/// Law: one of CompiledLaws (engine/evaluate/compiled_laws.h). Accounts: WithoutAccounts, or WithAccounts (contact_accounts.h).
template <class Law, class Accounts = WithoutAccounts> struct AtomContacts {
  using Sums = typename Accounts::Sums;

  ContactPass pass;
  Kokkos::View<const Law *, ContactPass::Device> laws;
  Accounts accounts{};

  GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const int i) const
  {
    Sums none;
    evaluate<false>(i, none);
  }

  /// The same, and adds half of the virial of each contact: the other side adds the other half.
  GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const int i, Sums &sums) const
  {
    evaluate<true>(i, sums);
  }

 private:
  KOKKOS_FUNCTION contact::Body<double> body(const int i) const
  {
    const SphereViews &atoms = pass.atoms;
    const bool in_body = pass.body_mass.extent(0) > 0 && pass.body_mass(i) > 0.0;
    return {row(atoms.v, i),
            row(atoms.omega, i),
            in_body ? pass.body_mass(i) : double(atoms.mass(i)),
            double(atoms.radius(i)),
            pass.temperature.extent(0) > 0 ? pass.temperature(i) : 0.0,
            (atoms.mask(i) & pass.frozen) != 0};
  }

  KOKKOS_FUNCTION contact::Motion<double> motion_of(const contact::Body<double> &me,
                                                    const contact::Body<double> &other,
                                                    const contact::Vec3<double> &separation) const
  {
    auto motion = contact::motion_of(me, other, pass.frozen != 0, Law::needs_mean_inertia);
    if (pass.in_moving_box) motion.by_box = contact::velocity_by_box(pass.box_rate, separation);
    return motion;
  }

  /// First of the slots [slot, end) that holds a contact or may hold one after this step; `end` if there is none.
  /// \param x       center of the atom whose slots they are
  /// \param radius  its radius
  KOKKOS_FUNCTION int next_contact(const contact::Vec3<double> &x, const double radius, int slot,
                                   const int end) const
  {
    const ContactSlots &slots = pass.slots;
    for (; slot < end; ++slot) {
      if (slots.doubles > 0 && slots.touch(slot)) return slot;
      const int j = slots.neighbor(slot) & NEIGHMASK;
      const contact::Vec3<double> separation = x - row(pass.atoms.x, j);
      if (contact::overlapping(dot(separation, separation), radius, double(pass.atoms.radius(j))))
        return slot;
    }
    return end;
  }

  template <bool sums_virial> KOKKOS_FUNCTION void evaluate(const int i, Sums &sums) const
  {
    const ContactSlots &slots = pass.slots;
    const contact::Body<double> me = body(i);
    const contact::Vec3<double> x = row(pass.atoms.x, i);
    const int law_row = pass.atoms.type(i) * pass.type_stride;
    const bool has_history = slots.doubles > 0, conducts = pass.temperature.extent(0) > 0;
    contact::Vec3<double> force{0.0, 0.0, 0.0}, torque{0.0, 0.0, 0.0};
    double heat = 0.0;
    TensorSum mine;

    const int end = slots.first(i + 1);
    // The search is a loop of its own: on a GPU the work items of a group search until each has found its next contact,
    // and then evaluate their contacts together.
    for (int s = next_contact(x, me.radius(), slots.first(i), end); s < end;
         s = next_contact(x, me.radius(), s + 1, end)) {
      const int entry = slots.neighbor(s), j = entry & NEIGHMASK;
      const contact::Vec3<double> separation = x - row(pass.atoms.x, j);
      const double distance_squared = dot(separation, separation), radius_j = pass.atoms.radius(j);
      const bool touching = has_history && slots.touch(s);
      const Law &law = laws(pass.law_of(law_row + pass.atoms.type(j)));
      double *history = has_history ? &slots.history(std::size_t(s) * slots.doubles) : nullptr;
      const contact::Life life = law.life(distance_squared, me.radius(), radius_j, touching);
      if (life == contact::Life::begins && has_history) slots.touch(s) = true;
      if (life == contact::Life::ends) {
        accounts.end(
            law, separation, me.radius(), radius_j, [&] { return motion_of(me, body(j), separation); }, pass,
            entry, history, sums);
        slots.touch(s) = false;
        for (int k = 0; k < slots.doubles; ++k) history[k] = 0.0;
        continue;
      }

      const contact::Body<double> other = body(j);
      const auto motion = motion_of(me, other, separation);
      const auto geometry = contact::sphere_pair(separation, distance_squared, me.radius(), other.radius());
      const contact::Loads<double> loads = accounts.loads(law, geometry, motion, pass, entry, history, sums);

      const double factor = pass.factor(entry);
      const contact::Vec3<double> pull = factor * loads.force;
      force = force + pull;
      torque = torque + factor * loads.torque_i;
      heat += loads.heat;
      if constexpr (sums_virial) {
        const auto virial_of_contact = pass.in_moving_box ? contact::virial_of_box(pull, separation)
                                                          : contact::virial_of(pull, separation);
        for (int k = 0; k < 6; ++k) mine.value[k] += 0.5 * virial_of_contact.value[k];
      }
    }

    add_to_row(pass.atoms.f, i, force);
    add_to_row(pass.atoms.torque, i, torque);
    if (conducts) pass.heatflow(i) += heat;
    if constexpr (sums_virial) {
      Accounts::virial(sums) += mine;
      if (pass.virial.extent(0) > 0)
        for (int k = 0; k < 6; ++k) pass.virial(i, k) = mine.value[k];
    }
  }
};

}    // namespace granular_srt
