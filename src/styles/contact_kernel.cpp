#include "contact_kernel.h"

#include "kernels.h"

#include "neigh_list.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace granular_srt {
namespace {

  using namespace contact;

  // The pairs of one law that touch or may soon, in the order of the neighbor list.
  struct CloseList {
    std::vector<ClosePair> pairs;
    std::vector<char> touched;    // in the step before; only with history

    void add(const ClosePair &pair, bool touched_before)
    {
      // in small steps, since this is a large part of the memory that a pair takes
      if (pairs.size() == pairs.capacity()) {
        pairs.reserve(pairs.size() + pairs.size() / 8 + 1024);
        touched.reserve(pairs.capacity());
      }
      pairs.push_back(pair);
      touched.push_back(touched_before);
    }
  };

  // A law, and the function that evaluates it in the form that it was made for.
  struct Evaluated {
    AnyContact any;
    std::shared_ptr<const void> law;
    Evaluate evaluate;
  };

  class Kernel : public ContactKernel {
   public:
    Kernel(std::vector<Evaluated> laws, Moved moved) :
        laws_{std::move(laws)}, moved_{moved}, close_(laws_.size())
    {
    }

    void run(const ContactLoop &loop) override
    {
      // each of two atoms, along each of three axes
      const double allowed = loop.margin / (2.0 * std::sqrt(3.0));
      if (loop.new_list || radius_searched_.size() != static_cast<std::size_t>(loop.nall) ||
          moved_(loop.x, x_searched_.data(), 3 * loop.nall, allowed) ||
          moved_(loop.radius, radius_searched_.data(), loop.nall, 0.0))
        search(loop);

      virial_ = {};
      for (std::size_t law = 0; law < laws_.size(); ++law)
        loop.touch ? evaluate<true>(law, loop) : evaluate<false>(law, loop);
      if (loop.virial) virial_.add_to(loop.virial);
    }

    [[nodiscard]] double memory_usage() const override
    {
      double bytes = (x_searched_.capacity() + radius_searched_.capacity()) * sizeof(double);
      for (const CloseList &list : close_)
        bytes += list.pairs.capacity() * sizeof(ClosePair) + list.touched.capacity();
      return bytes;
    }

   private:
    std::vector<Evaluated> laws_;
    Moved moved_;
    std::vector<CloseList> close_;      // one a law
    std::vector<double> x_searched_, radius_searched_;    // as they were at the last search
    BlockSums virial_{};

    void search(const ContactLoop &loop)
    {
      x_searched_.assign(loop.x, loop.x + 3 * static_cast<std::ptrdiff_t>(loop.nall));
      radius_searched_.assign(loop.radius, loop.radius + loop.nall);
      for (CloseList &list : close_) {
        list.pairs.clear();
        list.touched.clear();
      }
      const LAMMPS_NS::NeighList &list = *loop.list;
      const int size = loop.layout.size;
      for (int ii = 0; ii < list.inum; ++ii) {
        const int i = list.ilist[ii];
        const int *neighbors = list.firstneigh[i];
        const int *law_row = loop.law_of + loop.type[i] * loop.type_stride;
        const int *touch = loop.touch ? loop.touch[i] : nullptr;
        double *history = loop.touch ? loop.history[i] : nullptr;
        const Vec3<double> here = row_of(loop.x, i);

        for (int jj = 0; jj < list.numneigh[i]; ++jj) {
          const ClosePair pair{i, neighbors[jj], history + jj * size};
          if (loop.special && loop.special[pair.special()] == 0.0) continue;
          const Vec3<double> separation = here - row_of(loop.x, pair.j());
          const double reach = loop.radius[i] + loop.radius[pair.j()] + loop.margin;
          const bool touched = touch && touch[jj];
          if (dot(separation, separation) < reach * reach || touched)
            close_[law_row[loop.type[pair.j()]]].add(pair, touched);
        }
      }
    }

