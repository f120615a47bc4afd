#include "triangle_mesh.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace granular_srt {
namespace {

  using contact::Vec3;

  constexpr std::size_t header_bytes = 80, count_bytes = 4, triangle_bytes = 50;

  std::string in_triangle(std::size_t number)
  {
    return "triangle " + std::to_string(number) + ": ";
  }

  void check_corners(const StlTriangle &triangle, std::size_t number)
  {
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> &x = triangle.corner[k];
      if (!std::isfinite(x.x) || !std::isfinite(x.y) || !std::isfinite(x.z))
        throw std::runtime_error(in_triangle(number) + "corner " + std::to_string(k + 1) +
                                 " has a coordinate that is not a finite number");
    }
  }

  // Little-endian numbers.
  std::uint32_t unsigned_at(const char *bytes)
  {
    std::uint32_t value = 0;
    for (int k = 3; k >= 0; --k) value = value << 8 | static_cast<unsigned char>(bytes[k]);
    return value;
  }

  Vec3<double> vector_at(const char *bytes)
  {
    const auto value = [&](int k) { return std::bit_cast<float>(unsigned_at(bytes + 4 * k)); };
    return {value(0), value(1), value(2)};
  }

  std::vector<StlTriangle> read_binary(const std::string &bytes)
  {
    constexpr std::size_t begin = header_bytes + count_bytes;
    if (bytes.size() < begin)
      throw std::runtime_error("is neither an ASCII STL file, which begins with 'solid', nor a binary one, "
                               "which has at least 84 bytes");
    const std::size_t count = unsigned_at(bytes.data() + header_bytes);
    const std::size_t whole = (bytes.size() - begin) / triangle_bytes;
    if (whole < count)
      throw std::runtime_error(in_triangle(whole + 1) + "the file ends here, and its header says " +
                               std::to_string(count) + " triangles");
    if (bytes.size() != begin + count * triangle_bytes)
      throw std::runtime_error("the file goes on after triangle " + std::to_string(count) +
                               ", the last one that its header tells of");
    std::vector<StlTriangle> triangles;
    triangles.reserve(count);
    for (std::size_t n = 0; n < count; ++n) {
      const char *at = bytes.data() + begin + n * triangle_bytes;
      triangles.push_back({{vector_at(at + 12), vector_at(at + 24), vector_at(at + 36)}, vector_at(at)});
      check_corners(triangles.back(), n + 1);
    }
    return triangles;
  }

  /// Words of an ASCII file.
  class AsciiReader {
   public:
    explicit AsciiReader(const std::string &text) : text_{text} {}

    std::vector<StlTriangle> read()
    {
      for (std::string_view word = next(); !word.empty(); word = next()) {
        if (word != "solid") fail("solid", word);
        skip_line();    // the name
        for (word = next(); word == "facet"; word = next()) read_triangle();
        if (word != "endsolid") fail("facet or endsolid", word);
        skip_line();
      }
      return std::move(triangles_);
    }

   private:
    const std::string &text_;
    std::size_t at_ = 0;
    std::vector<StlTriangle> triangles_;

    std::string_view next()
    {
      constexpr const char *blank = " \t\r\n\v\f";
      const std::size_t begin = std::min(text_.find_first_not_of(blank, at_), text_.size());
      at_ = std::min(text_.find_first_of(blank, begin), text_.size());
      return std::string_view(text_).substr(begin, at_ - begin);
    }

    void skip_line() { at_ = std::min(text_.find_first_of("\r\n", at_), text_.size()); }

    [[noreturn]] void fail(const std::string &expected, std::string_view word) const
    {
      const std::string where = in_triangle(triangles_.size() + 1);
      if (word.empty()) throw std::runtime_error(where + "the file ends here, expected was " + expected);
      throw std::runtime_error(where + "expected " + expected + ", found '" + std::string(word) + "'");
    }

    void expect(const char *expected)
    {
      const std::string_view word = next();
      if (word != expected) fail(expected, word);
    }

    Vec3<double> vector()
    {
      double value[3];
      for (double &one : value) {
        const std::string word(next());
        char *end = nullptr;
        one = std::strtod(word.c_str(), &end);
        if (word.empty() || *end != '\0') fail("a number", word);
      }
      return {value[0], value[1], value[2]};
    }

    void read_triangle()
    {
      StlTriangle triangle;
      expect("normal");
      triangle.normal = vector();
      expect("outer");
      expect("loop");
      for (Vec3<double> &corner : triangle.corner) {
        expect("vertex");
        corner = vector();
      }
      expect("endloop");
      expect("endfacet");
      check_corners(triangle, triangles_.size() + 1);
      triangles_.push_back(triangle);
    }
  };

  // Words may have capital letters.
  std::string lower_case(std::string text)
  {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  }

  // Some binary files also begin with "solid". Their number of triangles contains a zero byte.
  bool is_ascii(const std::string &bytes)
  {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string::npos && bytes.compare(first, 5, "solid") == 0 &&
        bytes.substr(0, header_bytes + count_bytes).find('\0') == std::string::npos;
  }

}    // namespace

std::vector<StlTriangle> read_stl(const std::string &path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot be opened: " + std::string(std::strerror(errno)));
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.erase(0, 3);    // byte order mark of UTF-8
  const std::string text = lower_case(bytes);
  std::vector<StlTriangle> triangles = is_ascii(text) ? AsciiReader(text).read() : read_binary(bytes);
  if (triangles.empty()) throw std::runtime_error("has no triangles");
  return triangles;
}

}    // namespace granular_srt
