// What bounds a loop over contacts on one core of this machine, for the roofline of bench.py: how
// many bytes a nanosecond can be read and written, how many operations a nanosecond can be done, and
// how many of them the contact laws of src/contact need. Prints lines of "name value".
//   roofline N     instead, how many times as much N processors do together as one does alone

#include "counted.h"

#include "contact/contact.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace portable {
#define VECTOR_BYTES 16
#include "vector_kernels.inc"
#undef VECTOR_BYTES
}    // namespace portable

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HAS_X86_TARGETS
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#define VECTOR_BYTES 32
#include "vector_kernels.inc"
}    // namespace avx2
#pragma GCC target("avx2,fma")
namespace avx2_fma {
#include "vector_kernels.inc"
#undef VECTOR_BYTES
}    // namespace avx2_fma
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,prefer-vector-width=512")
namespace avx512 {
#define VECTOR_BYTES 64
#include "vector_kernels.inc"
#undef VECTOR_BYTES
}    // namespace avx512
#pragma GCC pop_options
#endif

namespace {

using granular_srt::bench::Counted;
using granular_srt::bench::Operations;
using namespace granular_srt::contact;

double nanoseconds()
{
  using namespace std::chrono;
  return duration<double, std::nano>(steady_clock::now().time_since_epoch()).count();
}

/// The most work a nanosecond in several tries, each at least 20 ms long.
/// \param work  does one round, returns how much that was
template <class Work> double best_rate(Work work)
{
  double best = 0.0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    double done = 0.0;
    const double start = nanoseconds();
    double elapsed = 0.0;
    while (elapsed < 2e7) {
      done += work();
      __asm__ volatile("" ::: "memory");
      elapsed = nanoseconds() - start;
    }
    best = std::max(best, done / elapsed);
  }
  return best;
}

/// The loops of vector_kernels.inc for one instruction set.
struct Kernels {
  const char *name;
  double (*multiply_add)(long, double &);
  void (*divide)(const double *, double *, long);
  void (*square_root)(const double *, double *, long);
  void (*copy)(const double *, double *, long);
  void (*triad)(const double *, double *, long);
  void (*update)(double *, long);
};

#define KERNELS(text, space)                                                                                 \
  Kernels                                                                                                    \
  {                                                                                                          \
    text, space::multiply_add, space::divide, space::square_root, space::copy, space::triad, space::update   \
  }

/// The widest instruction set without fused multiply-add that this CPU has, and the widest with it.
struct Chosen {
  Kernels plain, fused;
  bool has_fused;
};

Chosen choose()
{
#ifdef HAS_X86_TARGETS
  // a multiplication and an addition that are written apart are fused wherever the target allows it
  if (__builtin_cpu_supports("avx512f")) return {KERNELS("AVX2", avx2), KERNELS("AVX-512", avx512), true};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {KERNELS("AVX2", avx2), KERNELS("AVX2+FMA", avx2_fma), true};
#endif
  return {KERNELS("portable", portable), KERNELS("portable", portable), false};
}

/// Bytes a nanosecond of the fastest of copy, triad and update over arrays of `bytes` in all.
double bandwidth(const Kernels &kernels, double bytes)
{
  const long n = static_cast<long>(bytes / 16);
  std::vector<double> a(n, 1.0), b(n, 1.0);
  const double copied = best_rate([&] { return kernels.copy(a.data(), b.data(), n), 16.0 * n; });
  const double added = best_rate([&] { return kernels.triad(a.data(), b.data(), n), 24.0 * n; });
  const double updated = best_rate([&] {
    kernels.update(a.data(), n);
    kernels.update(b.data(), n);
    return 32.0 * n;
  });
  return std::max({copied, added, updated});
}

/// Coefficients of a pair of types that has its own.
template <std::size_t n> Sides same(const double (&values)[n])
{
  return {values, values, false};
}

