#!/bin/sh
# Makes build/lmp-kokkos: a LAMMPS with the KOKKOS package (OpenMP threads) and the plugin with its /kk
# styles. LAMMPS needs Kokkos 5.1 or newer: where the system has none, both are built, and run, in a newer
# Debian beside the system (tools/kokkos-root.sh). Quick when all is there.
# Settings are those of tools/build.sh, which is to be run first. Exits with 3 and the reason where this
# machine cannot have it.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/tools/cache.sh"
build=${BUILD:-$here/build}
mkdir -p "$build"
build=$(cd "$build" && pwd)
launcher="$build/lmp-kokkos"

setting() {
  sed -n "s/^$1:[^=]*=//p" "$2/CMakeCache.txt"
}

# The LAMMPS of build/lmp may have the KOKKOS package itself.
if [ -f "$build/CMakeCache.txt" ]; then
  lammps_build=$(setting LAMMPS_BUILD_DIR "$build")
  case $(setting PKG_KOKKOS "$lammps_build" | tr '[:upper:]' '[:lower:]') in
    on | yes | true | 1)
      ln -sf lmp "$launcher"
      exit 0 ;;
  esac
fi

has_kokkos() {
  probe=$(mktemp -d)
  printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(probe CXX)' 'find_package(Kokkos 5.1.0 REQUIRED CONFIG)' \
    >"$probe/CMakeLists.txt"
  result=0
  cmake -S "$probe" -B "$probe/build" >"$probe/log" 2>&1 || result=1
  rm -rf "$probe"
  return $result
}

# arguments: those of in-root.sh before the command, none where the system itself has Kokkos
set --
if ! has_kokkos; then
  root=$(sh "$here/tools/kokkos-root.sh" "$cache")
  set -- sh "$here/tools/in-root.sh" "$root"
fi

source_dir=${LAMMPS_SOURCE_DIR:-$(sh "$here/tools/fetch-lammps.sh" "$cache")}
lammps_build=$("$@" sh "$here/tools/build-lammps.sh" "$source_dir" "$cache" \
  -D PKG_KOKKOS=on -D EXTERNAL_KOKKOS=on -D BUILD_OMP=on -D CMAKE_CXX_STANDARD=20)
# The loops of build/lmp, which take longest to compile, where that LAMMPS counts particles by the same integers.
loops=""
main_build=$([ ! -f "$build/CMakeCache.txt" ] || setting LAMMPS_BUILD_DIR "$build")
if [ -f "$main_build/CMakeCache.txt" ] &&
  [ "$(setting LAMMPS_SIZES "$main_build")" = "$(setting LAMMPS_SIZES "$lammps_build")" ]; then
  loops=$build
fi
# Another compiler than the system's may warn of more.
"$@" env WERROR=off LOOPS="$loops" TOGETHER=on BUILD="$build/kokkos" LAMMPS_SOURCE_DIR="$source_dir" \
  LAMMPS_BUILD_DIR="$lammps_build" sh "$here/tools/build.sh"

# in one step, because tests may be using it
{
  echo '#!/bin/sh'
  echo '# LAMMPS with the KOKKOS package and the GRANULAR-SRT plugin. GRANULAR_SRT_STOCK=1 runs it without the plugin.'
  printf 'exec'
  printf ' "%s"' "$@" "$build/kokkos/lmp"
  echo ' "$@"'
} >"$launcher.new"
chmod +x "$launcher.new"
mv -f "$launcher.new" "$launcher"
