"""examples/mixer, with few clumps: weight, ledger of energy and torque agree; halves mix; the film is that of film.in."""

import argparse
import contextlib
import io
import sys

import harness

harness.need_packages("numpy", "scipy", "pandas", "matplotlib", "meshio", "PIL")
EXAMPLE = harness.HERE.parent.parent / "examples" / "mixer"
sys.path.insert(0, str(EXAMPLE))
import mixer  # noqa: E402
import vessel  # noqa: E402

import numpy  # noqa: E402
import pandas  # noqa: E402
from PIL import Image  # noqa: E402


class Mixer(harness.DeckTest):
    def test_small_drum(self):
        out = self.space.path / "out"
        words = (f"--lmp {harness.LAUNCHER} --seeds 1 --number 60 --radius 0.05 --length 0.04 --height 0.01 --turns 0.5 --frames 2").split()
        with contextlib.redirect_stdout(io.StringIO()) as text:
            mixer.main([*words, "--out", str(out)])
            mixer.main([*words, "--out", str(out)])    # reads its files
        self.assertNotIn("+-", text.getvalue())    # one seed has no deviation
        table = pandas.read_csv(out / "mixer.csv", index_col="quantity")["1"]
        for quantity in mixer.QUANTITIES:
            self.assertEqual(text.getvalue().count(mixer.QUANTITIES[quantity] + " "), 2, quantity)
        self.assertAlmostEqual(table.rest / table.weight, 1, delta=1e-3)    # what still moves
        # a torque of each step, of forces half a step younger than the velocities of the ledger
        self.assertAlmostEqual(table.power / table.walls, 1, delta=2e-3)
        self.assertAlmostEqual((table.walls + table.made + table.residual) / (table.dissipated + table.stored), 1, delta=1e-8)    # digits of the log
        self.assertLess(abs(table.residual), 1e-6 * table.walls)    # rigid bodies, see doc/compute_granular_energy.md
        self.assertLess(abs(table.made), 0.03 * table.walls)    # 50 steps a collision
        curves = pandas.read_csv(out / "curves.csv")
        self.assertEqual(len(curves), 6)
        self.assertLess(curves.lacey.iloc[0], 0.25)    # cells at the border of the halves
        self.assertGreater(curves.lacey.iloc[-1], curves.lacey.iloc[0] + 0.05)
        self.assertGreater(curves.sizes.iloc[0], 1 - 4 * curves.noise.iloc[0])    # random places
        for name in ("mixing.svg", "power.svg", "pressure.png", "wear.png", "mixer.gif"):
            self.assertGreater((out / name).stat().st_size, 2000, name)
        colours = numpy.asarray(Image.open(sorted((out / "seed1").glob("mixer.*.[pj][np]g"))[0]).convert("RGB"), dtype=int)
        kinds = {"clumps of the left half": colours @ (1, 0, -1) > 60, "of the right half": colours @ (-1, 0, 1) > 40,
                 "the drum": (numpy.ptp(colours, axis=2) < 10) & (colours.max(axis=2) < 245) & (colours.min(axis=2) > 40)}
        if harness.is_older():    # which does not draw walls of fixes from plugins
            kinds.pop("the drum")
        for kind, pixels in kinds.items():
            self.assertGreater(pixels.mean(), 0.01, kind)

    def test_other_settings(self):
        """They need another folder. Pictures of the first seed do not change the others."""
        usual = argparse.Namespace(lmp=harness.LAUNCHER, out=self.space.path / "out", number=40, radius=0.05, length=0.04, baffles=4, height=0.01, turns=0.5, rpm=50, frames=0)
        for seed in (1, 2):
            folder = mixer.prepare(usual, seed)
            made = (folder / "mixer.data").stat().st_mtime_ns
            self.assertEqual(mixer.prepare(usual, seed), folder)
            self.assertEqual((folder / "mixer.data").stat().st_mtime_ns, made)
        for name, value in {"number": 50, "radius": 0.06, "length": 0.05, "baffles": 3, "height": 0.02, "turns": 1, "rpm": 60, "frames": 2}.items():
            other = argparse.Namespace(**vars(usual) | {name: value})
            with self.assertRaisesRegex(RuntimeError, f"seed1 has results with another {name}: give another --out, or remove these results"):
                mixer.prepare(other, 1)
        mixer.prepare(other, 2)
        (folder / "mixer.recipe").unlink()    # earlier versions have none: the filling may be of any settings
        self.assertGreater((mixer.prepare(usual, 2) / "mixer.data").stat().st_mtime_ns, made)

    def test_wrong_vessel(self):
        for words in (["--radius", 0], ["--length", -1], ["--baffles", -1], ["--height", 0.1]):
            with contextlib.redirect_stderr(io.StringIO()) as text, self.assertRaises(SystemExit):
                vessel.main([*words, "--out", self.space.path])
            self.assertIn("--height from 0 to below --radius", text.getvalue())

    def test_vessel(self):
        """Baffles meet whole edges: each edge of the drum has two triangles, three at a baffle, or lies at the front or the end of a baffle."""
        for baffles in (0, 1, 3, 4):
            sides, front = vessel.drum(0.1, 0.07, baffles, 0.02)
            _, corner = numpy.unique(numpy.round(sides.reshape(-1, 3) / 1e-9), axis=0, return_inverse=True)
            corner = corner.reshape(-1, 3)
            edges = numpy.sort(numpy.concatenate([corner[:, (k, (k + 1) % 3)] for k in range(3)]), axis=1)
            _, uses = numpy.unique(edges, axis=0, return_counts=True)
            rim = len(numpy.unique(numpy.arctan2(*front[numpy.hypot(front[..., 1], front[..., 2]) > 0.0999][:, 1:].T).round(6)))
            along, up = 7, 2    # triangles of a baffle along its sides
            self.assertEqual((uses == 3).sum(), baffles * (along + up))
            self.assertEqual((uses == 1).sum(), rim + baffles * (along + up))
            self.assertEqual(set(uses), {1, 2, 3} if baffles else {1, 2})


if __name__ == "__main__":
    harness.unittest.main()
