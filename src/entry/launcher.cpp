// A LAMMPS program of our own, linked to a LAMMPS library that loads no plugins (GRANULAR_SRT_LAUNCHER). It takes the
// arguments of lmp.

#include "granular_srt_startup.h"
#include "registration.h"

#include "comm.h"
#include "exceptions.h"
#include "input.h"
#include "lammps.h"
#include "library.h"
#include "utils.h"

#include <dlfcn.h>
#include <mpi.h>

#include <cstdio>
#include <exception>
#include <memory>

namespace {

bool styles_are_registered = false;

// What the library has under this name.
void library_post_create(LAMMPS_NS::LAMMPS *lmp)
{
  constexpr const char *name = "_ZN9LAMMPS_NS6LAMMPS11post_createEv";
  static const auto function = reinterpret_cast<void (*)(LAMMPS_NS::LAMMPS *)>(dlsym(RTLD_NEXT, name));
  if (function) function(lmp);
}

// As lmp does at its end.
void finalize()
{
  lammps_kokkos_finalize();
  lammps_python_finalize();
}

}    // namespace

namespace LAMMPS_NS {

// LAMMPS calls this function when it has created its tables of styles: at the start, and after "clear". A symbol of the
// program comes before that of a library, also for calls inside the library.
void LAMMPS::post_create()
{
  granular_srt::check_lammps(this);
  if (!granular_srt::has_another_copy(this))
    granular_srt::lammps_is_created(this);
  else if (comm->me == 0)
    utils::logmesg(this, "GRANULAR-SRT: a plugin has been loaded; the styles of this program are not used\n");
  styles_are_registered = true;
  library_post_create(this);
}

}    // namespace LAMMPS_NS

int main(int argc, char **argv)
{
  using namespace LAMMPS_NS;
  MPI_Init(&argc, &argv);
  int failed = 0;
  try {
    const auto lammps = std::make_unique<LAMMPS>(argc, argv, MPI_COMM_WORLD);
    if (!styles_are_registered) {
      std::fputs("ERROR: GRANULAR-SRT cannot add its styles to this LAMMPS library: its calls of "
                 "LAMMPS::post_create() do not go through the table of symbols\n",
                 stderr);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    lammps->input->file();
  } catch (const LAMMPSAbortException &error) {
    finalize();
    MPI_Abort(error.get_universe(), 1);
  } catch (const LAMMPSException &) {    // on all ranks; LAMMPS has printed it
    failed = 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "ERROR: %s\n", error.what());
    finalize();
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  finalize();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
