"""granular_srt.check: all cases are within their bounds with the plugin, and LAMMPS' own styles fail those that they are known to
fail."""

import contextlib
import io
import pathlib
import re
import tempfile
import unittest
import unittest.mock

import harness
from granular_srt.check import __main__ as check, lammps
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
        ran = len(re.findall(r"  ok$", output, re.MULTILINE))
        self.assertEqual(ran + len(re.findall(r"needs --ranks 2$", output, re.MULTILINE)), len(CASES), output)
        self.assertLess(ran, len(CASES))
        self.assertIn(f"\n{ran} cases, 0 wrong", output)

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
        code, _ = output_of("--lmp", "/nowhere")
        self.assertEqual(code, "granular-srt check: /nowhere cannot be started: No such file or directory")
        code, _ = output_of("--mpirun", "/nowhere/mpirun -q", "--ranks", "2")
        self.assertEqual(code, "granular-srt check: this LAMMPS stops: /nowhere/mpirun cannot be started: No such file or directory")

    def test_program_that_does_not_end(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "lmp")
            program.write_text("#!/bin/sh\nexec sleep 60\n")
            program.chmod(0o755)
            with unittest.mock.patch.object(lammps, "SECONDS", 0.2):
                code, _ = output_of("--lmp", str(program))
        self.assertEqual(code, f"granular-srt check: {program} -help has not ended after 0.2 s")

    def test_no_such_case(self):
        code, output = output_of("--only", "herz")
        self.assertEqual(output, "")
        self.assertIn("--only herz: no case has this word in its name. Known are:\n", code)
        self.assertIn("\n  hertz: ", code)

    def test_a_case_that_needs_more_ranks(self):
        """What has not run is no pass."""
        self.assertEqual(output_of("--only", "across two ranks"), ("granular-srt check: --only across two ranks needs --ranks 2", ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
