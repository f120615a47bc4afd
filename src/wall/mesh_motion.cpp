#include "mesh_motion.h"
#include "wall_geometry.h"

#include "error.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"
#include "variable.h"

#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

using contact::Vec3;

MeshMotion::MeshMotion(LAMMPS *lmp, std::string command, MeshMotionRule rule) :
    lmp_{lmp}, command_{std::move(command)}, rule_{std::move(rule)}
{
}

bool MeshMotion::moves() const
{
  return rule_.by_variables() || rule_.by_numbers.moves_surface() ||
      rule_.by_numbers.kind == WallMotion::Kind::rotate;
}

void MeshMotion::init()
{
  for (int k = 0; k < 4; ++k) {
    const std::string &name = k < 3 ? rule_.displacement[k] : rule_.angle;
    if (name.empty()) continue;
    const char *keyword = k < 3 ? "move" : "turn";
    variable_[k] = lmp_->input->variable->find(name.c_str());
    if (variable_[k] < 0)
      lmp_->error->all(FLERR, "Variable {} for {} keyword {} does not exist", name, command_, keyword);
    if (!lmp_->input->variable->equalstyle(variable_[k]))
      lmp_->error->all(FLERR, "Variable {} for {} keyword {} must be of style equal", name, command_,
                       keyword);
  }
}

void MeshMotion::move_to(double time)
{
  if (rule_.by_variables()) {
    read_variables();
    const double *value = rates_.value, *rate = rates_.rate;
    place({value[0], value[1], value[2]}, value[3]);
    velocity_ = {rate[0], rate[1], rate[2]};
    omega_ = rate[3] * rule_.axis;
    return;
  }
  const WallMotion &motion = rule_.by_numbers;
  if (motion.kind == WallMotion::Kind::rotate) {
    place({0.0, 0.0, 0.0}, motion.rate * time);
    omega_ = motion.rate * rule_.axis;
  } else {
    place(along(motion.axis, motion.displacement(time)), 0.0);
    velocity_ = along(motion.axis, motion.velocity(time));
  }
}

void MeshMotion::read_variables()
{
  const bigint now = lmp_->update->ntimestep;
  const bool again = rates_.step == now;    // setup of a further run: the motion continues
  const bool next = rates_.step == now - 1;
  lmp_->modify->clearstep_compute();
  for (int k = 0; k < 4; ++k) {
    if (variable_[k] < 0) continue;
    const double value = lmp_->input->variable->compute_equal(variable_[k]);
    if (!again) rates_.rate[k] = next ? (value - rates_.value[k]) / lmp_->update->dt : 0.0;
    rates_.value[k] = value;
  }
  lmp_->modify->addstep_compute(now + 1);
  rates_.step = now;
}

void MeshMotion::place(const Vec3<double> &displacement, double angle)
{
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const Vec3<double> &a = rule_.axis;
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> e = along(k, 1.0);
    frame_.column[k] = cosine * e + sine * cross(a, e) + ((1.0 - cosine) * dot(a, e)) * a;
  }
  frame_.shift = rule_.point - frame_.turned(rule_.point) + displacement;
  center_ = rule_.point + displacement;
}

}    // namespace granular_srt
