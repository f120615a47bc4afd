#!/bin/sh
# Prints the address of the Debian archive in apt's sources, one-line or deb822 style; nothing where there
# is none.
#   debian-archive.sh [FOLDER]     with sources.list and sources.list.d (default /etc/apt)
set -eu
apt=${1:-/etc/apt}
cat "$apt"/sources.list "$apt"/sources.list.d/*.list "$apt"/sources.list.d/*.sources 2>/dev/null |
  sed -n -e 's/^URIs:[ \t]*\([^ \t]*\).*/\1/p' \
         -e 's/^deb[ \t]\{1,\}\(\[[^]]*\][ \t]*\)\{0,1\}\([^ \t]*\)[ \t].*/\2/p' |
  grep '/debian/\{0,1\}$' | head -n 1
