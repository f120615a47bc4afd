#pragma once

#include <vector>

namespace granular_srt {

/// Arguments of a fix with the name of its host style, which has the same data, as restart files name it.
inline std::vector<char *> with_style(char *host_style, int narg, char **arg)
{
  std::vector<char *> args(arg, arg + narg);
  args[2] = host_style;
  return args;
}

}    // namespace granular_srt
