#include "particle_states.h"
#include "checksum.h"

#include "host/lammps_versions.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "lammps.h"
#include "memory.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

double ParticleStates::checksum_of_motion(int i) const
{
  const Atom &atom = *lmp_->atom;
  Checksum sum;
  sum.add(atom.v[i], 3 * sizeof(double));
  sum.add(atom.omega[i], 3 * sizeof(double));
  if (atom.temperature) sum.add(atom.temperature[i]);
  return sum.as_double();
}

void ParticleStates::take_positions()
{
  const Atom &atom = *lmp_->atom;
  states_.assign(atom.nlocal, {});
  for (int i = 0; i < atom.nlocal; ++i) {
    states_[i] = {atom.tag[i], 1.0};
    std::copy_n(atom.x[i], 3, states_[i].numbers.data() + BEFORE);
  }
}

void ParticleStates::take_motion(bool positions_of_now)
{
  const Atom &atom = *lmp_->atom;
  states_.resize(atom.nlocal);
  for (int i = 0; i < atom.nlocal; ++i) {
    double *const numbers = states_[i].numbers.data();
    if (positions_of_now || states_[i].known == 0.0) std::copy_n(atom.x[i], 3, numbers + BEFORE);
    std::copy_n(atom.v[i], 3, numbers + V);
    std::copy_n(atom.omega[i], 3, numbers + OMEGA);
    if (atom.temperature) numbers[TEMPERATURE] = atom.temperature[i];
    states_[i].known = 1.0;
  }
}

void ParticleStates::take_end()
{
  const Atom &atom = *lmp_->atom;
  states_.resize(atom.nlocal);
  for (int i = 0; i < atom.nlocal; ++i) {
    double *const numbers = states_[i].numbers.data();
    std::copy_n(atom.x[i], 3, numbers + X);
    if (atom.heatflow) numbers[HEAT_FLOW] = atom.heatflow[i];
    numbers[CHECKSUM] = checksum_of_motion(i);
    states_[i].known = 1.0;
  }
}

void ParticleStates::follow()
{
  const Atom &atom = *lmp_->atom;
  std::vector<State> found(atom.nlocal);
  // Returns the states of particles of other ranks.
  const auto take_from = [&](std::vector<State> &states) {
    std::ranges::sort(states, {}, &State::tag);
    std::vector<char> used(states.size());
    for (int i = 0; i < atom.nlocal; ++i) {
      const auto state = std::ranges::lower_bound(states, atom.tag[i], {}, &State::tag);
      if (state == states.end() || state->tag != atom.tag[i]) continue;
      found[i] = *state;
      used[state - states.begin()] = 1;
    }
    std::vector<State> others;
    for (std::size_t k = 0; k < states.size(); ++k)
      if (!used[k]) others.push_back(states[k]);
    return others;
  };
  const std::vector<State> others = take_from(states_);
  int missing = std::ranges::any_of(found, [](const State &state) { return state.tag == 0; });
  MPI_Allreduce(MPI_IN_PLACE, &missing, 1, MPI_INT, MPI_MAX, lmp_->world);
  if (missing && lmp_->comm->nprocs > 1) {
    std::vector<State> arrived = exchange(others, found);
    take_from(arrived);
  }
  for (int i = 0; i < atom.nlocal; ++i) found[i].tag = atom.tag[i];
  states_ = std::move(found);
}

// A state meets the rank that misses it on the rank of its tag, so that no rank has the states of all.
std::vector<ParticleStates::State> ParticleStates::exchange(const std::vector<State> &others,
                                                            const std::vector<State> &found) const
{
  std::vector<Message> leave;
  for (const State &state : others) leave.push_back({state, Message::brings});
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].tag == 0) leave.push_back({{lmp_->atom->tag[i]}, lmp_->comm->me});
  std::vector<int> ranks;
  for (const Message &message : leave)
    ranks.push_back(static_cast<int>(message.state.tag % lmp_->comm->nprocs));
  constexpr int irregular = 0, any_order = 0;
  char *buffer = nullptr;
  const int count = lmp_->comm->rendezvous(irregular, static_cast<int>(leave.size()),
                                           reinterpret_cast<char *>(leave.data()), sizeof(Message), any_order,
                                           ranks.data(), match, any_order, buffer, sizeof(State), lmp_);
  const auto *states = reinterpret_cast<const State *>(buffer);
  std::vector<State> arrived(states, states + count);
  lmp_->memory->sfree(buffer);
  return arrived;
}

