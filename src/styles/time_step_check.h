#pragma once

#include "contact/collision.h"

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Compares the time step with the shortest collision of the bodies present: a line in the log, and a warning if a collision
/// takes fewer than ten steps. All ranks make the same calls.
class TimeStepCheck {
 public:
  /// \param style  the name of the style in messages, for example "pair granular"
  TimeStepCheck(LAMMPS_NS::LAMMPS *lmp, std::string style);

  void begin();
  /// Counts bodies that may collide. At speed 0 they count if the law gives the same duration at any speed.
  /// \param names  of the bodies, for example "types 1 and 2"
  void consider(const contact::AnyContact &law, const contact::Approach &bodies, const std::string &names);
  /// Writes to the log what has changed since the last report, and warns.
  void report();

 private:
  struct Shortest {
    double duration = 0.0;    // 0: no collision is known
    double speed = 0.0;       // 0: any
    std::string names;
  };

  LAMMPS_NS::LAMMPS *lmp_;
  std::string style_;
  Shortest shortest_;
  double guess_ = 0.0;                             // of a thousandth of the next duration
  double reported_ = 0.0, reported_step_ = 0.0;    // duration and time step
  bool warned_ = false;

  [[nodiscard]] double duration_of(const contact::AnyContact &law, const contact::Approach &bodies);
};

}    // namespace granular_srt
