#include "account_set.h"
#include "instruction_set.h"

namespace granular_srt::detail {

constinit const AccountSet scalar_account = account_set_of<double>();

}    // namespace granular_srt::detail
