// ModelSpec -> contact law.

#include "model_spec.h"

namespace granular_srt {

contact::AnyContact build_contact(const ModelSpec &a, const ModelSpec &b, bool mixed)
{
  using namespace contact;
  const auto sides = [&](Axis axis) {
    return Sides{a.coefficients[axis].data(), b.coefficients[axis].data(), mixed};
  };

  bool hertzian = false;
  Elasticity elasticity = no_elasticity;
  AnyContact law{};
  law.normal = with_model(NormalModels{}, a.model[NORMAL], [&](auto m) {
    using Model = typename decltype(m)::type;
    hertzian = Model::hertzian;
    elasticity = Model::elasticity(sides(NORMAL));
    return AnyNormal(Model::make(sides(NORMAL)));
  });
  law.damping = with_model(DampingModels{}, a.model[DAMPING], [&](auto m) {
    return AnyDamping(
        decltype(m)::type::make(sides(NORMAL).mean(NormalDefaults::damping_coefficient), hertzian));
  });
  law.tangential = with_model(TangentialModels{}, a.model[TANGENTIAL], [&](auto m) {
    return AnyTangential(decltype(m)::type::make(sides(TANGENTIAL), elasticity));
  });
  law.rolling = with_model(RollingModels{}, a.model[ROLLING],
                           [&](auto m) { return AnyRolling(decltype(m)::type::make(sides(ROLLING))); });
  law.twisting = with_model(TwistingModels{}, a.model[TWISTING],
                            [&](auto m) { return AnyTwisting(decltype(m)::type::make(sides(TWISTING))); });
  law.heat = with_model(HeatModels{}, a.model[HEAT],
                        [&](auto m) { return AnyHeat(decltype(m)::type::make(sides(HEAT))); });
  law.limit_damping = a.limit_damping || b.limit_damping;
  law.synchronized_verlet = a.synchronized_verlet || b.synchronized_verlet;
  law.lever_overlap = a.lever_is_radius ? 0.0 : 0.5;
  return law;
}

int first_difference(const ModelSpec &a, const ModelSpec &b)
{
  for (int axis = 0; axis < N_AXES; ++axis)
    if (a.model[axis] != b.model[axis]) return axis;
  return -1;
}

bool acts_beyond_contact(const ModelSpec &spec)
{
  return with_model(contact::NormalModels{}, spec.model[NORMAL],
                    [](auto m) { return decltype(m)::type::beyond_contact; });
}

}    // namespace granular_srt
