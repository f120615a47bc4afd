#pragma once

#include <string>

namespace LAMMPS_NS {
class Fix;
class LAMMPS;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// \file
/// Requirements of the styles that evaluate contacts. `style` is the name of the style in messages, for example
/// "fix wall/granular".

/// Checks the attributes of the atoms.
/// \param heat  whether the style uses a heat model
/// \throws LAMMPS error unless atoms have radius, rmass, omega and torque, and with a heat model temperature and
///         heatflow
void require_sphere_atoms(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool heat);

/// Interface of this plugin's fixes that may integrate particles as discs (keyword disc), with the moment of inertia m r^2/2,
/// and do not derive from LAMMPS' FixNVESphere or FixNHSphere.
class DiscIntegrator {
 public:
  [[nodiscard]] virtual bool integrates_discs() const = 0;

 protected:
  ~DiscIntegrator() = default;    // protected: nobody deletes a fix through this interface
};

/// Finds a fix that integrates particles as discs; null if there is none.
const LAMMPS_NS::Fix *find_disc_fix(const LAMMPS_NS::LAMMPS *lmp);

/// For contact models that treat particles as balls.
/// \throws LAMMPS error if a fix integrates them as discs
void refuse_discs(const LAMMPS_NS::LAMMPS *lmp, const std::string &style);

/// Warns if a fix integrates discs and contact models at a wall treat particles as balls. At walls the only inertia is
/// that of the particle, and coefficients can be scaled to that of a disc.
void warn_of_discs(const LAMMPS_NS::LAMMPS *lmp, const std::string &style);

/// The fix that integrates rigid bodies; null if there is none.
/// \throws LAMMPS error if there are several
LAMMPS_NS::Fix *find_rigid_fix(LAMMPS_NS::LAMMPS *lmp, const std::string &style);

/// Masses of the rigid bodies of the first `owned` atoms, and the own ones of free atoms. All atoms are free before the
/// set-up of the fix, as in a minimization before the first run.
/// \param own, mass  [atom] [mass]
void read_body_masses(LAMMPS_NS::Fix &rigid, int owned, const double *own, double *mass);

}    // namespace granular_srt
