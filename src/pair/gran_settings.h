#pragma once

#include "pair_settings.h"

#include "models/gran_arguments.h"

namespace granular_srt {

struct GranStyle {
  const char *name;
  const char *info;    ///< one line for the log
  GranLaw law;
};

inline constexpr GranStyle gran_hooke{"gran/hooke", "Hooke's law with a tangential dashpot", GranLaw::hooke};
inline constexpr GranStyle gran_hooke_history{"gran/hooke/history", "Hooke's law with a tangential spring",
                                              GranLaw::hooke_history};
inline constexpr GranStyle gran_hertz_history{"gran/hertz/history", "Hertz' law with a tangential spring",
                                              GranLaw::hertz_history};

/// The words of pair_style gran/hooke, gran/hooke/history, gran/hertz/history: one law for all types, from the arguments of
/// pair_style. pair_coeff names types only.
class GranSettings : public PairSettings {
 public:
  const GranLaw law;

  GranSettings(LAMMPS_NS::LAMMPS *lammps, const GranStyle &style) :
      PairSettings(lammps, style.name), law{style.law}
  {
  }

  void read_style(int narg, char **arg) override;
  [[nodiscard]] TypePair read_coefficients(int narg, char **arg) override;
  [[nodiscard]] bool has_cutoff() const override { return false; }
  /// The law of pair_style or a restart file, for all types that have one.
  void set_law(const ModelSpec &spec);

  void write_style(FILE *fp) const override;
  void read_style(FILE *fp) override;
  void read_pairs(FILE *fp) override;

  [[nodiscard]] int extras(int, bool) const override { return n_extras; }
  [[nodiscard]] int most_extras() const override { return n_extras; }
  /// p1 ... p10: F_s and its length, the relative velocity of the two centers along n and across it.
  void write_extras(const EvaluatedPair &pair, const contact::HistoryLayout &layout, bool heat,
                    double *svector) const override;

 private:
  static constexpr int n_extras = 10;    // values for compute pair/local

  ModelSpec spec_;
};

}    // namespace granular_srt
