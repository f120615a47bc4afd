#include "device_contacts.h"

#include "engine/evaluate/compiled_laws.h"

#include <algorithm>

namespace granular_srt {
namespace {

  /// Evaluates the contacts of each owned atom and adds their loads to that atom. A contact is evaluated once for each of
  /// its atoms, and each time half of its virial and of its account counts.
  /// \tparam Law       one of CompiledLaws (engine/evaluate/compiled_laws.h)
  /// \tparam Accounts  WithoutAccounts or WithAccounts
  template <class Law, class Accounts = WithoutAccounts> struct AtomContacts {
    using Sums = typename Accounts::template Sums<TensorSum>;

    ContactPass pass;
    Kokkos::View<const Law *, ContactPass::Device> laws;
    DeviceAccountOptions options{};    ///< of accounts

    GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const int i) const
    {
      Sums none;
      evaluate<false>(i, none);
    }

    /// Adds the virial, too.
    GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const int i, Sums &sums) const
    {
      evaluate<true>(i, sums);
    }

   private:
    KOKKOS_FUNCTION contact::Body<double> body(const int i) const
    {
      const SphereViews &atoms = pass.atoms;
      // without the second comparison nvcc spills registers
      const bool has_bodies = pass.body_mass.extent(0) > 0 && pass.body_mass(i) > 0.0;
      return {row(atoms.v, i),
              row(atoms.omega, i),
              has_bodies ? pass.body_mass(i) : double(atoms.mass(i)),
              double(atoms.radius(i)),
              pass.temperature.extent(0) > 0 ? pass.temperature(i) : 0.0,
              (atoms.mask(i) & pass.frozen) != 0};
    }

    KOKKOS_FUNCTION contact::Motion<double> motion_of(const contact::Body<double> &me,
                                                      const contact::Body<double> &other,
                                                      const contact::Vec3<double> &separation) const
    {
      auto motion = contact::motion_of(me, other, pass.frozen != 0, Law::needs_mean_inertia);
      if (pass.in_moving_box) motion.by_box = contact::velocity_by_box(pass.box_rate, separation);
      return motion;
    }

    /// First of the slots [slot, end) that holds a contact or may hold one after this step; `end` if there is none.
    /// \param x       center of the atom whose slots they are
    /// \param radius  its radius
    KOKKOS_FUNCTION int next_contact(const contact::Vec3<double> &x, const double radius, int slot,
                                     const int end) const
    {
      const ContactSlots &slots = pass.slots;
      for (; slot < end; ++slot) {
        if (slots.doubles > 0 && slots.touch(slot)) return slot;
        const int j = slots.neighbor(slot) & NEIGHMASK;
        const contact::Vec3<double> separation = x - row(pass.atoms.x, j);
        if (contact::overlapping(dot(separation, separation), radius, double(pass.atoms.radius(j))))
          return slot;
      }
      return end;
    }

    /// \param share  of the account that counts
    KOKKOS_FUNCTION contact::Loads<double> loads_of(const Law &law, const contact::Geometry<double> &geometry,
                                                    const contact::Motion<double> &motion, const int j,
                                                    const double share, double *history, Sums &sums) const
    {
      if constexpr (Accounts::wanted) {
        contact::CarriedMotion<double> box{options.unseen_box,
                                           contact::velocity_by_box(options.box_rate, geometry.separation),
                                           {0.0, 0.0, 0.0}};
        if (options.image_velocity.extent(0) > 0)
          box.of_image = contact::load_vector(&options.image_velocity(3 * std::size_t(j)));
        return accounted_loads(law, geometry, motion, pass.step, pass.layout, history, pass.slots.doubles,
                               &box, share, sums.account);
      } else if constexpr (contact::StaticLayout<Law>::known) {
        return loads_in_registers(law, geometry, motion, history);
      } else {
        return law.loads(geometry, motion, pass.step, pass.layout, history);
      }
    }

    /// Loads of a law whose layout the compiler knows. The whole history is read before the law is evaluated and written
    /// after it, two doubles at a time. In memory, each spring could only be read after the one before was written.
    KOKKOS_FUNCTION contact::Loads<double> loads_in_registers(const Law &law,
                                                              const contact::Geometry<double> &geometry,
                                                              const contact::Motion<double> &motion,
                                                              double *history) const
    {
      struct alignas(16) Two {
        double a, b;
      };
      const contact::HistoryLayout own = contact::StaticLayout<Law>::value();
      constexpr int pairs = (contact::StaticLayout<Law>::value().size + 1) / 2;
      double springs[2 * pairs + 1];    // no array has size 0
      auto *const stored = reinterpret_cast<Two *>(history);
      for (int k = 0; k < pairs; ++k) {
        const Two two = stored[k];
        springs[2 * k] = two.a;
        springs[2 * k + 1] = two.b;
      }
      const contact::Loads<double> loads = law.loads(geometry, motion, pass.step, own, springs);
      if (pass.step.update)
        for (int k = 0; k < pairs; ++k) stored[k] = {springs[2 * k], springs[2 * k + 1]};
      return loads;
    }

    /// \param history  before the step
    KOKKOS_FUNCTION void end_in_account(const Law &law, const contact::Vec3<double> &separation,
                                        const contact::Body<double> &me, const int j, const double share,
                                        double *history, AccountTotals &account) const
    {
      const contact::Body<double> other = body(j);
      double stored[contact::n_modes];
      contact::ended_pair(law, separation, me.radius(), other.radius(), motion_of(me, other, separation),
                          pass.step.dt, pass.layout, history, stored);
      account.add_ended(share, stored);
    }

