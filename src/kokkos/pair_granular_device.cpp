#include "pair_granular_device.h"
#include "fix_contact_history_kokkos.h"

#include "energy/fix_heat_dissipation.h"
#include "host/queries.h"
#include "restart/replay.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "neigh_list_kokkos.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {

PairGranularDevice::PairGranularDevice(LAMMPS *lammps, const char *name) : PairGranularSrt(lammps, name)
{
  kokkosable = 1;
  execution_space = SphereViews::space;
  datamask_read = SphereViews::read | SphereViews::written;
  datamask_modify = SphereViews::written;
}

FixContactHistoryKokkos *PairGranularDevice::history_fix() const
{
  return dynamic_cast<FixContactHistoryKokkos *>(history_.fix());
}

int PairGranularDevice::list_flags() const
{
  return NeighConst::REQ_FULL;
}

void PairGranularDevice::init_style()
{
  PairGranularSrt::init_style();
  if (copies_arrays && utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR,
               "Pair style {}: run_style respa clears the forces of the host only, use run_style verlet",
               name_);
  check_communication(*lmp, name_);
  if (neighbor->includegroup)
    error->all(FLERR,
               "Pair style {}: LAMMPS' full neighbor lists have wrong pairs with neigh_modify include: use "
               "neigh_modify exclude",
               name_);
  auto *request = neighbor->find_request(this);
  request->set_kokkos_host(false);
  request->set_kokkos_device(true);
  if (auto *fix = history_fix()) fix->set_slots(slots_);
  device_contacts_ = nullptr;
  accounts_ = nullptr;
}

void PairGranularDevice::sync_host()
{
  atomKK->sync(Host, SphereViews::read | TAG_MASK);
}

void PairGranularDevice::copy_laws()
{
  device_contacts_ = make_device_contacts(laws_.all(), layout_.size);
  to_device(device_law_of_, "granular_srt::law_of", laws_.table().data(), laws_.table().size());
  std::vector<double> factors(laws_.all().size() * layout_.size, 1.0);
  for (std::size_t law = 0; law < laws_.all().size(); ++law)
    std::ranges::copy(laws_.swap_factors(law), factors.begin() + law * layout_.size);
  to_device(swap_factors_, "granular_srt::swap_factors", factors.data(), factors.size());
}

// The records of a device name the partner, not the image (StoredContacts).
void PairGranularDevice::check_period() const
{
  double largest = 0.0;    // of this style alone, in a hybrid too
  for (int i = 1; i <= atom->ntypes; ++i)
    for (int j = i; j <= atom->ntypes; ++j)
      if (laws_.index_of(i, j) != TypeLaws::none) largest = std::max(largest, cutsq[i][j]);
  const double period = least_period(lmp), least = 2.0 * std::sqrt(largest);
  if (period < least)
    error->all(
        FLERR,
        "Pair style {} with full neighbor lists: the box is {:g} wide across periodic faces, where two "
        "spheres may touch through two images: must be at least {:g}, or use pair style {}/kk/host",
        name_, period, least, name_);
}

void PairGranularDevice::update_slots()
{
  // The history fix drops the slots when a neighbor list is new.
  const bool is_new = neighbor->ago == 0 || neighbor->lastcall != last_list_;
  if (slots_->valid() && (history_.fix() || !is_new)) {
    if (auto *fix = history_fix()) fix->keep_histories();
    return;
  }
  if (history_.fix()) check_period();
  // Particles may have moved apart since the list was made, and come back.
  const double reach = beyond_contact || radii_may_grow_ || !is_new
      ? -1.0
      : std::max(neighbor->skin, gap_of_ended(2.0 * radii_.of_any()));
  const double all[4] = {1.0, 1.0, 1.0, 1.0};
  slots_->build(*dynamic_cast<NeighListKokkos<Device> *>(list), *atomKK, reach,
                atom->molecular == Atom::ATOMIC ? all : force->special_lj, device_law_of_, laws_.stride(),
                swap_factors_, group_without_contacts(), layout_.size);
  if (auto *fix = history_fix()) fix->fill_histories(*slots_);
  last_list_ = neighbor->lastcall;
}

void PairGranularDevice::copy_body_masses()
{
  if (!bodies_.fix) {
    body_masses_ = {};
    return;
  }
  // Fix rigid is a host fix: its masses are communicated on the host.
  execution_space = Host;
  atomKK->sync(Host, RMASS_MASK);
  update_body_masses();
  execution_space = SphereViews::space;
  if (neighbor->ago == 0 || radii_may_grow_)
    to_device(body_masses_, "granular_srt::body_masses", bodies_.mass.data(), bodies_.mass.size());
}

void PairGranularDevice::copy_temperatures()
{
  if (!heat_) {
    temperature_ = {};
    return;
  }
  const std::size_t all = atom->nlocal + atom->nghost;
  to_device(temperature_, "granular_srt::temperature", atom->temperature, all);
  to_device(heatflow_, "granular_srt::heatflow", atom->heatflow, all);
}

void PairGranularDevice::copy_heatflow_back()
{
  if (!heat_) return;
  using HostArray = Kokkos::View<double *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const std::size_t mine = atom->nlocal;
  Kokkos::deep_copy(HostArray(atom->heatflow, mine),
                    Kokkos::subview(heatflow_, Kokkos::make_pair(std::size_t{0}, mine)));
}

