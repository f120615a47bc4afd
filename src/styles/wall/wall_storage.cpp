// Per-particle data of fix wall/granular: allocation, migration between processors, restart files.

#include "fix_wall_granular.h"

#include "contact_names.h"

#include "styles/restart_block.h"
#include "styles/stock_history.h"

#include "atom.h"
#include "comm.h"
#include "memory.h"
#include "update.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // 2: a load or works of triangles follow the state of the shape
  constexpr int restart_format = 1, restart_format_with_more = 2;

  /// Reads a value and advances the pointer.
  template <class T> T read_value(char *&buffer)
  {
    T value;
    std::memcpy(&value, buffer, sizeof(T));
    buffer += sizeof(T);
    return value;
  }

}    // namespace

void FixWallGranular::grow_arrays(int nmax)
{
  if (remembers_) stored_history().grow(nmax);
  if (wall_.contacts) memory->grow(array_atom, nmax, size_peratom_cols, "wall/granular:array_atom");
}

int FixWallGranular::doubles_per_contact() const
{
  return layout_.size + (wall_.shape->turn_cosine() ? doubles_of_normal : 0);
}

void FixWallGranular::drop_host_history()
{
  history_ = WallHistory(wall_.shape->most_contacts(), doubles_per_contact());
}

void FixWallGranular::copy_arrays(int i, int j, int /*delflag*/)
{
  if (remembers_) stored_history().copy(i, j);
  if (wall_.contacts) std::copy_n(array_atom[i], size_peratom_cols, array_atom[j]);
}

void FixWallGranular::set_arrays(int i)
{
  if (remembers_) stored_history().clear(i);
  if (wall_.contacts) std::fill_n(array_atom[i], size_peratom_cols, 0.0);
}

int FixWallGranular::pack_exchange(int i, double *buffer)
{
  int n = remembers_ ? stored_history().pack(i, buffer) : 0;
  if (wall_.contacts) {
    std::copy_n(array_atom[i], size_peratom_cols, buffer + n);
    n += size_peratom_cols;
  }
  return n;
}

int FixWallGranular::unpack_exchange(int i, double *buffer)
{
  int n = remembers_ ? stored_history().unpack(i, buffer) : 0;
  if (wall_.contacts) {
    std::copy_n(buffer + n, size_peratom_cols, array_atom[i]);
    n += size_peratom_cols;
  }
  return n;
}

int FixWallGranular::size_restart(int i)
{
  return 1 + stored_history().packed_size(i);
}

int FixWallGranular::maxsize_restart()
{
  return 1 + history_.largest_packed_size();
}

int FixWallGranular::pack_restart(int i, double *buffer)
{
  buffer[0] = size_restart(i);    // LAMMPS requires the size in the first double
  return 1 + stored_history().pack(i, buffer + 1);
}

void FixWallGranular::unpack_restart(int i, int nth)
{
  std::span<const double> data = restart_block(lmp, i, nth);
  std::vector<double> of_stock;
  if (!data.empty()) data = data.subspan(1);
  if (!own_file_) {
    of_stock = lmp->restart_ver == stock_restart_version ? from_stock(i, data) : std::vector<double>{};
    data = of_stock;
    other_springs_ = false;
  }
  if (!other_springs_ && !data.empty() && history_.is_packed(data[0], static_cast<int>(data.size()))) {
    stored_history().unpack(i, data.data());
  } else {
    stored_history().clear(i);
    ++lost_springs_;
  }
}

// The springs of a particle in a restart file of LAMMPS' own fix wall/gran or wall/gran/region, as pack() writes them.
// Empty if they are not of these models. That fix has one history for its two planes, of the nearer one.
std::vector<double> FixWallGranular::from_stock(int i, std::span<const double> data)
{
  int offset[N_AXES + 1] = {};    // in a history
  offset[0] = beyond_contact_ ? 1 : 0;
  for (int axis = 0; axis < N_AXES; ++axis)
    offset[axis + 1] = offset[axis] + stock_history_doubles(static_cast<Axis>(axis), wall_.models);
  const auto doubles = static_cast<std::size_t>(offset[N_AXES]);

  std::vector<double> packed{0.0};
  const auto add = [&](int part, std::span<const double> history) {
    if (std::ranges::all_of(history, [](double h) { return h == 0.0; })) return;
    packed[0] += 1.0;
    packed.push_back(part);
    const auto first = packed.size();
    packed.resize(first + layout_.size);
    const auto copy = [&](Axis axis, int from, int to) {
      std::copy_n(history.data() + offset[axis], to - from, packed.data() + first + from);
    };
    copy(TANGENTIAL, layout_.tangential, layout_.rolling);
    copy(ROLLING, layout_.rolling, layout_.twisting);
    copy(TWISTING, layout_.twisting, layout_.size);
  };

  if (wall_.region.empty()) {
    if (data.size() != doubles) return {};
    wall_.shape->move_to(time());
    std::vector<WallContact> touched;
    wall_.shape->find(contact::load_vector(atom->x[i]),
                      law_of(atom->type[i]).law.reach_at_wall(atom->radius[i]), touched);
    if (!touched.empty()) add(std::ranges::min_element(touched, {}, &WallContact::distance)->part, data);
    return packed;
  }
  if (data.empty()) return {};
  const auto count = static_cast<std::size_t>(ubuf(data[0]).i);
  if (count > static_cast<std::size_t>(wall_.shape->most_contacts()) ||
      data.size() != 1 + count * (1 + doubles))
    return {};
  for (std::size_t k = 0; k < count; ++k)
    add(static_cast<int>(ubuf(data[1 + k * (1 + doubles)]).i), data.subspan(2 + k * (1 + doubles), doubles));
  return packed;
}

