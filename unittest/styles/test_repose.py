"""examples/repose and examples/calibration: their angles in closed form, their decks, shortened, and the fit."""

import argparse
import contextlib
import io
import math
import pathlib
import shutil
import sys
import tempfile
import unittest

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
EXAMPLES = harness.HERE.parents[1] / "examples"
sys.path[:0] = [str(EXAMPLES / "repose"), str(EXAMPLES / "calibration")]

import numpy    # noqa: E402  after its folder
import pandas    # noqa: E402

import calibrate    # noqa: E402
import repose    # noqa: E402
from granular_srt import reading    # noqa: E402

GRAINS = {"GRAINS": EXAMPLES / "repose" / "grains.in"}


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="a path ")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def drive(self, driver, *words):
        """What a driver prints."""
        with contextlib.redirect_stdout(io.StringIO()) as text:
            self.assertEqual(driver.main([*map(str, words), "--lmp", str(harness.LAUNCHER), "--out", str(self.folder)]), 0)
        return text.getvalue()


class Repose(Folder):
    def test_triangle(self):
        """Points that fill a triangle evenly: the angle of its sides from its centre of mass."""
        for angle in (20, 35):
            rows = [(x, z) for x in numpy.arange(-0.995, 1, 0.01) for z in numpy.arange(0.005, 1, 0.01) if z < math.tan(math.radians(angle)) * (1 - abs(x))]
            text = "".join(f"{k} 0.005 1 {x} 0 {z}\n" for k, (x, z) in enumerate(rows, 1))
            (self.folder / "heap.dump").write_text("ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ff pp ff\n-2 2\n0 1\n0 2\n"
                                                   "ITEM: ATOMS id radius mass x y z\n%s" % (len(rows), text))
            self.assertAlmostEqual(repose.slopes(self.folder, "lift")[1], angle, delta=0.3)    # of steps of 0.01

    def test_heaps(self):
        """All grains lie still on the floor; friction makes the heap steeper."""
        angles = []
        for mu, mu_roll in ((0.1, 0.0), (0.5, 0.2)):
            folder = self.folder / f"{mu}"
            angles.append(repose.measure(harness.LAUNCHER, folder, "funnel", 1, mu, mu_roll, N=80, EVERY=0.01)[1])
        heap = reading.last(folder / "heap.dump")
        self.assertEqual(len(heap.rows), 80)
        self.assertLess(numpy.quantile(numpy.linalg.norm(heap.need("vx vy vz", ""), axis=1), 0.9), 0.01)    # some still roll
        self.assertTrue((heap.positions()[:, 2] > 0.99 * heap.radii()).all())
        self.assertLess(angles[0] + 5, angles[1])

    def test_funnel_that_is_full(self):
        with self.assertRaisesRegex(RuntimeError, "LAMMPS ended with code 1"):
            repose.measure(harness.LAUNCHER, self.folder / "full", "funnel", 1, 0.5, 0.1, N=60, EVERY=0.0005)
        self.assertRegex((self.folder / "full" / "log.lammps").read_text(), r"ERROR: \d\d of 60 grains lie on the floor: a larger EVERY")

    def test_driver(self):
        """A table of each way, and files. Runs are not repeated."""
        words = "--lifts", 0.3, "--seeds", 2, "-N", 60, "--only", "lift"
        text = self.drive(repose, *words)
        self.assertRegex(text, r"\nlift 0\.3 m/s +\d+\.\d \+- +\d+\.\d +\d+\.\d \+- +\d+\.\d +2\n")
        place, = self.folder.glob("mu0.5_roll0.1_gate0_N60_*")
        self.assertEqual(text.splitlines()[-1], f"in {place}: " + ", ".join(
            f"{name}_lift_lifts_0.3.{kind}" for name, kind in (("runs", "csv"), ("repose", "csv"), ("repose", "svg"))))
        runs = pandas.read_csv(place / "runs_lift_lifts_0.3.csv")
        self.assertEqual(list(runs.seed), [1, 2])
        self.assertTrue(runs.centre.between(3, 40).all())
        self.assertGreater((place / "repose_lift_lifts_0.3.svg").stat().st_size, 1000)
        dumps = list(self.folder.rglob("heap.dump"))
        times = [dump.stat().st_mtime_ns for dump in dumps]
        self.assertEqual(self.drive(repose, *words), text)
        self.assertEqual([dump.stat().st_mtime_ns for dump in dumps], times)
        # one heap has no error; results of two are kept
        self.assertRegex(self.drive(repose, *words, "--seeds", 1, "--lifts", 0.3, "--mu", 0.5), r"\nlift 0\.3 m/s +\d+\.\d +\d+\.\d +1\n")

    def test_grains_that_are_lost(self):
        """On a smooth floor they slide out of the box."""
        (self.folder / "smooth.in").write_text((EXAMPLES / "repose" / "grains.in").read_text().replace("${springs} 1.0 ${rolling} 1.0", "${springs} 0.0"))
        variables = {"GRAINS": self.folder / "smooth.in", "N": 60, "MU": 0, "LIFT": 1, "FILL": 0.1, "REST": 1.5}
        with self.assertRaisesRegex(RuntimeError, "LAMMPS ended with code 1"):
            repose.run_once(harness.LAUNCHER, EXAMPLES / "repose" / "in.lift", self.folder / "lost", variables)
        self.assertRegex((self.folder / "lost" / "log.lammps").read_text(), r"ERROR: \d+ of 60 grains lie on the floor: a wider box is needed")

    def test_names(self):
        """Other settings or decks have other files: none are overwritten."""
        options = argparse.Namespace(out=self.folder, mu=0.5, mu_roll=0.1, gate_mu=0.0, N=60, only=None, lifts=repose.LIFTS, funnels=repose.FUNNELS)
        self.assertEqual(repose.part(options), "")
        for changed, end in (({"only": "drum"}, "_drum"), ({"only": "drum", "lifts": [0.3]}, "_drum"), ({"lifts": [0.3, 0.1]}, "_lifts_0.3_0.1"),
                             ({"lifts": []}, "_lifts"), ({"only": "funnel", "funnels": [0.5]}, "_funnel_funnels_0.5")):
            self.assertEqual(repose.part(argparse.Namespace(**vars(options) | changed)), end)
        for name in ("in.lift", "grains.in"):
            shutil.copytree(EXAMPLES / "repose", self.folder / name)
            with harness.mock.patch.object(repose, "HERE", self.folder / name):
                before = repose.root(options)
                self.assertEqual(before, repose.root(options))
                with (self.folder / name / name).open("a") as file:
                    file.write("# edited\n")
                self.assertNotEqual(before, repose.root(options))

    def test_drum_and_shear(self):
        _, slope = repose.measure(harness.LAUNCHER, self.folder / "drum", "drum", 1, 0.5, 0.1, RADIUS=0.012, SETTLE=0.3, MEASURE=0.2, TURN=3)
        self.assertTrue(15 < slope < 60, slope)
        _, slope = repose.measure(harness.LAUNCHER, self.folder / "shear", "shear", 1, 0.5, 0.1, N=80, INERTIAL=0.05, BEFORE=0.2, STRAIN=0.6)
        self.assertTrue(17 < slope < 35, slope)    # 19.9 to 28.6 with eight seeds and two releases of LAMMPS


