#pragma once

namespace LAMMPS_NS {
class Fix;
class LAMMPS;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// Interface of fixes that may integrate particles as discs (keyword disc), with the moment of inertia m r^2/2.
class MovesDiscs {
 public:
  [[nodiscard]] virtual bool moves_discs() const = 0;

 protected:
  ~MovesDiscs() = default;    // protected: nobody deletes a fix through this interface
};

/// A fix that integrates particles as discs; null if there is none.
const LAMMPS_NS::Fix *fix_of_discs(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
