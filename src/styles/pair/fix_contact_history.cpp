#include "fix_contact_history.h"

#include "contacts/contact_kernel.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "my_page.h"
#include "pair.h"

#include <algorithm>
#include <cstddef>

using namespace LAMMPS_NS;

namespace granular_srt {

void FixContactHistory::init()
{
  FixNeighHistory::init();
  taken_ = false;
}

StoredContacts FixContactHistory::stored() const
{
  return {npartner, partner, valuepartner, atom->tag, dnum};
}

StoredContacts FixContactHistory::give_to(const ContactKernel &kernel)
{
  kernel_ = &kernel;
  nlocal_neigh = atom->nlocal;
  nall_neigh = atom->nlocal + atom->nghost;
  note_taken();
  return stored();
}

// With newton on, one rank sees a contact, and sends the ghosts' side back to their owners; with newton off,
// both owners see it.
void FixContactHistory::pre_exchange()
{
  if (!taken_) return;
  const int atoms_here = newton_pair ? nall_neigh : nlocal_neigh;
  const int all = std::max(nall_neigh, atom->nlocal + atom->nghost);
  const tagint *tag = atom->tag;
  const int *type = atom->type;

  // other fixes may have added atoms since the list is there: these have no partners
  std::fill(npartner, npartner + all, 0);
  kernel_->visit([&](int i, int j, const double *) {
    ++npartner[i];
    if (j < atoms_here) ++npartner[j];
  });
  if (newton_pair) {
    commflag = NPARTNER;
    comm->reverse_comm(this);
  }

  ipage_atom->reset();
  dpage_atom->reset();
  maxpartner = 0;
  for (int i = 0; i < atoms_here; ++i) {
    partner[i] = ipage_atom->get(npartner[i]);
    valuepartner[i] = dpage_atom->get(dnum * npartner[i]);
    if (!partner[i] || !valuepartner[i])
      error->one(FLERR,
                 "Too many contacts of atom {} for pair style granular: {} do not fit into the value of "
                 "neigh_modify one",
                 tag[i], npartner[i]);
    if (i < nlocal_neigh) maxpartner = std::max(maxpartner, npartner[i]);
  }
  maxexchange = (dnum + 1) * maxpartner + 1;

  std::fill(npartner, npartner + all, 0);
  kernel_->visit([&](int i, int j, const double *history) {
    const int of_i = npartner[i]++;
    partner[i][of_i] = tag[j];
    std::copy(history, history + dnum, valuepartner[i] + static_cast<std::ptrdiff_t>(of_i) * dnum);
    if (j >= atoms_here) return;
    const int of_j = npartner[j]++;
    partner[j][of_j] = tag[i];
    pair->transfer_history(const_cast<double *>(history),
                           valuepartner[j] + static_cast<std::ptrdiff_t>(of_j) * dnum, type[i], type[j]);
  });
  if (newton_pair) {
    commflag = PERPARTNER;
    comm->reverse_comm_variable(this);
  }
  for (int i = nlocal_neigh; i < atom->nlocal; ++i) npartner[i] = 0;
}

void FixContactHistory::post_neighbor()
{
  taken_ = false;
}

void FixContactHistory::write_restart(FILE *fp)
{
  if (taken_) pre_exchange();
  if (comm->me == 0) {
    const int no_global_data = 0;
    fwrite(&no_global_data, sizeof(int), 1, fp);
  }
}

// Only the first thread's pages are ever used. The size of a MyPage depends on the compiler's options for
// threads, which LAMMPS may have and this plugin not: so never touch the second one.
double FixContactHistory::memory_usage()
{
  const double arrays = static_cast<double>(atom->nmax) * (sizeof(int) + sizeof(tagint *) + sizeof(double *));
  return arrays + ipage_atom->size() + dpage_atom->size();
}

}    // namespace granular_srt
