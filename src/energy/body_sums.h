#pragma once

#include "ledger_state.h"

#include "contact/vec3.h"
#include "engine/evaluate/passes.h"
#include "engine/history/memory_usage.h"

#include "pointers.h"

#include <array>
#include <vector>

namespace granular_srt {

/// Sums over the particles of this rank for the ledger of energy. A derived class may take them on a device.
class BodySums : protected LAMMPS_NS::Pointers {
 public:
  explicit BodySums(LAMMPS_NS::LAMMPS *lammps) : Pointers{lammps} {}
  ~BodySums() override = default;
  BodySums(const BodySums &) = delete;
  BodySums &operator=(const BodySums &) = delete;

  void init();

  [[nodiscard]] KineticEnergy kinetic() const;
  /// Of a particle in units of m r^2.
  [[nodiscard]] double inertia() const { return inertia_; }
  /// f.v + torque.omega [energy/time].
  /// \param kept  with the velocities that were kept, else with the present ones
  [[nodiscard]] virtual double power_of_forces(bool kept) const;
  /// Power of the weight of the particles [energy/time].
  /// \param kept  as above
  [[nodiscard]] double power_of_gravity(bool kept) const;
  virtual void keep_velocities();

  /// Keeps the present loads on all particles, ghosts included.
  virtual void keep_loads();
  /// Adds the present loads times a factor to those that were kept.
  /// \param of_host  whether the loads of the host are the present ones: a style on the host adds to them before or
  ///                 after this call
  virtual void add_loads(double factor, bool of_host);
  /// Of the kept loads, as power_of_forces().
  [[nodiscard]] virtual double power_of_kept_loads(bool kept) const;
  /// Whether the kept loads of ghosts are to be sent to their owners.
  [[nodiscard]] virtual bool has_loads_of_ghosts() const;
  void pack_loads(int first, int count, double *buffer) const;
  void add_packed_loads(int count, const int *list, const double *buffer);

  /// -m v.(D v) of all particles that a fix moves with the box [energy/time].
  [[nodiscard]] double power_of_box(bool kept) const;

  [[nodiscard]] virtual double memory_usage() const { return bytes_of(v_, omega_, f_, torque_); }

 protected:
  /// Sums of m v^2 and m r^2 omega^2 [mass velocity^2].
  [[nodiscard]] virtual std::array<double, 2> squares_of_velocities() const;
  /// Sum of m v of the atoms of a group [mass velocity].
  [[nodiscard]] virtual contact::Vec3<double> momentum(int group, bool kept) const;
  /// Sums of m v v of the atoms of a group, xx yy zz xy xz yz [mass velocity^2].
  [[nodiscard]] virtual std::array<double, 6> momentum_flux(int group, bool kept) const;

 private:
  double inertia_ = 0.0;              ///< of a particle in units of m r^2
  std::vector<double> v_, omega_;     ///< kept
  std::vector<double> f_, torque_;    ///< kept

  [[nodiscard]] SphereArrays arrays(bool kept) const;
};

/// Power of loads that fix rigid adds to its bodies and not to their particles [energy/time].
struct RigidPower {
  double of_weight, of_thermostat;    ///< keywords gravity and langevin
};

/// Sums over the bodies of fix rigid and its variants, of this rank, for the ledger of energy; zeros without bodies.
class RigidSums : protected LAMMPS_NS::Pointers {
 public:
  explicit RigidSums(LAMMPS_NS::LAMMPS *lammps) : Pointers{lammps} {}

  /// Keeps the present velocities.
  void keep_velocities();
  /// \param kept  with the velocities that were kept, else with the present ones
  [[nodiscard]] RigidPower power(bool kept) const;

  /// Kinetic energy of the bodies less that of their particles: a file may prescribe masses and inertias.
  /// \param inertia  of a particle in units of m r^2
  [[nodiscard]] KineticEnergy kinetic_beyond_particles(double inertia) const;

 private:
  std::vector<double> kept_;    ///< [body * 6], velocity and angular velocity
};

}    // namespace granular_srt
