#pragma once

#include "contact/dimension.h"

/// \file
/// Values of the coefficients of contact laws in the tests over all laws. A coefficient of a new law needs a row
/// here, unless another law has a coefficient of the same name and dimension.
///
/// The contacts of these tests have radii of about 0.5, overlaps of about 0.02, effective masses of about 0.3,
/// velocities of about 1 and a time step of 0.01. A value is right if spring, dashpot and cap of the law all
/// matter there: forces of about 0.1 to 10.

namespace support {

namespace units = granular_srt::contact::units;

/// Whether a coefficient is a prefactor of a dashpot, which tests of springs set to 0.
enum class Dashpot { no, yes };

struct TestValue {
  const char *name;
  granular_srt::contact::Dimension dimension;
  double value;
  Dashpot dashpot = Dashpot::no;
};

inline constexpr TestValue test_values[] = {
    // normal and damping
    {"k_n", units::stiffness, 100.0},
    {"k_n", units::pressure, 120.0},
    {"E", units::pressure, 150.0},
    {"nu", units::number, 0.3},
    {"gamma", units::energy / (units::length * units::length), 0.05},
    {"eta_n0", units::number, 0.4},
    {"eta_n0", units::number / units::time, 0.4},
    {"eta_n0", units::mass / units::time, 0.3},
    {"eta_n0", units::number / (units::time * units::length), 0.7},
    {"e", units::number, 0.6},
    // tangential
    {"k_t", units::stiffness, 60.0},
    {"k_t", units::pressure, 80.0},
    {"x_gamma_t", units::number, 0.8, Dashpot::yes},
    {"mu", units::number, 0.45},
    {"G", units::pressure, 58.0},
    {"c", units::number, 4.0},
    {"K_E", units::stiffness, 60.0},
    {"mu_s", units::number, 0.45},
    {"mu_k", units::number, 0.35},
    {"c_D", units::number, 0.4, Dashpot::yes},
    // rolling
    {"k_roll", units::stiffness, 40.0},
    {"gamma_roll", units::mass / units::time, 0.5, Dashpot::yes},
    {"mu_roll", units::number, 0.35},
    {"eta_r", units::number, 0.35},
    {"c_R", units::number, 0.3, Dashpot::yes},
    // twisting
    {"k_twist", units::torque, 30.0},
    {"gamma_twist", units::torque *units::time, 0.4, Dashpot::yes},
    {"mu_twist", units::length, 0.25},
    {"eta_psi", units::number, 0.4},
    {"K_c", units::number / units::length, 2.5},
    {"c_psi", units::number, 0.2, Dashpot::yes},
    // heat
    {"k_s", units::energy / (units::length * units::time * units::temperature), 2.0},
    {"h_s", units::energy / (units::length * units::length * units::time * units::temperature), 3.0},
};

}    // namespace support
