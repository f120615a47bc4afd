#include "contact_kernels.h"

#include "contact/touch.h"
#include "engine/evaluate/compiled_laws.h"

#include <algorithm>

namespace granular_srt {
namespace {

  constexpr int gpu_items = 128;
  /// In the memory of a team.
  using ListOfTeam = Kokkos::View<int *, ContactPass::Device::execution_space::scratch_memory_space,
                                  Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// What a kernel without accounts of energy sums up.
  struct NoSums {};

  /// Evaluates the contacts of a team's pairs. The team first collects the pairs that touch, so that no work item waits while
  /// another one evaluates a contact.
  /// \tparam Law   one of CompiledLaws (engine/evaluate/compiled_laws.h)
  /// \tparam Sums  NoSums or AccountTotals
  template <class Law, class Sums = NoSums> struct PairContacts {
    using Team = Kokkos::TeamPolicy<ContactPass::Device>::member_type;
    static constexpr bool with_accounts = std::is_same_v<Sums, AccountTotals>;

    ContactPass pass;
    Kokkos::View<const Law *, ContactPass::Device> laws;
    DeviceAccountOptions options{};    ///< of accounts

    GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const Team &team) const
    {
      Sums none;
      evaluate(team, none);
    }

    /// With accounts.
    GRANULAR_SRT_FLATTEN KOKKOS_FUNCTION void operator()(const Team &team, Sums &sums) const
    {
      evaluate(team, sums);
    }

   private:
    [[nodiscard]] KOKKOS_FUNCTION AtomBody<ContactPass> body(const int i) const
    {
      return {pass, i, static_cast<double>(pass.atoms.radius(i))};
    }

    KOKKOS_FUNCTION void evaluate(const Team &team, Sums &sums) const
    {
      const int of_item = pass.teams.pairs_of_item, of_team = pass.teams.pairs(),
                begin = team.league_rank() * of_team, mine = begin + team.team_rank() * of_item;
      const ListOfTeam touching(team.team_scratch(0), of_team + 1);
      unsigned found = 0;
      int count = 0;
      for (int k = 0; k < of_item; ++k)
        if (mine + k < pass.sides.pairs && may_touch(mine + k)) {
          found |= 1U << k;
          ++count;
        }
      int at = team.team_scan(count);
      for (int k = 0; k < of_item; ++k)
        if (found >> k & 1U) touching(at++) = mine + k;
      if (team.team_rank() == team.team_size() - 1) touching(of_team) = at;
      team.team_barrier();
      for (int k = team.team_rank(); k < touching(of_team); k += team.team_size())
        evaluate_pair(touching(k), begin + k, sums);
    }

    /// Whether a pair is in contact, or may be after this step.
    KOKKOS_FUNCTION bool may_touch(const int pair) const
    {
      const ContactSides &sides = pass.sides;
      const bool touched = sides.place(pair) >= 0;
      if (touched && sides.doubles > 0) return true;
      const int i = sides.pair_i(pair), j = sides.pair_j(pair) & NEIGHMASK;
      const contact::Vec3<double> separation = row(pass.atoms.x, i) - row(pass.atoms.x, j);
      if (contact::overlapping(dot(separation, separation), double(pass.atoms.radius(i)),
                               double(pass.atoms.radius(j))))
        return true;
      if (sides.place(pair) != -1) sides.place(pair) = -1;
      return false;
    }

    /// The history of a contact. If the compiler knows its layout, the whole history is read before the law is evaluated and
    /// written after it, two doubles at a time. In memory, each spring could only be read after the one before was written.
    struct History {
      const ContactPass &pass;
      double *doubles;
      int pair, place;
      bool touched;

      template <class F> KOKKOS_FUNCTION auto lend(const bool update, F f) const
      {
        // Here and not after the contact, through which nvcc would keep it in registers. What is not a time step changes no
        // contact.
        pass.sides.place(pair) = touched || pass.step.update ? place : -2 - place;
        if constexpr (with_accounts || !contact::StaticLayout<Law>::known) {
          return f(pass.layout, doubles);
        } else {
          struct alignas(16) Two {
            double a, b;
          };
          const contact::HistoryLayout own = contact::StaticLayout<Law>::value();
          constexpr int pairs = (contact::StaticLayout<Law>::value().size + 1) / 2;
          double springs[2 * pairs + 1];    // no array has size 0
          auto *const stored = reinterpret_cast<Two *>(doubles);
          for (int k = 0; k < pairs; ++k) {
            const Two two = stored[k];
            springs[2 * k] = two.a;
            springs[2 * k + 1] = two.b;
          }
          const contact::Loads<double> loads = f(own, springs);
          if (update)
            for (int k = 0; k < pairs; ++k) stored[k] = {springs[2 * k], springs[2 * k + 1]};
          return loads;
        }
      }
    };

