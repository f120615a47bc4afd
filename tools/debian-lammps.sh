#!/bin/sh
# Prints the release of Debian's LAMMPS, such as 20260704, if the sources are for it and its program and library, and xz for its
# headers, are installed or, for root, can be; else nothing.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
[ -n "$(sh "$here/tools/apt-archive.sh" debian)" ] || exit 0
if [ "$(id -u)" -eq 0 ]; then
  versions=$(apt-cache policy liblammps-dev 2>/dev/null | sed -n 's/^ *\(Installed\|Candidate\): \([0-9]\)/\2/p')
else
  versions=$(dpkg-query -W -f '${db:Status-Status} ${Version}\n' lammps liblammps-dev xz-utils 2>/dev/null |
    sed -n 's/^installed //p')
  [ "$(echo "$versions" | wc -l)" -eq 3 ] || exit 0
fi
release=$(echo "$versions" | sed -n '1s/^\([0-9]\{8\}\).*/\1/p')    # of 20260704+dfsg-2
oldest=$(sed -n 's/^set(GRANULAR_SRT_OLDEST_LAMMPS \([0-9]*\))/\1/p' "$here/cmake/GranularSrtVersion.cmake")
[ "${release:-0}" -lt "$oldest" ] || echo "$release"
