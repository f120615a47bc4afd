#pragma once

namespace granular_srt {

/// Interface of fixes that may integrate particles as discs (keyword disc), with the moment of inertia m r^2/2.
class MovesDiscs {
 public:
  [[nodiscard]] virtual bool moves_discs() const = 0;

 protected:
  ~MovesDiscs() = default;    // protected: nobody deletes a fix through this interface
};

}    // namespace granular_srt
