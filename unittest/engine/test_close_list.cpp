// Close pairs of one law: histories follow their pairs through searches, chunks keep their order.
#include "engine/close_list.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using granular_srt::CloseList;
using granular_srt::ClosePair;

namespace {

constexpr int doubles = 2;

std::vector<int> in_order(std::span<const int> pairs)
{
  return {pairs.begin(), pairs.end()};
}

std::vector<int> one(int pair)
{
  return {pair};
}

// Pairs (0,1) (0,2) (1,2) | (2,3) (2,4), of which (0,2) and (2,4) have a history; two chunks.
CloseList two_chunks()
{
  CloseList list;
  list.begin(doubles);
  const std::vector<double> first{1.0, 2.0}, second{3.0, 4.0};
  list.add({0, 1}, nullptr);
  list.add({0, 2}, first.data());
  list.add({1, 2}, nullptr);
  list.end_chunk();
  list.add({2, 3}, nullptr);
  list.add({2, 4}, second.data());
  list.end_chunk();
  list.finish();
  return list;
}

TEST(CloseList, ChunksHaveContactsAndPairsApart)
{
  const CloseList list = two_chunks();
  ASSERT_EQ(list.chunks(), 2);
  EXPECT_EQ(list.pairs_in_chunk(0), 3);
  EXPECT_EQ(in_order(list.contacts(0)), (std::vector<int>{1}));
  EXPECT_EQ(in_order(list.apart(0)), (std::vector<int>{0, 2}));
  EXPECT_EQ(in_order(list.contacts(1)), (std::vector<int>{4}));
  EXPECT_EQ(in_order(list.apart(1)), (std::vector<int>{3}));
}

TEST(CloseList, ContactsBeginWithZerosAndKeepTheOrderOfPairs)
{
  CloseList list = two_chunks();
  list.begin_contacts(0, one(2));
  list.begin_contacts(0, one(0));
  EXPECT_EQ(in_order(list.contacts(0)), (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(list.apart(0).empty());
  for (const int pair : {0, 2})
    for (int k = 0; k < doubles; ++k) EXPECT_EQ(list.history_of(pair)[k], 0.0);
  EXPECT_EQ(list.history_of(1)[1], 2.0);
}

TEST(CloseList, AnEndedContactForgetsItsHistory)
{
  CloseList list = two_chunks();
  list.end_contacts(0, one(1));
  EXPECT_EQ(list.history_index[1], CloseList::no_history);
  EXPECT_EQ(in_order(list.apart(0)), (std::vector<int>{0, 1, 2}));
  list.begin_contacts(0, one(1));
  EXPECT_EQ(list.history_of(1)[0], 0.0);
  EXPECT_EQ(list.history_of(4)[0], 3.0);
}

TEST(CloseList, HistoriesOfEndedContactsAreUsedAgain)
{
  CloseList list = two_chunks();
  list.begin_contacts(0, one(0));
  const double bytes = list.memory_usage();
  for (int k = 0; k < 2000; ++k) {
    list.end_contacts(0, one(0));
    list.begin_contacts(0, one(0));
  }
  EXPECT_LT(list.memory_usage(), bytes + 1000);
  // the same where a search drops the pair
  for (int k = 0; k < 2000; ++k) {
    list.begin_again();
    list.end_chunk();
    list.finish();
    list.begin_again();
    list.add_again({0, 1}, CloseList::no_history);
    list.end_chunk();
    list.finish();
    list.begin_contacts(0, one(0));
  }
  EXPECT_LT(list.memory_usage(), bytes + 1000);
}

TEST(CloseList, ASearchOfTheSameListKeepsHistories)
{
  CloseList list = two_chunks();
  // (0,1) is no longer close, (1,3) is new, (0,2) is no longer close and loses its history
  list.begin_again();
  const auto add = [&](const ClosePair &pair) { list.add_again(pair, list.history_before(pair)); };
  list.finish_atom(0);
  add({1, 2});
  add({1, 3});
  list.finish_atom(1);
  add({2, 4});
  list.finish_atom(2);
  list.end_chunk();
  list.finish();
  ASSERT_EQ(list.pairs.size(), 3u);
  EXPECT_EQ(in_order(list.contacts(0)), (std::vector<int>{2}));
  EXPECT_EQ(list.history_of(2)[0], 3.0);
  EXPECT_EQ(list.history_of(2)[1], 4.0);
  // the history of (0,2) is free: a new contact takes it, with zeros
  list.begin_contacts(0, one(0));
  EXPECT_EQ(list.history_of(0)[0], 0.0);
  EXPECT_EQ(list.history_of(2)[0], 3.0);
}

TEST(CloseList, WithoutHistoryAllPairsBeginApart)
{
  CloseList list;
  list.begin(0);
  list.add({0, 1}, nullptr);
  list.add({0, 2}, nullptr);
  list.end_chunk();
  list.finish();
  EXPECT_TRUE(list.history_index.empty());
  list.begin_contacts(0, one(1));
  EXPECT_EQ(in_order(list.contacts(0)), (std::vector<int>{1}));
  list.end_contacts(0, one(1));
  EXPECT_EQ(in_order(list.apart(0)), (std::vector<int>{0, 1}));
}

TEST(CloseList, SeveralContactsBeginAndEndTogether)
{
  CloseList list;
  list.begin(doubles);
  constexpr int many = 60;
  std::vector<bool> touches(many);
  for (int pair = 0; pair < many; ++pair) list.add({pair, pair + 1}, nullptr);
  list.end_chunk();
  list.finish();
  std::mt19937 random(5);
  for (int step = 0; step < 200; ++step) {
    std::vector<int> begun, ended, contacts, apart;
    for (int pair = 0; pair < many; ++pair)
      if (random() % 5 == 0) (touches[pair] ? ended : begun).push_back(pair);
    list.begin_contacts(0, begun);
    for (const int pair : begun) list.history()[list.history_index[pair] * doubles] = pair;
    list.end_contacts(0, ended);
    for (const int pair : begun) touches[pair] = true;
    for (const int pair : ended) touches[pair] = false;
    for (int pair = 0; pair < many; ++pair) (touches[pair] ? contacts : apart).push_back(pair);
    ASSERT_EQ(in_order(list.contacts(0)), contacts);
    ASSERT_EQ(in_order(list.apart(0)), apart);
    for (const int pair : contacts) ASSERT_EQ(list.history_of(pair)[0], pair);
    for (const int pair : apart) ASSERT_EQ(list.history_index[pair], CloseList::no_history);
  }
}

TEST(CloseList, PartnerOffsetLeavesOutDistantPartners)
{
  CloseList list;
  list.begin(0);
  for (int i = 0; i < 100; ++i) list.add({i, i % 10 == 0 ? i + 100000 : i + 7}, nullptr);
  list.end_chunk();
  list.finish();
  EXPECT_EQ(list.partner_offset(0), 7);
}

}    // namespace
