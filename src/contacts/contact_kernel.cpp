#include "contact_kernel.h"

#include "simd/kernel_law.h"
#include "simd/kernels.h"
#include "own_loads.h"
#include "watched_pairs.h"

#include "neigh_list.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>

namespace granular_srt {
namespace {

  using namespace contact;

  // A law, and the function that evaluates it in the form that it was made for.
  struct Evaluated {
    std::shared_ptr<const void> law;
    Evaluate evaluate;
  };

  // What one thread works on.
  struct Part {
    int first = 0, last = 0;          // of the neighbor list's atoms
    std::vector<CloseList> close;     // one a law
    int in_chunk = 0;                 // pairs of all laws since the last end of a chunk
    BlockSums virial{};
    OwnLoads loads;                   // of all parts but the first
  };

  class Kernel : public ContactKernel {
   public:
    Kernel(std::vector<Evaluated> laws, const Kernels &kernels) :
        laws_{std::move(laws)}, moved_{kernels.moved}, find_overlaps_{kernels.find_overlaps}
    {
    }

    void run(const ContactLoop &loop) override
    {
      const std::size_t count = loop.workers ? loop.workers->count() : 1;
      const bool other_arrays =
          parts_.size() != count || radius_searched_.size() != static_cast<std::size_t>(loop.nall);
      if (watch_.search_now(loop.new_list || other_arrays, [&] { return has_moved(loop); })) {
        parts_.resize(count);
        search(loop);
      }
      // a tally is not made for several threads at a time
      if (loop.tally)
        for (std::size_t part = 0; part < count; ++part) evaluate(part, loop);
      else
        share(loop, [&](int part) { evaluate(part, loop); });
      if (count > 1) hand_over(loop);
      if (loop.virial)
        for (const Part &part : parts_) part.virial.add_to(loop.virial);
    }

    void visit(const std::function<void(int, int, const double *)> &visit) const override
    {
      for (const Part &part : parts_)
        for (const CloseList &list : part.close)
          for (std::size_t k = 0; k < list.pairs.size(); ++k)
            if (list.slots[k] != CloseList::no_slot)
              visit(list.pairs[k].i, list.pairs[k].j(), list.history_of(k));
    }

    [[nodiscard]] bool find(int i, int j, double *history) override
    {
      if (places_.empty()) {
        for (const Part &part : parts_)
          for (const CloseList &list : part.close)
            for (std::size_t k = 0; k < list.pairs.size(); ++k)
              places_.push_back({list.pairs[k].i, list.pairs[k].j(), &list, k});
        std::sort(places_.begin(), places_.end());
      }
      const auto place = std::lower_bound(places_.begin(), places_.end(), Place{i, j, nullptr, 0});
      if (place == places_.end() || place->i != i || place->j != j) return false;
      if (place->list->slots[place->k] == CloseList::no_slot) return false;
      const double *own = place->list->history_of(place->k);
      std::copy(own, own + doubles_, history);
      return true;
    }

    [[nodiscard]] double memory_usage() const override
    {
      double bytes = (x_searched_.capacity() + radius_searched_.capacity()) * sizeof(double) +
          places_.capacity() * sizeof(Place);
      for (const Part &part : parts_) {
        bytes += part.loads.memory_usage();
        for (const CloseList &list : part.close) bytes += list.memory_usage();
      }
      return bytes;
    }

   private:
    std::vector<Evaluated> laws_;
    Moved moved_;
    FindOverlaps find_overlaps_;
    std::vector<Part> parts_;    // one a thread
    std::vector<double> x_searched_, radius_searched_;    // as they were at the last search
    WatchedPairs watch_;
    int doubles_ = 0;            // of history in a contact

    // Where a pair is, sorted by its atoms; empty until someone asks.
    struct Place {
      int i, j;
      const CloseList *list;
      std::size_t k;
      bool operator<(const Place &other) const { return i != other.i ? i < other.i : j < other.j; }
    };
    std::vector<Place> places_;

    // Calls task(part) for each part, at the same time where there are threads.
    template <class Task> void share(const ContactLoop &loop, Task task) const
    {
      if (parts_.size() == 1)
        task(0);
      else
        loop.workers->run(task);
    }

    // The first of `all` things that a part takes, if each takes as many.
    [[nodiscard]] int begin_of(int part, int all) const
    {
      return static_cast<int>(static_cast<std::ptrdiff_t>(all) * part / std::ssize(parts_));
    }

