"""examples/suspended_pair against the closed form of a damped oscillator, below and at the cap of the torque."""

import math
import sys
import unittest

import harness
from test_examples import ROOT, ExampleTest

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
FOLDER = ROOT / "examples" / "suspended_pair"
sys.path.insert(0, str(FOLDER))
import suspended_pair as pairs  # noqa: E402

# mode, k, gamma: over-damped to under-damped, with the parameters of the paper
CASES = (("rolling", 1.0, 10.0), ("rolling", 1.0, 1.9), ("rolling", 1.0, 0.5), ("rolling", 0.1, 0.02),
         ("twisting", 1.0, 2.0), ("twisting", 1.0, 0.5), ("twisting", 1.0, 0.1), ("twisting", 0.1, 0.02))


class SuspendedPair(ExampleTest):
    def pair(self, mode, k, gamma, **settings):
        """Rows of the file without that of time 0, and the output: (time, torque, angle, angular velocity)."""
        result = self.example("suspended_pair/in.pair", MODE=mode, K=k, GAMMA=gamma, **settings)
        lines = [line for line in self.space.read("pair.txt").splitlines() if line[0] != "#"]
        return [tuple(map(float, line.split())) for line in lines][1:], result

    def difference(self, mode, k, gamma, dt, time):
        """Largest differences of torque, angle and angular velocity from the closed form, over the largest values."""
        rows, _ = self.pair(mode, k, gamma, DT=dt, TIME=time)
        form = pairs.Pair(mode, k, gamma)
        expected = [form.at(row[0]) for row in rows]
        return [max(abs(row[n + 1] - e[n]) for row, e in zip(rows, expected)) / max(abs(e[n]) for e in expected)
                for n in range(3)]

    def test_closed_form(self):
        for mode, k, gamma in CASES:
            with self.subTest(mode=mode, k=k, gamma=gamma):
                form = pairs.Pair(mode, k, gamma)
                dt = pairs.PART / form.fast
                time = min(form.duration(), 4000 * dt)
                coarse = self.difference(mode, k, gamma, dt, time)
                fine = self.difference(mode, k, gamma, dt / 4, time)
                self.assertLess(max(coarse), pairs.TOLERANCE)    # its reason is beside it
                # The error is of first order, from the dashpot: a quarter with a quarter of the step. Terms of second
                # order, and lines at other times, change that.
                self.assertLess(fine[0], coarse[0] / 3)
                self.assertGreater(fine[0], coarse[0] / 6)

    def test_exponents(self):
        """Frequency and damping ratio by the fit of the driver."""
        for mode, ratio, softness in (("rolling", 2.0, 1.0), ("rolling", "critical", 10.0), ("twisting", 0.5, 1.0)):
            with self.subTest(mode=mode, ratio=ratio):
                row = pairs.case(str(harness.LAUNCHER), self.space.path, mode, ratio, softness)
                for name in ("damping", "frequency"):
                    # both become larger by 1/(1 - beta dt) or its root; beta dt <= PART
                    found = float(row[f"{name}_found"]) / float(row[f"{name}_expected"])
                    self.assertLess(abs(found - 1), pairs.TOLERANCE)
                self.assertEqual(row["oscillations_found"], row["oscillations_expected"])

    def test_cap(self):
        for mode, omega in pairs.BEYOND:
            with self.subTest(mode=mode, omega=omega):
                rows, result = self.pair(mode, 1.0, 0.5, OMEGA=omega, DT=0.001, SAMPLES=4000)
                form = pairs.Pair(mode, 1.0, 0.5, omega)
                (_, (start, _, _, _, sticks), (end, *_)) = form.phases
                self.assertFalse(sticks)
                lever = 0.25 if mode == "rolling" else 1.0
                cap = lever * 0.3 * self.value(result, "normal force")
                self.assertAlmostEqual(cap / (lever * 0.3 * 0.01), 1, delta=1e-12)
                # one line is 5 steps; spring and dashpot leave the cap with slope zero
                inside = [row for row in rows if start + 0.02 < row[0] < end - 0.02]
                self.assertGreater(len(inside), 100)
                for row in inside:
                    self.assertAlmostEqual(row[1] / -cap, 1, delta=1e-12)    # rounding
                self.assertLessEqual(max(abs(row[1]) for row in rows), cap * (1 + 1e-12))
                # beta dt = 3e-4 of rolling and 5e-3 of twisting at most, as below the cap
                beta = 0.5 * form.gamma / form.inertia
                for row in rows:
                    self.assertAlmostEqual(row[1] / cap, form.at(row[0])[0] / cap, delta=1.25 * beta * 0.001)

    def test_the_contact_does_not_slide_and_does_not_move(self):
        deck = (FOLDER / "in.pair").read_text(encoding="utf-8").split("print \"\"\"")[0]
        for mode in pairs.MODES:
            result = self.lmp(deck + "compute sliding all pair/local p4\n"
                              "compute most all reduce max c_sliding inputs local\n"
                              "variable way equal x[2]-x[1]\nthermo_style custom c_most v_way\nrun 0 post no\n"
                              'print "found: $(c_most) $(v_way:%.17g)"\n', args=("-var", "MODE", mode))
            sliding, way = map(float, result.output.split("found: ")[-1].split()[:2])
            self.assertLess(sliding, 1e-20)    # of a normal force of 0.01
            self.assertAlmostEqual(way, 0.99, delta=1e-15)

    def test_misspelt_mode(self):
        result = self.space.run((FOLDER / "in.pair").read_text(encoding="utf-8"), args=("-var", "MODE", "roll"))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("MODE must be rolling or twisting, not roll", result.output)


class Page(unittest.TestCase):
    def test_closed_form_in_the_table(self):
        page = (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
        rows = [line.strip("| ").split(" | ") for line in page if line.startswith(("| rolling | ", "| twisting | "))]
        self.assertGreaterEqual(len(rows), 14)
        for mode, softness, ratio, damping, frequency, _, _, _, damped, paper in rows:
            k = 1 / float(softness)
            critical = 0.5 * math.sqrt(pairs.per_inertia(mode) * k)
            exact = critical if damped == "critically" else float(ratio)
            form = pairs.Pair(mode, k, k / exact)
            self.assertAlmostEqual(float(ratio) / exact, 1, delta=2e-3)    # three digits
            for cell, expected in ((damping, form.damping), (frequency, form.frequency)):
                closed, found = map(float, cell.split(", "))
                self.assertAlmostEqual(closed, expected, delta=max(5.1e-4, 5.1e-4 * expected))    # digits printed
                self.assertAlmostEqual(found / expected, 1, delta=pairs.TOLERANCE)
            self.assertEqual(damped, pairs.verdict(form.damping))
            self.assertEqual(paper, pairs.paper(mode, float(ratio), float(softness)))


if __name__ == "__main__":
    unittest.main()
