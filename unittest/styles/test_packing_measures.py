"""examples/packing_study: what it counts and measures of a packing, and its files of rows, without LAMMPS."""

import itertools
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from bed_scripts import FOLDER, rows_of
from test_examples import backbone

import numpy  # bed_scripts has seen that the packages are there
import pandas

# in FOLDER
import network
import results
import settled
import silbert
import states
import study
from granular_srt import reading
from granular_srt.contacts import coordination

BOX = "ITEM: BOX BOUNDS pp pp ff\n0 4\n0 4\n-1 20\n"


class Counting(unittest.TestCase):
    def test_backbone(self):
        """Rattlers go one after the other; two spheres can touch twice, across two faces of the box."""
        draw = random.Random(5)
        for few in (0.5, 1, 1.2, 1.5, 2, 3):
            pairs = [tuple(draw.sample(range(1, 61), 2)) for _ in range(100)] + [(1, 2), (1, 2)]
            left, contacts = backbone(dict.fromkeys(range(1, 61)), pairs, 2 * few)
            found = coordination(range(1, 61), pandas.DataFrame(pairs, columns=["id1", "id2"]), few)
            self.assertEqual(set(found.backbone), left)
            self.assertEqual(found.contacts, sum(contacts.values()) / 2)
            numpy.testing.assert_equal(found.Z, sum(contacts.values()) / len(left) if left else math.nan)

    def test_limits(self):
        contacts = pandas.DataFrame([(0.2, 0.01, 0, 2), (0.197, 0.1, -0.6, 2), (0.199, 0.0995, 0.58, 2), (0, 0, 0, 0)],
                                    columns=["sliding", "rolling", "twisting", "normal"]).assign(radius=0.25)
        self.assertEqual(network.at_limits(contacts, 0.1, 0.2, 0.3), {"sliding": 2, "rolling": 2, "twisting": 1})
        self.assertEqual(network.at_limits(contacts, 0.1, 0, 0), {"sliding": 2, "rolling": None, "twisting": None})

    def test_many_processes_add_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "rows.csv")
            program = ("import sys; sys.path[:0] = sys.argv[1], sys.argv[1] + '/..'; import results\nfor k in range(10):\n"
                       "    name = f'{sys.argv[3]}-{k}'; results.replace(sys.argv[2], {name}, [{'packing': name, 'phi': k / 3, 'Z': None}])")
            workers = [subprocess.Popen([sys.executable, "-c", program, str(FOLDER), str(path), str(n)]) for n in range(4)]
            self.assertEqual([worker.wait() for worker in workers], [0] * 4)
            results.replace(path, {"3-1"}, [{"packing": "3-1", "phi": 7, "Z": None}])
            rows = {row["packing"]: row["phi"] for row in rows_of(path)}
            self.assertEqual(len(rows), len(rows_of(path)))
            self.assertEqual(rows, {f"{n}-{k}": f"{k / 3:.8g}" for n in range(4) for k in range(10)} | {"3-1": "7"})


class Positions(unittest.TestCase):
    def test_volume_and_distances(self):
        """A simple cubic lattice, planes anywhere; the base is narrower than twice the reach."""
        heights = [k for k in range(-5, 20) for _ in range(9)]
        self.assertAlmostEqual(settled.volume_fraction(heights, 9, 2.3, 7.3), math.pi / 6)
        places = numpy.array(list(itertools.product(range(4), range(4), range(-6, 7)))) + (0.5, 0.5, 0)
        bed = reading.Frame("made", 0, reading.Box(numpy.zeros(3), numpy.diag((4.0, 4.0, 9.0)), numpy.array((True, True, False))),
                            pandas.DataFrame(places, columns=["x", "y", "z"]))
        found = settled.distances(bed, (places == (0.5, 3.5, 0)).all(axis=1))
        expected = [math.hypot(*p) for p in itertools.product(range(-3, 4), repeat=3) if 0 < math.hypot(*p) < 3]
        numpy.testing.assert_allclose(sorted(found), sorted(expected))

    def test_layers(self):
        """A simple cubic lattice without the contacts of its upper half along x."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            ids = {place: k for k, place in enumerate(itertools.product(range(4), range(4), range(18)), 1)}
            atoms = "".join(f"{k} {1 + (z == 0)} {x + 0.5} {y + 0.5} {z}\n" for (x, y, z), k in ids.items())
            (folder / "run.dump").write_text(f"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n{len(ids)}\n{BOX}ITEM: ATOMS id type x y z\n{atoms}")
            pairs = [(ids[x, y, z], ids[other]) for x, y, z in ids
                     for other in (((x + 1) % 4, y, z), (x, (y + 1) % 4, z), (x, y, z + 1))
                     if other in ids and not (z >= 9 and other[0] != x)]
            (folder / "run.contacts").write_text(f"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ENTRIES\n{len(pairs)}\n{BOX}ITEM: ENTRIES index a b d f t\n" + "".join(f"1 {i} {j} 0.999 1 0\n" for i, j in pairs))
            # the surface is at 17, the bulk ends at 14; in the upper layer 8 has six contacts, 9 to 12 have four
            _, rows = study.layers([folder, folder], 5.0)
            self.assertEqual(rows, [("3", "8", 2, "80", "6.000 ± 0.000", "0.5236 ± 0.0000"), ("8", "13", 2, "80", "4.400 ± 0.000", "0.5236 ± 0.0000")])
            with self.assertRaisesRegex(ValueError, "no layer of 12 d fits"):
                study.layers([folder], 12.0)

    def test_hard_spheres(self):
        stiffness = numpy.array(states.HARDER)
        found = silbert.hard_sphere_limit(stiffness, 6.01 + 0.134 * (stiffness / 2e5) ** -0.5)
        numpy.testing.assert_allclose(found, (6.01, 0.134, 0.5), atol=1e-6)
        for few in stiffness[:3], stiffness[[0, 0, 1, 2]]:
            self.assertIsNone(silbert.hard_sphere_limit(few, few))


if __name__ == "__main__":
    unittest.main(verbosity=2)