    [[nodiscard]] bool has_moved(const ContactLoop &loop) const
    {
      // each of two atoms, along each of three axes
      const double allowed = loop.margin / (2.0 * std::sqrt(3.0));
      std::atomic<bool> found = false;
      share(loop, [&](int part) {
        const std::ptrdiff_t first = begin_of(part, loop.nall);
        const int count = begin_of(part + 1, loop.nall) - static_cast<int>(first);
        if (moved_(loop.x + 3 * first, x_searched_.data() + 3 * first, 3 * count, allowed) ||
            moved_(loop.radius + first, radius_searched_.data() + first, count, 0.0))
          found = true;
      });
      return found;
    }

    void search(const ContactLoop &loop)
    {
      x_searched_.assign(loop.x, loop.x + 3 * static_cast<std::ptrdiff_t>(loop.nall));
      radius_searched_.assign(loop.radius, loop.radius + loop.nall);
      doubles_ = loop.remembers ? loop.layout.size : 0;
      places_.clear();
      // what contacts remember lies with the parts
      if (!keeps_histories(loop)) divide(loop);
      share(loop, [&](int part) { search(parts_[part], part > 0, loop); });
    }

    // Whether a search goes on with the histories that the parts have.
    static bool keeps_histories(const ContactLoop &loop) { return loop.remembers && !loop.stored; }

    // Atoms of the neighbor list, about as much work for each part.
    void divide(const ContactLoop &loop)
    {
      const int atoms = loop.list->inum;
      for (Part &part : parts_) part.first = part.last = atoms;
      parts_.front().first = 0;
      if (parts_.size() == 1) return;
      std::vector<int> work(atoms);
      share(loop, [&](int part) {
        for (int ii = begin_of(part, atoms); ii < begin_of(part + 1, atoms); ++ii) work[ii] = work_of(ii, loop);
      });
      const std::ptrdiff_t all = std::accumulate(work.begin(), work.end(), std::ptrdiff_t{0});
      std::ptrdiff_t part = 0, sum = 0;
      for (int ii = 0; ii < atoms; ++ii) {
        sum += work[ii];
        while (part + 1 < std::ssize(parts_) && sum * std::ssize(parts_) >= all * (part + 1)) {
          parts_[part].last = ii + 1;
          parts_[++part].first = ii + 1;
        }
      }
    }

    // Roughly the time in ns that an atom of the neighbor list takes in a step: 1 for each neighbor, more for a contact.
    static int work_of(int ii, const ContactLoop &loop)
    {
      constexpr int of_a_contact = 32;
      const int i = loop.list->ilist[ii], count = loop.list->numneigh[i];
      const int *neighbors = loop.list->firstneigh[i];
      const Vec3<double> here = row_of(loop.x, i);
      int work = 1 + count;
      for (int jj = 0; jj < count; ++jj) {
        const int j = ClosePair{i, neighbors[jj]}.j();
        const Vec3<double> separation = here - row_of(loop.x, j);
        if (overlapping(dot(separation, separation), loop.radius[i], loop.radius[j])) work += of_a_contact;
      }
      return work;
    }

    // Calls found(law, pair, close) for each pair that is close, or may touch nevertheless; after_atom(i) when
    // those of an atom are done.
    template <class Found, class AfterAtom>
    void each_candidate(const Part &part, const ContactLoop &loop, Found found, AfterAtom after_atom) const
    {
      const LAMMPS_NS::NeighList &list = *loop.list;
      for (int ii = part.first; ii < part.last; ++ii) {
        const int i = list.ilist[ii];
        const int *neighbors = list.firstneigh[i];
        const int *law_row = loop.law_of + loop.type[i] * loop.type_stride;
        const Vec3<double> here = row_of(loop.x, i);

        for (int jj = 0; jj < list.numneigh[i]; ++jj) {
          const ClosePair pair{i, neighbors[jj]};
          if (loop.special && loop.special[pair.special()] == 0.0) continue;
          const Vec3<double> separation = here - row_of(loop.x, pair.j());
          const double reach = loop.radius[i] + loop.radius[pair.j()] + loop.margin;
          const bool close = watch_.all() || dot(separation, separation) < reach * reach;
          if (!close && !loop.stretches) continue;
          found(law_row[loop.type[pair.j()]], pair, close);
        }
        after_atom(i);
      }
    }

    void search(Part &part, bool own_loads, const ContactLoop &loop)
    {
      if (part.close.empty()) make_lists(part, loop);
      if (own_loads) part.loads.clear(loop);
      const auto expect = [&](const ClosePair &pair) {
        if (!own_loads) return;
        part.loads.expect(pair.i);
        part.loads.expect(pair.j());
      };
      if (keeps_histories(loop))
        search_again(part, loop, expect);
      else
        search_new(part, loop, expect);
      end_chunk(part);
      for (CloseList &list : part.close) list.finish();
    }

