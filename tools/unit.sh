#!/bin/sh
# Builds and runs unit tests without the plugin: seconds for one of them. Settings come from the environment, as
# "make unit TEST=contact/normal" passes them:
#   TEST="contact/normal barostat/flip"   unittest/contact/test_normal.cpp and so on (default: all)
#   FILTER='*jkr*'                        only these tests of theirs, as --gtest_filter takes it
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$here/build}
. "$here/tools/settings.sh"
check_settings unit "TEST FILTER"

tests=${TEST:-$(cd "$here/unittest" && printf '%s ' */test_*.cpp | sed 's|/test_|/|g; s|\.cpp||g')}
programs=$(printf 'unittest_%s ' $tests | tr / _)
# shellcheck disable=SC2086  # a list of words is meant
sh "$here/tools/build.sh" $programs
result=0
for program in $programs; do
  echo "== $program"
  "$build/unittest/$program" --gtest_brief=1 ${FILTER:+"--gtest_filter=$FILTER"} || result=1
done
exit $result
