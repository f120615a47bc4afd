#!/bin/sh
# Makes build/cuda on a machine that needs no GPU: LAMMPS with KOKKOS for NVIDIA GPUs, the plugin, and what bench/gpu/run_all.py
# runs, in a folder that can be copied to the machine with the GPU. That machine needs the driver and Python, and neither nvcc
# nor this checkout.
#   cuda.sh                       build what is missing; a build that was stopped goes on
#   KOKKOS_SOURCE_DIR=...         source tree of Kokkos, 5.1 or newer
#   ARCH=HOPPER90                 the GPU, as Kokkos names it
#   FLAGS="--fmad=false"          options for nvcc as well, for LAMMPS and for the plugin
#   MPI=on                        with MPI; default off
#   OUT=...                       the folder, default build/cuda
#   BUILD=...                     folder of tools/build.sh, whose lmp makes the references (default build)
#   LAMMPS_SOURCE_DIR, LAMMPS_BUILD_DIR, GRANULAR_SRT_CACHE, JOBS: as for tools/build.sh; that build is one by this script
# Paths must have no spaces.
# Exits with 3 and the reason where this machine has no nvcc.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/tools/cache.sh"
out=${OUT:-$here/build/cuda}
arch=${ARCH:-HOPPER90}
mpi=${MPI:-off}
flags=${FLAGS:-}

cannot() {
  echo "make cuda: $1" >&2
  exit "${2:-1}"
}
PATH="$PATH:${CUDA_ROOT:-/usr/local/cuda}/bin"
nvcc=$(command -v nvcc) || cannot "no nvcc in PATH or CUDA_ROOT" 3
# it is copied at the end, after a build of half an hour
toolkit=$(dirname "$(readlink -f "$nvcc")")/..
runtime=$(find "$toolkit/lib64/" "$toolkit/lib/" "$toolkit"/targets/*/lib/ -name 'libcudart.so.*' 2>/dev/null | head -n 1)
[ -n "$runtime" ] || cannot "no CUDA runtime (libcudart.so.*) in lib64, lib or targets/*/lib of $(readlink -f "$toolkit")"
kokkos=${KOKKOS_SOURCE_DIR:-}
[ -n "$kokkos" ] || cannot "give KOKKOS_SOURCE_DIR=<source tree of Kokkos 5.1 or newer>"
[ -f "$kokkos/bin/nvcc_wrapper" ] || cannot "KOKKOS_SOURCE_DIR=$kokkos has no bin/nvcc_wrapper"
kokkos=$(cd "$kokkos" && pwd)
table="$kokkos/cmake/kokkos_arch.cmake"
sm=$(sed -n "s/^ *check_cuda_arch($arch \(sm_[0-9a-z]*\)).*/\1/ip" "$table")
[ -n "$sm" ] || cannot "unknown ARCH=$arch; this Kokkos knows$(sed -n 's/^ *check_cuda_arch(\([A-Z0-9]*\) sm.*/ \1/ip' "$table" | tr -d '\n')"
case $mpi in on | off) ;; *) cannot "MPI=$mpi: on or off" ;; esac
# nvcc_wrapper joins its arguments to one string, which the shell splits at spaces
case "$here$cache$out${LAMMPS_SOURCE_DIR:-}${LAMMPS_BUILD_DIR:-}" in
  *" "*) cannot "nvcc_wrapper of Kokkos takes no paths with spaces: checkout $here, GRANULAR_SRT_CACHE=$cache, OUT=$out, \
LAMMPS_SOURCE_DIR=${LAMMPS_SOURCE_DIR:-}, LAMMPS_BUILD_DIR=${LAMMPS_BUILD_DIR:-}" ;;
esac
version=$(sed -n 's/^ *set(Kokkos_VERSION_\(MAJOR\|MINOR\) \([0-9]*\)).*/\2/ip' "$kokkos/CMakeLists.txt" | paste -sd.)
case $version in
  [0-4].* | 5.0) echo "make cuda: Kokkos $version is older than 5.1, which LAMMPS needs; a file may not compile" >&2 ;;
esac

