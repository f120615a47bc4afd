# shellcheck shell=sh
# Sourced by scripts: $cache is where LAMMPS and what was compiled are kept.
cache=${GRANULAR_SRT_CACHE:-${XDG_CACHE_HOME:-${HOME:?not set, and no GRANULAR_SRT_CACHE=<folder>}/.cache}/granular-srt}
