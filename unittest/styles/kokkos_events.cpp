// A Kokkos Tools library: writes one line for each kernel, "kernel name", for each deep copy, "copy bytes source -> target", and
// each time that the host waits, "fence reason", to the file that the environment variable GRANULAR_SRT_EVENTS names, with the
// process number at its end.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace {

std::FILE *file = nullptr;

void note_kernel(const char *name)
{
  if (file) std::fprintf(file, "kernel %s\n", name);
}

}    // namespace

struct SpaceHandle {
  char name[64];
};

extern "C" void kokkosp_init_library(int, std::uint64_t, std::uint32_t, void *)
{
  const std::string name = std::getenv("GRANULAR_SRT_EVENTS");
  file = std::fopen((name + "." + std::to_string(getpid())).c_str(), "w");
}

extern "C" void kokkosp_begin_parallel_for(const char *name, std::uint32_t, std::uint64_t *)
{
  note_kernel(name);
}

extern "C" void kokkosp_begin_parallel_reduce(const char *name, std::uint32_t, std::uint64_t *)
{
  note_kernel(name);
}

extern "C" void kokkosp_begin_parallel_scan(const char *name, std::uint32_t, std::uint64_t *)
{
  note_kernel(name);
}

extern "C" void kokkosp_begin_deep_copy(SpaceHandle to, const char *target, const void *, SpaceHandle from,
                                        const char *source, const void *, std::uint64_t bytes)
{
  if (file)
    std::fprintf(file, "copy %llu %s:%s -> %s:%s\n", static_cast<unsigned long long>(bytes), from.name,
                 source, to.name, target);
}

extern "C" void kokkosp_begin_fence(const char *name, std::uint32_t, std::uint64_t *)
{
  if (file) std::fprintf(file, "fence %s\n", name);
}

extern "C" void kokkosp_finalize_library()
{
  if (file) std::fclose(file);
}
