"""The manual pages name every law and coefficient of the lists in src/contact/models.h and every keyword of walls."""

import pathlib
import re
import unittest

import laws

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "doc" / "pair_granular.md").read_text()
WALLS = (ROOT / "doc" / "fix_wall_granular.md").read_text()


class Docs(unittest.TestCase):
    def test_every_model_is_named(self):
        for axis in laws.AXES:
            for key in laws.keys(axis):
                self.assertIn(f"`{key}`", PAGE, f"{axis} model {key} is not in doc/pair_granular.md")

    def test_every_coefficient_is_named(self):
        for axis in laws.AXES:
            # each `Allowed::` beside those of damping laws stands in a coefficient that was found
            text = "".join(laws.headers(axis))
            self.assertEqual(len(re.findall(r'Coefficient\{\s*"', text)),
                             len(re.findall(r"\bAllowed::", re.sub(r"Allowed coefficient = .*", "", text))))
            for name in laws.coefficients(axis):
                self.assertRegex(PAGE, rf"\b{re.escape(name)}\b",
                                 f"coefficient {name} of a {axis} model is not in doc/pair_granular.md")

    def test_every_word_of_fix_wall_granular_is_named(self):
        source = (ROOT / "src" / "wall" / "wall_arguments.cpp").read_text()
        rows = re.findall(r'\{"(\w+)", (true|false), read_\w+,', source)
        self.assertGreaterEqual(len(rows), 5)
        options = "".join(re.findall(r'"([^"]*)"', re.search(r"keywords =([^;]+);", source).group(1)))
        words = [axis + word for word, has_axis in rows for axis in ("xyz" if has_axis == "true" else [""])]
        words += options.split(", ")
        self.assertGreaterEqual(len(words), 15)
        for word in words:
            self.assertIn(f"`{word}`", WALLS, f"{word} is not in doc/fix_wall_granular.md")

    def test_versions_agree(self):
        """CMake's version is that of the Python package, of the line in the log, of the citation, and of the newest closed part of the changelog, with
        its date."""
        version = re.search(r"^project\(\w+ VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)
        cited = re.findall(r"^(?:version|date-released): (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
        closed = re.search(r"^## \[(\d\S*)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE).groups()
        (pattern,) = re.findall(r"^regex = '(.*)'$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)    # of the Python package
        package = re.search(pattern, (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)["value"]
        self.assertEqual((version, *closed[1:]), tuple(cited))
        logged = re.search(r'char version\[\] = "(\S+)"', (ROOT / "src" / "host" / "style_table.h").read_text()).group(1)
        self.assertEqual((package, logged), (version, version))
        for page in (ROOT / "doc").glob("*.md"):
            self.assertEqual(set(re.findall(r"GRANULAR-SRT (\d+\.\d+\.\d+): ", page.read_text())) - {version}, set(), page)
        for page in (".github/ISSUE_TEMPLATE/bug_report.md", "packaging/README.md"):
            found = re.findall(r"(?:GRANULAR-SRT |granular-srt-|\bv)(\d+\.\d+\.\d+)", (ROOT / page).read_text())
            self.assertEqual(set(found) - {version}, set(), page)
        self.assertEqual(closed[0], version)


if __name__ == "__main__":
    unittest.main()
