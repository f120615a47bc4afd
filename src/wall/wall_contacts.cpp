#include "wall_contacts.h"
#include "mesh/mesh_surface.h"

#include "box/flow.h"
#include "contact/touch.h"
#include "engine/evaluate/lane_access.h"
#include "engine/evaluate/instruction_set.h"
#include "checks/contact_requirements.h"
#include "host/queries.h"
#include "restart/replay.h"

#include "atom.h"
#include "error.h"
#include "fix.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <span>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::add_vector;

  // Number of contacts that are evaluated together: few enough to fit into the processor's cache.
  constexpr std::size_t enough_to_evaluate = 64;

  // LAMMPS' table of pointers to rows would be one more place in memory to wait for.
  double *row_of(double **rows, int i)
  {
    return rows[0] + 3 * std::ptrdiff_t{i};
  }

}    // namespace

WallContacts::WallContacts(LAMMPS *lammps, const WallCommand &command, const BuiltWall &wall, int groupbit) :
    Pointers(lammps), command_{command}, wall_{wall}, groupbit_{groupbit}, of_triangles_{wall.shape->mesh() !=
                                                                                         nullptr},
    laws_{command.models}, history_{empty_history()}, near_{lammps}, images_{lammps},
    batches_(laws_.each.size())
{
}

WallHistory WallContacts::empty_history() const
{
  return {wall_.shape->most_contacts(), laws_.layout.size + (of_triangles_ ? doubles_of_normal : 0)};
}

void WallContacts::init(const std::string &name, int number, bool sees_box)
{
  name_ = name;
  number_ = number;
  sees_box_ = sees_box;
  ledger_ = find_ledger(lmp);
  laws_.set(lmp, command_);
  batches_.assign(laws_.each.size(), {});    // an earlier run may have ended with an error
  no_history_.assign(laws_.layout.size, 0.0);
  instruction_set_ = &instruction_set(lmp);
  sees_images_ = images_.any();
  fix_rigid_ = find_rigid_fix(lmp, command_.name);
  masses_may_change_ = particles_may_change(lmp);
}

void WallContacts::begin_step()
{
  box_.reset();
  if (sees_box_ || open_ledger()) box_ = present_box_flow(lmp);
  box_power_ = 0.0;
  if (sees_images_) images_.refresh();
  wall_.shape->place(wall_.motion->placement());
}

bool WallContacts::update_near()
{
  // The ledger needs the contacts that end in a step.
  const bool seeks_ended = !ledger_.expired();
  const auto reach = [&](double radius) {
    double farthest = 0.0;
    for (const WallLaws::Law &one : laws_.each)
      farthest = std::max(
          farthest, seeks_ended ? contact::reach_of_ended(one.law, radius) : one.law.reach_at_wall(radius));
    return farthest;
  };
  const bool moves = command_.load || wall_.motion->moves();
  const bool rebuilt = near_.update(*wall_.shape, wall_.motion->placement(), moves, reach, neighbor->skin,
                                    sees_images_ ? &images_ : nullptr);
  far_contacts_end_ |= rebuilt && laws_.has_history;
  return rebuilt;
}

void WallContacts::end_far_contacts(const WallLoop &loop, ContactLedger *ledger)
{
  far_contacts_end_ = !loop.step.update;
  parts_.clear();
  auto next = near_.particles().begin();
  for (int i = 0; i < near_.all(); ++i) {
    if (next != near_.particles().end() && *next == i) {
      ++next;
      continue;
    }
    if (ledger) end_in_ledger(loop, *ledger, i);
    if (loop.step.update) history_.clear(i);
  }
}

