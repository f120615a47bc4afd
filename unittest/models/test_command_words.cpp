// The reader of the words of commands, and its messages.

#include "models/command_words.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace granular_srt;

namespace {

CommandWords of(const std::vector<std::string> &words)
{
  return {"fix box", words};
}

template <class Read> std::string message(const std::vector<std::string> &list, Read read)
{
  CommandWords words = of(list);
  try {
    read(words);
  } catch (const CommandError &fault) {
    return fault.what();
  }
  return "";
}

}    // namespace

TEST(CommandWords, NumbersAreThoseOfLammps)
{
  const CommandWords words = of({});
  for (const auto &[text, value] :
       {std::pair{"1", 1.0}, {"-2.5e-3", -2.5e-3}, {"+.5", 0.5}, {"3.", 3.0}, {"1E2", 100.0}})
    EXPECT_EQ(words.value_of(text), value) << text;
  for (const char *text :
       {"", ".", "e5", "1e", "0x10", "inf", "nan", " 1", "1 ", "1.0.0", "1-2", "NULL", "v_x", "2d"})
    EXPECT_TRUE(std::isnan(words.value_of(text))) << text;
}

TEST(CommandWords, FromLeftToRight)
{
  CommandWords words = of({"load", "z", "v_force", "NULL", "2", "-1", "0.5", "yes"});
  EXPECT_EQ(words.keyword(), "load");
  EXPECT_EQ(words.axis("load"), 2);
  std::string name;
  EXPECT_FALSE(words.number_or_variable("load", "force", name));
  EXPECT_EQ(name, "force");
  EXPECT_FALSE(words.skip("yes"));
  EXPECT_TRUE(words.skip("NULL"));
  const auto first = words.position();
  EXPECT_EQ(words.vector("load", "").y, -1.0);
  EXPECT_EQ(words.since(first), (std::vector<std::string>{"2", "-1", "0.5"}));
  EXPECT_EQ(words.rest(), std::vector<std::string>{"yes"});
  EXPECT_EQ(words.choice("load", {"no", "yes"}), 1);
  EXPECT_TRUE(words.at_end());
}

TEST(CommandWords, MessagesNameKeywordValueAndWhatIsAllowed)
{
  EXPECT_EQ(message({}, [](auto &words) { words.next("size"); }), "Missing value of fix box keyword size");
  EXPECT_EQ(message({},
                    [](auto &words) {
                      words.choice("move", {"yes", "no"});
                    }),
            "Missing value of fix box keyword move: must be yes or no");
  EXPECT_EQ(message({}, [](auto &words) { words.positive("size", "edge"); }),
            "Missing value of fix box keyword size: edge must be > 0");
  EXPECT_EQ(message({"1"}, [](auto &words) { words.vector("size", "corner "); }),
            "Missing value of fix box keyword size: corner y must be a number");
  EXPECT_EQ(message({"3"},
                    [](auto &words) {
                      words.choice("move", {"a", "b", "c"});
                    }),
            "Illegal fix box move value 3: must be a, b or c");
  EXPECT_EQ(message({"0"}, [](auto &words) { words.positive("size", "edge"); }),
            "Illegal fix box size edge value 0: must be > 0");
  EXPECT_EQ(message({"-1"}, [](auto &words) { words.not_negative("size", "edge"); }),
            "Illegal fix box size edge value -1: must be >= 0");
  EXPECT_EQ(message({"1e999"}, [](auto &words) { words.number("size", "edge"); }),
            "Floating point number 1e999 in input script or data file is out of range");
  EXPECT_EQ(message({"u"}, [](auto &words) { words.axis("size"); }),
            "Illegal fix box size dimension value u: must be x, y or z");
  EXPECT_EQ(message({"x"}, [](auto &words) { words.variable("size", "edge", true); }),
            "Illegal fix box size edge value x: must be v_name or NULL");
  EXPECT_EQ(message({"size", "size"}, [](auto &words) { words.keyword(), words.keyword(); }),
            "The fix box keyword size is given twice");
  EXPECT_EQ(message({}, [](auto &words) { words.unknown("sise", "size, move"); }),
            "Unknown fix box keyword 'sise': known are size, move");
  EXPECT_EQ(message({"size", "1", "2", "3"},
                    [](auto &words) {
                      words.positive(words.keyword(), "edge");
                      words.next("size");
                      words.unknown(words.keyword(), "size, move");
                    }),
            "Unknown fix box keyword '3' after size 1 2: known are size, move");
}
