#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

namespace probe {

/// \file
/// Memory, launches and clocks: CUDA where nvcc compiles, threads elsewhere.

/// What the compiler made of a kernel.
struct Resources {
  int registers = 0;    ///< of a work item; 0 on a host
  int spilled = 0;      ///< bytes of local memory of a work item
  int resident = 0;     ///< work items that a multiprocessor runs at a time
};

/// Work items in a block, as in kernel_sums.h of the plugin.
inline constexpr int block = 128;

#ifdef __CUDACC__

inline void check(cudaError_t code)
{
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "contact_probe: %s\n", cudaGetErrorString(code));
  std::exit(1);
}

inline std::string device_name()
{
  int count = 0;
  const cudaError_t found = cudaGetDeviceCount(&count);
  if (found != cudaSuccess || count == 0) {
    std::fprintf(stderr, "contact_probe: no device: %s\n", cudaGetErrorString(found));
    std::exit(1);
  }
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  return properties.name;
}

/// Memory of the device.
template <class T> class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size) : size_{size}
  {
    check(cudaMalloc(&data_, std::max(size, std::size_t(1)) * sizeof(T)));
    check(cudaMemset(data_, 0, size * sizeof(T)));
  }
  explicit Array(const std::vector<T> &from) : Array(from.size()) { put(from); }
  Array(Array &&other) noexcept : data_{other.data_}, size_{other.size_} { other.data_ = nullptr; }
  Array &operator=(Array &&other) noexcept
  {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Array() { cudaFree(data_); }

  void put(const std::vector<T> &from)
  {
    check(cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  [[nodiscard]] std::vector<T> get() const
  {
    std::vector<T> to(size_);
    check(cudaMemcpy(to.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
  }
  [[nodiscard]] T *data() const { return data_; }

 private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};

template <class Kernel> __global__ void __launch_bounds__(block, 2) run_items(Kernel kernel, int items)
{
  const int item = int(blockIdx.x) * block + int(threadIdx.x);
  if (item < items) kernel(item);
}

template <class Kernel> void launch(int items, const Kernel &kernel)
{
  if (items > 0) run_items<<<(items + block - 1) / block, block>>>(kernel, items);
}

template <class Kernel> Resources resources()
{
  cudaFuncAttributes made;
  check(cudaFuncGetAttributes(&made, run_items<Kernel>));
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, run_items<Kernel>, block, 0));
  return {made.numRegs, int(made.localSizeBytes), blocks * block};
}

inline void wait()
{
  check(cudaDeviceSynchronize());
}

#else

/// Threads that share the work items.
inline int threads = int(std::max(1u, std::thread::hardware_concurrency()));

inline std::string device_name()
{
  return "host, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

template <class T> class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size) : values_(size) {}
  explicit Array(const std::vector<T> &from) : values_(from) {}
  void put(const std::vector<T> &from) { values_ = from; }
  [[nodiscard]] std::vector<T> get() const { return values_; }
  [[nodiscard]] T *data() const { return values_.data(); }

 private:
  mutable std::vector<T> values_;
};

template <class Kernel> void launch(int items, const Kernel &kernel)
{
  std::vector<std::thread> others;
  const auto part = [&](int t) {
    const int first = int(std::int64_t(items) * t / threads),
              end = int(std::int64_t(items) * (t + 1) / threads);
    for (int item = first; item < end; ++item) kernel(item);
  };
  for (int t = 1; t < threads; ++t) others.emplace_back(part, t);
  part(0);
  for (std::thread &thread : others) thread.join();
}

template <class Kernel> Resources resources()
{
  return {};
}

inline void wait() {}

#endif

/// Time of a call and of all that it launches [s].
template <class Call> double time_of(const Call &call)
{
  wait();
  const auto start = std::chrono::steady_clock::now();
  call();
  wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}    // namespace probe