void WallContacts::evaluate(double wall_temperature,
                            const std::function<void(const EvaluatedContacts &)> &on_evaluated)
{
  const WallLoop wall_loop = loop(wall_temperature);
  const auto open = open_ledger();
  ContactLedger *const ledger = open.get();
  if (ledger) ledger->before_wall_loads(true);
  if (far_contacts_end_) end_far_contacts(wall_loop, ledger);
  for (std::size_t n = 0; n < near_.particles().size(); ++n) {
    const int i = near_.particles()[n], law = laws_.index_of(atom->type[i]);
    Batch &batch = batches_[law];
    const std::size_t first = batch.places.size();
    if (atom->mask[i] & groupbit_) {
      const PeriodicImage at = seen(i);
      if (near_.may_touch(n, at)) find(n, i, at, batch.places);
    }
    const auto found = std::span(batch.places).subspan(first);
    if (laws_.has_history) take_histories(i, found.data(), found.size(), wall_loop, ledger);
    if (found.empty()) continue;
    // evaluate_batch() reads them some contacts later: particles at a wall are far apart in memory
    for (double **rows : {atom->v, atom->omega, atom->f, atom->torque}) __builtin_prefetch(row_of(rows, i));
    for (const WallContact &place : found) {
      check_curvature(atom->radius[i], place.curvature);
      batch.touches.push_back({i, history_of(i, place.part)});
    }
    if (batch.touches.size() >= enough_to_evaluate) evaluate_batch(law, wall_loop, ledger, on_evaluated);
  }
  for (std::size_t law = 0; law < batches_.size(); ++law)
    evaluate_batch(static_cast<int>(law), wall_loop, ledger, on_evaluated);
  if (ledger) {
    ledger->add_box_power(box_power_);
    ledger->after_wall_loads(true);
  }
}

// In a time step, particle i begins and ends contacts: it has those that were found.
void WallContacts::take_histories(int i, const WallContact *places, std::size_t count, const WallLoop &loop,
                                  ContactLedger *ledger)
{
  if (!of_triangles_ &&
      history_.has_contacts(i, static_cast<int>(count), [places](int k) { return places[k].part; }))
    return;
  parts_.clear();
  for (std::size_t k = 0; k < count; ++k) parts_.push_back(places[k].part);
  if (ledger) end_in_ledger(loop, *ledger, i);
  if (!loop.step.update) return;
  history_.set_contacts(i, parts_.data(), static_cast<int>(count));
  if (of_triangles_) store_normals(history_, i, laws_.layout.size, places, static_cast<int>(count));
}

double *WallContacts::history_of(int i, int part)
{
  if (laws_.layout.size == 0) return nullptr;
  return history_.touching(i, part) ? history_.values(i, part) : no_history_.data();
}

WallLoop WallContacts::loop(double wall_temperature)
{
  const std::vector<double> &masses = find_body_masses();
  WallLoop loop{laws_.layout, history_step(lmp, update->dt), {}, wall_temperature};
  ParticleArrays &particles = loop.particles;
  particles.count = atom->nlocal;
  particles.v = atom->v[0];
  particles.omega = atom->omega[0];
  particles.radius = atom->radius;
  particles.mass = masses.empty() ? atom->rmass : masses.data();
  particles.temperature = laws_.heat ? atom->temperature : nullptr;
  return loop;
}

// The bodies of particles change with neighbor lists only.
bool WallContacts::has_body_masses() const
{
  return fix_rigid_ && neighbor->ago != 0 && !masses_may_change_ && std::ssize(body_mass_) == atom->nlocal;
}

const std::vector<double> &WallContacts::find_body_masses()
{
  if (has_body_masses()) return body_mass_;
  body_mass_.resize(fix_rigid_ ? atom->nlocal : 0);
  if (fix_rigid_) read_body_masses(*fix_rigid_, atom->nlocal, atom->rmass, body_mass_.data());
  return body_mass_;
}

// Appends the contacts of a particle, number n of the list of near particles, with the wall.
void WallContacts::find(std::size_t n, int i, const PeriodicImage &at, std::vector<WallContact> &places)
{
  const contact::AnyContact &law = laws_.of(atom->type[i]);
  const double radius = atom->radius[i];
  const auto first = static_cast<std::ptrdiff_t>(places.size());
  // faces of a mesh are flat, and which of them count depends on the reach
  const double reach = of_triangles_ ? law.reach(radius, radius) : law.reach_at_wall(radius);
  near_.find(*wall_.shape, n, at, reach, places);
  if (laws_.has_history && of_triangles_)
    match_by_normals(i, places.data() + first, static_cast<int>(places.size()) - static_cast<int>(first));
  if (places.begin() + first == places.end()) return;
  if (laws_.beyond_contact) {
    const auto apart = [&](const WallContact &contact) {
      return !acts(
          law.life_at_wall(contact.distance, radius, contact.curvature, history_.touching(i, contact.part)));
    };
    places.erase(std::remove_if(places.begin() + first, places.end(), apart), places.end());
  }
  for (auto place = places.begin() + first; place != places.end(); ++place) {
    place->velocity = place->velocity - at.velocity;
    if (sees_box_) subtract_box_velocity(i, *place);
  }
}

