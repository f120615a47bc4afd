// Which pairs of the neighbor list are close pairs: near ones at rest, all of them in fast flow.
#include "engine/search/search_schedule.h"

#include <gtest/gtest.h>

using granular_srt::SearchSchedule;

namespace {

// Steps in each of which atoms move by `per_step` of what they may move by between two searches; a new
// neighbor list every `steps_per_list` steps, or never. Counts the searches.
struct Flow {
  SearchSchedule schedule;
  double per_step;
  int steps_per_list = 0;
  double moved = 0.0;
  int step = 0;

  int searches_in(int steps)
  {
    int searches = 0;
    for (int k = 0; k < steps; ++k, ++step) {
      moved += per_step;
      const bool new_list = step == 0 || (steps_per_list && step % steps_per_list == 0);
      if (!schedule.search_now(new_list, [&] { return moved > 1.0; })) continue;
      moved = 0.0;
      ++searches;
    }
    return searches;
  }
};

TEST(SearchSchedule, AtRestOneSearch)
{
  Flow rest{.schedule = {}, .per_step = 0.0};
  EXPECT_EQ(rest.searches_in(1000), 1);
  EXPECT_FALSE(rest.schedule.all_close());
}

TEST(SearchSchedule, SlowMotionUsesTheMargin)
{
  Flow slow{.schedule = {}, .per_step = 0.03};
  EXPECT_EQ(slow.searches_in(35), 2);    // at the first step, and when 34 steps have moved atoms by 1.02
  EXPECT_FALSE(slow.schedule.all_close());
}

TEST(SearchSchedule, FastFlowIsSearchedOnceAList)
{
  Flow flow{.schedule = {}, .per_step = 0.5, .steps_per_list = 14};
  flow.searches_in(14);
  EXPECT_TRUE(flow.schedule.all_close());
  EXPECT_EQ(flow.searches_in(140), 10);
}

TEST(SearchSchedule, FlowThatStopsUsesTheMarginAgain)
{
  Flow flow{.schedule = {}, .per_step = 0.5, .steps_per_list = 14};
  flow.searches_in(42);
  flow.per_step = 0.0;
  flow.steps_per_list = 0;
  EXPECT_EQ(flow.searches_in(1000), 1);
  EXPECT_FALSE(flow.schedule.all_close());
}

}    // namespace
