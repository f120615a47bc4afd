#!/bin/sh
# Runs examples/packing with the plugin that tools/build.sh has built. Settings come from the
# environment, as "make packing N=10000 MU_S=0.3" passes them:
#   RANKS                                  MPI ranks (default 2)
#   RESULTS                                folder of the results (default results/packing)
#   PROTOCOL N DIM RATIO MU_S MU_R MU_T K_R K_T P PDAMP PHI0 DRAG DRAG_FROM SEED CRITERION REST CHANGE SPIN PTOL DT MAXSTEPS
#                                          PROGRESS FIXARGS
#                                          as explained in examples/packing/README.md
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${BUILD:-$here/build}" && pwd)
ranks=${RANKS:-2}
results=${RESULTS:-$here/results/packing}
known="PROTOCOL N DIM RATIO MU_S MU_R MU_T K_R K_T P PDAMP PHI0 DRAG DRAG_FROM SEED CRITERION REST CHANGE SPIN PTOL DT MAXSTEPS PROGRESS FIXARGS"

. "$here/tools/settings.sh"
check_settings packing "RANKS RESULTS $known"

mkdir -p "$results"
results=$(cd "$results" && pwd)
# LAMMPS scripts cannot use a path with spaces from a variable: run in a folder of plain links.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
ln -s "$results" "$work/out"
ln -s "$here/potentials" "$work/potentials"
cd "$work"

set -- -var OUT out -var POTENTIALS potentials
for name in $known; do
  eval "value=\${$name-}"
  [ -n "$value" ] || continue
  # FIXARGS is several words of a LAMMPS command, all others are one
  set -- "$@" -var "$name" "$value"
done

. "$here/tools/mpi.sh"
# Debian's LAMMPS has not all packages
styles=$("$build/lmp" -h)
echo "$styles" | grep -qw rattlers/atom || set -- "$@" -var RATTLERS plugin
echo "$styles" | sed -n '/^\* Dump styles/,/^\* [^D]/p' | grep -qw image || set -- "$@" -var PICTURE no
: >start
mpirun -np "$ranks" "$build/lmp" -in "$here/examples/packing/in.packing" -log out/log.lammps "$@"
# a LAMMPS without dump image
dump=$(find out/ -name '*.dump' -newer start)
if [ -n "$dump" ] && ! find out/ -newer start | grep -qE '\.(png|jpg|ppm)$'; then
  python=python3
  "$python" -c "import matplotlib" 2>/dev/null || python=/usr/bin/python3
  "$python" "$here/examples/packing/picture.py" "$dump" "${dump%.dump}.png" 2>"$work/picture.log" ||
    echo "packing: no picture, $(tail -n 1 "$work/picture.log"). Debian: python3-matplotlib"
fi
cat <<NEXT
Results: $results
Three things to try next:
  another packing    make packing MU_R=0 MU_T=0          (all settings: examples/packing/README.md)
  another example    build/lmp -in examples/two_types/in.two_types -var POTENTIALS potentials
  a deck of your own, and the first error message        doc/first_hour.md
NEXT
