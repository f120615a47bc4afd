#pragma once

#include "pair_run.h"

#include "checks/overlap_check.h"
#include "checks/time_step_check.h"

#include "pointers.h"

#include <span>
#include <string>

namespace granular_srt {

class NearPairs;

/// Checks of atoms, time step and overlaps before and in a run.
class PairChecks : protected LAMMPS_NS::Pointers {
 public:
  /// \param name  of the pair style, for messages
  PairChecks(LAMMPS_NS::LAMMPS *lammps, const std::string &name, const PairRun &run);

  /// In init(): attributes of the atoms, and their radii.
  void check_atoms() const;
  /// In the setup of a run.
  /// \param interval  time between two force computations of the style [time]
  void begin_run(double interval);
  /// Whether before_run() waits for a list of pairs.
  [[nodiscard]] bool expects_list() const { return before_run_; }
  /// Checks overlaps before the first step, once after begin_run().
  /// \param starts_from_zero  whether springs of contacts that touch now do, which a line of the log tells
  void before_run(const NearPairs &near, bool starts_from_zero);
  /// With a new list in a run: overlaps, and speeds now and then.
  void new_list(const PairList &near, double interval);

 private:
  const std::string &name_;
  const PairRun &run_;
  TimeStepCheck time_step_;
  OverlapCheck overlaps_;
  bool has_begun_ = false;     // whether a run has had its setup
  bool before_run_ = false;    // overlaps before the first step wait for their check

  void check_zero_radii() const;
  [[nodiscard]] bool is_finite_at_radius_0(const contact::AnyContact &law, double radius) const;
  [[nodiscard]] bool overlaps_are_checked() const;
  [[nodiscard]] bool exerts_force(int i, int j) const;
  void check_time_step(double interval);
  void report_new_springs(std::span<const PairList> near) const;
};

}    // namespace granular_srt
