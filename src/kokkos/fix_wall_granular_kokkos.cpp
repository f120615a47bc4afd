#include "fix_wall_granular_kokkos.h"

#include "energy/fix_heat_dissipation.h"
#include "engine/evaluate/compiled_laws.h"
#include "host/queries.h"
#include "restart/replay.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "comm.h"
#include "error.h"
#include "kokkos.h"
#include "update.h"

#include <array>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr unsigned long wall_reads =
      X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK;

  template <class Accounts> using SumsWith = typename Accounts::template Sums<WallSums>;

  template <class Accounts, class Law>
  SumsWith<Accounts> evaluate_on_device(const void *law, const WallPass &pass, int atoms)
  {
    SumsWith<Accounts> sums;
    Kokkos::parallel_reduce("granular_srt::wall", ContactItems<WallPass::Device>(0, atoms),
                            ContactsWithWall<Law, Accounts>{pass, *static_cast<const Law *>(law)}, sums);
    return sums;
  }

  template <class Accounts, class... Laws> constexpr auto evaluations_on_device(contact::TypeList<Laws...>)
  {
    return std::array{evaluate_on_device<Accounts, Laws>...};
  }

  // What keeps a wall from a device; empty if nothing does.
  std::string reason_for_host(const Wall &wall)
  {
    const WallCommand &command = wall.command;
    if (!wall.built.shape->surface()) return "it is a " + command.style;
    if (command.load) return "it moves under a load";
    if (command.models.name(HEAT) != "none") return "it conducts heat";
    if (command.contacts) return "it has output per atom (keyword contacts)";
    return "";
  }

}    // namespace

FixWallGranularKokkos::FixWallGranularKokkos(LAMMPS *lammps, int narg, char **arg, Wall &&wall) :
    FixWallGranular(lammps, narg, arg, std::move(wall)),
    device_history_(wall_.shape->most_contacts(), contacts_.laws().layout.size)
{
  kokkosable = 1;
  exchange_comm_device = sort_device = 1;
  execution_space = SphereViews::space;
  // post_force() synchronizes the arrays that it needs
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
  contacts_.drop_history();
  ++maxexchange;    // where the records of an atom begin in a message
  FixWallGranularKokkos::grow_arrays(atom->nmax);
}

void FixWallGranularKokkos::sync_host()
{
  atomKK->sync(Host, V_MASK | RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK);
}

void FixWallGranularKokkos::copy_body_masses()
{
  // Fix rigid is a host fix.
  if (contacts_.has_bodies()) atomKK->sync(Host, RMASS_MASK);
  const bool same = contacts_.has_body_masses();
  const std::vector<double> &masses = contacts_.find_body_masses();
  if (masses.empty())
    device_body_mass_ = {};
  else if (!same || device_body_mass_.extent(0) < masses.size())
    to_device(device_body_mass_, "granular_srt::wall_body_mass", masses.data(), masses.size());
}

void FixWallGranularKokkos::post_force(int vflag)
{
  begin_step(vflag);
  copy_body_masses();
  atomKK->sync(SphereViews::space, wall_reads);
  const auto atoms = static_cast<std::size_t>(atom->nlocal);
  if (vflag_atom && virial_of_atom_.extent(0) < atoms)
    virial_of_atom_ = TensorOfAtoms("granular_srt::wall_virial", atom->nmax);

  const auto ledger = contacts_.open_ledger();
  if (ledger) ledger->before_wall_loads(false);
  add_sums(ledger ? evaluate_with_accounts(*ledger)
                  : evaluate<WithoutAccounts>(CompiledLaws{},
                                              [](const WallLaws::Law &law) { return law.compiled; }));
  atomKK->modified(SphereViews::space, F_MASK | TORQUE_MASK);
  if (ledger) ledger->after_wall_loads(false);
}

WallPass FixWallGranularKokkos::wall_pass()
{
  const WallLaws &laws = contacts_.laws();
  WallPass pass{SphereViews::of(*atomKK),
                *wall_.shape->surface(),
                device_history_.on_device(),
                laws.layout,
                history_step(lmp, update->dt),
                groupbit,
                0,
                laws.has_history,
                laws.beyond_contact,
                contacts_.sees_box(),
                contacts_.box().value_or(contact::BoxFlow{}),
                contacts_.periodic_box(),
                command_.origin,
                device_body_mass_,
                {}};
  if (vflag_atom) pass.virial = virial_of_atom_;
  return pass;
}

// One kernel for each law.
template <class Accounts, class List, class Compiled>
typename Accounts::template Sums<WallSums> FixWallGranularKokkos::evaluate(List /*laws*/,
                                                                           Compiled compiled_of)
{
  static constexpr auto evaluations = evaluations_on_device<Accounts>(List{});
  const std::vector<WallLaws::Law> &laws = contacts_.laws().each;
  WallPass pass = wall_pass();
  SumsWith<Accounts> sums;
  for (std::size_t k = 0; k < laws.size(); ++k) {
    if (laws.size() > 1) pass.type = static_cast<int>(k) + 1;
    const CompiledLaw compiled = compiled_of(laws[k]);
    sums += evaluations[compiled.index](compiled.law.get(), pass, atom->nlocal);
  }
  return sums;
}

