#pragma once

#include "nph_sphere_arguments.h"

#include "engine/evaluate/passes.h"
#include "box/movers.h"
#include "restart/exact_restart.h"
#include "checks/contact_requirements.h"
#include "barostat/cell_flow.h"
#include "barostat/flip.h"
#include "barostat/pressure_target.h"
#include "barostat/velocity_scaling.h"
#include "barostat/voigt.h"

#include "compute_pressure.h"
#include "compute_temp_sphere.h"
#include "fix_nh.h"

#include <algorithm>
#include <functional>

namespace granular_srt {

struct InstructionSet;
class Workers;

// Values of FixNH's integer members. LAMMPS defines these names in fix_nh.cpp, where other files cannot see them.
enum { COUPLE_NONE, COUPLE_XYZ, COUPLE_XY, COUPLE_YZ, COUPLE_XZ };    // FixNH::pcouple
enum { STYLE_ISO, STYLE_ANISO, STYLE_TRICLINIC };                     // FixNH::pstyle
enum { NO_BIAS, BIAS };                                               // FixNH::which

/// Reads six numbers in the order xx yy zz yz xz xy from an array of FixNH or Domain.
inline barostat::Voigt from_array(const double *a)
{
  return {{a[0], a[1], a[2], a[3], a[4], a[5]}};
}

/// Writes six numbers in that order.
inline void to_array(const barostat::Voigt &v, double *a)
{
  std::copy(v.value, v.value + 6, a);
}

/// Access to protected members of LAMMPS' computes.
struct PressureTemperature : LAMMPS_NS::ComputePressure {
  /// Null if the pressure has no kinetic part.
  static LAMMPS_NS::Compute *of(const LAMMPS_NS::ComputePressure *compute)
  {
    return compute->*(&PressureTemperature::keflag) ? compute->*(&PressureTemperature::temperature) : nullptr;
  }
};
struct SphereTemperature : LAMMPS_NS::ComputeTempSphere {
  /// Whether it has translation and rotation, and not rotation alone.
  template <class Access = SphereTemperature> static bool has_all(const LAMMPS_NS::ComputeTempSphere *compute)
  {
    constexpr int all = 1;    // compute_temp_sphere.cpp
    if constexpr (requires { &Access::mode; })
      return compute->*(&Access::mode) == all;
    else
      return false;    // not known: private in LAMMPS 4 Feb 2025
  }
};

/// fix nph/sphere: spheres in a triclinic box that follows a target pressure tensor. The class calls the functions of
/// src/barostat in LAMMPS' time step. The base class FixNH provides parsing, the state variables with restart files,
/// fix_modify and output; its integrator is not used. All access to per-atom arrays is virtual, because
/// fix nph/sphere/kk replaces it.
///
/// Sources: fix_nph_sphere_srt.cpp (construction, time step, passes over the particles), fix_nph_sphere_pistons.cpp,
/// fix_nph_sphere_box.cpp.
class FixNphSphereSrt : public LAMMPS_NS::FixNH, public BoxMover, public DiscIntegrator, public ExactRestart {
 public:
  /// \param temperature_style  style of the temperature compute that the fix defines
  /// \throws LAMMPS error for wrong arguments (NphSphereArguments), and if atoms lack omega, radius or rmass
  FixNphSphereSrt(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg,
                  const char *temperature_style = "temp/sphere");

  /// \throws LAMMPS error if an atom of the group has radius 0
  void init() override;
  /// Sets the piston masses.
  /// \throws LAMMPS error if the reference energy cannot be determined, or if the pressure is not finite
  void setup(int vflag) override;
  void initial_integrate(int vflag) override;
  void final_integrate() override;
  void initial_integrate_respa(int vflag, int ilevel, int iloop) override;
  void final_integrate_respa(int ilevel, int iloop) override;
  /// Flips the box if a tilt is too large.
  void pre_exchange() override;
  void restart(char *buf) override;

  /// Positions move by the exponential of the rates between two force computations, so that these are the rates of
  /// both halves of the box's motion, which the pistons have at mid-step.
  [[nodiscard]] barostat::Voigt box_rate() const override;
  [[nodiscard]] double fixed_point(int dim) const override { return fixedpoint[dim]; }
  [[nodiscard]] barostat::Voigt velocity_decay() const override;
  [[nodiscard]] bool moves_all_particles() const override { return allremap != 0; }
  [[nodiscard]] bool changes_shape() const override;

  /// The center about which the box changes its size, and the reference cell: the command and setup() take both from
  /// the present box. For a replay the rates at which the box moved.
  [[nodiscard]] RestartState restart_state() const override;
  void restore(const RestartState &state) override;
  void restore_for_replay(const RestartState &state) override;
  void restore_after_replay(const RestartState &state) override;

