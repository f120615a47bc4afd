#include "account_set.h"

#include <numeric>

namespace granular_srt {

namespace {

  template <class List> CompiledLaw first_that_fits(const contact::AnyContact &law, List list)
  {
    CompiledLaw found{0, nullptr, law};
    with_first_law(
        {&law, 1},
        [&]<class Law>(std::type_identity<Law>, int index) {
          found.index = index;
          found.law = std::make_shared<const Law>(LawAs<Law>::of(law));
        },
        list);
    return found;
  }

}    // namespace

namespace detail {

  template <class Law>
  double add_ended(const Law &law, const ContactLoop &loop, const ClosePair &pair, double *history,
                   double share, AccountSums &sums)
  {
    const ContactOptions &options = loop.options;
    double stored[contact::n_modes];
    pair_of(loop.particles, options, pair.i, pair.j())
        .ended(law, options.step.dt, layout_in_registers<Law>(options.layout), history, stored);
    sums.add_ended(share, stored);
    return share * std::accumulate(stored, stored + contact::n_modes, 0.0);
  }

  template double add_ended(const AllModesHooke &, const ContactLoop &, const ClosePair &, double *, double,
                            AccountSums &);
  template double add_ended(const contact::AnyContact &, const ContactLoop &, const ClosePair &, double *,
                            double, AccountSums &);

}    // namespace detail

CompiledLaw compiled_law(const contact::AnyContact &law)
{
  return first_that_fits(law, CompiledLaws{});
}

CompiledLaw account_law(const contact::AnyContact &law)
{
  return first_that_fits(law, AccountLaws{});
}

}    // namespace granular_srt