// Comm::rendezvous() frees what this allocates.
int ParticleStates::match(int count, char *in, int &flag, int *&ranks, char *&out, void *lammps)
{
  Memory &memory = *static_cast<LAMMPS *>(lammps)->memory;
  const auto first = reinterpret_cast<Message *>(in), end = first + count;
  const auto asking =
      std::partition(first, end, [](const Message &message) { return message.asked_by == Message::brings; });
  const auto before = [](const Message &a, const Message &b) { return a.state.tag < b.state.tag; };
  std::sort(first, asking, before);
  const auto asked = static_cast<std::size_t>(end - asking) + 1;    // LAMMPS frees no empty array
  memory.create(ranks, static_cast<int>(asked), "granular/srt:ranks");
  auto *states =
      static_cast<State *>(memory.smalloc(static_cast<bigint>(asked * sizeof(State)), "granular/srt:states"));
  int matches = 0;
  for (auto ask = asking; ask != end; ++ask) {
    const auto state = std::lower_bound(first, asking, *ask, before);
    if (state == asking || state->state.tag != ask->state.tag) continue;
    ranks[matches] = ask->asked_by;
    states[matches++] = state->state;
  }
  constexpr int send_rows = 2;
  flag = send_rows;
  out = reinterpret_cast<char *>(states);
  return matches;
}

bool ParticleStates::has_position(int i) const
{
  constexpr double rounding = 1e-12;
  if (states_[i].known == 0.0) return false;
  Domain &domain = *lmp_->domain;
  double way[3], size = 0.0;
  for (int k = 0; k < 3; ++k) {
    way[k] = lmp_->atom->x[i][k] - states_[i].numbers[X + k];
    size = std::max({size, std::fabs(states_[i].numbers[X + k]), domain.prd[k]});
  }
  minimum_image(domain, way);
  return std::max({std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2])}) <= rounding * size;
}

bool ParticleStates::has_motion(int i) const
{
  return states_[i].known != 0.0 && states_[i].numbers[CHECKSUM] == checksum_of_motion(i);
}

void ParticleStates::take_new_input(int i)
{
  const Atom &atom = *lmp_->atom;
  Domain &domain = *lmp_->domain;
  State &state = states_[i];
  std::copy_n(atom.v[i], 3, state.v.begin());
  double now[3], end[3];
  domain.x2lamda(atom.x[i], now);
  domain.x2lamda(state.numbers.data() + X, end);
  const auto image_of_end = [&](int k, int bits) {
    const imageint image = atom.image[i] >> bits & IMGMASK;
    return (domain.periodicity[k] ? (image + std::lround(now[k] - end[k])) & IMGMASK : image) << bits;
  };
  state.image = image_of_end(0, 0) | image_of_end(1, IMGBITS) | image_of_end(2, IMG2BITS);
}

void ParticleStates::put_positions_before() const
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i)
    if (states_[i].known != 0.0) std::copy_n(states_[i].numbers.data() + BEFORE, 3, lmp_->atom->x[i]);
}

void ParticleStates::put_new_input() const
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i) {
    if (states_[i].known == 0.0) continue;
    lmp_->atom->image[i] = states_[i].image;
    std::copy_n(states_[i].v.data(), 3, lmp_->atom->v[i]);
  }
}

void ParticleStates::put_positions() const
{
  for (int i = 0; i < lmp_->atom->nlocal; ++i) {
    if (states_[i].known == 0.0) continue;
    std::copy_n(states_[i].numbers.data() + X, 3, lmp_->atom->x[i]);
    lmp_->atom->image[i] = states_[i].image;
  }
}

void ParticleStates::put_heat_flows() const
{
  if (!lmp_->atom->heatflow) return;
  for (int i = 0; i < lmp_->atom->nlocal; ++i)
    if (states_[i].known != 0.0) lmp_->atom->heatflow[i] = states_[i].numbers[HEAT_FLOW];
}

void ParticleStates::add(tagint tag, const double *numbers)
{
  State state{tag, 1.0};
  std::copy_n(numbers, columns, state.numbers.begin());
  states_.push_back(state);
}

}    // namespace granular_srt