    template <bool sums_virial> KOKKOS_FUNCTION void evaluate(const int i, Sums &sums) const
    {
      const ContactSlots &slots = pass.slots;
      const contact::Body<double> me = body(i);
      const contact::Vec3<double> x = row(pass.atoms.x, i);
      const int law_row = pass.atoms.type(i) * pass.type_stride;
      const bool has_history = slots.doubles > 0, conducts = pass.temperature.extent(0) > 0;
      contact::Vec3<double> force{0.0, 0.0, 0.0}, torque{0.0, 0.0, 0.0};
      double heat = 0.0;
      TensorSum mine;

      const int end = slots.first(i + 1);
      // The search is a loop of its own: on a GPU the work items of a group search until each has found its next contact,
      // and then evaluate their contacts together.
      for (int s = next_contact(x, me.radius(), slots.first(i), end); s < end;
           s = next_contact(x, me.radius(), s + 1, end)) {
        const int entry = slots.neighbor(s), j = entry & NEIGHMASK;
        const contact::Vec3<double> separation = x - row(pass.atoms.x, j);
        const double distance_squared = dot(separation, separation), radius_j = pass.atoms.radius(j);
        const bool touching = has_history && slots.touch(s);
        const Law &law = laws(pass.law_of(law_row + pass.atoms.type(j)));
        double *history = has_history ? slots.history_of(s) : nullptr;
        const contact::Life life = law.life(distance_squared, me.radius(), radius_j, touching);
        if (life == contact::Life::begins && has_history) slots.touch(s) = true;
        if (life == contact::Life::ends) {
          if constexpr (Accounts::wanted)
            if (pass.step.update)
              end_in_account(law, separation, me, j, 0.5 * pass.factor(entry), history, sums.account);
          slots.touch(s) = false;
          for (int k = 0; k < slots.doubles; ++k) history[k] = 0.0;
          continue;
        }

        const contact::Body<double> other = body(j);
        const auto motion = motion_of(me, other, separation);
        const auto geometry = contact::sphere_pair(separation, distance_squared, me.radius(), other.radius());
        const double factor = pass.factor(entry);
        const contact::Loads<double> loads = loads_of(law, geometry, motion, j, 0.5 * factor, history, sums);

        const contact::Vec3<double> pull = factor * loads.force;
        force = force + pull;
        torque = torque + factor * loads.torque_i;
        heat += loads.heat;
        if constexpr (sums_virial) {
          const auto virial_of_contact = pass.in_moving_box ? contact::virial_of_box(pull, separation)
                                                            : contact::virial_of(pull, separation);
          for (int k = 0; k < 6; ++k) mine.value[k] += 0.5 * virial_of_contact.value[k];
        }
      }

      add_to_row(pass.atoms.f, i, force);
      add_to_row(pass.atoms.torque, i, torque);
      if (conducts) pass.heatflow(i) += heat;
      if constexpr (sums_virial) {
        Accounts::loads(sums) += mine;
        if (pass.virial.extent(0) > 0)
          for (int k = 0; k < 6; ++k) pass.virial(i, k) = mine.value[k];
      }
    }
  };

  // Contact laws on the device as the type that evaluates all of them.
  template <class Law>
  Kokkos::View<const Law *, LMPDeviceType> laws_on_device(const std::vector<contact::AnyContact> &laws)
  {
    const Kokkos::View<Law *, LMPDeviceType> here(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "granular_srt::laws"), laws.size());
    const auto mirror = Kokkos::create_mirror_view(here);
    std::transform(laws.begin(), laws.end(), mirror.data(), LawAs<Law>::of);
    Kokkos::deep_copy(here, mirror);
    return here;
  }

}    // namespace

DeviceContacts make_device_contacts(const std::vector<contact::AnyContact> &laws, int doubles)
{
  DeviceContacts found;
  const auto use = [&]<class Law>(std::type_identity<Law>) {
    found = [here = laws_on_device<Law>(laws)](const ContactPass &pass, TensorSum *virial) {
      const AtomContacts<Law> contacts{pass, here};
      const auto atoms = pass.slots.atoms;
      if (virial) {
        constexpr int blocks = contact::StaticLayout<Law>::known ? 3 : 2;
        const ContactItems<ContactPass::Device, blocks> all(0, atoms);
        Kokkos::parallel_reduce("granular_srt::contacts", all, contacts, *virial);
      } else {
        const ContactItems<ContactPass::Device, 3> all(0, atoms);
        Kokkos::parallel_for("granular_srt::contacts", all, contacts);
      }
    };
  };
  // pairs that pair_style hybrid has taken away may have longer histories
  const auto take = [&]<class Law>(std::type_identity<Law> law, int) {
    if (contact::StaticLayout<Law>::known && contact::StaticLayout<Law>::value().size != doubles)
      use(std::type_identity<contact::AnyContact>{});
    else
      use(law);
  };
  with_first_law(laws, take, CompiledLaws{});
  return found;
}

DeviceAccounts make_device_accounts(const std::vector<contact::AnyContact> &laws)
{
  DeviceAccounts found;
  const auto take = [&]<class Law>(std::type_identity<Law>, int) {
    found = [here = laws_on_device<Law>(laws)](const ContactPass &pass, const DeviceAccountOptions &options) {
      Accounted<TensorSum> sums;
      Kokkos::parallel_reduce("granular_srt::contacts_with_accounts",
                              ContactItems<ContactPass::Device>(0, pass.slots.atoms),
                              AtomContacts<Law, WithAccounts>{pass, here, options}, sums);
      return sums;
    };
  };
  with_first_law(laws, take, AccountLaws{});
  return found;
}

}    // namespace granular_srt
