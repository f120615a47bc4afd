#include "device_engine.h"
#include "engines.h"
#include "verlet_granular_kokkos.h"

#include "host/queries.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "error.h"
#include "neigh_list_kokkos.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {

DeviceEngine::DeviceEngine(LAMMPS *lmp, Pair &pair, std::string name) :
    // bins for sorting have not been timed on a GPU
    ContactEngine({"NEIGH_HISTORY_GRANULAR_SRT_KK", true, false, false}), lmp_{lmp}, pair_{pair},
    name_{std::move(name)}
{
  pair_.kokkosable = 1;
  pair_.execution_space = SphereViews::space;
  pair_.datamask_read = SphereViews::read | SphereViews::written;
  pair_.datamask_modify = SphereViews::written;
}

AtomKokkos &DeviceEngine::atom() const
{
  return *lmp_->atomKK;
}

void DeviceEngine::start(int doubles)
{
  doubles_ = doubles;
  stored_ = DeviceAtomHistories(doubles);
  invalidate();
}

void DeviceEngine::begin_run(bool)
{
  if (copies_arrays && utils::strmatch(lmp_->update->integrate_style, "^respa"))
    lmp_->error->all(FLERR,
                     "Pair style {}: run_style respa clears the forces of the host only, use run_style "
                     "verlet",
                     name_);
  check_communication(*lmp_, name_);
  if (lmp_->neighbor->includegroup)
    lmp_->error->all(
        FLERR,
        "Pair style {}: LAMMPS' full neighbor lists have wrong pairs with neigh_modify include: use "
        "neigh_modify exclude",
        name_);
  auto *request = lmp_->neighbor->find_request(&pair_);
  request->set_kokkos_host(false);
  request->set_kokkos_device(true);
  contacts_ = nullptr;
  accounts_ = nullptr;
  invalidate();
}

std::string DeviceEngine::description(const InstructionSet &) const
{
  return "one pair at a time, with full neighbor lists";
}

void DeviceEngine::sync_host(unsigned long arrays)
{
  atom().sync(Host, arrays);
}

/* ---- a step ---- */

void DeviceEngine::take_laws(const TypeLaws &laws)
{
  laws_ = laws;
  contacts_ = make_contact_kernel(laws.all(), doubles_);
  to_device(law_of_, "granular_srt::law_of", laws.table().data(), laws.table().size());
  std::vector<double> factors(laws.all().size() * doubles_, 1.0);
  for (std::size_t law = 0; law < laws.all().size(); ++law)
    std::ranges::copy(laws.swap_factors(law), factors.begin() + law * doubles_);
  to_device(swap_factors_, "granular_srt::swap_factors", factors.data(), factors.size());
}

// The records of a device name the partner, not the image (AtomHistories).
void DeviceEngine::check_period() const
{
  double largest = 0.0;    // of this style alone, in a hybrid too
  for (int i = 1; i <= atom().ntypes; ++i)
    for (int j = i; j <= atom().ntypes; ++j)
      if (laws_.index_of(i, j) != TypeLaws::none) largest = std::max(largest, pair_.cutsq[i][j]);
  const double period = least_period(lmp_), least = 2.0 * std::sqrt(largest);
  if (period < least)
    lmp_->error->all(
        FLERR,
        "Pair style {} with full neighbor lists: the box is {:g} wide across periodic faces, where two "
        "spheres may touch through two images: must be at least {:g}, or use pair style {}/kk/host",
        name_, period, least, name_);
}

// The history fix says when sides are no longer valid. Without history each new list has new ones.
void DeviceEngine::update_sides(const ContactStep &step, const ContactLoop &loop)
{
  if (valid() && (doubles_ > 0 || !step.new_list)) return;
  if (doubles_ > 0) check_period();
  const double all[4] = {1.0, 1.0, 1.0, 1.0};
  sides_.build(*dynamic_cast<NeighListKokkos<Device> *>(pair_.list), atom(),
               // particles may have moved apart since the list was made, and come back
               step.new_list ? step.reach : -1.0, loop.options.special ? loop.options.special : all, law_of_,
               laws_.stride(), swap_factors_, loop.particles.temperature ? 0 : loop.particles.frozen,
               doubles_);
  if (doubles_ > 0) {
    atom().sync(SphereViews::space, TAG_MASK);
    sides_.fill_histories(stored_, atom());
  }
  validate();
}

void DeviceEngine::copy_to_device(const ContactStep &step, const ContactLoop &loop)
{
  const std::size_t all = loop.particles.count;
  if (!step.body_mass)
    body_mass_ = {};
  else if (step.new_body_mass)
    to_device(body_mass_, "granular_srt::body_masses", step.body_mass, all);
  if (!loop.particles.temperature) {
    temperature_ = {};
    return;
  }
  to_device(temperature_, "granular_srt::temperature", loop.particles.temperature, all);
  to_device(heatflow_, "granular_srt::heatflow", loop.loads.heatflow, all);
}

ContactPass DeviceEngine::contact_pass(const ContactStep &step, const ContactLoop &loop)
{
  const bool conducts = loop.particles.temperature != nullptr;
  ContactPass pass{SphereViews::of(atom()),
                   sides_,
                   contact_teams(sides_.pairs),
                   {},
                   loop.options.layout,
                   loop.options.step,
                   loop.options.in_moving_box,
                   loop.options.box_rate,
                   loop.particles.frozen,
                   {},
                   body_mass_,
                   temperature_,
                   heatflow_,
                   {}};
  for (int k = 0; k < 4; ++k) pass.special[k] = loop.options.special ? loop.options.special[k] : 1.0;
  if (step.virial_of_atom) {
    if (virial_of_atom_.extent(0) < static_cast<std::size_t>(step.owned))
      virial_of_atom_ = TensorOfAtoms("granular_srt::virial", atom().nmax);
    pass.virial = virial_of_atom_;
  }
  pass.loads.places = std::size_t(pass.teams.number) * pass.teams.pairs();
  grow(contact_loads_, "granular_srt::loads",
       pass.loads.places * (conducts ? ContactLoads::all : ContactLoads::heat));
  pass.loads.values = contact_loads_;
  return pass;
}

