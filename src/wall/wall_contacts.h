#pragma once

#include "near_particles.h"
#include "wall_history.h"
#include "wall_laws.h"

#include "engine/evaluate/wall_evaluation.h"
#include "energy/contact_ledger.h"

#include "atom.h"
#include "pointers.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}

namespace granular_srt {

struct InstructionSet;

/// Contacts of one law with their loads. The loads have been added to the particles.
struct EvaluatedContacts {
  int law;    ///< index
  const WallLoop &loop;
  const std::vector<WallTouch> &touches;
  const std::vector<WallContact> &places;
  const std::vector<WallLoads> &loads;
};

/// The contacts of the particles of this rank with one wall: finds them, evaluates them, adds their loads to the
/// particles, keeps their history and enters them in the ledger of energy.
class WallContacts : protected LAMMPS_NS::Pointers {
 public:
  /// \param command, wall  exist as long as these contacts
  WallContacts(LAMMPS_NS::LAMMPS *lammps, const WallCommand &command, const BuiltWall &wall, int groupbit);

  /// Before a run.
  /// \param name      of the fix, and its ID, in messages
  /// \param number    among the walls of the deck, from 1
  /// \param sees_box  contacts include the motion of the box
  void init(const std::string &name, int number, bool sees_box);

  /// Puts the wall in its place in this time step, and finds the motion of the box. No contact has been found.
  void begin_step();
  /// Brings the list of near particles up to date. Particles that are not in the list have no contacts.
  /// \return whether the list was rebuilt
  bool update_near();
  /// Finds and evaluates the contacts of the near particles.
  /// \param on_evaluated  called for contacts that have been evaluated
  void evaluate(double wall_temperature, const std::function<void(const EvaluatedContacts &)> &on_evaluated);

  /// Sum of -dF_n/dv of the contacts, v: velocity at which the wall recedes [force time/length]. Histories stay as they
  /// are.
  [[nodiscard]] double resistance(const EvaluatedContacts &contacts) const;

  [[nodiscard]] const WallLaws &laws() const { return laws_; }
  [[nodiscard]] WallHistory &history() { return history_; }
  [[nodiscard]] NearParticles &near() { return near_; }
  /// Where the wall sees a particle of this rank.
  [[nodiscard]] PeriodicImage seen(int i) const
  {
    const contact::Vec3<double> x = row(atom->x[0], i);
    // not by ?:, which makes a copy: the copy waits until the single numbers have been stored
    if (sees_images_ && images_.may_be_out(x)) return images_.moved(x, atom->mask[i]);
    return {x};
  }
  /// Frees the memory of the histories, which are stored elsewhere.
  void drop_history() { history_ = empty_history(); }

  /// \name For a device
  /// @{
  [[nodiscard]] bool sees_box() const { return sees_box_; }
  /// Periodic boundaries of the box in this step.
  [[nodiscard]] PeriodicBox periodic_box() const { return sees_images_ ? images_.periodic() : PeriodicBox{}; }
  /// Motion of the box in this step; none unless contacts or a ledger see it.
  [[nodiscard]] const std::optional<contact::BoxFlow> &box() const { return box_; }
  /// Masses of the rigid bodies of all owned particles, or their own [atom]; empty without bodies.
  const std::vector<double> &find_body_masses();
  /// Whether those of the step before are still right.
  [[nodiscard]] bool has_body_masses() const;
  [[nodiscard]] bool has_bodies() const { return fix_rigid_ != nullptr; }
  /// What the contacts of this step have in common.
  [[nodiscard]] WallLoop loop(double wall_temperature);
  /// Makes the velocity of the wall relative to the box, which moves particle i.
  void subtract_box_velocity(int i, WallContact &place) const;
  /// \throws LAMMPS error for a particle that touches a hollow wall of a smaller radius
  void check_curvature(double radius, double curvature) const;
  /// @}

  /// \name Ledger of energy
  /// @{

  /// The ledger, if it wants the contacts of this force evaluation, else null.
  [[nodiscard]] std::shared_ptr<ContactLedger> open_ledger() const;
  /// A contact for the ledger. Its history stays as it is; `after` receives that after the step.
  [[nodiscard]] LedgerContact ledger_contact(int law, const WallLoop &loop, const WallTouch &touch,
                                             const WallContact &place, double *after) const;
  /// Enters the energy of the normal spring of a contact beyond that at its radius before.
  void enter_growth(const contact::AnyContact &law, const WallLoop &loop, const WallTouch &touch,
                    const WallContact &place, ContactLedger &ledger) const;
  /// @}

 private:
  /// Contacts that have been found and not yet evaluated.
  struct Batch {
    std::vector<WallContact> places;
    std::vector<WallTouch> touches;
  };

  const WallCommand &command_;
  const BuiltWall &wall_;
  const int groupbit_;
  const bool of_triangles_;
  std::string name_;
  int number_ = 0;    ///< among the walls of the deck, from 1
  WallLaws laws_;
  const InstructionSet *instruction_set_ = nullptr;
  WallHistory history_;
  NearParticles near_;
  PeriodicImages images_;
  bool sees_images_ = false;
  LAMMPS_NS::Fix *fix_rigid_ = nullptr;
  bool masses_may_change_ = false;         ///< in a run
  std::vector<double> body_mass_;          ///< [atom], as find_body_masses() returns them
  bool sees_box_ = false;                  ///< as those of the pair style
  std::optional<contact::BoxFlow> box_;    ///< in this step, for contacts that see it and for the ledger
  double box_power_ = 0.0;    ///< of the box on the particles against the wall, of this rank [energy/time]
  std::weak_ptr<ContactLedger> ledger_;    ///< none if nothing in the deck asks for energies
  std::vector<Batch> batches_;             ///< [law]
  std::vector<WallLoads> loads_;
  std::vector<int> parts_;    ///< of one particle
  std::vector<double>
      no_history_;    ///< zeros, of contacts that begin in an evaluation that is not a time step
  bool far_contacts_end_ = false;    ///< in the next time step

  [[nodiscard]] WallHistory empty_history() const;
  void find(std::size_t n, int i, const PeriodicImage &at, std::vector<WallContact> &places);
  void match_by_normals(int i, WallContact *places, int count);
  void take_histories(int i, const WallContact *places, std::size_t count, const WallLoop &loop,
                      ContactLedger *ledger);
  [[nodiscard]] double *history_of(int i, int part);
  void end_far_contacts(const WallLoop &loop, ContactLedger *ledger);
  void evaluate_batch(int law, const WallLoop &loop, ContactLedger *ledger,
                      const std::function<void(const EvaluatedContacts &)> &on_evaluated);
  void compute_loads(int law, const std::vector<WallTouch> &touches, const std::vector<WallContact> &places,
                     const WallLoop &loop, std::vector<WallLoads> &loads) const;
  void enter_in_ledger(int law, const WallLoop &loop, ContactLedger &ledger);
  void end_in_ledger(const WallLoop &loop, ContactLedger &ledger, int i);
  [[nodiscard]] WallContact place_of_ended(const contact::AnyContact &law, int i, int part);
};

}    // namespace granular_srt
