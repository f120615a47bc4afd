#pragma once

#include "contact_ledger.h"

#include "lmptype.h"
#include "pointers.h"

#include <array>
#include <vector>

namespace granular_srt {

/// [kind][mode] energy of contacts [energy].
using ContactEnergies = std::array<std::array<double, contact::n_modes>, n_contact_kinds>;

/// Finds the contacts that end in a step because their particles are deleted. A fix that deletes particles announces
/// its next step to LAMMPS; a particle that leaves a box with fixed faces is deleted at the next neighbor list. In the
/// step before, these contacts are listed one by one.
class DeletedContacts : protected LAMMPS_NS::Pointers {
 public:
  explicit DeletedContacts(LAMMPS_NS::LAMMPS *lammps) : Pointers{lammps} {}

  /// Before the forces of a step: finds whether particles may be deleted in the next one.
  /// \param reads_positions  whether positions are on the host
  void expect(bool reads_positions);
  [[nodiscard]] bool expected() const { return announced_ || leaves_; }
  /// Atoms that may be deleted, owned ones and images [atom]; null for all.
  [[nodiscard]] const std::vector<char> *leaving() const { return announced_ ? nullptr : &leaving_; }

  /// Whether this step, if it makes a neighbor list, compares the particles before and after it.
  [[nodiscard]] bool compares() const { return has_tags_ || may_lose(); }

  /// Keeps contacts and particles, before the first fix of the next step can delete particles.
  /// \param contacts  of the last force computation; none if expected() was false
  void remember(const std::vector<LedgerContact> &contacts);
  /// Keeps the particles before they migrate, in a step with a new neighbor list.
  void remember_before_exchange();
  /// After the exchange: energy of the contacts of deleted particles. Forgets the particles. Collective.
  [[nodiscard]] ContactEnergies take_energies();

 private:
  /// A contact with a wall has partner 0.
  struct Contact {
    LAMMPS_NS::tagint one, partner;
    ContactKind kind;
    std::array<double, contact::n_modes> stored;
  };

  bool announced_ = false, leaves_ = false;           ///< by a fix; a particle is about to leave the box
  std::vector<char> leaving_;                         ///< [atom]
  bool has_tags_ = false, comes_and_goes_ = false;    ///< a fix has announced the present step
  std::vector<Contact> contacts_;
  std::vector<LAMMPS_NS::tagint> tags_;    ///< of the particles of this rank, sorted

  [[nodiscard]] bool may_lose() const;
  void take_tags();
  [[nodiscard]] std::vector<LAMMPS_NS::tagint> of_all_ranks(std::vector<LAMMPS_NS::tagint> own) const;
};

}    // namespace granular_srt
