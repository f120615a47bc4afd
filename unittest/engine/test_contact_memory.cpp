// Contact histories between a neighbor list and the atoms: each owner sees its side, ghosts pass theirs on.
#include "engine/history/contact_memory.h"

#include <gtest/gtest.h>

#include <vector>

using namespace granular_srt;
using LAMMPS_NS::tagint;

namespace {

constexpr int doubles = 2;

struct Contact {
  int i, j;
  std::vector<double> history;
};

class Contacts : public ActiveContacts {
 public:
  explicit Contacts(std::vector<Contact> all) : all_{std::move(all)} {}
  void visit(const std::function<void(int, int, const double *)> &visit) const override
  {
    for (const Contact &contact : all_) visit(contact.i, contact.j, contact.history.data());
  }
  bool find(int i, int j, double *history) const override
  {
    for (const Contact &contact : all_)
      if (contact.i == i && contact.j == j) {
        std::copy_n(contact.history.data(), doubles, history);
        return true;
      }
    return false;
  }

 private:
  std::vector<Contact> all_;
};

// Atoms 0 and 1 are owned, 2 is a ghost of an atom with ID 30.
const std::vector<tagint> tag{10, 20, 30};
const std::vector<int> type{1, 1, 1};
const SwapPartners swap_partners = [](const double *history, double *swapped, int, int) {
  swapped[0] = -history[0];
  swapped[1] = history[1];
};

ContactMemory stored_memory(const Contacts &contacts, bool newton)
{
  ContactMemory memory(doubles);
  memory.stored().grow(4);
  memory.activate(contacts, swap_partners, 2, 3);
  memory.count_partners(newton, 3);
  memory.store(tag.data(), type.data());
  return memory;
}

TEST(ContactMemory, BothSidesOfAContactAreStored)
{
  const Contacts contacts({{0, 1, {5.0, 6.0}}});
  ContactMemory memory = stored_memory(contacts, true);
  const double *of_0 = memory.stored().find(0, 20), *of_1 = memory.stored().find(1, 10);
  ASSERT_TRUE(of_0 && of_1);
  EXPECT_EQ(of_0[0], 5.0);
  EXPECT_EQ(of_1[0], -5.0);    // a displacement of i relative to j
  EXPECT_EQ(of_1[1], 6.0);
  EXPECT_EQ(memory.most_partners(), 1);
}

TEST(ContactMemory, GhostsHaveRecordsWithNewtonOnly)
{
  const Contacts contacts({{0, 2, {5.0, 6.0}}});
  EXPECT_EQ(stored_memory(contacts, true).stored().partners(2), 1);
  EXPECT_EQ(stored_memory(contacts, false).stored().partners(2), 0);
}

TEST(ContactMemory, RecordsOfGhostsFitWhereTheyWereCounted)
{
  const Contacts contacts({{0, 1, {5.0, 6.0}}});
  ContactMemory memory(doubles);
  memory.stored().grow(4);
  memory.activate(contacts, swap_partners, 2, 3);
  ++memory.count_partners(true, 3)[0];    // another rank has a contact of a ghost of atom 0
  memory.store(tag.data(), type.data());
  StoredContacts sender(doubles);
  sender.grow(1);
  sender.reset({1}, 1);
  double *history = sender.add(0, 40);
  history[0] = 7.0;
  history[1] = 8.0;
  std::vector<double> message(sender.packed_size(0));
  EXPECT_EQ(sender.pack(0, message.data()), sender.packed_size(0));
  EXPECT_EQ(memory.stored().add_packed(0, message.data()), sender.packed_size(0));
  EXPECT_EQ(memory.stored().find(0, 20)[1], 6.0);
  EXPECT_EQ(memory.stored().find(0, 40)[1], 8.0);
  EXPECT_EQ(memory.stored().find(1, 10)[1], 6.0);
  EXPECT_EQ(memory.most_partners(), 2);
}

TEST(ContactMemory, TheMostPartnersAreThoseOfAnOwnedAtom)
{
  const Contacts contacts({{0, 1, {5.0, 6.0}}, {1, 2, {5.0, 6.0}}});
  EXPECT_EQ(stored_memory(contacts, true).most_partners(), 2);
  const Contacts of_ghosts({{0, 2, {5.0, 6.0}}, {1, 2, {5.0, 6.0}}});
  EXPECT_EQ(stored_memory(of_ghosts, true).most_partners(), 1);
}

TEST(ContactMemory, FindsHistoriesWhereTheyAre)
{
  const Contacts contacts({{0, 1, {5.0, 6.0}}});
  ContactMemory memory = stored_memory(contacts, true);
  double history[doubles] = {};
  const Contacts others({{0, 1, {9.0, 9.0}}});
  memory.activate(others, swap_partners, 2, 3);
  EXPECT_TRUE(memory.find(0, 1, 20, {}, 1.0, history));
  EXPECT_EQ(history[0], 9.0);
  memory.deactivate();
  EXPECT_TRUE(memory.find(0, 1, 20, {}, 1.0, history));
  EXPECT_EQ(history[0], 5.0);
  EXPECT_FALSE(memory.find(0, 2, 30, {}, 1.0, history));
  EXPECT_EQ(history[0], 5.0);    // untouched
}

// Contacts of owned atoms stay where they are, and are stored as they were at the time of store() when somebody asks.
TEST(ContactMemory, PostponedContactsAreStoredWhenNeeded)
{
  const Contacts with_ghosts({{0, 2, {5.0, 6.0}}}), of_owned({{0, 1, {7.0, 8.0}}});
  ContactMemory memory(doubles);
  memory.stored().grow(4);
  memory.activate(with_ghosts, swap_partners, 2, 3, &of_owned);
  double history[doubles] = {};
  EXPECT_TRUE(memory.find(0, 2, 30, {}, 1.0, history));
  EXPECT_TRUE(memory.find(0, 1, 20, {}, 1.0, history));
  EXPECT_EQ(history[0], 7.0);
  EXPECT_EQ(memory.count_partners(true, 3), std::vector<int>({2, 1, 1}));
  std::vector<tagint> tags = tag;
  memory.store(tags.data(), type.data());
  EXPECT_EQ(memory.stored_so_far().partners(0), 1);
  EXPECT_EQ(memory.stored_so_far().partners(1), 0);
  tags = {10, 40, 30};    // the atoms have changed since
  EXPECT_EQ(memory.stored().partners(0), 2);
  ASSERT_TRUE(memory.stored().find(1, 10) && memory.stored().find(0, 20));
  EXPECT_EQ(memory.stored().find(0, 20)[1], 8.0);
  EXPECT_EQ(memory.stored().find(1, 10)[0], -7.0);
  EXPECT_EQ(memory.most_partners(), 2);
}

TEST(StoredContacts, TravelWithTheirAtoms)
{
  const Contacts contacts({{0, 1, {5.0, 6.0}}, {0, 2, {7.0, 8.0}}});
  ContactMemory memory = stored_memory(contacts, true);
  StoredContacts &stored = memory.stored();
  std::vector<double> message(stored.packed_size(0));
  stored.pack(0, message.data());
  stored.copy(1, 0);    // the last atom takes the place of one that leaves
  EXPECT_EQ(stored.find(0, 10)[0], -5.0);
  EXPECT_EQ(stored.unpack(3, message.data()), static_cast<int>(message.size()));
  EXPECT_EQ(stored.partners(3), 2);
  EXPECT_EQ(stored.find(3, 30)[1], 8.0);
  stored.clear(3);
  EXPECT_EQ(stored.find(3, 30), nullptr);
}

// The IDs of atoms have changed since the histories were stored.
TEST(StoredContacts, FollowPartnersToTheirNewIds)
{
  const Contacts contacts({{0, 1, {5.0, 6.0}}, {0, 2, {7.0, 8.0}}});
  ContactMemory memory = stored_memory(contacts, true);
  StoredContacts &stored = memory.stored();
  EXPECT_EQ(stored.name(0), 10);
  EXPECT_EQ(stored.name(1), 20);
  stored.copy(1, 3);
  EXPECT_EQ(stored.name(3), 20);
  stored.rename_partners(0, {{10, 20}, {30, 10}});    // the atom with ID 20 is gone
  EXPECT_EQ(stored.partners(0), 1);
  EXPECT_EQ(stored.find(0, 20), nullptr);
  ASSERT_TRUE(stored.find(0, 10));
  EXPECT_EQ(stored.find(0, 10)[1], 8.0);
  stored.clear(0);
  EXPECT_EQ(stored.name(0), 0);
}

}    // namespace