    /// Adds the account of a contact with atom j.
    struct AddAccount {
      const DeviceAccountOptions &options;
      int j;
      double share;    ///< of the account that counts
      Sums &sums;

      template <class Terms, class AccountOf>
      GRANULAR_SRT_FN void operator()(const Terms &terms, const contact::Loads<double> &loads,
                                      const AccountOf &account_of) const
      {
        auto account = account_of();
        contact::CarriedMotion<double> box{
            options.unseen_box,
            contact::velocity_by_box(options.box_rate, terms.frame.geometry.separation),
            {0.0, 0.0, 0.0}};
        if (options.image_velocity.extent(0) > 0)
          box.of_image = contact::load_vector(&options.image_velocity(3 * std::size_t(j)));
        contact::carry(account, terms, loads, box);
        sums.add(share, account);
      }
      GRANULAR_SRT_FN void enter_ended(const double (&stored)[contact::n_modes]) const
      {
        sums.add_ended(share, stored);
      }
    };

    /// \param place  for the loads
    KOKKOS_FUNCTION void evaluate_pair(const int pair, const int place, Sums &sums) const
    {
      const ContactSides &sides = pass.sides;
      const bool has_history = sides.doubles > 0;
      const int i = sides.pair_i(pair), entry = sides.pair_j(pair), j = entry & NEIGHMASK;
      const double factor = pass.factor(entry);
      double *const history = has_history ? sides.history_of(pair) : nullptr;
      const bool touched = has_history && sides.place(pair) >= 0;
      const contact::SpherePair bodies{body(i),
                                       body(j),
                                       row(pass.atoms.x, i) - row(pass.atoms.x, j),
                                       pass.frozen != 0,
                                       pass.in_moving_box,
                                       pass.box_rate};
      contact::Loads<double> loads;
      const auto evaluate = [&](const auto &account) {
        return contact::touch(laws(sides.law(pair)), bodies, touched,
                              History{pass, history, pair, place, touched}, pass.step, account, loads);
      };
      contact::Life life;
      if constexpr (with_accounts)    // the owner of a ghost evaluates the contact, too
        life = evaluate(AddAccount{options, j, j < sides.atoms ? factor : 0.5 * factor, sums});
      else
        life = evaluate(contact::NoAccount{});
      if (!acts(life)) {
        if (pass.step.update) {
          sides.place(pair) = -1;
          for (int k = 0; k < sides.doubles; ++k) history[k] = 0.0;
        } else {
          sides.place(pair) = place;
          store({}, place);
        }
        return;
      }
      loads.force = factor * loads.force;
      loads.torque_i = factor * loads.torque_i;
      loads.torque_j = factor * loads.torque_j;
      store(loads, place);
    }

    KOKKOS_FUNCTION void store(const contact::Loads<double> &loads, const int place) const
    {
      store(loads.force, ContactLoads::force_i, place);
      store(loads.torque_i, ContactLoads::torque_i, place);
      store(loads.torque_j, ContactLoads::torque_j, place);
      if (pass.temperature.extent(0) > 0) pass.loads.at(ContactLoads::heat, place) = loads.heat;
    }

    KOKKOS_FUNCTION void store(const contact::Vec3<double> &load, const int k, const int place) const
    {
      pass.loads.at(k, place) = load.x;
      pass.loads.at(k + 1, place) = load.y;
      pass.loads.at(k + 2, place) = load.z;
    }
  };

  /// Adds the loads of an atom's contacts to the atom. Half of the virial of a contact is that of each of its atoms.
  struct GatherLoads {
    ContactPass pass;

    KOKKOS_FUNCTION void operator()(const int i) const
    {
      TensorSum none;
      add<false>(i, none);
    }
    KOKKOS_FUNCTION void operator()(const int i, TensorSum &virial) const { add<true>(i, virial); }

