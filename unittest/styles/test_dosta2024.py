"""examples/dosta2024, shortened: the decks run, go on from restart files, and the driver reads what they leave."""

import pathlib
import subprocess
import tempfile
import unittest

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib")
DRIVER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "dosta2024" / "dosta.py"


class Dosta(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="a path ")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def drive(self, *words):
        if words[0] == "run":
            words = (*words, "--lmp", str(harness.LAUNCHER))
        code, output = harness.script(DRIVER, *words, "--out", "out", cwd=self.folder)
        self.assertEqual(code, 0, output)
        return output

    def curve(self, case, name):
        rows = (self.folder / "out" / case / f"{name}.curve").read_text(encoding="utf-8").splitlines()
        return [[float(word) for word in row.split()] for row in rows if not row.startswith("#")]

    def test_impact(self):
        # free fall until the ball meets the bed: z = 0.06 - 5 t - g t^2/2 to the error of the first half step
        self.drive("run", "impact", "--until", "2e-4")
        output = self.drive("run", "impact", "--until", "4e-4")
        self.assertIn("Reading restart file", (self.folder / "out" / "impact_25k" / "log.in.impact").read_text())
        rows = self.curve("impact_25k", "impact")
        self.assertEqual(rows[-1][0], 800)
        t = rows[-1][1]
        self.assertAlmostEqual(rows[-1][2], 0.06 - 5 * t - 9.81 * t**2 / 2, delta=1e-11)    # the file has 9 digits
        self.assertIn("impact 25k: lowest point", output)
        self.assertIn("impact 25k, MUSEN: lowest point -0.0780 m at 0.0300 s", output)
        self.assertIn("<svg", (self.folder / "out" / "impact.svg").read_text())

    def test_impact_bed(self):
        # a shallow bed at rest within the walls
        subprocess.run([str(harness.LAUNCHER), "-in", str(DRIVER.parent / "in.impact_fill"), "-log", "none", "-var", "HERE",
                        str(DRIVER.parent), "-var", "N", "500", "-var", "BED", "bed.data", "-var", "CALM", "3000"],
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        text = (self.folder / "bed.data").read_text()
        rows = [row.split() for row in text[text.index("Atoms"):text.index("Velocities")].splitlines()[2:] if row]
        x, y, z = ([float(row[k]) for row in rows] for k in (4, 5, 6))
        self.assertEqual(len(rows), 500)
        for values, low, high in ((x, -0.048, 0.048), (y, -0.029, 0.029), (z, -0.089243, -0.0865)):    # two layers at most
            self.assertGreater(min(values), low - 1e-6)
            self.assertLess(max(values), high + 1e-6)

    def test_drum(self):
        # counts at the start are those of the authors' filling
        self.drive("run", "drum", "--until", "2e-4")
        # a file that was being written when the run was stopped
        folder = self.folder / "out" / "drum"
        (folder / "drum.restart.1").write_bytes((folder / "drum.restart.end").read_bytes()[:-10000])
        self.drive("run", "drum", "--until", "2.1e-4")
        self.assertIn("Reading restart file", (folder / "log.in.drum").read_text())
        self.assertEqual(self.curve("drum", "drum")[0][2:], [0, 0, 15047, 3963])
        # the same filling in the authors' triangles
        self.drive("run", "drum", "--until", "2e-4", "--walls", "triangles")
        log = (self.folder / "out" / "drum_triangles" / "log.in.drum").read_text()
        self.assertIn("mesh walls.stl: 1200 triangles", log)

    def test_silo(self):
        # a small one runs empty
        output = self.drive("run", "silo", "--n", "1000", "--until", "0.6")
        rows = self.curve("silo_large_M1_N1000", "silo")
        self.assertEqual(rows[0][2], 1000)
        self.assertLess(rows[-1][2], 500)
        self.assertIn("silo large_M1_N1000: ", output)
        # the same filling in the authors' triangles
        self.drive("run", "silo", "--n", "1000", "--until", "0.6", "--walls", "triangles")
        log = (self.folder / "out" / "silo_large_M1_triangles_N1000" / "log.in.silo").read_text()
        self.assertIn("mesh walls.stl: 7632 triangles", log)
        self.assertNotIn("triangle on one side only", log)
        triangles = self.curve("silo_large_M1_triangles_N1000", "silo")
        self.assertEqual(triangles[0][2], 1000)
        self.assertLess(triangles[-1][2], 500)


if __name__ == "__main__":
    unittest.main()
