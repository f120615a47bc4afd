#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace granular_srt {

/// A vector of doubles for arrays that are a large part of all memory. It grows in small steps by std::realloc, which
/// does not need both copies of a large block at the same time. New doubles are not initialized.
class GrowingDoubles {
 public:
  GrowingDoubles() = default;
  GrowingDoubles(GrowingDoubles &&other) noexcept { swap(other); }
  GrowingDoubles &operator=(GrowingDoubles &&other) noexcept
  {
    swap(other);
    return *this;
  }
  ~GrowingDoubles() { std::free(data_); }

  [[nodiscard]] double *data() { return data_; }
  [[nodiscard]] const double *data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  /// Keeps the first `size` doubles.
  /// \throws std::bad_alloc
  void resize(std::size_t size)
  {
    if (size > capacity_) {
      const std::size_t wanted = size + size / 16 + 1024;
      void *grown = std::realloc(data_, wanted * sizeof(double));
      if (!grown) throw std::bad_alloc();
      data_ = static_cast<double *>(grown);
      capacity_ = wanted;
    }
    size_ = size;
  }

 private:
  double *data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;

  void swap(GrowingDoubles &other) noexcept
  {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
};

}    // namespace granular_srt
