// fix nph/sphere: spheres in a triclinic box that follows a target pressure tensor.

#ifndef GRANULAR_SRT_STYLES_FIX_NPH_SPHERE_SRT_H
#define GRANULAR_SRT_STYLES_FIX_NPH_SPHERE_SRT_H

#include "nph_sphere_arguments.h"
#include "sphere_passes.h"

#include "barostat/cell_flow.h"
#include "barostat/velocity_scaling.h"

#include "fix_nh.h"

namespace granular_srt {

struct Kernels;

/// Driver of src/barostat/ in LAMMPS' time loop. FixNH gives the parsing, the state variables and
/// with them restart, fix_modify and output; it integrates nothing here.
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

 private:
  FixNphSphereSrt(LAMMPS_NS::LAMMPS *lmp, NphSphereArguments arguments);

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
  void scale_biased_velocities();
  [[nodiscard]] SphereArrays arrays() const;
  [[nodiscard]] SpherePass pass(bool scale) const;
  void first_half(bool scale, bool drift);
  void second_half(bool scale, BlockSums *kinetic);
  void turn_dipoles();
  [[nodiscard]] bool sums_kinetic_itself() const;
  void put_kinetic(const BlockSums &kinetic);

  const Kernels *kernels_ = nullptr;    ///< for the instructions of this processor
  PistonReference reference;
  double given_energy;      ///< E0 of pmass energy [energy]
  double inertia_factor;    ///< moment of inertia over m r^2
};

}    // namespace granular_srt

#endif
