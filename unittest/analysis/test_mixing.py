"""granular_srt.mixing: known mixtures in closed form, means and deviations of random ones, clumps of a dump, errors."""

import math
import pathlib
import tempfile
import unittest

from package import box, frame, harness, numpy, reading

from granular_srt import mixing


class Lacey(unittest.TestCase):
    def test_separated(self):
        """Each cell has one kind: index 0 and intensity 1, whatever the numbers in the cells."""
        generator = numpy.random.default_rng(1)
        cell = numpy.repeat(numpy.arange(30), generator.integers(1, 40, 30))
        kind = generator.random(30)[cell] < 0.3
        found = mixing.lacey(cell, kind)
        self.assertAlmostEqual(found.index, 0, delta=1e-12)    # rounding
        self.assertAlmostEqual(found.intensity, 1, delta=1e-12)
        self.assertEqual((found.cells, found.share), (30, kind.mean()))

    def test_two_cells(self):
        """Ten particles each, 7 and 3 of one kind: s^2 = 0.04 of s0^2 = 0.25, sr^2 = 0.25/19; both cells equal: above 1."""
        cell, kind = numpy.repeat((5, 9), 10), numpy.zeros(20, dtype=bool)
        kind[:7] = kind[10:13] = True
        found = mixing.lacey(cell, kind)
        self.assertAlmostEqual(found.variance, 0.04)
        self.assertAlmostEqual(found.intensity, 0.16)
        self.assertAlmostEqual(found.index, 0.21 / (0.25 - 0.25 / 19))
        self.assertAlmostEqual(mixing.lacey(numpy.tile((5, 9), 10), numpy.repeat((True, False), 10)).index, 19 / 18)    # 0.25/(0.25 - 0.25/19)

    def test_random(self):
        """Mean 1 over random mixtures, and their deviation, in cells with 1 to 30 particles and with shares of 1/2 and 1/10."""
        generator = numpy.random.default_rng(2)
        cell = numpy.repeat(numpy.arange(50), generator.integers(1, 31, 50))
        for share in (0.5, 0.1):
            kind = numpy.arange(len(cell)) < share * len(cell)
            found = [mixing.lacey(cell, generator.permutation(kind)) for _ in range(1000)]
            index = numpy.array([one.index for one in found])
            self.assertAlmostEqual(index.mean(), 1, delta=4 * index.std() / 1000**0.5)    # four standard errors
            self.assertAlmostEqual(found[0].error / index.std(), 1, delta=0.1)    # 2 % of 1000 samples

    def test_error_of_few_particles(self):
        """The deviation is exact for any number of particles in a cell and any share."""
        generator = numpy.random.default_rng(8)
        for numbers, ones in (([2] * 30, 30), ([1] * 5 + [3] * 10 + [7] * 4, 20), ([1, 1, 2, 50], 5), ([4, 1], 2), ([3] * 20, 3)):
            cell = numpy.repeat(numpy.arange(len(numbers)), numbers)
            counts = generator.multivariate_hypergeometric(numbers, ones, size=20000)
            share, total = ones / len(cell), len(cell)
            variance = (counts / numbers - share)**2 @ numbers / total
            deviation = variance.std() / (share * (1 - share) * (total - len(numbers)) / (total - 1))
            self.assertAlmostEqual(mixing.lacey(cell, numpy.arange(total) < ones).error / deviation, 1, delta=0.05)    # 20000 samples

    def test_numbers_as_kinds(self):
        """Any number but 0 is the first kind."""
        cell, kind = numpy.repeat((0, 1, 2), 8), numpy.random.default_rng(9).integers(0, 2, 24)
        self.assertEqual(mixing.lacey(cell, 2 * kind), mixing.lacey(cell, kind == 1))

    def test_errors(self):
        for cell, kind, text in (((1, 1, 2), (True, True, True), "all 3 particles are of one kind"), ((1, 2, 3), (True, False, True), "3 particles in 3 cells"),
                                 ((7,) * 6, (True, False) * 3, "6 particles in 1 cells; must be at least four particles in two cells"),
                                 ((1, 1, 2), (True, False, True), "3 particles in 2 cells; must be at least four particles in two cells")):
            with self.assertRaisesRegex(ValueError, text):
                mixing.lacey(cell, kind)
        with self.assertRaisesRegex(ValueError, "edge -1 of a cell must be above 0"):
            mixing.cells(numpy.zeros((3, 3)), -1)