/// Operations of one contact under a law, evaluated with small velocities, so that it sticks, or with
/// large ones, so that all its modes slide.
template <class Law> Operations operations_of(const Law &law, bool sliding)
{
  using Vector = Vec3<Counted>;
  const auto vector = [](double x, double y, double z) { return Vector{Counted(x), Counted(y), Counted(z)}; };
  const double speed = sliding ? 1.0 : 1e-7;
  Counted history[8];
  for (int k = 0; k < 8; ++k) history[k] = Counted(0.0);
  const HistoryLayout layout{0, 4, 7, 8};
  Operations last;
  // the second evaluation finds springs that it has to turn into the present plane
  for (double turn : {0.0, 1e-3}) {
    Counted::done = {};
    const Vector separation = vector(0.998, turn, 0.02);
    const Counted radius(0.5), mass(1.0), nothing(0.0);
    const auto geometry = sphere_pair(separation, dot(separation, separation), radius, radius);
    const Motion<Counted> motion{vector(0, speed, 0),
                                 vector(0, 0, speed),
                                 vector(speed, speed, 0),
                                 vector(0, speed, speed),
                                 mass * mass / (mass + mass),
                                 nothing,
                                 nothing};
    law.loads(geometry, motion, Step{0.02, true}, layout, history);
    last = Counted::done;
  }
  return last;
}

/// Forces and torques of both bodies take 12 more additions.
void print(const char *name, const Operations &o, int history)
{
  std::printf("law %s %g %g %g %g %d\n", name, o.add + 12, o.multiply, o.divide, o.square_root, history);
}

template <class Law> void print_law(const std::string &name, const Law &law, int history)
{
  print(name.c_str(), operations_of(law, false), history);
  print((name + "_sliding").c_str(), operations_of(law, true), history);
}

/// Work a nanosecond of some threads together, over a fifth of a second.
/// \param work_of_thread  makes the work of one thread: does one round, returns how much that was
template <class WorkOfThread> double rate_of_threads(int count, WorkOfThread work_of_thread)
{
  std::barrier all_ready(count);
  std::vector<double> rates(count);
  std::vector<std::thread> threads;
  for (int k = 0; k < count; ++k)
    threads.emplace_back([&, k] {
      auto work = work_of_thread();
      work();
      all_ready.arrive_and_wait();
      const double start = nanoseconds();
      double done = 0.0, elapsed = 0.0;
      while (elapsed < 2e8) {
        done += work();
        elapsed = nanoseconds() - start;
      }
      rates[k] = done / elapsed;
    });
  for (std::thread &thread : threads) thread.join();
  return std::accumulate(rates.begin(), rates.end(), 0.0);
}

void print_together(int count)
{
  const Kernels kernels = choose().fused;
  const auto arithmetic = [&] {
    return [&, sink = 0.0]() mutable { return kernels.multiply_add(10000, sink); };
  };
  const auto memory = [&] {
    return [&, numbers = std::vector<double>(12'500'000, 1.0)]() mutable {    // 100 MB
      kernels.update(numbers.data(), static_cast<long>(numbers.size()));
      return 16.0 * static_cast<double>(numbers.size());
    };
  };
  std::printf("together_arithmetic %.3f\n",
              rate_of_threads(count, arithmetic) / rate_of_threads(1, arithmetic));
  std::printf("together_memory %.3f\n", rate_of_threads(count, memory) / rate_of_threads(1, memory));
}

}    // namespace