void DeviceEngine::step(const ContactStep &step, const ContactLoop &loop)
{
  atom().sync(SphereViews::space, pair_.datamask_read);
  if (!contacts_) take_laws(*step.laws);
  update_sides(step, loop);
  copy_to_device(step, loop);
  const ContactPass pass = contact_pass(step, loop);
  if (step.before) visit_all(*step.before);
  if (loop.options.account)
    evaluate_with_accounts(pass, *loop.options.account, loop.particles.count);
  else
    contacts_(pass);
  auto *const run = verlet_granular_kokkos(lmp_);
  StepSums *const sums = run && !loop.options.account && !step.virial_of_atom ? run->sums() : nullptr;
  if (sums && loop.loads.virial) {
    add_contact_loads(pass, sums->virial);
    sums->expect_virial(loop.loads.virial);
  } else {
    TensorSum sum;
    add_contact_loads(pass, loop.loads.virial || step.virial_of_atom ? &sum : nullptr);
    for (int k = 0; loop.loads.virial && k < 6; ++k) loop.loads.virial[k] += sum.value[k];
  }
  if (step.virial_of_atom) add_to_host(step.virial_of_atom, virial_of_atom_, step.owned);
  if (loop.particles.temperature) {
    using HostArray = Kokkos::View<double *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    const std::size_t mine = step.owned;
    Kokkos::deep_copy(HostArray(loop.loads.heatflow, mine),
                      Kokkos::subview(heatflow_, Kokkos::make_pair(std::size_t{0}, mine)));
  }
  atom().modified(SphereViews::space, pair_.datamask_modify);
  ++evaluations_;
}

void DeviceEngine::evaluate_with_accounts(const ContactPass &pass, const AccountOptions &options,
                                          std::size_t atoms)
{
  if (!accounts_) accounts_ = make_account_kernel(laws_.all());
  DeviceAccountOptions on_device{options.unseen_box, options.box_rate, {}};
  if (options.image_velocity) {
    to_device(image_velocity_, "granular_srt::image_velocity", options.image_velocity, 3 * atoms);
    on_device.image_velocity = image_velocity_;
  }
  totals_ = accounts_(pass, on_device);
}

/* ---- single contacts, on the host ---- */

const DeviceEngine::HostSides &DeviceEngine::sides_on_host()
{
  HostSides &sides = host_sides_;
  if (sides.evaluation != evaluations_) {
    const auto copy = [](auto &to, const auto &from) {
      to = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, from);
    };
    copy(sides.first, sides_.first);
    copy(sides.neighbor, sides_.neighbor);
    copy(sides.pair_side, sides_.pair_side);
    copy(sides.pair_i, sides_.pair_i);
    copy(sides.pair_j, sides_.pair_j);
    copy(sides.place, sides_.place);
    copy(sides.law, sides_.law);
    copy(sides.history, sides_.history);
    sides.evaluation = evaluations_;
  }
  return sides;
}

void DeviceEngine::visit_all(const CloseVisitor &visit)
{
  host_sides_.evaluation = -1;    // a neighbor list since the last evaluation has other sides
  const HostSides &sides = sides_on_host();
  for (int k = 0; k < sides_.pairs; ++k) {
    const bool touched = doubles_ > 0 && sides.place(k) >= 0;
    visit(sides.law(k), {sides.pair_i(k), sides.pair_j(k)}, touched,
          touched ? &sides.history(static_cast<std::size_t>(k) * sides_.history_stride) : nullptr);
  }
}

bool DeviceEngine::find(int i, int j, tagint partner, const int *type, const contact::Vec3<double> &, double,
                        double *history)
{
  if (!valid()) {
    const double *found = stored_.find(i, partner);
    if (found) std::copy_n(found, doubles_, history);
    return found != nullptr;
  }
  const HostSides &sides = sides_on_host();
  if (i >= sides_.atoms) return false;
  for (int s = sides.first(i); s < sides.first(i + 1); ++s) {
    if ((sides.neighbor(s) & NEIGHMASK) != j) continue;
    const int pair = sides.pair_side(s) / 2;
    const double *stored = &sides.history(static_cast<std::size_t>(pair) * sides_.history_stride);
    if (sides.pair_side(s) % 2)
      laws_.swap_partners(stored, history, laws_.index_of(type[i], type[j]));
    else
      std::copy_n(stored, doubles_, history);
    return sides.place(pair) >= 0;
  }
  return false;
}

int DeviceEngine::store()
{
  atom().sync(SphereViews::space, TAG_MASK | TYPE_MASK);
  return sides_.store(stored_, atom());
}

double DeviceEngine::memory_usage() const
{
  return sides_.memory_usage() + static_cast<double>(contact_loads_.span()) * sizeof(double);
}

namespace {

  std::unique_ptr<ContactEngine> make_device_engine(LAMMPS *lmp, Pair &pair, const std::string &name)
  {
    require_kokkos(*lmp);
    return std::make_unique<DeviceEngine>(lmp, pair, name);
  }

}    // namespace

const Evaluation device_evaluation{make_device_engine, nullptr};

}    // namespace granular_srt
