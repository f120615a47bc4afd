#include "device_accounts.h"
#include "block_size.h"
#include "device_laws.h"

#include "engine/evaluate/compiled_laws.h"

namespace granular_srt {
namespace {

  template <class Law> class AccountsOf : public DeviceAccounts {
   public:
    explicit AccountsOf(const std::vector<contact::AnyContact> &laws) : laws_{laws_on_device<Law>(laws)} {}

    [[nodiscard]] WithAccounts::Sums run(const ContactPass &pass, const WithAccounts &accounts) const override
    {
      WithAccounts::Sums sums;
      Kokkos::parallel_reduce("granular_srt::contacts_with_accounts",
                              ContactItems<ContactPass::Device>(0, pass.slots.atoms),
                              AtomContacts<Law, WithAccounts>{pass, laws_, accounts}, sums);
      return sums;
    }

   private:
    Kokkos::View<const Law *, ContactPass::Device> laws_;
  };

}    // namespace

std::unique_ptr<DeviceAccounts> make_device_accounts(const std::vector<contact::AnyContact> &laws)
{
  std::unique_ptr<DeviceAccounts> found;
  with_first_law(
      laws, [&]<class Law>(std::type_identity<Law>, int) { found = std::make_unique<AccountsOf<Law>>(laws); },
      AccountLaws{});
  return found;
}

}    // namespace granular_srt
