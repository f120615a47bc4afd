#include "fix_contact_history.h"

#include "comm.h"

namespace granular_srt {

void FixContactHistory::init()
{
  FixNeighHistory::init();
  lists_are_current_ = false;
}

void FixContactHistory::post_neighbor()
{
  FixNeighHistory::post_neighbor();
  note_lists();
}

void FixContactHistory::write_restart(FILE *fp)
{
  if (lists_are_current_) {
    FixNeighHistory::write_restart(fp);
  } else if (comm->me == 0) {
    const int no_global_data = 0;
    fwrite(&no_global_data, sizeof(int), 1, fp);
  }
}

}    // namespace granular_srt
