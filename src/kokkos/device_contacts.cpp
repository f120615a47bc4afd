#include "device_contacts.h"
#include "block_size.h"
#include "device_laws.h"

namespace granular_srt {
namespace {

  using Device = ContactPass::Device;

  template <class Law> class ContactsOf : public DeviceContacts {
   public:
    explicit ContactsOf(const std::vector<contact::AnyContact> &laws) : laws_{laws_on_device<Law>(laws)} {}

    void run(const ContactPass &pass, TensorSum *virial) const override
    {
      const AtomContacts<Law> contacts{pass, laws_};
      const ContactItems<Device> all(0, pass.slots.atoms);
      if (virial)
        Kokkos::parallel_reduce("granular_srt::contacts", all, contacts, *virial);
      else
        Kokkos::parallel_for("granular_srt::contacts", all, contacts);
    }

   private:
    Kokkos::View<const Law *, Device> laws_;
  };

}    // namespace

std::unique_ptr<DeviceContacts> make_device_contacts(const std::vector<contact::AnyContact> &laws)
{
  std::unique_ptr<DeviceContacts> found;
  with_compiled_law(laws, [&]<class Law>(std::type_identity<Law>, int) {
    found = std::make_unique<ContactsOf<Law>>(laws);
  });
  return found;
}

}    // namespace granular_srt