WallSums FixWallGranularKokkos::evaluate_with_accounts(ContactLedger &ledger)
{
  refuse_heat_on_device(lmp, ledger, "fix " + std::string(style));
  if (ledger.contacts.wanted() || ledger.radius_before()) list_contacts(ledger);
  const auto sums =
      evaluate<WithAccounts>(AccountLaws{}, [](const WallLaws::Law &law) { return account_law(law.law); });
  ledger.add(at_walls, sums.account);
  ledger.add_box_power(sums.loads.box_power);
  return sums.loads;
}

// Before the histories advance. Rows of single contacts are output of the host: it evaluates them once more.
void FixWallGranularKokkos::list_contacts(ContactLedger &ledger)
{
  atomKK->sync(Host, wall_reads);
  const WallSurface surface = *wall_.shape->surface();
  const WallLoop loop = contacts_.loop(0.0);
  const WallLaws &laws = contacts_.laws();
  double after[contact::most_history_doubles];
  for (int i = 0; i < atom->nlocal; ++i) {
    if (!(atom->mask[i] & groupbit)) continue;
    const int number = laws.index_of(atom->type[i]);
    const contact::AnyContact &law = laws.each[number].law;
    const double radius = atom->radius[i];
    const PeriodicImage at = contacts_.seen(i);
    for (int part = 0; part < surface.parts(); ++part) {
      const bool touching = laws.has_history && device_history_.touching(i, part);
      WallContact place;
      if (!surface.find(part, at.x, law.reach_at_wall(radius), place)) continue;
      if (!acts(law.life_at_wall(place.distance, radius, place.curvature, laws.beyond_contact && touching)))
        continue;
      if (radius * place.curvature <= -1.0) continue;    // the kernel refuses it
      place.velocity = place.velocity - at.velocity;
      if (contacts_.sees_box()) contacts_.subtract_box_velocity(i, place);
      double *const values = touching && laws.layout.size > 0 ? device_history_.values(i, part) : nullptr;
      const WallTouch touch{i, values};
      contacts_.enter_growth(law, loop, touch, place, ledger);
      const LedgerContact one = contacts_.ledger_contact(number, loop, touch, place, after);
      ledger.add_contact(one, {after, static_cast<std::size_t>(laws.layout.size)});
    }
  }
}

void FixWallGranularKokkos::add_sums(const WallSums &sums)
{
  if (sums.refused_radius > 0.0)
    contacts_.check_curvature(sums.refused_radius, -0.5 / wall_.shape->surface()->cylinder.radius);
  check_overlap(sums.largest_overlap, -1);
  totals_.of_rank[0] = sums.contacts;
  contact::store_vector(totals_.of_rank + 1, sums.force);
  contact::store_vector(totals_.of_rank + 4, sums.torque);
  if (vflag_global)
    for (int k = 0; k < 6; ++k) virial[k] += sums.virial.value[k];
  if (vflag_atom) add_to_host(vatom, virial_of_atom_, atom->nlocal);
}

void FixWallGranularKokkos::sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter)
{
  if (contacts_.laws().has_history) sort_records(device_history_, sorter);
}

int FixWallGranularKokkos::pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                                                DAT::tdual_int_1d k_sendlist, DAT::tdual_int_1d k_copylist,
                                                ExecutionSpace space)
{
  if (!contacts_.laws().has_history) return 0;
  return pack_leaving(device_history_, nsend, k_sendlist, k_copylist, k_buf, space);
}

void FixWallGranularKokkos::unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf,
                                                   DAT::tdual_int_1d &k_indices, int nrecv, int nrecv1,
                                                   int nextrarecv1, ExecutionSpace space)
{
  unpack_arriving(device_history_, nrecv, k_indices, k_buf, nrecv1, nextrarecv1, space);
}

Fix *create_wall(LAMMPS *lmp, int narg, char **arg, bool device)
{
  if (!lmp->kokkos || !lmp->kokkos->kokkos_exists)
    lmp->error->all(FLERR, "Cannot use KOKKOS styles without enabling KOKKOS");
  Wall wall = read_wall(lmp, narg, arg);
  const std::string reason = device ? reason_for_host(wall) : "";
  if (device && reason.empty()) return new FixWallGranularKokkos(lmp, narg, arg, std::move(wall));
  if (device && lmp->comm->me == 0)
    utils::logmesg(lmp, "fix {} {}: computed on the host, because {}\n", arg[2], arg[0], reason);
  return new FixWallGranular(lmp, narg, arg, std::move(wall));
}

}    // namespace granular_srt
