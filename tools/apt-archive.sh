#!/bin/sh
# Prints the address of this system's archive in apt's sources, one-line or deb822 style; nothing where the system is of
# the other family or has no such address.
#   apt-archive.sh debian|ubuntu [ETC]     with os-release, apt/sources.list and apt/sources.list.d (default /etc)
set -eu
etc=${2:-/etc}
family=debian
! sed -n 's/^ID\(_LIKE\)\{0,1\}=//p' "$etc/os-release" 2>/dev/null | grep -qw ubuntu || family=ubuntu
[ "$family" = "$1" ] || exit 0
cat "$etc"/apt/sources.list "$etc"/apt/sources.list.d/*.list "$etc"/apt/sources.list.d/*.sources 2>/dev/null |
  sed -n -e 's/^URIs:[ \t]*\([^ \t]*\).*/\1/p' \
         -e 's/^deb[ \t]\{1,\}\(\[[^]]*\][ \t]*\)\{0,1\}\([^ \t]*\)[ \t].*/\2/p' |
  while read -r uri; do
    case $uri in
      # a list of mirrors, as in the images of Debian for clouds
      mirror+file:/etc/*) sed -n 's/^\([^# \t]*\).*/\1/p' "$etc/${uri#mirror+file:/etc/}" 2>/dev/null || true ;;
      *) echo "$uri" ;;
    esac
  done | grep "/$family/\{0,1\}\$" | head -n 1
