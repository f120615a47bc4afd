#!/bin/sh
# Makes build/lmp from nothing: packages, LAMMPS, the plugin. Quick when all is there.
#   build.sh [TARGET ...]                         of the build folder (default launcher: what build/lmp needs)
#   LAMMPS_SOURCE_DIR=..., LAMMPS_BUILD_DIR=...   use these instead of fetching and building LAMMPS
#   OWN_LAMMPS=on                                 build LAMMPS also where Debian's library would do: tests need all of its packages
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
launcher=""
command -v ccache >/dev/null && launcher="-D CMAKE_CXX_COMPILER_LAUNCHER=ccache"
configure() {
  # shellcheck disable=SC2086  # an option or nothing
  cmake -G Ninja -S "$here" -B "$build" -D LAMMPS_SOURCE_DIR="$source_dir" \
    -D LAMMPS_BUILD_DIR="$lammps_build" -D GRANULAR_SRT_TESTS=on -D CMAKE_COMPILE_WARNING_AS_ERROR="${WERROR:-off}" $launcher \
    -D GRANULAR_SRT_LOOPS="${LOOPS:-}" -D GRANULAR_SRT_TOGETHER="${TOGETHER:-off}" "$@" \
    --log-level=WARNING >/dev/null
}

release=""
# where LAMMPS' sources were fetched, it is built from them: the folder does not change its LAMMPS with each command
if [ "${OWN_LAMMPS:-off}" = off ] && [ -z "${LAMMPS_SOURCE_DIR:-}${LAMMPS_BUILD_DIR:-}" ] &&
  [ -z "$(find "$cache" -maxdepth 1 -name 'lammps-????????')" ]; then
  release=$(sh "$here/tools/debian-lammps.sh")
fi
if [ -n "$release" ]; then
  if [ "$(id -u)" -eq 0 ]; then
    # from 2026 on dump image is in a package that Debian's library does not have: tools/packing.sh draws the picture
    [ "$release" -lt 20260000 ] && drawing="" || drawing=python3-matplotlib
    sh "$here/tools/install-deps.sh" lammps liblammps-dev xz-utils $drawing
  fi
  echo "== with Debian's LAMMPS, $release"
  source_dir=$(LAMMPS_RELEASE=$release sh "$here/tools/fetch-lammps.sh" "$cache" headers)
  lammps_build=""
  configure -D LAMMPS_DIR="$(dpkg -L liblammps-dev | sed -n 's|/LAMMPSConfig.cmake$||p')"
else
  source_dir=${LAMMPS_SOURCE_DIR:-$(sh "$here/tools/fetch-lammps.sh" "$cache")}
  lammps_build=${LAMMPS_BUILD_DIR:-$(sh "$here/tools/build-lammps.sh" "$source_dir" "$cache")}
  configure
fi
[ $# -gt 0 ] || set -- launcher    # tools/check.sh builds the tests
ninja -C "$build" ${JOBS:+-j "$JOBS"} "$@"