 protected:
  /// Threads that share the passes over the spheres; null for the calling thread alone.
  [[nodiscard]] virtual const Workers *workers() const { return nullptr; }

  /// Updates all spheres before the force computation.
  virtual void first_half(const SpherePass &pass);
  /// Updates all spheres after the force computation.
  /// \param kinetic  null, or six sums to which the kinetic stress of all spheres is added [energy]
  virtual void second_half(const SpherePass &pass, double *kinetic);
  /// Adds the kinetic stress of all spheres to six sums [energy].
  virtual void add_kinetic_stress(double *kinetic);
  /// Rotates the dipoles of the group over a whole time step.
  virtual void rotate_dipoles();
  /// Scales the velocities by the moving cell, without the bias of the temperature compute.
  virtual void scale_biased_velocities(const barostat::VelocityScaling &scaling);
  /// Wraps the atoms into the flipped box and sends each to the rank that owns its position.
  virtual void flip_atoms(const barostat::Flip &flip);
  /// Runs the temperature or the pressure compute.
  virtual double update_scalar(LAMMPS_NS::Compute &compute);
  virtual void update_vector(LAMMPS_NS::Compute &compute);
  /// Whether second_half() sums the kinetic stress in place of the temperature compute.
  [[nodiscard]] bool sums_kinetic_stress() const { return sums_kinetic_stress_; }

 private:
  [[nodiscard]] bool integrates_discs() const override
  {
    return inertia_factor_ == barostat::inertia_of_disc;
  }
  FixNphSphereSrt(LAMMPS_NS::LAMMPS *lammps, NphSphereArguments arguments, const char *temperature_style);

  // state of FixNH and Domain in the types of src/barostat
  [[nodiscard]] barostat::Controlled controlled() const;
  /// Rate at which all velocities decay beside the rates of the box, after Martyna et al. [1/time].
  [[nodiscard]] double mtk_rate_of(const barostat::Voigt &rate) const;
  [[nodiscard]] barostat::Controlled moving() const;
  [[nodiscard]] barostat::Cell current_cell() const;
  void set_cell(const barostat::Cell &cell);

  // pistons
  [[nodiscard]] double reference_temperature();
  [[nodiscard]] double largest_target() const;
  [[nodiscard]] double contact_energy() const;
  [[nodiscard]] double contact_reference_energy() const;
  void warn_of_light_box(double energy);
  [[nodiscard]] LAMMPS_NS::bigint first_reset() const;
  void set_reference_cell();
  void set_reference_stress();
  void update_targets();
  /// \param coupled  one of FixNH's numbers COUPLE_*
  [[nodiscard]] barostat::Coupling coupling(int coupled) const;
  void measure_pressure();
  void measure_pressure_at_start();
  void set_kinetic_stress(double *of_this_rank);
  void kick_pistons();
  void advance_chain();

  // box
  void prepare_given_rates();
  void impose_given_rates();
  [[nodiscard]] barostat::CellFlow cell_flow() const;
  [[nodiscard]] barostat::Cell advance_cell(const barostat::Cell &cell);

  // time step
  [[nodiscard]] bool other_fixes_keep_velocities() const;
  void begin_step();

  // particles
  [[nodiscard]] barostat::VelocityScaling velocity_scaling() const;
  [[nodiscard]] SpherePass sphere_pass(bool scale) const;
  void kick_and_drift(bool scale);
  [[nodiscard]] int thread_count() const;
  void for_each_thread(const std::function<void(int, const SphereArrays &)> &task) const;

  const InstructionSet *instruction_set_ = nullptr;
  bool sums_kinetic_stress_ = false;
  bool pressure_stays_valid_ = false;    ///< from the end of a step to the start of the next
  PistonReference reference_;
  double given_energy_;                ///< E0 of pmass energy [energy]
  double inertia_factor_;              ///< moment of inertia in units of m r^2
  barostat::Controlled has_rate_;      ///< components of the box with a given rate
  barostat::Controlled deformed_{};    ///< components that a fix deform sets: these tilts follow no length
  barostat::Voigt given_rate_;         ///< these rates, 0 for the others [1/time]
  /// First step of a run in which the interval of nreset counts from reset_start_; in other runs from their first step.
  LAMMPS_NS::bigint reset_run_ = -1, reset_start_ = -1;
  barostat::Voigt rate_of_forces_{};     ///< at mid-step; in a replay that of the end of the step [1/time]
  double kinetic_of_lengths_[3] = {};    ///< m v v of the last pressure, xx yy zz [energy]
  bool fixed_point_given_;               ///< whether the command has keyword fixedpoint
  bool light_box_warned_ = false;
  bool mean_of_lengths_;    ///< two coupled lengths follow the mean pressure of all three
};

}    // namespace granular_srt
