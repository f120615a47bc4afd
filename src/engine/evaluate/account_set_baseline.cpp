#include "account_set.h"
#include "instruction_set.h"
#include "set_registers.h"

#if defined(__SSE2__) || (defined(__ARM_NEON) && defined(__aarch64__))
namespace granular_srt::detail {

constinit const AccountSet baseline_account = account_set_of<BaselineReal>();

}    // namespace granular_srt::detail
#endif
