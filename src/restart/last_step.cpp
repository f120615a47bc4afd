#include "last_step.h"
#include "checksum.h"

#include "lammps.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace granular_srt {
namespace {

  constexpr std::uint32_t mark = 0x5453414c;    // "LAST"
  constexpr std::uint32_t format = 2, first_with_order = 2;

  struct Head {
    std::uint32_t mark, format;
    std::uint64_t length, checksum;    // of the data after the head
    std::uint64_t of_head;             // checksum of the above, which verifies the length
  };

  struct Writer {
    std::vector<char> bytes;

    template <class T> void number(const T &value)
    {
      const auto *first = reinterpret_cast<const char *>(&value);
      bytes.insert(bytes.end(), first, first + sizeof(T));
    }
    template <class List, class Each> void list(const List &values, Each each)
    {
      number(static_cast<std::uint64_t>(values.size()));
      for (const auto &value : values) each(value);
    }
  };

  // The checksum agrees, so that all lengths are correct.
  struct Reader {
    const char *next;

    template <class T> void number(T &value)
    {
      std::memcpy(&value, next, sizeof(T));
      next += sizeof(T);
    }
    template <class List, class Each> void list(List &values, Each each)
    {
      std::uint64_t size = 0;
      number(size);
      values.resize(size);
      for (auto &value : values) each(value);
    }
  };

  // In the file a setting is one text, "name: value".
  constexpr const char *between = ": ";

  void exchange_setting(Writer &file, const Setting &setting)
  {
    file.list(setting.name + between + setting.value, [&](char c) { file.number(c); });
  }

  void exchange_setting(Reader &file, Setting &setting)
  {
    std::string text;
    file.list(text, [&](char &c) { file.number(c); });
    const std::size_t end = std::min(text.find(between), text.size());
    setting.name = text.substr(0, end);
    setting.value = text.substr(std::min(end + std::strlen(between), text.size()));
  }

  // Writes or reads all members, in the order of the file.
  template <class File, class Step> void exchange(File &file, Step &last, bool has_order)
  {
    const auto numbers = [&](auto &list) { file.list(list, [&](auto &number) { file.number(number); }); };
    const auto settings = [&](auto &list) {
      file.list(list, [&](auto &setting) { exchange_setting(file, setting); });
    };
    file.number(last.step);
    file.number(last.atoms);
    file.number(last.next_sort);
    file.number(last.ranks);
    file.number(last.box);
    settings(last.of_forces);
    file.list(last.styles, [&](auto &style) {
      numbers(style.name);
      numbers(style.common);
      numbers(style.of_ranks);
    });
    if (has_order) settings(last.of_order);
  }

}    // namespace

std::optional<RestartState> LastStep::state_of(const std::string &name, int rank, int ranks_now) const
{
  const auto found = std::ranges::find(styles, name, &StyleState::name);
  if (found == styles.end()) return std::nullopt;
  const std::size_t count = found->of_ranks.size() / ranks;
  RestartState mine{found->common, std::vector<double>(count)};
  if (ranks == ranks_now)
    std::copy_n(found->of_ranks.data() + count * rank, count, mine.of_rank.data());
  else if (rank == 0)
    for (std::size_t k = 0; k < found->of_ranks.size(); ++k) mine.of_rank[k % count] += found->of_ranks[k];
  return mine;
}

std::vector<char> to_bytes(const LastStep &last)
{
  Writer data, all;
  exchange(data, last, true);
  Head head{mark, format, data.bytes.size(), checksum_of(data.bytes.data(), data.bytes.size()).value(), 0};
  head.of_head = checksum_of(&head, offsetof(Head, of_head)).value();
  all.number(head);
  all.bytes.insert(all.bytes.end(), data.bytes.begin(), data.bytes.end());
  return all.bytes;
}

std::optional<LastStep> from_bytes(const char *bytes)
{
  Reader data{bytes};
  Head head;
  data.number(head);
  if (head.of_head != checksum_of(&head, offsetof(Head, of_head)).value() || head.mark != mark ||
      head.format < 1 || head.format > format || head.checksum != checksum_of(data.next, head.length).value())
    return std::nullopt;
  LastStep last;
  exchange(data, last, head.format >= first_with_order);
  return last;
}

bool writes_restart_file(const LAMMPS_NS::LAMMPS *lmp)
{
  return lmp->update->setupflag == 0 && lmp->output->restart_flag &&
      lmp->output->next_restart == lmp->update->ntimestep;
}

}    // namespace granular_srt
