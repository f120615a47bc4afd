#include "fix_energy_ledger_kokkos.h"
#include "kernel_sums.h"
#include "sphere_views.h"

#include "energy/body_sums.h"
#include "host/queries.h"
#include "pair/pair_granular_srt.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::dot;
  using contact::square;

  using KeptLoads = Kokkos::View<double *[3], LMPDeviceType>;

  // Adds the present loads times a factor to those that were kept, or to zero.
  struct AddLoads {
    SphereViews spheres;
    KeptLoads f, torque;
    bool anew;
    double factor;

    KOKKOS_FUNCTION void operator()(const int i) const
    {
      for (int axis = 0; axis < 3; ++axis) {
        f(i, axis) = (anew ? 0.0 : f(i, axis)) + factor * spheres.f(i, axis);
        torque(i, axis) = (anew ? 0.0 : torque(i, axis)) + factor * spheres.torque(i, axis);
      }
    }
  };

  template <class Loads> struct PowerOfLoads {
    SphereViews spheres;
    Loads f, torque;
    using Sums = SumsOf<1>;

    KOKKOS_FUNCTION void operator()(const int i, Sums &sums) const
    {
      sums.value[0] += dot(row(f, i), row(spheres.v, i)) + dot(row(torque, i), row(spheres.omega, i));
    }
  };

  struct SquaresOfVelocities {
    SphereViews spheres;
    using Sums = SumsOf<2>;

    KOKKOS_FUNCTION void operator()(const int i, Sums &sums) const
    {
      const contact::Vec3<double> v = row(spheres.v, i), omega = row(spheres.omega, i);
      const double mass = spheres.mass(i), radius = spheres.radius(i);
      sums.value[0] += mass * dot(v, v);
      sums.value[1] += mass * square(radius) * dot(omega, omega);
    }
  };

  struct Momentum {
    SphereViews spheres;
    int group;
    using Sums = SumsOf<3>;

    KOKKOS_FUNCTION void operator()(const int i, Sums &sums) const
    {
      if (!(spheres.mask(i) & group)) return;
      const contact::Vec3<double> p = double(spheres.mass(i)) * row(spheres.v, i);
      sums.value[0] += p.x;
      sums.value[1] += p.y;
      sums.value[2] += p.z;
    }
  };

  struct FlowOfMomentum {
    SphereViews spheres;
    int group;
    using Sums = SumsOf<6>;

    KOKKOS_FUNCTION void operator()(const int i, Sums &sums) const
    {
      if (!(spheres.mask(i) & group)) return;
      const contact::Vec3<double> v = row(spheres.v, i), p = double(spheres.mass(i)) * v;
      const double products[6] = {p.x * v.x, p.y * v.y, p.z * v.z, p.x * v.y, p.x * v.z, p.y * v.z};
      for (int k = 0; k < 6; ++k) sums.value[k] += products[k];
    }
  };

  template <class Kernel> typename Kernel::Sums sum_over(int atoms, const Kernel &kernel)
  {
    typename Kernel::Sums sums;
    Kokkos::parallel_reduce("granular_srt::body_sums", Kokkos::RangePolicy<LMPDeviceType>(0, atoms), kernel,
                            sums);
    return sums;
  }

  constexpr unsigned long motion_read = V_MASK | OMEGA_MASK;

  // BodySums on a device: no per-atom data are copied to the host.
  class DeviceBodySums final : public BodySums {
   public:
    using BodySums::BodySums;

    [[nodiscard]] double power_of_forces(bool kept) const override
    {
      const SphereViews all = views(motion_read | F_MASK | TORQUE_MASK, kept);
      return sum_over(atom->nlocal, PowerOfLoads<SphereViews::Types::t_kkacc_1d_3>{all, all.f, all.torque})
          .value[0];
    }
    void keep_velocities() override
    {
      const SphereViews all = views(motion_read, false);
      const std::size_t atoms = atom->nlocal;
      const auto keep = [&](auto &kept, const char *label, const auto &now) {
        grow(kept, label, atoms);
        const auto rows = Kokkos::make_pair(std::size_t{0}, atoms);
        Kokkos::deep_copy(Kokkos::subview(kept, rows, Kokkos::ALL), Kokkos::subview(now, rows, Kokkos::ALL));
      };
      keep(v_, "granular_srt::kept_v", all.v);
      keep(omega_, "granular_srt::kept_omega", all.omega);
    }
    void keep_loads() override
    {
      const std::size_t atoms = atom->nlocal;
      grow(f_, "granular_srt::kept_f", atoms);
      grow(torque_, "granular_srt::kept_torque", atoms);
      const AddLoads take{views(F_MASK | TORQUE_MASK, false), f_, torque_, true, 1.0};
      Kokkos::parallel_for("granular_srt::keep_loads", Kokkos::RangePolicy<LMPDeviceType>(0, atom->nlocal),
                           take);
    }
    void add_loads(double factor, bool of_host) override
    {
      constexpr unsigned long loads = F_MASK | TORQUE_MASK;
      if (of_host && factor > 0.0) atomKK->modified(Host, loads);
      const AddLoads add{views(loads, false), f_, torque_, false, factor};
      Kokkos::parallel_for("granular_srt::add_loads", Kokkos::RangePolicy<LMPDeviceType>(0, atom->nlocal),
                           add);
    }
    [[nodiscard]] double power_of_kept_loads(bool kept) const override
    {
      return sum_over(atom->nlocal, PowerOfLoads<KeptLoads>{views(motion_read, kept), f_, torque_}).value[0];
    }
    /// FixEnergyLedgerKokkos::init() takes the sums of the host if pair styles add loads to ghosts.
    [[nodiscard]] bool has_loads_of_ghosts() const override { return false; }
    [[nodiscard]] double memory_usage() const override
    {
      return BodySums::memory_usage() +
          static_cast<double>((v_.span() + omega_.span()) * sizeof(*v_.data())) +
          static_cast<double>((f_.span() + torque_.span()) * sizeof(double));
    }

   protected:
    [[nodiscard]] std::array<double, 2> squares_of_velocities() const override
    {
      const auto sums =
          sum_over(atom->nlocal, SquaresOfVelocities{views(motion_read | RMASS_MASK | RADIUS_MASK, false)});
      return {sums.value[0], sums.value[1]};
    }
    [[nodiscard]] contact::Vec3<double> momentum(int group, bool kept) const override
    {
      const auto sums = sum_over(atom->nlocal, Momentum{views(V_MASK | RMASS_MASK | MASK_MASK, kept), group});
      return {sums.value[0], sums.value[1], sums.value[2]};
    }
    [[nodiscard]] std::array<double, 6> momentum_flux(int group, bool kept) const override
    {
      const auto sums =
          sum_over(atom->nlocal, FlowOfMomentum{views(V_MASK | RMASS_MASK | MASK_MASK, kept), group});
      return std::to_array(sums.value);
    }

   private:
    SphereViews::Types::t_kkfloat_1d_3 v_, omega_;    ///< kept
    KeptLoads f_, torque_;                            ///< kept

    [[nodiscard]] SphereViews views(unsigned long read, bool kept) const
    {
      atomKK->sync(SphereViews::space, read);
      SphereViews all = SphereViews::of(*atomKK);
      if (kept) {
        all.v = v_;
        all.omega = omega_;
      }
      return all;
    }
  };

  // BodySums on the host, where walls may be on a device.
  class HostBodySums final : public BodySums {
   public:
    using BodySums::BodySums;

    void add_loads(double factor, bool of_host) override
    {
      if (!of_host) atomKK->sync(Host, F_MASK | TORQUE_MASK);
      BodySums::add_loads(factor, of_host);
    }
  };

}    // namespace

