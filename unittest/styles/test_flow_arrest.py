"""examples/flow_arrest: far below and far above the critical stress ratio the outcome is certain."""

import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

import harness

DRIVER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "flow_arrest" / "flow_arrest.py"


class FlowArrest(unittest.TestCase):
    def drive(self, *words):
        return subprocess.run([sys.executable, str(DRIVER), *words], cwd=self.folder, text=True, check=True,
                              stdout=subprocess.PIPE).stdout

    def run_states(self, *ratios, maxsteps="60000"):
        return self.drive("run", "--mu", "0.3", "--ratio", *ratios, "--seeds", "1", "--n", "200", "--maxsteps", maxsteps,
                          "--jobs", "1", "--lmp", str(harness.LAUNCHER), "--out", "out")

    def rows(self):
        with open(self.folder / "out" / "results.csv", encoding="utf-8") as file:
            return {row["ratio"]: row for row in csv.DictReader(file)}

    def test_outcomes(self):
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            self.run_states("0.1", "0.5")
            rows = self.rows()
            self.assertEqual(rows["0.1"]["state"], "arrests")
            self.assertLess(float(rows["0.1"]["strain"]), 1.0)
            self.assertEqual(rows["0.5"]["state"], "flows")
            self.assertGreater(float(rows["0.5"]["rate"]), 0.0)
            self.assertTrue(self.run_states("0.1", "0.5").startswith("0 runs to do"))
            self.assertIn("| yes | 0.3 | 0.1 | 0.5 |", self.drive("table", "out/results.csv"))

    def test_goes_on(self):
        """A run without a row goes on from its newest restart file."""
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            self.run_states("0.5", maxsteps="20000")
            self.assertEqual(self.rows()["0.5"]["state"], "undecided")
            (self.folder / "out" / "results.csv").unlink()
            self.run_states("0.5")
            self.assertEqual(self.rows()["0.5"]["state"], "flows")
            log = next((self.folder / "out").glob("*/log.lammps")).read_text(encoding="utf-8")
            self.assertIn("Reading restart file", log)


if __name__ == "__main__":
    unittest.main()
