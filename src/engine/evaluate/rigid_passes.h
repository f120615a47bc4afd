#pragma once

#include "gather.h"
#include "rigid_pass.h"
#include "rows.h"

#include "barostat/rigid_motion.h"

#include <cstddef>
#include <limits>
#include <type_traits>

namespace granular_srt {

namespace detail {

  // The first `size` doubles of a member of as many bodies as a Real has lanes. body(lane): index of a body.
  template <int size, class Real, class Body>
  void load_bodies(const RigidBodies &bodies, const double *member, Body body, Real *columns)
  {
    load_columns(
        constant_size<size>, [&](int lane) { return member + bodies.stride * body(lane); }, columns);
  }

  template <int size, class Real>
  void store_bodies(const RigidBodies &bodies, double *member, std::ptrdiff_t first, const Real *columns)
  {
    for_each_lane<Real>([&](auto lane) {
      store_columns<lane>(constant_size<size>, member + bodies.stride * (first + lane), columns);
    });
  }

  // Calls f(std::type_identity<Some>{}, body) for all owned bodies: registers of bodies, then single ones.
  template <class Real, class F> void for_each_body(const RigidBodies &bodies, F f)
  {
    std::ptrdiff_t body = 0;
    for (; body + lanes_in<Real> <= bodies.owned; body += lanes_in<Real>) f(std::type_identity<Real>{}, body);
    for (; body < bodies.owned; ++body) f(std::type_identity<double>{}, body);
  }

  // Velocity and angular momentum of bodies, with what sets them in motion.
  template <class Real> struct MovingBodies {
    Real v[3], angmom[3], omega[3], axes[9], moments[3];

    MovingBodies(const RigidBodies &bodies, const RigidPass &pass, std::ptrdiff_t first)
    {
      using contact::select;
      const auto body = [first](int lane) { return first + lane; };
      Real mass, force[3], torque[3];
      load_bodies<1>(bodies, bodies.mass, body, &mass);
      load_bodies<3>(bodies, bodies.moments, body, moments);
      load_bodies<3>(bodies, bodies.v, body, v);
      load_bodies<3>(bodies, bodies.angmom, body, angmom);
      load_bodies<3>(bodies, bodies.force, body, force);
      load_bodies<3>(bodies, bodies.torque, body, torque);
      load_bodies<9>(bodies, bodies.axes, body, axes);
      // LAMMPS sets a moment to zero if atoms without size lie on a line
      for (Real &moment : moments)
        moment = select(moment > Real(0.0), moment, Real(std::numeric_limits<double>::infinity()));
      barostat::add_scaled(v, Real(pass.kick) / mass, force);
      barostat::add_scaled(angmom, Real(pass.kick), torque);
      barostat::angular_velocity(axes, moments, angmom, omega);
    }

    void store(const RigidBodies &bodies, std::ptrdiff_t first) const
    {
      store_bodies<3>(bodies, bodies.v, first, v);
      store_bodies<3>(bodies, bodies.angmom, first, angmom);
      store_bodies<3>(bodies, bodies.omega, first, omega);
    }
  };

  template <class Real> GRANULAR_SRT_FLATTEN void move_bodies(RigidBodies bodies, RigidPass pass)
  {
    for_each_body<Real>(bodies, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t first) {
      const auto body = [first](int lane) { return first + lane; };
      MovingBodies<Some> moving(bodies, pass, first);
      Some center[3], quat[4];
      load_bodies<3>(bodies, bodies.center, body, center);
      load_bodies<4>(bodies, bodies.quat, body, quat);
      barostat::add_scaled(center, Some(pass.time), moving.v);
      barostat::rotate_body(Some(pass.half_time), moving.moments, moving.angmom, moving.omega, quat);
      barostat::axes_of(quat, moving.axes);
      moving.store(bodies, first);
      store_bodies<3>(bodies, bodies.center, first, center);
      store_bodies<4>(bodies, bodies.quat, first, quat);
      store_bodies<9>(bodies, bodies.axes, first, moving.axes);
    });
  }

