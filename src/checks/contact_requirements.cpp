#include "contact_requirements.h"

#include "barostat/sphere_motion.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix_nh_sphere.h"
#include "fix_nve_sphere.h"
#include "modify.h"

#include <cctype>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // The words with an initial capital, for the start of a message.
  std::string capitalized(std::string words)
  {
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    return words;
  }

  // Access to the factor of LAMMPS' own integrators. Those of package OPENMP integrate balls whatever it is.
  template <class Integrator> struct InertiaOf : Integrator {
    static bool disc(const Fix *fix)
    {
      const auto *one = dynamic_cast<const Integrator *>(fix);
      return one && one->*(&InertiaOf::inertia) == barostat::inertia_of_disc &&
          !utils::strmatch(fix->style, "/omp$");
    }
  };

}    // namespace

void require_sphere_atoms(LAMMPS *lmp, const std::string &style, bool heat)
{
  const Atom &atom = *lmp->atom;
  if (!atom.radius_flag || !atom.rmass_flag || !atom.omega_flag || !atom.torque_flag)
    lmp->error->all(FLERR,
                    "{} requires atoms with radius, rmass, omega and torque: use atom_style sphere or a "
                    "hybrid with it",
                    capitalized(style));
  if (heat && (!atom.temperature_flag || !atom.heatflow_flag))
    lmp->error->all(FLERR,
                    "The heat model of {} requires atoms with temperature and heatflow: use fix "
                    "property/atom temperature heatflow or an atom_style that has them",
                    style);
}

const Fix *find_disc_fix(const LAMMPS *lmp)
{
  for (const Fix *fix : lmp->modify->get_fix_list()) {
    const auto *integrator = dynamic_cast<const DiscIntegrator *>(fix);
    if (integrator ? integrator->integrates_discs()
                   : InertiaOf<FixNVESphere>::disc(fix) || InertiaOf<FixNHSphere>::disc(fix))
      return fix;
  }
  return nullptr;
}

void refuse_discs(const LAMMPS *lmp, const std::string &style)
{
  if (const Fix *fix = find_disc_fix(lmp))
    lmp->error->all(FLERR,
                    "{} with a tracking model takes particles as balls: it cannot be used with keyword "
                    "disc of fix {} {}",
                    capitalized(style), fix->style, fix->id);
}

void warn_of_discs(const LAMMPS *lmp, const std::string &style)
{
  const Fix *fix = find_disc_fix(lmp);
  if (fix && lmp->comm->me == 0)
    lmp->error->warning(FLERR,
                        "{} with a tracking model takes particles as balls, which have 4/5 of the inertia "
                        "of the discs of fix {} {}: scale its rolling dashpot by sqrt(5/4)",
                        capitalized(style), fix->style, fix->id);
}

Fix *find_rigid_fix(LAMMPS *lmp, const std::string &style)
{
  Fix *found = nullptr;
  for (const auto &fix : lmp->modify->get_fix_list()) {
    if (!fix->rigid_flag) continue;
    if (found)
      lmp->error->all(FLERR, "{} allows one fix rigid, found {} and {}", capitalized(style), found->id,
                      fix->id);
    found = fix;
  }
  return found;
}

void read_body_masses(Fix &rigid, int owned, const double *own, double *mass)
{
  int dimension;
  const auto *body = static_cast<int *>(rigid.extract("body", dimension));
  const auto *of_body = static_cast<double *>(rigid.extract("masstotal", dimension));
  for (int i = 0; i < owned; ++i) mass[i] = body && of_body && body[i] >= 0 ? of_body[body[i]] : own[i];
}

}    // namespace granular_srt
