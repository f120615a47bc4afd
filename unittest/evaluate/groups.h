#pragma once

// Groups of particles for tests of passes over them: registers lie inside of a group, outside, or across its border.

#include <functional>
#include <utility>

namespace granular_srt {

constexpr int count = 37, group = 4, group_all = 1;

/// Name of a group, and whether a particle is in it.
inline const std::pair<const char *, std::function<bool(int)>> groups[] = {
    {"all", [](int) { return true; }},
    {"none", [](int) { return false; }},
    {"every second", [](int i) { return i % 2 == 0; }},
    {"every third", [](int i) { return i % 3 == 1; }},
    {"block", [](int i) { return i >= 11 && i < 29; }},
    {"last of the register", [](int i) { return i % 8 == 7; }},
    {"first of the register", [](int i) { return i % 8 == 0; }},
};

/// Bits of all groups of particle i; those of `group` if it is in the group.
inline int mask_of(int i, bool in_group)
{
  return group_all | (i % 5 ? 2 : 0) | (in_group ? group : 0);
}

}    // namespace granular_srt