// The wall is at rest or moves by its own rule, while the box moves the particle.
void WallContacts::subtract_box_velocity(int i, WallContact &place) const
{
  place.velocity = place.velocity - box_->velocity_at(seen(i).x);
}

// A sphere in a funnel or on a sieve may touch a mesh in more places than most_contacts().
void WallContacts::match_by_normals(int i, WallContact *places, int count)
{
  if (history_.reserve(count))
    for (Batch &batch : batches_)
      for (std::size_t k = 0; k < batch.touches.size(); ++k)
        batch.touches[k].history = history_of(batch.touches[k].i, batch.places[k].part);
  match_contacts(history_, i, laws_.layout.size, wall_.shape->mesh()->turn_cosine, places, count);
}

void WallContacts::check_curvature(double radius, double curvature) const
{
  if (radius * curvature <= -1.0)
    error->one(FLERR,
               "A particle of radius {} touches a wall of {} that is hollow with a smaller radius of mean "
               "curvature, {}: its effective radius has no meaning",
               radius, name_, -1.0 / curvature);
}

void WallContacts::compute_loads(int law, const std::vector<WallTouch> &touches,
                                 const std::vector<WallContact> &places, const WallLoop &loop,
                                 std::vector<WallLoads> &loads) const
{
  const int count = static_cast<int>(touches.size());
  if (loads.size() < touches.size()) loads.resize(touches.size());
  set_for(count, *instruction_set_)
      .walls->evaluate(laws_.each[law].compiled, is_plain(loop), touches.data(), places.data(), count, loop,
                       loads.data());
}

// Evaluates the contacts of a law that were found so far. All contacts of a particle are among them.
void WallContacts::evaluate_batch(int law, const WallLoop &loop, ContactLedger *ledger,
                                  const std::function<void(const EvaluatedContacts &)> &on_evaluated)
{
  auto &[places, touches] = batches_[law];
  if (touches.empty()) return;
  if (ledger) enter_in_ledger(law, loop, *ledger);
  compute_loads(law, touches, places, loop, loads_);
  for (std::size_t k = 0; k < touches.size(); ++k) {
    const int i = touches[k].i;
    add_vector(row_of(atom->f, i), loads_[k].force);
    add_vector(row_of(atom->torque, i), loads_[k].torque);
    if (laws_.heat) atom->heatflow[i] += loads_[k].heat;
    if (box_) box_power_ += dot(loads_[k].force, box_->velocity_at(seen(i).x));
  }
  on_evaluated({law, loop, touches, places, loads_});
  places.clear();
  touches.clear();
}

// With the wall a little nearer, and the velocity that this takes in a step.
double WallContacts::resistance(const EvaluatedContacts &contacts) const
{
  WallLoop loop = contacts.loop;
  loop.step.update = false;    // the normal force depends on no history
  const double dt = loop.step.dt;
  std::vector<WallContact> nearer = contacts.places;
  std::vector<double> by;    // [length]
  for (WallContact &place : nearer) {
    const double radius = atom->radius[contacts.touches[by.size()].i];
    // Forces are powers of the overlap below 3/2: this finds their slopes to some percent, above the rounding of positions.
    by.push_back(std::min(0.1 * std::fabs(radius - place.distance) + 1e-6 * radius, 0.5 * place.distance));
    place.velocity = place.velocity + (by.back() / dt / place.distance) * place.separation;
    place.separation = (1.0 - by.back() / place.distance) * place.separation;
    place.distance -= by.back();
  }
  std::vector<WallLoads> loads;
  compute_loads(contacts.law, contacts.touches, nearer, loop, loads);
  double sum = 0.0;
  for (std::size_t k = 0; k < by.size(); ++k)
    sum += (loads[k].normal_force - contacts.loads[k].normal_force) * dt / by[k];
  return sum;
}

}    // namespace granular_srt
