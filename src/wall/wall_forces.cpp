// The forces of a step: contacts of near particles and their evaluation.

#include "fix_wall_granular.h"

#include "contact/account.h"
#include "engine/evaluate/instruction_set.h"

#include "atom.h"
#include "error.h"
#include "input.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"
#include "variable.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;

  // Number of contacts that are evaluated together: few enough to fit into the processor's cache.
  constexpr std::size_t enough_to_evaluate = 64;

}    // namespace

void FixWallGranular::begin_step(int vflag)
{
  v_init(vflag);
  std::fill_n(totals_, n_totals, 0.0);
  summed_ = false;
  box_.reset();
  if (sees_box_ || open_ledger()) box_ = present_box_flow(lmp);
  box_power_ = 0.0;
  wall_.shape->move_to(time());
  if (!load_) return;
  load_->begin(update->ntimestep, update->dt);
  wall_.shape->add_load_motion(load_->displacement(), load_->velocity());
  std::fill_n(load_sums_, 2, 0.0);
}

void FixWallGranular::post_force(int vflag)
{
  double wall_temperature = wall_.temperature.value_or(0.0);
  if (temperature_variable_ >= 0) {
    modify->clearstep_compute();
    wall_temperature = input->variable->compute_equal(temperature_variable_);
    modify->addstep_compute(update->ntimestep + 1);
  }
  begin_step(vflag);
  update_near_particles();
  find_body_masses(near_.particles());
  const WallLoop loop = wall_loop(wall_temperature);
  const auto open = open_ledger();
  ContactLedger *const ledger = open.get();
  if (ledger) ledger->before_wall_loads(true);
  for (Batch &batch : batches_) batch.clear();
  for (std::size_t n = 0; n < near_.particles().size(); ++n) {
    const int i = near_.particles()[n], law = index_of_law(atom->type[i]);
    Batch &batch = batches_[law];
    if (wall_.contacts) std::fill_n(array_atom[i], size_peratom_cols, 0.0);
    const std::size_t first = batch.places.size();
    if ((atom->mask[i] & groupbit) && near_.may_touch(n, atom->x[i])) find_contacts(n, i, batch.places);
    if (remembers_) take_histories(i, batch.places.data() + first, batch.places.size() - first, loop, ledger);
    if (batch.places.size() == first) continue;
    for (std::size_t k = first; k < batch.places.size(); ++k) {
      check_curvature(atom->radius[i], batch.places[k].curvature);
      batch.touches.push_back({i, layout_.size > 0 ? history_.values(i, batch.places[k].part) : nullptr});
    }
    if (batch.places.size() >= enough_to_evaluate) apply_contacts(law, loop, ledger);
  }
  for (std::size_t law = 0; law < batches_.size(); ++law) apply_contacts(static_cast<int>(law), loop, ledger);
  if (ledger) {
    ledger->add_box_power(box_power_);
    ledger->after_wall_loads(true);
  }
  if (load_) advance_load();
  if (faces_ && update->setupflag == 0) faces_->count_step();
}

// Assigns histories to the contacts of particle i that were found in this step.
void FixWallGranular::take_histories(int i, const WallContact *places, std::size_t count,
                                     const WallLoop &loop, ContactLedger *ledger)
{
  parts_.clear();
  for (std::size_t k = 0; k < count; ++k) parts_.push_back(places[k].part);
  if (ledger) end_in_ledger(loop, *ledger, i);
  history_.set_contacts(i, parts_.data(), static_cast<int>(count));
  if (wall_.shape->turn_cosine()) store_normals(history_, i, layout_.size, places, static_cast<int>(count));
}

void FixWallGranular::update_near_particles()
{
  // The ledger needs the contacts that end in a step.
  const bool seeks_ended = !ledger_.expired();
  const auto reach = [&](double radius) {
    double farthest = 0.0;
    for (const Law &one : laws_)
      farthest = std::max(
          farthest, seeks_ended ? contact::reach_of_ended(one.law, radius) : one.law.reach_at_wall(radius));
    return farthest;
  };
  if (!near_.update(*wall_.shape, reach, neighbor->skin)) return;
  // The other particles do not touch the wall.
  auto next = near_.particles().begin();
  for (int i = 0; i < near_.all(); ++i) {
    if (next != near_.particles().end() && *next == i) {
      ++next;
    } else {
      if (remembers_) history_.clear(i);
      if (wall_.contacts) std::fill_n(array_atom[i], size_peratom_cols, 0.0);
    }
  }
}

WallLoop FixWallGranular::wall_loop(double wall_temperature) const
{
  WallLoop loop{layout_, {update->dt, update->setupflag == 0}, {}, wall_temperature};
  ParticleArrays &particles = loop.particles;
  particles.count = atom->nlocal;
  particles.v = atom->v[0];
  particles.omega = atom->omega[0];
  particles.radius = atom->radius;
  particles.mass = atom->rmass;
  particles.body_mass = body_mass_.empty() ? nullptr : body_mass_.data();
  particles.temperature = heat_ ? atom->temperature : nullptr;
  return loop;
}

