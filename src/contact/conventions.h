#pragma once

/// \file
/// Signs and symbols of src/contact. Every other header refers to this one.
///
///   n      = (x_i - x_j) / |x_i - x_j|     unit normal, from j to i (a wall as j: from the wall into i)
///   delta  = R_i + R_j - |x_i - x_j|       overlap [length], > 0 in contact
///   R      = R_i R_j / (R_i + R_j)         effective radius [length]
///   m_eff  = m_i m_j / (m_i + m_j)         effective mass; the partner's mass if one is frozen or a wall
///   v      = v_i - v_j                     relative velocity; in a moving box + L (x_i - x_j), frame.h
///   v_n    = v . n                         < 0 while approaching
///   v_s    = v - v_n n - (R_i w_i + R_j w_j) x n    slip velocity of i's surface relative to j's
///   v_r    = R (w_i - w_j) x n             rolling velocity [length/time]
///   w_t    = (w_i - w_j) . n               twisting velocity [1/time]
///   F      = F_n n + F_s on i, -F on j
///   tau_i  = -(R_i - delta/2) n x F_s + R n x F_r + tau_t n
///   tau_j  = -(R_j - delta/2) n x F_s - R n x F_r - tau_t n
///
/// Sources: Santos et al. 2020, Eqs. (1)-(3); the LAMMPS manual's pair_style granular page. Both print
/// v = v_j - v_i and v_r = -R (w_i - w_j) x n. With those signs the dashpots would add energy. With the signs above
/// every mode dissipates.
///
/// Under a relabelling i <-> j: n, v_s change sign; v_n, v_r, w_t do not (see history.h).
///
/// Dimensions are given as force/length, force/length^2 (pressure) and so on, never in SI, because LAMMPS
/// has many unit systems. All quantities of one contact must be in one consistent system.
