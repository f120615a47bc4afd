// Per-particle data of fix wall/granular: allocation, migration between processors, restart files.

#include "fix_wall_granular.h"

#include "restart/replay.h"
#include "restart/restart_block.h"
#include "pair/stock_restart.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "memory.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr int restart_format = 0x4c4c4157;    // "WALL"
  constexpr int first_format = 1;    // of version 0.1.0: ends with the state of the motion, without its size

  /// Reads a value and advances the pointer.
  template <class T> T read_value(char *&buffer)
  {
    T value;
    std::memcpy(&value, buffer, sizeof(T));
    buffer += sizeof(T);
    return value;
  }

  /// Between the signature of a wall under a load and its place.
  constexpr char before_place = '@';

  /// The part of a signature that names the wall.
  std::string wall_of(const std::string &signature)
  {
    return signature.substr(0, signature.find(';'));
  }

}    // namespace

void FixWallGranular::grow_arrays(int nmax)
{
  if (has_history()) stored_history().grow(nmax);
  if (command_.contacts) memory->grow(array_atom, nmax, size_peratom_cols, "wall/granular:array_atom");
}

void FixWallGranular::copy_arrays(int i, int j, int /*delflag*/)
{
  if (has_history()) stored_history().copy(i, j);
  if (command_.contacts) std::copy_n(array_atom[i], size_peratom_cols, array_atom[j]);
}

void FixWallGranular::set_arrays(int i)
{
  if (has_history()) stored_history().clear(i);
  if (command_.contacts) std::fill_n(array_atom[i], size_peratom_cols, 0.0);
}

int FixWallGranular::pack_exchange(int i, double *buffer)
{
  int n = has_history() ? stored_history().pack(i, buffer) : 0;
  if (command_.contacts) {
    std::copy_n(array_atom[i], size_peratom_cols, buffer + n);
    n += size_peratom_cols;
  }
  return n;
}

int FixWallGranular::unpack_exchange(int i, double *buffer)
{
  int n = has_history() ? stored_history().unpack(i, buffer) : 0;
  if (command_.contacts) {
    std::copy_n(buffer + n, size_peratom_cols, array_atom[i]);
    n += size_peratom_cols;
  }
  return n;
}

void FixWallGranular::copy_histories()
{
  before_ = {};
  first_before_ = {};
  if (!has_history() || !file_has_replay(lmp)) return;
  for (int i = 0; i < atom->nlocal; ++i) {
    first_before_.push_back(before_.size());
    before_.resize(before_.size() + stored_history().packed_size(i));
    stored_history().pack(i, before_.data() + first_before_.back());
  }
  first_before_.push_back(before_.size());
}

int FixWallGranular::size_restart(int i)
{
  const auto size = first_before_.empty() ? stored_history().packed_size(i)
                                          : static_cast<int>(first_before_[i + 1] - first_before_[i]);
  return 1 + size;
}

int FixWallGranular::maxsize_restart()
{
  // ranks may have places for different numbers of contacts
  int size = 1 + contacts_.history().largest_packed_size();
  MPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_INT, MPI_MAX, world);
  return size;
}

int FixWallGranular::pack_restart(int i, double *buffer)
{
  buffer[0] = size_restart(i);    // LAMMPS requires the size in the first double
  if (first_before_.empty())
    stored_history().pack(i, buffer + 1);
  else
    std::copy(before_.data() + first_before_[i], before_.data() + first_before_[i + 1], buffer + 1);
  return size_restart(i);
}

void FixWallGranular::unpack_restart(int i, int nth)
{
  if (!has_history()) return;
  if (atom->extra[i][0] == 0.0) return stored_history().clear(i);    // newer than the file
  std::span<const double> data = restart_block(lmp, i, nth);
  std::vector<double> of_stock;
  if (!data.empty()) data = data.subspan(1);
  if (!from_file_.own) {
    of_stock = is_known_stock_restart(lmp->restart_ver) ? from_stock(i, data) : std::vector<double>{};
    data = of_stock;
  }
  if (!from_file_.other_springs && !data.empty() &&
      contacts_.history().is_packed(data[0], static_cast<int>(data.size()))) {
    stored_history().unpack(i, data.data());
  } else {
    stored_history().clear(i);
    ++from_file_.lost_springs;
  }
}

