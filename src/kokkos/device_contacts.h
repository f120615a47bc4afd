#pragma once

#include "contact_pass.h"

#include <memory>
#include <vector>

namespace granular_srt {

/// The evaluation of all contacts on the device, for one set of laws.
class DeviceContacts {
 public:
  virtual ~DeviceContacts() = default;
  /// Adds the loads of all contacts to the owned atoms.
  /// \param virial  gets this rank's share of the virial; null if it is not wanted
  virtual void run(const ContactPass &pass, TensorSum *virial) const = 0;
};

/// Uses the first of CompiledLaws (engine/evaluate/compiled_laws.h) that fits all laws; the generic law fits always.
std::unique_ptr<DeviceContacts> make_device_contacts(const std::vector<contact::AnyContact> &laws);

}    // namespace granular_srt
