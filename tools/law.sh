#!/bin/sh
# Compiles and runs the tests of one contact law: seconds, without LAMMPS. Settings come from the environment, as
# "make law LAW=hooke" passes them:
#   LAW=hooke                  the word in pair_coeff; LAW="rolling sds" where two axes have a law of this name
#   TEST=contact/normal        unit tests besides: unittest/contact/test_normal.cpp, the closed form of the law
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$here/build}
. "$here/tools/settings.sh"
check_settings law "LAW TEST"
if [ -z "${LAW:-}" ]; then
  echo 'law: name the law, e.g. make law LAW=hooke or make law LAW="rolling sds"' >&2
  exit 2
fi

set -- "$here/unittest/contact/one_law.cpp"
for test in ${TEST:-}; do
  set -- "$@" "$here/unittest/${test%/*}/test_${test##*/}.cpp"
done
mkdir -p "$build"
# the words of the law's name inside a string literal
${CXX:-c++} -std=c++20 -O0 -Wall -Wextra -Wno-psabi "-DGRANULAR_SRT_LAW=\"$LAW\"" -I "$here/src" "$@" \
  -o "$build/one_law" -lgtest -lgtest_main -pthread
"$build/one_law" --gtest_brief=1
