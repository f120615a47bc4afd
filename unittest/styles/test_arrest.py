"""examples/packing_study/arrest.py: a settled bed on an incline that is lowered until it stops."""

import math
import unittest

import harness
from bed_scripts import FOLDER, SPHERES, BedTest, lines_of, load, rows_of

from study import first_table  # in FOLDER


class Arrest(BedTest):
    def test_bed_without_friction(self):
        bed = self.bed()
        short = ("--lmp", harness.LAUNCHER, "--flow", 10, "--hold", 10, "--stopped", 1e-3)
        self.assertIn("the bed does not flow at STEEP = 2 degrees: a larger angle is needed",
                      self.script("arrest.py", bed, *short, "--steep", 2, code=1))
        words = ("arrest.py", bed, *short, "--steep", 15, "--step", 3, "--shallow", 1)
        self.assertIn("1 beds, 1 to do", self.script(*words))
        row, = rows_of(self.path / "arrested.csv")
        steps = rows_of(bed / "arrest" / "steps.csv")
        if harness.REPORT:
            print(row, *steps, sep="\n")
        self.assertEqual([float(s["incline"]) for s in steps], [12.0 - 3 * k for k in range(len(steps))])
        self.assertEqual([s["stopped"] for s in steps], ["0"] * (len(steps) - 1) + ["1"])
        self.assertEqual((row["met"], float(row["angle"])), ("1", float(steps[-1]["incline"])))
        # it flows downhill, towards larger x, slower on a lower incline
        speeds = [float(s["velocity"]) for s in steps[:-1]]
        self.assertEqual(speeds, sorted(speeds, reverse=True))
        self.assertGreater(speeds[-1], 0.05)
        # frictionless spheres between rough walls slide at 5.8 degrees (Peyneau and Roux, 2008); a step of the incline
        self.assertAlmostEqual(float(row["angle"]) + 1.5, 5.8, delta=3)
        self.load(bed / "arrest", math.radians(float(row["angle"])))
        # a bed with its row is not run again
        self.assertIn("1 beds, 0 to do", self.script(*words))
        self.assertIn(f"| 0 | 0.88 | 260 | 3 | 10 | 1 | {float(row['angle']) + 1.5:.2f} ", self.script("arrest.py", "means", "arrested.csv"))

    def load(self, folder, angle):
        """The contacts with the bed carry the weight: normal to the bed its cosine, and along it its sine."""
        # A wave with the kinetic energy that is left, 1e-8 of an elastic energy of 2e-4, makes 1 % of the weight.
        for found, expected in zip(load(folder), (math.sin(angle), 0, -math.cos(angle))):
            self.assertAlmostEqual(found / SPHERES, expected, delta=0.01)

    def test_beds_that_are_kept(self):
        """The table in doc/data is that of the beds."""
        text = self.script("arrest.py", "means", *sorted(FOLDER.glob("arrested_*.csv")))
        self.assertNotIn("left out", text)
        self.assertEqual(lines_of(FOLDER.parent.parent / "doc" / "data" / "arrested.csv"), first_table(text))

    def test_wrong_words(self):
        self.assertIn("means: none.csv does not exist; arrest.py writes it", self.script("arrest.py", "means", "none.csv", code=2))
        (self.path / "bed").mkdir()
        self.assertIn("arrest.py: ", self.script("arrest.py", "bed", "--lmp", harness.LAUNCHER, code=2))


if __name__ == "__main__":
    unittest.main(verbosity=2)
