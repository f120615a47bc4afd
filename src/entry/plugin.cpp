// Entry point of the plugin: check of the LAMMPS version, registration of the styles with LAMMPS' plugin loader.

#include "registration.h"

#include "comm.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "utils.h"

#include <dlfcn.h>

#include <fstream>
#include <sstream>
#include <string>

namespace {

using LAMMPS_NS::LAMMPS;

// File with names to leave out: granularsrtplugin.leave beside granularsrtplugin.so.
std::string leave_file()
{
  Dl_info plugin{};
  if (!dladdr(reinterpret_cast<const void *>(&leave_file), &plugin) || !plugin.dli_fname) return "";
  const std::string path = plugin.dli_fname;
  const auto slash = path.rfind('/');
  return (slash == std::string::npos ? "" : path.substr(0, slash + 1)) + "granularsrtplugin.leave";
}

// Names of that file; none if it does not exist.
granular_srt::InstallationNames names_of_file(const LAMMPS *lmp)
{
  const std::string file = leave_file();
  std::ostringstream text;
  if (lmp->comm->me == 0)
    if (std::ifstream lines(file); lines) text << lines.rdbuf();
  return {"file " + file, text.str()};
}

}    // namespace

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                                         void *regfunc)
{
  auto *const host = static_cast<LAMMPS *>(lmp);
  granular_srt::check_lammps(host);
  if (granular_srt::has_another_copy(host)) {
    if (host->comm->me == 0)
      LAMMPS_NS::utils::logmesg(
          host,
          "GRANULAR-SRT: this plugin is not used, because another copy is built into this "
          "LAMMPS or has been loaded\n");
    return;
  }
  const auto add = [&](lammpsplugin_t &style) {
    style.version = granular_srt::compiled_for;
    style.author = "the GRANULAR-SRT developers";
    style.handle = handle;
    reinterpret_cast<lammpsplugin_regfunc>(regfunc)(&style, lmp);
  };
  granular_srt::register_styles(host, names_of_file(host), add);
}