// The springs of a particle in a restart file of LAMMPS' own fix wall/gran or wall/gran/region, as pack() writes them.
// Empty if they are not of these models. That fix has one history for its two planes, of the nearer one.
std::vector<double> FixWallGranular::from_stock(int i, std::span<const double> data)
{
  const contact::HistoryLayout &layout = contacts_.laws().layout;
  int offset[N_AXES + 1] = {};    // in a history
  offset[0] = contacts_.laws().beyond_contact ? 1 : 0;
  for (int axis = 0; axis < N_AXES; ++axis)
    offset[axis + 1] = offset[axis] + stock_history_doubles(static_cast<Axis>(axis), command_.models);
  const auto doubles = static_cast<std::size_t>(offset[N_AXES]);

  std::vector<double> packed{0.0};
  const auto add = [&](int part, std::span<const double> history) {
    if (std::ranges::all_of(history, [](double h) { return h == 0.0; })) return;
    packed[0] += 1.0;
    packed.push_back(part);
    const auto first = packed.size();
    packed.resize(first + layout.size);
    const auto copy = [&](Axis axis, int from, int to) {
      std::copy_n(history.data() + offset[axis], to - from, packed.data() + first + from);
    };
    copy(TANGENTIAL, layout.tangential, layout.rolling);
    copy(ROLLING, layout.rolling, layout.twisting);
    copy(TWISTING, layout.twisting, layout.size);
  };

  if (command_.region.empty()) {
    if (data.size() != doubles) return {};
    wall_.motion->move_to(time());
    wall_.shape->place(wall_.motion->placement());
    std::vector<WallContact> touched;
    wall_.shape->find(contacts_.seen(i).x, contacts_.laws().of(atom->type[i]).reach_at_wall(atom->radius[i]),
                      touched);
    if (!touched.empty()) add(std::ranges::min_element(touched, {}, &WallContact::distance)->part, data);
    return packed;
  }
  // outside of several regions LAMMPS' number of a place is that of a region
  const Region *const region = domain->get_region_by_id(command_.region);
  if (data.empty() || (region->reglist && !region->interior)) return {};
  const auto count = static_cast<std::size_t>(ubuf(data[0]).i);
  if (count > static_cast<std::size_t>(wall_.shape->most_contacts()) ||
      data.size() != 1 + count * (1 + doubles))
    return {};
  for (std::size_t k = 0; k < count; ++k)
    add(static_cast<int>(ubuf(data[1 + k * (1 + doubles)]).i), data.subspan(2 + k * (1 + doubles), doubles));
  return packed;
}

// Names the wall and the meaning of its history, so that springs of another kind are never read as these.
std::string FixWallGranular::history_signature() const
{
  std::string text = command_.style + " " + command_.region + ";";
  for (const Axis axis : {TANGENTIAL, ROLLING, TWISTING}) text += command_.models.info(axis).history + "|";
  return text;
}

// Direction in which a load moves the wall: x, y, z, r; '-' without a load.
char FixWallGranular::load_direction() const
{
  if (!load_) return '-';
  return command_.style.ends_with("cylinder") ? 'r' : "xyz"[command_.load->axis];
}

// Size in bytes, format, length of the signature, signature (with a load also the place of the wall), time, size of the
// state of the wall's motion, this state, direction and state of the load, number and values of the works of faces.
void FixWallGranular::write_restart(FILE *fp)
{
  if (!file_has_replay(lmp)) first_before_ = {};    // of an earlier file
  const std::vector<double> works = faces_ ? faces_->works(world) : std::vector<double>{};
  if (comm->me != 0) return;
  const char direction = load_direction();
  const WallLoad::State load = load_ ? load_->wall.state() : WallLoad::State{};
  const auto n_works = static_cast<std::int64_t>(works.size());
  const std::string signature = history_signature() + (load_ ? before_place + command_.place : "");
  const std::string motion = wall_.motion->state();
  std::string data;
  const auto add = [&](const auto &value) {
    data.append(reinterpret_cast<const char *>(&value), sizeof value);
  };
  add(restart_format);
  add(static_cast<int>(signature.size()));
  data += signature;
  add(time());
  add(static_cast<int>(motion.size()));
  data += motion;
  add(direction);
  add(load);
  add(n_works);
  for (const double work : works) add(work);
  const int bytes = static_cast<int>(data.size());
  fwrite(&bytes, sizeof bytes, 1, fp);
  fwrite(data.data(), 1, data.size(), fp);
}

