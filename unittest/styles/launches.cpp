// A Kokkos Tools library: counts kernels by name, and writes one line each, "number name", to the file that the environment
// variable GRANULAR_SRT_LAUNCHES names.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

std::map<std::string, long> &launches()
{
  static std::map<std::string, long> found;
  return found;
}

}    // namespace

extern "C" void kokkosp_begin_parallel_for(const char *name, std::uint32_t, std::uint64_t *)
{
  ++launches()[name];
}

extern "C" void kokkosp_begin_parallel_reduce(const char *name, std::uint32_t, std::uint64_t *)
{
  ++launches()[name];
}

extern "C" void kokkosp_begin_parallel_scan(const char *name, std::uint32_t, std::uint64_t *)
{
  ++launches()[name];
}

extern "C" void kokkosp_finalize_library()
{
  std::FILE *const file = std::fopen(std::getenv("GRANULAR_SRT_LAUNCHES"), "w");
  if (!file) return;
  for (const auto &[name, number] : launches()) std::fprintf(file, "%ld %s\n", number, name.c_str());
  std::fclose(file);
}
