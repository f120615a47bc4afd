// Contact histories stored with the atoms: they travel, and follow their partners to new IDs.
#include "engine/history/atom_histories.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

using namespace granular_srt;
using LAMMPS_NS::tagint;

namespace {

constexpr int doubles = 2;

// Atoms 0, 1 and 2 have the IDs 10, 20 and 30. Atom 0 touches the others.
AtomHistories star()
{
  AtomHistories stored(doubles);
  stored.grow(4);
  stored.reset({2, 1, 1, 0}, 4);
  const auto add = [&](int atom, tagint partner, double first, double second) {
    double *history = stored.add(atom, partner);
    history[0] = first;
    history[1] = second;
  };
  add(0, 20, 5.0, 6.0);
  add(0, 30, 7.0, 8.0);
  add(1, 10, -5.0, 6.0);
  add(2, 10, -7.0, 8.0);
  for (int atom = 0; atom < 3; ++atom) stored.set_stored_id(atom, 10 * (atom + 1));
  return stored;
}

TEST(AtomHistories, TravelWithTheirAtoms)
{
  AtomHistories stored = star();
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
TEST(AtomHistories, FollowPartnersToTheirNewIds)
{
  AtomHistories stored = star();
  EXPECT_EQ(stored.stored_id(0), 10);
  EXPECT_EQ(stored.stored_id(1), 20);
  stored.copy(1, 3);
  EXPECT_EQ(stored.stored_id(3), 20);
  stored.update_partners(0, {{10, 20}, {30, 10}});    // the atom with ID 20 is gone
  EXPECT_EQ(stored.partners(0), 1);
  EXPECT_EQ(stored.find(0, 20), nullptr);
  ASSERT_TRUE(stored.find(0, 10));
  EXPECT_EQ(stored.find(0, 10)[1], 8.0);
  stored.clear(0);
  EXPECT_EQ(stored.stored_id(0), 0);
}

}    // namespace