ContactPass PairGranularDevice::contact_pass()
{
  ContactPass pass{SphereViews::of(*atomKK),
                   *slots_,
                   contact_teams(slots_->pairs),
                   {},
                   layout_,
                   history_step(lmp, force_interval()),
                   settings_.in_moving_box,
                   box_rate(),
                   freeze_group_bit_,
                   {},
                   body_masses_,
                   temperature_,
                   heatflow_,
                   {}};
  const bool any_special = atom->molecular != Atom::ATOMIC;
  for (int k = 0; k < 4; ++k) pass.special[k] = any_special ? force->special_lj[k] : 1.0;
  if (vflag_atom) pass.virial = virial_of_atom_;
  pass.loads.places = std::size_t(pass.teams.number) * pass.teams.pairs();
  grow(contact_loads_, "granular_srt::loads",
       pass.loads.places * (heat_ ? ContactLoads::all : ContactLoads::heat));
  pass.loads.values = contact_loads_;
  return pass;
}

void PairGranularDevice::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  if (radii_may_grow_) {
    atomKK->sync(Host, RADIUS_MASK | TYPE_MASK | MASK_MASK);
    check_grown_radii();
  }
  if (types_may_change_ && laws_of_pairs_changed() &&
      slots_->valid()) {    // pairs without a law have no slot
    if (auto *fix = history_fix()) fix->pre_exchange();
    slots_->invalidate();
  }
  atomKK->sync(SphereViews::space, datamask_read);
  if (!device_contacts_) copy_laws();
  update_slots();
  copy_body_masses();
  copy_temperatures();
  if (vflag_atom && virial_of_atom_.extent(0) < static_cast<std::size_t>(atom->nlocal))
    virial_of_atom_ = TensorOfAtoms("granular_srt::virial", atom->nmax);

  const ContactPass pass = contact_pass();
  TensorSum sum;
  const auto ledger = open_ledger();
  if (ledger && (ledger->wants_contacts() || ledger->radius_before())) list_contacts(*ledger);
  const bool wants_accounts = ledger && ledger->wants_accounts();
  if (wants_accounts)
    add_accounts(pass, *ledger);
  else
    device_contacts_(pass);
  add_contact_loads(pass, vflag_either || wants_accounts ? &sum : nullptr);
  if (wants_accounts) ledger->add_virial(sum.value);
  if (vflag_global)
    for (int k = 0; k < 6; ++k) virial[k] += sum.value[k];
  if (vflag_atom) add_to_host(vatom, virial_of_atom_, atom->nlocal);
  copy_heatflow_back();
  atomKK->modified(SphereViews::space, datamask_modify);
  ++evaluations_;
}

/* ---- ledger of energy ---- */

void PairGranularDevice::add_accounts(const ContactPass &pass, ContactLedger &ledger)
{
  refuse_heat_on_device(lmp, ledger, "pair style " + name_);
  if (!accounts_) accounts_ = make_device_accounts(laws_.all());
  const AccountOptions options = account_options(ledger);
  DeviceAccountOptions on_device{options.unseen_box, options.box_rate, {}};
  if (options.image_velocity) {
    const std::size_t all = atom->nlocal + atom->nghost;
    to_device(image_velocity_, "granular_srt::image_velocity", options.image_velocity, 3 * all);
    on_device.image_velocity = image_velocity_;
  }
  ledger.add(between_particles, accounts_(pass, on_device));
}

// Before the histories advance. Rows of single contacts are output of the host: it evaluates them once more.
void PairGranularDevice::list_contacts(ContactLedger &ledger)
{
  sync_host();
  host_slots_.evaluation = -1;    // a neighbor list since the last evaluation has other slots
  const HostSlots &slots = slots_on_host();
  ContactLoop loop = contact_loop();
  const AccountOptions options = account_options(ledger);
  loop.loads.end =
      atom->nlocal;    // for any newton: with full lists, the owner of a ghost evaluates its contacts too
  for (int k = 0; k < slots_->pairs; ++k) {
    const ClosePair pair{slots.pair_i(k), slots.pair_j(k)};
    const bool touched = layout_.size > 0 && slots.place(k) >= 0;
    enter_in_ledger(loop, ledger, options, laws_.index_of(atom->type[pair.i], atom->type[pair.j()]), pair,
                    touched, touched ? &slots.history(static_cast<std::size_t>(k) * slots_->row) : nullptr);
  }
}

/* ---- single contacts ---- */

const PairGranularDevice::HostSlots &PairGranularDevice::slots_on_host()
{
  HostSlots &slots = host_slots_;
  if (slots.evaluation != evaluations_) {
    const auto copy = [](auto &to, const auto &from) {
      to = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, from);
    };
    copy(slots.first, slots_->first);
    copy(slots.neighbor, slots_->neighbor);
    copy(slots.side, slots_->side);
    copy(slots.pair_i, slots_->pair_i);
    copy(slots.pair_j, slots_->pair_j);
    copy(slots.place, slots_->place);
    copy(slots.history, slots_->history);
    slots.evaluation = evaluations_;
  }
  return slots;
}

bool PairGranularDevice::find_history(int i, int j, double *history)
{
  if (!slots_->valid()) stop_without_history();
  const HostSlots &slots = slots_on_host();
  if (i >= slots_->atoms) return false;
  for (int s = slots.first(i); s < slots.first(i + 1); ++s) {
    if ((slots.neighbor(s) & NEIGHMASK) != j) continue;
    const int pair = slots.side(s) / 2;
    const double *stored = &slots.history(static_cast<std::size_t>(pair) * slots_->row);
    if (slots.side(s) % 2)
      laws_.swap_partners(stored, history, laws_.index_of(atom->type[i], atom->type[j]));
    else
      std::copy(stored, stored + layout_.size, history);
    return slots.place(pair) >= 0;
  }
  return false;
}

double PairGranularDevice::memory_usage()
{
  return PairGranularSrt::memory_usage() + slots_->memory_usage() +
      static_cast<double>(contact_loads_.span()) * sizeof(double);
}

}    // namespace granular_srt
