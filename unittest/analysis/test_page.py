"""doc/analysis.md: its commands run, here with smaller decks, and its Python gives what the page says."""

import contextlib
import io
import os
import re
import unittest

from package import ROOT, copy_of_examples, harness, numpy, run_command

import matplotlib

matplotlib.use("Agg")

PAGE = (ROOT / "doc" / "analysis.md").read_text(encoding="utf-8")
SMALLER = {"in.silo": ["N", "300", "R", "3.5", "FILL", "12"], "in.heap": ["N", "150", "SLOT", "3.0", "GATE", "2.0"],
           "in.shear": ["N", "200", "STRAIN", "1.5"]}


class Page(unittest.TestCase):
    def test_commands(self):
        commands = re.search(r"```\n(export PYTHONPATH.*?)```", PAGE, re.DOTALL)[1].splitlines()
        self.assertEqual([line for line in commands if "lmp" not in line], ["export PYTHONPATH=$PWD/python", "cd examples/analysis"])
        with copy_of_examples() as folder, matplotlib.rc_context():
            (folder.parent / "packings").symlink_to(ROOT / "examples" / "packings")
            for line in commands[2:]:
                deck = re.search(r"-in (\S+)", line)[1]
                words = " ".join(f"-var {name} {value}" for name, value in zip(*[iter(SMALLER.pop(deck))] * 2))
                run_command(self, line.replace(deck, f"{deck} {words}"), folder)
            self.assertFalse(SMALLER)
            session, printed, here = {}, io.StringIO(), os.getcwd()
            os.chdir(folder)
            self.addCleanup(os.chdir, here)
            with contextlib.redirect_stdout(printed):
                for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
                    exec(compile(block, "doc/analysis.md", "exec"), session)    # pylint: disable=exec-used  what a reader types
            os.chdir(here)
            for file in ("forces.png", "chains.png", "silo.vtu"):
                self.assertGreater((folder / file).stat().st_size, 1000)
        printed = printed.getvalue()
        self.assertIn("4.5995423340961095 0.126\n", printed)
        silo, rows = session["silo"].rows, session["rows"]
        bearing = session["contacts"].coordination(silo.index, rows, 2).backbone
        self.assertEqual(set(bearing), set(silo.index[silo.rattler == 0]))    # as compute granular/atom says
        self.assertTrue(0.02 < silo.rattler.mean() < 0.5)
        residuals = session["found"].residuals((0, 0, -1))
        self.assertLess(residuals[["mass", "momentum", "identity"]].max(), 1e-9)    # twelve digits in the dumps
        self.assertLess(residuals["rest"], 0.2)
        self.assertGreater(float(re.search(r"share of the wall (\S+)", printed)[1]), 0.3)
        middle = session["profile"][session["profile"].z.between(session["low"], session["high"])]
        numpy.testing.assert_allclose(-middle.szz, middle.janssen, rtol=0.3)    # 2.5 d of radius
        # gates at the speed of the deck do not throw the heap apart: 30; at five times this speed 19
        self.assertTrue(25 < float(re.search(r"angle (\S+)", printed)[1]) < 36)
        self.assertLess(session["late"].mean(axis=0)[0, 1], -0.01)


if __name__ == "__main__":
    harness.unittest.main()
