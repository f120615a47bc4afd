#include "history_fix.h"

#include "styles/restart_block.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {

HistoryFix::HistoryFix(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), doubles_{narg == 5 ? utils::inumeric(FLERR, arg[3], false, lmp) : 0},
    pair_{narg == 5 ? arg[4] : ""}
{
  if (doubles_ <= 0)
    error->all(FLERR, "Illegal fix {}: pair style granular makes this fix, do not use it in an input script",
               style);
  restart_peratom = restart_global = 1;
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

int HistoryFix::setmask()
{
  using namespace FixConst;
  return PRE_EXCHANGE | MIN_PRE_EXCHANGE | POST_NEIGHBOR | MIN_POST_NEIGHBOR;
}

void HistoryFix::init()
{
  if (!atom->tag_enable)
    error->all(FLERR, "Pair style {} requires that atoms have IDs: use atom_modify id yes", pair_);
  for (const Fix *fix : modify->get_fix_list()) {
    if (fix == this) break;
    if (fix->pre_exchange_migrate)
      error->all(FLERR, "Pair style {} must be defined before fix {} {}, which migrates atoms", pair_,
                 fix->id, fix->style);
  }
  deactivate();
}

void HistoryFix::pre_exchange()
{
  if (active()) store();
}

void HistoryFix::post_neighbor()
{
  deactivate();
}

void HistoryFix::write_restart(FILE *fp)
{
  pre_exchange();
  if (comm->me != 0) return;
  const int bytes_of_global_data = 0;
  fwrite(&bytes_of_global_data, sizeof(int), 1, fp);
}

int HistoryFix::pack_restart(int i, double *buf)
{
  buf[0] = size_restart(i);    // other fixes skip this block by its size
  return 1 + pack(i, buf + 1);
}

void HistoryFix::unpack_restart(int nlocal, int nth)
{
  const std::span<const double> block = restart_block(lmp, nlocal, nth);
  if (block.size() < 2 || !(block[1] >= 0.0) ||
      2.0 + block[1] * (1 + doubles_) != static_cast<double>(block.size()))
    error->one(FLERR, Error::NOLASTLINE,
               "The restart file is damaged: the contacts of atom {} have another size than their number",
               atom->tag[nlocal]);
  unpack(nlocal, block.data() + 1);
}

}    // namespace granular_srt
