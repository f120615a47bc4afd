#include "kernel_law.h"

#include "fast_paths.h"

namespace granular_srt {

KernelLaw kernel_law(const contact::AnyContact &law)
{
  KernelLaw found{0, nullptr};
  with_kernel_law({&law, 1}, [&]<class Law>(std::type_identity<Law>, int place) {
    found = {place, std::make_shared<const Law>(LawAs<Law>::of(law))};
  });
  return found;
}

}    // namespace granular_srt
