#pragma once

#include "contact/spring_periods.h"

#include "lmptype.h"

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// A fix gravity whose acceleration is known before the first step.
class KnownGravity {
 public:
  [[nodiscard]] virtual const double *acceleration() const = 0;    ///< [length/time^2]

 protected:
  ~KnownGravity() = default;    // protected: nobody deletes a fix through this interface
};

/// The spheres of one type that set the time step.
struct LightestSphere {
  bool present = false;        ///< whether a sphere of the type can move
  double mass = 0.0;           ///< smallest mass [mass]
  double radius = 0.0;         ///< radius of a sphere of that mass [length]
  double speed = 0.0;          ///< largest speed of all spheres of the type [length/time]
  bool held = false;           ///< whether fix freeze holds a sphere of the type
  double held_radius = 0.0;    ///< radius of the smallest of these [length]
};

/// [type] of all ranks. Collective.
/// \param group_bit   of the spheres that count
/// \param freeze_bit  of the group that fix freeze holds; 0 without it
std::vector<LightestSphere> lightest_spheres(LAMMPS_NS::LAMMPS *lmp, int group_bit, int freeze_bit);

/// Compares the time step with the shortest collision of the bodies present, and with half a period of the fastest
/// friction spring at the largest overlap of their collision: a line in the log, another one if a spring is faster than
/// the collision, and a warning if the shorter of the two takes fewer than ten steps. A collision is computed again only
/// if its law or its bodies have changed, or its speed by much. All ranks make the same calls.
class TimeStepCheck {
 public:
  /// \param style  the name of the style in messages, for example "pair granular"
  TimeStepCheck(LAMMPS_NS::LAMMPS *lmp, std::string style);

  /// \param time_step  between two evaluations of the forces [time]
  void begin(double time_step);
  /// Whether begin() was so many steps ago that the speeds in a run may be others.
  [[nodiscard]] bool is_due() const;
  /// Counts bodies that may collide. At speed 0 they count if the law gives the same duration at any speed, and their
  /// springs if these have the same periods. If no bodies count, report() estimates a speed.
  /// \param type_i, type_j  of the bodies, for messages; type_j is not used at a wall
  void consider(const contact::AnyContact &law, const contact::Approach &bodies,
                const contact::Inertia &inertia, int type_i, int type_j = 0);
  /// Writes to the log what has become shorter since the last report, if the time step has become longer, or half as long,
  /// and warns.
  void report();

 private:
  /// Bodies that may collide, and their collision.
  struct Candidate {
    contact::AnyContact law;
    contact::Approach bodies;
    contact::Inertia inertia;
    int type_i = 0, type_j = 0;
    const char *estimated = nullptr;     // bodies at rest: what the speed is that of
    double duration = 0.0;               // of the collision, 0: none is known
    contact::SpringPeriods periods{};    // where a duration is known

    [[nodiscard]] bool stands_for(const Candidate &now) const;
    [[nodiscard]] std::string names() const;
  };
  /// Index of a candidate, and a duration of it.
  struct Shortest {
    double duration = 0.0;    // 0: none is known
    std::size_t candidate = 0;
    contact::Mode mode = contact::in_normal;
  };

  LAMMPS_NS::LAMMPS *lmp_;
  std::string style_;
  std::vector<Candidate> candidates_;
  std::size_t considered_ = 0;     // since begin()
  Shortest collision_, spring_;    // of a spring half its period
  double time_step_ = 0.0;
  LAMMPS_NS::bigint begun_at_ = 0;    // step of the last begin()
  double guess_ = 0.0;                // of a hundredth of the next duration
  double reported_ = 0.0, reported_spring_ = 0.0, reported_step_ = 0.0;    // durations and time step
  bool warned_ = false;

  [[nodiscard]] std::optional<contact::Collision> collision_of(const contact::AnyContact &law,
                                                               const contact::Approach &bodies);
  void examine(Candidate &candidate);
  void compare(std::size_t place);
  void estimate();
};

}    // namespace granular_srt
