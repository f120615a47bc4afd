#include "last_step.h"
#include "checksum.h"

#include "lammps.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace granular_srt {
namespace {

  constexpr std::uint32_t mark = 0x5453414c;    // "LAST"
  constexpr std::uint32_t format = 2, first_with_order = 2;

  struct Head {
    std::uint32_t mark, format;
    std::uint64_t length, checksum;    // of the data after the head
    std::uint64_t of_head;             // checksum of the above, which verifies the length
  };

  std::uint64_t checksum_of(const void *data, std::size_t bytes)
  {
    Checksum sum;
    sum.add(data, bytes);
    return sum.value();
  }

  class Writer {
   public:
    std::vector<char> bytes;
    template <class T> void put(const T &value)
    {
      static_assert(std::is_trivially_copyable_v<T>);
      const auto *first = reinterpret_cast<const char *>(&value);
      bytes.insert(bytes.end(), first, first + sizeof(T));
    }
    template <class List> void put_list(const List &list)
    {
      put(static_cast<std::uint64_t>(list.size()));
      for (const auto &value : list) put(value);
    }
    void put_texts(const std::vector<std::string> &texts)
    {
      put(static_cast<std::uint64_t>(texts.size()));
      for (const std::string &text : texts) put_list(text);
    }
  };

  // The checksum agrees, so that all lengths are correct.
  class Reader {
   public:
    explicit Reader(const char *next) : next_{next} {}
    template <class T> T get()
    {
      T value;
      std::memcpy(&value, next_, sizeof(T));
      next_ += sizeof(T);
      return value;
    }
    template <class List> List get_list()
    {
      List list(get<std::uint64_t>(), typename List::value_type{});
      for (auto &value : list) value = get<typename List::value_type>();
      return list;
    }
    std::vector<std::string> get_texts()
    {
      std::vector<std::string> texts(get<std::uint64_t>());
      for (std::string &text : texts) text = get_list<std::string>();
      return texts;
    }

   private:
    const char *next_;
  };

}    // namespace

std::optional<CarriedState> LastStep::state_of(const std::string &name, int rank, int ranks_now) const
{
  const auto found =
      std::find_if(styles.begin(), styles.end(), [&](const StyleState &state) { return state.name == name; });
  if (found == styles.end()) return std::nullopt;
  const std::size_t count = found->of_ranks.size() / ranks;
  CarriedState mine{found->common, std::vector<double>(count)};
  if (ranks == ranks_now)
    std::copy_n(found->of_ranks.data() + count * rank, count, mine.of_rank.data());
  else if (rank == 0)
    for (std::size_t k = 0; k < found->of_ranks.size(); ++k) mine.of_rank[k % count] += found->of_ranks[k];
  return mine;
}

std::vector<char> to_bytes(const LastStep &last)
{
  Writer data;
  data.put(last.step);
  data.put(last.atoms);
  data.put(last.next_sort);
  data.put(last.ranks);
  data.put(last.box);
  data.put_texts(last.settings);
  data.put(static_cast<std::uint64_t>(last.styles.size()));
  for (const StyleState &style : last.styles) {
    data.put_list(style.name);
    data.put_list(style.common);
    data.put_list(style.of_ranks);
  }
  data.put_texts(last.order);
  Head head{mark, format, data.bytes.size(), checksum_of(data.bytes.data(), data.bytes.size()), 0};
  head.of_head = checksum_of(&head, offsetof(Head, of_head));
  Writer all;
  all.put(head);
  all.bytes.insert(all.bytes.end(), data.bytes.begin(), data.bytes.end());
  return all.bytes;
}

std::optional<LastStep> from_bytes(const char *bytes)
{
  const Head head = Reader(bytes).get<Head>();
  if (head.of_head != checksum_of(&head, offsetof(Head, of_head)) || head.mark != mark || head.format < 1 ||
      head.format > format || head.checksum != checksum_of(bytes + sizeof(Head), head.length))
    return std::nullopt;
  Reader data(bytes + sizeof(Head));
  LastStep last;
  last.step = data.get<LAMMPS_NS::bigint>();
  last.atoms = data.get<LAMMPS_NS::bigint>();
  last.next_sort = data.get<LAMMPS_NS::bigint>();
  last.ranks = data.get<int>();
  last.box = data.get<std::array<double, 9>>();
  last.settings = data.get_texts();
  last.styles.resize(data.get<std::uint64_t>());
  for (StyleState &style : last.styles) {
    style.name = data.get_list<std::string>();
    style.common = data.get_list<std::vector<double>>();
    style.of_ranks = data.get_list<std::vector<double>>();
  }
  if (head.format >= first_with_order) last.order = data.get_texts();
  return last;
}

bool writes_restart_file(const LAMMPS_NS::LAMMPS *lmp)
{
  return lmp->update->setupflag == 0 && lmp->output->restart_flag &&
      lmp->output->next_restart == lmp->update->ntimestep;
}

}    // namespace granular_srt
