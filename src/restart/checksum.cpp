#include "checksum.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace granular_srt {
namespace {

  using Sum = std::uint64_t;    // 0: not known yet
  constexpr std::array<char, checksum_place_bytes - sizeof(Sum)> end_mark = {
      'G', 'S', 'R', 'T', ' ', 'h', 'e', 'a', 'd', ' ', 's', 'u', 'm', ':', '\n', '\0'};

  // All bytes up to the place of the checksum; empty if the file has none.
  std::string head_of(FILE *fp)
  {
    constexpr std::size_t chunk = std::size_t{1} << 16, longest = std::size_t{1} << 28;
    const std::string_view end(end_mark.data(), end_mark.size());
    std::string bytes;
    rewind(fp);
    for (std::size_t known = 0; known < longest; known = bytes.size()) {
      bytes.resize(known + chunk);
      bytes.resize(known + fread(bytes.data() + known, 1, chunk, fp));
      const std::size_t place = bytes.find(end, known < end.size() ? 0 : known - end.size());
      if (place != std::string::npos) return bytes.substr(0, place + end.size());
      if (bytes.size() < known + chunk) break;
    }
    return "";
  }

  Sum sum_of(const std::string &head)
  {
    return std::max<Sum>(checksum_of(head.data(), head.size()).value(), 1);
  }

}    // namespace

void write_checksum_place(FILE *fp)
{
  constexpr Sum unknown = 0;
  fwrite(end_mark.data(), 1, end_mark.size(), fp);
  fwrite(&unknown, sizeof(unknown), 1, fp);
}

void set_head_checksum(const char *file)
{
  std::unique_ptr<FILE, int (*)(FILE *)> fp(fopen(file, "r+b"), fclose);
  if (!fp) return;
  const std::string head = head_of(fp.get());
  if (head.empty()) {
    if (feof(fp.get())) throw std::runtime_error("the file is cut short");
    return;
  }
  const Sum sum = sum_of(head);
  const bool written =
      fseeko(fp.get(), std::ssize(head), SEEK_SET) == 0 && fwrite(&sum, sizeof(sum), 1, fp.get()) == 1;
  if (fclose(fp.release()) != 0 || !written) throw std::runtime_error(std::strerror(errno));
}

bool has_damaged_head(FILE *fp)
{
  const auto present = ftello(fp);
  const std::string head = head_of(fp);
  Sum in_file = 0;
  const bool known = !head.empty() && fseeko(fp, std::ssize(head), SEEK_SET) == 0 &&
      fread(&in_file, sizeof(in_file), 1, fp) == 1 && in_file != 0;
  clearerr(fp);
  fseeko(fp, present, SEEK_SET);
  return known && in_file != sum_of(head);
}

}    // namespace granular_srt
