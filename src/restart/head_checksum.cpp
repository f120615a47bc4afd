#include "head_checksum.h"
#include "checksum.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace granular_srt {
namespace {

  // Before the checksum, which is 0 until it is known.
  constexpr std::array<char, checksum_place_bytes - 8> mark = {'G', 'S', 'R', 'T', ' ', 'h', 'e',  'a',
                                                               'd', ' ', 's', 'u', 'm', ':', '\n', '\0'};
  constexpr std::size_t chunk = std::size_t{1} << 16;
  constexpr std::int64_t longest = std::int64_t{1} << 28;

  // Position of the checksum after the present position; -1 if there is none in so many bytes.
  std::int64_t find_place(FILE *fp)
  {
    constexpr std::size_t overlap = checksum_place_bytes;
    const std::int64_t first = ftello(fp);
    std::int64_t begin = first;
    std::vector<char> bytes(chunk);
    std::size_t kept = 0;
    while (true) {
      const std::size_t count = kept + fread(bytes.data() + kept, 1, bytes.size() - kept, fp);
      const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(count);
      const auto found = std::search(bytes.begin(), end, mark.begin(), mark.end());
      if (found != end) return begin + (found - bytes.begin()) + std::ssize(mark);
      if (count < bytes.size() || begin - first > longest) return -1;
      std::copy(end - overlap, end, bytes.begin());
      begin += static_cast<std::int64_t>(count - overlap);
      kept = overlap;
    }
  }

  // Checksum of all bytes before the place.
  std::uint64_t sum_of_head(FILE *fp, std::int64_t place)
  {
    rewind(fp);
    std::vector<char> bytes(static_cast<std::size_t>(place));
    Checksum sum;
    sum.add(bytes.data(), fread(bytes.data(), 1, bytes.size(), fp));
    return std::max<std::uint64_t>(sum.value(), 1);    // 0: no checksum yet
  }

}    // namespace

void write_checksum_place(FILE *fp)
{
  constexpr std::uint64_t unknown = 0;
  fwrite(mark.data(), 1, mark.size(), fp);
  fwrite(&unknown, sizeof(unknown), 1, fp);
}

void set_head_checksum(const char *file)
{
  const std::unique_ptr<FILE, int (*)(FILE *)> fp(fopen(file, "r+b"), fclose);
  if (!fp) return;
  const std::int64_t place = find_place(fp.get());
  if (place < 0) return;
  const std::uint64_t sum = sum_of_head(fp.get(), place);
  if (fseeko(fp.get(), place, SEEK_SET) == 0) fwrite(&sum, sizeof(sum), 1, fp.get());
}

bool has_damaged_head(FILE *fp)
{
  const std::int64_t present = ftello(fp);
  std::uint64_t in_file = 0, sum = 0;
  const std::int64_t place = find_place(fp);
  if (place >= 0 && fseeko(fp, place, SEEK_SET) == 0 && fread(&in_file, sizeof(in_file), 1, fp) == 1 &&
      in_file != 0)
    sum = sum_of_head(fp, place);
  clearerr(fp);
  fseeko(fp, present, SEEK_SET);
  return in_file != sum;
}

}    // namespace granular_srt
