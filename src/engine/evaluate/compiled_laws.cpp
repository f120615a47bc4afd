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
  double add_ended(const Law &law, contact::Vec3<double> separation, double radius_i, double radius_j,
                   const contact::Motion<double> &motion, const ContactOptions &options, double *history,
                   double share, AccountSums &sums)
  {
    double stored[contact::n_modes];
    contact::ended_pair(law, separation, radius_i, radius_j, motion, options.step.dt,
                        layout_in_registers<Law>(options.layout), history, stored);
    sums.add_ended(share, stored);
    return share * std::accumulate(stored, stored + contact::n_modes, 0.0);
  }

  template double add_ended(const AllModesHooke &, contact::Vec3<double>, double, double,
                            const contact::Motion<double> &, const ContactOptions &, double *, double,
                            AccountSums &);
  template double add_ended(const contact::AnyContact &, contact::Vec3<double>, double, double,
                            const contact::Motion<double> &, const ContactOptions &, double *, double,
                            AccountSums &);

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
