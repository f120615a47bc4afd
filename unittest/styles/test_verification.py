"""examples/verification: cases of MFiX, Kratos and Vyas et al., waves and strength of arrays against closed forms, with the plugin and with stock LAMMPS."""

import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
DRIVER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "verification" / "verification.py"
VALUES = {"DEM01": 20, "DEM02": 26, "DEM03": 6, "DEM04": 12, "Kratos 12": 4, "DEM05": 42, "DEM06": 6, "sizes": 15, "valley": 10, "waves": 22, "strength": 12}


class Verification(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        harness.skip_older("it has no fix viscous/nonlinear")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(DRIVER), "--lmp", str(harness.LAUNCHER), "--out", "out"], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL)
            out = pathlib.Path(folder) / "out"
            with open(out / "verification.csv", encoding="utf-8") as file:
                cls.rows = list(csv.DictReader(file))
            cls.picture = (out / "verification.svg").read_text(encoding="utf-8")

    def test_references(self):
        """`allowed` is derived beside each case: the error of the time step, or of a spring that has to build up."""
        self.assertEqual({case: sum(row["case"] == case for row in self.rows) for case in VALUES}, VALUES)
        for row in self.rows:
            with self.subTest(**row):
                self.assertLessEqual(abs(float(row["deviation"])), float(row["allowed"]))

    def test_same_as_stock(self):
        """These are one or two contacts at a time: plugin and stock differ by rounding, which long runs amplify."""
        for row in self.rows:
            if row["case"] == "strength":    # stock's box cannot move at a given rate
                continue
            with self.subTest(**row):
                self.assertAlmostEqual(float(row["found"]), float(row["stock"]), delta=1e-6 * abs(float(row["reference"])) + 1e-13)

    def test_default_scheme_carries_the_ball_too_far(self):
        """The known failure of the default scheme at large size ratios. Measured 0.78."""
        row, = (row for row in self.rows if row["quantity"] == "angle at takeoff" and row["setting"].endswith("default"))
        self.assertGreater(float(row["deviation"]), 0.5)

    def test_picture(self):
        self.assertIn("<svg", self.picture)


if __name__ == "__main__":
    unittest.main()
