# Settings of ccache for the scripts that compile, which source this file; $here is the checkout.
# What was compiled is kept beside LAMMPS, and found again from another copy of the checkout.
export CCACHE_DIR="${CCACHE_DIR:-${GRANULAR_SRT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/granular-srt}/ccache}"
export CCACHE_BASEDIR="$here" CCACHE_SLOPPINESS=locale
