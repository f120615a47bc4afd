#include "listed_contacts.h"

#include "engine/evaluate/instruction_set.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <numeric>

namespace granular_srt {

ListedContacts::ListedContacts(const TypeLaws &laws, const InstructionSet &set) : type_laws_{laws}, set_{set}
{
  std::ranges::transform(laws.all(), std::back_inserter(laws_), compiled_law);
  std::ranges::transform(laws.all(), std::back_inserter(account_laws_), account_law);
}

void ListedContacts::run(const NearPairList &pairs, const ContactLoop &loop, const Workers *workers,
                         const CloseVisitor *before)
{
  const std::size_t threads = workers ? workers->count() : 1;
  const bool other_arrays = parts_.size() != threads || count_searched_ != loop.particles.count;
  if (schedule_.search_now(pairs.new_list || other_arrays,
                           [&] { return has_moved(loop.particles, workers); })) {
    parts_.resize(threads);
    search(pairs, loop, workers);
  }
  if (before)
    for (const ThreadContacts &part : parts_) part.visit(*before);
  const std::vector<CompiledLaw> &laws = loop.options.account ? account_laws_ : laws_;
  // A tally is not thread-safe.
  if (loop.loads.tally)
    for (ThreadContacts &part : parts_) part.evaluate(loop, laws, set_);
  else
    share(workers, [&](int part) { parts_[part].evaluate(loop, laws, set_); });
  if (threads > 1) add_thread_loads(loop, pairs.rows.count, workers);
  if (loop.loads.virial)
    for (const ThreadContacts &part : parts_) part.virial().add_to(loop.loads.virial);
}

void ListedContacts::add_account_to(AccountTotals &totals) const
{
  for (const ThreadContacts &part : parts_) totals.add(part.account());
}

// Calls task(part) for each part, in parallel if there are threads.
template <class Task> void ListedContacts::share(const Workers *workers, Task task) const
{
  if (parts_.size() == 1)
    task(0);
  else
    workers->run(task);
}

// First item of a part, if all parts take equal numbers of the `all` items.
int ListedContacts::begin_of(int part, int all) const
{
  return static_cast<int>(static_cast<std::ptrdiff_t>(all) * part / std::ssize(parts_));
}

bool ListedContacts::has_moved(const ParticleArrays &particles, const Workers *workers) const
{
  std::atomic<bool> found = false;
  share(workers, [&](int part) {
    const std::ptrdiff_t first = begin_of(part, particles.count);
    const int count = begin_of(part + 1, particles.count) - static_cast<int>(first);
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
  // ii: row of the list
  int work_of(const NearPairList &pairs, const ParticleArrays &particles, int ii)
  {
    constexpr int per_neighbor = 1, per_contact = 32;
    const int i = pairs.rows.atom[ii], count = pairs.rows.partners[i];
    const int *neighbors = pairs.rows.first[i];
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

void ListedContacts::search(const NearPairList &pairs, const ContactLoop &loop, const Workers *workers)
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
  const PairRows &rows = pairs.rows;
  no_pairs_ = std::all_of(rows.atom, rows.atom + rows.count, [&](int i) { return rows.partners[i] == 0; });
  // Contacts that keep their histories stay in their parts.
  const bool keep_histories = loop.options.has_history && !pairs.stored;
  if (!keep_histories) divide(pairs, particles, workers);
  share(workers,
        [&](int part) { parts_[part].search(pairs, loop, type_laws_, schedule_.all_close(), part > 0); });
}

// Divides the work about equally among the parts.
void ListedContacts::divide(const NearPairList &pairs, const ParticleArrays &particles,
                            const Workers *workers)
{
  const int atoms = pairs.rows.count;
  for (ThreadContacts &part : parts_) part.first = part.last = atoms;
  parts_.front().first = 0;
  if (parts_.size() == 1) return;
  std::vector<int> work(atoms);
  share(workers, [&](int part) {
    for (int ii = begin_of(part, atoms); ii < begin_of(part + 1, atoms); ++ii)
      work[ii] = work_of(pairs, particles, ii);
  });
  const std::ptrdiff_t all = std::accumulate(work.begin(), work.end(), std::ptrdiff_t{0});
  std::ptrdiff_t part = 0, sum = 0;
  for (int ii = 0; ii < atoms; ++ii) {
    sum += work[ii];
    while (part + 1 < std::ssize(parts_) && sum * std::ssize(parts_) >= all * (part + 1)) {
      parts_[part].last = ii + 1;
      parts_[++part].first = ii + 1;
    }
  }
}

/* ---- loads of threads ---- */

// Each thread adds the loads of the atoms that it integrates, then of its part of the ghosts: these are in its cache.
void ListedContacts::add_thread_loads(const ContactLoop &loop, int owned, const Workers *workers)
{
  constexpr int size = ThreadLoads::atoms_in_block;
  const int owned_blocks = owned / size, blocks = (loop.particles.count + size - 1) / size;
  share(workers, [&](int number) {
    const auto add = [&](int first, int last) {
      for (int block = first; block < last; ++block)
        for (std::size_t part = 1; part < parts_.size(); ++part)
          parts_[part].loads().add_block_to(loop, block);
    };
    add(begin_of(number, owned_blocks), begin_of(number + 1, owned_blocks));
    add(owned_blocks + begin_of(number, blocks - owned_blocks),
        owned_blocks + begin_of(number + 1, blocks - owned_blocks));
  });
}

/* ---- contacts and their histories ---- */

void ListedContacts::visit(const ContactVisitor &visit) const
{
  for (const ThreadContacts &part : parts_)
    for (std::size_t law = 0; law < part.close().size(); ++law) {
      const CloseList &list = part.close()[law];
      for (int chunk = 0; chunk < list.chunks(); ++chunk)
        for (const int k : list.contacts(chunk))
          visit(static_cast<int>(law), list.pairs[k].i, list.pairs[k].j(), list.history_of(k));
    }
}

bool ListedContacts::find(int i, int j, double *history) const
{
  if (places_.empty()) {
    for (const ThreadContacts &part : parts_)
      for (const CloseList &list : part.close())
        for (std::size_t k = 0; k < list.pairs.size(); ++k)
          places_.push_back({list.pairs[k].i, list.pairs[k].j(), &list, k});
    std::sort(places_.begin(), places_.end());
  }
  const auto place = std::lower_bound(places_.begin(), places_.end(), Place{i, j, nullptr, 0});
  if (place == places_.end() || place->i != i || place->j != j) return false;
  if (place->list->slots[place->k] == CloseList::no_slot) return false;
  std::copy_n(place->list->history_of(place->k), doubles_, history);
  return true;
}

double ListedContacts::memory_usage() const
{
  double bytes = bytes_of(x_searched_, radius_searched_, allowed_, places_);
  for (const ThreadContacts &part : parts_) bytes += part.memory_usage();
  return bytes;
}

}    // namespace granular_srt
