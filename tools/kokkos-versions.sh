#!/bin/sh
# Compares the packages of the newer Debian (tools/kokkos-root.sh) with those of the last complete test, which stand here and
# nowhere else. Debian sid moves on, and its older packages disappear:
#   newer than tested   a WARNING with all of them; the tests go on, because most new versions work, and an error would stop
#                       every machine on the day that sid moves
#   older than tested   an error
#   kokkos-versions.sh ROOT
set -eu
root=$1
tested="libkokkos-dev 5.2.2
g++ 16
libc6 2.43"

newer=""
older=""
while read -r package version; do
  found=$(dpkg-query --admindir="$root/var/lib/dpkg" -W -f '${Version}' "$package" 2>/dev/null) || found=none
  found=${found#*:}
  case $found in
    "$version" | "$version"[!0-9]*) ;;
    *)
      text="$package $found (tested: $version)"
      if [ "$found" != none ] && dpkg --compare-versions "$found" gt "$version"; then
        newer="$newer${newer:+, }$text"
      else
        older="$older${older:+, }$text"
      fi ;;
  esac
done <<TESTED
$tested
TESTED
[ -z "$newer" ] ||
  echo "WARNING: the newer Debian with Kokkos has packages that are newer than the tested ones, where a failure of" \
    "the tests of the /kk styles may come from: $newer" >&2
[ -z "$older" ] || { echo "the newer Debian with Kokkos has packages that are older than the tested ones: $older" >&2; exit 1; }
