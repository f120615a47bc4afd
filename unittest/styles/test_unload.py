"""examples/packing_study/unload.py: a settled bed under a tenth of its gravity."""

import math
import os
import signal
import subprocess
import sys
import time
import unittest

import harness
from bed_scripts import FOLDER, SPHERES, BedTest, lines_of, load, rows_of

from study import first_table


class Unload(BedTest):
    def test_one_decade(self):
        bed = self.bed()
        words = ("unload.py", bed, "--lmp", harness.LAUNCHER, "--decades", 1, "--criterion", 1e-8, "--rest", 1e-4,
                 "--periods", 20)
        self.assertIn("1 beds, 1 to do", self.script(*words))
        rows = rows_of(self.path / "unloaded.csv")
        self.assertEqual([(row["stage"], row["stiffness"], row["met"]) for row in rows],
                         [("0", "200000", "1"), ("1", "2000000", "1")])
        before, after = rows
        if harness.REPORT:
            print(*rows, sep="\n")
        # Harder spheres touch fewer others. Without friction the hard limit has 3 contacts per sphere, those with the
        # bed included; 1 %: contacts that open and close while the bed comes to rest.
        self.assertLessEqual(float(after["z"]), float(before["z"]))
        self.assertLessEqual(int(after["contacts"]), int(before["contacts"]))
        self.assertAlmostEqual(int(after["contacts"]) / (3 * SPHERES), 1, delta=0.01)
        # The bed expands by its strain. The weight above half of its height of 9 d is about 6 mg/d^2, and the modulus
        # of compression is about 0.3 k_n/d: 1e-4. The rest of 1e-3 is for the top of the bulk, which moves with the
        # highest spheres.
        self.assertAlmostEqual(float(after["phi"]), float(before["phi"]), delta=1e-3)
        for row in rows:
            self.assertLess(float(row["KE"]), 1e-4 * float(row["E_elastic"]))
            self.weight(bed / "unload" / row["stage"], 2e5 / float(row["stiffness"]), row)
        # Energies of springs go with the square of the weight. Contacts that open change the forces of the others.
        self.assertAlmostEqual(float(after["E_elastic"]) / float(before["E_elastic"]), 0.01, delta=0.001)
        # a bed with its rows is not run again
        self.assertIn("1 beds, 0 to do", self.script(*words))
        self.assertEqual(rows_of(self.path / "unloaded.csv"), rows)
        self.assertIn("| 0 | 0.88 | 260 | 0.3 | 2e+06 | 1 | ", self.script("unload.py", "fit", "unloaded.csv"))

    def weight(self, folder, gravity, row):
        """The contacts with the bed carry the spheres. A wave with the kinetic energy that is left changes the load by `share`."""
        share = math.sqrt(2 * float(row["KE"]) / float(row["E_elastic"])) + 1e-4
        self.assertAlmostEqual(-load(folder)[2] / (SPHERES * gravity), 1, delta=share)
        self.assertAlmostEqual(float(row["load"]) / (SPHERES * gravity), 1, delta=share)

    def test_stopped(self):
        """A signal ends LAMMPS too, here a program that does not end."""
        bed, pid, lmp = (self.path / name for name in ("study/runs/bed", "pid", "lmp"))
        bed.mkdir(parents=True)
        (bed / "run.restart").touch()
        (self.path / "study" / "settled.csv").write_text("packing,met,kn\nbed,1,2e5\n")
        # it says which LAMMPS it is, as an empty deck does
        lmp.write_text(f'#!/bin/sh\n[ "$4" = none ] && exit\necho $$ >"{pid}"\nexec sleep 300\n')
        lmp.chmod(0o755)
        with subprocess.Popen([sys.executable, str(FOLDER / "unload.py"), str(bed), "--lmp", str(lmp)], cwd=self.path, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            while not (pid.exists() and pid.read_text()):
                self.assertIsNone(process.poll(), "unload.py ended")
                time.sleep(0.02)
            process.send_signal(signal.SIGTERM)
            output = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 1, output)
        self.assertIn("stopped, 1 beds to do; the same command runs them", output)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)
        self.assertFalse((self.path / "unloaded.csv").exists())

    def test_wrong_words(self):
        words = ("unload.py", "study/runs/bed", "--lmp", harness.LAUNCHER)
        (self.path / "study" / "runs" / "bed").mkdir(parents=True)
        self.assertIn("study/runs/bed: no run.restart; study.py run writes it", self.script(*words, code=2))
        (self.path / "study" / "runs" / "bed" / "run.restart").touch()
        self.assertIn("settled.csv has no row of this bed", self.script(*words, code=2))
        (self.path / "study" / "settled.csv").write_text("packing,met\nbed,0\n")
        self.assertIn("study/runs/bed: not at rest", self.script(*words, code=2))
        (self.path / "study" / "settled.csv").write_text("packing,met,hertz\nbed,1,1\n")
        self.assertIn("study/runs/bed: a bed with Hertz's contact", self.script(*words, code=2))
        self.assertIn("no such program", self.script("unload.py", "study/runs/bed", "--lmp", "none", code=2))
        self.assertIn("fit: none.csv does not exist", self.script("unload.py", "fit", "none.csv", code=2))

    def test_beds_that_are_kept(self):
        """The tables in doc/data are those of the beds."""
        data = FOLDER.parent.parent / "doc" / "data"
        for beds in ("n1000", "n20000"):
            text = self.script("unload.py", "fit", FOLDER / f"unloaded_{beds}.csv")
            for name, lines in zip((f"unloaded_{beds}", f"unloaded_fit_{beds}"), text.split("\n\n")):
                self.assertEqual(lines_of(data / f"{name}.csv"), first_table(lines), name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
