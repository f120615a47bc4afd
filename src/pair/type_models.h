#pragma once

namespace granular_srt {

struct ModelSpec;

/// Interface of pair styles whose types have contact models that mix with those of a wall.
class TypeModels {
 public:
  /// The models of a type with itself; null if pair_coeff has not set them.
  [[nodiscard]] virtual const ModelSpec *models_of_type(int type) const = 0;

 protected:
  ~TypeModels() = default;    // protected: nobody deletes a pair style through this interface
};

}    // namespace granular_srt
