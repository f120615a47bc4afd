// History of the contacts between particles and a wall.

#include "wall/wall_history.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

using granular_srt::WallHistory;

namespace {

constexpr int most = 3, doubles = 2;

/// Sets the contacts of particle i and gives each the values part + 0.1, part + 0.2, ...
void fill(WallHistory &history, int i, const std::vector<int> &parts)
{
  history.set_contacts(i, parts.data(), static_cast<int>(parts.size()));
  for (const int part : parts)
    for (int k = 0; k < doubles; ++k) history.values(i, part)[k] = part + 0.1 * (k + 1);
}

void expect_filled(WallHistory &history, int i, const std::vector<int> &parts)
{
  for (const int part : parts) {
    ASSERT_TRUE(history.touching(i, part)) << "particle " << i << " part " << part;
    for (int k = 0; k < doubles; ++k) EXPECT_EQ(history.values(i, part)[k], part + 0.1 * (k + 1));
  }
}

void set_contacts(WallHistory &history, int i, const std::vector<int> &parts)
{
  history.set_contacts(i, parts.data(), static_cast<int>(parts.size()));
}

WallHistory history_of(int particles)
{
  WallHistory history(most, doubles);
  history.grow(particles);
  return history;
}

}    // namespace

TEST(WallHistory, NewParticlesHaveNoContacts)
{
  WallHistory history = history_of(4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(history.touching(i, 0));
    EXPECT_EQ(history.packed_size(i), 1);
  }
}

TEST(WallHistory, GrowKeepsContactsOfEveryParticle)
{
  WallHistory history = history_of(2);
  fill(history, 0, {7});
  fill(history, 1, {0, 5, 9});
  history.grow(50);
  expect_filled(history, 0, {7});
  expect_filled(history, 1, {0, 5, 9});
  for (int i = 2; i < 50; ++i) EXPECT_EQ(history.packed_size(i), 1);
  fill(history, 49, {3});
  expect_filled(history, 49, {3});
}

TEST(WallHistory, ContactBeginsWithZeros)
{
  WallHistory history = history_of(1);
  fill(history, 0, {4, 5, 6});
  history.clear(0);
  EXPECT_FALSE(history.touching(0, 4));
  set_contacts(history, 0, {6});
  EXPECT_TRUE(history.touching(0, 6));
  for (int k = 0; k < doubles; ++k) EXPECT_EQ(history.values(0, 6)[k], 0.0);
}

TEST(WallHistory, LostContactIsForgottenAndTheOthersKeepTheirValues)
{
  for (const int lost : {1, 2, 3}) {
    WallHistory history = history_of(2);
    fill(history, 0, {1, 2, 3});
    fill(history, 1, {1, 2, 3});
    std::vector<int> kept;
    for (const int part : {1, 2, 3})
      if (part != lost) kept.push_back(part);
    set_contacts(history, 0, kept);
    EXPECT_FALSE(history.touching(0, lost));
    expect_filled(history, 0, kept);
    expect_filled(history, 1, {1, 2, 3});

    set_contacts(history, 0, {1, 2, 3});
    expect_filled(history, 0, kept);
    for (int k = 0; k < doubles; ++k) EXPECT_EQ(history.values(0, lost)[k], 0.0);
  }
}

TEST(WallHistory, OrderOfTheNewContactsDoesNotMatter)
{
  WallHistory history = history_of(1);
  fill(history, 0, {1, 2});
  set_contacts(history, 0, {8, 2, 1});
  expect_filled(history, 0, {1, 2});
  for (int k = 0; k < doubles; ++k) EXPECT_EQ(history.values(0, 8)[k], 0.0);
}

TEST(WallHistory, CopyReplacesTheContacts)
{
  WallHistory history = history_of(3);
  fill(history, 0, {1, 2});
  fill(history, 2, {5, 6, 7});
  history.copy(0, 2);
  expect_filled(history, 0, {1, 2});
  expect_filled(history, 2, {1, 2});
  for (const int part : {5, 6, 7}) EXPECT_FALSE(history.touching(2, part));
  EXPECT_EQ(history.packed_size(2), history.packed_size(0));
  EXPECT_EQ(history.packed_size(1), 1);
}

