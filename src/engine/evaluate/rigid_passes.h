#pragma once

#include "passes.h"
#include "rows.h"

#include "barostat/rigid_motion.h"

#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

namespace granular_srt {

namespace detail {

  // Where the members of as many bodies as a Real has lanes begin, from those of the first body on.
  template <class Real> struct BodyPlaces {
    std::ptrdiff_t at[lanes_in<Real>];

    template <class Body> BodyPlaces(const RigidBodies &bodies, Body body)
    {
      for (int lane = 0; lane < lanes_in<Real>; ++lane) at[lane] = bodies.stride * body(lane);
    }

    /// The first `size` doubles of a member.
    template <int size> void load(const double *member, Real *columns) const
    {
      load_columns(
          constant_size<size>, [&](int lane) { return member + at[lane]; }, columns);
    }

    template <int size> void store(double *member, const Real *columns) const
    {
      for_each_lane<Real>(
          [&](auto lane) { store_columns<lane>(constant_size<size>, member + at[lane], columns); });
    }
  };

  // Velocity and angular momentum of bodies, after half a kick.
  template <class Real> struct MovingBodies {
    Real v[3], angmom[3], omega[3], axes[9], moments[3];

    MovingBodies(const RigidBodies &bodies, const RigidPass &pass, const BodyPlaces<Real> &places)
    {
      using contact::select;
      Real mass, force[3], torque[3];
      places.template load<1>(bodies.mass, &mass);
      places.template load<3>(bodies.moments, moments);
      places.template load<3>(bodies.v, v);
      places.template load<3>(bodies.angmom, angmom);
      places.template load<3>(bodies.force, force);
      places.template load<3>(bodies.torque, torque);
      places.template load<9>(bodies.axes, axes);
      // LAMMPS sets a moment to zero if atoms without size lie on a line
      for (Real &moment : moments)
        moment = select(moment > Real(0.0), moment, Real(std::numeric_limits<double>::infinity()));
      barostat::add_scaled(v, Real(pass.kick) / mass, force);
      barostat::add_scaled(angmom, Real(pass.kick), torque);
      barostat::angular_velocity(axes, moments, angmom, omega);
    }

    void store(const RigidBodies &bodies, const BodyPlaces<Real> &places) const
    {
      places.template store<3>(bodies.v, v);
      places.template store<3>(bodies.angmom, angmom);
      places.template store<3>(bodies.omega, omega);
    }
  };

  template <class Real> GRANULAR_SRT_FLATTEN void move_bodies(RigidBodies bodies, RigidPass pass)
  {
    for_each_item<Real>(bodies.owned, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t first) {
      const BodyPlaces<Some> places(bodies, [first](int lane) { return first + lane; });
      MovingBodies<Some> moving(bodies, pass, places);
      Some center[3], quat[4], in_frame[3], geometric_center[3];
      places.template load<3>(bodies.center, center);
      places.template load<4>(bodies.quat, quat);
      places.template load<3>(bodies.geometric_center_in_frame, in_frame);
      barostat::add_scaled(center, Some(pass.time), moving.v);
      barostat::rotate_body(Some(pass.half_time), moving.moments, moving.angmom, moving.omega, quat);
      barostat::axes_of(quat, moving.axes);
      barostat::from_body_frame(moving.axes, in_frame, geometric_center);
      for (int k = 0; k < 3; ++k) geometric_center[k] = geometric_center[k] + center[k];
      moving.store(bodies, places);
      places.template store<3>(bodies.center, center);
      places.template store<3>(bodies.geometric_center, geometric_center);
      places.template store<4>(bodies.quat, quat);
      places.template store<9>(bodies.axes, moving.axes);
    });
  }

