#include "compiled_laws.h"

namespace granular_srt {

namespace {

  template <class List> CompiledLaw first_that_fits(const contact::AnyContact &law, List list)
  {
    CompiledLaw found{0, nullptr};
    with_first_law(
        {&law, 1},
        [&]<class Law>(std::type_identity<Law>, int index) {
          found = {index, std::make_shared<const Law>(LawAs<Law>::of(law))};
        },
        list);
    return found;
  }

}    // namespace

CompiledLaw compiled_law(const contact::AnyContact &law)
{
  return first_that_fits(law, CompiledLaws{});
}

CompiledLaw account_law(const contact::AnyContact &law)
{
  return first_that_fits(law, AccountLaws{});
}

}    // namespace granular_srt
