"""examples/packing_study/arrest.py: a settled bed on an incline that is lowered until it stops."""

import csv
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import harness

FOLDER = harness.HERE.parent.parent / "examples" / "packing_study"
sys.path.insert(0, str(FOLDER))
import settled  # noqa: E402

SPHERES, EDGE = 260, 5


class Arrest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="beds of ")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def script(self, name, *words, code=0):
        """Output of a script, which must end with this code."""
        done = subprocess.run([sys.executable, str(FOLDER / name), *map(str, words)], cwd=self.path, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    @staticmethod
    def rows(path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def test_bed_without_friction(self):
        (self.path / "beds.csv").write_text(f"mu,N,base,criterion\n0,{SPHERES},{EDGE},1e-5\n")
        self.script("study.py", "run", "beds.csv", "--seeds", 1, "--jobs", 1, "--lmp", harness.LAUNCHER)
        bed = next((self.path / "study" / "runs").iterdir())
        short = ("--lmp", harness.LAUNCHER, "--flow", 10, "--hold", 10, "--stopped", 1e-3)
        self.assertIn("the bed does not flow at STEEP = 2 degrees: a larger angle is needed",
                      self.script("arrest.py", bed, *short, "--steep", 2, code=1))
        words = ("arrest.py", bed, *short, "--steep", 15, "--step", 3, "--shallow", 1)
        self.assertIn("1 beds, 1 to do", self.script(*words))
        row, = self.rows(self.path / "arrested.csv")
        steps = self.rows(bed / "arrest" / "steps.csv")
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
        _, places = settled.read_dump(folder / "run.dump")
        load = [0.0, 0.0, 0.0]
        for i, j, normal, _ in settled.read_contacts(folder / "run.contacts"):
            if places[i][0] != places[j][0]:
                low, high = sorted((i, j), key=lambda k: places[k][0], reverse=True)
                apart = [b - a for a, b in zip(places[low][1:], places[high][1:])]
                apart[:2] = [x - EDGE * round(x / EDGE) for x in apart[:2]]
                load = [f + normal * x / math.hypot(*apart) for f, x in zip(load, apart)]
        # A wave with the kinetic energy that is left, 1e-8 of an elastic energy of 2e-4, makes 1 % of the weight.
        for found, expected in zip(load, (-math.sin(angle), 0, math.cos(angle))):
            self.assertAlmostEqual(found / SPHERES, expected, delta=0.01)

    def test_wrong_words(self):
        self.assertIn("means: no rows; arrest.py writes them", self.script("arrest.py", "means", "none.csv", code=2))
        (self.path / "bed").mkdir()
        self.assertIn("arrest.py: ", self.script("arrest.py", "bed", "--lmp", harness.LAUNCHER, code=2))


if __name__ == "__main__":
    unittest.main(verbosity=2)
