#pragma once

#include "contact/stiffness.h"
#include "contact/touch.h"
#include "engine/history/memory_usage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace granular_srt {

/// A contact in a force evaluation, for output contact by contact. Body j is another atom, or a wall.
struct LedgerContact {
  static constexpr int wall = -1;

  int i, j;                            ///< atoms; j is wall for a wall
  bool twice;                          ///< whether the owner of j evaluates this contact too
  double share;                        ///< 1/2 in this case, times the factor of special neighbors
  contact::Vec3<double> separation;    ///< x_i - x_j; from the foot on a wall [length]
  double to_contact;                   ///< distance of the contact from i, as a fraction of `separation`
  double overlap;                      ///< [length]
  contact::Loads<double> loads;
  contact::FrictionCaps<double> caps;
  contact::ContactAccount<double> account;
  /// Of the modes as if none slipped, contact/stiffness.h; 0 without the account.
  std::array<double, contact::n_modes> stiffness{};
  int wall_number = 0,
      part = 0;               ///< of a wall among the walls of the deck, and of its plane or triangle, from 1
  std::size_t history = 0;    ///< place of its history in StepContacts
  std::size_t history_size = 0;    ///< number of doubles
  /// Whether sliding, rolling, twisting slip, for laws that store it (contact/stick_slip.h).
  std::array<std::optional<bool>, 3> slips{};

  /// Evaluates a contact that acts. It lies in the middle of the overlap, or at the foot on a wall.
  /// \param factor   of special neighbors
  /// \param accounts whether account and stiffness are wanted; else they are zero
  /// \param bodies   as in contact::touch()
  /// \param history  before the evaluation; null without. It stays as it is
  /// \param after    receives the history after the evaluation
  /// \param box      motion of a box that the account sees, null without
  template <class Bodies>
  static LedgerContact of(int i, int j, bool twice, double factor, bool accounts,
                          const contact::AnyContact &law, const Bodies &bodies, const contact::Step &step,
                          const contact::HistoryLayout &layout, const double *history, double *after,
                          const contact::CarriedMotion<double> *box)
  {
    LedgerContact one{i, j, twice, (twice ? 0.5 : 1.0) * factor, {}, {}, {}, {}, {}, {}};
    static constexpr double none[contact::most_history_doubles] = {};
    const double *const before = history ? history : none;
    std::copy_n(before, layout.size, after);
    const auto enter = [&](const auto &terms, const auto &loads, const auto &account) {
      one.enter(law, terms, layout, after);
      if (!accounts) return;
      one.account = account();
      one.stiffness = contact::tangent_stiffnesses(law, terms);
      if (box) contact::carry(one.account, terms, loads, *box);
    };
    one.loads = contact::loads_with_account(law, bodies.geometry(), bodies.motion(true), step, layout, before,
                                            after, enter);
    return one;
  }

  /// \name Mobilized friction: a load divided by its largest value, 0 without friction
  /// Of laws that store whether they slip, a load that slips has another cap, and one that sticks a dashpot beyond the cap.
  /// @{
  [[nodiscard]] double sliding_share() const
  {
    return share_of(length(loads.tangential_force), caps.sliding, slips[0]);
  }
  [[nodiscard]] double rolling_share() const
  {
    return share_of(length(loads.rolling_torque), caps.rolling, slips[1]);
  }
  [[nodiscard]] double twisting_share() const
  {
    return share_of(std::fabs(loads.twisting_torque), caps.twisting, slips[2]);
  }
  /// @}
  static constexpr double sticks_at_most = 1.0 - 1e-6;
  static double share_of(double load, double cap, std::optional<bool> slips)
  {
    if (slips.value_or(false)) return 1.0;
    const double share = cap > 0.0 ? load / cap : 0.0;
    return slips ? std::min(share, sticks_at_most) : share;
  }

  /// Tangent stiffness of a mode; 0 if it slips or cannot bear a load [force/length], of rolling and twisting [force length].
  [[nodiscard]] double tangent_stiffness(contact::Mode mode) const
  {
    const double cap_of[contact::n_modes] = {1.0, caps.sliding, caps.rolling, caps.twisting};
    const double share_of[contact::n_modes] = {0.0, sliding_share(), rolling_share(), twisting_share()};
    const bool bears = cap_of[mode] > 0.0 && share_of[mode] <= sticks_at_most;
    return bears ? factor() * stiffness[mode] : 0.0;
  }

  /// Of the loads, by special neighbors.
  [[nodiscard]] double factor() const { return twice ? 2.0 * share : share; }

 private:
  /// Writes where the contact is, its caps and whether it slips.
  /// \param after  history after the evaluation
  void enter(const contact::AnyContact &law, const contact::AnyContact::Terms<double> &terms,
             const contact::HistoryLayout &layout, const double *after);
};

/// The contacts of a force evaluation of this rank one by one, where somebody asks for them.
class StepContacts {
 public:
  /// Deletes all contacts, before a force evaluation.
  /// \param wanted  whether each contact is
  void begin(bool wanted);
  /// Asks for the contacts of these atoms in this force evaluation, if not for all.
  /// \param atoms  [atom]; null for all
  void want_those_of(const std::vector<char> *atoms);
  /// Whether all contacts or some are wanted.
  [[nodiscard]] bool wanted() const { return wanted_; }
  /// Whether the contact of these two atoms is.
  [[nodiscard]] bool wants(int i, int j) const
  {
    return wanted_ && (!atoms_ || (*atoms_)[i] || (*atoms_)[j]);
  }
  /// \param history  after the evaluation, as seen from the atom with the smaller ID
  void add(const LedgerContact &contact, std::span<const double> history);

  [[nodiscard]] const std::vector<LedgerContact> &all() const { return contacts_; }
  /// The history of one of these.
  [[nodiscard]] std::span<const double> history(const LedgerContact &contact) const
  {
    return std::span(histories_).subspan(contact.history, contact.history_size);
  }
  [[nodiscard]] double memory_usage() const { return bytes_of(contacts_, histories_); }

 private:
  std::vector<LedgerContact> contacts_;
  std::vector<double> histories_;
  const std::vector<char> *atoms_ = nullptr;
  bool wanted_ = false;
};

}    // namespace granular_srt
