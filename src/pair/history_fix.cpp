#include "history_fix.h"

#include "restart/replay.h"
#include "restart/restart_block.h"

#include "atom.h"
#include "atom_masks.h"
#include "comm.h"
#include "error.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <span>

using namespace LAMMPS_NS;

namespace granular_srt {

HistoryFix::HistoryFix(LAMMPS *lammps, int narg, char **arg) :
    Fix(lammps, narg, arg), doubles_{narg == 5 ? utils::inumeric(FLERR, arg[3], false, lammps) : 0},
    pair_{narg == 5 ? arg[4] : ""}
{
  if (doubles_ <= 0) error->all(FLERR, refusal());
  restart_peratom = restart_global = 1;
  comm_forward = 1;    // of stored IDs
  create_attribute = 1;
  maxexchange_dynamic = 1;
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
}

HistoryFix::~HistoryFix()
{
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
}

std::string HistoryFix::refusal() const
{
  return fmt::format("Illegal fix {}: pair style granular makes this fix, do not use it in an input script",
                     style);
}

void HistoryFix::connect(ContactEngine &engine)
{
  engine_ = &engine;
  engine.start(doubles_);
  stored().grow(atom->nmax);
  if (nth_in_file_ >= 0)
    for (int i = 0; i < atom->nlocal; ++i) unpack_restart(i, nth_in_file_);
}

StoredPairHistories &HistoryFix::stored()
{
  if (!engine_) error->one(FLERR, refusal());    // in create_atoms, of the rank that has the atom
  return engine_->stored();
}

int HistoryFix::setmask()
{
  using namespace FixConst;
  return PRE_EXCHANGE | MIN_PRE_EXCHANGE | POST_NEIGHBOR | MIN_POST_NEIGHBOR;
}

void HistoryFix::init()
{
  if (!atom->tag_enable)
    error->all(FLERR, "Pair style {} requires that atoms have IDs: use atom_modify id yes", pair_);
  for (Fix *fix : modify->get_fix_list()) {
    if (fix == this) break;
    // Fixes that insert, delete or exchange atoms ask for new lists, and act before these.
    const bool changes_atoms = fix->force_reneighbor && (modify->get_fix_mask(fix) & FixConst::PRE_EXCHANGE);
    if (changes_atoms || fix->pre_exchange_migrate)
      error->all(FLERR,
                 "Pair style {} must be defined before fix {} {}, which inserts, deletes or migrates atoms",
                 pair_, fix->id, fix->style);
  }
  if (!engine_) error->all(FLERR, refusal());
  engine_->invalidate();
  // LAMMPS sends on what it has just received in the same exchange
  make_room(most_records_of_all());
}

void HistoryFix::pre_exchange()
{
  if (engine_->valid()) store();
}

void HistoryFix::post_run()
{
  pre_exchange();
}

void HistoryFix::post_neighbor()
{
  engine_->invalidate();
}

/* ---- atoms whose IDs have changed since their records were stored ---- */

void HistoryFix::setup_post_neighbor()
{
  engine_->sync_host(TAG_MASK);
  if (ids_have_changed()) update_all_partners();
  post_neighbor();
}

int HistoryFix::most_records()
{
  int most = 0;
  for (int i = 0; i < atom->nlocal; ++i) most = std::max(most, stored().partners(i));
  return most;
}

int HistoryFix::most_records_of_all()
{
  int most = most_records();
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, world);
  return most;
}

bool HistoryFix::ids_have_changed()
{
  int changed = 0;
  for (int i = 0; i < atom->nlocal && !changed; ++i) changed = stored().stored_id(i) != atom->tag[i];
  int mine[2] = {changed, most_records()}, of_any[2];
  MPI_Allreduce(mine, of_any, 2, MPI_INT, MPI_MAX, world);
  return of_any[0] > 0 && of_any[1] > 0;
}

