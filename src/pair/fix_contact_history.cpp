#include "fix_contact_history.h"

#include "host/queries.h"

#include "atom.h"
#include "comm.h"
#include "force.h"
#include "neighbor.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

FixContactHistory::FixContactHistory(LAMMPS *lammps, int narg, char **arg) : HistoryFix(lammps, narg, arg)
{
  comm_reverse = 1 + largest_record();
}

void FixContactHistory::connect(ContactEngine &engine)
{
  contacts_ = &dynamic_cast<HostEngine &>(engine);
  HistoryFix::connect(engine);
}

void FixContactHistory::store()
{
  const bool newton = force->newton_pair != 0;
  // the plugin's own list reaches up to four skins farther
  const double reach = neighbor->cutneighmax + 2.0 * neighbor->skin;
  const bool narrow = atom->nmax > 0 && least_period(lmp, ends_run_) < 2.0 * reach;
  contacts_->store({newton, atom->nlocal + atom->nghost, atom->tag, narrow ? atom->x[0] : nullptr},
                   [&](std::vector<int> &counts) {
                     ghost_counts_ = &counts;
                     if (newton) comm->reverse_comm(this, 1);
                     ghost_counts_ = nullptr;
                   });
  if (newton) send_histories();
  // LAMMPS sends on what it has just received in the same exchange
  int most = contacts_->most_partners();
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, world);
  make_room(most);
}

// Between runs commands may change the particles to which the active contacts refer, and make faces periodic.
void FixContactHistory::post_run()
{
  ends_run_ = true;
  HistoryFix::post_run();
  ends_run_ = false;
  contacts_->flush_to_atoms();
}

/* ---- histories of ghosts go to the owners of these ---- */

void FixContactHistory::send_histories()
{
  if (comm->style == Comm::TILED)
    send_one_by_one();
  else
    comm->reverse_comm_variable(this);
}

// CommTiled has no messages of variable size. In each round each ghost sends its next record. A ghost of a ghost sends to
// the latter: as many rounds as a ghost sends records in all are enough.
void FixContactHistory::send_one_by_one()
{
  sent_.assign(static_cast<std::size_t>(atom->nlocal) + atom->nghost, 0);
  int rounds = 0;
  do {
    for (int round = 0; round < rounds; ++round) comm->reverse_comm(this, size_of_one());
    rounds = 0;
    for (int i = atom->nlocal; i < atom->nlocal + atom->nghost; ++i)
      rounds = std::max(rounds, contacts_->stored_so_far().partners(i) - sent_[i]);
    MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_INT, MPI_MAX, world);
  } while (rounds > 0);
  sent_.clear();
}

int FixContactHistory::pack_reverse_comm_size(int n, int first)
{
  int size = 0;
  for (int i = first; i < first + n; ++i) size += contacts_->stored_so_far().packed_size(i);
  return size;
}

int FixContactHistory::pack_reverse_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; ++i)
    if (ghost_counts_)
      buf[m++] = (*ghost_counts_)[i];
    else if (!sent_.empty()) {
      contacts_->stored_so_far().pack_one(i, sent_[i], buf + m);
      sent_[i] += buf[m] != 0.0;
      m += size_of_one();
    } else
      m += contacts_->stored_so_far().pack(i, buf + m);
  return m;
}

void FixContactHistory::unpack_reverse_comm(int n, int *list, double *buf)
{
  int m = 0;
  for (int k = 0; k < n; ++k)
    if (ghost_counts_)
      (*ghost_counts_)[list[k]] += static_cast<int>(buf[m++]);
    else if (!sent_.empty()) {
      (void)contacts_->stored_so_far().add_packed(list[k], buf + m);
      m += size_of_one();
    } else
      m += contacts_->stored_so_far().add_packed(list[k], buf + m);
}

}    // namespace granular_srt
