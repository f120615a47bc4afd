// Force of a non-hydrostatic target stress on the cell, by way of a reference cell.
//
// M. Parrinello, A. Rahman, J. Appl. Phys. 52, 7182 (1981), as used by W. Shinoda, M. Shiga, M.
// Mikami, Phys. Rev. B 69, 134103 (2004). The columns of the upper triangular h are the edges of
// the cell, h0 is the cell without strain.

#ifndef GRANULAR_SRT_BAROSTAT_REFERENCE_CELL_H
#define GRANULAR_SRT_BAROSTAT_REFERENCE_CELL_H

#include "voigt.h"

namespace granular_srt::barostat {

/// Symmetric part of  A S A^T  for upper triangular A and symmetric S; dimension [A]^2 [S].
GRANULAR_SRT_BAROSTAT_FN Voigt congruence(const Voigt &a, const Voigt &s)
{
  // rows of A S, only the entries that A^T picks
  const double r0x = a[xx] * s[xx] + a[xy] * s[xy] + a[xz] * s[xz];
  const double r0y = a[xx] * s[xy] + a[xy] * s[yy] + a[xz] * s[yz];
  const double r0z = a[xx] * s[xz] + a[xy] * s[yz] + a[xz] * s[zz];
  const double r1y = a[yy] * s[yy] + a[yz] * s[yz];
  const double r1z = a[yy] * s[yz] + a[yz] * s[zz];
  const double r2z = a[zz] * s[zz];

  Voigt out{};
  out[xx] = r0x * a[xx] + r0y * a[xy] + r0z * a[xz];
  out[yy] = r1y * a[yy] + r1z * a[yz];
  out[zz] = r2z * a[zz];
  out[yz] = r1z * a[zz];
  out[xz] = r0z * a[zz];
  out[xy] = r0y * a[yy] + r0z * a[yz];
  return out;
}

/// Target stress pulled back to the reference cell [pressure length]:
///   sigma = V0 h0^-1 (P - P_h 1) h0^-T
/// with V0 the volume of the reference cell, P the target, P_h its hydrostatic part. In two
/// dimensions V0 is an area and sigma has the dimension pressure.
GRANULAR_SRT_BAROSTAT_FN Voigt reference_stress(double volume0, const Voigt &h0_inverse,
                                                Voigt target, double hydrostatic)
{
  for (int i = xx; i <= zz; i++) target[i] -= hydrostatic;
  Voigt sigma = congruence(h0_inverse, target);
  for (int i = 0; i < 6; i++) sigma[i] *= volume0;
  return sigma;
}

/// Force of that stress on the pistons [pressure volume]: h sigma h^T. Equals V (P - P_h 1) while
/// h = h0; it is the derivative of the strain energy tr(sigma h^T h) / 2 by the strain.
GRANULAR_SRT_BAROSTAT_FN Voigt deviatoric_force(const Voigt &h, const Voigt &sigma)
{
  return congruence(h, sigma);
}

}    // namespace granular_srt::barostat

#endif
