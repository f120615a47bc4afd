#!/bin/sh
# Random decks for MINUTES (60): unittest/fuzz/test_fuzz.py. ONLY names checks, SEED the first seed, RESULTS a folder for the
# decks of failures (default: they are printed). Kokkos' styles too, if build/lmp-kokkos is there.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${BUILD:-$here/build}" && pwd)
. "$here/tools/settings.sh"
check_settings fuzz "MINUTES ONLY SEED RESULTS"
[ -z "${RESULTS:-}" ] || mkdir -p "$RESULTS"
export GRANULAR_SRT_LMP="$build/lmp"
if [ -x "$build/lmp-kokkos" ]; then
  sh "$here/tools/kokkos.sh"    # with the plugin as it is now
  export GRANULAR_SRT_LMP_KOKKOS="$build/lmp-kokkos"
fi
exec python3 "$here/unittest/fuzz/test_fuzz.py" --minutes "${MINUTES:-60}" ${ONLY:+--only "$ONLY"} ${SEED:+--seed "$SEED"} \
  ${RESULTS:+--folder "$RESULTS"}
