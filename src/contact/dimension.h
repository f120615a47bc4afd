#pragma once

namespace granular_srt::contact {

/// Dimension of a number: exponents of mass, length, time and temperature.
struct Dimension {
  int mass, length, time, temperature;
  bool known = true;

  friend constexpr bool operator==(const Dimension &, const Dimension &) = default;

  friend constexpr Dimension operator*(const Dimension &a, const Dimension &b)
  {
    return {a.mass + b.mass, a.length + b.length, a.time + b.time, a.temperature + b.temperature,
            a.known && b.known};
  }
  friend constexpr Dimension operator/(const Dimension &a, const Dimension &b)
  {
    return {a.mass - b.mass, a.length - b.length, a.time - b.time, a.temperature - b.temperature,
            a.known && b.known};
  }
};

/// Dimensions by name. Others are products and quotients of these.
namespace units {
  inline constexpr Dimension number{0, 0, 0, 0};
  inline constexpr Dimension mass{1, 0, 0, 0};
  inline constexpr Dimension length{0, 1, 0, 0};
  inline constexpr Dimension time{0, 0, 1, 0};
  inline constexpr Dimension temperature{0, 0, 0, 1};
  inline constexpr Dimension force = mass * length / (time * time);
  inline constexpr Dimension torque = force * length;
  inline constexpr Dimension energy = force * length;
  inline constexpr Dimension pressure = force / (length * length);
  inline constexpr Dimension stiffness = force / length;
  inline constexpr Dimension not_given{0, 0, 0, 0, false};
  inline constexpr Dimension set_by_damping = not_given;    ///< eta_n0: defined by the damping law
}    // namespace units

}    // namespace granular_srt::contact
