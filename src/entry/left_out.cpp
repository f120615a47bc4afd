#include "left_out.h"
#include "host/environment.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <functional>
#include <sstream>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *variable = "GRANULAR_SRT_LEAVE";

  // "granular nph/sphere ... ": what the variable and the installation have.
  std::string given_names(const LAMMPS *lmp, const NamesOfSite &site)
  {
    std::string names = environment_variable(lmp, variable).value_or("");
    std::istringstream lines(from_first_rank(lmp, site.text));
    for (std::string line; std::getline(lines, line);) {
      names += ' ';
      names += line.substr(0, line.find('#'));
    }
    std::replace(names.begin(), names.end(), ',', ' ');
    return names;
  }

}    // namespace

LeftOut::LeftOut(LAMMPS *lmp, std::span<const StyleEntry> table, const NamesOfSite &site)
{
  std::istringstream words(given_names(lmp, site));
  std::string list;
  for (std::string word; words >> word;) {
    const auto is_word = [&](const StyleEntry &entry) { return entry.name == host_name(word); };
    if (is_internal(word) || std::none_of(table.begin(), table.end(), is_word)) {
      std::string allowed;
      for (const StyleEntry &entry : table)
        if (!is_internal(entry.name)) allowed += (allowed.empty() ? "" : ", ") + std::string(entry.name);
      lmp->error->all(FLERR,
                      "Illegal name " + word + " in environment variable " + variable + " or in " +
                          site.place + ": can be " + allowed);
    }
    if (names_.insert(word).second) list += (list.empty() ? "" : ", ") + word;
  }
  if (!list.empty() && lmp->comm->me == 0) utils::logmesg(lmp, "GRANULAR-SRT: " + list + " left to LAMMPS\n");
}

bool LeftOut::contains(std::string_view name) const
{
  // "granular/kk/device", "granular/kk", "granular"
  for (;; name = name.substr(0, name.rfind('/'))) {
    if (names_.contains(name)) return true;
    if (name == host_name(name)) return false;
  }
}

}    // namespace granular_srt
