#!/bin/sh
# Obtains the LAMMPS source tree and prints its folder.
#   fetch-lammps.sh DIR          unpack under DIR (kept: a second call only prints)
#   fetch-lammps.sh DIR decks    as well LAMMPS' own granular decks, where the tree is from a time without them
#   fetch-lammps.sh DIR headers  only the headers, in a folder of their own
#   LAMMPS_RELEASE=20250204      another release than the one below, if Debian has it: for headers
# The archive is Debian's copy of the LAMMPS release named below, taken from the same archive of Debian or Ubuntu
# that this machine's apt already uses; apt's own lists and sources are left alone.
set -eu

version=${LAMMPS_RELEASE:-20260704}
dir=$1
tree="$dir/lammps-$version"
[ "${2-}" != headers ] || tree="$tree-headers"
# Of examples/ and bench/: decks with granular pair styles or walls whose packages tools/build-lammps.sh builds, and what
# they read. Tests and "make bench" run them.
decks="examples/granular examples/granregion examples/pour examples/multi/in.granular examples/multi/in.powerlaw
examples/multi/data.powerlaw examples/rigid/in.rigid.gravity examples/rigid/molecule.data bench/in.chute
bench/data.chute"
marker="$tree/examples/.unpacked"    # with the list above: a longer list is unpacked again

has_tree() {
  [ -f "$tree/cmake/CMakeLists.txt" ]
}

has_decks() {
  [ "$(cat "$marker" 2>/dev/null)" = "$decks" ]
}

mkdir -p "$dir"
# a second call waits for the first
exec 9>"$dir/.fetch.lock"
! command -v flock >/dev/null || flock 9
if has_tree && { [ "${2-}" != decks ] || has_decks; }; then
  echo "$tree"
  exit 0
fi

work=$(mktemp -d "$dir/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP    # without it dash does not run the one above
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"

for family in debian ubuntu; do
  uri=$(sh "$(dirname "$0")/apt-archive.sh" $family)
  [ -z "$uri" ] || break
done
[ -n "$uri" ] || {
  echo "fetch-lammps: no archive of Debian or Ubuntu in apt's sources; pass LAMMPS_SOURCE_DIR=<a LAMMPS tree> instead" >&2
  exit 1
}
case $family in
  debian) suites="trixie forky sid" component=main ;;
  ubuntu) suites=stonking component=universe ;;
esac
keyring=/usr/share/keyrings/$family-archive-keyring.gpg
for suite in $suites; do
  echo "deb-src [signed-by=$keyring] $uri $suite $component"
done >"$work/sources.list"
# A mirror that is frozen in time is fine: one version is wanted, and signatures are checked all the same.
cat >"$work/apt.conf" <<CONF
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$work/lists";
Dir::Cache "$work/cache";
APT::Sandbox::User "root";
Acquire::Check-Valid-Until "false";
CONF

echo "== fetching LAMMPS $version (200 MB)" >&2
export APT_CONFIG="$work/apt.conf"
apt-get update -qq >&2
wanted=$(apt-cache showsrc lammps | sed -n "s/^Version: \($version+.*\)/\1/p" | sort -u | tail -n 1)
[ -n "$wanted" ] || {
  echo "fetch-lammps: the archive has no LAMMPS $version, or was not reached (apt's messages are above);" \
    "pass LAMMPS_SOURCE_DIR" >&2
  exit 1
}
(cd "$work" && apt-get source -qq --tar-only --download-only "lammps=$wanted" >&2)
mkdir "$work/tree"
if [ "${2-}" = headers ]; then
  # in some archives all is in one folder
  tar -xf "$work"/lammps_*.orig.tar.* -C "$work/tree" --exclude=lib --exclude=unittest --exclude=tools --no-anchored \
    --wildcards --no-wildcards-match-slash --transform 's|^lammps-[^/]*/||' \
    'src/*.h' 'src/fmt/*.h' 'src/RIGID/*.h' cmake/CMakeLists.txt
  mv "$work/tree" "$tree"
  echo "$tree"
  exit 0
fi
if ! has_tree; then
  # The other examples and benchmarks and the manual's sources are of no use to a build.
  tar -xf "$work"/lammps_*.orig.tar.* -C "$work/tree" --anchored \
    --exclude=bench --exclude=examples --exclude=doc/src --exclude=doc/utils
fi
# shellcheck disable=SC2086  # a list of words is meant
tar -xf "$work"/lammps_*.orig.tar.* -C "$work/tree" $decks
if has_tree; then
  cp -R "$work/tree/." "$tree"
else
  mv "$work/tree" "$tree"
fi
echo "$decks" >"$marker"
echo "$tree"
