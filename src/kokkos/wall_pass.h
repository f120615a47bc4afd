#pragma once

#include "device_records.h"
#include "kernel_sums.h"
#include "sphere_views.h"

#include "contact/touch.h"
#include "wall/periodic_box.h"
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
  int group;               ///< bit of the atoms that feel the wall
  int type;                ///< of the atoms that are evaluated; 0 for all
  bool has_history;        ///< as in WallLaws
  bool beyond_contact;     ///< as in WallLaws
  bool sees_box;           ///< contacts include the motion of the box
  contact::BoxFlow box;    ///< read if they do, and by accounts
  PeriodicBox periodic;
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
    const contact::Vec3<double> x = seen(i).x;
    const double radius = pass.atoms.radius(i);
    int touched = 0;    // a bit for each part of the wall
    const bool changes_contacts = pass.has_history && pass.step.update;
    const int before = pass.has_history && !pass.step.update ? pass.history.count[i] : 0;
    TensorSum virial;
    WallContact place;
    for (int part = 0; part < pass.surface.parts(); ++part) {
      if (!feels || !pass.surface.find(part, x, law.reach_at_wall(radius), place)) continue;
      const int record = pass.has_history ? pass.history.find(i, part) : -1;
      const bool touching = record >= 0;
      // pass.box and the image are evaluated anew each time: to keep the velocity, nvcc would spill registers
      place.velocity = place.velocity - seen(i).velocity;
      const auto bodies = at_wall(i, radius, place,
                                  pass.sees_box ? place.velocity - pass.box.velocity_at(x) : place.velocity);
      if (radius * place.curvature <= -1.0) {
        if (acts(bodies.life(law, pass.beyond_contact && touching)) && radius > sums.refused_radius)
          sums.refused_radius = radius;
        continue;
      }
      contact::Loads<double> loads;
      const auto touch = [&](const auto &account) {
        return contact::touch(law, bodies, pass.beyond_contact && touching, History{pass, i, part, record},
                              pass.step, account, loads);
      };
      contact::Life life;
      if constexpr (Accounts::wanted)
        life = touch([&](const auto &terms, const auto &its_loads, const auto &account_of) {
          auto account = account_of();
          if (!pass.sees_box)
            contact::carry(account, terms, its_loads,
                           contact::CarriedMotion<double>{true, pass.box.velocity_at(x), {0.0, 0.0, 0.0}});
          all.account.add(1.0, account);
        });
      else
        life = touch(contact::NoAccount{});
      if (!acts(life)) continue;
      touched |= 1 << part;

      add_to_row(pass.atoms.f, i, loads.force);
      add_to_row(pass.atoms.torque, i, loads.torque_i);
      const auto virial_of_contact = contact::virial_of(loads.force, place.separation);
      for (int k = 0; k < 6; ++k) virial.value[k] += virial_of_contact.value[k];
      sums.contacts += 1.0;
      const double overlap = 1.0 - place.distance / radius;
      if (overlap > sums.largest_overlap) sums.largest_overlap = overlap;
      sums.box_power += dot(loads.force, pass.box.velocity_at(x));
      sums.force = sums.force - loads.force;
      sums.torque = sums.torque - (cross(x - pass.origin, loads.force) + loads.torque_i);
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
  /// Where the wall sees an atom.
  [[nodiscard]] KOKKOS_FUNCTION PeriodicImage seen(const int i) const
  {
    return pass.periodic.image(row(pass.atoms.x, i), pass.atoms.mask(i));
  }

  /// Contacts of an atom with parts of the wall whose bits are not set end.
  KOKKOS_FUNCTION void end_in_account(const int i, const double radius, const int touched,
                                      AccountTotals &account) const
  {
    if (pass.history.count[i] == 0) return;
    for (int part = 0; part < pass.surface.parts(); ++part) {
      const int record = pass.history.find(i, part);
      if (record < 0 || (touched >> part & 1)) continue;
      WallContact place{};
      const PeriodicImage at = seen(i);
      if (!pass.surface.find(part, at.x, contact::reach_of_ended(law, radius), place)) place = {};
      double stored[contact::n_modes];
      at_wall(i, radius, place, place.velocity - at.velocity - pass.box.velocity_at(at.x))
          .ended(law, pass.step.dt, pass.layout,
                 pass.history.doubles > 0 ? pass.history.values_of(i, record) : nullptr, stored);
      account.add_ended(1.0, stored);
    }
  }

  /// \param velocity  of the wall, as the law sees it
  [[nodiscard]] KOKKOS_FUNCTION contact::SphereAtWall<AtomBody<WallPass>>
  at_wall(const int i, const double radius, const WallContact &place,
          const contact::Vec3<double> &velocity) const
  {
    return {{pass, i, radius}, place.separation, place.distance, place.curvature, velocity, place.omega, 0.0};
  }

  /// The history of an atom at a part of the wall: in a record that a new contact adds.
  struct History {
    const WallPass &pass;
    int i, part, record;

    template <class F> KOKKOS_FUNCTION auto lend(bool /*update*/, F f) const
    {
      const auto &history = pass.history;
      const int mine = pass.has_history && record < 0 ? history.add(i, part) : record;
      double *const values = history.doubles > 0 ? history.values_of(i, mine) : nullptr;
      if (record < 0)
        for (int k = 0; k < history.doubles; ++k) values[k] = 0.0;
      return f(pass.layout, values);
    }
  };
};

}    // namespace granular_srt
