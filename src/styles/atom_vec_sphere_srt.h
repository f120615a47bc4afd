#pragma once

#include "atom_vec_sphere.h"

namespace granular_srt {

/// atom_style sphere, which packs and unpacks what ghosts need at every step in one pass over the rows: x, v and omega
/// forward, f and torque back. LAMMPS' own goes through them field by field and asks for the kind of each. Buffers
/// and results are the same to the last bit, also between ranks of which one has LAMMPS' own.
class AtomVecSphereSrt : public LAMMPS_NS::AtomVecSphere {
 public:
  explicit AtomVecSphereSrt(LAMMPS_NS::LAMMPS *lmp) : AtomVec(lmp), AtomVecSphere(lmp) {}

  int pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override;
  void unpack_comm_vel(int n, int first, double *buf) override;
  int pack_reverse(int n, int first, double *buf) override;
  void unpack_reverse(int n, int *list, double *buf) override;

  /// Goes on with the arrays that there are.
  void adopt_arrays();
};

/// Puts it in the place of LAMMPS' atom_style sphere. Any other style, subclasses and hybrids too, stays as it is.
/// Before Atom::init.
void pack_spheres_by_row(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
