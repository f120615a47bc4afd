"""granular_srt.filling: inside and distance in closed form, no overlaps, errors, and the command of doc/analysis.md."""

import contextlib
import io
import math
import pathlib
import re
import tempfile
import unittest

from package import ROOT, commands_of_page, copy_of_examples, harness, numpy, pandas, reading, run_command

from granular_srt import filling
from scipy import spatial


def cuboid(edges):
    """Closed surface of triangles around the box from 0 to edges (3,)."""
    triangles = []
    for axis in range(3):
        for side in (0, 1):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            square = numpy.zeros((4, 3))
            square[:, axis], square[(1, 2), u], square[(2, 3), v] = side, 1, 1
            square = square if side else square[::-1]
            triangles += [square[[0, 1, 2]], square[[0, 2, 3]]]
    return numpy.array(triangles) * edges


def write_stl(path, triangles):
    with open(path, "w", encoding="utf-8") as file:
        file.write("solid s\n")
        for triangle in triangles:
            corners = "".join("vertex %.9g %.9g %.9g\n" % tuple(corner) for corner in triangle)
            file.write(f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
        file.write("endsolid s\n")


class Geometry(unittest.TestCase):
    edges = numpy.array((2.0, 3.0, 4.0))

    def test_box(self):
        """Points around a box: inside of it by their coordinates, distance from its faces, edges and corners."""
        triangles = cuboid(self.edges)
        self.assertAlmostEqual(filling.volume(triangles), 24)
        points = numpy.random.default_rng(1).uniform(-1, 5, (500, 3))
        within = ((points > 0) & (points < self.edges)).all(axis=1)
        self.assertTrue(20 < within.sum() < 200)
        numpy.testing.assert_array_equal(filling.inside(points, triangles), within)
        out = numpy.maximum(numpy.maximum(-points, points - self.edges), 0)
        exact = numpy.where(within, numpy.minimum(points, self.edges - points).min(axis=1), numpy.linalg.norm(out, axis=1))
        numpy.testing.assert_allclose(filling.distance(points, triangles), exact, atol=1e-12)    # rounding

    def test_notch(self):
        """A surface that is not convex: the vessel of the deck, whose sides slope below z = 4 from 1.5 to 4."""
        triangles = filling.surface(ROOT / "examples" / "analysis" / "vessel.stl")
        self.assertAlmostEqual(filling.volume(triangles), 4 / 3 * (9 + 64 + 24) + 8 * 64)
        points = numpy.random.default_rng(2).uniform((-5, -5, -1), (5, 5, 13), (500, 3))
        half = numpy.where(points[:, 2] < 4, 1.5 + 2.5 * points[:, 2] / 4, 4)
        exact = (points[:, 2] > 0) & (points[:, 2] < 12) & (numpy.abs(points[:, :2]).max(axis=1) < half)
        numpy.testing.assert_array_equal(filling.inside(points, triangles), exact)

    def test_errors(self):
        triangles = cuboid(self.edges)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "box.stl")
            for wrong, text in ((triangles[1:], "not closed: 3 edges"),
                                (numpy.concatenate((triangles[:1, ::-1], triangles[1:])), "in opposite orders")):
                write_stl(path, wrong)
                with self.assertRaisesRegex(ValueError, text):
                    filling.surface(path)
            with self.assertRaisesRegex(FileNotFoundError, "No such file or directory: .*nowhere.stl"):
                filling.surface(pathlib.Path(folder, "nowhere.stl"))
            for name, content in (("no.stl", b"no mesh"), ("half.stl", b"solid s\nfacet normal 0 0 0\nouter loop\nvertex 0"), ("no.name", b"")):
                other = pathlib.Path(folder, name)
                other.write_bytes(content)
                with self.assertRaisesRegex(ValueError, f"fill: .*{name} (cannot be read as a mesh|has no triangles)"):
                    filling.surface(other)
            write_stl(path, triangles)
            numpy.testing.assert_allclose(filling.surface(path), triangles)
        with self.assertRaisesRegex(ValueError, "no room for 1 of 2 spheres.*smaller --fraction"):
            filling.fill(cuboid((2.0, 2.0, 2.0)), [1.5, 1.5], numpy.random.default_rng(1), tries=2)


class Filling(unittest.TestCase):
    def test_nothing_touches(self):
        """Two sizes in a box: the volume asked for, no overlap of spheres and faces, the shares of the sizes."""
        edges = numpy.array((10.0, 10.0, 12.0))
        triangles, generator = cuboid(edges), numpy.random.default_rng(3)
        sizes = pandas.DataFrame({"diameter": [1.0, 0.5], "number": [0.25, 0.75]})
        diameters = numpy.sort(filling.draw(sizes, 0.25 * 1200, generator))[::-1]
        sphere = math.pi / 6
        self.assertTrue(0 <= (diameters**3).sum() * sphere - 300 < sphere)    # one sphere at most
        share = (diameters == 1).mean()
        self.assertAlmostEqual(share, 0.25, delta=4 * math.sqrt(0.25 * 0.75 / len(diameters)))    # four standard errors
        positions = filling.fill(triangles, diameters, generator)
        radii = diameters / 2
        self.assertTrue((positions > radii[:, None]).all() and (positions < edges - radii[:, None]).all())
        apart = spatial.distance.pdist(positions)
        i, j = numpy.triu_indices(len(radii), 1)
        self.assertTrue((apart >= radii[i] + radii[j]).all())
        self.assertLess(apart.min(), 0.6)    # it is no lattice

    def test_box_around_the_surface(self):
        """Few spheres have room to fall: the box contains the whole vessel."""
        vessel = ROOT / "examples" / "analysis" / "vessel.stl"
        with contextlib.redirect_stdout(io.StringIO()) as text:
            filling.main([str(vessel), "--fraction", "0.01", "--seed", "1"])
        corners = filling.surface(vessel).reshape(-1, 3)
        for k, axis in enumerate("xyz"):
            low, high = map(float, re.search(rf"(\S+) (\S+) {axis}lo {axis}hi", text.getvalue()).groups())
            self.assertTrue(low < corners[:, k].min() and corners[:, k].max() < high, axis)

    def test_commands_of_the_page(self):
        """Spheres fill the vessel, fall, and stay in it: it carries their weight."""
        with copy_of_examples() as folder:
            for line in commands_of_page("python3 -m granular_srt.filling"):
                run_command(self, line, folder)
            spheres = reading.last(folder / "fill.dump").rows
            self.assertGreater(len(spheres), 200)
            self.assertTrue(filling.inside(spheres[["x", "y", "z"]].to_numpy(), filling.surface(folder / "vessel.stl")).all())
            carried = reading.thermo(folder / "log.lammps")["f_vessel[3]"].iloc[-1]
            self.assertAlmostEqual(-carried / spheres.mass.sum(), 1, delta=1e-2)    # the bed still settles a little


if __name__ == "__main__":
    harness.unittest.main()
