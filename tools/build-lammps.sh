#!/bin/sh
# Builds LAMMPS as a shared library with what the plugin, its examples, tests and benchmarks use, and prints the build
# folder. A finished build is reused.
#   build-lammps.sh SOURCE CACHE [-D OPTION=VALUE ...]     with these options of CMake as well
#   JOBS=...                                               compilers at a time (default: ninja's own)
#   LAMMPS_QUICK=on                                        for tests: in half of the time to compile, slower to run
#   LIB_KOKKOS=...                                         tree of Kokkos to be built as a part of LAMMPS
#   LAMMPS_INCLUDE=...                                     read by LAMMPS' project() (default: lammps_pch.cmake)
# The folder's name carries a digest of what decides the result (sources, options, compilers, MPI), so that other builds
# stay apart.
#
# The LAMMPS of build/lmp has all styles of src/ and of these packages, because users run decks of their own with it:
# GRANULAR, BPM, COLLOID, DIPOLE, EXTRA-COMPUTE, MOLECULE and RIGID (each 8 to 35 s of processor time; EXTRA-FIX and
# EXTRA-PAIR would take more than a minute each). With KOKKOS, whose files take several times as long, only the styles
# of tools/lammps_styles.txt are built. The two LAMMPS share no objects: their compilers, C++ standards and MPI
# libraries differ (tools/kokkos-root.sh).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$1
cache=$2
shift 2
include=${LAMMPS_INCLUDE:-$here/lammps_pch.cmake}
reduced="EXTRA-COMPUTE GRAPHICS MOLECULE BPM RIGID DIPOLE"
options="-D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=on -D BUILD_MPI=on -D BUILD_OMP=off
-D WITH_PNG=on -D WITH_JPEG=off -D WITH_GZIP=off -D WITH_CURL=off -D WITH_FFMPEG=off
-D PKG_GRANULAR=on -D PKG_PLUGIN=on"
for package in $reduced; do
  options="$options -D PKG_$package=on"
done
[ "${LAMMPS_QUICK:-off}" = off ] ||
  options="$options -D CMAKE_CXX_FLAGS=-DNDEBUG -D CMAKE_CXX_FLAGS_RELEASE=-O1"
options="$options${*:+ $*}"
case $options in
  *PKG_KOKKOS=on*) reduced="$reduced GRANULAR KOKKOS" ;;
  *) reduced=GRAPHICS options="$options -D PKG_COLLOID=on" ;;
esac

# shellcheck disable=SC2086  # a list of words is meant
unused=$(python3 "$here/unused_lammps_files.py" "$source" "$here/lammps_styles.txt" $reduced)
# before the pipe, which would hide a command that fails
key=$(cd "$source" && pwd && find src cmake -name '*.cpp' -o -name '*.h' -o -name '*.cmake' -o -name CMakeLists.txt |
  LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat | cksum
  echo "$options $unused ${CXXFLAGS:-} ${LDFLAGS:-}"
  grep -v '^ *#' "$include"
  ${CXX:-c++} --version
  mpicxx -show 2>/dev/null || true
  [ -z "${LIB_KOKKOS:-}" ] || { echo "$LIB_KOKKOS" && nvcc --version; })
build="$cache/build-$(echo "$key" | cksum | cut -d' ' -f1)"
[ -f "$build/.finished" ] && { echo "$build"; exit 0; }
mkdir -p "$build"
# a second build of this LAMMPS waits for the first
exec 9>"$build/.lock"
! command -v flock >/dev/null || flock 9
[ -f "$build/.finished" ] && { echo "$build"; exit 0; }

echo "== building LAMMPS in $build (5 minutes on two cores, 6 with Kokkos, 20 for GPUs)" >&2
# a tree of hard links without these files; copied where the cache is on another file system
rm -rf "$build/source"
cp -al "$source" "$build/source" 2>/dev/null || { rm -rf "$build/source"; cp -a "$source" "$build/source"; }
echo "$unused" | (cd "$build/source" && xargs rm -f)
if [ -n "${LIB_KOKKOS:-}" ]; then
  rm -rf "$build/source/lib/kokkos"
  ln -s "$LIB_KOKKOS" "$build/source/lib/kokkos"
fi
cp "$include" "$build/include.cmake"
# without ccache, which would find nothing: a finished build is kept as a whole
# shellcheck disable=SC2086
cmake -G Ninja -S "$build/source/cmake" -B "$build" $options -D CMAKE_PROJECT_lammps_INCLUDE="$build/include.cmake" \
  -D GRANULAR_SRT_TOOLS="$here" >"$build/configure.log" 2>&1 || { tail -n 30 "$build/configure.log" >&2; exit 1; }
# ninja's own status line shows the progress; stdout is kept for the folder's name
ninja -C "$build" ${JOBS:+-j "$JOBS"} >&2
touch "$build/.finished"
echo "$build"
