"""The laws of doc/adding_a_contact_model.md, added to a copy of the sources, pass the tests over all laws and their
own. An incomplete law does not compile, and the message names what is missing. Needs neither LAMMPS nor a build."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "doc" / "adding_a_contact_model.md").read_text()
COMPILER = os.environ.get("CXX", "c++")
AXES = ("normal", "damping", "tangential", "rolling", "twisting", "heat")

FILES = dict(re.findall(r"^File `([^`]+)`:\n\n```cpp\n(.*?)```$", PAGE, re.S | re.M))
HEADERS = {path: text for path, text in FILES.items() if path.startswith("src/contact/")}
LISTS = re.findall(r"^In `src/contact/models\.h`: include `([^`]+)` and append `(\w+)` to `(\w+)`\.$", PAGE,
                   re.M)
VALUES = "".join(re.findall(r"^Rows in `unittest/contact/test_values\.h`[^\n]*:\n\n```cpp\n(.*?)```$", PAGE,
                            re.S | re.M))


def axis_of(path):
    return path.split("/")[2]


def law_of(text):
    """Name of the struct of a law and its word in pair_coeff."""
    return re.search(r"^struct (\w+) :.*?\*key = \"([^\"]+)\"", text, re.S | re.M).groups()


def add_laws(folder, values=VALUES):
    """A copy of what the tests of laws need, with the laws of the page."""
    shutil.copytree(ROOT / "src" / "contact", folder / "src" / "contact")
    shutil.copytree(ROOT / "unittest" / "contact", folder / "unittest" / "contact")
    for path, text in FILES.items():
        if (folder / path).exists():
            raise FileExistsError(path)
        (folder / path).write_text(text)
    models = folder / "src" / "contact" / "models.h"
    text = models.read_text()
    for header, law, name in LISTS:
        text, count = re.subn(rf"(using {name} =\s*TypeList<[^;]*)>;", rf"\1, {law}>;", text)
        assert count == 1, name
        text = text.replace('#include "heat/heat.h"', f'#include "heat/heat.h"\n#include "{header}"')
    models.write_text(text)
    table = folder / "unittest" / "contact" / "test_values.h"
    text = table.read_text()
    end = text.rindex("};\n")
    table.write_text(text[:end] + values + text[end:])


def call(*command, folder):
    return subprocess.run([str(word) for word in command], cwd=folder, text=True, capture_output=True, check=False)


def selection(laws):
    """The option that compiles the tests over all laws for these: (axis, key)."""
    return '-DGRANULAR_SRT_LAW="' + ",".join(f"{axis} {key}" for axis, key in laws) + '"'


def one_line(message):
    """A message of GCC or Clang without line ends and with plain quotation marks."""
    return re.sub(r"[\u2018\u2019]", "'", " ".join(message.split()))


class AddingAModel(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def compile(self, *options):
        return call(COMPILER, "-std=c++20", "-Wno-psabi", "-Isrc", "-Iunittest/contact", *options, folder=self.folder)

    def test_the_page_has_an_example_of_each_axis(self):
        self.assertEqual(sorted(map(axis_of, HEADERS)), sorted(AXES))
        self.assertEqual(sorted(header for header, _, _ in LISTS),
                         sorted(path.removeprefix("src/contact/") for path in HEADERS))
        for header, law, _ in LISTS:
            self.assertEqual(law_of(HEADERS["src/contact/" + header])[0], law)

    def test_the_laws_of_the_page_pass_all_tests(self):
        add_laws(self.folder)
        laws = selection([(axis_of(path), law_of(text)[1]) for path, text in HEADERS.items()])
        sources = ["unittest/contact/one_law.cpp"] + [path for path in FILES if path.endswith(".cpp")]
        objects = [pathlib.Path(source).stem + ".o" for source in sources]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(self.compile, "-O0", "-Wall", "-Wextra", "-Werror", laws, "-c", source, "-o", target)
                    for source, target in zip(sources, objects)]
        for job in jobs:
            self.assertEqual(job.result().returncode, 0, job.result().stderr)
        linked = self.compile(*objects, "-o", "laws", "-lgtest", "-lgtest_main", "-pthread")
        self.assertEqual(linked.returncode, 0, linked.stderr)
        ran = call("./laws", "--gtest_brief=1", folder=self.folder)
        self.assertEqual(ran.returncode, 0, ran.stdout[-8000:])
        passed = int(re.search(r"PASSED\s+\] (\d+) tests", ran.stdout).group(1))
        self.assertGreaterEqual(passed, 30)

    def test_a_coefficient_without_a_test_value_is_named_once(self):
        add_laws(self.folder, values="")
        compiled = self.compile("-O0", selection([("normal", "cone")]), "unittest/contact/test_registry.cpp",
                                "-o", "laws", "-lgtest", "-lgtest_main", "-pthread")
        self.assertEqual(compiled.returncode, 0, compiled.stderr)
        ran = call("./laws", "--gtest_brief=1", folder=self.folder)
        self.assertNotEqual(ran.returncode, 0)
        self.assertEqual(ran.stdout.count("no test value for tan_half_angle of cone"), 1, ran.stdout)

    # An `if` on a Real works for doubles. The tests take SIMD registers too, whose comparison is no bool.
    def test_a_branch_on_a_real_does_not_compile(self):
        branching = {}
        for path, text in HEADERS.items():
            # the first statement of the function of the law
            changed, count = re.subn(
                r"(\n  template <class Real>(?:(?!\bcap\(|contact_radius|template).)*?const\n  \{\n|"
                r"\n  template <class Real> GRANULAR_SRT_FN \S+ (?:force|flow)\([^{]*\{\n)",
                r"\1    if (Real(0) < Real(1)) (void) 0;\n", text, count=1, flags=re.S)
            self.assertEqual(count, 1, path)
            branching[path] = changed
        add_laws(self.folder)
        for path, text in branching.items():
            (self.folder / path).write_text(text)
        laws = selection([(axis_of(path), law_of(text)[1]) for path, text in HEADERS.items()])
        compiled = self.compile("-fsyntax-only", laws, "unittest/contact/one_law.cpp")
        self.assertNotEqual(compiled.returncode, 0)
        errors = [one_line(line) for line in compiled.stderr.splitlines() if "error:" in line]
        for path in branching:
            name = path.removeprefix("src/contact/")
            self.assertTrue(any(name in line and "bool" in line for line in errors), (path, errors))


# Mistakes: (axis of the example, text to replace, its replacement, message)
SHARED = [
    (r"  static constexpr const char \*key.*?;\n", "", "the law has no member `static constexpr const char *key`"),
    (r"  static constexpr std::array coefficients\{.*?\};\n", "",
     "the law has no member `static constexpr std::array coefficients"),
    (r"units::[^{}]*?\}(, *Coefficient|\};)", r"units::not_given}\1", "a member of `coefficients` has no dimension"),
    (r" : (\w+)Defaults \{", " {", "the law does not derive from {base}"),
    (r"  static \w+ make\(.*?\n", "  static int make(int) { return 0; }\n",
     "the law has no function `static Law make("),
]
SLOTS = [
    (r"  static constexpr (std::array|NoSlots) slots\{.*?\};\n|  static constexpr NoSlots slots\{\};\n", "",
     "the law has no member `static constexpr std::array slots"),
    (r"  static constexpr (std::array|NoSlots) slots\{.*?\};\n",
     '  static constexpr std::array slots{Slot{SlotKind::scalar, +1, "x"}};\n', "a member of `slots` has no dimension"),
    (r"\bcap\(const Frame<Real>", "most(const Frame<Real>", "the law has no function `template <class Real> Real cap("),
    (r"\n  double ", "\n  std::string text;\n  double ", "the law is not trivially copyable"),
]
OWN = {
    "normal": [(r"  static constexpr bool hertzian.*?\n", "", "the law has no member `static constexpr bool hertzian`"),
               (r'Coefficient\{"eta_n0"', 'Coefficient{"eta"', "the second member of `coefficients` is not eta_n0"),
               (r'Coefficient\{"nu"', 'Coefficient{"poisson"',
                "the first and third of `coefficients` must be E and nu"),
               (r"stiffness_at", "slope_at", "the law has no function `double stiffness_at("),
               (r"\bforce\(const Frame<Real> &frame\) const", "force(const Frame<Real> &frame)",
                "NormalForce<Real> force("),
               (r"template <class Real> GRANULAR_SRT_FN NormalForce<Real> force\(const Frame<Real> &frame\) const\n"
                r"  \{.*?\n  \}",
                "NormalForce<double> force(const Frame<double> &) const { return {}; }", "NormalForce<Real> force(")],
    "damping": [(r"  static constexpr Dimension coefficient_dimension.*?;\n", "",
                 "the law has no member `static constexpr Dimension coefficient_dimension"),
                (r"\bprefactor\(", "eta_n(", "Real prefactor(")],
    "tangential": [(r"\brespond\(", "force(", "TangentialForce<Real> respond("),
                   (r"\bdiagnose\(", "diagnosis(", "the law has `diagnostics` but no function"),
                   (r"\n  double k_t", "\n  static Conflict conflict(const double *) { return {}; }\n  double k_t",
                    "`conflict` is not `static Conflict conflict(const double *, bool)`")],
    "rolling": [(r"\bforce\(const Frame", "load(const Frame", "Vec3<Real> force("),
                (r"\n  double ", "\n  static constexpr bool separate_torques = true;\n  double ",
                 "the law has separate_torques but no function"),
                (r"Coefficient\{\"mu_roll\", Allowed::non_negative, units::number\}",
                 'Coefficient{"a", Allowed::positive, units::number, true, 1.0}, '
                 'Coefficient{"b", Allowed::positive, units::number}',
                 "a required member of `coefficients` follows an optional one")],
    "twisting": [(r"\btorque\(", "moment(", "Real torque(")],
    "heat": [(r"\bflow\(", "heat(", "Real flow(")],
}


class IncompleteLaws(unittest.TestCase):
    """All in one file: the compiler reports every one. Each message names the law."""

    def test_messages_name_what_is_missing(self):
        source = '#include "contact/models.h"\n#include <string>\n'
        checks, expected = "", []
        for path, header in HEADERS.items():
            axis = axis_of(path)
            body = re.search(r"^struct .*^\};\n", header, re.S | re.M).group(0)
            name = law_of(header)[0]
            base = re.search(r" : (\w+Defaults)", body).group(1)
            mistakes = OWN[axis] + [m for m in SHARED if axis != "damping" or "coefficients" not in m[2]]
            if axis in ("tangential", "rolling", "twisting"):
                mistakes += SLOTS
            for number, (pattern, replacement, message) in enumerate(mistakes):
                law = f"{name}{number}"
                changed, count = re.subn(pattern, replacement, body, count=0 if "\\b" in pattern else 1, flags=re.S)
                self.assertGreater(count, 0, (axis, pattern))
                if "Defaults" in message or "derive" in message:    # the empty braces of the base go with it
                    changed = changed.replace("{{}, ", "{")
                source += "namespace granular_srt::contact {\n" + re.sub(rf"\b{name}\b", law, changed) + "}\n"
                checks += f"static_assert(check_{axis}_law<{law}>());\n"
                expected.append((law, message.replace("{base}", base)))
        source += "using namespace granular_srt::contact;\n" + checks
        compiled = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", "-I", str(ROOT / "src"), "-x", "c++", "-"],
                                  input=source, text=True, capture_output=True, check=False)
        found = one_line(compiled.stderr)
        # GCC and Clang name the law in the instantiation that precedes or follows the message
        reports = re.split(r"(?=In instantiation of)", found)
        for law, message in expected:
            with self.subTest(law=law, message=message):
                own = " ".join(report for report in reports
                               if re.search(rf"\b{law}\b", report.split("required from")[0]))
                self.assertIn(message, own)


if __name__ == "__main__":
    unittest.main()
