"""granular_srt.contacts: closed forms, and the numbers of examples/packings."""

import csv
import math
import subprocess
import sys
import unittest

from package import ROOT, box, contact, frame, harness, numpy, pandas, reading

from granular_srt import chains, contacts

PACKINGS = ROOT / "examples" / "packings"


class Packings(unittest.TestCase):
    def test_published_packings(self):
        """Z, rattlers and contacts of the table, from the positions alone; rattlers are those that the run has marked."""
        with open(PACKINGS / "packings.csv", newline="", encoding="utf-8") as file:
            rows = {row["packing"]: row for row in csv.DictReader(file)}
        for name in ("s0_r0_t0", "s0.3_r0_t0", "s1_r0_t100", "s1_r1_t1"):
            with self.subTest(name):
                spheres = reading.last(PACKINGS / f"{name}.dump.gz")
                mu = [float(word[1:]) for word in name.split("_")]
                found = contacts.coordination(spheres.rows.index, contacts.touching(spheres), contacts.constraints(*mu)[1] / 2)
                row = rows[name]
                self.assertAlmostEqual(found.Z, float(row["Z"]), delta=1e-6)
                self.assertAlmostEqual(found.rattlers, float(row["rattlers"]))
                self.assertEqual(found.contacts, int(row["contacts"]))
                marked = spheres.rows.index[spheres.rows.v_rattler == 0]
                self.assertEqual(set(found.backbone), set(marked))


