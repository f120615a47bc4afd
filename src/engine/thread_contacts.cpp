#include "thread_contacts.h"

#include "engine/evaluate/lane_access.h"
#include "engine/evaluate/instruction_set.h"

#include <algorithm>
#include <span>

namespace granular_srt {

/* ---- search for close pairs ---- */

namespace {

  // Calls found(law, pair, close) for each close pair of some particles, and for the other pairs too if contacts act beyond
  // touch. Calls after_atom(i) after the pairs of an atom.
  // all_close: whether all pairs count as close
  template <class Found, class AfterAtom>
  void for_each_pair(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws, int first,
                     int last, bool all_close, Found found, AfterAtom after_atom)
  {
    const PairList &list = pairs.list;
    const ParticleArrays &particles = loop.particles;
    const double *special = loop.options.special;
    const bool skips_frozen = particles.frozen && !particles.temperature;    // heat flows between them
    for (int ii = first; ii < last; ++ii) {
      const int i = list.atom[ii];
      const int *neighbors = list.first[i];
      const int *law_of_partner = laws.laws_with(particles.type[i]);
      const contact::Vec3<double> x_i = row(particles.x, i);

      for (int jj = 0; jj < list.partners[i]; ++jj) {
        const ClosePair pair{i, neighbors[jj]};
        const int j = pair.j();
        if (special && special[pair.special()] == 0.0) continue;
        if (skips_frozen && (particles.mask[i] & particles.mask[j] & particles.frozen)) continue;
        const contact::Vec3<double> separation = x_i - row(particles.x, j);
        const double reach = particles.radius[i] + particles.radius[j] + pairs.margin;
        const bool close = all_close || dot(separation, separation) < reach * reach;
        if (!close && !loop.options.acts_beyond_touch) continue;
        const int law = law_of_partner[particles.type[j]];
        if (law >= 0) found(law, pair, close);
      }
      after_atom(i);
    }
  }

}    // namespace

void ThreadContacts::search(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws,
                            bool all_close, bool own_loads)
{
  if (close_.empty()) make_lists(pairs, loop, laws, all_close);
  own_loads_ = own_loads;
  if (own_loads) loads_.clear(loop);
  if (loop.options.has_history && !pairs.stored)
    search_same_list(pairs, loop, laws, all_close);
  else
    search_new_list(pairs, loop, laws, all_close);
  end_chunk();
  for (CloseList &list : close_) list.finish();
}

// Memory for the present pairs: growing lists leave holes in memory.
void ThreadContacts::make_lists(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws,
                                bool all_close)
{
  close_.resize(laws.all().size());
  std::vector<std::size_t> count(close_.size());
  for_each_pair(
      pairs, loop, laws, first, last, all_close,
      [&](int law, const ClosePair &, bool close) { count[law] += close; }, [](int) {});
  for (std::size_t law = 0; law < close_.size(); ++law)
    close_[law].reserve(count[law], loop.options.has_history);
}

void ThreadContacts::search_new_list(const NearPairList &pairs, const ContactLoop &loop, const TypeLaws &laws,
                                     bool all_close)
{
  const bool by_image = pairs.stored && pairs.stored->have_separations();
  const double *const x = loop.particles.x;
  for (CloseList &list : close_) list.begin(loop.options.has_history ? loop.options.layout.size : 0);
  for_each_pair(
      pairs, loop, laws, first, last, all_close,
      [&](int law, const ClosePair &pair, bool close) {
        const int i = pair.i, j = pair.j();
        const double *history = nullptr;
        if (by_image)
          history = pairs.stored->find_image(i, pairs.tag[j], row(x, i) - row(x, j), pairs.half_image);
        else if (pairs.stored)
          history = pairs.stored->find(i, pairs.tag[j]);
        if (!close && !history) return;
        close_[law].add(pair, history);
        ++pairs_in_chunk_;
        expect_loads(pair);
      },
      [&](int) { end_full_chunk(); });
}

void ThreadContacts::search_same_list(const NearPairList &pairs, const ContactLoop &loop,
                                      const TypeLaws &laws, bool all_close)
{
  for (CloseList &list : close_) list.begin_again();
  for_each_pair(
      pairs, loop, laws, first, last, all_close,
      [&](int law, const ClosePair &pair, bool close) {
        const int index = close_[law].history_before(pair);
        if (!close && index == CloseList::no_history) return;
        close_[law].add_again(pair, index);
        ++pairs_in_chunk_;
        expect_loads(pair);
      },
      [&](int i) {
        for (CloseList &list : close_) list.finish_atom(i);
        end_full_chunk();
      });
}

void ThreadContacts::expect_loads(const ClosePair &pair)
{
  if (!own_loads_) return;
  loads_.expect(pair.i);
  loads_.expect(pair.j());
}

// The chunks of all laws end after the same atom: its particles stay in the caches from law to law.
void ThreadContacts::end_chunk()
{
  for (CloseList &list : close_) list.end_chunk();
  pairs_in_chunk_ = 0;
}

// Small enough that moving a pair between the groups of a chunk is cheap; large enough to fill SIMD registers.
void ThreadContacts::end_full_chunk()
{
  constexpr std::size_t pairs_per_law = 2048, most_laws = 2;
  if (pairs_in_chunk_ >= pairs_per_law * std::min(close_.size(), most_laws)) end_chunk();
}

/* ---- evaluation ---- */

void ThreadContacts::evaluate(const ContactLoop &arrays, const std::vector<CompiledLaw> &laws,
                              const InstructionSet &set)
{
  ContactLoop loop = arrays;
  if (own_loads_) loads_.redirect(loop.loads);
  if (loop.loads.virial) virial_ = {};
  if (loop.options.account) account_ = {};
  const bool plain = is_plain(loop);
  for (int chunk = 0; chunk < close_.front().chunks(); ++chunk)
    for (std::size_t law = 0; law < laws.size(); ++law) {
      CloseList &close = close_[law];
      if (close.pairs_in_chunk(chunk) == 0) continue;
      const std::span<const int> apart = close.apart(chunk);
      overlapping_.resize(std::max(overlapping_.size(), apart.size()));
      const int begun = set.find_overlaps(close.pairs.data(), apart.data(), static_cast<int>(apart.size()),
                                          loop.particles.x, loop.particles.radius, overlapping_.data());
      close.begin_contacts(chunk, std::span(overlapping_).first(begun));

      const std::span<const int> contacts = close.contacts(chunk);
      if (contacts.empty()) continue;
      ended_.resize(std::max(ended_.size(), contacts.size()));
      EndedContacts ended{ended_.data(), 0};
      const InstructionSet &for_count = set_for(static_cast<int>(contacts.size()), set);
      const ContactBatch batch{close.pairs.data(),
                               contacts.data(),
                               static_cast<int>(contacts.size()),
                               loop.options.has_history ? close.history_index.data() : nullptr,
                               close.history(),
                               close.partner_offset(chunk),
                               close.pairs_in_chunk(chunk),
                               &ended};
      if (loop.options.account)
        for_count.accounts->evaluate(laws[law], plain, batch, loop, virial_, account_);
      else
        for_count.contacts->evaluate(laws[law], plain, batch, loop, virial_);
      // What is not a time step, such as a trial of a minimization, changes no contact: new ones act in it alone.
      close.end_contacts(chunk,
                         loop.options.step.update ? std::span(ended_).first(ended.count)
                                                  : std::span(overlapping_).first(begun));
    }
}

void ThreadContacts::visit(const CloseVisitor &visitor) const
{
  for (std::size_t law = 0; law < close_.size(); ++law) {
    const CloseList &close = close_[law];
    for (int chunk = 0; chunk < close.chunks(); ++chunk) {
      for (const int k : close.contacts(chunk))
        visitor(static_cast<int>(law), close.pairs[k], true,
                close.history_index.empty() ? nullptr : close.history_of(k));
      for (const int k : close.apart(chunk)) visitor(static_cast<int>(law), close.pairs[k], false, nullptr);
    }
  }
}

double ThreadContacts::memory_usage() const
{
  double bytes = loads_.memory_usage();
  for (const CloseList &list : close_) bytes += list.memory_usage();
  return bytes;
}

}    // namespace granular_srt
