#pragma once

#include "stored_contacts.h"

#include "contact/contact.h"
#include "contact/effective_mass.h"

#include <functional>
#include <memory>
#include <vector>

namespace LAMMPS_NS {
class NeighList;
}

namespace granular_srt {

/// Receives the force of each contact when per-atom stress needs it.
class ContactTally {
 public:
  virtual ~ContactTally() = default;
  virtual void add(int i, int j, const contact::Vec3<double> &force,
                   const contact::Vec3<double> &separation) = 0;
};

/// Threads that share the loop over contacts.
class Workers {
 public:
  virtual ~Workers() = default;
  [[nodiscard]] virtual int count() const = 0;
  /// Calls task(0) ... task(count() - 1), each on a thread of its own; returns when all are done.
  virtual void run(const std::function<void(int)> &task) const = 0;
};

/// What the loop over contacts reads and writes: LAMMPS' per-atom arrays (rows of three doubles, one after
/// the other) and the neighbor list.
struct ContactLoop {
  const LAMMPS_NS::NeighList *list;
  bool remembers;       ///< whether contacts have history
  bool stretches;       ///< whether some contacts last beyond touch
  const StoredContacts *stored;    ///< to take the histories from; null if the kernel has them, or without history
  contact::HistoryLayout layout;
  contact::Step step;
  const int *law_of;    ///< [type_i * type_stride + type_j] -> index of the law
  int type_stride;
  int nall;             ///< owned atoms and ghosts
  int served;           ///< atoms before this one get their loads here: all with newton on, else the owned
  bool new_list;        ///< the neighbor list may be another than in the last call; set if stored is
  double margin;        ///< gap up to which pairs are watched between two searches [length]

  const int *type, *mask;
  const double *x, *v, *omega;    ///< [atom * 3 + dimension]
  const double *radius, *mass;
  const double *body_mass;    ///< mass of the rigid body of an atom, 0 if free; null without bodies
  int frozen;                 ///< group bit of fix freeze, 0 if none
  bool means;                 ///< whether a law reads the means over the two bodies
  const double *temperature;  ///< null without heat conduction
  const double *special;      ///< factor of each kind of special neighbor; null if all are 1

  double *f, *torque;         ///< [atom * 3 + dimension]
  double *heatflow;
  double *virial;             ///< six sums [force length], null if not needed
  ContactTally *tally;        ///< null if not needed

  const Workers *workers;     ///< null: the calling thread alone
};

/// Mass with which an atom moves [mass]: that of its rigid body, or its own.
inline double mass_of(const ContactLoop &loop, int atom)
{
  const bool in_body = loop.body_mass && loop.body_mass[atom] > 0.0;
  return in_body ? loop.body_mass[atom] : loop.mass[atom];
}

/// Whether fix freeze holds an atom.
inline bool is_frozen(const ContactLoop &loop, int atom)
{
  return (loop.mask[atom] & loop.frozen) != 0;
}

/// Effective mass of a pair: a rigid body counts as a whole, a frozen partner as a wall.
inline double effective_mass(const ContactLoop &loop, int i, int j)
{
  return contact::effective_mass(mass_of(loop, i), mass_of(loop, j), is_frozen(loop, i), is_frozen(loop, j));
}

/// The loop over all contacts for one set of laws. It keeps a list of the pairs that touch or may soon,
/// searched anew when the neighbor list is or when they have moved (watched_pairs.h); finds those that
/// touch, and evaluates them, several at a time where the processor can. Several threads share the list by
/// its atoms, by the contacts at the last neighbor list; the order of sums depends on that and on their number.
///
/// What contacts remember lies with these pairs. A search of a new neighbor list takes it from what is stored
/// with the atoms, one of the same list keeps it.
class ContactKernel {
 public:
  virtual ~ContactKernel() = default;
  virtual void run(const ContactLoop &loop) = 0;
  /// Calls visit(i, j, history) for each contact that touched in the last run; only with history.
  virtual void visit(const std::function<void(int, int, const double *)> &visit) const = 0;
  /// Whether a listed pair touched in the last run, and if so its history; only with history.
  [[nodiscard]] virtual bool find(int i, int j, double *history) = 0;
  [[nodiscard]] virtual double memory_usage() const = 0;    ///< [bytes]
};

struct Kernels;

/// A kernel for these laws. Each is evaluated by a function of its own if it is one of the curated
/// combinations (fast_paths.h), else by the generic one. Both come from the same source and give the same
/// bits.
std::unique_ptr<ContactKernel> make_contact_kernel(const std::vector<contact::AnyContact> &laws,
                                                   const Kernels &kernels);

}    // namespace granular_srt