// Size in bytes, format, length of the signature, signature, time, state of the wall's shape. With a load or output of
// faces also the state of the load, and the number and values of the works.
void FixWallGranular::write_restart(FILE *fp)
{
  const std::vector<double> works = faces_ ? faces_->works(world) : std::vector<double>{};
  if (comm->me != 0) return;
  const bool more = load_ || faces_;
  const int format = more ? restart_format_with_more : restart_format;
  const WallLoad::State load = load_ ? load_->state() : WallLoad::State{};
  const auto n_works = static_cast<std::int64_t>(works.size());
  const std::size_t more_bytes = sizeof load + sizeof n_works + works.size() * sizeof(double);
  const std::string signature = history_signature();
  const int length = static_cast<int>(signature.size());
  const double now = time();
  const int bytes = static_cast<int>(2 * sizeof(int) + sizeof(double) + (more ? more_bytes : 0)) + length +
      wall_.shape->state_bytes();
  fwrite(&bytes, sizeof(int), 1, fp);
  fwrite(&format, sizeof(int), 1, fp);
  fwrite(&length, sizeof(int), 1, fp);
  fwrite(signature.data(), 1, signature.size(), fp);
  fwrite(&now, sizeof(double), 1, fp);
  wall_.shape->write_state(fp);
  if (!more) return;
  fwrite(&load, sizeof load, 1, fp);
  fwrite(&n_works, sizeof n_works, 1, fp);
  if (!works.empty()) fwrite(works.data(), sizeof(double), works.size(), fp);
}

void FixWallGranular::restart(char *buffer)
{
  other_springs_ = true;
  const int format = read_value<int>(buffer);
  own_file_ = format == restart_format || format == restart_format_with_more;
  if (!own_file_) return;
  const int length = read_value<int>(buffer);
  const std::string signature(buffer, buffer + length);
  buffer += length;
  set_clock(read_value<double>(buffer));
  if (signature != history_signature()) return;
  wall_.shape->read_state(buffer);
  other_springs_ = false;
  if (format != restart_format_with_more) return;
  buffer += wall_.shape->state_bytes();
  const auto load = read_value<WallLoad::State>(buffer);
  if (load_) load_->state() = load;
  const auto n_works = static_cast<std::size_t>(read_value<std::int64_t>(buffer));
  std::vector<double> works(n_works);
  if (n_works) std::memcpy(works.data(), buffer, n_works * sizeof(double));
  if (faces_) faces_->set_works(works.data(), n_works, comm->me == 0);
}

CarriedState FixWallGranular::carried_state() const
{
  std::vector<double> common{clock_, static_cast<double>(clock_step_), clock_dt_};
  if (load_) common.insert(common.end(), {load_->next_velocity(), load_->force()});
  return {common, std::vector<double>(totals_, totals_ + n_totals)};
}

// init() has set the clock to the present time. Its rounding differs from then on.
void FixWallGranular::go_on_before_lists(const CarriedState &state)
{
  if (state.common.size() < 3 || state.common[2] != update->dt) return;
  clock_ = state.common[0];
  clock_step_ = static_cast<bigint>(state.common[1]);
  clock_dt_ = state.common[2];
}

void FixWallGranular::go_on_after_forces(const CarriedState &state)
{
  if (load_ && state.common.size() == 5) load_->go_on(state.common[3], state.common[4]);
  if (state.of_rank.size() != n_totals) return;
  std::copy_n(state.of_rank.begin(), n_totals, totals_);
  summed_ = false;
}

}    // namespace granular_srt
