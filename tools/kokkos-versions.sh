#!/bin/sh
# Compares the packages of Debian sid in which the /kk styles are tested (tools/kokkos-root.sh) with the tested versions,
# which stand here and nowhere else. Sid moves on, and its older packages disappear:
#   newer than tested   a WARNING that names them. The tests go on: most new versions work, and an error would stop every
#                       machine on the day that sid moves
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
  echo "WARNING: the Debian sid of the /kk tests is newer than the tested one: $newer. If these tests fail, this may be why." >&2
[ -z "$older" ] || { echo "the Debian sid of the /kk tests is older than the tested one: $older" >&2; exit 1; }