   private:
    template <bool sums_virial> KOKKOS_FUNCTION void add(const int i, TensorSum &virial) const
    {
      const ContactSides &sides = pass.sides;
      const bool conducts = pass.temperature.extent(0) > 0;
      contact::Vec3<double> force{0.0, 0.0, 0.0}, torque{0.0, 0.0, 0.0};
      double heat = 0.0;
      TensorSum mine;
      for (int s = sides.first(i); s < sides.first(i + 1); ++s) {
        const int pair_side = sides.pair_side(s), place = sides.place_of_loads(pair_side / 2);
        if (place < 0) continue;
        const double sign = pair_side % 2 ? -1.0 : 1.0;
        const contact::Vec3<double> pull = sign * pass.loads.vector(ContactLoads::force_i, place);
        force = force + pull;
        torque = torque +
            pass.loads.vector(pair_side % 2 ? ContactLoads::torque_j : ContactLoads::torque_i, place);
        if (conducts) heat += sign * pass.loads.at(ContactLoads::heat, place);
        if constexpr (sums_virial) {
          const contact::Vec3<double> separation =
              row(pass.atoms.x, i) - row(pass.atoms.x, sides.neighbor(s) & NEIGHMASK);
          const auto virial_of_contact = pass.in_moving_box ? contact::virial_of_box(pull, separation)
                                                            : contact::virial_of(pull, separation);
          for (int k = 0; k < 6; ++k) mine.value[k] += 0.5 * virial_of_contact.value[k];
        }
      }
      add_to_row(pass.atoms.f, i, force);
      add_to_row(pass.atoms.torque, i, torque);
      if (conducts) pass.heatflow(i) += heat;
      if constexpr (sums_virial) {
        virial += mine;
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

  /// \tparam blocks  of a multiprocessor, for whose registers the compiler makes room
  template <int blocks> auto teams_for(const ContactPass &pass)
  {
    return Kokkos::TeamPolicy<ContactPass::Device, Kokkos::LaunchBounds<gpu_items, blocks>>(pass.teams.number,
                                                                                            pass.teams.items)
        .set_scratch_size(0, Kokkos::PerTeam(ListOfTeam::shmem_size(pass.teams.pairs() + 1)));
  }

  auto all_atoms(const ContactPass &pass)
  {
    return Kokkos::RangePolicy<ContactPass::Device, Kokkos::LaunchBounds<gpu_items, 6>>(0, pass.sides.atoms);
  }

}    // namespace

// A team collects its contacts better the more pairs it has, but a small packing must have teams for all multiprocessors.
ContactTeams contact_teams(const int pairs)
{
  const int items = has_gpu ? gpu_items : 1;
  const int of_item =
      has_gpu ? std::clamp(pairs / ContactPass::Device::execution_space().concurrency(), 1, 4) : 32;
  return {(pairs + items * of_item - 1) / (items * of_item), items, of_item};
}

ContactKernel make_contact_kernel(const std::vector<contact::AnyContact> &laws, int doubles)
{
  ContactKernel found;
  const auto use = [&]<class Law>(std::type_identity<Law>) {
    found = [here = laws_on_device<Law>(laws)](const ContactPass &pass) {
      constexpr int blocks = contact::StaticLayout<Law>::known ? 4 : 3;
      Kokkos::parallel_for("granular_srt::contacts", teams_for<blocks>(pass), PairContacts<Law>{pass, here});
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

AccountKernel make_account_kernel(const std::vector<contact::AnyContact> &laws)
{
  AccountKernel found;
  const auto take = [&]<class Law>(std::type_identity<Law>, int) {
    found = [here = laws_on_device<Law>(laws)](const ContactPass &pass, const DeviceAccountOptions &options) {
      AccountTotals sums;
      Kokkos::parallel_reduce("granular_srt::contacts_with_accounts", teams_for<2>(pass),
                              PairContacts<Law, AccountTotals>{pass, here, options}, sums);
      return sums;
    };
  };
  with_first_law(laws, take, AccountLaws{});
  return found;
}

void add_contact_loads(const ContactPass &pass, TensorSum *virial)
{
  if (virial)
    Kokkos::parallel_reduce("granular_srt::add_loads", all_atoms(pass), GatherLoads{pass}, *virial);
  else
    Kokkos::parallel_for("granular_srt::add_loads", all_atoms(pass), GatherLoads{pass});
}

void add_contact_loads(const ContactPass &pass, const SumOnDevice<TensorSum> &virial)
{
  Kokkos::parallel_reduce("granular_srt::add_loads", all_atoms(pass), GatherLoads{pass}, virial);
}

}    // namespace granular_srt
