#pragma once

#include "device_records.h"
#include "kernel_sums.h"
#include "sphere_views.h"

#include "contact/account.h"
#include "contact/contact.h"
#include "wall/shapes/wall_surface.h"

namespace granular_srt {

/// What all contacts with a wall add up to.
struct WallSums {
  double contacts = 0.0;
  contact::Vec3<double> force{0.0, 0.0, 0.0},
      torque{0.0, 0.0, 0.0};    ///< on the wall [force], [force length]
  TensorSum virial;
  double box_power = 0.0;         ///< of the box on the particles [energy/time]
  double refused_radius = 0.0;    ///< largest radius of particles that do not fit into a hollow wall [length]
  double largest_overlap = 0.0;    ///< divided by the radius

  KOKKOS_FUNCTION void operator+=(const WallSums &other)
  {
    contacts += other.contacts;
    force = force + other.force;
    torque = torque + other.torque;
    virial += other.virial;
    box_power += other.box_power;
    if (other.refused_radius > refused_radius) refused_radius = other.refused_radius;
    if (other.largest_overlap > largest_overlap) largest_overlap = other.largest_overlap;
  }
};

/// All that one evaluation of the contacts with a wall reads and writes on the device, except the law.
struct WallPass {
  using Device = LMPDeviceType;

  SphereViews atoms;
  WallSurface surface;
  DeviceWallHistory::Arrays history;    ///< read with has_history only
  contact::HistoryLayout layout;
  contact::Step step;
  int group;                                   ///< bit of the atoms that feel the wall
  int type;                                    ///< of the atoms that are evaluated; 0 for all
  bool has_history;                            ///< as in WallLaws
  bool beyond_contact;                         ///< as in WallLaws
  bool sees_box;                               ///< contacts include the motion of the box
  contact::BoxFlow box;                        ///< read if they do, and by accounts
  contact::Vec3<double> origin;                ///< reference point of the torque [length]
  Kokkos::View<double *, Device> body_mass;    ///< [atom] of its rigid body, or its own; empty without bodies
  TensorOfAtoms virial;                        ///< [atom]; empty if not wanted
};

/// Evaluates the contacts of each owned atom with planes or a cylinder, and adds their loads to that atom.
/// \tparam Law       one of CompiledLaws (engine/evaluate/compiled_laws.h)
/// \tparam Accounts  WithoutAccounts or WithAccounts
template <class Law, class Accounts = WithoutAccounts> struct ContactsWithWall {
  using Sums = typename Accounts::template Sums<WallSums>;

  WallPass pass;
  Law law;

  GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const int i, Sums &all) const
  {
    WallSums &sums = Accounts::loads(all);
    if (pass.type != 0 && pass.atoms.type(i) != pass.type) return;
    const bool feels = (pass.atoms.mask(i) & pass.group) != 0;
    const contact::Vec3<double> x = row(pass.atoms.x, i);
    const double radius = pass.atoms.radius(i);
    int touched = 0;    // a bit for each part of the wall
    const bool changes_contacts = pass.has_history && pass.step.update;
    const int before = pass.has_history && !pass.step.update ? pass.history.count[i] : 0;
    TensorSum virial;
    WallContact place;
    for (int part = 0; part < pass.surface.parts(); ++part) {
      if (!feels || !pass.surface.find(part, x, law.reach_at_wall(radius), place)) continue;
      int record = pass.has_history ? pass.history.find(i, part) : -1;
      const bool touching = record >= 0;
      if (!acts(law.life_at_wall(place.distance, radius, place.curvature, pass.beyond_contact && touching)))
        continue;
      if (radius * place.curvature <= -1.0) {
        if (radius > sums.refused_radius) sums.refused_radius = radius;
        continue;
      }
      touched |= 1 << part;
      if (pass.has_history && !touching) record = pass.history.add(i, part);
      const int doubles = pass.history.doubles;
      double *history = doubles > 0 ? pass.history.values_of(i, record) : nullptr;
      if (!touching)
        for (int k = 0; k < doubles; ++k) history[k] = 0.0;
      evaluate(i, x, radius, place, history, virial, all);
    }
    if constexpr (Accounts::wanted)
      if (pass.has_history) end_in_account(i, radius, touched, all.account);
    if (changes_contacts)
      pass.history.keep_records(i, [touched](int part) { return (touched >> part & 1) != 0; });
    else if (pass.has_history)
      pass.history.count[i] = before;    // new records are the last ones
    sums.virial += virial;
    if (pass.virial.extent(0) > 0)
      for (int k = 0; k < 6; ++k) pass.virial(i, k) = virial.value[k];
  }