int main(int narg, char **arg)
{
  if (narg > 1) {
    print_together(std::max(1, std::atoi(arg[1])));
    return 0;
  }
  const Chosen chosen = choose();
  std::printf("instructions %s\n", chosen.plain.name);
  std::printf("instructions_fused %s\n", chosen.has_fused ? chosen.fused.name : "none");
  // 4 MB: what a step of 10^4 spheres touches; 500 MB: beyond all caches
  // of both sets: whether wider registers copy and divide faster depends on the processor
  const auto best_of = [&](auto rate) { return std::max(rate(chosen.plain), rate(chosen.fused)); };
  std::printf("cache_bandwidth %.3f\n", best_of([](const Kernels &k) { return bandwidth(k, 4e6); }));
  std::printf("memory_bandwidth %.3f\n", best_of([](const Kernels &k) { return bandwidth(k, 5e8); }));

  double sink = 0.0;
  std::printf("operations %.3f\n", best_rate([&] { return chosen.plain.multiply_add(10000, sink); }));
  std::printf("operations_fused %.3f\n", best_rate([&] { return chosen.fused.multiply_add(10000, sink); }));

  std::vector<double> in(1024, 1.7), out(1024);
  const double numbers = static_cast<double>(in.size());
  const auto count = static_cast<long>(in.size());
  const auto rate_of = [&](const auto &loop) {
    return best_rate([&] { return loop(in.data(), out.data(), count), numbers; });
  };
  std::printf("divisions %.4f\n", best_of([&](const Kernels &k) { return rate_of(k.divide); }));
  std::printf("square_roots %.4f\n", best_of([&](const Kernels &k) { return rate_of(k.square_root); }));

  const double rolling[] = {1.0, 0.5, 0.3}, twisting[] = {1.0, 0.5, 0.3};
  const double linear[] = {1.0, 1.0, 0.3}, mindlin[] = {100.0, 1.0, 0.3};
  const double hooke[] = {1.0, 0.5}, material[] = {150.0, 0.5, 0.3}, hertz[] = {100.0, 1.0};
  const Elasticity none{};
  print_law("hooke",
            Contact<Hooke, MassVelocityDamping, LinearHistory, SdsRolling, SdsTwisting, NoHeat>{
                Hooke::make(same(hooke)), MassVelocityDamping::make(0.5, false),
                LinearHistory::make(same(linear), none), SdsRolling::make(same(rolling)),
                SdsTwisting::make(same(twisting)), NoHeat{}, false, false},
            7);
  print_law("material",
            Contact<HertzMaterial, TsujiDamping, MindlinRescaleForce, SdsRolling, MarshallTwisting, NoHeat>{
                HertzMaterial::make(same(material)), TsujiDamping::make(0.5, true),
                MindlinRescaleForce::make(same(mindlin), none), SdsRolling::make(same(rolling)),
                MarshallTwisting{}, NoHeat{}, false, false},
            8);
  print_law("material_sds",
            Contact<HertzMaterial, TsujiDamping, MindlinRescaleForce, SdsRolling, SdsTwisting, NoHeat>{
                HertzMaterial::make(same(material)), TsujiDamping::make(0.5, true),
                MindlinRescaleForce::make(same(mindlin), none), SdsRolling::make(same(rolling)),
                SdsTwisting::make(same(twisting)), NoHeat{}, false, false},
            8);
  print_law("hertz_viscoelastic",
            Contact<Hertz, ViscoelasticDamping, Mindlin, SdsRolling, SdsTwisting, NoHeat>{
                Hertz::make(same(hertz)), ViscoelasticDamping::make(1.0, true),
                Mindlin::make(same(mindlin), none), SdsRolling::make(same(rolling)),
                SdsTwisting::make(same(twisting)), NoHeat{}, false, false},
            7);
  print_law("gran_hooke_history",
            Contact<Hooke, MassVelocityDamping, LinearHistoryClassic, NoRolling, NoTwisting, NoHeat>{
                Hooke::make(same(hooke)), MassVelocityDamping::make(0.5, false),
                LinearHistoryClassic::make(same(linear), none), NoRolling{}, NoTwisting{}, NoHeat{}, false,
                false, 0.0},
            3);
  print_law("gran_hertz_history",
            Contact<Hertz, ViscoelasticDamping, MindlinClassic, NoRolling, NoTwisting, NoHeat>{
                Hertz::make(same(hertz)), ViscoelasticDamping::make(1.0, true),
                MindlinClassic::make(same(mindlin), none), NoRolling{}, NoTwisting{}, NoHeat{}, false, false,
                0.0},
            3);
  return sink == std::numeric_limits<double>::infinity();
}
