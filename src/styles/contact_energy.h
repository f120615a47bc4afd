// How a fix asks a pair style for the stiffness of its contacts.

#ifndef GRANULAR_SRT_STYLES_CONTACT_ENERGY_H
#define GRANULAR_SRT_STYLES_CONTACT_ENERGY_H

namespace granular_srt {

/// Implemented by pair styles that can say how stiff their contacts are.
class ContactEnergyScale {
 public:
  /// Reference energy of one contact, k(P) d^2 [energy]: d mean diameter of all atoms, k(P) =
  /// tangent stiffness of the normal law at the force P d^2 [pressure in the unit system of the
  /// run]. Collective over all ranks.
  [[nodiscard]] virtual double contact_energy(double pressure) = 0;

 protected:
  ~ContactEnergyScale() = default;    // nobody owns a pair style through this interface
};

}    // namespace granular_srt

#endif
