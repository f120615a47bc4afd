// Checks of time step and overlaps before and during a run.

#include "force_interval.h"
#include "own_list.h"
#include "pair_granular_srt.h"

#include "engine/evaluate/instruction_set.h"
#include "checks/contact_requirements.h"
#include "checks/time_step_check.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  constexpr bigint steps_between = 1000;    // steps between two checks of the speeds in a run

}    // namespace

void PairGranularSrt::setup()
{
  if (needs_means_) refuse_discs(lmp, "pair style " + name_);
  sync_host();
  refuse_points();
  if (!step_check_) {
    step_check_ = std::make_unique<TimeStepCheck>(lmp, "pair " + name_);
    overlap_check_ = std::make_unique<OverlapCheck>(lmp, "Pair " + name_, [this](int i, int j) {
      const bool frozen = (atom->mask[i] & atom->mask[j] & freeze_group_bit_) != 0;
      const int law = law_of_[atom->type[i] * stride_ + atom->type[j]];
      constexpr double any = 1.0;    // force and radius
      return !frozen && law >= 0 && laws_[law].normal.stiffness_at(any, any) > 0.0;
    });
  }
  check_time_step();
  if (!overlaps_are_checked()) return;
  NearPairs touching;
  make_own_list(
      lmp, *instruction_set_, [](double, double) { return 0.0; }, touching);
  overlap_check_->before_run(touching.rows());
  if (history_is_new_) tell_missing_springs(touching.rows());
  history_is_new_ = false;
}

// Mostly after read_data: LAMMPS' data files have no contact histories.
void PairGranularSrt::tell_missing_springs(const PairRows &touching)
{
  double contacts = 0.0, all = 0.0;
  for (int row = 0; row < touching.count; ++row) {
    const int i = touching.atom[row];
    for (int k = 0; k < touching.partners[i]; ++k) {
      const int j = touching.first[i][k] & NEIGHMASK;
      if (law_of_[atom->type[i] * stride_ + atom->type[j]] < 0) continue;
      const contact::Vec3<double> way = contact::load_vector(atom->x[i]) - contact::load_vector(atom->x[j]);
      const double reach = atom->radius[i] + atom->radius[j];
      // with newton off the owner of j has the pair too
      if (dot(way, way) < reach * reach) contacts += j < atom->nlocal || force->newton_pair ? 1.0 : 0.5;
    }
  }
  MPI_Allreduce(&contacts, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  if (comm->me == 0 && all > 0.0)
    utils::logmesg(
        lmp,
        "pair {}: {:.0f} pairs touch before the first step. Their springs start from zero (data files "
        "have none)\n",
        name_, all);
}

// Particles of radius 0 are allowed if loads and history are finite numbers. Otherwise the law divides by the radius.
void PairGranularSrt::refuse_points() const
{
  constexpr tagint none = std::numeric_limits<tagint>::max();
  std::vector<tagint> own(stride_, none), point(stride_);
  for (int i = 0; i < atom->nlocal; ++i)
    if (atom->radius[i] == 0.0) own[atom->type[i]] = std::min(own[atom->type[i]], atom->tag[i]);
  MPI_Allreduce(own.data(), point.data(), stride_, MPI_LMP_TAGINT, MPI_MIN, world);
  for (int i = 1; i < stride_; ++i)
    for (int j = 1; j < stride_ && point[i] != none; ++j) {
      const double radius = std::max(largest_moving_[j], largest_frozen_[j]);
      const int law = law_of_[i * stride_ + j];
      if (law < 0 || radius == 0.0 || has_numbers_for_a_point(law, radius)) continue;
      error->all(FLERR,
                 "Pair style {}: atom {} of type {} has radius 0, by which the contact law of types {} and "
                 "{} divides: "
                 "must be > 0",
                 name_, point[i], i, std::min(i, j), std::max(i, j));
    }
}

// A few steps of a point that slides and turns in a sphere.
bool PairGranularSrt::has_numbers_for_a_point(int law, double radius) const
{
  const double distance = 0.99 * radius;
  const auto geometry = contact::sphere_pair({distance, 0.0, 0.0}, distance * distance, 0.0, radius);
  contact::Motion<double> motion{
      {-0.1, 1.0, 0.2}, {0.0, 0.0, 0.0}, {1.0, 2.0, 3.0}, {-1.0, 0.5, 1.0}, 1.0, 1.0, 2.0};
  motion.mean_mass = motion.mean_inertia = 1.0;
  std::vector<double> history(layout_.size, 0.0);
  bool numbers = true;
  for (int step = 0; step < 3; ++step) {
    const auto loads = laws_[law].loads(geometry, motion, {update->dt, true}, layout_, history.data());
    for (const auto &vector : {loads.force, loads.torque_i, loads.torque_j})
      numbers = numbers && std::isfinite(dot(vector, vector));
    numbers = numbers && std::ranges::all_of(history, [](double h) { return std::isfinite(h); });
  }
  return numbers;
}

// Bonds may hold atoms that overlap. Without IDs a message could not name them.
bool PairGranularSrt::overlaps_are_checked() const
{
  return atom->molecular == Atom::ATOMIC && atom->tag_enable;
}

void PairGranularSrt::check_time_step()
{
  next_check_ = update->ntimestep + steps_between;
  const std::vector<LightestSphere> lightest = lightest_spheres(lmp, 1, freeze_group_bit_);
  step_check_->begin(force_interval(lmp, this));
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      if (law_of_[i * stride_ + j] < 0) continue;
      const contact::AnyContact &law = laws_[law_of_[i * stride_ + j]];
      const LightestSphere &a = lightest[i], &b = lightest[j];
      const auto ball = [](const LightestSphere &s) { return contact::ball_inertia(s.mass, s.radius); };
      constexpr double held = std::numeric_limits<double>::infinity();
      if (a.present && b.present)
        step_check_->consider(law,
                              {a.radius, b.radius, contact::reduced_mass(a.mass, b.mass), a.speed + b.speed},
                              {ball(a), ball(b)}, i, j);
      if (a.present && b.held)
        step_check_->consider(law, {a.radius, b.held_radius, a.mass, a.speed}, {ball(a), held}, i, j);
      if (b.present && a.held)
        step_check_->consider(law, {b.radius, a.held_radius, b.mass, b.speed}, {ball(b), held}, i, j);
    }
  step_check_->report();
}

void PairGranularSrt::check_new_list(const PairRows &near)
{
  if (!step_check_) return;
  if (update->ntimestep >= next_check_) {
    sync_host();
    check_time_step();
  }
  if (overlaps_are_checked()) overlap_check_->in_run(near);
}

}    // namespace granular_srt