 private:
  /// Contacts of an atom with parts of the wall whose bits are not set end.
  KOKKOS_FUNCTION void end_in_account(const int i, const double radius, const int touched,
                                      AccountTotals &account) const
  {
    if (pass.history.count[i] == 0) return;
    for (int part = 0; part < pass.surface.parts(); ++part) {
      const int record = pass.history.find(i, part);
      if (record < 0 || (touched >> part & 1)) continue;
      WallContact place{};
      if (!pass.surface.find(part, row(pass.atoms.x, i), contact::reach_of_ended(law, radius), place))
        place = {};
      double stored[contact::n_modes];
      contact::ended_at_wall(law, body(i, radius), place.separation,
                             place.velocity - pass.box.velocity_at(row(pass.atoms.x, i)), place.curvature,
                             pass.step.dt, pass.layout,
                             pass.history.doubles > 0 ? pass.history.values_of(i, record) : nullptr, stored);
      account.add_ended(1.0, stored);
    }
  }

  KOKKOS_FUNCTION contact::Loads<double> loads_of(const contact::Geometry<double> &geometry,
                                                  const contact::Motion<double> &motion,
                                                  const contact::Vec3<double> &by_box, double *history,
                                                  Sums &all) const
  {
    if constexpr (Accounts::wanted) {
      const contact::CarriedMotion<double> box{true, by_box, {0.0, 0.0, 0.0}};
      return accounted_loads(law, geometry, motion, pass.step, pass.layout, history, pass.history.doubles,
                             pass.sees_box ? nullptr : &box, 1.0, all.account);
    } else {
      return law.loads(geometry, motion, pass.step, pass.layout, history);
    }
  }

  KOKKOS_FUNCTION contact::Body<double> body(const int i, const double radius) const
  {
    const SphereViews &atoms = pass.atoms;
    const bool has_bodies = pass.body_mass.extent(0) > 0;
    return {row(atoms.v, i),
            row(atoms.omega, i),
            has_bodies ? pass.body_mass(i) : double(atoms.mass(i)),
            radius,
            0.0,
            false};
  }

  KOKKOS_FUNCTION void evaluate(const int i, const contact::Vec3<double> &x, const double radius,
                                const WallContact &place, double *history, TensorSum &virial, Sums &all) const
  {
    WallSums &sums = Accounts::loads(all);
    const contact::Vec3<double> by_box = pass.box.velocity_at(x);
    const contact::Vec3<double> velocity = pass.sees_box ? place.velocity - by_box : place.velocity;
    const contact::Body<double> wall = contact::wall_body(velocity, place.omega, 0.0);
    const auto motion = contact::motion_of(body(i, radius), wall, true, Law::needs_mean_inertia);
    const auto geometry = contact::curved_wall(place.separation, place.distance, radius, place.curvature);
    const contact::Loads<double> loads = loads_of(geometry, motion, by_box, history, all);

    add_to_row(pass.atoms.f, i, loads.force);
    add_to_row(pass.atoms.torque, i, loads.torque_i);
    const auto virial_of_contact = contact::virial_of(loads.force, place.separation);
    for (int k = 0; k < 6; ++k) virial.value[k] += virial_of_contact.value[k];
    sums.contacts += 1.0;
    const double overlap = 1.0 - place.distance / radius;
    if (overlap > sums.largest_overlap) sums.largest_overlap = overlap;
    sums.box_power += dot(loads.force, by_box);
    sums.force = sums.force - loads.force;
    sums.torque = sums.torque - (cross(x - pass.origin, loads.force) + loads.torque_i);
  }
};

}    // namespace granular_srt
