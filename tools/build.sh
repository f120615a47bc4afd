#!/bin/sh
# Makes build/lmp from nothing: packages, LAMMPS, the plugin. Quick when all is there.
#   build.sh [TARGET ...]                         of the build folder (default granularsrtplugin)
#   LAMMPS_SOURCE_DIR=..., LAMMPS_BUILD_DIR=...   use these instead of fetching and building LAMMPS
#   GRANULAR_SRT_CACHE=...                        where LAMMPS and what was compiled are kept (default ~/.cache/granular-srt)
#   BUILD=...                                     where the plugin is built (default build)
#   WERROR=on                                     a warning of the compiler is an error
#   LOOPS=...                                     take the loops of this build folder in place of compiling them
#   TOGETHER=on                                   compile the sources of a folder together
#   JOBS=...                                      compilers at a time (default: ninja's own)
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$here/build}
. "$here/tools/ccache.sh"    # and $cache

sh "$here/tools/install-deps.sh"
mkdir -p "$cache"
source_dir=${LAMMPS_SOURCE_DIR:-$(sh "$here/tools/fetch-lammps.sh" "$cache")}
lammps_build=${LAMMPS_BUILD_DIR:-$(sh "$here/tools/build-lammps.sh" "$source_dir" "$cache")}

launcher=""
command -v ccache >/dev/null && launcher="-D CMAKE_CXX_COMPILER_LAUNCHER=ccache"
# shellcheck disable=SC2086  # an option or nothing
cmake -G Ninja -S "$here" -B "$build" -D LAMMPS_SOURCE_DIR="$source_dir" \
  -D LAMMPS_BUILD_DIR="$lammps_build" -D GRANULAR_SRT_TESTS=on -D CMAKE_COMPILE_WARNING_AS_ERROR="${WERROR:-off}" $launcher \
  -D GRANULAR_SRT_LOOPS="${LOOPS:-}" -D GRANULAR_SRT_TOGETHER="${TOGETHER:-off}" \
  --log-level=WARNING >/dev/null
[ $# -gt 0 ] || set -- granularsrtplugin    # tools/check.sh builds the tests
ninja -C "$build" ${JOBS:+-j "$JOBS"} "$@"
