// The tests over all laws, compiled for one law in seconds. "make law LAW=..." compiles and runs this file; see
// doc/adding_a_contact_model.md.

#ifndef GRANULAR_SRT_LAW
#error Name the law: -D GRANULAR_SRT_LAW='"hooke"', or with its axis where two laws have one name: '"rolling sds"'
#endif

#include "test_energy.cpp"
#include "test_generic_equals_static.cpp"
#include "test_invariants.cpp"
#include "test_real_types.cpp"
#include "test_registry.cpp"

namespace {

template <class... Laws> constexpr int selected_laws(TypeList<Laws...>)
{
  return (0 + ... + (selected<Laws>() ? 1 : 0));
}

static_assert(selected_laws(NormalModels{}) + selected_laws(DampingModels{}) +
                      selected_laws(TangentialModels{}) + selected_laws(RollingModels{}) +
                      selected_laws(TwistingModels{}) + selected_laws(HeatModels{}) >
                  0,
              "GRANULAR_SRT_LAW names no law of the lists in src/contact/models.h");

}    // namespace
