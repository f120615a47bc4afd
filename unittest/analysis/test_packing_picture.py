"""examples/packing/picture.py: the picture of a packing, where LAMMPS has no dump image."""

import sys
import tempfile
import pathlib
import unittest

from package import ROOT, harness, numpy

from matplotlib import image

SCRIPT = ROOT / "examples" / "packing" / "picture.py"
sys.path.insert(0, str(SCRIPT.parent))
import picture    # noqa: E402

ROWS = [("0.0 0.0 0.0", 2, 0), ("1.5 0.0 0.0", 7, 0), ("0.0 -1.5 0.0", 4, 1)]    # place, contacts, rattler
BOX = "ITEM: BOX BOUNDS xy xz yz pp pp pp\n-2 3 1\n-2 2 0\n-2 2 0\n"


def dump(rows=ROWS, box=BOX, steps=1):
    lines = "".join(f"{k} 1 1 {place} {contacts} {rattler}\n" for k, (place, contacts, rattler) in enumerate(rows, 1))
    return f"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n{len(rows)}\n{box}ITEM: ATOMS id type diameter x y z c_contacts v_rattler\n{lines}" * steps


class Picture(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="a path ")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def draw(self, text):
        """Pixels (640, 640, 3), from the program as packing.sh starts it."""
        (self.folder / "a.dump").write_text(text)
        code, output = harness.script(SCRIPT, "a.dump", "a.png", cwd=self.folder)
        self.assertEqual(code, 0, output)
        return image.imread(self.folder / "a.png")[:, :, :3]

    def pixels(self, drawn, colour):
        """How many pixels have a shade of this colour of a sphere."""
        shades = [colour + white * (1 - colour) if white > 0 else colour * (1 + white) for _, _, white in picture.SHADES]
        return sum((abs(drawn - shade).max(axis=2) < 0.01).sum() for shade in shades)

    def test_spheres(self):
        """The backbone alone, in the colours of 2 and of 7 contacts."""
        drawn = self.draw(dump())
        self.assertEqual(drawn.shape, (640, 640, 3))
        dark, orange = (self.pixels(drawn, picture.COLOURS[k]) for k in (0, 5))
        self.assertGreater(dark, 2000)
        self.assertAlmostEqual(dark / orange, 1, delta=0.1)
        self.assertEqual(self.pixels(drawn, picture.COLOURS[2]), 0)

    def test_near_hides_far(self):
        eye = numpy.array([0.8516, 0.3971, 0.3420])    # unit vector of VIEW
        places = ["0 0 0", " ".join(map(str, 1.5 * eye))]
        for near, far in ((0, 5), (5, 0)):
            drawn = self.draw(dump([(places[0], far + 2, 0), (places[1], near + 2, 0)]))
            self.assertGreater(self.pixels(drawn, picture.COLOURS[near]), 2000)
            self.assertLess(self.pixels(drawn, picture.COLOURS[far]), 100)

    def test_box(self):
        """Of the last step; a tilted one is written with the limits of its corners."""
        (self.folder / "a.dump").write_text(dump(steps=2))
        columns, corners = picture.read(self.folder / "a.dump")
        self.assertEqual(list(columns["x"]), [0.0, 1.5, 0.0])
        numpy.testing.assert_allclose(corners[[0, 1, 2, 7]], [[-2, -2, -2], [2, -2, -2], [-1, 2, -2], [3, 2, 2]])

    def test_discs(self):
        drawn = self.draw(dump([("0 0 0", 2, 0), ("1 0 0", 2, 0)], "ITEM: BOX BOUNDS pp pp pp\n-1 2\n-1 1\n-0.5 0.5\n"))
        columns = numpy.flatnonzero((drawn.sum(axis=2) < 1.5).any(axis=0))
        rows = numpy.flatnonzero((drawn.sum(axis=2) < 1.5).any(axis=1))
        self.assertAlmostEqual(numpy.ptp(columns) / numpy.ptp(rows), 2, delta=0.1)    # side by side, from above


if __name__ == "__main__":
    unittest.main(verbosity=2)
