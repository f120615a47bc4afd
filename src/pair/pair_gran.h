#pragma once

#include "pair_granular_srt.h"
#include "stock_models.h"

#include "models/gran_arguments.h"
#include "host/style_table.h"

#include "error.h"

namespace granular_srt {

/// One of the pair styles gran/*.
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

/// Number of values for compute pair/local.
inline constexpr int gran_extras = 10;

/// pair_style gran/hooke, gran/hooke/history, gran/hertz/history: PairGranularSrt with one law for all types, from the
/// arguments of pair_style. pair_coeff names types only.
/// \tparam Granular  PairGranularSrt, or its form for KOKKOS
template <class Granular> class PairGran : public Granular {
 public:
  PairGran(LAMMPS_NS::LAMMPS *lammps, const GranStyle &style) : Granular(lammps, style.name), law_{style.law}
  {
    this->single_extra = gran_extras;
  }

  void settings(int narg, char **arg) override
  {
    LammpsWords words(this->lmp, "pair_style " + this->name_, narg, arg);
    spec_ = parse_gran_law(this->lmp, law_, words);
    this->settings_.options.set_defaults();
    while (!words.at_end())
      if (const std::string word = words.keyword(); !this->settings_.options.read(word, words))
        this->error->all(FLERR,
                         "Illegal pair_style {} argument {}: only limit_damping may follow dampflag, once, "
                         "and then the keywords {}",
                         this->name_, word, RunOptions::names());
    take_law();
  }

  void coeff(int narg, char **arg) override
  {
    if (narg > 2)
      this->error->all(
          FLERR,
          "Illegal pair_coeff argument {} of pair style {}: takes two types only, the law is in pair_style",
          arg[2], this->name_);
    this->set_type_pairs(arg[0], arg[1], {spec_, -1.0});
  }

  void write_restart_settings(FILE *fp) override
  {
    Granular::write_restart_settings(fp);
    write_model_spec(fp, spec_);
  }

  void read_restart_settings(FILE *fp) override
  {
    Granular::read_restart_settings(fp);
    if (this->stock_.was_read) return;
    spec_ = read_model_spec(this->lmp, fp);
    spec_.lever_is_radius = true;
  }

  void read_restart(FILE *fp) override
  {
    Granular::read_restart(fp);
    take_law();
  }

 protected:
  [[nodiscard]] bool has_cutoff_argument() const override { return false; }
  [[nodiscard]] int extras(int) const override { return gran_extras; }
  /// p1 ... p10: F_s and its length, the relative velocity of the two centers along n and across it.
  void write_extras(const EvaluatedPair &pair) override
  {
    const auto v = relative_velocity(pair.motion);
    const auto n = (1.0 / pair.geometry.distance) * pair.geometry.separation;
    const auto v_n = dot(v, n) * n;
    contact::store_vector(this->svector, pair.loads.tangential_force);
    this->svector[3] = length(pair.loads.tangential_force);
    contact::store_vector(this->svector + 4, v_n);
    contact::store_vector(this->svector + 7, v - v_n);
  }

  void read_stock_settings(FILE *fp) override
  {
    this->stock_.prefix = "NEIGH_HISTORY_HH";
    spec_ = read_stock_gran(this->lmp, this->name_, law_, fp);
  }

  void read_stock_pairs(FILE *fp) override
  {
    read_set_flags(this->lmp, fp, this->setflag);
    check_end_of_pairs(this->lmp, fp, this->name_, this->setflag);
    take_law();
    this->expect_stock_histories({spec_});
  }

 private:
  const GranLaw law_;
  ModelSpec spec_;

  // of pair_style or a restart file, for the types that pair_coeff has named before
  void take_law()
  {
    for (int i = 1; i <= this->settings_.types(); ++i)
      for (int j = i; j <= this->settings_.types(); ++j)
        if (this->setflag[i][j]) this->settings_.set(i, j, {spec_, -1.0});
  }
};

/// Creator for LAMMPS' plugin interface.
template <const GranStyle &style, class Granular = PairGranularSrt> void *create_gran(void *lmp)
{
  return new PairGran<Granular>(static_cast<LAMMPS_NS::LAMMPS *>(lmp), style);
}

/// Entry of a style of the host.
template <const GranStyle &style> constexpr StyleEntry gran_entry(const char *builtin_name)
{
  return pair_entry<PairGran<PairGranularSrt>>(style.name, style.info, builtin_name, create_gran<style>);
}

}    // namespace granular_srt
