// To be preloaded into LAMMPS: writes one line for each time that LAMMPS' KOKKOS package is told to bring per-atom arrays
// to a place or that they have changed there, "sync|modified place mask", to the file that the environment variable
// GRANULAR_SRT_SYNCHRONIZATIONS names. Place is 0 for the arrays of host styles, 1 for those of Kokkos on the host, 2 for
// a GPU. Without a GPU the first two can be one memory, and 1 stands for the device: the requests are the same.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {

using Request = void (*)(void *, int, std::uint64_t);

void note(const char *what, int place, std::uint64_t mask)
{
  static std::FILE *const file = std::fopen(std::getenv("GRANULAR_SRT_SYNCHRONIZATIONS"), "w");
  if (file) std::fprintf(file, "%s %d %llx\n", what, place, static_cast<unsigned long long>(mask));
}

}    // namespace

// LAMMPS_NS::AtomKokkos::sync and modified

extern "C" void _ZN9LAMMPS_NS10AtomKokkos4syncENS_14ExecutionSpaceEm(void *atom, int place,
                                                                     std::uint64_t mask)
{
  static const auto next =
      reinterpret_cast<Request>(dlsym(RTLD_NEXT, "_ZN9LAMMPS_NS10AtomKokkos4syncENS_14ExecutionSpaceEm"));
  note("sync", place, mask);
  next(atom, place, mask);
}

extern "C" void _ZN9LAMMPS_NS10AtomKokkos8modifiedENS_14ExecutionSpaceEm(void *atom, int place,
                                                                         std::uint64_t mask)
{
  static const auto next =
      reinterpret_cast<Request>(dlsym(RTLD_NEXT, "_ZN9LAMMPS_NS10AtomKokkos8modifiedENS_14ExecutionSpaceEm"));
  note("modified", place, mask);
  next(atom, place, mask);
}
