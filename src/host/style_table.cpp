#include "style_table.h"
#include "queries.h"

#include "comm.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"
#include "utils.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

// Given by CMake: that of project() in CMakeLists.txt
#define GRANULAR_SRT_TEXT(words) #words
#define GRANULAR_SRT_WORD(macro) GRANULAR_SRT_TEXT(macro)

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // By name: of a pair style and a fix, it may be the same.
  using Styles = std::multimap<std::string_view, StyleEntry>;

  Styles &all_styles()
  {
    static Styles styles;
    return styles;
  }

  // Calls task(entry) for each style of a name.
  template <class Task> void for_each_style(std::string_view name, Task task)
  {
    const auto [first, last] = all_styles().equal_range(name);
    std::for_each(first, last, [&](const Styles::value_type &style) { task(style.second); });
  }

  // Classes and names of pair styles and fixes: they decide the line.
  using Kinds = std::vector<std::pair<const std::type_info *, std::string>>;

  struct Announced {
    Kinds kinds;
    std::string line;
  };

  // What each LAMMPS of this process has written last.
  std::map<const LAMMPS *, Announced> &last_lines()
  {
    static std::map<const LAMMPS *, Announced> lines;
    return lines;
  }

  Kinds kinds_of(const LAMMPS *lmp)
  {
    Kinds kinds;
    for_each_pair_style(lmp, [&](const Pair *pair, int number) {
      kinds.emplace_back(&typeid(*pair), name_of_pair_style(lmp, number));
    });
    for (const Fix *fix : lmp->modify->get_fix_list()) kinds.emplace_back(&typeid(*fix), fix->style);
    return kinds;
  }

  // Commands of the deck with their numbers: pair styles, then fixes in the order of the deck.
  using Commands = std::vector<std::pair<std::string, int>>;

  void count(Commands &commands, const std::string &command)
  {
    const auto found = std::ranges::find(commands, command, &Commands::value_type::first);
    if (found == commands.end())
      commands.emplace_back(command, 1);
    else
      ++found->second;
  }

  // With /kk if it runs on a device, although it has its host name.
  std::string name_of(const Fix *fix)
  {
    const bool unnamed = fix->kokkosable && host_name(fix->style) == fix->style;
    return std::string(fix->style) + (unnamed ? "/kk" : "");
  }

  Commands commands_of_plugin(const LAMMPS *lmp)
  {
    Commands commands;
    for_each_pair_style(lmp, [&](const Pair *pair, int number) {
      for_each_style(name_of_pair_style(lmp, number), [&](const StyleEntry &entry) {
        if (entry.is_pair && entry.is_pair(pair)) count(commands, "pair_style " + entry.name);
      });
    });
    for (const Fix *fix : lmp->modify->get_fix_list())
      for_each_style(fix->style, [&](const StyleEntry &entry) {
        if (!is_internal(entry.name) && entry.is_fix && entry.is_fix(fix))
          count(commands, "fix " + name_of(fix));
      });
    return commands;
  }

}    // namespace

void add_style_table(std::span<const StyleEntry> table)
{
  for (const StyleEntry &entry : table) {
    bool known = false;
    for_each_style(entry.name, [&](const StyleEntry &style) {
      known = known || std::string_view(style.kind) == entry.kind;
    });
    if (!known) all_styles().emplace(entry.name, entry);
  }
}

bool is_ours(const Fix *fix)
{
  bool ours = false;
  for_each_style(fix->style,
                 [&](const StyleEntry &entry) { ours = ours || (entry.is_fix && entry.is_fix(fix)); });
  return ours;
}

void begin_announcements(const LAMMPS *lmp)
{
  last_lines().erase(lmp);
}

// Each style of a deck calls this before each run: most calls find what the last one has found.
void announce_styles(LAMMPS *lmp)
{
  Announced &last = last_lines()[lmp];
  Kinds kinds = kinds_of(lmp);
  if (kinds == last.kinds) return;
  last.kinds = std::move(kinds);
  const Commands commands = commands_of_plugin(lmp);
  if (commands.empty()) return;
  std::string line;
  for (const auto &[command, times] : commands) {
    line += (line.empty() ? "" : ", ") + command;
    if (times > 1) line += " (" + std::to_string(times) + ")";
  }
  const bool one = commands.size() == 1 && commands.front().second == 1;
  line = "GRANULAR-SRT " GRANULAR_SRT_WORD(GRANULAR_SRT_VERSION) ": " + line +
      (one ? " is this plugin's\n" : " are this plugin's\n");
  if (lmp->suffix_enable && lmp->suffix && std::string_view(lmp->suffix) == "omp")
    line +=
        "GRANULAR-SRT: suffix omp selects LAMMPS' own styles with /omp, such as gran/hooke/history/omp and "
        "nve/sphere/omp, and not this plugin's\n";
  if (std::exchange(last.line, line) == line) return;
  if (lmp->comm->me == 0) utils::logmesg(lmp, line);
}

}    // namespace granular_srt
