#!/bin/sh
# Builds the tests of a build folder that tools/build.sh has made, and runs them all. Those of the /kk
# styles run with build/lmp-kokkos, which tools/kokkos.sh makes if this machine can have it.
#   check.sh [quick]               quick: the tests with the labels unit and quick, a minute without Kokkos
#   GRANULAR_SRT_KOKKOS=off        leaves the tests of the /kk styles out
#   JOBS=...                       compilers and tests at a time (default: ninja's own, and 2 tests)
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${BUILD:-$here/build}" && pwd)
. "$here/tools/ccache.sh"    # and $cache

if [ "${1-}" != quick ]; then
  # A tree that was fetched before tests ran LAMMPS' own decks does not have them.
  [ -n "${LAMMPS_SOURCE_DIR:-}" ] || sh "$here/tools/fetch-lammps.sh" "$cache" decks >/dev/null ||
    echo "check: the tests that run LAMMPS' own decks (styles.test_lammps_examples) are skipped" >&2
  # Without these the tests of the drivers in examples/ and of python/granular_srt are skipped.
  sh "$here/tools/install-deps.sh" python3-numpy python3-scipy python3-pandas python3-matplotlib ||
    echo "check: the tests of the drivers in examples/ and of python/granular_srt are skipped" >&2
fi

unset GRANULAR_SRT_LMP_KOKKOS
skipped=""
if [ "${1-}" = quick ]; then
  set -- -L '^(unit|quick)$'
elif [ "${GRANULAR_SRT_KOKKOS:-on}" = off ]; then
  skipped="GRANULAR_SRT_KOKKOS=off"
else
  # The tests are compiled beside it: its long last files leave processors idle.
  ninja -C "$build" -j 1 >/dev/null 2>&1 &
  beside=$!
  result=0
  sh "$here/tools/kokkos.sh" || result=$?
  # the rest is compiled below, on all cores; errors are printed there
  kill "$beside" 2>/dev/null || true
  wait "$beside" 2>/dev/null || true
  case $result in
    0) export GRANULAR_SRT_LMP_KOKKOS="$build/lmp-kokkos" ;;
    # the reason has been printed
    3) skipped="this machine cannot have a LAMMPS with Kokkos, see above" ;;
    *)
      echo "check: build/lmp-kokkos was not made; GRANULAR_SRT_KOKKOS=off make check goes without" >&2
      exit 1 ;;
  esac
fi

ninja -C "$build" ${JOBS:+-j "$JOBS"}
# the tests use up to four ranks
. "$here/tools/mpi.sh"
# Open MPI otherwise looks for networks, and calibrates UCX's clock, at each of thousands of starts: a tenth of a second and more
export OMPI_MCA_pml="${OMPI_MCA_pml:-ob1}" OMPI_MCA_btl="${OMPI_MCA_btl:-^ofi,uct}" UCX_MEM_MMAP_HOOK_MODE=none
# tests also compile sources of LAMMPS, whose warnings must not be errors
unset WERROR
result=0
ctest --test-dir "$build" --no-tests=error --output-on-failure -j "${JOBS:-2}" "$@" || result=$?
# once more, so that its warning is among the last lines
[ -z "${GRANULAR_SRT_LMP_KOKKOS-}" ] || [ ! -d "$cache/kokkos-root" ] ||
  sh "$here/tools/kokkos-versions.sh" "$cache/kokkos-root" || result=1
[ -z "$skipped" ] || echo "check: the tests of the /kk styles (styles.test_kokkos_*, kokkos.*) were skipped: $skipped"
exit $result
