#include "run_options.h"

#include "host/environment.h"
#include "models/command_words.h"
#include "restart/restart_block.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"

#include <algorithm>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  /// A keyword with its values, and its environment variable with the values of the same meaning. The default comes first.
  struct Option {
    const char *keyword;
    std::vector<std::string> values;
    const char *variable;
    std::vector<std::string> of_variable;
  };

  const std::array<Option, RunOptions::n_keywords> &options()
  {
    static const std::array<Option, RunOptions::n_keywords> all{
        {{"lists", {"plugin", "lammps"}, "GRANULAR_SRT_LISTS", {"on", "off"}},
         {"ghosts", {"rows", "fields"}, "GRANULAR_SRT_GHOSTS", {"on", "off"}},
         {"sort", {"yes", "no", "always"}, "GRANULAR_SRT_SORT", {"on", "off", "always"}},
         {"restart", {"exact", "lammps"}, "GRANULAR_SRT_RESTART", {"exact", "lammps"}}}};
    return all;
  }

  int index_in(const std::vector<std::string> &values, std::string_view value)
  {
    return static_cast<int>(std::ranges::find(values, value) - values.begin());
  }

  const Option *find(std::string_view word)
  {
    const auto found = std::ranges::find(options(), word, &Option::keyword);
    return found == options().end() ? nullptr : &*found;
  }

}    // namespace

bool RunOptions::has(std::string_view word)
{
  return find(word) != nullptr;
}

std::string RunOptions::names()
{
  std::string list;
  for (const Option &option : options()) list += (list.empty() ? "" : ", ") + std::string(option.keyword);
  return list;
}

bool RunOptions::read(const std::string &keyword, CommandWords &words)
{
  const Option *const option = find(keyword);
  if (option) deck_[option - options().data()] = words.choice(keyword, option->values);
  return option;
}

void RunOptions::read_environment(LAMMPS *lmp)
{
  for (int k = 0; k < n_keywords; ++k) {
    const Option &option = options()[k];
    environment_[k] = environment_variable(lmp, option.variable)
        ? index_in(option.of_variable, environment_choice(lmp, option.variable, option.of_variable))
        : not_set;
  }
}

std::string_view RunOptions::value(Keyword keyword) const
{
  const int index = environment_[keyword] == not_set ? deck_[keyword] : environment_[keyword];
  return options()[keyword].values[index];
}

std::string RunOptions::reason_against_default(Keyword keyword) const
{
  const Option &option = options()[keyword];
  if (value(keyword) == option.values.front()) return "";
  return environment_[keyword] == not_set
      ? fmt::format("keyword {} is {}", option.keyword, value(keyword))
      : fmt::format("{} is {}", option.variable, option.of_variable[environment_[keyword]]);
}

void RunOptions::report(LAMMPS *lmp, const std::string &style)
{
  std::string line = fmt::format("pair {}: ", style);
  for (int k = 0; k < n_keywords; ++k) {
    const Option &option = options()[k];
    line += fmt::format("{}{} {}", k == 0 ? "" : ", ", option.keyword, value(static_cast<Keyword>(k)));
    if (environment_[k] != not_set)
      line += fmt::format(" ({}={})", option.variable, option.of_variable[environment_[k]]);
  }
  line += "\n";
  if (lmp->comm->me == 0 && line != last_report_) utils::logmesg(lmp, line);
  last_report_ = line;
}

void RunOptions::write(FILE *fp) const
{
  fwrite(deck_.data(), sizeof(int), deck_.size(), fp);
}

void RunOptions::read(LAMMPS *lmp, FILE *fp)
{
  for (int k = 0; k < n_keywords; ++k) {
    const Option &option = options()[k];
    deck_[k] = read_restart_value<int>(lmp, fp);
    if (deck_[k] < 0 || deck_[k] >= std::ssize(option.values))
      lmp->error->all(FLERR, "The restart file has value {} of pair_style keyword {}: can be 0 to {}",
                      deck_[k], option.keyword, option.values.size() - 1);
  }
}

}    // namespace granular_srt
