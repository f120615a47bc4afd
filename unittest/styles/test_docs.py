"""The manual pages name every law and coefficient of the lists in src/contact/models.h and every keyword of walls."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "doc" / "pair_granular.md").read_text()
WALLS = (ROOT / "doc" / "fix_wall_granular.md").read_text()
CONTACT = ROOT / "src" / "contact"
AXES = ["normal", "damping", "tangential", "rolling", "twisting", "heat"]


class Docs(unittest.TestCase):
    def sources(self):
        for axis in AXES:
            for header in sorted((CONTACT / axis).glob("*.h")):
                yield axis, header.read_text()

    def test_every_model_is_named(self):
        models = (CONTACT / "models.h").read_text()
        laws = re.findall(r"\w+", " ".join(re.findall(r"TypeList<([^;]*)>;", models)))
        self.assertGreater(len(laws), 30)    # all laws of the lists
        keys = [(axis, key) for axis, text in self.sources() for key in re.findall(r'\*key = "([^"]+)"', text)]
        self.assertEqual(len(keys), len(laws))    # each has a keyword that was found
        for axis, key in keys:
            self.assertIn(f"`{key}`", PAGE, f"{axis} model {key} is not in doc/pair_granular.md")

    def test_every_coefficient_is_named(self):
        for axis, text in self.sources():
            names = re.findall(r'Coefficient\{"([^"]+)"', text)
            self.assertEqual(len(names), len(re.findall(r"\bAllowed::", re.sub(r"Allowed coefficient = .*", "", text))))
            for name in names:
                self.assertRegex(PAGE, rf"\b{re.escape(name)}\b",
                                 f"coefficient {name} of a {axis} model is not in doc/pair_granular.md")

    def test_every_word_of_fix_wall_granular_is_named(self):
        source = (ROOT / "src" / "styles" / "wall" / "wall_arguments.cpp").read_text()
        walls = re.search(r'false,\s*\{("xplane".*?)\}', source, re.S).group(1)
        options = re.search(r'keywords =\s*"([^"]+)"', source).group(1)
        words = re.findall(r'"(\w+)"', walls) + options.split(", ")
        self.assertGreaterEqual(len(words), 15)
        for word in words:
            self.assertIn(f"`{word}`", WALLS, f"{word} is not in doc/fix_wall_granular.md")


if __name__ == "__main__":
    unittest.main()
