#pragma once

#include <functional>

namespace granular_srt {

/// Threads that share a loop.
class Workers {
 public:
  virtual ~Workers() = default;
  [[nodiscard]] virtual int count() const = 0;
  /// Calls task(0) ... task(count() - 1), each on its own thread. Returns when all have returned.
  virtual void run(const std::function<void(int)> &task) const = 0;
};

}    // namespace granular_srt
