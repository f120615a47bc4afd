#pragma once

#include "contact_accounts.h"

#include <memory>
#include <vector>

namespace granular_srt {

/// The evaluation of all contacts on the device with their accounts of energy, for one set of laws.
class DeviceAccounts {
 public:
  virtual ~DeviceAccounts() = default;
  /// Adds the loads of all contacts to the owned atoms, and returns the sums over all contacts.
  [[nodiscard]] virtual WithAccounts::Sums run(const ContactPass &pass,
                                               const WithAccounts &accounts) const = 0;
};

/// The evaluation with the first of AccountLaws (engine/evaluate/compiled_laws.h) that fits all of these laws.
std::unique_ptr<DeviceAccounts> make_device_accounts(const std::vector<contact::AnyContact> &laws);

}    // namespace granular_srt
