#include "device_contacts.h"

#include "styles/fast_paths.h"

#include <algorithm>
#include <type_traits>

namespace granular_srt {
namespace {

  using Device = ContactPass::Device;

  template <class Law> class ContactsOf : public DeviceContacts {
   public:
    explicit ContactsOf(const std::vector<contact::AnyContact> &laws)
    {
      const Kokkos::View<Law *, Device> here(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "granular_srt::laws"), laws.size());
      const auto mirror = Kokkos::create_mirror_view(here);
      std::transform(laws.begin(), laws.end(), mirror.data(), LawAs<Law>::of);
      Kokkos::deep_copy(here, mirror);
      laws_ = here;
    }

    void run(const ContactPass &pass, VirialSum *virial) const override
    {
      const AtomContacts<Law> contacts{pass, laws_};
      const Kokkos::RangePolicy<Device> all(0, pass.slots.atoms);
      if (virial)
        Kokkos::parallel_reduce("granular_srt::contacts", all, contacts, *virial);
      else
        Kokkos::parallel_for("granular_srt::contacts", all, contacts);
    }

   private:
    Kokkos::View<const Law *, Device> laws_;
  };

  template <class... Laws>
  std::unique_ptr<DeviceContacts> first_that_fits(const std::vector<contact::AnyContact> &laws,
                                                  contact::TypeList<Laws...>)
  {
    std::unique_ptr<DeviceContacts> found;
    const auto take = [&]<class Law>(std::type_identity<Law>) {
      if (!std::all_of(laws.begin(), laws.end(), LawAs<Law>::fits)) return false;
      found = std::make_unique<ContactsOf<Law>>(laws);
      return true;
    };
    (void) (take(std::type_identity<Laws>{}) || ...);
    return found;
  }

}    // namespace

std::unique_ptr<DeviceContacts> make_device_contacts(const std::vector<contact::AnyContact> &laws)
{
  return first_that_fits(laws, KernelLaws{});
}

}    // namespace granular_srt
