// fix nph/sphere: spheres in a triclinic box that follows a target pressure tensor.

#ifndef GRANULAR_SRT_STYLES_FIX_NPH_SPHERE_SRT_H
#define GRANULAR_SRT_STYLES_FIX_NPH_SPHERE_SRT_H

#include "nph_sphere_arguments.h"
#include "simd/sphere_pass.h"

#include "barostat/cell_flow.h"
#include "barostat/flip.h"
#include "barostat/velocity_scaling.h"

#include "fix_nh.h"

#include <functional>

namespace granular_srt {

struct Kernels;
class Workers;

/// Driver of src/barostat/ in LAMMPS' time loop. FixNH gives the parsing, the state variables and
/// with them restart, fix_modify and output; it integrates nothing here. All that touches per-atom
/// arrays is virtual: fix nph/sphere/kk has it for the arrays of Kokkos.
class FixNphSphereSrt : public LAMMPS_NS::FixNH {
 public:
  FixNphSphereSrt(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;
  void setup(int vflag) override;
  void initial_integrate(int vflag) override;
  void final_integrate() override;
  void initial_integrate_respa(int vflag, int ilevel, int iloop) override;
  void final_integrate_respa(int ilevel, int iloop) override;
  void pre_exchange() override;
  void restart(char *buf) override;

 protected:
  /// \param temperature_style  style of the compute that the fix makes for itself
  FixNphSphereSrt(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg, const char *temperature_style);

  /// Threads that share the passes over the spheres; null: the calling thread alone.
  [[nodiscard]] virtual const Workers *workers() const { return nullptr; }

  /// The pass before the new forces, over all spheres.
  virtual void first_half(const SpherePass &pass);
  /// The pass after the new forces.
  /// \param kinetic  null, or six sums to which the kinetic stress of all spheres is added [energy]
  virtual void second_half(const SpherePass &pass, double *kinetic);
  /// Adds the kinetic stress of all spheres to six sums [energy].
  virtual void sum_kinetic(double *kinetic);
  /// Turns the dipoles of the group by a whole step.
  virtual void rotate_dipoles();
  /// The cell's action on the velocities without the bias of the temperature compute.
  virtual void scale_biased_velocities(const barostat::VelocityScaling &scaling);
  /// Wraps the atoms into the flipped box and sends each to the process that owns its place.
  virtual void flip_atoms(const barostat::Flip &flip);
  /// Runs the temperature or the pressure compute.
  virtual double scalar_of(LAMMPS_NS::Compute &compute);
  virtual void vector_of(LAMMPS_NS::Compute &compute);

 private:
  FixNphSphereSrt(LAMMPS_NS::LAMMPS *lmp, NphSphereArguments arguments, const char *temperature_style);

  // the base class' arrays in the types of the barostat
  [[nodiscard]] barostat::Controlled controlled() const;
  [[nodiscard]] barostat::Voigt rates() const;
  void set_rates(const barostat::Voigt &rate);
  [[nodiscard]] barostat::Cell read_cell() const;
  void put_cell(const barostat::Cell &cell);

  // the pistons
  [[nodiscard]] double reference_temperature();
  [[nodiscard]] double contact_reference_energy() const;
  void update_targets();
  void measure_pressure();
  void kick_pistons();
  void advance_chain();

  // the box and the particles
  [[nodiscard]] barostat::CellFlow cell_flow() const;
  [[nodiscard]] barostat::Cell half_step_of_cell(const barostat::Cell &cell);
  [[nodiscard]] barostat::VelocityScaling scaling() const;
  void start_step();
  void measure_start();
  [[nodiscard]] bool others_leave_velocities() const;
  [[nodiscard]] SpherePass pass(bool scale) const;
  void kick(bool scale);
  void kick_and_drift(bool scale);
  void put_kinetic(const double *mine);

  // the spheres, in parts of whole blocks, one a thread
  [[nodiscard]] SphereArrays arrays() const;
  [[nodiscard]] int parts() const;
  void share(const std::function<void(int, const SphereArrays &)> &task) const;

  const Kernels *kernels_ = nullptr;    ///< for the instructions of this processor
  bool sums_kinetic_ = false;           ///< instead of the temperature compute
  bool pressure_stays_ = false;         ///< from the end of a step to the start of the next
  PistonReference reference;
  double given_energy;      ///< E0 of pmass energy [energy]
  double inertia_factor;    ///< moment of inertia over m r^2
};

}    // namespace granular_srt

#endif
