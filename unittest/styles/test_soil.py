"""examples/soil: short versions of its tests, with few spheres, against closed forms, bounds and conservation."""

import argparse
import contextlib
import io
import math
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
sys.path.insert(0, str(harness.HERE.parent.parent / "examples" / "soil"))
import numpy  # noqa: E402
import pandas  # noqa: E402
import soil  # noqa: E402


class Soil(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="a path ")
        cls.addClassCleanup(temporary.cleanup)
        cls.out = pathlib.Path(temporary.name) / "results"

    def run_test(self, words, code=0):
        """(numbers of the only run, its rows, what was printed)."""
        text = io.StringIO()
        words = [*words.split(), "--seeds", "1", "--jobs", "1", "--lmp", str(harness.LAUNCHER), "--out", str(self.out)]
        with contextlib.redirect_stdout(text):
            self.assertEqual(soil.main(words), code, text.getvalue())
        results, curves, picture = text.getvalue().splitlines()[-1].removeprefix(f"in {self.out}: ").split(", ")
        self.assertGreater((self.out / picture).stat().st_size, 10000)
        found, = pandas.read_csv(self.out / results).to_dict("records")
        return found, pandas.read_csv(self.out / curves), text.getvalue()

    def test_strength_of_a_crystal(self):
        """Closed form: deck, stress control and evaluation in one."""
        for mu in (0.1, 0.3):
            found, _, _ = self.run_test(f"triaxial --sample fcc --mu {mu} --young 1e11 --strain 6e-4 --inertial 1e-4")
            ratio = 2 * (1 + mu) / (1 - mu)
            exact = math.degrees(math.asin((ratio - 1) / (ratio + 1)))
            self.assertAlmostEqual(found["peak: closed form [degrees]"], exact, delta=1e-3)    # digits of the file
            # at the peak the crystal is compressed by 3e-4 in the mean: 0.02 degrees
            self.assertAlmostEqual(found["peak: friction angle [degrees]"], exact, delta=0.05)

    def test_isotropic(self):
        found, rows, text = self.run_test("isotropic -n 200")
        # no displacement within the sample is softer than its best one: below the affine modulus, and for rigid packings little below
        self.assertTrue(0.85 < found["bulk modulus over affine"] < 1, found)
        self.assertTrue(1 / 3 < found["exponent of the bulk modulus in p"] < 0.45, found)    # Hertz: 1/3, more with new contacts
        self.assertLess(found["largest deviation of a stress from p"], 0.01)
        self.assertTrue((rows.void.diff().dropna() < 0).all())
        # void ratio and volumetric strain are two ways to the volume
        self.assertAlmostEqual(math.log((1 + rows.void.iloc[0]) / (1 + rows.void.iloc[-1])),
                               rows.volumetric.iloc[-1] - rows.volumetric.iloc[0], delta=1e-5)    # digits of the file
        self.assertIn("quasi-static", text)

    def test_triaxial(self):
        found, rows, text = self.run_test("triaxial -n 200 --strain 0.05")
        self.assertLess(found["largest deviation of the lateral stress"], 0.01)
        # dense spheres with friction 0.5: 28 to 33 degrees at the peak (three seeds of 250), and they dilate
        self.assertTrue(25 < found["peak: friction angle [degrees]"] < 37, found)
        self.assertGreater(found["peak: dilatancy"], 0.2)
        self.assertGreater(found["peak: fabric, difference"], 0.03)
        self.assertLess(rows.volumetric.iloc[-1], 0)
        self.assertIn("NOT yet the critical state", text)
        early = "mu_roll 0: the friction angle is largest at the end: the peak may come later, at a larger --strain"
        self.assertNotIn(early, text)
        _, _, text = self.run_test("triaxial -n 200 --strain 0.01")
        self.assertIn("NOT yet the critical state", text)
        self.assertIn(early, text)
        with unittest.mock.patch.object(soil, "STEADY", 10):    # no peak comes after the critical state
            _, _, text = self.run_test("triaxial -n 200 --strain 0.01")
        self.assertIn("is the critical state", text)
        self.assertNotIn(early, text)

    def test_refuses_fast_flow(self):
        _, _, text = self.run_test("triaxial -n 200 --strain 0.05 --inertial 0.02", code=1)
        self.assertRegex(text, r"NOT quasi-static: mu_roll 0, seed 1: largest inertial number 0\.0\d+ > 0.001; .*; a lower --inertial may help")

    def test_undrained(self):
        found, rows, _ = self.run_test("undrained -n 200 --strain 0.02")
        self.assertLess(found["largest change of the volume"], 1e-12)
        # a dense sample cannot dilate: the mean stress rises, to 183 to 222 kPa with eight seeds and two releases of LAMMPS
        self.assertGreater(rows.p.iloc[-1], 1.6 * 100e3)
        self.assertNotIn("late: dilatancy", found)

    def test_no_contact_left(self):
        """As where a loose sample liquefies."""
        self.assertEqual(soil.faults_of({"mean unbalanced force": math.nan}), ["mean unbalanced force nan > 0.05"])

    def test_dilatancy(self):
        """Of rows that are not equally apart in the strain."""
        folder = self.out / "synthetic"
        folder.mkdir(parents=True)
        strain = 0.25 * numpy.linspace(0.1, 1, 60)**2
        lines = {"sixwalls": [[k, e, -0.4 * e, 1e5, 1e5, 2e5, 0, 0] for k, e in enumerate(strain)],
                 "sixwalls.state": [[k, 500, 10, 0.3, 0.3, 0.4, 0, 0, 0.01] for k in range(60)]}
        for name, rows in lines.items():
            numpy.savetxt(folder / f"{name}.txt", rows)
        options = argparse.Namespace(test="sixwalls", sample="dense", n=100, inertial=1e-3, p=1e5)
        numpy.testing.assert_allclose(soil.curve(options, folder).dilatancy, 0.4)

    def test_names_of_results(self):
        """None has those of other settings."""
        usual = {"test": "triaxial", "sample": "dense", "mu": 0.5, "mu_roll": [0.0], "p": 1e5, "young": 1e9, "n": 1000, "strain": 0.35, "inertial": 1e-3}
        self.assertEqual(soil.stem(argparse.Namespace(**usual)), "triaxial_dense_mu0.5_roll0_p100000_E1e+09_n1000_strain0.35_I0.001")
        other = {"test": "shear", "sample": "loose", "mu": 0.4, "mu_roll": [0.0, 0.1], "p": 2e5, "young": 2e9, "n": 500, "strain": 0.2, "inertial": 5e-4}
        self.assertEqual(len({soil.stem(argparse.Namespace(**usual | {name: value})) for name, value in other.items()}), len(other))

    def test_oedometer(self):
        found, rows, _ = self.run_test("oedometer -n 200")
        # 1 - sin(angle) at 20 to 33 degrees is 0.66 to 0.46
        self.assertTrue(0.4 < found["K0 at the end"] < 0.7, found)
        self.assertAlmostEqual(found["axial stress at the end [Pa]"], 100e3, delta=5e3)    # stops at a row
        # without lateral strain
        self.assertLess((rows.volumetric - rows.strain).abs().max(), 1e-9)

    def test_shear(self):
        found, rows, _ = self.run_test("shear -n 200 --strain 0.08")
        self.assertLess(found["largest deviation of the normal stress"], 0.01)
        self.assertTrue(20 < found["peak: friction angle [degrees]"] < 45, found)
        self.assertLess(rows.volumetric.iloc[-1], 0)

    def test_walls(self):
        for test, words, deviation in (("shearbox", "--strain 0.05", "normal"), ("sixwalls", "--strain 0.03", "lateral")):
            found, rows, _ = self.run_test(f"{test} -n 150 {words}")
            self.assertLess(found[f"largest deviation of the {deviation} stress"], 0.01)
            self.assertTrue(15 < found["peak: friction angle [degrees]"] < 50, found)
            self.assertLess(rows.volumetric.iloc[-1], 0)
            if test == "shearbox":    # without steps: what the lid carries reaches the shear plane, since the ends of its upper half are smooth
                self.assertAlmostEqual(found["late: normal stress of the shear plane [Pa]"] / 100e3, 1, delta=0.03)

    def test_finished_runs_are_not_run_again(self):
        self.run_test("triaxial -n 200 --strain 0.05")
        folder, = self.out.glob("dense_mu0.5_roll0_p100000_E1e+09_n200_*/seed1")
        before = (folder / "triaxial.log").stat().st_mtime_ns
        self.run_test("triaxial -n 200 --strain 0.05")
        self.assertEqual((folder / "triaxial.log").stat().st_mtime_ns, before)
        with harness.mock.patch.object(soil, "key", lambda: "of_other_decks"):
            self.run_test("triaxial -n 200 --strain 0.05")
        self.assertTrue((self.out / "dense_mu0.5_roll0_p100000_E1e+09_n200_of_other_decks" / "seed1" / "triaxial.log").exists())

    def test_wrong_words(self):
        for words, message in (
                ("shearing", "argument test: invalid choice: 'shearing' (choose from"),
                ("triaxial --mu -0.1", "--mu: -0.1: must be a number >= 0"),
                ("triaxial --p loose", "--p: loose: must be a number >= 1"),
                ("triaxial --sample medium", "--sample: invalid choice: 'medium' (choose from"),
                ("triaxial -n 50", "-n: 50: must be a whole number >= 100"),
                ("triaxial --seeds 0", "--seeds: 0: must be a whole number >= 1"),
                ("triaxial --strain 0", "--strain: 0: must be a number >= 0.0001"),
                ("triaxial --young 1e6", "--young 1e+06: kappa = kn/(p d) is 3.56 at p = 100000 Pa; must be >= 50"),
                ("shear --sample fcc", "--sample fcc: only for triaxial with --mu < 1 and --mu-roll 0"),
                ("triaxial --sample fcc --mu-roll 0.1", "--sample fcc: only for triaxial with --mu < 1 and --mu-roll 0"),
                ("isotropic --strain 0.1", "--strain: not for isotropic"),
                ("isotropic --inertial 1e-4", "--inertial: not for isotropic")):
            with self.subTest(words), self.assertRaises(SystemExit) as stopped, contextlib.redirect_stderr(io.StringIO()) as text:
                soil.main([*words.split(), "--out", str(self.out)])
            self.assertEqual(stopped.exception.code, 2)
            self.assertIn(message, text.getvalue())


if __name__ == "__main__":
    unittest.main()
