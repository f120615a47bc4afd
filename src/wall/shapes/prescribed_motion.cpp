#include "wall_motion.h"

#include "compute.h"
#include "error.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"
#include "variable.h"

#include <cstring>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  /// Values of the variables in one step and their rates, kept for the next step and for restart files.
  struct Rates {
    bigint step = -1;        ///< -1 if they are not known
    double value[4] = {};    ///< displacement [length], angle
    double rate[4] = {};     ///< [1/time] of these
  };

  class PrescribedMotion : public WallMotion {
   public:
    PrescribedMotion(LAMMPS *lmp, std::string command, MotionRule rule) :
        lmp_{lmp}, command_{std::move(command)}, rule_{std::move(rule)}
    {
    }

    void init() override
    {
      for (int k = 0; k < 4; ++k) {
        const std::string &name = k < 3 ? rule_.displacement_variable[k] : rule_.angle_variable;
        if (!name.empty()) variable_[k] = find_equal_variable(lmp_, name, command_, k < 3 ? "move" : "turn");
      }
    }

    void move_to(double time) override
    {
      if (!rule_.by_variables()) return rule_.place(time, placement_);
      read_variables();
      const double *value = rates_.value, *rate = rates_.rate;
      rule_.place_body({value[0], value[1], value[2]}, value[3], placement_);
      placement_.velocity = {rate[0], rate[1], rate[2]};
      placement_.omega = rate[3] * rule_.rotation_axis;
    }

    [[nodiscard]] bool moves() const override { return rule_.moves(); }
    [[nodiscard]] bool reads_variables() const override { return rule_.by_variables(); }

    [[nodiscard]] std::string state() const override
    {
      if (!rule_.rigid_body) return {};
      return {reinterpret_cast<const char *>(&rates_), sizeof rates_};
    }
    void set_state(const char *bytes) override
    {
      if (rule_.rigid_body) std::memcpy(&rates_, bytes, sizeof rates_);
    }

   private:
    LAMMPS *lmp_;
    std::string command_;
    MotionRule rule_;
    int variable_[4] = {-1, -1, -1, -1};
    Rates rates_;

    void read_variables()
    {
      const bigint now = lmp_->update->ntimestep;
      const bool again = rates_.step == now;    // setup of a further run: the motion continues
      const double dt = lmp_->update->dt;
      const bool next = rates_.step >= 0 && rates_.step == now - 1 && dt != 0.0;
      evaluate_variables(lmp_, [&] {
        for (int k = 0; k < 4; ++k) {
          if (variable_[k] < 0) continue;
          const double value = lmp_->input->variable->compute_equal(variable_[k]);
          if (!again) rates_.rate[k] = next ? (value - rates_.value[k]) / dt : 0.0;
          rates_.value[k] = value;
        }
      });
      rates_.step = now;
    }
  };

}    // namespace

std::shared_ptr<WallMotion> prescribed_motion(LAMMPS *lmp, const std::string &command, const MotionRule &rule)
{
  return std::make_shared<PrescribedMotion>(lmp, command, rule);
}

int find_equal_variable(LAMMPS *lmp, const std::string &name, const std::string &command,
                        const std::string &keyword)
{
  const int variable = lmp->input->variable->find(name.c_str());
  if (variable < 0)
    lmp->error->all(FLERR, "Variable {} for {} keyword {} does not exist", name, command, keyword);
  if (!lmp->input->variable->equalstyle(variable))
    lmp->error->all(FLERR, "Variable {} for {} keyword {} must be of style equal", name, command, keyword);
  return variable;
}

// addstep_compute() of LAMMPS 4 Jul 2026 announces the computes that were not read, too.
void evaluate_variables(LAMMPS *lmp, const std::function<void()> &evaluate)
{
  lmp->modify->clearstep_compute();
  evaluate();
  for (Compute *compute : lmp->modify->get_compute_list())
    if (compute->timeflag && compute->invoked_flag != Compute::INVOKED_NONE)
      compute->addstep(lmp->update->ntimestep + 1);
}

double value_of_variable(LAMMPS *lmp, int variable)
{
  double value = 0.0;
  evaluate_variables(lmp, [&] { value = lmp->input->variable->compute_equal(variable); });
  return value;
}

}    // namespace granular_srt
