#!/bin/sh
# Names a release: sets the version, which stands in project() of CMakeLists.txt, and writes it into the files that cannot read
# it there: the citation, the changelog, the recipes of packaging/ and the list of commands.
#   release.sh VERSION DATE       such as 0.3.0 2026-11-28
set -eu
cd "$(dirname "$0")/.."
version=${1-}
date=${2-}
echo "$version $date" | grep -qxE '[0-9]+(\.[0-9]+){2} [0-9]{4}-[0-9]{2}-[0-9]{2}' ||
  { echo "release: needs a version and a date, such as 0.3.0 2026-11-28" >&2; exit 2; }
old=$(sed -n 's/^project(granular_srt VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
sed -i "s/^\(project(granular_srt VERSION \)[0-9.]*/\1$version/" CMakeLists.txt
sed -i "s/^version: .*/version: $version/; s/^date-released: .*/date-released: $date/" CITATION.cff
grep -q "^## \[$version\]" CHANGELOG.md || sed -i "s/^## \[Unreleased\]$/&\n\n## [$version] - $date/" CHANGELOG.md
sed -i "s/^\(## \[$version\] - \).*/\1$date/" CHANGELOG.md
sed -i "s/| Unreleased |/| $version |/" doc/taken_over.md
recipe="packaging/easybuild/GRANULAR-SRT-$version-foss-2025b.eb"
[ "$old" = "$version" ] || mv "packaging/easybuild/GRANULAR-SRT-$old-foss-2025b.eb" "$recipe"
for file in packaging/conda/recipe.yaml packaging/spack/package.py "$recipe"; do
  sed -i "s/\b\(v\{0,1\}\)$(echo "$old" | sed 's/\./\\./g')\b/\1$version/g" "$file"
done