class WithoutCells(unittest.TestCase):
    def test_neighbors(self):
        """A cubic lattice of two halves: unlike pairs at their border alone. Random: 1."""
        places = numpy.indices((10, 10, 10)).reshape(3, -1).T + 1e-6 * numpy.random.default_rng(3).random((1000, 3))
        found = mixing.neighbors(places, places[:, 0] > 4.5, 3)
        self.assertLess(found, 0.25)    # of 3 neighbors of the 200 at the border, one is across it on average: 0.2 or less
        self.assertGreater(found, 0.01)
        generator = numpy.random.default_rng(4)
        values = [mixing.neighbors(places, generator.permutation(1000) < 300) for _ in range(100)]
        self.assertAlmostEqual(numpy.mean(values), 1, delta=4 * numpy.std(values) / 10)
        for count in (0, 1000):
            with self.assertRaisesRegex(ValueError, f"{count} neighbors of 1000 particles; must be at least 1 and below"):
                mixing.neighbors(places, places[:, 0] > 4.5, count)

    def test_separation(self):
        """Halves of an even bed along y: sqrt(3). Random: 0 within the error."""
        places = numpy.random.default_rng(5).random((20000, 3))
        values, error = mixing.separation(places, places[:, 1] < 0.5)
        numpy.testing.assert_allclose(values, (0, -math.sqrt(3), 0), atol=4 * error)
        self.assertAlmostEqual(error, 2 / math.sqrt(20000), delta=1e-5)
        generator = numpy.random.default_rng(6)
        values = numpy.array([mixing.separation(places[:500], generator.random(500) < 0.2)[0] for _ in range(300)])
        self.assertAlmostEqual(values.std() * math.sqrt(500 * 0.16), 1, delta=0.1)    # 900 values; shares scatter

    def test_separation_in_two_dimensions(self):
        values, _ = mixing.separation([(0, 0, 0), (1, 1, 0), (2, 0, 0), (3, 1, 0)], [False, False, True, True])
        numpy.testing.assert_allclose(values, (2 / math.sqrt(1.25), 0, 0))

    def test_time_of_mixing(self):
        times, noise = numpy.linspace(3, 9, 41), 0.01 * numpy.random.default_rng(7).normal(size=41)
        for rows, last in ((41, None), (41, 0.95), (8, 0.95)):    # of a short curve the end must be known
            found, error = mixing.approach(times[:rows], (0.95 - 0.9 * numpy.exp(-(times - 3) / 0.8) + noise)[:rows], last)
            self.assertLess(abs(found - 0.8), 4 * error)
            self.assertLess(error, 0.05)
        with self.assertRaisesRegex(ValueError, "3 points of a curve; must be at least 4"):
            mixing.approach(times[:3], times[:3])


class Clumps(unittest.TestCase):
    def test_centres(self):
        """Two clumps of two and one sphere, of a dump with columns in another order, across the box."""
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name, "dump")
            path.write_text("ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n3\nITEM: BOX BOUNDS ff ff ff\n0 4\n0 4\n0 4\n"
                            "ITEM: ATOMS mol id mass x y z type\n7 3 1.0 1 2 3 4\n2 1 5.0 0 1 0 2\n7 2 3.0 3 2 1 4\n")
            found = mixing.clumps(reading.last(path))
        self.assertEqual(list(found.index), [2, 7])
        numpy.testing.assert_allclose(found[["x", "y", "z", "mass", "type"]], ((0, 1, 0, 5, 2), (2.5, 2, 1.5, 4, 4)))
        with self.assertRaisesRegex(reading.ReadError, "no column mol; dump custom ... mol mass writes it"):
            mixing.clumps(frame(box(4, 4, 4), [(1, 1, 1)]))

    def dump(self, columns, *rows, bounds="pp ff pp"):
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name, "dump")
            path.write_text(f"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n{len(rows)}\nITEM: BOX BOUNDS {bounds}\n0 4\n0 4\n0 4\n"
                            f"ITEM: ATOMS {columns}\n" + "".join(row + "\n" for row in rows))
            return reading.last(path)

    def test_across_a_periodic_face(self):
        """Spheres on both sides of faces along x and z; along y the box is not periodic. With image flags they are together already."""
        found = mixing.clumps(self.dump("id mol mass x y z", "1 5 1 3.9 0.5 0.2", "2 5 3 0.3 3.5 3.8", "3 6 1 0.2 1 1", "4 6 1 3.6 1 1"))
        numpy.testing.assert_allclose(found[["x", "y", "z"]], ((0.2, 2.75, 3.9), (3.9, 1, 1)))
        found = mixing.clumps(self.dump("id mol mass x y z ix iy iz", "1 5 1 3.9 0.5 0.2 0 0 1", "2 5 3 0.3 3.5 3.8 1 0 0"))
        numpy.testing.assert_allclose(found[["x", "y", "z"]], ((4.2, 2.75, 3.9),))

    def test_sphere_of_no_clump(self):
        with self.assertRaisesRegex(ValueError, "2 spheres with mol 0 belong to no clump; dump the group of the clumps"):
            mixing.clumps(self.dump("id mol mass x y z", "1 0 1 1 1 1", "2 0 1 2 2 2", "3 1 1 3 3 3"))

    def test_cells(self):
        places = numpy.array([(0.1, 0.1, 0.1), (0.9, 0.2, 0.3), (1.1, 0.1, 0.1), (-0.1, 0.1, 0.1)])
        one, same, right, left = mixing.cells(places, 1.0)
        self.assertEqual(len({one, right, left}), 3)
        self.assertEqual(one, same)
        self.assertEqual(len(set(mixing.cells(places, 1.0, origin=(-0.5, 0, 0)))), 2)


if __name__ == "__main__":
    harness.unittest.main()
