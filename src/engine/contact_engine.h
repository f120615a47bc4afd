#pragma once

#include "type_laws.h"

#include "engine/evaluate/account_sums.h"
#include "engine/evaluate/contact_loop.h"
#include "engine/search/cell_list.h"

#include <functional>
#include <string>

namespace granular_srt {

struct InstructionSet;
class NearPairs;
class StoredPairHistories;

/// Is called with a close pair of a law. `touched`: whether it was in contact in the step before. `history` is null if
/// it was not, and for laws without history.
using CloseVisitor = std::function<void(int law, const ClosePair &pair, bool touched, const double *history)>;

/// What the evaluation of all contacts in a step reads, beside the particles and their loads.
struct ContactStep {
  const TypeLaws *laws;         ///< the same in all steps of a run
  const InstructionSet *set;    ///< of the host, the same in all steps of a run
  PairList pairs;               ///< LAMMPS' neighbor list on a host; not read if near_pairs() has the lists
  bool new_list;                ///< whether the neighbor list may differ from that of the last step
  const LAMMPS_NS::tagint *tag;    ///< [atom] IDs
  int owned;                       ///< atoms of this rank; ghosts follow
  double margin;                   ///< gap up to which a pair is close [length]
  /// With a new list, the largest gap of a pair that may touch before the next list [length]; negative: any.
  double reach;
  double half_image;          ///< less than half of the distance of two images of a particle [length]
  const double *body_mass;    ///< [atom] of its rigid body, or its own [mass]; null without bodies
  bool new_body_mass;         ///< whether these may differ from those of the last step
  /// [atom][6] sums over contacts, with full lists in place of LoadArrays::tally; null if not needed.
  double **virial_of_atom;
  const CloseVisitor *before;    ///< is called for all close pairs before they are evaluated; may be null
};

/// What LAMMPS has to know of an engine.
struct EngineTraits {
  const char *history_fix;    ///< style of the fix that connects histories to LAMMPS (HistoryFix)
  bool full_lists;     ///< neighbor lists are full, so that both owners of a contact with a ghost evaluate it
  bool makes_lists;    ///< near_pairs() may have the lists
  bool sets_sort_bins;    ///< whether particles sorted in bins of a diameter have been timed
};

/// All contacts between the particles of a rank: evaluates them and has their histories. HostEngine does so on a host,
/// DeviceEngine (src/kokkos) on a device.
///
/// While a neighbor list is valid, the contacts hold the histories. A HistoryFix (src/pair) calls for them to be stored with
/// the atoms while these migrate, in restart files, and until there is a new neighbor list.
class ContactEngine {
 public:
  const EngineTraits traits;

  explicit ContactEngine(const EngineTraits &its_traits) : traits{its_traits} {}
  virtual ~ContactEngine() = default;
  ContactEngine(const ContactEngine &) = delete;
  ContactEngine &operator=(const ContactEngine &) = delete;

  /// Forgets everything, before a first run and when histories change their kind.
  /// \param doubles  of history per contact, 0 without history
  virtual void start(int doubles) = 0;
  /// Forgets laws and lists, before a run. Stored histories remain. Call when LAMMPS' list has been requested.
  /// \param own_lists  whether near pairs are listed here (near_pairs()), or come with each step
  /// \throws LAMMPS error if LAMMPS cannot run this engine with the settings of the deck
  virtual void begin_run(bool own_lists) = 0;
  /// How contacts are evaluated, for the log.
  [[nodiscard]] virtual std::string description(const InstructionSet &set) const = 0;
  /// Brings arrays of particles (LAMMPS' atom_masks.h) up to date on the host.
  virtual void sync_host(unsigned long /*arrays*/) {}

  /// Evaluates all contacts: adds their loads to the particles and advances their histories.
  virtual void step(const ContactStep &step, const ContactLoop &loop) = 0;
  /// Sums over the accounts of energy of the last step, which asked for them.
  [[nodiscard]] virtual AccountTotals account() const = 0;
  /// Whether the present neighbor list has no pairs: step() would do nothing until the next list.
  [[nodiscard]] virtual bool has_no_pairs() const { return false; }

  /// Lists of near pairs, to be updated before a step with a new list; null if they come with each step.
  [[nodiscard]] virtual NearPairs *near_pairs() { return nullptr; }
  /// Forgets all that it keeps of the present list, as a continued run has nothing of it. Histories must be stored.
  virtual void forget_lists() = 0;
  /// Whether contacts of the present neighbor list have the histories.
  [[nodiscard]] bool valid() const { return valid_; }
  /// The neighbor list of the last step is no longer valid: histories are those stored with the atoms.
  void invalidate() { valid_ = false; }

  /// Copies the history of pair (i, j), as i sees it; the list may have it as (j, i). Returns false and leaves `history`
  /// untouched if the pair is not in contact.
  /// \param partner     ID of atom j
  /// \param type        [atom]
  /// \param separation  x_i - x_j [length]
  /// \param half_image  as in ContactStep
  [[nodiscard]] virtual bool find(int i, int j, LAMMPS_NS::tagint partner, const int *type,
                                  const contact::Vec3<double> &separation, double half_image,
                                  double *history) = 0;
  [[nodiscard]] virtual StoredPairHistories &stored() = 0;
  /// Without the stored histories [bytes].
  [[nodiscard]] virtual double memory_usage() const = 0;

 protected:
  void validate() { valid_ = true; }

 private:
  bool valid_ = false;
};

}    // namespace granular_srt
