"""What tests of scripts for settled beds share: a folder, small beds, and what the contacts with the bed carry."""

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


class BedTest(unittest.TestCase):
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

    def bed(self):
        """Folder of a bed of frictionless spheres that has settled."""
        (self.path / "beds.csv").write_text(f"mu,N,base,criterion\n0,{SPHERES},{EDGE},1e-5\n")
        self.script("study.py", "run", "beds.csv", "--seeds", 1, "--jobs", 1, "--lmp", harness.LAUNCHER)
        return next((self.path / "study" / "runs").iterdir())


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def lines_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def apart(first, second):
    """Vector from the second of two spheres (type, x, y, z) to the first, through the periodic sides."""
    x, y, z = (a - b for a, b in zip(first[1:], second[1:]))
    return x - EDGE * round(x / EDGE), y - EDGE * round(y / EDGE), z


def load(folder):
    """Force of the spheres on the frozen ones, from normal forces alone: all of it without friction."""
    _, places = settled.read_dump(folder / "run.dump")
    total = [0.0, 0.0, 0.0]
    for i, j, normal, _ in settled.read_contacts(folder / "run.contacts"):
        if places[i][0] != places[j][0]:
            frozen, free = sorted((i, j), key=lambda k: places[k][0], reverse=True)
            branch = apart(places[frozen], places[free])
            total = [f + normal * x / math.hypot(*branch) for f, x in zip(total, branch)]
    return total