sh "$here/tools/install-deps.sh" >&2
mkdir -p "$cache" "$out"
source_dir=${LAMMPS_SOURCE_DIR:-$(sh "$here/tools/fetch-lammps.sh" "$cache")}
# While CMake tests the compiler it has no architecture, and CUDA 13 refuses the oldest default. nvcc adds its static
# runtime to each link; LAMMPS and the plugin share one.
tree="$cache/kokkos-$(echo "$kokkos $version $arch" | cksum | cut -d' ' -f1)"
if [ ! -f "$tree/.finished" ]; then
  rm -rf "$tree"
  mkdir -p "$tree"
  (cd "$kokkos" && tar -c --exclude=./.git --exclude=./build .) | tar -x -C "$tree"
  sed -i -e "s/^default_arch=.*/default_arch=\"$sm\"/" -e 's/^cuda_args=""/cuda_args="-cudart shared"/' \
    "$tree/bin/nvcc_wrapper"
  touch "$tree/.finished"
fi

export CXXFLAGS="$flags"
export LIB_KOKKOS="$tree" LAMMPS_INCLUDE="$here/tools/lammps_cuda.cmake"
common="-D CMAKE_CXX_COMPILER=$tree/bin/nvcc_wrapper -D CMAKE_CXX_STANDARD=20"
lammps_build=${LAMMPS_BUILD_DIR:-}
if [ -z "$lammps_build" ]; then
  # shellcheck disable=SC2086  # a list of words is meant
  lammps_build=$(sh "$here/tools/build-lammps.sh" "$source_dir" "$cache" $common -D BUILD_MPI=$mpi -D WITH_PNG=off \
    -D PKG_KOKKOS=on -D Kokkos_ENABLE_CUDA=on -D Kokkos_ENABLE_SERIAL=on -D "Kokkos_ARCH_$arch=on" \
    -D Kokkos_ENABLE_DEPRECATION_WARNINGS=off)
fi
# beside the finished files, and not copied with them
plugin="$out/.build"
# shellcheck disable=SC2086
cmake -G Ninja -S "$here" -B "$plugin" $common -D LAMMPS_SOURCE_DIR="$source_dir" -D LAMMPS_BUILD_DIR="$lammps_build" \
  -D CMAKE_CXX_FLAGS="$flags" -D GRANULAR_SRT_TESTS=off -D CMAKE_BUILD_WITH_INSTALL_RPATH=on -D CMAKE_INSTALL_RPATH='$ORIGIN/../lib' \
  --log-level=STATUS | grep "/kk styles" >&2
ninja -C "$plugin" ${JOBS:+-j "$JOBS"} granularsrtplugin >&2

# Files are replaced in one step, because a run may be using them.
place() {
  cp -L "$1" "$out/$2.new"
  case $2 in *.so* | lib/lmp) strip --strip-unneeded "$out/$2.new" ;; esac
  mv -f "$out/$2.new" "$out/$2"
}
mkdir -p "$out/lib" "$out/plugin"
place "$lammps_build/lmp" lib/lmp
place "$lammps_build/liblammps.so.0" lib/liblammps.so.0
place "$plugin/plugin/granularsrtplugin.so" plugin/granularsrtplugin.so
place "$runtime" "lib/$(objdump -p "$runtime" | sed -n 's/^ *SONAME *//p')"
place "$here/tools/lmp-cuda.in" lmp
chmod +x "$out/lmp"

# the packings are for hosts, and a twelfth of the size
(cd "$here" && tar -c --exclude=__pycache__ --exclude=examples/packings bench examples potentials python unittest/styles src/contact doc/pair_gran.md) | tar -x -C "$out"
host=${BUILD:-$here/build}/lmp
if [ -x "$host" ]; then
  python3 "$here/bench/gpu/run_all.py" --prepare --lmp "$host" --references "$out/references" >&2
else
  echo "make cuda: no $host here, so no references of a host: see bench/gpu/README.md" >&2
fi
echo "LAMMPS $(sed -n 's/.*"\(.*\)".*/\1/p' "$source_dir/src/version.h"), Kokkos $version, $arch ($sm), \
$("$nvcc" --version | sed -n 's/.*, V/CUDA /p'), MPI $mpi, options:${flags:+ $flags}" >"$out/built.txt"
cat "$out/built.txt"
echo "$out: $(du -sh --exclude=.build "$out" | cut -f1), to be copied without its folder .build"
