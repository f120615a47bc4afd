#include "pair_checks.h"

#include "checks/contact_requirements.h"
#include "engine/search/near_pairs.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

PairChecks::PairChecks(LAMMPS *lammps, const std::string &name, const PairRun &run) :
    Pointers(lammps), name_{name}, run_{run}, time_step_{lammps, "pair " + name},
    overlaps_{lammps, "Pair " + name, [this](int i, int j) { return exerts_force(i, j); }}
{
}

void PairChecks::check_atoms() const
{
  require_sphere_atoms(lmp, "pair style " + name_, run_.heat);
  if (comm->ghost_velocity == 0)
    error->all(FLERR, "Pair style {} requires that ghost atoms store velocities: use comm_modify vel yes",
               name_);

  int bad = 0;
  for (int i = 0; i < atom->nlocal; ++i)
    if (!(atom->radius[i] >= 0.0) || !std::isfinite(atom->radius[i])) ++bad;
  MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_SUM, world);
  if (bad)
    error->all(FLERR, "Pair style {}: {} atoms have a radius that is negative or not a number: must be >= 0",
               name_, bad);
}

bool PairChecks::exerts_force(int i, int j) const
{
  const int law = run_.laws.index_of(atom->type[i], atom->type[j]);
  constexpr double any = 1.0;    // force and radius
  return !run_.both_frozen(*atom, i, j) && law != TypeLaws::none &&
      run_.laws.all()[law].normal.stiffness_at(any, any) > 0.0;
}

void PairChecks::begin_run(double interval)
{
  if (run_.laws.needs_means()) refuse_discs(lmp, "pair style " + name_);
  check_zero_radii();
  has_begun_ = true;
  check_time_step(interval);
  before_run_ = overlaps_are_checked();
}

void PairChecks::before_run(const NearPairs &near, bool starts_from_zero)
{
  if (!std::exchange(before_run_, false)) return;
  std::vector<PairList> lists{near.pairs()};
  if (near.split()) lists.push_back(near.ghost_pairs());
  overlaps_.before_run(lists);
  if (starts_from_zero) report_new_springs(lists);
}

// Mostly after read_data: LAMMPS' data files have no contact histories.
void PairChecks::report_new_springs(std::span<const PairList> near) const
{
  double contacts = 0.0;
  for (const PairList &list : near)
    for (int ii = 0; ii < list.count; ++ii) {
      const int i = list.atom[ii];
      for (int k = 0; k < list.partners[i]; ++k) {
        const int j = list.first[i][k] & NEIGHMASK;
        if (run_.laws.index_of(atom->type[i], atom->type[j]) == TypeLaws::none ||
            run_.both_frozen(*atom, i, j))
          continue;
        const contact::Vec3<double> way = contact::load_vector(atom->x[i]) - contact::load_vector(atom->x[j]);
        const double reach = atom->radius[i] + atom->radius[j];
        // with newton off the owner of j has the pair too
        if (dot(way, way) < reach * reach) contacts += j < atom->nlocal || force->newton_pair ? 1.0 : 0.5;
      }
    }
  MPI_Allreduce(MPI_IN_PLACE, &contacts, 1, MPI_DOUBLE, MPI_SUM, world);
  if (comm->me == 0 && contacts > 0.0)
    utils::logmesg(
        lmp,
        "pair {}: {:.0f} pairs touch before the first step. Their springs start from zero (data files "
        "have none)\n",
        name_, contacts);
}

// Particles of radius 0 are allowed if loads and history are finite numbers. Otherwise the law divides by the radius.
void PairChecks::check_zero_radii() const
{
  constexpr tagint none = std::numeric_limits<tagint>::max();
  const int types = atom->ntypes;
  std::vector<tagint> own(types + 1, none), point(types + 1);
  for (int i = 0; i < atom->nlocal; ++i)
    if (atom->radius[i] == 0.0) own[atom->type[i]] = std::min(own[atom->type[i]], atom->tag[i]);
  MPI_Allreduce(own.data(), point.data(), types + 1, MPI_LMP_TAGINT, MPI_MIN, world);
  for (int i = 1; i <= types; ++i)
    for (int j = 1; j <= types && point[i] != none; ++j) {
      const double radius = run_.radii.of_type(j);
      const int law = run_.laws.index_of(i, j);
      if (law == TypeLaws::none || radius == 0.0 || is_finite_at_radius_0(run_.laws.all()[law], radius))
        continue;
      error->all(FLERR,
                 "Pair style {}: atom {} of type {} has radius 0, by which the contact law of types {} and "
                 "{} divides: "
                 "must be > 0",
                 name_, point[i], i, std::min(i, j), std::max(i, j));
    }
}

// Whether loads and history are finite in a few steps of a point that slides and turns in a sphere of this radius.
bool PairChecks::is_finite_at_radius_0(const contact::AnyContact &law, double radius) const
{
  const double distance = 0.99 * radius;
  const auto geometry = contact::sphere_pair({distance, 0.0, 0.0}, distance * distance, 0.0, radius);
  contact::Motion<double> motion{
      {-0.1, 1.0, 0.2}, {0.0, 0.0, 0.0}, {1.0, 2.0, 3.0}, {-1.0, 0.5, 1.0}, 1.0, 1.0, 2.0};
  motion.mean_mass = motion.mean_inertia = 1.0;
  std::vector<double> history(run_.layout.size, 0.0);
  bool finite = true;
  for (int step = 0; step < 3; ++step) {
    const auto loads = law.loads(geometry, motion, {update->dt, true}, run_.layout, history.data());
    for (const auto &vector : {loads.force, loads.torque_i, loads.torque_j})
      finite = finite && std::isfinite(dot(vector, vector));
    finite = finite && std::ranges::all_of(history, [](double h) { return std::isfinite(h); });
  }
  return finite;
}

// Bonds may hold atoms that overlap, hybrid/molecular skips the pairs of a molecule. Without IDs a message could not name them.
bool PairChecks::overlaps_are_checked() const
{
  return atom->molecular == Atom::ATOMIC && atom->tag_enable &&
      !utils::strmatch(force->pair_style, "^hybrid/molecular");
}

void PairChecks::check_time_step(double interval)
{
  const std::vector<LightestSphere> lightest = lightest_spheres(lmp, 1, run_.frozen);
  time_step_.begin(interval);
  for (int i = 1; i <= atom->ntypes; ++i)
    for (int j = i; j <= atom->ntypes; ++j) {
      if (run_.laws.index_of(i, j) == TypeLaws::none) continue;
      const contact::AnyContact &law = run_.laws.all()[run_.laws.index_of(i, j)];
      const LightestSphere &a = lightest[i], &b = lightest[j];
      const auto ball = [](const LightestSphere &s) { return contact::ball_inertia(s.mass, s.radius); };
      constexpr double held = std::numeric_limits<double>::infinity();
      if (a.present && b.present)
        time_step_.consider(law,
                            {a.radius, b.radius, contact::reduced_mass(a.mass, b.mass), a.speed + b.speed},
                            {ball(a), ball(b)}, i, j);
      if (a.present && b.held)
        time_step_.consider(law, {a.radius, b.held_radius, a.mass, a.speed}, {ball(a), held}, i, j);
      if (b.present && a.held)
        time_step_.consider(law, {b.radius, a.held_radius, b.mass, b.speed}, {ball(b), held}, i, j);
    }
  time_step_.report();
}

void PairChecks::new_list(const PairList &near, double interval)
{
  if (!has_begun_) return;
  if (time_step_.is_due()) check_time_step(interval);
  if (overlaps_are_checked()) overlaps_.in_run(near);
}

}    // namespace granular_srt
