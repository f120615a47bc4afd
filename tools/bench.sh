#!/bin/sh
# Times the plugin that tools/build.sh has built against stock LAMMPS, with bench/bench.py. The settings below come from the
# environment, as "make bench N=20000 CASES='jammed chute'" passes them; bench/README.md explains them.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$here/build}
known="CASES N CHUTE_N IMPACT_N DOSTA_N DECK_STEPS REPEATS STEPS WARMUP CHECK PACKING_STEPS RANKS RANKS_N SCALING SEED COMPRESS CALM \
MATRIX_SETS MATRIX_LAWS KOKKOS_N THREADS LAUNCHER PLOT WRITE_DOC RESULTS"

. "$here/tools/settings.sh"
check_settings bench "$known"

# The plot needs matplotlib, the case dosta what its example needs; everything else goes without.
modules=""
[ "${PLOT:-1}" != 1 ] || modules="matplotlib"
case " ${CASES-} " in *" dosta "*) modules="numpy scipy pandas matplotlib" ;; esac
python=python3
if [ -n "$modules" ]; then
  wanted="import $(echo "$modules" | tr ' ' ',')"
  for candidate in python3 /usr/bin/python3; do
    "$candidate" -c "$wanted" 2>/dev/null && { python=$candidate; found=1; break; }
  done
  # shellcheck disable=SC2086,SC2046  # lists of words are meant
  if [ -z "${found-}" ] && sh "$here/tools/install-deps.sh" $(printf 'python3-%s ' $modules); then
    python=/usr/bin/python3
  fi
fi

# The case kokkos runs if it is named, and of all cases if build/lmp-kokkos is there, which must be of this checkout.
case " ${CASES-kokkos} " in
  *" kokkos "*)
    [ -n "${LAUNCHER-}" ] || { [ -z "${CASES-}" ] && [ ! -e "$build/lmp-kokkos" ]; } || sh "$here/tools/kokkos.sh" ;;
esac
# A tree that was fetched before the bench ran LAMMPS' own decks does not have them.
case " ${CASES-decks} " in
  *" decks "*)
    . "$here/tools/cache.sh"
    [ -n "${LAMMPS_SOURCE_DIR:-}" ] || sh "$here/tools/fetch-lammps.sh" "$cache" decks >/dev/null ||
      echo "bench: the case decks needs LAMMPS' own decks" >&2 ;;
esac
ninja -C "$build" roofline >/dev/null
set -- --lmp "$build/lmp" --roofline "$build/bench/roofline"
case " ${CASES-} " in
  *" messages "*)
    ninja -C "$build" messages >/dev/null
    set -- "$@" --messages "$build/bench/libmessages.so" ;;
esac
command="make bench"
for name in $known; do
  eval "value=\${$name-}"
  [ -n "$value" ] || continue
  option=--$(echo "$name" | tr 'A-Z_' 'a-z-')
  case $name in
    CASES | RANKS_N | SCALING | KOKKOS_N | MATRIX_SETS) # shellcheck disable=SC2086  # lists of words are meant
      set -- "$@" "$option" $value ;;
    *) set -- "$@" "$option" "$value" ;;
  esac
  case $name in
    WRITE_DOC | RESULTS | PLOT | LAUNCHER) ;;
    *) case $value in *" "*) command="$command $name=\"$value\"" ;; *) command="$command $name=$value" ;; esac ;;
  esac
done
exec "$python" "$here/bench/bench.py" "$@" --command "$command"