TEST(WallHistory, CopyOntoItselfChangesNothing)
{
  WallHistory history = history_of(1);
  fill(history, 0, {1, 2});
  history.copy(0, 0);
  expect_filled(history, 0, {1, 2});
}

TEST(WallHistory, UnpackReadsWhatPackWrote)
{
  for (const std::vector<int> &parts : {std::vector<int>{}, {4}, {9, 0, 2}}) {
    WallHistory sender = history_of(2), receiver = history_of(5);
    fill(sender, 1, parts);
    fill(receiver, 3, {1, 2, 3});
    std::vector<double> buffer(sender.largest_packed_size() + 1, -1.0);
    const int written = sender.pack(1, buffer.data());
    EXPECT_EQ(written, sender.packed_size(1));
    EXPECT_LE(written, sender.largest_packed_size());
    EXPECT_EQ(buffer[0], parts.size());
    EXPECT_EQ(buffer[written], -1.0);
    EXPECT_EQ(receiver.unpack(3, buffer.data()), written);
    EXPECT_EQ(receiver.packed_size(3), written);
    expect_filled(receiver, 3, parts);
    EXPECT_EQ(receiver.touching(3, 1), false);
  }
}

TEST(WallHistory, FullParticleHasTheLargestPackedSize)
{
  WallHistory history = history_of(1);
  fill(history, 0, {1, 2, 3});
  EXPECT_EQ(history.packed_size(0), history.largest_packed_size());
  EXPECT_EQ(history.largest_packed_size(), 1 + most * (1 + doubles));
}

TEST(WallHistory, PackedDataIsRecognized)
{
  WallHistory history = history_of(1);
  for (int count = 0; count <= most; ++count) {
    std::vector<int> parts(count);
    std::iota(parts.begin(), parts.end(), 0);
    set_contacts(history, 0, parts);
    std::vector<double> buffer(history.largest_packed_size());
    const int written = history.pack(0, buffer.data());
    EXPECT_TRUE(history.is_packed(buffer[0], written));
    EXPECT_FALSE(history.is_packed(buffer[0], written + 1));
    EXPECT_FALSE(history.is_packed(buffer[0], written - 1));
  }
  EXPECT_FALSE(history.is_packed(-1.0, 1 - (1 + doubles)));
  EXPECT_TRUE(history.is_packed(most + 1, 1 + (most + 1) * (1 + doubles)));
}

TEST(WallHistory, MorePlacesKeepAllContacts)
{
  WallHistory history = history_of(3), sender(most + 4, doubles);
  fill(history, 0, {2, 0, 1});
  fill(history, 2, {1, 5});
  EXPECT_FALSE(history.reserve(most));

  sender.grow(1);
  const std::vector<int> many{0, 1, 2, 3, 4, 5, 6};
  fill(sender, 0, many);
  std::vector<double> buffer(sender.largest_packed_size());
  sender.pack(0, buffer.data());
  EXPECT_EQ(history.unpack(1, buffer.data()), sender.packed_size(0));

  expect_filled(history, 0, {2, 0, 1});
  expect_filled(history, 1, many);
  expect_filled(history, 2, {1, 5});
  EXPECT_EQ(history.contacts(2), 2);
  EXPECT_EQ(history.largest_packed_size(), sender.largest_packed_size());
}

TEST(WallHistory, TouchIsRememberedWithoutDoubles)
{
  WallHistory history(2, 0);
  history.grow(2);
  set_contacts(history, 0, {1});
  EXPECT_TRUE(history.touching(0, 1));
  EXPECT_FALSE(history.touching(0, 0));
  EXPECT_EQ(history.packed_size(0), 2);
  double buffer[3];
  EXPECT_EQ(history.pack(0, buffer), 2);
  EXPECT_EQ(history.unpack(1, buffer), 2);
  EXPECT_TRUE(history.touching(1, 1));
}

TEST(WallHistory, MemoryGrowsWithParticles)
{
  WallHistory history(most, doubles);
  EXPECT_EQ(history.memory_usage(), 0.0);
  history.grow(100);
  EXPECT_GE(history.memory_usage(), 100.0 * (sizeof(int) * (1 + most) + sizeof(double) * most * doubles));
}
