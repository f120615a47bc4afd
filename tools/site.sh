#!/bin/sh
# Builds the pages as a site, build/site/html, with MkDocs in an environment of its own. A link to a page or anchor that is not
# there is an error. Where PyPI is not reached, it says so and ends with exit code 77.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
site="$here/build/site"
mkdir -p "$site"
if ! "$site/python/bin/mkdocs" --version >/dev/null 2>&1; then
  log="$site/install.log"
  python3 -m venv "$site/python" >"$log" 2>&1 ||
    { echo "site: skipped, no virtual environment can be made: $(tail -n 1 "$log")"; exit 77; }
  "$site/python/bin/pip" install -q --retries 1 "mkdocs-material>=9.5,<10" latex2mathml >"$log" 2>&1 || {
    echo "site: MkDocs could not be installed: $(tail -n 1 "$log")"
    ! sh "$here/tools/not-reached.sh" <"$log" || exit 77
    exit 1
  }
fi
rm -rf "$site/pages"
mkdir "$site/pages"
for name in README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE doc examples packaging potentials bench cmake python src tools unittest; do
  ln -s "$here/$name" "$site/pages/$name"
done
cd "$here"
NO_MKDOCS_2_WARNING=1 "$site/python/bin/mkdocs" build --strict
echo "site: $site/html"
