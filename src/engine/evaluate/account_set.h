#pragma once

#include "account_evaluation.h"
#include "energy_passes.h"

namespace granular_srt {

/// The loops of the ledger of energy, compiled for one instruction set.
struct AccountSet {
  std::array<EvaluateWithAccount, AccountLaws::size> evaluate;    ///< one per law of AccountLaws
  EnergyPasses spheres;
};

namespace detail {
  template <class Real> constexpr AccountSet account_set_of()
  {
    return {evaluations_with_account<Real>(AccountLaws{}), energy_passes_of<Real>()};
  }
}    // namespace detail

}    // namespace granular_srt
