#include "contact_sides.h"
#include "sphere_views.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "neigh_list_kokkos.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using Device = ContactSides::Device;
  using AtomIds = ArrayTypes<Device>::t_tagint_1d;

  // The order of atoms: that of their IDs, if they have any.
  struct AtomOrder {
    AtomIds tag;
    int owned;

    KOKKOS_FUNCTION bool before(const int i, const int j) const
    {
      if (tag.extent(0) > 0 && tag(i) != tag(j)) return tag(i) < tag(j);
      return i < j;
    }
    // Whether an owned atom is the first of its pair with j.
    KOKKOS_FUNCTION bool is_first(const int i, const int j) const { return j >= owned || before(i, j); }
  };

  // Counts the neighbors of an atom that get sides, or writes the sides and the pairs.
  struct SelectNeighbors {
    ArrayTypes<Device>::t_neighbors_2d neighbors;
    ArrayTypes<Device>::t_int_1d list, numneigh;
    ArrayTypes<Device>::t_kkfloat_1d_3_lr x;
    ArrayTypes<Device>::t_kkfloat_1d radius;
    ArrayTypes<Device>::t_int_1d type, mask;
    Kokkos::View<const int *, Device> law_of;
    int type_stride, frozen;
    AtomOrder order;
    ContactSides::Ints first, first_pair, kept, pair_side, pair_i, pair_j, law;
    double reach;
    bool ignored[4];

    // Negative if contacts of the two atoms have no law.
    KOKKOS_FUNCTION int law_of_pair(const int i, const int j) const
    {
      return law_of(type(i) * type_stride + type(j));
    }

    template <class F> KOKKOS_FUNCTION int for_each_kept(const int i, F take) const
    {
      int count = 0;
      for (int jj = 0; jj < numneigh(i); ++jj) {
        const int entry =
            neighbors(i, std::size_t(jj));    // Kokkos 5 takes the type of the indices for offsets
        const int j = entry & NEIGHMASK;
        if (ignored[entry >> SBBITS & 3] || law_of_pair(i, j) < 0 || (frozen && (mask(i) & mask(j) & frozen)))
          continue;
        const contact::Vec3<double> separation = row(x, i) - row(x, j);
        const double far = static_cast<double>(radius(i)) + radius(j) + reach;
        if (reach >= 0.0 && dot(separation, separation) >= far * far) continue;
        take(count++, entry);
      }
      return count;
    }

    // Writes the numbers of sides and pairs of an atom to the place of the next atom.
    KOKKOS_FUNCTION void operator()(const int ii) const
    {
      const int i = list(ii);
      int of_pairs = 0;
      first(i + 1) =
          for_each_kept(i, [&](int, int entry) { of_pairs += order.is_first(i, entry & NEIGHMASK); });
      first_pair(i + 1) = of_pairs;
    }

    // Writes sides and pairs in the order of the neighbors' IDs: the order of LAMMPS' list depends on the timing of threads,
    // and on a GPU that of atoms and ghosts too. Loads are added in this order.
    struct Write {};
    KOKKOS_FUNCTION void operator()(Write, const int ii) const
    {
      const int i = list(ii), begin = first(i);
      const int count = for_each_kept(i, [&](int k, int entry) { kept(begin + k) = entry; });
      // Shell's sort, with Ciura's gaps: a large sphere has thousands of neighbors
      for (const int gap : {701, 301, 132, 57, 23, 10, 4, 1})
        for (int k = gap; k < count; ++k) {
          const int entry = kept(begin + k);
          int place = k;
          for (; place >= gap && order.before(entry & NEIGHMASK, kept(begin + place - gap) & NEIGHMASK);
               place -= gap)
            kept(begin + place) = kept(begin + place - gap);
          kept(begin + place) = entry;
        }
      int pair = first_pair(i);
      for (int s = begin; s < begin + count; ++s) {
        if (!order.is_first(i, kept(s) & NEIGHMASK)) continue;
        pair_i(pair) = i;
        pair_j(pair) = kept(s);
        law(pair) = law_of_pair(i, kept(s) & NEIGHMASK);
        pair_side(s) = 2 * pair++;
      }
    }

    // Finds the pairs of which the atom is the second. A full list has two owned atoms in the rows of both.
    struct Link {};
    KOKKOS_FUNCTION void operator()(Link, const int ii) const
    {
      const int i = list(ii);
      for (int s = first(i); s < first(i + 1); ++s) {
        const int j = kept(s) & NEIGHMASK;
        if (order.is_first(i, j)) continue;
        int low = first(j), high = first(j + 1) - 1;
        while (low < high) {
          const int middle = (low + high) / 2;
          if (order.before(kept(middle) & NEIGHMASK, i))
            low = middle + 1;
          else
            high = middle;
        }
        if (low > high || (kept(low) & NEIGHMASK) != i)
          Kokkos::abort(
              "granular/kk: a full neighbor list has a pair in the row of one of two owned atoms only");
        pair_side(s) = pair_side(low) + 1;
      }
    }
  };

  struct Sum {
    ContactSides::Ints first;
    KOKKOS_FUNCTION void operator()(const int i, int &sum, const bool final) const
    {
      sum += first(i);
      if (final) first(i) = sum;
    }
  };

  struct CountContacts {
    ContactSides sides;
    RecordArrays<PartnerAtom> records;
    KOKKOS_FUNCTION void operator()(const int i, int &most) const
    {
      int contacts = 0;
      if (i < sides.atoms)
        for (int s = sides.first(i); s < sides.first(i + 1); ++s) contacts += sides.touches(s);
      records.count[i] = contacts;
      if (contacts > most) most = contacts;
    }
  };

  struct PlaceRecords {
    RecordArrays<PartnerAtom> records;
    KOKKOS_FUNCTION void operator()(const int i, std::ptrdiff_t &sum, const bool final) const
    {
      if (final) records.first[i] = sum;
      sum += records.count[i];
    }
  };

  struct StoreSides {
    ContactSides sides;
    RecordArrays<PartnerAtom> records;
    AtomIds tag;
    Kokkos::View<const double *, Device> swap_factors;    // [law * doubles + k]
    KOKKOS_FUNCTION void operator()(const int i) const
    {
      records.stored_id[i] = tag(i);
      records.count[i] = 0;
      for (int s = sides.first(i); s < sides.first(i + 1); ++s) {
        if (!sides.touches(s)) continue;
        const bool second = sides.pair_side(s) % 2;
        const int j = sides.neighbor(s) & NEIGHMASK, pair = sides.pair_side(s) / 2;
        const double *history = sides.history_of(pair);
        double *stored = records.values_of(i, records.add(i, tag(j)));
        for (int d = 0; d < records.doubles; ++d)
          stored[d] = second ? swap_factors(sides.law(pair) * records.doubles + d) * history[d] : history[d];
      }
    }
  };

  // Reads the records of each pair's first atom.
  struct RecallPairs {
    ContactSides sides;
    RecordArrays<PartnerAtom> records;
    AtomIds tag;
    KOKKOS_FUNCTION void operator()(const int pair) const
    {
      const int i = sides.pair_i(pair), k = records.find(i, tag(sides.pair_j(pair) & NEIGHMASK));
      sides.place(pair) = k >= 0 ? 0 : -1;    // the next evaluation gives it a place for its loads
      const double *stored = k >= 0 ? records.values_of(i, k) : nullptr;
      for (int d = 0; d < sides.history_stride; ++d)
        sides.history_of(pair)[d] = stored && d < records.doubles ? stored[d] : 0.0;
    }
  };

}    // namespace

