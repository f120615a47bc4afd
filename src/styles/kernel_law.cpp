#include "kernel_law.h"

#include "fast_paths.h"

#include <type_traits>

namespace granular_srt {
namespace {

  using namespace contact;

  template <class... Laws> KernelLaw first_that_fits(const AnyContact &law, TypeList<Laws...>)
  {
    KernelLaw found{0, nullptr};
    const auto take = [&]<class Law>(std::type_identity<Law>) {
      if (!LawAs<Law>::fits(law)) return ++found.place, false;
      found.law = std::make_shared<const Law>(LawAs<Law>::of(law));
      return true;
    };
    (void) (take(std::type_identity<Laws>{}) || ...);
    return found;
  }

}    // namespace

KernelLaw kernel_law(const AnyContact &law)
{
  return first_that_fits(law, KernelLaws{});
}

}    // namespace granular_srt
