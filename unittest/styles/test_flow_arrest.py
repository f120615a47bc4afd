"""examples/flow_arrest: far below and far above the critical stress ratio the outcome is certain; in steady flow the ways of
control that contacts see agree."""

import csv
import pathlib
import sys
import tempfile
import unittest

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "flow_arrest"
DRIVER, STEADY = EXAMPLE / "flow_arrest.py", EXAMPLE / "steady_flow.py"


def drive(test, *words, cwd):
    """Output of a script, which must succeed."""
    code, output = harness.script(*words, cwd=cwd)
    test.assertEqual(code, 0, output)
    return output


class Files(unittest.TestCase):
    def test_curve_of_a_run_that_went_on(self):
        sys.path.insert(0, str(EXAMPLE.parent))
        import driver    # pylint: disable=import-outside-toplevel
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "run.curve")
            path.write_text("# step value\n0 1\n10 2\n20 3\n10 2.5\n20 3.5\n30 4\n", encoding="utf-8")
            self.assertEqual(driver.read_curve(path).tolist(), [[0, 1], [10, 2.5], [20, 3.5], [30, 4]])
            path.write_text("# step value\n", encoding="utf-8")
            self.assertIsNone(driver.read_curve(path))

    def test_tables_of_several_sizes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "results.csv")

            def table(script, text):
                path.write_text(text, encoding="utf-8")
                return drive(self, script, "table", path, cwd=folder)

            text = table(DRIVER, "mu,ratio,box,N,seed,state\n0.3,0.3,yes,500,1,arrests\n0.3,0.3,yes,1000,1,flows\n")
            for line in "| 500 | yes | 0.3 | 0.3 |  |  |", "| 1000 | yes | 0.3 |  | 0.3 |  |":
                self.assertIn(line, text)
            head = "inertial,control,box,N,seed,rate,pressure,ratio,phi,reference\n"
            text = table(STEADY, head + "".join(f"0.1,rate,yes,{n},{seed},1,0.9,{ratio},0.6,1\n" for n, ratio in ((500, 0.4), (2000, 0.3))
                                                for seed in (1, 2)))
            for n, ratio in (500, 0.4), (2000, 0.3):
                self.assertIn(f"| {n} | 0.1 | `xy rate R` | yes | 1.000 ± 0.000 | {ratio:.4f} ± 0.0000 |", text)


class FlowArrest(unittest.TestCase):
    def drive(self, *words):
        return drive(self, DRIVER, *words, cwd=self.folder)

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
            self.run_states("0.5", maxsteps="10000")
            self.assertEqual(self.rows()["0.5"]["state"], "undecided")
            (self.folder / "out" / "results.csv").unlink()
            self.run_states("0.5")
            self.assertEqual(self.rows()["0.5"]["state"], "flows")
            log = next((self.folder / "out").glob("*/log.lammps")).read_text(encoding="utf-8")
            self.assertIn("Reading restart file", log)


class SteadyFlow(unittest.TestCase):
    def test_ways_of_control(self):
        """A small and fast flow. 6 %: the stress of 200 spheres over a strain of 3 scatters by 2 % between seeds."""
        with tempfile.TemporaryDirectory() as folder:
            command = (STEADY, "run", "--n", "200", "--inertial", "0.2", "--seeds", "1", "--lmp", harness.LAUNCHER, "--out", folder)
            drive(self, *command, cwd=folder)
            results = pathlib.Path(folder) / "results.csv"
            with results.open(encoding="utf-8") as file:
                rows = {(row["control"], row["box"]): row for row in csv.DictReader(file)}
            stress = {case: float(row["ratio"]) for case, row in rows.items()}
            rate = {case: float(row["rate"]) / float(row["reference"]) for case, row in rows.items()}
            for case, row in rows.items():
                self.assertAlmostEqual(float(row["pressure"]), 1.0, delta=0.01, msg=case)
            self.assertAlmostEqual(stress["rate", "yes"] / stress["remap", "yes"], 1.0, delta=0.06)
            self.assertLess(stress["rate", "no"], 0.96 * stress["rate", "yes"])
            self.assertGreater(rate["stress", "no"], 1.2 * rate["stress", "yes"])
            # the same command has nothing left to do
            before = results.read_bytes()
            drive(self, *command, cwd=folder)
            self.assertEqual(results.read_bytes(), before)
            table = drive(self, STEADY, "table", results, cwd=folder)
            self.assertEqual(len(table.splitlines()), 2 + len(rows))


if __name__ == "__main__":
    unittest.main()
