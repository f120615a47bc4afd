#pragma once

#include "device.h"

#include "contact/contact.h"

namespace probe {

namespace contact = granular_srt::contact;
using contact::Vec3;

/// The law of the packings, potentials/santos2020.granular: first of CompiledLaws of the plugin.
using Law = contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearHistory,
                             contact::SdsRolling, contact::SdsTwisting, contact::NoHeat>;
inline constexpr contact::HistoryLayout layout = contact::StaticLayout<Law>::value();

/// Where the properties of a sphere lie.
enum class Rows {
  apart,    ///< as in LAMMPS: arrays of x, v, omega, radius, mass, type and mask
  packed    ///< rows of 32 bytes: (x, radius), (v, mass), (omega, type and mask)
};

/// Arithmetic: everything in Real, but for the separation, distance and overlap of two spheres, which are in double.
/// Stored: type of the doubles of a history.
template <Rows rows_, class Real_, class Stored_> struct Way {
  static constexpr Rows rows = rows_;
  using Real = Real_;
  using Stored = Stored_;
};

struct alignas(32) Row {
  double a, b, c, d;
};

struct alignas(32) SpinRow {
  double a, b, c;
  int type, mask;
};

/// What kernels read of the spheres, by row.
struct Spheres {
  const double *x, *v, *omega, *radius, *mass;    ///< three doubles a row in x, v, omega
  const int *type, *mask;
  const Row *x_radius, *v_mass;
  const SpinRow *spin;
  const int *law_of;    ///< [type_i * types + type_j]
  int types, frozen;
  const Law *laws;
};

struct Place {
  Vec3<double> x;
  double radius;
};

template <Rows rows> GRANULAR_SRT_FN Place place(const Spheres &s, int i)
{
  if constexpr (rows == Rows::packed) {
    const Row row = s.x_radius[i];
    return {{row.a, row.b, row.c}, row.d};
  } else {
    return {{s.x[3 * i], s.x[3 * i + 1], s.x[3 * i + 2]}, s.radius[i]};
  }
}

/// A body, and its type.
template <class Real> struct Typed {
  contact::Body<Real> body;
  int type;
};

template <class Way> GRANULAR_SRT_FN Typed<typename Way::Real> body(const Spheres &s, int i, double radius)
{
  using Real = typename Way::Real;
  if constexpr (Way::rows == Rows::packed) {
    const Row v = s.v_mass[i];
    const SpinRow w = s.spin[i];
    return {{{Real(v.a), Real(v.b), Real(v.c)},
             {Real(w.a), Real(w.b), Real(w.c)},
             Real(v.d),
             Real(radius),
             Real(0),
             (w.mask & s.frozen) != 0},
            w.type};
  } else {
    const double *v = s.v + 3 * i, *w = s.omega + 3 * i;
    return {{{Real(v[0]), Real(v[1]), Real(v[2])},
             {Real(w[0]), Real(w[1]), Real(w[2])},
             Real(s.mass[i]),
             Real(radius),
             Real(0),
             (s.mask[i] & s.frozen) != 0},
            s.type[i]};
  }
}

/// Histories of the contacts of spheres: each in whole sectors of 32 bytes, read and written 16 bytes at a time
/// (ContactSlots of the plugin).
template <class Way> struct RowsOfContacts {
  using Stored = typename Way::Stored;
  static constexpr int chunk = 16 / sizeof(Stored),
                       row = (layout.size + 2 * chunk - 1) / (2 * chunk) * (2 * chunk);
  struct alignas(16) Chunk {
    Stored of[chunk];
  };

  Stored *values;

  template <class F> GRANULAR_SRT_FN void for_each_chunk(int c, F f) const
  {
    auto *const chunks = reinterpret_cast<Chunk *>(values + std::size_t(c) * row);
    for (int k = 0; k < layout.size; k += chunk) f(k, chunks[k / chunk]);
  }
  GRANULAR_SRT_FN void read(int c, typename Way::Real *to) const
  {
    for_each_chunk(c, [&](int k, const Chunk &stored) {
      const Chunk read = stored;
      for (int m = 0; m < chunk; ++m) to[k + m] = typename Way::Real(read.of[m]);
    });
  }
  GRANULAR_SRT_FN void write(int c, const typename Way::Real *from) const
  {
    for_each_chunk(c, [&](int k, Chunk &stored) {
      Chunk written;
      for (int m = 0; m < chunk; ++m) written.of[m] = static_cast<Stored>(from[k + m]);
      stored = written;
    });
  }
};

/// Histories of contacts that follow each other in the work items: the k-th numbers of all contacts one after the other.
template <class Way> struct ComponentsOfContacts {
  typename Way::Stored *values;
  int contacts;

  GRANULAR_SRT_FN typename Way::Stored &at(int c, int k) const
  {
    return values[std::size_t(k) * contacts + c];
  }
  GRANULAR_SRT_FN void read(int c, typename Way::Real *to) const
  {
    for (int k = 0; k < layout.size; ++k) to[k] = typename Way::Real(at(c, k));
  }
  GRANULAR_SRT_FN void write(int c, const typename Way::Real *from) const
  {
    for (int k = 0; k < layout.size; ++k) at(c, k) = static_cast<typename Way::Stored>(from[k]);
  }
};

/// Loads of the contact of two spheres. Advances its history.
template <class Way, class Histories>
GRANULAR_SRT_FN contact::Loads<typename Way::Real>
loads_of(const Spheres &s, const Typed<typename Way::Real> &i, const Typed<typename Way::Real> &j,
         Vec3<double> separation, double squared, double radius_i, double radius_j, const contact::Step &step,
         const Histories &histories, int c)
{
  using Real = typename Way::Real;
  const contact::Geometry<double> exact = contact::sphere_pair(separation, squared, radius_i, radius_j);
  const contact::Geometry<Real> geometry{
      {Real(exact.separation.x), Real(exact.separation.y), Real(exact.separation.z)},
      Real(exact.distance),
      Real(exact.overlap),
      Real(exact.effective_radius),
      Real(exact.radius_i),
      Real(exact.radius_j)};
  const auto motion = contact::motion_of(i.body, j.body, s.frozen != 0, Law::needs_mean_inertia);
  Real history[(layout.size + 3) / 4 * 4];    // whole chunks
  histories.read(c, history);
  const contact::HistoryLayout offsets = layout;    // a kernel has no address of a constant of the host
  const contact::Loads<Real> loads =
      s.laws[s.law_of[i.type * s.types + j.type]].loads(geometry, motion, step, offsets, history);
  if (step.update) histories.write(c, history);
  return loads;
}

template <class Real> GRANULAR_SRT_FN Vec3<double> in_double(Vec3<Real> a)
{
  return {double(a.x), double(a.y), double(a.z)};
}

GRANULAR_SRT_FN void store(double *rows, int i, Vec3<double> a)
{
  rows[3 * i] = a.x;
  rows[3 * i + 1] = a.y;
  rows[3 * i + 2] = a.z;
}

/// One item a sphere, full list: the plugin's kernel (device_contacts.cpp), without the sum of the virial.
template <class Way> struct BySphere {
  Spheres s;
  const int *first, *near;
  RowsOfContacts<Way> histories;
  contact::Step step;
  double *force, *torque;

  GRANULAR_SRT_FN int next(const Place &me, int slot, int end) const
  {
    for (; slot < end; ++slot) {
      const Place other = place<Way::rows>(s, near[slot]);
      const Vec3<double> d = me.x - other.x;
      if (contact::overlapping(dot(d, d), me.radius, other.radius)) break;
    }
    return slot;
  }

  GRANULAR_SRT_FN void operator()(int i) const
  {
    const Place me = place<Way::rows>(s, i);
    const auto mine = body<Way>(s, i, me.radius);
    Vec3<double> f{0.0, 0.0, 0.0}, t{0.0, 0.0, 0.0};
    const int end = first[i + 1];
    for (int slot = next(me, first[i], end); slot < end; slot = next(me, slot + 1, end)) {
      const int j = near[slot];
      const Place other = place<Way::rows>(s, j);
      const Vec3<double> d = me.x - other.x;
      const auto loads = loads_of<Way>(s, mine, body<Way>(s, j, other.radius), d, dot(d, d), me.radius,
                                       other.radius, step, histories, slot);
      f = f + in_double(loads.force);
      t = t + in_double(loads.torque_i);
    }
    store(force, i, f);
    store(torque, i, t);
  }
};

/// One item a near pair that does not touch: whether it begins to.
template <class Way> struct Search {
  Spheres s;
  const int *pair_i, *pair_j;
  int from;    ///< the first of these pairs
  unsigned char *begins;

  GRANULAR_SRT_FN void operator()(int k) const
  {
    const Place i = place<Way::rows>(s, pair_i[from + k]), j = place<Way::rows>(s, pair_j[from + k]);
    const Vec3<double> d = i.x - j.x;
    if (contact::overlapping(dot(d, d), i.radius, j.radius)) begins[k] = 1;
  }
};

/// Loads of a contact as stored for the gather, nine doubles or floats.
template <class Way> struct ContactLoads {
  typename Way::Real *values;
  int contacts;

  GRANULAR_SRT_FN std::size_t at(int c, int k) const { return std::size_t(k) * contacts + c; }
};

/// One item a contact, half list.
template <class Way> struct ByContact {
  Spheres s;
  const int *pair_i, *pair_j;
  ComponentsOfContacts<Way> histories;
  contact::Step step;
  ContactLoads<Way> out;

  GRANULAR_SRT_FN void operator()(int c) const
  {
    const int i = pair_i[c], j = pair_j[c];
    const Place here = place<Way::rows>(s, i), there = place<Way::rows>(s, j);
    const Vec3<double> d = here.x - there.x;
    const auto loads = loads_of<Way>(s, body<Way>(s, i, here.radius), body<Way>(s, j, there.radius), d,
                                     dot(d, d), here.radius, there.radius, step, histories, c);
    const Vec3<typename Way::Real> of[3] = {loads.force, loads.torque_i, loads.torque_j};
    for (int k = 0; k < 3; ++k) {
      out.values[out.at(c, 3 * k)] = of[k].x;
      out.values[out.at(c, 3 * k + 1)] = of[k].y;
      out.values[out.at(c, 3 * k + 2)] = of[k].z;
    }
  }
};

/// One item a sphere: the sum of the loads of its contacts, always in the same order.
template <class Way> struct Gather {
  const int *first, *sides;    ///< of each sphere: 2 * contact, + 1 where it is the second one
  ContactLoads<Way> loads;
  double *force, *torque;

  GRANULAR_SRT_FN Vec3<double> load(int c, int k) const
  {
    const typename Way::Real *v = loads.values;
    return {double(v[loads.at(c, k)]), double(v[loads.at(c, k + 1)]), double(v[loads.at(c, k + 2)])};
  }

  GRANULAR_SRT_FN void operator()(int i) const
  {
    Vec3<double> f{0.0, 0.0, 0.0}, t{0.0, 0.0, 0.0};
    for (int n = first[i]; n < first[i + 1]; ++n) {
      const int c = sides[n] / 2, second = sides[n] % 2;
      const Vec3<double> pull = load(c, 0);
      f = second ? f - pull : f + pull;
      t = t + load(c, second ? 6 : 3);
    }
    store(force, i, f);
    store(torque, i, t);
  }
};

}    // namespace probe
