#include "contact_kernel.h"

#include "neigh_list.h"
#include "pair_means.h"

namespace granular_srt {
namespace {

  using namespace contact;

  Vec3<double> vector_of(const double *a)
  {
    return {a[0], a[1], a[2]};
  }

  void add(double *a, const Vec3<double> &b)
  {
    a[0] += b.x;
    a[1] += b.y;
    a[2] += b.z;
  }

  // The share of a pair's virial that this rank counts: all of it with newton on, half for each atom it
  // owns with newton off.
  void add_virial(double *virial, double share, const Vec3<double> &force, const Vec3<double> &d)
  {
    virial[0] += share * d.x * force.x;
    virial[1] += share * d.y * force.y;
    virial[2] += share * d.z * force.z;
    virial[3] += share * d.x * force.y;
    virial[4] += share * d.x * force.z;
    virial[5] += share * d.y * force.z;
  }

  template <class Law> class Kernel : public ContactKernel {
   public:
    explicit Kernel(std::vector<Law> laws) : laws_{std::move(laws)} {}

    void run(const ContactLoop &loop) const override
    {
      loop.tally ? run_with<true>(loop) : run_with<false>(loop);
    }

   private:
    std::vector<Law> laws_;

    template <bool tally> void run_with(const ContactLoop &loop) const
    {
      const LAMMPS_NS::NeighList &list = *loop.list;
      for (int ii = 0; ii < list.inum; ++ii) {
        const int i = list.ilist[ii];
        const int *neighbors = list.firstneigh[i];
        const int *law_row = loop.law_of + loop.type[i] * loop.type_stride;
        int *touch = loop.touch ? loop.touch[i] : nullptr;
        double *history = loop.history ? loop.history[i] : nullptr;
        const Vec3<double> x_i = vector_of(loop.x[i]);
        const double radius_i = loop.radius[i];

        for (int jj = 0; jj < list.numneigh[i]; ++jj, history += loop.layout.size) {
          const double factor = loop.special[neighbors[jj] >> SBBITS & 3];
          if (factor == 0.0) continue;
          const int j = neighbors[jj] & NEIGHMASK;
          const Law &law = laws_[law_row[loop.type[j]]];

          const Vec3<double> separation = x_i - vector_of(loop.x[j]);
          const double distance_squared = dot(separation, separation);
          const bool touched = touch && touch[jj];
          if (!law.touches(distance_squared, radius_i, loop.radius[j], touched)) {
            if (touched) {
              touch[jj] = 0;
              for (int k = 0; k < loop.layout.size; ++k) history[k] = 0.0;
            }
            continue;
          }
          if (touch) touch[jj] = 1;

          const auto geometry = sphere_pair(separation, distance_squared, radius_i, loop.radius[j]);
          Motion<double> motion{vector_of(loop.v[i]),
                                vector_of(loop.v[j]),
                                vector_of(loop.omega[i]),
                                vector_of(loop.omega[j]),
                                effective_mass(loop, i, j),
                                0.0,
                                0.0};
          if (loop.temperature) {
            motion.temperature_i = loop.temperature[i];
            motion.temperature_j = loop.temperature[j];
          }
          if constexpr (Law::needs_mean_inertia) {
            const PairMeans means = means_of(loop, i, j);
            motion.mean_mass = means.mass;
            motion.mean_inertia = means.inertia;
          }
          const Loads<double> loads = law.loads(geometry, motion, loop.step, loop.layout, history);

          const Vec3<double> force = factor * loads.force;
          const bool owns_j = loop.newton || j < loop.nlocal;
          add(loop.f[i], force);
          add(loop.torque[i], factor * loads.torque_i);
          if (owns_j) {
            add(loop.f[j], -force);
            add(loop.torque[j], factor * loads.torque_j);
          }
          if (loop.temperature) {
            loop.heatflow[i] += loads.heat;
            if (owns_j) loop.heatflow[j] -= loads.heat;
          }
          if constexpr (tally) {
            loop.tally->add(i, j, force, separation);
          } else if (loop.virial) {
            const double share =
                loop.newton ? 1.0 : 0.5 * ((i < loop.nlocal) + (j < loop.nlocal));
            add_virial(loop.virial, share, force, separation);
          }
        }
      }
    }
  };

  // The combinations that have a kernel of their own: the packing studies' and two common material ones.
  using FastPaths = TypeList<
      Contact<Hooke, MassVelocityDamping, LinearHistory, SdsRolling, SdsTwisting, NoHeat>,
      Contact<Hooke, MassVelocityDamping, LinearHistory, NoRolling, NoTwisting, NoHeat>,
      Contact<HertzMaterial, TsujiDamping, MindlinRescaleForce, SdsRolling, MarshallTwisting, NoHeat>,
      Contact<HertzMaterial, ViscoelasticDamping, Mindlin, NoRolling, NoTwisting, NoHeat>>;

  template <class N, class D, class T, class R, class W, class H>
  std::unique_ptr<ContactKernel> try_fast(const std::vector<AnyContact> &laws,
                                          std::type_identity<Contact<N, D, T, R, W, H>>)
  {
    std::vector<Contact<N, D, T, R, W, H>> fast;
    for (const AnyContact &law : laws) {
      if (law.normal.which() != AnyNormal::index_of<N>() ||
          law.damping.which() != AnyDamping::index_of<D>() ||
          law.tangential.which() != AnyTangential::index_of<T>() ||
          law.rolling.which() != AnyRolling::index_of<R>() ||
          law.twisting.which() != AnyTwisting::index_of<W>() ||
          law.heat.which() != AnyHeat::index_of<H>())
        return nullptr;
      fast.push_back({law.normal.as<N>(), law.damping.as<D>(), law.tangential.as<T>(),
                      law.rolling.as<R>(), law.twisting.as<W>(), law.heat.as<H>(), law.limit_damping,
                      law.synchronized_verlet});
    }
    return std::make_unique<Kernel<Contact<N, D, T, R, W, H>>>(std::move(fast));
  }

  template <class... Paths>
  std::unique_ptr<ContactKernel> first_fast(const std::vector<AnyContact> &laws, TypeList<Paths...>)
  {
    std::unique_ptr<ContactKernel> kernel;
    (void) ((kernel = try_fast(laws, std::type_identity<Paths>{})) || ...);
    return kernel;
  }

}    // namespace

std::unique_ptr<ContactKernel> make_contact_kernel(const std::vector<AnyContact> &laws)
{
  auto fast = first_fast(laws, FastPaths{});
  return fast ? std::move(fast) : std::make_unique<Kernel<AnyContact>>(laws);
}

}    // namespace granular_srt
