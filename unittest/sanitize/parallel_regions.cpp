// To be preloaded before ThreadSanitizer's library: tells it how threads of GCC's OpenMP and of Kokkos wait for each other.
// Neither library is compiled with ThreadSanitizer, to which all work of two threads would be a race.

#include <dlfcn.h>

extern "C" void __tsan_acquire(void *);
extern "C" void __tsan_release(void *);

namespace {

// Threads of a region begin after what the caller has done before it; the caller goes on after all of them.
struct Region {
  void (*body)(void *);
  void *data;
  char begin, end;

  static void run(void *region)
  {
    auto *self = static_cast<Region *>(region);
    __tsan_acquire(&self->begin);
    self->body(self->data);
    __tsan_release(&self->end);
  }
};

char fence;    // one for all memory fences

}    // namespace

// what GCC makes of "#pragma omp parallel"
extern "C" void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags)
{
  using Parallel = void (*)(void (*)(void *), void *, unsigned, unsigned);
  static const auto next = reinterpret_cast<Parallel>(dlsym(RTLD_NEXT, "GOMP_parallel"));
  Region region{body, data, 0, 0};
  __tsan_release(&region.begin);
  next(&Region::run, &region, threads, flags);
  __tsan_acquire(&region.end);
}

// Kokkos' barrier is relaxed atomics and fences. ThreadSanitizer does nothing at a fence.
extern "C" void __tsan_atomic_thread_fence(int)
{
  __tsan_acquire(&fence);
  __tsan_release(&fence);
}

// Kokkos::Impl::HostBarrier::impl_backoff_wait_until_equal: the part of the barrier that is not in a header
extern "C" void _ZN6Kokkos4Impl11HostBarrier29impl_backoff_wait_until_equalEPiib(int *place, int value,
                                                                                 bool active)
{
  using Wait = void (*)(int *, int, bool);
  static const auto next = reinterpret_cast<Wait>(
      dlsym(RTLD_NEXT, "_ZN6Kokkos4Impl11HostBarrier29impl_backoff_wait_until_equalEPiib"));
  next(place, value, active);
  __tsan_acquire(&fence);
}
