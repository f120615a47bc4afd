#pragma once

#include "real.h"

namespace granular_srt::contact {

/// A vector of three components.
template <class Real> struct Vec3 {
  Real x, y, z;
};

template <class Real> GRANULAR_SRT_FN Vec3<Real> operator+(Vec3<Real> a, Vec3<Real> b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class Real> GRANULAR_SRT_FN Vec3<Real> operator-(Vec3<Real> a, Vec3<Real> b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class Real> GRANULAR_SRT_FN Vec3<Real> operator-(Vec3<Real> a)
{
  return {-a.x, -a.y, -a.z};
}

template <class Real> GRANULAR_SRT_FN Vec3<Real> operator*(Real s, Vec3<Real> a)
{
  return {s * a.x, s * a.y, s * a.z};
}

template <class Real> GRANULAR_SRT_FN Real dot(Vec3<Real> a, Vec3<Real> b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class Real> GRANULAR_SRT_FN Vec3<Real> cross(Vec3<Real> a, Vec3<Real> b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class Real> GRANULAR_SRT_FN Real length(Vec3<Real> a)
{
  using std::sqrt;
  return sqrt(dot(a, a));
}

template <class Real, class Condition>
GRANULAR_SRT_FN Vec3<Real> select(Condition condition, Vec3<Real> a, Vec3<Real> b)
{
  return {select(condition, a.x, b.x), select(condition, a.y, b.y), select(condition, a.z, b.z)};
}

}    // namespace granular_srt::contact
