#include "list_contacts.h"

#include "engine/evaluate/instruction_set.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <numeric>

namespace granular_srt {

ListContacts::ListContacts(const TypeLaws &laws, const InstructionSet &set) : type_laws_{laws}, set_{set}
{
  std::ranges::transform(laws.all(), std::back_inserter(laws_), compiled_law);
  std::ranges::transform(laws.all(), std::back_inserter(account_laws_), account_law);
}

void ListContacts::run(const NearPairList &pairs, const ContactLoop &loop, const Workers *workers,
                       const CloseVisitor *before)
{
  const std::size_t threads = workers ? workers->count() : 1;
  const bool other_arrays = threads_.size() != threads || count_searched_ != loop.particles.count;
  if (schedule_.search_now(pairs.new_list || other_arrays,
                           [&] { return has_moved(loop.particles, workers); })) {
    threads_.resize(threads);
    search(pairs, loop, workers);
  }
  if (before)
    for (const ThreadContacts &thread : threads_) thread.visit(*before);
  const std::vector<CompiledLaw> &laws = loop.options.account ? account_laws_ : laws_;
  // A tally is not thread-safe.
  if (loop.loads.tally)
    for (ThreadContacts &thread : threads_) thread.evaluate(loop, laws, set_);
  else
    share(workers, [&](int thread) { threads_[thread].evaluate(loop, laws, set_); });
  if (threads > 1) add_thread_loads(loop, pairs.list.count, workers);
  if (loop.loads.virial)
    for (const ThreadContacts &thread : threads_) thread.virial().add_to(loop.loads.virial);
}

void ListContacts::add_account_to(AccountTotals &totals) const
{
  for (const ThreadContacts &thread : threads_) totals.add(thread.account());
}

// Calls task(thread) for each thread, in parallel if there are threads.
template <class Task> void ListContacts::share(const Workers *workers, Task task) const
{
  if (threads_.size() == 1)
    task(0);
  else
    workers->run(task);
}

// First item of a thread, if all threads take equal numbers of the `all` items.
int ListContacts::begin_of(int thread, int all) const
{
  return static_cast<int>(static_cast<std::ptrdiff_t>(all) * thread / std::ssize(threads_));
}

bool ListContacts::has_moved(const ParticleArrays &particles, const Workers *workers) const
{
  std::atomic<bool> found = false;
  share(workers, [&](int thread) {
    const std::ptrdiff_t first = begin_of(thread, particles.count);
    const int count = begin_of(thread + 1, particles.count) - static_cast<int>(first);
    if (count == 0) return;
    if (std::memcmp(particles.radius + first, radius_searched_.data() + first, count * sizeof(double)) != 0 ||
        set_for(count, set_)
            .any_point_moved(particles.x + 3 * first, x_searched_.data() + 3 * first, allowed_.data() + first,
                             count))
      found = true;
  });
  return found;
}

/* ---- search for close pairs ---- */

namespace {

