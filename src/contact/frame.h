#pragma once

#include "vec3.h"

namespace granular_srt::contact {

/// Where the two bodies are, before anything is known of their motion.
template <class Real> struct Geometry {
  Vec3<Real> separation;    ///< x_i - x_j [length]
  Real distance;            ///< |x_i - x_j|
  Real overlap;             ///< delta; negative while a JKR neck is stretched
  Real effective_radius;    ///< R
  Real radius_i, radius_j;
};

/// Geometry of two spheres.
template <class Real>
GRANULAR_SRT_FN Geometry<Real> sphere_pair(Vec3<Real> separation, Real distance_squared, Real radius_i,
                                           Real radius_j)
{
  using std::sqrt;
  const Real sum = radius_i + radius_j;
  const Real distance = sqrt(distance_squared);
  return {separation, distance, sum - distance, radius_i * radius_j / sum, radius_i, radius_j};
}

/// How the two bodies move and what they are.
template <class Real> struct Motion {
  Vec3<Real> v_i, v_j;            ///< velocities [length/time]
  Vec3<Real> omega_i, omega_j;    ///< angular velocities [1/time]
  Real effective_mass;            ///< m_eff [mass]
  Real temperature_i, temperature_j;    ///< [temperature], read by heat laws only
};

/// The step in which a contact is evaluated.
struct Step {
  double dt;      ///< time step [time]
  bool update;    ///< whether history advances
};

/// All that a law may know of its contact (symbols as in conventions.h).
template <class Real> struct Frame {
  Vec3<Real> n;        ///< unit normal; at mid-step for synchronized_verlet
  Vec3<Real> n_end;    ///< unit normal of the positions themselves
  Real overlap, effective_radius, contact_radius, effective_mass;
  Real v_n;            ///< [length/time]
  Vec3<Real> v_s;      ///< slip velocity [length/time]
  Vec3<Real> v_r;      ///< rolling velocity [length/time]
  Real w_t;            ///< twisting velocity [1/time]
  Real dt;
  bool update;
  bool synchronized;    ///< history is also turned into the plane of n_end
};

}    // namespace granular_srt::contact
