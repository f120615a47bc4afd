#!/bin/sh
# Builds LAMMPS as a shared library with the packages that the plugin, its examples and its tests
# use, and prints the build folder. A finished build is reused.
#   build-lammps.sh SOURCE CACHE [-D OPTION=VALUE ...]     with these options of CMake as well
# The folder's name carries a digest of the source path, the options and the compiler, so builds with
# other options stay apart.
set -eu

source=$1
cache=$2
shift 2
options="-D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=on -D BUILD_MPI=on -D BUILD_OMP=off
-D WITH_PNG=on -D WITH_JPEG=off -D WITH_GZIP=off -D WITH_CURL=off -D WITH_FFMPEG=off
-D PKG_GRANULAR=on -D PKG_PLUGIN=on -D PKG_EXTRA-COMPUTE=on
-D PKG_GRAPHICS=on -D PKG_MOLECULE=on -D PKG_RIGID=on -D PKG_DIPOLE=on -D PKG_MISC=on${*:+ $*}"

digest=$( (cd "$source" && pwd; cat src/version.h; echo "$options"; c++ -dumpfullversion) | cksum | cut -d' ' -f1)
build="$cache/build-$digest"
[ -f "$build/.finished" ] && { echo "$build"; exit 0; }

echo "== building LAMMPS in $build (8 minutes on two cores, 20 with Kokkos)" >&2
mkdir -p "$build"
launcher=""
command -v ccache >/dev/null && launcher="-D CMAKE_CXX_COMPILER_LAUNCHER=ccache"
# shellcheck disable=SC2086  # lists of words are meant
cmake -G Ninja -S "$source/cmake" -B "$build" $options $launcher >"$build/configure.log" 2>&1 ||
  { tail -n 30 "$build/configure.log" >&2; exit 1; }
# ninja's own status line shows the progress; stdout is kept for the folder's name
ninja -C "$build" >&2
touch "$build/.finished"
echo "$build"
