#pragma once

#include "voigt.h"

/// \file
/// Force of a non-hydrostatic target stress on the pistons, from a strain energy relative to a reference cell.
///
/// M. Parrinello, A. Rahman, J. Appl. Phys. 52, 7182 (1981), in the form of W. Shinoda, M. Shiga, M. Mikami, Phys.
/// Rev. B 69, 134103 (2004). The columns of the upper triangular h are the edges of the cell; h0 is the reference cell.

namespace granular_srt::barostat {

/// Upper triangle of  A S A^T  for upper triangular A and symmetric S; dimension [A]^2 [S].
GRANULAR_SRT_FN Voigt congruence(const Voigt &a, const Voigt &s)
{
  // entries of A S that the product with A^T needs
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

/// Target stress in the reference cell [pressure length]; [pressure] in two dimensions, where V0 is an area:
///   sigma = V0 h0^-1 (P - P_h 1) h0^-T
/// \param volume0      V0, volume of the reference cell [length^3], its area in two dimensions [length^2]
/// \param h0_inverse   [1/length]
/// \param target       P [pressure]
/// \param hydrostatic  P_h, hydrostatic part of P [pressure]
GRANULAR_SRT_FN Voigt reference_stress(double volume0, const Voigt &h0_inverse, Voigt target,
                                       double hydrostatic)
{
  for (int i = xx; i <= zz; ++i) target[i] -= hydrostatic;
  Voigt sigma = congruence(h0_inverse, target);
  for (int i = 0; i < 6; ++i) sigma[i] *= volume0;
  return sigma;
}

/// Force of sigma on the pistons [pressure volume]: h sigma h^T, the derivative of the strain energy
/// tr(sigma h^T h)/2 with respect to the strain. For h = h0 it equals V0 (P - P_h 1).
/// \param h      [length]
/// \param sigma  reference_stress()
GRANULAR_SRT_FN Voigt deviatoric_force(const Voigt &h, const Voigt &sigma)
{
  return congruence(h, sigma);
}

}    // namespace granular_srt::barostat
