#include "last_step.h"
#include "checksum.h"

#include "domain.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace granular_srt {
namespace {

  constexpr std::uint32_t mark = 0x5453414c;    // "LAST"
  constexpr std::uint32_t format = 3;           // 1 and 2 had the forces of the step

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

  // Writes or reads all members, in the order of the file.
  template <class File, class Step> void exchange(File &file, Step &last)
  {
    const auto numbers = [&](auto &list) { file.list(list, [&](auto &number) { file.number(number); }); };
    file.number(last.step);
    file.number(last.next_sort);
    file.number(last.ranks);
    file.number(last.replays);
    file.number(last.sorted);
    file.number(last.dt);
    file.number(last.box);
    file.number(last.of_forces);
    file.number(last.rates_at_setup);
    file.list(last.styles, [&](auto &style) {
      numbers(style.name);
      numbers(style.common);
      numbers(style.of_ranks);
    });
  }

}    // namespace

BoxState BoxState::of(const LAMMPS_NS::Domain &domain)
{
  BoxState now;
  std::copy_n(domain.boxlo, 3, now.shape.data());
  std::copy_n(domain.boxhi, 3, now.shape.data() + 3);
  now.shape[6] = domain.xy;
  now.shape[7] = domain.xz;
  now.shape[8] = domain.yz;
  std::copy_n(domain.h_rate, 6, now.rates.data());
  std::copy_n(domain.h_ratelo, 3, now.rates.data() + 6);
  return now;
}

void BoxState::put_into(LAMMPS_NS::Domain &domain) const
{
  std::copy_n(shape.data(), 3, domain.boxlo);
  std::copy_n(shape.data() + 3, 3, domain.boxhi);
  domain.xy = shape[6];
  domain.xz = shape[7];
  domain.yz = shape[8];
  std::copy_n(rates.data(), 6, domain.h_rate);
  std::copy_n(rates.data() + 6, 3, domain.h_ratelo);
  domain.set_global_box();
  domain.set_local_box();
}

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
  exchange(data, last);
  Head head{mark, format, data.bytes.size(), checksum_of(data.bytes.data(), data.bytes.size()).value(), 0};
  head.of_head = checksum_of(&head, offsetof(Head, of_head)).value();
  all.number(head);
  all.bytes.insert(all.bytes.end(), data.bytes.begin(), data.bytes.end());
  return all.bytes;
}

StoredStep from_bytes(const char *bytes, LastStep &last)
{
  Reader data{bytes};
  Head head;
  data.number(head);
  if (head.of_head != checksum_of(&head, offsetof(Head, of_head)).value() || head.mark != mark ||
      head.format < 1 || head.format > format || head.checksum != checksum_of(data.next, head.length).value())
    return StoredStep::damaged;
  if (head.format < format) return StoredStep::older_format;
  exchange(data, last);
  return StoredStep::known;
}

}    // namespace granular_srt
