#pragma once

#include "contact_slots.h"
#include "six_sums.h"
#include "sphere_views.h"

#include "contact/contact.h"
#include "contact/effective_mass.h"

namespace granular_srt {

/// What one evaluation of all contacts needs on the device beside the laws.
struct ContactPass {
  using Device = LMPDeviceType;

  SphereViews atoms;
  ContactSlots slots;
  contact::HistoryLayout layout;
  contact::Step step;
  Kokkos::View<const int *, Device> law_of;    ///< [type_i * type_stride + type_j]
  int type_stride;
  int frozen;                                  ///< group bit of fix freeze, 0 if none
  double special[4];                           ///< factors of the kinds of neighbors
  Kokkos::View<double *, Device> body_mass;    ///< of the atom's rigid body, 0 if free; empty without
  Kokkos::View<double *, Device> temperature, heatflow;    ///< empty without heat conduction
  Kokkos::View<double *[6], Device> virial;    ///< per atom; empty if not wanted
};

/// Evaluates the contacts of each owned atom and adds their loads to that atom. Law: contact::AnyContact or
/// one of the static combinations.
template <class Law> struct AtomContacts {
  ContactPass pass;
  Kokkos::View<const Law *, ContactPass::Device> laws;

  GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const int i) const
  {
    SixSums none;
    evaluate<false>(i, none);
  }

  /// Adds the half of each contact's virial that belongs to this side.
  GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const int i, SixSums &virial) const
  {
    evaluate<true>(i, virial);
  }

 private:
  struct Body {
    contact::Vec3<double> x, v, omega;
    double radius, mass;
    bool frozen;
  };

  KOKKOS_FUNCTION Body body(const int i) const
  {
    const SphereViews &atoms = pass.atoms;
    double mass = atoms.mass(i);
    if (pass.body_mass.extent(0) > 0 && pass.body_mass(i) > 0.0) mass = pass.body_mass(i);
    return {row(atoms.x, i), row(atoms.v, i), row(atoms.omega, i), double(atoms.radius(i)),
            mass, (atoms.mask(i) & pass.frozen) != 0};
  }

  template <bool sums_virial> KOKKOS_FUNCTION void evaluate(const int i, SixSums &virial) const
  {
    const ContactSlots &slots = pass.slots;
    const Body me = body(i);
    const int law_row = pass.atoms.type(i) * pass.type_stride;
    const bool remembers = slots.doubles > 0, conducts = pass.temperature.extent(0) > 0;
    contact::Vec3<double> force{0.0, 0.0, 0.0}, torque{0.0, 0.0, 0.0};
    double heat = 0.0;
    SixSums mine;

    for (int s = slots.first(i); s < slots.first(i + 1); ++s) {
      const int entry = slots.neighbor(s), j = entry & NEIGHMASK;
      const contact::Vec3<double> separation = me.x - row(pass.atoms.x, j);
      const double distance_squared = dot(separation, separation), radius_j = pass.atoms.radius(j);
      const bool touched = remembers && slots.touch(s);
      bool touches = contact::overlapping(distance_squared, me.radius, radius_j);
      if (!touches && !touched) continue;
      const Law &law = laws(pass.law_of(law_row + pass.atoms.type(j)));
      double *history = remembers ? &slots.history(std::size_t(s) * slots.doubles) : nullptr;
      if (touches != touched && remembers) {
        touches = law.touches(distance_squared, me.radius, radius_j, touched);
        slots.touch(s) = touches;
        if (!touches) {
          // a contact that is lost forgets all
          for (int k = 0; k < slots.doubles; ++k) history[k] = 0.0;
          continue;
        }
      }

      const Body other = body(j);
      contact::Motion<double> motion;
      motion.v_i = me.v;
      motion.v_j = other.v;
      motion.omega_i = me.omega;
      motion.omega_j = other.omega;
      motion.effective_mass = contact::effective_mass(me.mass, other.mass, me.frozen, other.frozen);
      if constexpr (Law::needs_mean_inertia) {
        const contact::PairMeans means = contact::pair_means(me.mass, other.mass, me.radius, other.radius,
                                                             me.frozen, other.frozen);
        motion.mean_mass = means.mass;
        motion.mean_inertia = means.inertia;
      }
      motion.temperature_i = conducts ? pass.temperature(i) : 0.0;
      motion.temperature_j = conducts ? pass.temperature(j) : 0.0;
      const auto geometry = contact::sphere_pair(separation, distance_squared, me.radius, other.radius);
      const contact::Loads<double> loads = law.loads(geometry, motion, pass.step, pass.layout, history);

      const double factor = pass.special[entry >> SBBITS & 3];
      const contact::Vec3<double> pull = factor * loads.force;
      force = force + pull;
      torque = torque + factor * loads.torque_i;
      heat += loads.heat;
      if constexpr (sums_virial) {
        const double products[6] = {separation.x * pull.x, separation.y * pull.y, separation.z * pull.z,
                                    separation.x * pull.y, separation.x * pull.z, separation.y * pull.z};
        for (int k = 0; k < 6; ++k) mine.value[k] += 0.5 * products[k];
      }
    }

    add_to_row(pass.atoms.f, i, force);
    add_to_row(pass.atoms.torque, i, torque);
    if (conducts) pass.heatflow(i) += heat;
    if constexpr (sums_virial) {
      virial += mine;
      if (pass.virial.extent(0) > 0)
        for (int k = 0; k < 6; ++k) pass.virial(i, k) = mine.value[k];
    }
  }
};

}    // namespace granular_srt
