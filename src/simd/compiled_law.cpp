#include "compiled_law.h"

#include "compiled_laws.h"

namespace granular_srt {

CompiledLaw compiled_law(const contact::AnyContact &law)
{
  CompiledLaw found{0, nullptr};
  with_compiled_law({&law, 1}, [&]<class Law>(std::type_identity<Law>, int index) {
    found = {index, std::make_shared<const Law>(LawAs<Law>::of(law))};
  });
  return found;
}

}    // namespace granular_srt
