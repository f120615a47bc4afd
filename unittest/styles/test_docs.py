"""The manual pages name every submodel and coefficient of the registries and every keyword of walls, and the
example of how to add a model compiles as printed."""

import pathlib
import re
import shutil
import subprocess
import tempfile
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
        found = 0
        for axis, text in self.sources():
            for key in re.findall(r'\*key = "([^"]+)"', text):
                found += 1
                self.assertIn(f"`{key}`", PAGE, f"{axis} model {key} is not in doc/pair_granular.md")
        self.assertGreaterEqual(found, 28)  # the models of this version

    def test_every_coefficient_is_named(self):
        found = 0
        for axis, text in self.sources():
            for name in re.findall(r'Coefficient\{"([^"]+)"', text):
                found += 1
                self.assertRegex(PAGE, rf"\b{re.escape(name)}\b",
                                 f"coefficient {name} of a {axis} model is not in doc/pair_granular.md")
        self.assertGreaterEqual(found, 30)  # as typed in the headers of this version

    def test_every_word_of_fix_wall_granular_is_named(self):
        source = (ROOT / "src" / "styles" / "wall_arguments.cpp").read_text()
        walls = re.search(r'false,\s*\{("xplane".*?)\}', source, re.S).group(1)
        options = re.search(r'keywords =\s*"([^"]+)"', source).group(1)
        words = re.findall(r'"(\w+)"', walls) + options.split(", ")
        self.assertGreaterEqual(len(words), 15)
        for word in words:
            self.assertIn(f"`{word}`", WALLS, f"{word} is not in doc/fix_wall_granular.md")

    def test_the_example_of_a_new_model_compiles(self):
        page = (ROOT / "doc" / "adding_a_contact_model.md").read_text()
        header, new_list = re.findall(r"```cpp\n(.*?)```", page, re.S)
        path = re.search(r"`src/(contact/\S+\.h)`", page).group(1)
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "src")
            shutil.copytree(CONTACT, source / "contact")
            (source / path).write_text(header)
            models = source / "contact" / "models.h"
            text = models.read_text()
            old_list = re.search(r"using RollingModels = .*?;\n", text).group(0)
            include = f'#include "{path.removeprefix("contact/")}"\n#include "rolling/none.h"'
            models.write_text(text.replace(old_list, new_list).replace('#include "rolling/none.h"', include))
            use = ("#include \"contact/contact.h\"\nusing namespace granular_srt::contact;\n"
                   "Vec3<double> f(const AnyRolling &r, const Frame<double> &f, double *h)"
                   " { return r.torques(f, 1.0, TangentialForce<double>{}, h).on_i; }\n"
                   "static_assert(AnyRolling::index_of<ConstantRolling>() == 4);\n")
            compiled = subprocess.run(["c++", "-std=c++20", "-fsyntax-only", "-x", "c++", "-I", str(source), "-"],
                                      input=use, text=True, capture_output=True, check=False)
            self.assertEqual(compiled.returncode, 0, compiled.stderr)


if __name__ == "__main__":
    unittest.main()
