"""granular_srt.filling: rooms and distances in closed form, no overlaps, clumps in LAMMPS, errors, and the command of doc/analysis.md."""

import contextlib
import io
import math
import pathlib
import re
import sys
import tempfile
import unittest

from package import ROOT, commands_of_page, copy_of_examples, harness, numpy, pandas, reading, run_command

from granular_srt import filling, particles
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


BODIES = """
atom_style sphere
atom_modify map array
boundary f f f
comm_modify vel yes cutoff 4
fix clumps all property/atom mol ghost yes
read_data filled.data fix clumps NULL Molecules
neigh_modify exclude molecule/intra all
pair_style granular
pair_coeff * * hooke 1000 10 tangential linear_nohistory 1.0 0.5
fix bodies all rigid/small molecule infile bodies
thermo_style custom step
timestep 1e-6
run 0
write_dump all custom atoms.dump id type x y z modify sort id format float %.12g
write_restart one.restart
"""


class Geometry(unittest.TestCase):
    edges = numpy.array((2.0, 3.0, 4.0))

    def test_box(self):
        """Points around a box: distance from its faces, edges and corners; the room by the coordinates."""
        triangles = cuboid(self.edges)
        vessel = filling.Vessel(triangles, 0.1)
        self.assertAlmostEqual(vessel.volume, 24 - 0.25 * 0.1**2 * 36, delta=0.01)    # edges of 36, as the docstring says
        points = numpy.random.default_rng(1).uniform(-1, 5, (500, 3))
        within = ((points > 0) & (points < self.edges)).all(axis=1)
        self.assertTrue(20 < within.sum() < 200)
        out = numpy.maximum(numpy.maximum(-points, points - self.edges), 0)
        exact = numpy.where(within, numpy.minimum(points, self.edges - points).min(axis=1), numpy.linalg.norm(out, axis=1))
        numpy.testing.assert_allclose(filling.distance(points[:, None], triangles).min(axis=1), exact, atol=1e-12)    # rounding
        for radius in (0.1, 0.3, 0.9):
            numpy.testing.assert_array_equal(vessel.holds(points, radius), within & (exact > radius))
        numpy.testing.assert_array_equal(vessel.holds(points, numpy.linspace(0.1, 0.4, 500)), within & (exact > numpy.linspace(0.1, 0.4, 500)))

    def test_samples(self):
        """Points cover triangles of all shapes."""
        generator = numpy.random.default_rng(7)
        triangles = numpy.concatenate((generator.random((40, 3, 3)), [[(0, 0, 0), (1, 0, 0), (0.5, 1e-3, 0)], [(0, 0, 0), (1, 0, 0), (0, 0.01, 0)]]))
        points, of = filling.samples(triangles, 0.05)
        places = numpy.einsum("nwk,nkd->nwd", generator.dirichlet((1, 1, 1), (len(triangles), 200)), triangles)
        for k, place in enumerate(places):
            mine = points[of == k]
            self.assertLess(spatial.distance.cdist(place, mine).min(axis=1).max(), 0.05)
            self.assertLess(filling.distance(mine, triangles[k]).max(), 1e-12)    # rounding

    def test_notch(self):
        """A surface that is not convex: the vessel of the deck, whose sides slope below z = 4 from 1.5 to 4."""
        vessel = filling.Vessel(filling.surface(ROOT / "examples" / "analysis" / "vessel.stl"), 0.2)
        self.assertAlmostEqual(vessel.volume / (4 / 3 * (9 + 64 + 24) + 8 * 64), 1, delta=0.01)    # of the grid
        points = numpy.random.default_rng(2).uniform((-5, -5, -1), (5, 5, 13), (2000, 3))
        slope = numpy.hypot(4, 2.5)    # distance from the side
        half = numpy.minimum(1.5 + 2.5 * points[:, 2] / 4 - 0.2 * slope / 4, 3.8)
        exact = (points[:, 2] > 0.2) & (points[:, 2] < 11.8) & (numpy.abs(points[:, :2]).max(axis=1) < half)
        numpy.testing.assert_array_equal(vessel.holds(points, 0.2), exact)

    def test_baffles_and_any_orientation(self):
        """A plate without thickness in the box, half of the triangles turned round, a second surface as the lid: the same room."""
        triangles = cuboid(self.edges)
        plate = numpy.array([[(1, 0, 0), (1, 3, 0), (1, 3, 2)], [(1, 0, 0), (1, 3, 2), (1, 0, 2)]], dtype=float)
        triangles[::2] = triangles[::2, ::-1]
        points = numpy.random.default_rng(3).uniform(-0.5, 4.5, (3000, 3))
        plain = filling.Vessel(cuboid(self.edges), 0.2)
        free = plain.holds(points, 0.2)
        self.assertGreater(free.sum(), 100)
        with tempfile.TemporaryDirectory() as name:
            parts = [pathlib.Path(name, f"{k}.stl") for k in range(3)]
            for path, part in zip(parts, (triangles[:10], triangles[10:], plate)):
                write_stl(path, part)
            vessel = filling.Vessel(filling.surface(*parts), 0.2)
        self.assertAlmostEqual(vessel.volume / plain.volume, 1, delta=1e-3)    # cells at the edges of the plate
        numpy.testing.assert_array_equal(vessel.holds(points, 0.2), free & (filling.distance(points[:, None], plate).min(axis=1) > 0.2))

    def test_holes_and_planes(self):
        """A lid that is missing: no room; a plane closes it. A lid with a gap narrower than the spheres is closed."""
        triangles = cuboid(self.edges)
        top = (triangles[:, :, 2] == 4).all(axis=1)
        with self.assertRaisesRegex(ValueError, "no room holds a sphere of diameter 0.4: it gets out, or does not fit. --between z NULL Z closes"):
            filling.Vessel(triangles[~top], 0.2)
        for lid, high in ((4 - 1e-9, 4), (3, 3)):
            self.assertAlmostEqual(filling.Vessel(triangles[~top], 0.2, high=(9, 9, lid)).volume, 6 * high, delta=0.25 * 0.2**2 * 26)    # edges
        points = numpy.random.default_rng(3).uniform(0, 4, (1000, 3))
        open_top = filling.Vessel(triangles[~top], 0.2, high=(9, 9, 3))
        numpy.testing.assert_array_equal(open_top.holds(points, 0.2), ((points > 0.2) & (points < numpy.array((2, 3, 3)) - 0.2)).all(axis=1))
        for gap, closed in ((0.3, True), (0.5, False)):
            lid = triangles.copy()
            lid[top, :, 0] = numpy.minimum(lid[top, :, 0], 2 - gap)
            if closed:
                self.assertAlmostEqual(filling.Vessel(lid, 0.2).volume, 24, delta=0.25 * 0.2**2 * 36)    # edges
            else:
                with self.assertRaisesRegex(ValueError, "no room holds a sphere"):
                    filling.Vessel(lid, 0.2)

    def test_rooms(self):
        """A box of two rooms, 2/3 and 1/3: the larger one, or the one with a point; a point in none."""
        wall = numpy.array([[(0, 2, 0), (2, 2, 0), (2, 2, 4)], [(0, 2, 0), (2, 2, 4), (0, 2, 4)]], dtype=float)
        triangles = numpy.concatenate((cuboid(self.edges), wall))
        for room, volume in ((None, 16), ((1, 1, 1), 16), ((1, 2.5, 1), 8)):
            vessel = filling.Vessel(triangles, 0.1, room=room)
            self.assertEqual(vessel.rooms, 2)
            self.assertAlmostEqual(vessel.volume / volume, 1, delta=0.03)    # the wall is not between two cells
        with self.assertRaisesRegex(ValueError, r"no room at \(1, 5, 1\) holds a sphere of diameter 0.2"):
            filling.Vessel(triangles, 0.1, room=(1, 5, 1))

    def test_errors(self):
        triangles = cuboid(self.edges)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "box.stl")
            with self.assertRaisesRegex(FileNotFoundError, "No such file or directory: .*nowhere.stl"):
                filling.surface(pathlib.Path(folder, "nowhere.stl"))
            for name, content in (("no.stl", b"no mesh"), ("half.stl", b"solid s\nfacet normal 0 0 0\nouter loop\nvertex 0"), ("no.name", b"")):
                other = pathlib.Path(folder, name)
                other.write_bytes(content)
                with self.assertRaisesRegex(ValueError, f"fill: .*{name} (cannot be read as a mesh|has no triangles)"):
                    filling.surface(other)
            write_stl(path, triangles)
            numpy.testing.assert_allclose(filling.surface(path), triangles)
            for words, text in ((["--between", "w", "0", "1"], "--between w 0 1: must be x, y or z and two numbers or NULL"),
                                (["--between", "x", "0", "a"], "--between x 0 a: must be"), (["--number", "0"], "--number must be at least 1"),
                                (["--bodies", "b"], "--bodies needs --clump"), (["--sizes", "2"], "--sizes needs --sieve"),
                                (["--sieve", "s", "--diameter", "1"], "--sieve is in place of --diameter"), (["--fraction", "0.5"], "--fraction must be above 0")):
                with contextlib.redirect_stderr(io.StringIO()) as printed, self.assertRaises(SystemExit):
                    filling.main([str(path), *words])
                self.assertIn(text, printed.getvalue())
        for wrong, text in (((2.0, 2.0, 2.0), "no room for 1 of 2 particles.*smaller --fraction"), ((1.4, 2.0, 2.0), "no sphere of diameter 1.5 fits between")):
            with self.assertRaisesRegex(ValueError, text):
                filling.fill(filling.Vessel(cuboid(wrong), 0.75), [1.5, 1.5], numpy.random.default_rng(1), tries=2)
        with self.assertRaisesRegex(ValueError, "spheres of diameter 0.002 are too small for a vessel of size"):
            filling.Vessel(triangles, 0.001)
        with self.assertRaisesRegex(ValueError, "all spheres must touch one another"):
            filling.clump([(0, 0, 0, 1), (1, 0, 0, 1), (5, 0, 0, 1)])


