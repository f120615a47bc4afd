"""granular_srt.check: all cases are within their bounds with the plugin, and LAMMPS' own styles fail those that they are known to
fail."""

import contextlib
import io
import re
import unittest
import unittest.mock

import harness
from granular_srt.check import __main__ as check
from granular_srt.check.cases import CASES

# what LAMMPS' own styles do not do; doc/taken_over.md
WRONG_IN_STOCK = ("mindlin NULL", "mindlin: springs", "rolling and twisting: the other", "the same with newton off", "twisting marshall",
                  "twisting: the cap", "no NaN", "contacts see a box", "barostat: shear")


def output_of(*words):
    """Exit code and output of granular-srt check on the LAMMPS of the tests."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        try:
            code = check.main(["--lmp", str(harness.LAUNCHER), "--mpirun", " ".join(harness.MPIRUN), *words])
        except SystemExit as stop:
            return stop.code, text.getvalue()
    return code, text.getvalue()


class Check(unittest.TestCase):
    def test_plugin(self):
        code, output = output_of()
        self.assertEqual(code, 0, output)
        self.assertIn("pair_style granular is this plugin's", output)
        self.assertEqual(len(re.findall(r"  ok$|needs --ranks 2$", output, re.MULTILINE)), len(CASES), output)

    def test_ranks(self):
        code, output = output_of("--ranks", "2", "--only", "ranks")
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"across two ranks .*  ok\n")

    def test_stock(self):
        code, output = output_of("--stock")
        self.assertEqual(code, 1, output)
        self.assertIn("LAMMPS' own styles run", output)
        for line in output.splitlines():
            if line.startswith(WRONG_IN_STOCK) and not harness.wrong_in_older(line):
                self.assertTrue(line.endswith("WRONG"), line)
        self.assertIn("not there: Unrecognized fix style 'wall/granular'", output)

    def test_a_case_can_fail(self):
        """A bound below the rounding of the closed form."""
        hertz = next(case for case in CASES if case.name.startswith("hertz:"))
        with unittest.mock.patch.object(hertz, "bound", 1e-20):
            code, output = output_of("--only", "hertz:")
        self.assertEqual(code, 1)
        self.assertIn("WRONG", output)

    def test_no_such_program(self):
        code, _ = output_of("--lmp", "/bin/true")
        self.assertIn("is no LAMMPS", str(code))


if __name__ == "__main__":
    unittest.main(verbosity=2)