  // Estimated time of an atom of the list in a step [ns].
  // ii: place in the list
  int work_of(const NearPairList &pairs, const ParticleArrays &particles, int ii)
  {
    constexpr int per_neighbor = 1, per_contact = 32;
    const int i = pairs.list.atom[ii], count = pairs.list.partners[i];
    const int *neighbors = pairs.list.first[i];
    const contact::Vec3<double> x_i = row(particles.x, i);
    int work = 1 + per_neighbor * count;
    for (int jj = 0; jj < count; ++jj) {
      const int j = ClosePair{i, neighbors[jj]}.j();
      const contact::Vec3<double> separation = x_i - row(particles.x, j);
      if (contact::overlapping(dot(separation, separation), particles.radius[i], particles.radius[j]))
        work += per_contact;
    }
    return work;
  }

}    // namespace

void ListContacts::search(const NearPairList &pairs, const ContactLoop &loop, const Workers *workers)
{
  const ParticleArrays &particles = loop.particles;
  count_searched_ = particles.count;
  if (!schedule_.all_close()) {    // has_moved() is needed only then
    x_searched_.assign(particles.x, particles.x + 3 * static_cast<std::ptrdiff_t>(particles.count));
    allowed_.assign(particles.count, 0.5 * pairs.margin);    // both atoms of a pair may move
    radius_searched_.assign(particles.radius, particles.radius + particles.count);
  }
  doubles_ = loop.options.has_history ? loop.options.layout.size : 0;
  places_.clear();
  const PairList &list = pairs.list;
  no_pairs_ = std::all_of(list.atom, list.atom + list.count, [&](int i) { return list.partners[i] == 0; });
  // Contacts that keep their histories stay with their threads.
  const bool keep_histories = loop.options.has_history && !pairs.stored;
  if (!keep_histories) divide(pairs, particles, workers);
  share(workers, [&](int thread) {
    threads_[thread].search(pairs, loop, type_laws_, schedule_.all_close(), thread > 0);
  });
}

// Divides the work about equally among the threads.
void ListContacts::divide(const NearPairList &pairs, const ParticleArrays &particles, const Workers *workers)
{
  const int atoms = pairs.list.count;
  for (ThreadContacts &thread : threads_) thread.first = thread.last = atoms;
  threads_.front().first = 0;
  if (threads_.size() == 1) return;
  std::vector<int> work(atoms);
  share(workers, [&](int thread) {
    for (int ii = begin_of(thread, atoms); ii < begin_of(thread + 1, atoms); ++ii)
      work[ii] = work_of(pairs, particles, ii);
  });
  const std::ptrdiff_t all = std::accumulate(work.begin(), work.end(), std::ptrdiff_t{0});
  std::ptrdiff_t thread = 0, sum = 0;
  for (int ii = 0; ii < atoms; ++ii) {
    sum += work[ii];
    while (thread + 1 < std::ssize(threads_) && sum * std::ssize(threads_) >= all * (thread + 1)) {
      threads_[thread].last = ii + 1;
      threads_[++thread].first = ii + 1;
    }
  }
}

/* ---- loads of threads ---- */

// Each thread adds the loads of the atoms that it integrates, then of its share of the ghosts: these are in its cache.
void ListContacts::add_thread_loads(const ContactLoop &loop, int owned, const Workers *workers)
{
  constexpr int size = ThreadLoads::atoms_in_block;
  const int owned_blocks = owned / size, blocks = (loop.particles.count + size - 1) / size;
  share(workers, [&](int number) {
    const auto add = [&](int first, int last) {
      for (int block = first; block < last; ++block)
        for (std::size_t thread = 1; thread < threads_.size(); ++thread)
          threads_[thread].loads().add_block_to(loop, block);
    };
    add(begin_of(number, owned_blocks), begin_of(number + 1, owned_blocks));
    add(owned_blocks + begin_of(number, blocks - owned_blocks),
        owned_blocks + begin_of(number + 1, blocks - owned_blocks));
  });
}

/* ---- contacts and their histories ---- */

void ListContacts::visit(const ContactVisitor &visit) const
{
  for (const ThreadContacts &thread : threads_)
    for (std::size_t law = 0; law < thread.close().size(); ++law) {
      const CloseList &list = thread.close()[law];
      for (int chunk = 0; chunk < list.chunks(); ++chunk)
        for (const int k : list.contacts(chunk))
          visit(static_cast<int>(law), list.pairs[k].i, list.pairs[k].j(), list.history_of(k));
    }
}

bool ListContacts::find(int i, int j, double *history) const
{
  if (places_.empty()) {
    for (const ThreadContacts &thread : threads_)
      for (const CloseList &list : thread.close())
        for (std::size_t k = 0; k < list.pairs.size(); ++k)
          places_.push_back({list.pairs[k].i, list.pairs[k].j(), &list, k});
    std::sort(places_.begin(), places_.end());
  }
  const auto place = std::lower_bound(places_.begin(), places_.end(), Place{i, j, nullptr, 0});
  if (place == places_.end() || place->i != i || place->j != j) return false;
  if (place->list->history_index[place->k] == CloseList::no_history) return false;
  std::copy_n(place->list->history_of(place->k), doubles_, history);
  return true;
}

double ListContacts::memory_usage() const
{
  double bytes = bytes_of(x_searched_, radius_searched_, allowed_, places_);
  for (const ThreadContacts &thread : threads_) bytes += thread.memory_usage();
  return bytes;
}

}    // namespace granular_srt