class Filling(unittest.TestCase):
    def test_nothing_touches(self):
        """Two sizes in a box: the volume asked for, no overlap of spheres and faces, the shares of the sizes."""
        edges = numpy.array((10.0, 10.0, 12.0))
        generator = numpy.random.default_rng(3)
        sizes = pandas.DataFrame({"diameter": [1.0, 0.5], "number": [0.25, 0.75]})
        diameters = numpy.sort(filling.draw(sizes, 0.25 * 1200, generator))[::-1]
        sphere = math.pi / 6
        self.assertTrue(0 <= (diameters**3).sum() * sphere - 300 < sphere)    # one sphere at most
        share = (diameters == 1).mean()
        self.assertAlmostEqual(share, 0.25, delta=4 * math.sqrt(0.25 * 0.75 / len(diameters)))    # four standard errors
        positions, _ = filling.fill(filling.Vessel(cuboid(edges), 0.25), diameters, generator)
        radii = diameters / 2
        self.assertTrue((positions > radii[:, None]).all() and (positions < edges - radii[:, None]).all())
        apart = spatial.distance.pdist(positions)
        i, j = numpy.triu_indices(len(radii), 1)
        self.assertTrue((apart >= radii[i] + radii[j]).all())
        self.assertLess(apart.min(), 0.6)    # it is no lattice

    def test_clumps(self):
        """Rods of two sizes in a box with a plate: rigid, in all directions, no overlaps with others and the walls, none through the plate."""
        generator = numpy.random.default_rng(5)
        shape, diameter = filling.clump([(-0.5, 0, 0, 0.5), (0, 0, 0, 0.5), (0.5, 0, 0, 0.5)])
        self.assertAlmostEqual(diameter**3, 1 + 2 * (1 - 5 / 16), delta=1e-4)    # a lens of two radii at half their distance: 5/16 of a sphere
        plate = numpy.array([[(4, 0, 0), (4, 8, 0), (4, 8, 6)], [(4, 0, 0), (4, 8, 6), (4, 0, 6)]], dtype=float)
        vessel = filling.Vessel(numpy.concatenate((cuboid(numpy.full(3, 8.0)), plate)), 0.3)
        sizes = numpy.repeat((diameter, 0.6 * diameter), (20, 60))
        centres, turns = filling.fill(vessel, sizes, generator, shape)
        places, radii = shape.place(sizes, centres, turns)
        numpy.testing.assert_allclose(places.mean(axis=1), centres, atol=1e-12)
        axes = (places[:, 2] - places[:, 0]) / (sizes / diameter)[:, None]
        numpy.testing.assert_allclose(numpy.linalg.norm(axes, axis=1), 1, atol=1e-5)    # of the volume of the union
        self.assertTrue((numpy.abs(axes).mean(axis=0) > 0.35).all())    # 1/2 on a sphere, +- 0.03
        self.assertTrue((places > radii[:, :, None]).all() and (places < 8 - radii[:, :, None]).all())
        self.assertGreater((filling.distance(places.reshape(-1, 1, 3), plate).min(axis=1) - radii.ravel()).min(), 0)
        low = (places[:, :, 2] < 6).all(axis=1)
        side = places[low][:, :, 0] > 4
        self.assertTrue((side.all(axis=1) | ~side.any(axis=1)).all())
        owner = numpy.repeat(numpy.arange(80), 3)
        gaps = spatial.distance.cdist(places.reshape(-1, 3), places.reshape(-1, 3)) - radii.ravel() - radii.ravel()[:, None]
        self.assertGreater(gaps[owner != owner[:, None]].min(), 0)

    def test_clumps_in_lammps(self):
        """Mass, centre and inertia of the bodies in LAMMPS are those of the unions; a clump that is not symmetric; types of sizes."""
        spheres = [(0, 0, 0, 0.5), (0.6, 0.2, 0.1, 0.4), (0.9, 0.6, 0.5, 0.3)]
        volume, centre, inertia = particles.solid(spheres)
        with harness.Workspace() as space:
            write_stl(space.path / "box.stl", cuboid(numpy.full(3, 6.0)))
            space.write("clump.csv", "x,y,z,r\n" + "".join("%g,%g,%g,%g\n" % one for one in spheres))
            diameter = (6 / math.pi * volume)**(1 / 3)
            space.write("sizes.csv", f"diameter,mass\n{2 * diameter:.17g},8\n{diameter:.17g},1\n")
            with contextlib.redirect_stdout(io.StringIO()) as text:
                filling.main([str(space.path / "box.stl"), "--clump", str(space.path / "clump.csv"), "--sieve", str(space.path / "sizes.csv"),
                              "--types", "--number", "6", "--density", "2", "--bodies", str(space.path / "bodies")])
            space.write("filled.data", text.getvalue())
            self.assertEqual(space.run(BODIES).returncode, 0, space.log())
            atoms = reading.last(space.path / "atoms.dump").rows
            rows = numpy.array([line.split() for line in space.read("one.restart.rigid").splitlines() if line[:1].isdigit() and " " in line], dtype=float)
        self.assertEqual(len(rows), 6)
        places = atoms[["x", "y", "z"]].to_numpy().reshape(6, 3, 3)
        for mol, mass, *rest in rows[:, :11]:
            of = places[int(mol) - 1]
            size = numpy.linalg.norm(of[1] - of[0]) / numpy.linalg.norm(spheres[1][:3])
            self.assertEqual(set(atoms.type.to_numpy().reshape(6, 3)[int(mol) - 1]), {round(size)})
            self.assertAlmostEqual(mass / (2 * volume * size**3), 1, delta=1e-8)    # digits of the files
            turn, _ = spatial.transform.Rotation.align_vectors(of[1:] - of[0], size * numpy.array(spheres)[1:, :3])
            turn = turn.as_matrix()
            numpy.testing.assert_allclose(rest[:3], of[0] + size * turn @ centre, atol=1e-8)
            found = numpy.array(rest[3:9])[[[0, 3, 4], [3, 1, 5], [4, 5, 2]]]    # xx yy zz xy xz yz
            numpy.testing.assert_allclose(found, 2 * size**5 * turn @ inertia @ turn.T, atol=1e-6 * found.max())

    def test_baffled_drum(self):
        """The drum of examples/mixer, which has edges with three triangles: clumps in it stay in it."""
        sys.path.insert(0, str(ROOT / "examples" / "mixer"))
        import vessel    # pylint: disable=import-outside-toplevel,import-error  of the example
        sides, front = vessel.drum(0.1, 0.07, 4, 0.02)
        drum = filling.Vessel(numpy.concatenate((sides, front)), 0.002)
        self.assertAlmostEqual(drum.volume / (math.pi * 0.01 * 0.07), 1, delta=0.01)    # of a polygon, and the grid
        with self.assertRaisesRegex(ValueError, "no room holds a sphere"):
            filling.Vessel(sides, 0.002)
        centres, _ = filling.fill(drum, numpy.full(300, 0.004), numpy.random.default_rng(1))
        self.assertTrue((numpy.hypot(centres[:, 1], centres[:, 2]) < 0.098).all())
        self.assertTrue(((centres[:, 0] > 0.002) & (centres[:, 0] < 0.068)).all())
        near = numpy.hypot(centres[:, 1], centres[:, 2]) > 0.082
        self.assertGreater(near.sum(), 30)
        self.assertGreater(numpy.abs(centres[near, 1:]).min(), 0.002)    # plates on the axes y and z

    def test_box_around_the_surface(self):
        """Few spheres have room to fall: the box contains the whole vessel, and ends at planes on both sides."""
        vessel = ROOT / "examples" / "analysis" / "vessel.stl"
        for words, ends in (((), {}), (("--between", "x", "-1", "2"), {"x": (-1, 2)})):
            with contextlib.redirect_stdout(io.StringIO()) as text:
                filling.main([str(vessel), "--fraction", "0.01", "--seed", "1", *words])
            corners = filling.surface(vessel).reshape(-1, 3)
            for k, axis in enumerate("xyz"):
                low, high = map(float, re.search(rf"(\S+) (\S+) {axis}lo {axis}hi", text.getvalue()).groups())
                if axis in ends:
                    self.assertEqual((low, high), ends[axis])
                    self.assertTrue(all(-0.5 <= float(line.split()[4]) <= 1.5 for line in text.getvalue().split("sphere\n\n")[1].splitlines()))
                else:
                    self.assertTrue(low < corners[:, k].min() and corners[:, k].max() < high, axis)

    def test_commands_of_the_page(self):
        """Spheres fill the vessel, fall, and stay in it: it carries their weight."""
        with copy_of_examples() as folder:
            for line in commands_of_page("python3 -m granular_srt.filling"):
                run_command(self, line, folder)
            spheres = reading.last(folder / "fill.dump").rows
            self.assertGreater(len(spheres), 200)
            vessel = filling.Vessel(filling.surface(folder / "vessel.stl"), spheres.radius.min())
            self.assertTrue(vessel.holds(spheres[["x", "y", "z"]].to_numpy(), 0.95 * spheres.radius).all())    # overlaps at walls
            carried = reading.thermo(folder / "log.lammps")["f_vessel[3]"].iloc[-1]
            self.assertAlmostEqual(-carried / spheres.mass.sum(), 1, delta=1e-2)    # the bed still settles a little


if __name__ == "__main__":
    harness.unittest.main()