/* ---- the fix ---- */

FixEnergyLedgerKokkos::FixEnergyLedgerKokkos(LAMMPS *lammps, int narg, char **arg) :
    FixEnergyLedger(lammps, narg, arg)
{
  // the name in restart files: data of the host style and of this one are the same
  delete[] style;
  style = utils::strdup(name);
  bodies_ = std::make_unique<HostBodySums>(lmp);
}

void FixEnergyLedgerKokkos::init()
{
  // The sums on a device have no ghosts. With newton on, bonds and angles add loads to ghosts, and
  // so do pair styles unless their lists are full.
  bool on_device = runs_on_device(lmp) && !(atom->molecular != Atom::ATOMIC && force->newton_bond);
  if (force->newton_pair)
    for_each_pair_style(lmp, [&](const Pair *pair, int) {
      const auto *contacts = dynamic_cast<const PairGranularSrt *>(pair);
      on_device = on_device && contacts && contacts->has_full_lists();
    });
  if (on_device && !kokkosable) bodies_ = std::make_unique<DeviceBodySums>(lmp);
  if (!on_device && kokkosable) bodies_ = std::make_unique<HostBodySums>(lmp);
  kokkosable = on_device ? 1 : 0;
  execution_space = on_device ? SphereViews::space : Host;
  datamask_read = EMPTY_MASK;    // the sums on a device synchronize the arrays that they need
  FixEnergyLedger::init();
}

void FixEnergyLedgerKokkos::sync_host(unsigned long arrays) const
{
  atomKK->sync(Host, arrays);
}

}    // namespace granular_srt
