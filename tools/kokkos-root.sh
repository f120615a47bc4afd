#!/bin/sh
# Makes a small Debian beside the system, new enough to have the Kokkos that LAMMPS needs, and prints its
# folder. Kept: a second call only prints. The system's own packages are left alone (debootstrap is added).
#   kokkos-root.sh CACHE
# Needs root, the right to mount, and a Debian archive in apt's sources; exits with 3 and the reason where
# one of these is missing. tools/kokkos-versions.sh has the versions with which it was tested. tools/in-root.sh runs
# commands in it.
set -eu

cache=$1
root="$cache/kokkos-root"
here=$(cd "$(dirname "$0")" && pwd)

cannot() {
  echo "$1" >&2
  exit 3
}
[ "$(id -u)" -eq 0 ] || cannot "the newer Debian with Kokkos needs root"
unshare --mount --propagation private true 2>/dev/null ||
  cannot "the newer Debian with Kokkos needs the right to mount, which this container does not have"
# one that is older than the tested one is made anew
print_finished() {
  if [ -f "$root/.finished" ] && sh "$here/kokkos-versions.sh" "$root"; then
    echo "$root"
    exit 0
  fi
}
print_finished
uri=$(sh "$here/apt-archive.sh" debian)
[ -n "$uri" ] || cannot "the newer Debian with Kokkos needs a Debian archive in apt's sources"

# What debootstrap mounts ends with this script.
if [ -z "${GRANULAR_SRT_OWN_MOUNTS:-}" ]; then
  export GRANULAR_SRT_OWN_MOUNTS=1
  exec unshare --mount --propagation private sh "$0" "$@"
fi
mkdir -p "$cache"
# a second call waits for the first
exec 9>"$cache/.kokkos-root.lock"
! command -v flock >/dev/null || flock 9
print_finished
sh "$here/install-deps.sh" debootstrap >&2
echo "== making a newer Debian with Kokkos (2 minutes, 1.5 GB)" >&2
# left over from a call that was stopped, or older; with it go the LAMMPS that were linked to its Kokkos
rm -rf "$root"
for file in "$cache"/build-*/CMakeCache.txt; do
  grep -qs '^EXTERNAL_KOKKOS:[A-Z]*=on' "$file" && rm -rf "${file%/*}"
done
log="$cache/kokkos-root.log"
{
  debootstrap --variant=minbase sid "$root" "$uri" &&
    # a mirror that is frozen in time is fine
    echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/granular-srt" &&
    chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      g++ cmake ninja-build make ccache mpi-default-dev mpi-default-bin libpng-dev zlib1g-dev libgtest-dev \
      python3 ca-certificates libkokkos-dev
} >"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
# libkokkos-dev 5.2.2-2 forgets these empty archives, which its own CMake files name
folder=$(dirname "$(find "$root/usr/lib" -name libkokkoscore.so)")
for part in algorithms simd; do
  archive="${folder#"$root"}/libkokkos$part.a"
  [ -e "$root$archive" ] || chroot "$root" ar rcs "$archive"
done
sh "$here/kokkos-versions.sh" "$root"
touch "$root/.finished"
echo "$root"
