"""The manual pages name every law and coefficient of the lists in src/contact/models.h and every keyword of walls."""

import pathlib
import re
import shutil
import subprocess
import tempfile
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
        source = (ROOT / "src" / "wall" / "read_wall.cpp").read_text()
        rows = re.findall(r'\{"(\w+)", (true|false), read_\w+,', source)
        self.assertGreaterEqual(len(rows), 5)
        options = "".join(re.findall(r'"([^"]*)"', re.search(r"keywords =([^;]+);", source).group(1)))
        words = [axis + word for word, has_axis in rows for axis in ("xyz" if has_axis == "true" else [""])]
        words += options.split(", ")
        self.assertGreaterEqual(len(words), 15)
        for word in words:
            self.assertIn(f"`{word}`", WALLS, f"{word} is not in doc/fix_wall_granular.md")

    def check_versions(self, root):
        """The version of project() in CMakeLists.txt is that of the citation and of the newest closed part of the changelog, with
        its date. The log line, CMake's and Python's package read it there (test_taken_over, test_install, test_python_package),
        and the recipes are compared in test_recipes."""
        version = re.search(r"^project\(\w+ VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)
        cited = re.findall(r"^(?:version|date-released): (\S+)$", (root / "CITATION.cff").read_text(), re.MULTILINE)
        closed = re.search(r"^## \[(\d\S*)\] - (\S+)$", (root / "CHANGELOG.md").read_text(), re.MULTILINE).groups()
        self.assertEqual(closed, tuple(cited))
        self.assertEqual(closed[0], version)
        (pattern,) = re.findall(r"^regex = '(.*)'$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
        self.assertEqual(re.search(pattern, (root / "CMakeLists.txt").read_text(), re.MULTILINE)["value"], version)
        return version

    def test_versions_agree(self):
        version = self.check_versions(ROOT)
        for page in [*(ROOT / "doc").glob("*.md"), *(ROOT / ".github/ISSUE_TEMPLATE").glob("*.md"), ROOT / "packaging/README.md"]:
            self.assertEqual(re.findall(r"(?:GRANULAR-SRT |granular-srt-|\bv)\d+\.\d+\.\d+", page.read_text()), [],
                             f"{page} names a version: write <version>")
        for folder in ("src", "cmake", "python", "tools"):
            for path in (ROOT / folder).rglob("*.*"):
                if path.is_file() and "__pycache__" not in path.parts and path.name != "release.sh":
                    self.assertNotIn(version, path.read_text(), f"{path}: the version stands in CMakeLists.txt alone")

    def test_release(self):
        """tools/release.sh names the next version in all places, and closes a part of the changelog."""
        with tempfile.TemporaryDirectory(prefix="a path ") as folder:
            root = pathlib.Path(folder)
            for name in ("CMakeLists.txt", "CITATION.cff", "CHANGELOG.md", "doc", "packaging", "tools"):
                (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, root / name)
            old = self.check_versions(root)
            for words in ((), ("1.2", "2031-02-03"), ("1.2.3", "today")):
                self.assertEqual(subprocess.run(["sh", root / "tools/release.sh", *words], check=False, stderr=subprocess.DEVNULL).returncode, 2)
            for date in ("2031-02-03", "2031-02-04"):    # twice: for another date
                subprocess.run(["sh", root / "tools/release.sh", "91.2.3", date], check=True)
            self.assertEqual(self.check_versions(root), "91.2.3")
            self.assertIn("\n## [Unreleased]\n\n## [91.2.3] - 2031-02-04\n\n", (root / "CHANGELOG.md").read_text())
            self.assertNotIn("2031-02-03", (root / "CHANGELOG.md").read_text())
            for path in (root / "packaging").rglob("*.*"):
                self.assertEqual(re.findall(rf"\b{re.escape(old)}\b|\bv{re.escape(old)}\b", path.name + path.read_text()), [], path)


if __name__ == "__main__":
    unittest.main()
