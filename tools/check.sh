#!/bin/sh
# Builds the tests of a build folder that tools/build.sh has made, and runs them all.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$here/build}
ninja -C "$build"
# mpirun as root and with more ranks than cores is meant here: the tests use up to four ranks. Without
# binding, two tests at a time do not share one core.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
exec ctest --test-dir "$build" --output-on-failure -j "${JOBS:-2}"