// Partners that touch are owned by this rank or ghosts. A contact with another partner has ended.
void HistoryFix::update_all_partners()
{
  const int all = atom->nlocal + atom->nghost;
  stored_ids_.assign(all, 0);
  for (int i = 0; i < atom->nlocal; ++i) stored_ids_[i] = stored().stored_id(i);
  comm->forward_comm(this);
  NewIds present;
  for (int i = 0; i < all; ++i)
    if (stored_ids_[i] != 0) present[stored_ids_[i]] = atom->tag[i];
  for (int i = 0; i < atom->nlocal; ++i) {
    stored().update_partners(i, present);
    stored().set_stored_id(i, atom->tag[i]);
  }
  stored_ids_.clear();
}

int HistoryFix::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; ++k) buf[k] = ubuf(stored_ids_[list[k]]).d;
  return n;
}

void HistoryFix::unpack_forward_comm(int n, int first, double *buf)
{
  for (int k = 0; k < n; ++k) stored_ids_[first + k] = static_cast<tagint>(ubuf(buf[k]).i);
}

void HistoryFix::set_records(int i, const double *records)
{
  stored().unpack(i, records);
  stored().set_stored_id(i, atom->tag[i]);
}

/* ---- histories travel with their atoms, and into restart files ---- */

void HistoryFix::make_room(int records)
{
  // the number of records, the stored ID of the atom, and on a device where they begin in the message
  constexpr int around_records = 3;
  maxexchange = std::max(maxexchange, around_records + largest_record() * records);
}

int HistoryFix::pack_exchange(int i, double *buf)
{
  const int m = stored().pack(i, buf);
  buf[m] = ubuf(stored().stored_id(i)).d;
  return m + 1;
}

int HistoryFix::unpack_exchange(int nlocal, double *buf)
{
  const int m = stored().unpack(nlocal, buf);
  stored().set_stored_id(nlocal, static_cast<tagint>(ubuf(buf[m]).i));
  return m + 1;
}

void HistoryFix::write_restart(FILE *fp)
{
  // In a run, not between its parts. For a replay, histories are those that were stored before the forces.
  if (writes_restart_file(lmp) && !file_has_replay(lmp)) pre_exchange();
  if (comm->me != 0) return;
  const int bytes_of_global_data = 0;
  fwrite(&bytes_of_global_data, sizeof(int), 1, fp);
}

int HistoryFix::pack_restart(int i, double *buf)
{
  buf[0] = size_restart(i);    // other fixes skip this block by its size
  return 1 + HistoryFix::pack_exchange(i, buf + 1);
}

int HistoryFix::maxsize_restart()
{
  return 3 + largest_record() * most_records_of_all();
}

void HistoryFix::unpack_restart(int nlocal, int nth)
{
  if (!engine_) {    // LAMMPS is creating the fix
    nth_in_file_ = nth;
    return;
  }
  if (atom->extra[nlocal][0] == 0.0) {    // of an atom that is newer than the file
    stored().clear(nlocal);
    return;
  }
  const std::span<const double> block = restart_block(lmp, nlocal, nth);
  const auto size = static_cast<double>(block.size());
  const double partners = block.size() < 2 ? -1.0 : std::fabs(block[1]);
  const int of_separation = block.size() >= 2 && block[1] < 0.0 ? 3 : 0;
  const double without_id = 2.0 + partners * (1 + doubles_ + of_separation);
  if (!(partners >= 0.0) || (size != without_id && size != without_id + 1.0))
    error->one(FLERR, Error::NOLASTLINE,
               "The restart file is damaged: the contacts of atom {} have another size than their number",
               atom->tag[nlocal]);
  const int m = 1 + stored().unpack(nlocal, block.data() + 1);
  // files of version 0.1.0 have no stored IDs
  stored().set_stored_id(nlocal,
                         size > without_id ? static_cast<tagint>(ubuf(block[m]).i) : atom->tag[nlocal]);
}

}    // namespace granular_srt