void FixWallGranular::find_body_masses(const std::vector<int> &particles)
{
  body_mass_.clear();
  if (!fix_rigid_) return;
  int dimension;
  const auto *body = static_cast<int *>(fix_rigid_->extract("body", dimension));
  const auto *mass = static_cast<double *>(fix_rigid_->extract("masstotal", dimension));
  if (!body || !mass) return;
  body_mass_.resize(atom->nlocal);
  for (const int i : particles) body_mass_[i] = body[i] >= 0 ? mass[body[i]] : 0.0;
}

// Appends the contacts of a particle, number n of the list of near particles, with the wall.
void FixWallGranular::find_contacts(std::size_t n, int i, std::vector<WallContact> &places)
{
  const contact::AnyContact &law = law_of(atom->type[i]).law;
  const double radius = atom->radius[i];
  const auto first = static_cast<std::ptrdiff_t>(places.size());
  wall_.shape->find_listed(n, load_vector(atom->x[i]), law.reach_at_wall(radius), places);
  if (remembers_ && wall_.shape->turn_cosine())
    name_by_normals(i, places.data() + first, static_cast<int>(places.size()) - static_cast<int>(first));
  const auto apart = [&](const WallContact &contact) {
    const bool touching = beyond_contact_ && history_.touching(i, contact.part);
    return !acts(law.life_at_wall(contact.distance, radius, contact.curvature, touching));
  };
  places.erase(std::remove_if(places.begin() + first, places.end(), apart), places.end());
  if (sees_box_)
    std::for_each(places.begin() + first, places.end(), [&](WallContact &place) { see_box(i, place); });
}

// The wall is at rest or moves by its own rule, while the box moves the particle.
void FixWallGranular::see_box(int i, WallContact &place) const
{
  place.velocity = place.velocity - box_->velocity_at(load_vector(atom->x[i]));
}

void FixWallGranular::name_by_normals(int i, WallContact *places, int count)
{
  if (count > wall_.shape->most_contacts())
    error->one(FLERR, "Particle {} touches the mesh of {} {} in more than {} places", atom->tag[i], command(),
               id, wall_.shape->most_contacts());
  match_contacts(history_, i, layout_.size, *wall_.shape->turn_cosine(), places, count);
}

void FixWallGranular::check_curvature(double radius, double curvature) const
{
  if (radius * curvature <= -1.0)
    error->one(
        FLERR,
        "A particle of radius {} touches a wall of {} {} that is hollow with a smaller radius, {}: its "
        "effective radius has no meaning",
        radius, command(), id, -1.0 / curvature);
}

void FixWallGranular::evaluate(int law, const Batch &batch, const WallLoop &loop,
                               std::vector<WallLoads> &loads) const
{
  const int count = static_cast<int>(batch.touches.size());
  if (loads.size() < batch.touches.size()) loads.resize(batch.touches.size());
  const CompiledLaw &compiled = laws_[law].compiled;
  set_for(count, *instruction_set_)
      .evaluate_wall[compiled.index](compiled.law.get(), batch.touches.data(), batch.places.data(), count,
                                     loop, loads.data());
}

// Evaluates the contacts of a law that were found so far. All contacts of a particle are among them.
void FixWallGranular::apply_contacts(int law, const WallLoop &loop, ContactLedger *ledger)
{
  Batch &batch = batches_[law];
  const std::size_t count = batch.touches.size();
  if (count == 0) return;
  if (ledger) enter_in_ledger(law, loop, *ledger);
  evaluate(law, batch, loop, loads_);
  if (load_) load_sums_[1] += resistance(law, batch, loop);
  for (std::size_t k = 0; k < count; ++k) {
    const int i = batch.touches[k].i;
    const WallLoads &loads = loads_[k];
    const WallContact &place = batch.places[k];
    add(atom->f[i], loads.force);
    add(atom->torque[i], loads.torque);
    if (heat_) atom->heatflow[i] += loads.heat;

    totals_[0] += 1.0;
    add(totals_ + 1, -loads.force);
    add(totals_ + 4, -(cross(load_vector(atom->x[i]) - wall_.origin, loads.force) + loads.torque));
    totals_[7] -= loads.heat;
    if (box_) box_power_ += dot(loads.force, box_->velocity_at(load_vector(atom->x[i])));
    if (load_) load_sums_[0] -= dot(loads.force, wall_.shape->load_direction(place));
    if (vflag_either) {
      auto virial = contact::virial_of(loads.force, place.separation);
      v_tally(i, virial.value);
    }
    const SeenContact seen{laws_[law].law, loop, batch.touches[k], place, loads};
    if (faces_ && update->setupflag == 0) add_to_face(seen);
    if (wall_.contacts) add_to_row(seen);
  }
  batch.clear();
}

}    // namespace granular_srt