void FixWallGranular::restart(char *buffer)
{
  const int format = read_value<int>(buffer), length = read_value<int>(buffer);
  from_file_.own = format == restart_format || format == first_format;
  if (!from_file_.own) return;
  std::string signature(buffer, buffer + length);
  buffer += length;
  std::string place;
  if (const auto end = signature.find(before_place); end != std::string::npos) {
    place = signature.substr(end + 1);
    signature.resize(end);
  }
  set_clock(read_value<double>(buffer));
  const std::string mine = history_signature();
  const bool had_springs = !signature.ends_with(";|||");    // as history_signature() writes none
  from_file_.other_springs = signature != mine && (has_history() || had_springs);
  const bool same_wall = wall_of(signature) == wall_of(mine);
  if (!same_wall && wall_.motion->reads_variables()) from_file_.starts_anew.emplace_back("its velocity");
  const int of_motion = format == restart_format ? read_value<int>(buffer) : 0;
  if (same_wall) wall_.motion->set_state(buffer);
  if (format == first_format) return;
  buffer += of_motion;
  const char direction = read_value<char>(buffer);
  const auto load = read_value<WallLoad::State>(buffer);
  if (load_ && same_wall && direction == load_direction()) {
    load_->wall.state() = load;
    from_file_.place = place;
  } else if (direction != '-' && load.step >= 0) {
    from_file_.starts_anew.push_back(
        fmt::format("the displacement of its load, in the file {},", load.displacement));
  }
  std::vector<double> works(static_cast<std::size_t>(read_value<std::int64_t>(buffer)));
  if (works.empty()) return;
  std::memcpy(works.data(), buffer, works.size() * sizeof(double));
  if (faces_ && same_wall && faces_->count_of_works() == works.size())
    faces_->set_works(std::move(works), comm->me == 0);
  else
    from_file_.starts_anew.emplace_back("the work on its faces");
}

// Names what the restart file has and this fix cannot continue with. Only the particles tell whether springs are lost.
void FixWallGranular::warn_of_restart()
{
  int lost = from_file_.lost_springs + (from_file_.other_springs ? 1 : 0);
  MPI_Allreduce(MPI_IN_PLACE, &lost, 1, MPI_INT, MPI_SUM, world);
  if (lost > 0) from_file_.starts_anew.insert(from_file_.starts_anew.begin(), "its contact history");
  for (const std::string &what : from_file_.starts_anew)
    if (comm->me == 0)
      error->warning(FLERR,
                     "The wall or the contact models of {} {} are not those of the restart file: {} starts "
                     "from zero",
                     command_.name, id, what);
  if (!from_file_.place.empty() && from_file_.place != command_.place && comm->me == 0)
    error->warning(
        FLERR,
        "{} {} has {} in this command and {} in the restart file: the displacement under its load, "
        "{:.6g}, counts from the position in the command. Repeat the command of the first run",
        command_.name, id, command_.place, from_file_.place, load_->wall.displacement());
  from_file_ = {};
}

RestartState FixWallGranular::restart_state() const
{
  std::vector<double> common{clock_.time, static_cast<double>(clock_.step), clock_.dt};
  if (load_) common.insert(common.end(), {load_->wall.next_velocity(), load_->wall.force()});
  return {common, std::vector<double>(totals_.of_rank, totals_.of_rank + Totals::count)};
}

// init() has set the clock to the present time. Its rounding differs from then on.
void FixWallGranular::restore(const RestartState &state)
{
  take_totals(state);    // variables of the motion may read them in the setup
  if (state.common.size() < 3 || state.common[2] != update->dt) return;
  clock_ = {state.common[0], state.common[2], static_cast<bigint>(state.common[1])};
}

void FixWallGranular::restore_after_replay(const RestartState &state)
{
  if (load_ && state.common.size() == 5) load_->wall.restore(state.common[3], state.common[4]);
  take_totals(state);
}

void FixWallGranular::take_totals(const RestartState &state)
{
  if (state.of_rank.size() != Totals::count) return;
  std::copy_n(state.of_rank.begin(), state.of_rank.size(), totals_.of_rank);
  totals_.added_up = false;
}

}    // namespace granular_srt
