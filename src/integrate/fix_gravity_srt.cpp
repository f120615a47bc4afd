#include "fix_gravity_srt.h"
#include "verlet_granular.h"

#include "engine/evaluate/instruction_set.h"
#include "host/style_table.h"

#include "atom.h"

#include <algorithm>

namespace granular_srt {

void FixGravitySrt::init()
{
  if (varflag != CONSTANT && !instruction_set_) std::fill_n(gvec, 3, 0.0);    // known from the first step on
  FixGravity::init();
  announce_styles(lmp);
  instruction_set_ = &instruction_set(lmp);
}

// Evaluates the variables of the command. LAMMPS' function does this and then returns if gravity is disabled.
void FixGravitySrt::update_acceleration(int vflag)
{
  // an error in a variable is an exception
  struct Disabled {
    explicit Disabled(int &flag) : flag_(flag) { flag_ = 1; }
    ~Disabled() { flag_ = 0; }
    int &flag_;
  } disabled(disable);
  FixGravity::post_force(vflag);
}

void FixGravitySrt::post_force(int vflag)
{
  // LAMMPS' loop is used for masses per type, and for few atoms, for which it is faster; the bits are the same.
  constexpr int few = 4;
  if (disable || !atom->rmass || atom->nlocal <= few) {
    FixGravity::post_force(vflag);
    return;
  }
  if (varflag != CONSTANT) update_acceleration(vflag);
  eflag = 0;
  const WeightPass weight{groupbit, {xacc, yacc, zacc}};
  if (auto *joined = verlet_granular(lmp); joined && joined->takes_weight(this, weight)) return;
  egrav =
      instruction_set_->add_weight({atom->nlocal, atom->x[0], atom->f[0], atom->rmass, atom->mask}, weight);
}

}    // namespace granular_srt
