#pragma once

#include "support.h"

namespace support {

template <class N, class D, class T, class R, class W, class H> std::string name_of()
{
  return std::string(N::key) + " " + D::key + " " + T::key + " " + R::key + " " + W::key + " " + H::key;
}

/// Calls f(contact) for each law of each axis, in a contact of concrete laws whose other laws read neither the
/// contact radius nor mean mass and inertia. For tests that are compiled once per law.
template <class F> void for_each_law_with_partners(F &&f)
{
  for_each(NormalModels{}, [&]<class M>(std::type_identity<M>) {
    f(make_contact<M, VelocityDamping, LinearHistory, SdsRolling, SdsTwisting, NoHeat>());
  });
  for_each(DampingModels{}, [&]<class M>(std::type_identity<M>) {
    f(make_contact<Hooke, M, LinearHistory, SdsRolling, SdsTwisting, NoHeat>());
  });
  for_each(TangentialModels{}, [&]<class M>(std::type_identity<M>) {
    f(make_contact<Hooke, MassVelocityDamping, M, NoRolling, NoTwisting, NoHeat>());
  });
  for_each(RollingModels{}, [&]<class M>(std::type_identity<M>) {
    f(make_contact<Hooke, MassVelocityDamping, LinearHistory, M, SdsTwisting, NoHeat>());
  });
  for_each(TwistingModels{}, [&]<class M>(std::type_identity<M>) {
    f(make_contact<Hooke, MassVelocityDamping, LinearHistory, SdsRolling, M, NoHeat>());
  });
  for_each(HeatModels{}, [&]<class M>(std::type_identity<M>) {
    f(make_contact<Hooke, MassVelocityDamping, LinearHistory, NoRolling, NoTwisting, M>());
  });
}

}    // namespace support
