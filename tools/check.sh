#!/bin/sh
# Runs every test of a finished build.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
# mpirun as root and with more ranks than cores is meant here: the tests use up to four ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
exec ctest --test-dir "${BUILD:-$here/build}" --output-on-failure -j "${JOBS:-2}"
