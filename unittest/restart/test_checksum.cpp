// The checksum of the head of a restart file: it finds a changed bit, and a file that a full disk has cut.
#include "restart/checksum.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace granular_srt {
namespace {

  class HeadChecksum : public ::testing::Test {
   protected:
    std::string path = ::testing::TempDir() + "granular_srt_head_" +
        ::testing::UnitTest::GetInstance()->current_test_info()->name();

    void SetUp() override
    {
      FILE *const fp = fopen(path.c_str(), "wb");
      const std::string head(5000, 'h'), rest(3000, 'r');
      fwrite(head.data(), 1, head.size(), fp);
      write_checksum_place(fp);
      fwrite(rest.data(), 1, rest.size(), fp);
      fclose(fp);
    }
    void TearDown() override { std::remove(path.c_str()); }

    bool is_damaged() const
    {
      FILE *const fp = fopen(path.c_str(), "rb");
      const bool damaged = has_damaged_head(fp);
      fclose(fp);
      return damaged;
    }
  };

  TEST_F(HeadChecksum, FindsAChangedByte)
  {
    EXPECT_FALSE(is_damaged());    // no checksum yet
    set_head_checksum(path.c_str());
    EXPECT_FALSE(is_damaged());
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1234);
    file.put('x');
    file.close();
    EXPECT_TRUE(is_damaged());
  }

  TEST_F(HeadChecksum, CutFileIsAnError)
  {
    for (const int size : {5010, 4096, 1, 0}) {
      std::filesystem::resize_file(path, size);
      EXPECT_THROW(set_head_checksum(path.c_str()), std::runtime_error) << size;
    }
  }

  TEST_F(HeadChecksum, MissingFileIsLeftToLammps)
  {
    set_head_checksum((path + ".missing").c_str());
  }

}    // namespace
}    // namespace granular_srt
