#include "shared_ghost_rows.h"

#include "atom_kokkos.h"
#include "kokkos.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

using detail::rows;

SharedGhostRows::SharedGhostRows(LAMMPS *lammps) : AtomVec(lammps), OneThread(lammps) {}

/* ---- families ---- */

bool SharedGhostRows::threads_share() const
{
  // LAMMPS does not call pack_border for ghosts that it makes on a device.
  return threads_.count() > 1 && same_kick(true) && lmp->kokkos->exchange_comm_legacy;
}

const SharedGhostRows::Group &SharedGhostRows::group_of(const OwnSwap &own)
{
  for (const Group &group : groups_)
    if (group.first_swap <= own.number && own.number <= group.last_swap) return group;

  int first = own.number, last = own.number;
  while (OwnSwap::numbered(*comm, first - 1)) --first;
  while (OwnSwap::numbered(*comm, last + 1)) ++last;
  groups_.push_back(make_group(first, last));
  return groups_.back();
}

SharedGhostRows::Group SharedGhostRows::make_group(int first_swap, int last_swap) const
{
  std::vector<Link> links;
  for (int swap = first_swap; swap <= last_swap; ++swap) {
    const OwnSwap own = *OwnSwap::numbered(*comm, swap);
    for (int k = 0; k < own.count; ++k) links.push_back({own.first + k, own.list[k], swap});
  }
  const int first_ghost = OwnSwap::numbered(*comm, first_swap)->first;
  const int count = static_cast<int>(links.size());

  // The head of a family is the atom that is not a ghost of these swaps.
  std::vector<int> head(count), begin(first_ghost + 1);
  for (int k = 0; k < count; ++k) {
    const int original = links[k].original;
    head[k] = original < first_ghost ? original : head[original - first_ghost];
    ++begin[head[k] + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());

  const int threads = threads_.count();
  Group group{first_swap, last_swap, std::vector<Link>(count), {0}};
  for (int t = 1; t <= threads; ++t) {
    const auto share = static_cast<int>(static_cast<std::int64_t>(count) * t / threads);
    group.part.push_back(*std::lower_bound(begin.begin(), begin.end(), share));
  }
  for (int k = 0; k < count; ++k) group.links[begin[head[k]]++] = links[k];
  return group;
}

/* ---- every step ---- */

void SharedGhostRows::forward(const Group &group)
{
  std::vector<Row> shifts, kicks;
  for (int swap = group.first_swap; swap <= group.last_swap; ++swap) {
    const OwnSwap own = *OwnSwap::numbered(*comm, swap);
    shifts.push_back(shift_across(own.shifts, own.boundaries));
    kicks.push_back(kick_across(own.shifts, own.boundaries));
  }
  Row *const all_x = rows(x), *const all_v = rows(v), *const all_omega = rows(omega);
  threads_.run([&](int t) {
    const int end = group.part[t + 1];
    for (int k = group.part[t]; k < end; ++k) {
      const Link link = group.links[k];
      const int later = group.links[std::min(k + detail::prefetch_distance, end - 1)].original;
      __builtin_prefetch(&all_x[later]);
      __builtin_prefetch(&all_v[later]);
      __builtin_prefetch(&all_omega[later]);
      const int swap = link.swap - group.first_swap;
      all_x[link.ghost] = all_x[link.original] + shifts[swap];
      all_v[link.ghost] = all_v[link.original] + kicks[swap];
      all_omega[link.ghost] = all_omega[link.original];
    }
  });
}

void SharedGhostRows::reverse(const Group &group)
{
  Row *const force = rows(f), *const torque = rows(atom->torque);
  threads_.run([&](int t) {
    const int begin = group.part[t];
    for (int k = group.part[t + 1] - 1; k >= begin; --k) {
      const Link link = group.links[k];
      force[link.original] = force[link.original] + force[link.ghost];
      torque[link.original] = torque[link.original] + torque[link.ghost];
    }
  });
}

int SharedGhostRows::pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc)
{
  const auto own = OwnSwap::across(*comm, pbc);
  if (!own || !threads_share()) return OneThread::pack_comm_vel(n, list, buf, pbc_flag, pbc);
  const Group &group = group_of(*own);
  if (own->number == group.first_swap) forward(group);
  return 0;
}

void SharedGhostRows::unpack_reverse(int n, int *list, double *buf)
{
  const auto own = OwnSwap::of(*comm, list);
  if (!own || !threads_share()) return OneThread::unpack_reverse(n, list, buf);
  const Group &group = group_of(*own);
  if (own->number == group.last_swap) reverse(group);
}

int SharedGhostRows::pack_border(int n, int *list, double *buf, int pbc_flag, int *pbc)
{
  groups_.clear();
  return OneThread::pack_border(n, list, buf, pbc_flag, pbc);
}

int SharedGhostRows::pack_border_vel(int n, int *list, double *buf, int pbc_flag, int *pbc)
{
  groups_.clear();
  return OneThread::pack_border_vel(n, list, buf, pbc_flag, pbc);
}

namespace {

  // The arrays belong to AtomKokkos.
  constexpr auto replace_style = [](Atom *atom, auto *style) {
    delete std::exchange(atom->avec, style);
    dynamic_cast<AtomKokkos *>(atom)->avecKK = style;
  };

}    // namespace

std::unique_ptr<GhostPacking> make_kokkos_sphere_packing(LAMMPS *lmp)
{
  return std::make_unique<GhostPackingOf<AtomVecSphereKokkos, SharedGhostRows, replace_style>>(lmp);
}

}    // namespace granular_srt