class Network(unittest.TestCase):
    def test_touching(self):
        """Two sizes, through a face, in the middle of the overlap."""
        spheres = frame(box(6, 6, 6), [(0.3, 1, 1), (5.6, 1, 1), (3, 3, 3), (3, 3, 4.2)], radius=[0.5, 0.3, 0.5, 0.5])
        row, = contacts.touching(spheres).to_dict("records")
        self.assertEqual((row["id1"], row["id2"]), (1, 2))
        numpy.testing.assert_allclose([row[c] for c in ("nx", "ny", "nz", "distance", "overlap", "x")], (1, 0, 0, 0.7, 0.1, 5.85), atol=1e-12)

    def test_cost_of_a_large_sphere(self):
        """Small spheres around a large one: memory is of the order of the contacts, and not of the small ones within its reach.

        In a process of its own with 1 GB more than Python and its libraries take. All pairs within the largest diameter
        are 2e8, which need 5 GB.
        """
        script = ("import resource, numpy, sys; sys.path[:0] = sys.argv[1:]\n"
                  "from package import box, frame\nfrom granular_srt import contacts\n"
                  "grid = numpy.stack(numpy.meshgrid(*[0.99 * numpy.arange(30)] * 3), axis=-1).reshape(-1, 3)\n"
                  "grid = grid[numpy.linalg.norm(grid - 14.5, axis=1) > 10.45]\n"
                  "spheres = frame(box(29.7, 29.7, 29.7), [(14.5, 14.5, 14.5), *grid], radius=[10.0] + [0.5] * len(grid))\n"
                  "size = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize() + 10**9\n"
                  "resource.setrlimit(resource.RLIMIT_AS, (size, size))\n"
                  "found = contacts.touching(spheres)\nprint(len(found), (found.id1 == 1).sum())\n")
        done = subprocess.run([sys.executable, "-c", script, str(ROOT / "python"), str(ROOT / "unittest" / "analysis")], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-1000:])
        total, large = map(int, done.stdout.split())
        self.assertEqual((total, large), (65340, 78))

    def test_touching_in_2d(self):
        """Discs larger than the box is high touch each other, through a face too, and not their own images along z."""
        flat = box(6, 6, 1)
        flat.origin[2] = -0.5
        found = contacts.touching(frame(flat, [(0.3, 1, 0), (5.2, 1, 0), (3, 3, 0)], radius=0.7))
        self.assertEqual(found[["id1", "id2"]].to_numpy().tolist(), [[1, 2]])
        numpy.testing.assert_allclose(found.overlap, 0.3)

    def test_no_ids(self):
        """A dump without the column id: rows 0, 1, ... are no IDs, and 0 is no wall."""
        spheres = frame(box(6, 6, 6), [(1, 1, 1), (1.9, 1, 1)])
        spheres.rows = spheres.rows.reset_index(drop=True)
        with self.assertRaisesRegex(reading.ReadError, "made: no column id; dump custom id ... writes it. Columns are: x y z"):
            contacts.touching(spheres)
        with self.assertRaisesRegex(reading.ReadError, "particle ID 0, which is a wall's: the dump has no column id"):
            contacts.coordination(spheres.rows.index, pandas.DataFrame({"id1": [1], "id2": [0]}), 1)

    def test_rattlers(self):
        """A square of discs with a tail: the tail goes sphere by sphere; with a wall at its end it stays."""
        spheres = [10, 11, 12, 13, 20, 21]
        rows = pandas.DataFrame([(10, 11), (11, 12), (12, 13), (10, 13), (13, 20), (20, 21), (12, 21)], columns=["id1", "id2"])
        rows["fn"] = 1.0
        loose = rows.assign(fn=[1, 1, 1, 1, 1, 1, -1])
        found = contacts.coordination(spheres, loose, 1)
        self.assertEqual((found.Z, found.contacts, set(found.backbone)), (2.0, 4, {10, 11, 12, 13}))
        self.assertAlmostEqual(found.rattlers, 1 / 3)
        self.assertAlmostEqual(found.Z_all, 14 / 6)
        wall = contacts.coordination(spheres, pandas.concat([loose, pandas.DataFrame([{"id1": 21, "id2": 0, "fn": 1.0}])]), 1)
        self.assertEqual((wall.Z, wall.Z_all, wall.rattlers, wall.contacts), (13 / 6, 15 / 6, 0.0, 7))
        long = contacts.coordination([10**12 + i for i in spheres], loose.assign(id1=10**12 + loose.id1, id2=10**12 + loose.id2), 1)
        self.assertEqual((long.Z, set(long.backbone)), (2.0, {10**12 + i for i in found.backbone}))
        empty = contacts.coordination([], loose[:0], 1)
        self.assertTrue(math.isnan(empty.Z) and math.isnan(empty.Z_all) and math.isnan(empty.rattlers), empty)
        with self.assertRaisesRegex(reading.ReadError, "nan in row 3 of column fn"):
            contacts.coordination(spheres, loose.assign(fn=[1, 1, 1, math.nan, 1, 1, 1]), 1)
        none = contacts.coordination(spheres, loose, 3)
        self.assertTrue(math.isnan(none.Z) and none.rattlers == 1.0)
        with self.assertRaisesRegex(reading.ReadError, "contact of particle 5, which is not among"):
            contacts.backbone([1, 2], [(1, 5)], 1)

    def test_fabric(self):
        """Contacts of a cubic lattice are isotropic; a chain has one direction; weights weigh."""
        grid = numpy.stack(numpy.meshgrid(*[numpy.arange(4)] * 3), axis=-1).reshape(-1, 3)
        lattice = contacts.touching(frame(box(4, 4, 4), grid, radius=0.51))
        self.assertEqual(len(lattice), 3 * 64)
        numpy.testing.assert_allclose(contacts.fabric(lattice), numpy.eye(3) / 3, atol=1e-12)
        slanted = pandas.DataFrame({"nx": [0.6, 1.0], "ny": [0.8, 0.0], "nz": [0.0, 0.0]})
        numpy.testing.assert_allclose(contacts.fabric(slanted, [1, 0]), ((0.36, 0.48, 0), (0.48, 0.64, 0), (0, 0, 0)), atol=1e-12)
        with self.assertRaises(ValueError):
            contacts.fabric(slanted[:1], [1, 2])

    def test_forces(self):
        """Exponential forces: P(f) = exp(-f) and its mean; contacts that attract do not count."""
        draw = numpy.random.default_rng(4)
        rows = pandas.DataFrame({"fn": numpy.concatenate([draw.exponential(3.0, 200000), [-1.0] * 1000])})
        table, mean = contacts.force_distribution(rows, bins=20, high=4.0)
        self.assertAlmostEqual(mean, 3.0, delta=0.03)
        self.assertAlmostEqual(table.p.sum() * 0.2, 1 - math.exp(-4), delta=1e-3)
        bins = (numpy.exp(-(table.f - 0.1)) - numpy.exp(-(table.f + 0.1))) / 0.2
        self.assertLess((numpy.abs(table.p - bins) / table.error).max(), 4.0)    # in standard errors, of 20

    def test_general_triclinic(self):
        """Particles of dump_modify triclinic/general have other axes than contacts of a compute."""
        spheres = frame(box(6, 5, 4), [(1, 1, 1), (1.9, 1, 1)])
        found = contacts.touching(spheres)
        found = found.assign(**{"fn": 1.0, "fx": 1.0, "fy": 0.0, "fz": 0.0})
        self.assertEqual(chains.lines(spheres, found).shape, (1, 2, 3))
        spheres.box.edges = spheres.box.edges[:, [1, 2, 0]]
        for function in (contacts.forces, chains.lines):
            with self.assertRaisesRegex(reading.ReadError, "triclinic/general turned the particles"):
                function(spheres, found)
        self.assertEqual(chains.lines(spheres, contacts.touching(spheres)).shape, (1, 2, 3))

    def test_mobilised(self):
        rows = pandas.DataFrame({"fn": [1, 1, 1, -1], "slides": [1.0, 0.5, 0.0, 1.0], "rolls": [0.0, 0.2, 0.1, 0.9]})
        found = contacts.mobilised(rows)
        numpy.testing.assert_allclose(found.to_numpy(), ((0.5, 1 / 3), (0.1, 0.0)))
        self.assertEqual(found.index.tolist(), ["slides", "rolls"])
        with self.assertRaisesRegex(reading.ReadError, "no column fn; compute granular/local writes it"):
            contacts.mobilised(rows.drop(columns="fn"))

    def test_ages(self):
        """Contacts that last, end, come back, move on a wall, and touch twice through a narrow box."""
        shown = [((1, 2, 0), (1, 0, 1)), ((1, 2, 0), (1, 0, 1), (2, 3, 0), (2, 3, 0)), ((2, 3, 0), (2, 3, 0), (1, 0, 2)), (), ((1, 2, 0),),
                 ((1, 2, 0), (2, 3, 0))]
        frames = [reading.Frame("made", 10 * k, None, pandas.DataFrame(rows, columns=["id1", "id2", "wall"])) for k, rows in enumerate(shown)]
        frames[1].rows["part"] = 7    # of the face
        found = [frame.rows.age.tolist() for frame in contacts.ages(frames)]
        self.assertEqual(found, [[0, 0], [10, 10, 0, 0], [10, 10, 0], [], [0], [10, 0]])
        with self.assertRaisesRegex(reading.ReadError, "no column id2"):
            list(contacts.ages([reading.Frame("made", 0, None, pandas.DataFrame({"id1": [1]}))]))

    def test_balance(self):
        """A ball on a floor with another on it: balanced with gravity, and by its weight without it."""
        spheres = frame(box(9, 9, 9, periodic=False), [(4, 4, 0.5), (4, 4, 1.5)])
        rows = pandas.DataFrame([contact(spheres, 1, 0, numpy.array((0, 0, 4.0)), foot=(4, 4, 0)), contact(spheres, 1, 2, numpy.array((0, 0, -2.0)))])
        numpy.testing.assert_allclose(contacts.forces(spheres, rows), ((0, 0, 2), (0, 0, 2)))
        numpy.testing.assert_allclose(contacts.unbalanced(spheres, rows, (0, 0, -2)), 0)
        numpy.testing.assert_allclose(contacts.unbalanced(spheres, rows), 2 / 3)
        for column in ("id1", "id2"):
            with self.assertRaisesRegex(reading.ReadError, "made: a contact of particle 7, which is not among the particles"):
                contacts.forces(spheres, rows.assign(**{column: [1, 7]}))

    def test_isostatic(self):
        """Table I of Santos et al. 2020."""
        for mu, found in {(0, 0, 0): (1, 6), (1, 0, 0): (3, 4), (0, 1, 0): (3, 4), (0, 0, 1): (2, 6), (1, 1, 0): (5, 12 / 5), (1, 0, 1): (4, 3),
                          (1, 1, 1): (6, 2), (0.01, 0.0099, 0.01): (4, 3)}.items():
            self.assertEqual(contacts.constraints(*mu), found)
        for mu, found in {(0, 0, 0): (1, 4), (1, 0, 0): (2, 3), (1, 1, 1): (3, 2)}.items():
            self.assertEqual(contacts.constraints(*mu, 2), found)


if __name__ == "__main__":
    harness.unittest.main()
