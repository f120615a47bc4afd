#pragma once

#include "contact/spring_periods.h"

#include <optional>
#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Compares the time step with the shortest collision of the bodies present, and with half a period of the fastest
/// friction spring at the largest overlap of their collision: a line in the log, another one if a spring is faster than
/// the collision, and a warning if the shorter of the two takes fewer than ten steps. All ranks make the same calls.
class TimeStepCheck {
 public:
  /// \param style  the name of the style in messages, for example "pair granular"
  TimeStepCheck(LAMMPS_NS::LAMMPS *lmp, std::string style);

  /// \param time_step  between two evaluations of the forces [time]
  void begin(double time_step);
  /// Counts bodies that may collide. At speed 0 they count if the law gives the same duration at any speed, and their
  /// springs if these have the same periods.
  /// \param names  of the bodies, for example "types 1 and 2"
  void consider(const contact::AnyContact &law, const contact::Approach &bodies,
                const contact::Inertia &inertia, const std::string &names);
  /// Writes changes since the last report to the log, and warns.
  void report();

 private:
  struct Shortest {
    double duration = 0.0;    // 0: none is known
    std::string names;        // of the bodies, and their speed if it matters
    contact::Mode mode = contact::in_normal;
  };

  LAMMPS_NS::LAMMPS *lmp_;
  std::string style_;
  Shortest collision_, spring_;    // of a spring half its period
  double time_step_ = 0.0;
  double guess_ = 0.0;    // of a thousandth of the next duration
  double reported_ = 0.0, reported_spring_ = 0.0, reported_step_ = 0.0;    // durations and time step
  bool warned_ = false;

  [[nodiscard]] std::optional<contact::Collision> collision_of(const contact::AnyContact &law,
                                                               const contact::Approach &bodies);
};

}    // namespace granular_srt
