#pragma once

#include "engine/evaluate/passes.h"

#include "fix_rigid_nve_small.h"

#include <vector>

namespace granular_srt {

struct InstructionSet;

/// LAMMPS' fix rigid/small or rigid/nve/small with loops over several bodies or atoms at a time. Arguments, bodies,
/// communication, files, respa, output and messages are those of the base class. The results are those of the base class
/// to the last bit.
template <class Base> class RigidSmallLoops : public Base {
 public:
  using Base::Base;

  /// \throws LAMMPS error of the base class, and for a wrong GRANULAR_SRT_SIMD
  void init() override;
  void initial_integrate(int vflag) override;
  void final_integrate() override;

 protected:
  using Base::atom, Base::body, Base::comm, Base::commflag, Base::domain, Base::nlocal_body,
      Base::nghost_body;
  using typename Base::Body;

  const InstructionSet *instruction_set_ = nullptr;

  [[nodiscard]] RigidBodies bodies() const;
  [[nodiscard]] RigidPass rigid_pass() const;
  /// Half a kick, drift and rotation of the bodies of this rank.
  virtual void move_bodies() = 0;
  virtual void kick_bodies() = 0;

 private:
  [[nodiscard]] bool left_to_lammps() const;
  [[nodiscard]] BodyAtoms atoms_of_bodies();
  void compute_forces_and_torques() override;
  std::vector<double> offset_;    // of BodyAtoms
  bool placed_ = false;           // in this step
};

class FixRigidSmallSrt : public RigidSmallLoops<LAMMPS_NS::FixRigidSmall> {
  using RigidSmallLoops::RigidSmallLoops;
  void move_bodies() override;
  void kick_bodies() override;
};

/// Bodies are integrated one at a time: sines and cosines of several at a time would have other digits.
class FixRigidNveSmallSrt : public RigidSmallLoops<LAMMPS_NS::FixRigidNVESmall> {
  using RigidSmallLoops::RigidSmallLoops;
  void move_bodies() override;
  void kick_bodies() override;
  void kick(Body &one) const;
  static void set_angular_momentum(Body &one);
};

}    // namespace granular_srt