void ContactSides::build(const NeighListKokkos<Device> &list, AtomKokkos &atom, double reach,
                         const double *special, const Kokkos::View<const int *, Device> &law_of, int stride,
                         const Kokkos::View<const double *, Device> &swap_factors, int frozen,
                         int doubles_in_contact)
{
  atom.sync(SphereViews::space, X_MASK | RADIUS_MASK | TYPE_MASK | MASK_MASK | TAG_MASK);
  atoms = atom.nlocal;
  doubles = doubles_in_contact;
  history_stride = (doubles + 3) / 4 * 4;
  swap_factors_ = swap_factors;
  // Atoms that are not in the list have no sides.
  Ints first_pair("granular_srt::first_pair", atoms + 1);
  if (first.extent(0) < static_cast<std::size_t>(atom.nmax) + 1)
    first = Ints("granular_srt::first", atom.nmax + 1);
  Kokkos::deep_copy(Device(), first, 0);

  SelectNeighbors select{list.d_neighbors,
                         list.d_ilist,
                         list.d_numneigh,
                         atom.k_x.view<Device>(),
                         atom.k_radius.view<Device>(),
                         atom.k_type.view<Device>(),
                         atom.k_mask.view<Device>(),
                         law_of,
                         stride,
                         frozen,
                         {atom.tag_enable ? atom.k_tag.view<Device>() : AtomIds(), atoms},
                         first,
                         first_pair,
                         {},
                         {},
                         {},
                         {},
                         {},
                         reach,
                         {}};
  for (int k = 0; k < 4; ++k) select.ignored[k] = special[k] == 0.0;
  Kokkos::parallel_for("granular_srt::count_sides", Kokkos::RangePolicy<Device>(0, list.inum), select);
  const Kokkos::RangePolicy<Device> sums(0, atoms + 1);
  int sides = 0;
  Kokkos::parallel_scan("granular_srt::place_sides", sums, Sum{first}, sides);
  Kokkos::parallel_scan("granular_srt::place_pairs", sums, Sum{first_pair}, pairs);
  for (Ints *view : {&neighbor, &pair_side}) grow(*view, "granular_srt::sides", sides);
  for (Ints *view : {&pair_i, &pair_j, &law, &place}) grow(*view, "granular_srt::pairs", pairs);
  select.kept = neighbor;
  select.pair_side = pair_side;
  select.pair_i = pair_i;
  select.pair_j = pair_j;
  select.law = law;
  Kokkos::parallel_for("granular_srt::write_sides",
                       Kokkos::RangePolicy<Device, SelectNeighbors::Write>(0, list.inum), select);
  Kokkos::parallel_for("granular_srt::link_sides",
                       Kokkos::RangePolicy<Device, SelectNeighbors::Link>(0, list.inum), select);
  Kokkos::deep_copy(Device(), place, -1);
  if (doubles > 0) grow(history, "granular_srt::history", static_cast<std::size_t>(pairs) * history_stride);
}