  template <class Real> GRANULAR_SRT_FLATTEN void kick_bodies(RigidBodies bodies, RigidPass pass)
  {
    for_each_item<Real>(bodies.owned, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t first) {
      const BodyPlaces<Some> places(bodies, [first](int lane) { return first + lane; });
      MovingBodies<Some>(bodies, pass, places).store(bodies, places);
    });
  }

  // Calls f(std::type_identity<Some>{}, i, spheres) for all atoms of bodies. Some is Real for consecutive spheres.
  template <class Real, class F> void for_each_body_atom(const BodyAtoms &atoms, int sphere, F f)
  {
    constexpr int lanes = lanes_in<Real>;
    const auto one = [&](std::ptrdiff_t i) {
      if (atoms.body[i] >= 0) f(std::type_identity<double>{}, i, atoms.flags[i] == sphere);
    };
    std::ptrdiff_t i = 0;
    for (; i + lanes <= atoms.count; i += lanes) {
      int differ = 0, signs = 0;
      for (int lane = 0; lane < lanes; ++lane) {
        differ |= atoms.flags[i + lane] ^ sphere;
        signs |= atoms.body[i + lane];
      }
      if (differ == 0 && signs >= 0)
        f(std::type_identity<Real>{}, i, true);
      else
        for (int lane = 0; lane < lanes; ++lane) one(i + lane);
    }
    for (; i < atoms.count; ++i) one(i);
  }

  // Numbers of periods in one dimension, from the bits of images.
  template <class Real> Real periods(const LAMMPS_NS::imageint *image, int shift)
  {
    using LAMMPS_NS::imageint;
    if constexpr (lanes_in<Real> == 1) {
      return static_cast<double>((*image >> shift & IMGMASK) - IMGMAX);
    } else if constexpr (is_twin<Real>) {
      using Half = decltype(Real::first);
      return {periods<Half>(image, shift), periods<Half>(image + Half::count, shift)};
    } else {
      typedef imageint Images __attribute__((vector_size(Real::count * sizeof(imageint))));
      Images images;
      std::memcpy(&images, image, sizeof images);
      return Real(__builtin_convertvector((images >> shift & IMGMASK) - IMGMAX, typename Real::Values));
    }
  }

  template <class Real> struct Periods {
    Real x, y, z;

    Periods(const BodyAtoms &atoms, std::ptrdiff_t i) :
        x{periods<Real>(atoms.image + i, 0)}, y{periods<Real>(atoms.image + i, IMGBITS)}, z{periods<Real>(
                                                                                              atoms.image + i,
                                                                                              IMG2BITS)}
    {
    }
  };

  // Velocity and angular velocity of atoms, from the bodies of the atoms.
  template <class Real> struct AtomsOfBodies {
    Real omega[3], offset[3], v[3];

    AtomsOfBodies(const RigidBodies &bodies, const BodyAtoms &atoms, std::ptrdiff_t i,
                  const BodyPlaces<Real> &places, bool placed)
    {
      Real center_v[3];
      places.template load<3>(bodies.omega, omega);
      places.template load<3>(bodies.v, center_v);
      if (placed) {
        load_rows(atoms.offset + 3 * i, offset);
      } else {
        Real axes[9], displacement[3];
        places.template load<9>(bodies.axes, axes);
        load_rows(atoms.displacement + 3 * i, displacement);
        barostat::from_body_frame(axes, displacement, offset);
      }
      barostat::cross_product(omega, offset, v);
      for (int k = 0; k < 3; ++k) v[k] = v[k] + center_v[k];
    }

    void store(const BodyAtoms &atoms, std::ptrdiff_t i, bool spheres, bool flat)
    {
      if (flat) v[2] = Real(0.0);
      store_rows(atoms.v + 3 * i, v);
      if (spheres) store_rows(atoms.omega + 3 * i, omega);
    }
  };

  template <class Real>
  GRANULAR_SRT_FLATTEN void place_atoms(RigidBodies bodies, BodyAtoms atoms, RigidPass pass)
  {
    for_each_body_atom<Real>(
        atoms, pass.sphere, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool spheres) {
          const BodyPlaces<Some> places(bodies, [&](int lane) { return atoms.body[i + lane]; });
          AtomsOfBodies<Some> placed(bodies, atoms, i, places, false);
          placed.store(atoms, i, spheres, pass.flat);
          store_rows(atoms.offset + 3 * i, placed.offset);

          Some center[3];
          places.template load<3>(bodies.center, center);
          const Periods<Some> from(atoms, i);
          const auto edge = [&](int k) { return Some(pass.edges[k]); };
          center[0] = center[0] - from.x * edge(0) - from.y * edge(3) - from.z * edge(4);
          center[1] = center[1] - from.y * edge(1) - from.z * edge(5);
          center[2] = center[2] - from.z * edge(2);
          if (pass.flat) placed.offset[2] = Some(0.0);
          for (int k = 0; k < 3; ++k) placed.offset[k] = placed.offset[k] + center[k];
          store_rows(atoms.x + 3 * i, placed.offset);
        });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void set_atom_velocities(RigidBodies bodies, BodyAtoms atoms, RigidPass pass)
  {
    for_each_body_atom<Real>(
        atoms, pass.sphere, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool spheres) {
          const BodyPlaces<Some> places(bodies, [&](int lane) { return atoms.body[i + lane]; });
          AtomsOfBodies<Some>(bodies, atoms, i, places, pass.placed).store(atoms, i, spheres, pass.flat);
        });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void sum_loads(RigidBodies bodies, BodyAtoms atoms, RigidPass pass)
  {
    for (std::ptrdiff_t body = 0; body < bodies.all; ++body)
      for (int k = 0; k < 3; ++k)
        bodies.force[bodies.stride * body + k] = bodies.torque[bodies.stride * body + k] = 0.0;
    for_each_body_atom<Real>(
        atoms, pass.sphere, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool) {
          const BodyPlaces<Some> places(bodies, [&](int lane) { return atoms.body[i + lane]; });
          Some x[3], f[3], center[3], torque[3];
          load_rows(atoms.x + 3 * i, x);
          load_rows(atoms.f + 3 * i, f);
          places.template load<3>(bodies.center, center);
          const Periods<Some> from(atoms, i);
          const auto edge = [&](int k) { return Some(pass.edges[k]); };
          x[0] = x[0] + edge(0) * from.x + edge(3) * from.y + edge(4) * from.z;
          x[1] = x[1] + edge(1) * from.y + edge(5) * from.z;
          x[2] = x[2] + edge(2) * from.z;
          for (int k = 0; k < 3; ++k) x[k] = x[k] - center[k];
          barostat::cross_product(x, f, torque);
          const Vec3<Some> force_of_atom{f[0], f[1], f[2]}, torque_of_force{torque[0], torque[1], torque[2]};
          for_each_lane<Some>([&](auto lane) {
            add_to_row<lane>(bodies.force + places.at[lane], force_of_atom);
            add_to_row<lane>(bodies.torque + places.at[lane], torque_of_force);
          });
        });
    // The torques of atoms come after all torques of forces: the same bits as LAMMPS' sums.
    for (std::ptrdiff_t i = 0; i < atoms.count; ++i) {
      if (atoms.body[i] < 0 || atoms.flags[i] != pass.sphere) continue;
      double *sum = bodies.torque + bodies.stride * atoms.body[i];
      for (int k = 0; k < 3; ++k) sum[k] += atoms.torque[3 * i + k];
    }
  }

}    // namespace detail

/// Passes of fix rigid/small over all bodies or over their atoms, compiled for one instruction set.
struct RigidPasses {
  /// Half a kick, a drift of the centers, a rotation; the geometric centers follow.
  void (*move_bodies)(RigidBodies bodies, RigidPass pass);
  /// Half a kick.
  void (*kick_bodies)(RigidBodies bodies, RigidPass pass);
  void (*place_atoms)(RigidBodies bodies, BodyAtoms atoms, RigidPass pass);
  void (*set_atom_velocities)(RigidBodies bodies, BodyAtoms atoms, RigidPass pass);
  /// Forces and torques on the bodies, summed over the atoms of this rank in LAMMPS' order.
  void (*sum_loads)(RigidBodies bodies, BodyAtoms atoms, RigidPass pass);
};

}    // namespace granular_srt
