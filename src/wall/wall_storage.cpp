// Per-particle data of fix wall/granular: allocation, migration between processors, restart files.

#include "fix_wall_granular.h"

#include "restart/restart_block.h"
#include "pair/stock_models.h"

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

  constexpr int restart_format = 0x4c4c4157;    // "WALL"
  // Of earlier versions: the state of the shape has no size. 2: a load and works of triangles follow it. A file of
  // LAMMPS' own fix wall/gran/region begins with a length, which may be 2.
  constexpr int first_format = 1, second_format = 2, too_long = 1 << 16;

  /// Reads a value and advances the pointer.
  template <class T> T read_value(char *&buffer)
  {
    T value;
    std::memcpy(&value, buffer, sizeof(T));
    buffer += sizeof(T);
    return value;
  }

  /// The part of a signature that names the wall.
  std::string wall_of(const std::string &signature)
  {
    return signature.substr(0, signature.find(';'));
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
  if (!remembers_) return;
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

// Direction in which a load moves the wall: x, y, z, r; '-' without a load.
char FixWallGranular::load_direction() const
{
  if (!load_) return '-';
  return wall_.style.ends_with("cylinder") ? 'r' : "xyz"[wall_.load_axis];
}

// Size in bytes, format, length of the signature, signature, time, size of the state of the wall's shape, this state,
// direction and state of the load, number and values of the works of faces.
void FixWallGranular::write_restart(FILE *fp)
{
  const std::vector<double> works = faces_ ? faces_->works(world) : std::vector<double>{};
  if (comm->me != 0) return;
  const char direction = load_direction();
  const WallLoad::State load = load_ ? load_->state() : WallLoad::State{};
  const auto n_works = static_cast<std::int64_t>(works.size());
  const std::string signature = history_signature();
  const int length = static_cast<int>(signature.size()), of_shape = wall_.shape->state_bytes();
  const double now = time();
  const int bytes = static_cast<int>(3 * sizeof(int) + sizeof now + sizeof direction + sizeof load +
                                     sizeof n_works + works.size() * sizeof(double)) +
      length + of_shape;
  const auto write = [fp](const auto &value) { fwrite(&value, sizeof value, 1, fp); };
  write(bytes);
  write(restart_format);
  write(length);
  fwrite(signature.data(), 1, signature.size(), fp);
  write(now);
  write(of_shape);
  wall_.shape->write_state(fp);
  write(direction);
  write(load);
  write(n_works);
  if (!works.empty()) fwrite(works.data(), sizeof(double), works.size(), fp);
}

void FixWallGranular::restart(char *buffer)
{
  other_springs_ = true;
  const int format = read_value<int>(buffer), length = read_value<int>(buffer);
  own_file_ =
      format == restart_format || format == first_format || (format == second_format && length < too_long);
  if (!own_file_) return;
  const std::string signature(buffer, buffer + length);
  buffer += length;
  set_clock(read_value<double>(buffer));
  const std::string mine = history_signature();
  other_springs_ = signature != mine;
  const bool same_wall = wall_of(signature) == wall_of(mine);
  if (!same_wall && wall_.shape->reads_variables()) starts_anew_.emplace_back("its velocity");
  const bool sized = format == restart_format;
  const int of_shape = sized ? read_value<int>(buffer) : 0;
  if (same_wall) wall_.shape->read_state(buffer);
  buffer += sized ? of_shape : wall_.shape->state_bytes();
  if (format == first_format) return;
  if (!sized && !same_wall) {    // where the rest begins is not known
    starts_anew_.insert(starts_anew_.end(), {"the displacement of its load", "the work on its faces"});
    return;
  }
  const char direction = sized ? read_value<char>(buffer) : load_direction();
  const auto load = read_value<WallLoad::State>(buffer);
  if (load_ && same_wall && direction == load_direction())
    load_->state() = load;
  else if (direction != '-' && load.step >= 0)
    starts_anew_.push_back(fmt::format("the displacement of its load, in the file {},", load.displacement));
  std::vector<double> works(static_cast<std::size_t>(read_value<std::int64_t>(buffer)));
  if (works.empty()) return;
  std::memcpy(works.data(), buffer, works.size() * sizeof(double));
  if (faces_ && same_wall && faces_->count_of_works() == works.size())
    faces_->set_works(works.data(), works.size(), comm->me == 0);
  else
    starts_anew_.emplace_back("the work on its faces");
}

// Names what the restart file has and this fix cannot continue with. Only the particles tell whether springs are lost.
void FixWallGranular::warn_of_restart()
{
  int lost = lost_springs_ + (other_springs_ ? 1 : 0);
  MPI_Allreduce(MPI_IN_PLACE, &lost, 1, MPI_INT, MPI_SUM, world);
  if (lost > 0) starts_anew_.insert(starts_anew_.begin(), "its contact history");
  for (const std::string &what : starts_anew_)
    if (comm->me == 0)
      error->warning(FLERR,
                     "The wall or the contact models of {} {} are not those of the restart file: {} starts "
                     "from zero",
                     command(), id, what);
  lost_springs_ = 0;
  other_springs_ = false;
  starts_anew_.clear();
}

RestartState FixWallGranular::restart_state() const
{
  std::vector<double> common{clock_, static_cast<double>(clock_step_), clock_dt_};
  if (load_) common.insert(common.end(), {load_->next_velocity(), load_->force()});
  return {common, std::vector<double>(totals_, totals_ + n_totals)};
}

// init() has set the clock to the present time. Its rounding differs from then on.
void FixWallGranular::restore_before_lists(const RestartState &state)
{
  if (state.common.size() < 3 || state.common[2] != update->dt) return;
  clock_ = state.common[0];
  clock_step_ = static_cast<bigint>(state.common[1]);
  clock_dt_ = state.common[2];
}

void FixWallGranular::restore_after_forces(const RestartState &state)
{
  if (load_ && state.common.size() == 5) load_->go_on(state.common[3], state.common[4]);
  if (state.of_rank.size() != n_totals) return;
  std::copy_n(state.of_rank.begin(), n_totals, totals_);
  summed_ = false;
}

}    // namespace granular_srt