int ContactSides::store(DeviceAtomHistories &stored, const AtomKokkos &atom) const
{
  const int now = atom.nlocal;
  int most = 0;
  std::ptrdiff_t records = 0;
  const Kokkos::RangePolicy<Device> all(0, now);
  Kokkos::parallel_reduce("granular_srt::count_contacts", all, CountContacts{*this, stored.on_device()},
                          Kokkos::Max<int>(most));
  Kokkos::parallel_scan("granular_srt::place_records", all, PlaceRecords{stored.on_device()}, records);
  stored.reserve(records);
  Kokkos::parallel_for("granular_srt::store_sides", Kokkos::RangePolicy<Device>(0, std::min(atoms, now)),
                       StoreSides{*this, stored.on_device(), atom.k_tag.view<Device>(), swap_factors_});
  return std::max(most, 0);
}

void ContactSides::fill_histories(DeviceAtomHistories &stored, const AtomKokkos &atom) const
{
  Kokkos::parallel_for("granular_srt::fill_histories", Kokkos::RangePolicy<Device>(0, pairs),
                       RecallPairs{*this, stored.on_device(), atom.k_tag.view<Device>()});
}

double ContactSides::memory_usage() const
{
  std::size_t ints = 0;
  for (const Ints &view : {first, neighbor, pair_side, pair_i, pair_j, law, place}) ints += view.span();
  return static_cast<double>(ints) * sizeof(int) + static_cast<double>(history.span()) * sizeof(double);
}

}    // namespace granular_srt
