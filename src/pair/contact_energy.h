#pragma once

namespace granular_srt {

/// Interface of pair styles that give the stiffness of their contacts, for the piston mass of fix nph/sphere.
class ContactEnergyScale {
 public:
  /// Reference energy of one contact, k(P) d^2 [energy]: d is the mean diameter of all atoms, k(P) the tangent
  /// stiffness of the normal law at the force P d^2. Collective over all ranks.
  /// \param pressure  P [pressure]
  [[nodiscard]] virtual double contact_energy(double pressure) = 0;

 protected:
  ~ContactEnergyScale() = default;    // protected: nobody deletes a pair style through this interface
};

}    // namespace granular_srt