    // Of all laws after the same atom: its particles stay in the caches while they are evaluated law by law.
    void end_chunk(Part &part) const
    {
      for (CloseList &list : part.close) list.end_chunk();
      part.in_chunk = 0;
    }

    // So few pairs that one of them is quickly moved to another place, and enough for a register of most laws.
    void end_full_chunk(Part &part) const
    {
      constexpr int pairs_of_a_law = 2048, most_laws = 2;
      if (part.in_chunk >= pairs_of_a_law * std::min(static_cast<int>(laws_.size()), most_laws)) end_chunk(part);
    }

    // With room for the pairs that there are, since lists that grow leave holes in the memory.
    void make_lists(Part &part, const ContactLoop &loop) const
    {
      part.close.resize(laws_.size());
      std::vector<std::size_t> count(laws_.size());
      each_candidate(
          part, loop, [&](int law, const ClosePair &, bool close) { count[law] += close; }, [](int) {});
      for (std::size_t law = 0; law < laws_.size(); ++law) part.close[law].reserve(count[law], doubles_ > 0);
    }

    template <class Expect> void search_new(Part &part, const ContactLoop &loop, Expect expect) const
    {
      for (CloseList &list : part.close) list.begin(doubles_);
      each_candidate(
          part, loop,
          [&](int law, const ClosePair &pair, bool close) {
            const double *remembered = loop.stored ? loop.stored->find(pair.i, pair.j()) : nullptr;
            if (!close && !remembered) return;
            part.close[law].add(pair, remembered);
            ++part.in_chunk;
            expect(pair);
          },
          [&](int) { end_full_chunk(part); });
    }

    template <class Expect> void search_again(Part &part, const ContactLoop &loop, Expect expect) const
    {
      for (CloseList &list : part.close) list.begin_again();
      each_candidate(
          part, loop,
          [&](int law, const ClosePair &pair, bool close) {
            const int slot = part.close[law].slot_before(pair);
            if (!close && slot == CloseList::no_slot) return;
            part.close[law].add_again(pair, slot);
            ++part.in_chunk;
            expect(pair);
          },
          [&](int i) {
            for (CloseList &list : part.close) list.finish_atom(i);
            end_full_chunk(part);
          });
    }

    void evaluate(int number, const ContactLoop &arrays)
    {
      Part &part = parts_[number];
      ContactLoop loop = arrays;
      if (number > 0) part.loads.redirect(loop);
      part.virial = {};
      std::vector<int> found, room;
      for (int chunk = 0; chunk < part.close.front().chunks(); ++chunk)
        for (std::size_t law = 0; law < laws_.size(); ++law) {
          CloseList &close = part.close[law];
          const std::span<const int> apart = close.apart(chunk);
          found.resize(apart.size());
          const int count = find_overlaps_(close.pairs.data(), apart.data(), static_cast<int>(apart.size()),
                                           loop.x, loop.radius, found.data());
          for (int k = 0; k < count; ++k) close.begin_contact(chunk, found[k]);

          const std::span<const int> touching = close.touching(chunk);
          room.resize(touching.size());
          EndedPairs ended{room.data(), 0};
          laws_[law].evaluate(
              laws_[law].law.get(),
              {close.pairs.data(), touching.data(), static_cast<int>(touching.size()),
               loop.remembers ? close.slots.data() : nullptr, close.history(), close.reach(chunk),
               close.in_chunk(chunk), &ended},
              loop, part.virial);
          for (int k = 0; k < ended.count; ++k) close.end_contact(chunk, ended.pairs[k]);
        }
    }

    // Particles as they are shared in the integrator, then ghosts: who adds to them has them in its caches.
    void hand_over(const ContactLoop &loop)
    {
      constexpr int size = OwnLoads::atoms_in_block;
      const int own = loop.list->inum / size, all = (loop.nall + size - 1) / size;
      share(loop, [&](int number) {
        const auto blocks = [&](int first, int last) {
          for (int block_of_atoms = first; block_of_atoms < last; ++block_of_atoms)
            for (std::size_t part = 1; part < parts_.size(); ++part)
              parts_[part].loads.hand_over(block_of_atoms, loop);
        };
        blocks(begin_of(number, own), begin_of(number + 1, own));
        blocks(own + begin_of(number, all - own), own + begin_of(number + 1, all - own));
      });
    }
  };

}    // namespace

std::unique_ptr<ContactKernel> make_contact_kernel(const std::vector<AnyContact> &laws,
                                                   const Kernels &kernels)
{
  std::vector<Evaluated> all;
  for (const AnyContact &law : laws) {
    const KernelLaw chosen = kernel_law(law);
    all.push_back({chosen.law, kernels.evaluate[chosen.place]});
  }
  return std::make_unique<Kernel>(std::move(all), kernels);
}

}    // namespace granular_srt
