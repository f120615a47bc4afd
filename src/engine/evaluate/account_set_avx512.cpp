#include "account_set.h"
#include "instruction_set.h"
#include "set_registers.h"

namespace granular_srt::detail {

constinit const AccountSet avx512_account = account_set_of<Avx512Real>();

}    // namespace granular_srt::detail
