# Settings of ccache for the scripts that compile, which source this file; $here is the checkout.
# What was compiled is kept beside LAMMPS, and found again from another copy of the checkout.
. "$here/tools/cache.sh"
export CCACHE_DIR="${CCACHE_DIR:-$cache/ccache}"
export CCACHE_BASEDIR="$here" CCACHE_SLOPPINESS=locale
