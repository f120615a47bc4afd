"""Environment variables that are set on one rank only: the value of the first rank counts on all.

Each deck runs on two ranks that are started with different environments. The ranks either disagreed then, or waited for
each other: such a run does not end before TIMEOUT.
"""

import os
import subprocess
import unittest
from unittest import mock

import harness
from harness import data_file, deck

TIMEOUT = 60    # a run takes 1 s
PAIR = "pair_style granular\npair_coeff * * hooke 1000.0 20.0 tangential linear_history 300.0 1.0 0.4\n"
# The log with a value: a line that it has, and one of the default.
LINES = {
    "GRANULAR_SRT_SIMD=off": ("pair granular: contacts one at a time\n", " at a time, with "),
    "GRANULAR_SRT_GHOSTS=off": ("packed by LAMMPS: GRANULAR_SRT_GHOSTS is off\n", "packed by row\n"),
    "GRANULAR_SRT_SORT=always": ("particles sorted in bins of a diameter", ""),
    "GRANULAR_SRT_LISTS=off": ("GRANULAR_SRT_LISTS is off", "list of pairs made by the plugin\n"),
    "GRANULAR_SRT_RESTART=lammps": ("", ""),
    "GRANULAR_SRT_LEAVE=gravity": ("GRANULAR-SRT: gravity left to LAMMPS\n", ""),
}


class Environment(harness.DeckTest):
    def setUp(self):
        super().setUp()
        self.space.write("data.txt", data_file(harness.cluster(40, 3, spacing=1.0), (-4, -4, -4), (4, 4, 4)))

    def run_with(self, first, second, args=(), run="run 20\nwrite_restart file.*\nrun 20\n", **options):
        text = deck(PAIR, boundary="p p p", neighbor="0.1 bin", sort="20 0.0", every=10,
                    fixes="fix integrate all nve/sphere\nfix weight all gravity 1.0 vector 0 0 -1\n",
                    run=run, **options)
        variables = [dict([word.split("=")]) if word else {} for word in (first, second)]
        return self.space.run(text, of_ranks=variables, timeout=TIMEOUT, args=args)

    def test_launcher(self):
        """A comparison with stock must not be one of the plugin with itself."""
        wrong = subprocess.run([harness.LAUNCHER], stderr=subprocess.PIPE, text=True, env={**os.environ, "GRANULAR_SRT_STOCK": "yes"}, check=False)
        self.assertEqual((wrong.returncode, wrong.stderr), (1, "GRANULAR_SRT_STOCK is yes: must be 0 or 1\n"))

    def test_each_on_one_rank(self):
        plain = self.run_with("", "")
        self.assertEqual(plain.returncode, 0, plain.output[-2000:])
        frames = self.space.frames()
        for setting, (with_it, without) in LINES.items():
            for first, second in ((setting, ""), ("", setting)):
                with self.subTest(first=first, second=second):
                    run = self.run_with(first, second)
                    self.assertEqual(run.returncode, 0, run.output[-2000:])
                    found, missing = (with_it, without) if first else (without, with_it)
                    self.assertIn(found, run.log)
                    if missing:
                        self.assertNotIn(missing, run.log)
                    if second:
                        self.assertEqual(frames, self.space.frames())
                    else:
                        # sums in another order: a few units in the last digit of the largest number per step
                        self.assert_same_trajectory(frames, self.space.frames(), 1e-13)

    def test_stock_beside_a_path_of_plugins(self):
        """A user who has installed the plugin loads it in every run; the bench compares with the LAMMPS without it."""
        with mock.patch.dict(os.environ, LAMMPS_PLUGIN_PATH=str(harness.LAUNCHER.parent / "plugin")):
            run = self.space.run(deck(PAIR, run="run 1\n"), stock=True)
        self.assertEqual(run.returncode, 0, run.output[-2000:])
        self.assertNotIn("this plugin's", run.log)

    def test_value_that_is_not_allowed(self):
        for setting in LINES:
            name = setting.split("=")[0]
            with self.subTest(name):
                run = self.run_with(f"{name}=no", "")
                self.assertEqual(run.returncode, 1, run.output[-2000:])
                self.assertIn(name, run.error)
                run = self.run_with("", f"{name}=no")
                self.assertEqual(run.returncode, 0, run.output[-2000:])

    def test_partitions(self):
        """Each LAMMPS of -partition takes the value of its own first rank."""
        run = self.run_with("", "GRANULAR_SRT_SIMD=off", args=("-partition", "2x1"), run="run 20\n")    # no file of both
        self.assertEqual(run.returncode, 0, run.output[-2000:])
        with_it, without = LINES["GRANULAR_SRT_SIMD=off"]
        self.assertIn(without, self.space.read("deck.log.0"))
        self.assertIn(with_it, self.space.read("deck.log.1"))


if __name__ == "__main__":
    unittest.main()