  template <class Real> GRANULAR_SRT_FLATTEN void kick_bodies(RigidBodies bodies, RigidPass pass)
  {
    for_each_body<Real>(bodies, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t first) {
      MovingBodies<Some>(bodies, pass, first).store(bodies, first);
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

  // Number of periods from the image of an atom to that of the center of its body.
  template <class Real> struct ImageLanes {
    bool all_zero;
    Real x, y, z;

    ImageLanes(const BodyAtoms &atoms, std::ptrdiff_t i)
    {
      using LAMMPS_NS::imageint;
      constexpr imageint zero = (imageint{IMGMAX} << IMG2BITS) | (imageint{IMGMAX} << IMGBITS) | IMGMAX;
      imageint differ = 0;
      for (int lane = 0; lane < lanes_in<Real>; ++lane) differ |= atoms.image[i + lane] ^ zero;
      all_zero = differ == 0;
      if (all_zero) return;
      const auto periods = [&](int shift) {
        return each_lane<Real>([&](int lane) {
          return static_cast<double>((atoms.image[i + lane] >> shift & IMGMASK) - IMGMAX);
        });
      };
      x = periods(0);
      y = periods(IMGBITS);
      z = periods(IMG2BITS);
    }
  };

  // Velocity and angular velocity of atoms, from the bodies of the atoms.
  template <class Real> struct AtomOfBody {
    Real omega[3], offset[3], v[3];

    template <class Body>
    AtomOfBody(const RigidBodies &bodies, const BodyAtoms &atoms, std::ptrdiff_t i, Body body)
    {
      Real axes[9], displacement[3], center_v[3];
      load_bodies<9>(bodies, bodies.axes, body, axes);
      load_bodies<3>(bodies, bodies.omega, body, omega);
      load_bodies<3>(bodies, bodies.v, body, center_v);
      load_rows(atoms.displacement + 3 * i, displacement);
      barostat::from_body_frame(axes, displacement, offset);
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
          const auto body = [&atoms, i](int lane) { return std::ptrdiff_t{atoms.body[i + lane]}; };
          AtomOfBody<Some> placed(bodies, atoms, i, body);
          placed.store(atoms, i, spheres, pass.flat);

          Some center[3];
          load_bodies<3>(bodies, bodies.center, body, center);
          const ImageLanes<Some> image(atoms, i);
          if (!image.all_zero) {
            const auto edge = [&](int k) { return Some(pass.edges[k]); };
            center[0] = center[0] - image.x * edge(0) - image.y * edge(3) - image.z * edge(4);
            center[1] = center[1] - image.y * edge(1) - image.z * edge(5);
            center[2] = center[2] - image.z * edge(2);
          }
          if (pass.flat) placed.offset[2] = Some(0.0);
          for (int k = 0; k < 3; ++k) placed.offset[k] = placed.offset[k] + center[k];
          store_rows(atoms.x + 3 * i, placed.offset);
        });
    for (std::ptrdiff_t body = 0; body < bodies.all; ++body) {
      const std::ptrdiff_t at = body * bodies.stride;
      double *center = bodies.geometric_center + at;
      barostat::from_body_frame(bodies.axes + at, bodies.geometric_center_in_frame + at, center);
      for (int k = 0; k < 3; ++k) center[k] += bodies.center[at + k];
    }
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void set_atom_velocities(RigidBodies bodies, BodyAtoms atoms, RigidPass pass)
  {
    for_each_body_atom<Real>(
        atoms, pass.sphere, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool spheres) {
          const auto body = [&atoms, i](int lane) { return std::ptrdiff_t{atoms.body[i + lane]}; };
          AtomOfBody<Some>(bodies, atoms, i, body).store(atoms, i, spheres, pass.flat);
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
          const auto body = [&atoms, i](int lane) { return std::ptrdiff_t{atoms.body[i + lane]}; };
          Some x[3], f[3], center[3], torque[3];
          load_rows(atoms.x + 3 * i, x);
          load_rows(atoms.f + 3 * i, f);
          load_bodies<3>(bodies, bodies.center, body, center);
          const ImageLanes<Some> image(atoms, i);
          if (!image.all_zero) {
            const auto edge = [&](int k) { return Some(pass.edges[k]); };
            x[0] = x[0] + edge(0) * image.x + edge(3) * image.y + edge(4) * image.z;
            x[1] = x[1] + edge(1) * image.y + edge(5) * image.z;
            x[2] = x[2] + edge(2) * image.z;
          }
          for (int k = 0; k < 3; ++k) x[k] = x[k] - center[k];
          barostat::cross_product(x, f, torque);
          const Vec3<Some> force_of_atom{f[0], f[1], f[2]}, torque_of_atom{torque[0], torque[1], torque[2]};
          for_each_lane<Some>([&](auto lane) {
            const std::ptrdiff_t at = bodies.stride * body(lane);
            add_to_row<lane>(bodies.force + at, force_of_atom);
            add_to_row<lane>(bodies.torque + at, torque_of_atom);
          });
        });
    // all torques of forces come before the torques of atoms: the same bits as LAMMPS' sums
    for (std::ptrdiff_t i = 0; i < atoms.count; ++i) {
      if (atoms.body[i] < 0 || atoms.flags[i] != pass.sphere) continue;
      double *sum = bodies.torque + bodies.stride * atoms.body[i];
      for (int k = 0; k < 3; ++k) sum[k] += atoms.torque[3 * i + k];
    }
  }

}    // namespace detail

/// Passes of fix rigid/small over all bodies or over their atoms, compiled for one instruction set.
struct RigidPasses {
  /// Half a kick, a drift of the centers, a rotation.
  void (*move_bodies)(RigidBodies bodies, RigidPass pass);
  /// Half a kick.
  void (*kick_bodies)(RigidBodies bodies, RigidPass pass);
  /// Positions and velocities of the atoms, geometric centers of the bodies.
  void (*place_atoms)(RigidBodies bodies, BodyAtoms atoms, RigidPass pass);
  /// Velocities of the atoms.
  void (*set_atom_velocities)(RigidBodies bodies, BodyAtoms atoms, RigidPass pass);
  /// Forces and torques on the bodies, summed over the atoms of this rank in LAMMPS' order.
  void (*sum_loads)(RigidBodies bodies, BodyAtoms atoms, RigidPass pass);
};

namespace detail {
  template <class Real> constexpr RigidPasses rigid_passes_of()
  {
    return {move_bodies<Real>, kick_bodies<Real>, place_atoms<Real>, set_atom_velocities<Real>,
            sum_loads<Real>};
  }
}    // namespace detail

}    // namespace granular_srt
