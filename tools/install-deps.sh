#!/bin/sh
# Installs, on Debian, the packages that building LAMMPS, the plugin and the tests needs.
#   install-deps.sh [PACKAGE ...]     these as well
# Does nothing when everything is there. Needs root only when something is missing.
set -eu

packages="g++ cmake ninja-build make ccache mpi-default-dev mpi-default-bin libpng-dev zlib1g-dev \
libgtest-dev python3 python3-hypothesis python3-meshio ca-certificates $*"

missing=""
for package in $packages; do
  # a library may be there for several architectures
  dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

install="apt-get install --no-install-recommends$missing"
command -v apt-get >/dev/null || { echo "install-deps: make works on Debian and Ubuntu only. Elsewhere use the CMake commands of doc/installing.md, 'A LAMMPS that you have'" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || { echo "install-deps: packages are missing, and only root can install them: $install" >&2; exit 1; }
echo "== installing:$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086  # a list of words is meant
apt-get install -o DPkg::Lock::Timeout=300 -y -qq --no-install-recommends $missing >/dev/null