    // Appends without a branch, since which pairs touch cannot be predicted.
    template <bool remembers> void evaluate(std::size_t law, const ContactLoop &loop)
    {
      constexpr int enough = 16 * block;
      int touching[enough + block], count = 0;
      const ClosePair *pairs = close_[law].pairs.data();
      char *touched = close_[law].touched.data();
      const double *x = loop.x, *radius = loop.radius;

      const int many = static_cast<int>(close_[law].pairs.size());
      for (int k = 0; k < many; ++k) {
        const ClosePair &pair = pairs[k];
        const int j = pair.j();
        const Vec3<double> separation = row_of(x, pair.i) - row_of(x, j);
        const double distance_squared = dot(separation, separation);
        const double sum = radius[pair.i] + radius[j];
        bool touches = distance_squared < sum * sum;
        if constexpr (remembers) {
          if (touched[k] != touches) [[unlikely]] {
            touches = laws_[law].any.touches(distance_squared, radius[pair.i], radius[j], touched[k]);
            note_touch(pair, touches, loop);
            touched[k] = touches;
          }
        }
        touching[count] = k;
        count += touches;
        if (count == enough) {
          laws_[law].evaluate(laws_[law].law.get(), pairs, touching, count, loop, virial_);
          count = 0;
        }
      }
      laws_[law].evaluate(laws_[law].law.get(), pairs, touching, count, loop, virial_);
    }

    // Where other parts of the pair style and the restart file look. A contact that is lost forgets all.
    static void note_touch(const ClosePair &pair, bool touches, const ContactLoop &loop)
    {
      const int size = loop.layout.size;
      loop.touch[pair.i][(pair.history - loop.history[pair.i]) / size] = touches;
      if (!touches) std::fill(pair.history, pair.history + size, 0.0);
    }
  };

  // Whether a contact is of this type, and the contact as that type.
  template <class Law> struct As;

  template <> struct As<AnyContact> {
    static bool fits(const AnyContact &) { return true; }
    static AnyContact of(const AnyContact &law) { return law; }
  };

  template <class N, class D, class T, class R, class W, class H> struct As<Contact<N, D, T, R, W, H>> {
    static bool fits(const AnyContact &law)
    {
      return law.normal.which() == AnyNormal::index_of<N>() &&
          law.damping.which() == AnyDamping::index_of<D>() &&
          law.tangential.which() == AnyTangential::index_of<T>() &&
          law.rolling.which() == AnyRolling::index_of<R>() &&
          law.twisting.which() == AnyTwisting::index_of<W>() &&
          law.heat.which() == AnyHeat::index_of<H>();
    }
    static Contact<N, D, T, R, W, H> of(const AnyContact &law)
    {
      return {law.normal.as<N>(),   law.damping.as<D>(),  law.tangential.as<T>(),
              law.rolling.as<R>(),  law.twisting.as<W>(), law.heat.as<H>(),
              law.limit_damping,    law.synchronized_verlet};
    }
  };

  // The law as the first of KernelLaws that it is; the last one, the generic law, fits always.
  template <class... Laws>
  Evaluated evaluated(const AnyContact &law, const Kernels &kernels, TypeList<Laws...>)
  {
    Evaluated found{law, nullptr, nullptr};
    int place = 0;
    const auto take = [&]<class Law>(std::type_identity<Law>) {
      if (!As<Law>::fits(law)) return ++place, false;
      found.law = std::make_shared<const Law>(As<Law>::of(law));
      found.evaluate = kernels.evaluate[place];
      return true;
    };
    (void) (take(std::type_identity<Laws>{}) || ...);
    return found;
  }

}    // namespace

std::unique_ptr<ContactKernel> make_contact_kernel(const std::vector<AnyContact> &laws,
                                                   const Kernels &kernels)
{
  std::vector<Evaluated> all;
  for (const AnyContact &law : laws) all.push_back(evaluated(law, kernels, KernelLaws{}));
  return std::make_unique<Kernel>(std::move(all), kernels.moved);
}

}    // namespace granular_srt