class Calibration(Folder):
    def test_raft(self):
        """Grains that cannot roll slide at the angle whose tangent is the friction. The tilt goes on for 0.2 degrees until they move."""
        for mu in (0.2, 0.5):
            found = calibrate.raft(harness.LAUNCHER, self.folder / f"{mu}", GRAINS | {"MU": mu, "MU_ROLL": 0.1})
            self.assertAlmostEqual(found - math.degrees(math.atan(mu)), 0.2, delta=0.1)

    def test_press(self):
        """The stress rises with the strain, and its slope is that of springs in contact: of the order of kn/D."""
        found = calibrate.slope(harness.LAUNCHER, self.folder / "press", GRAINS | {"MU": 0.5, "MU_ROLL": 0.1, "N": 80, "RATE": 0.2})
        self.assertTrue(0.05 < found / (1000 / 3e-3) < 1, found)

    @staticmethod
    def table(noise=0.3, points=20, seed=1):
        """Measurements that are known functions of the coefficients, with noise."""
        generator = numpy.random.default_rng(seed)
        mu, mu_roll = calibrate.stats.qmc.scale(calibrate.stats.qmc.Halton(2, seed=1).random(points), calibrate.LOW, calibrate.HIGH).T
        table = pandas.DataFrame({"mu": mu, "mu_roll": mu_roll, "raft": numpy.degrees(numpy.arctan(mu)),
                                  "heap": 20 + 10 * numpy.arctan(mu) + 25 * mu_roll, "slope": 1.2e5 - 4e4 * numpy.arctan(mu) - 9e4 * mu_roll})
        table["heap"] += noise * generator.standard_normal(points)
        return table

    def test_fit(self):
        """The coefficients that made the target, within their errors; two measurements of which one repeats the other tell little."""
        target = pandas.DataFrame({"value": [math.degrees(math.atan(0.4)), 20 + 10 * math.atan(0.4) + 25 * 0.12], "error": [0.5, 0.3]}, index=["raft", "heap"])
        found, covariance, _ = calibrate.fit(self.table(), target)
        errors = numpy.sqrt(numpy.diag(covariance))
        self.assertTrue((numpy.abs(found - (0.4, 0.12)) < 2.5 * errors).all(), (found, errors))
        # the error of the raft alone, and those of the heap and of the surface, divided by the slopes
        self.assertAlmostEqual(errors[0], math.radians(0.5) * (1 + 0.4**2), delta=1e-3)
        self.assertTrue(0.3 / 25 < errors[1] < 2 * 0.3 / 25, errors)
        repeated = pandas.DataFrame({"value": [target.value["heap"], 1.2e5 - 4e4 * math.atan(0.4) - 9e4 * 0.12], "error": [0.3, 1000]}, index=["heap", "slope"])
        _, covariance, _ = calibrate.fit(self.table(), repeated)
        self.assertGreater(math.sqrt(covariance[0, 0]), 5 * errors[0])

    def test_errors_of_few_points(self):
        """The errors cover the truth as standard errors do, 68 and 95 %, also where three points are left for the scatter.

        Of 100 tables 5 % is one standard deviation of the first share. The slopes of the surface are uncertain, too, which no error
        has: its second share is lower. A scatter that counts as known covers 0.43 and 0.68.
        """
        target = pandas.DataFrame({"value": [math.degrees(math.atan(0.4)), 20 + 10 * math.atan(0.4) + 25 * 0.12], "error": [0.1, 0.1]}, index=["raft", "heap"])
        off = []
        for seed in range(100):
            found, covariance, _ = calibrate.fit(self.table(noise=0.5, points=9, seed=seed), target)
            off.append(abs(found[1] - 0.12) / math.sqrt(covariance[1, 1]))
        self.assertAlmostEqual(numpy.mean(numpy.array(off) < 1), 0.75, delta=0.1)    # Student's t with three degrees of freedom has 0.82
        self.assertGreater(numpy.mean(numpy.array(off) < 2), 0.88)

    def test_runs_at_the_result(self):
        """If they are off the surface by more than its scatter, this is its error: 2 degrees of the heap, divided by its slope."""
        target = pandas.DataFrame({"value": [math.degrees(math.atan(0.4)), 20 + 10 * math.atan(0.4) + 25 * 0.12], "error": [0.01, 0.01]}, index=["raft", "heap"])
        found, covariance, surfaces = calibrate.fit(self.table(), target)
        wide = calibrate.covariance_at(found, surfaces, target, {"raft": 0, "heap": 2.0})
        self.assertAlmostEqual(math.sqrt(wide[1, 1]), 2 / 25, delta=0.02)    # the slope of the surface
        numpy.testing.assert_allclose(calibrate.covariance_at(found, surfaces, target, {"heap": 1e-3}), covariance)

    def test_end_of_the_range(self):
        """A target out of reach, and measurements that do not depend on the rolling friction."""
        target = pandas.DataFrame({"value": [math.degrees(math.atan(0.4)), 60], "error": [0.5, 0.3]}, index=["raft", "heap"])
        found, _, _ = calibrate.fit(self.table(), target)
        self.assertEqual(calibrate.at_ends(found), ["mu_roll is at the end of its range (0 to 0.3): the targets may be out of reach"])
        self.assertEqual(calibrate.at_ends([0.1000001, 0.29999]), [
            f"{name} is at the end of its range ({low} to {high}): the targets may be out of reach"
            for name, low, high in (("mu", 0.1, 0.8), ("mu_roll", 0, 0.3))])
        self.assertEqual(calibrate.at_ends([0.4, 0.12]), [])
        table = self.table().assign(heap=lambda rows: 2 * rows.raft)
        with self.assertRaisesRegex(RuntimeError, "raft and heap do not tell sliding from rolling friction; the target needs another measurement"):
            calibrate.fit(table, target.assign(value=[20, 40]))

    def test_few_points(self):
        with self.assertRaisesRegex(ValueError, "calibrate: 8 points; at least 9 for a surface and its scatter"):
            calibrate.surface(self.table(points=8), "heap")

    def test_wrong_targets(self):
        for text, message in (("measurement,value,error\nraft,20,1\n", "must have two or more of raft, heap, slope"),
                              ("measurement,value,error\nraft,20,1\ncone,30,1\n", "must have two or more of raft, heap, slope"),
                              ("measurement,value,error\nraft,20,1\nheap,30,0\n", "an error above 0"),
                              ("measurement,value\nraft,20\nheap,30\n", "an error above 0")):
            (self.folder / "target.csv").write_text(text)
            with self.assertRaisesRegex(ValueError, message):
                calibrate.read_target(self.folder / "target.csv")

    def test_driver(self):
        """From a table of known measurements: it runs the decks at the result, and prints them beside the target."""
        table, raft = self.table(noise=0, points=9).set_index("mu"), calibrate.raft

        def known(name):
            """The row of a point of the table; a run at the result."""
            def measurement(lmp, folder, settings):
                if settings["SEED"] < 100:
                    return table[name].iloc[numpy.abs(table.index - float(settings["MU"])).argmin()]
                return raft(lmp, folder, settings) if name == "raft" else 27.5    # a heap takes seconds
            return measurement

        measurements = harness.mock.patch.dict(calibrate.MEASUREMENTS, raft=known("raft"), heap=known("heap"))
        (self.folder / "target.csv").write_text("measurement,value,error\nraft,21.8,0.5\nheap,26.8,0.5\n")
        with measurements:
            text = self.drive(calibrate, "--target", self.folder / "target.csv", "--points", 9, "--seeds", 2)
        self.assertRegex(text, r"sliding friction +0\.400 \+- 0\.011\nrolling friction +0\.12\d \+- 0\.03\d\n")
        self.assertRegex(text, r"\nraft +21\.8 \+- 0\.5 +21\.8 +22\.0\d+ \+- 0\nheap +26\.8 \+- 0\.5 +26\.8 +27\.5 \+- 0\n")
        (self.folder / "steep.csv").write_text("measurement,value,error\nraft,24,0.5\nheap,26.8,0.5\n")
        with measurements:
            self.drive(calibrate, "--target", self.folder / "steep.csv", "--points", 9, "--seeds", 2)
        self.assertTrue((self.folder / "steep" / "samples.csv").exists())
        result = pandas.read_csv(self.folder / "target" / "result.csv", index_col="measurement")    # another target has not changed it
        self.assertEqual(list(result.index), ["mu", "mu_roll", "raft", "heap"])
        self.assertEqual(result.found["heap"], 27.5)
        self.assertGreater((self.folder / "target" / "calibration.svg").stat().st_size, 1000)


if __name__ == "__main__":
    unittest.main()
