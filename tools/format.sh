#!/bin/sh
# Formats all C++ sources of the repository with clang-format 14 and .clang-format.
#   format.sh [--check]     --check: changes nothing and fails where a file would change
# Exits with 77 where there is no clang-format 14.
set -eu
cd "$(dirname "$0")/.."
for program in clang-format-14 clang-format ""; do
  case $("${program:-false}" --version 2>/dev/null) in
    *"version 14."*) break ;;
  esac
done
[ -n "$program" ] || { echo "format: skipped, there is no clang-format 14 here (Debian: clang-format-14)"; exit 77; }

files() {
  find src unittest bench examples \( -name '*.h' -o -name '*.cpp' \) -print0
}
if [ "${1-}" = --check ]; then
  files | xargs -0 "$program" --dry-run --Werror --ferror-limit=3
else
  files | xargs -0 "$program" -i
fi
