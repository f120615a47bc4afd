"""Stiffness matrices against closed forms: chains and an FCC lattice with sliding, rolling and twisting springs; floppy modes of
small packings; the kernel polynomial."""

import itertools
import unittest
from unittest import mock

from package import ROOT, box, frame, numpy

from granular_srt import contacts, reading, stiffness

KN, KT, KR, KW = 1.0, 0.7, 0.11, 0.05    # force/length, force/length, and force length twice
MASS, RADIUS = 1.3, 0.5001
INERTIA = 0.4 * MASS * RADIUS**2
EXACT = 1e-10    # rounding of eigenvalues


def packing(edges, places, levers="objective", **stiffnesses):
    spheres = frame(box(edges=edges), numpy.atleast_2d(places), radius=RADIUS, mass=MASS)
    found = contacts.touching(spheres)
    return stiffness.Network(spheres, found.assign(**{"kn": KN, "kt": KT, "kroll": KR, "ktwist": KW, **stiffnesses}), levers)


def squares(network, **options):
    """All squares of frequencies."""
    return numpy.sort(numpy.square(stiffness.modes(network.matrix(**options), network.masses())[0]))


def coupled(uu, ut, tt):
    """Squares of frequencies of a displacement and a rotation whose stiffnesses these are."""
    root = (MASS * INERTIA)**0.5
    return numpy.linalg.eigvalsh(((uu / MASS, ut / root), (ut / root, tt / INERTIA)))


def fcc(cells=3, **options):
    """Lattice with the distance 1, of 4 cells^3 spheres."""
    a = 2**0.5
    corners = numpy.array(list(itertools.product(range(cells), repeat=3)))
    basis = numpy.array(((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)))
    return packing(numpy.eye(3) * cells * a, (corners[:, None] + basis).reshape(-1, 3) * a, **options)


class Branches(unittest.TestCase):
    def includes(self, found, expected):
        for value in numpy.ravel(expected):
            self.assertLess(numpy.abs(found - value).min(), EXACT, value)

    def test_chain(self):
        """Longitudinal and twisting branches; two of sliding and rolling. Merkel, Tournat & Gusev, Phys. Rev. E 82, 031305 (2010)."""
        n = 12
        network = packing(numpy.diag((n, 5.0, 5.0)), [(k, 0, 0) for k in range(n)])
        expected = []
        for q in 2 * numpy.pi * numpy.arange(n) / n:
            half = numpy.sin(q / 2)**2
            expected += [4 * KN * half / MASS, 4 * KW * half / INERTIA]
            # levers of 1/2: sliding sees u_1 - u_2 and half the sum of the rotations
            expected += 2 * list(coupled(4 * KT * half, KT * numpy.sin(q), KT * (1 - half) + 4 * KR * half))
        numpy.testing.assert_allclose(squares(network), numpy.sort(expected), atol=EXACT)

    def test_fcc(self):
        """Along [100]: longitudinal, torsional, and twice two transverse branches."""
        network = fcc()
        self.assertEqual(len(network.contacts), 6 * 108)
        found = squares(network)
        for q in 2 * numpy.pi * numpy.arange(3) / 3:
            c, s = numpy.cos(q / 2), numpy.sin(q / 2)
            one = 1 - c
            self.includes(found, 4 * (KN + KT) * one / MASS)
            self.includes(found, (KT * (4 * (1 + c) + 8) / 4 + 4 * (KW + KR) * one) / INERTIA)
            self.includes(found, coupled((2 * KN + 6 * KT) * one, 2 * 2**0.5 * KT * s,
                                         KT * (6 * (1 + c) + 4) / 4 + (6 * KR + 2 * KW) * one))

    def test_lowest(self):
        network = fcc()
        every, vectors = stiffness.modes(network.matrix(), network.masses())
        lowest, _ = stiffness.modes(network.matrix(), network.masses(), number=9)
        numpy.testing.assert_allclose(numpy.sort(lowest)[3:], every[3:9], atol=1e-7)
        numpy.testing.assert_allclose(every[:3], 0, atol=1e-6)    # roots of rounding errors
        self.assertTrue(((stiffness.participation(vectors) < 1 + 1e-9) & (stiffness.participation(vectors) > 1 / 108)).all())
        together = numpy.tile((0, 1.0, 0, 0, 0, 0), 108)[:, None]
        self.assertAlmostEqual(stiffness.participation(together)[0], 1.0)

    def test_tilted_box(self):
        """The same lattice in another cell has the same spectrum; a sphere touches images of itself."""
        a = 2**0.5
        one = packing(a * numpy.array(((1, 0, 0), (0, 1, 0), (0, 0, 1.0))), a * numpy.array(((0, 0, 0), (.5, .5, 0), (.5, 0, .5), (0, .5, .5))))
        # columns a1 = (1, 0, 0), a2 tilted by one edge, a3 by both
        other = packing(a * numpy.array(((1, 0, 0), (1, 1, 0), (1, -1, 1.0))), one.spheres.positions())
        numpy.testing.assert_allclose(squares(one), squares(other), atol=EXACT)
        primitive = packing(numpy.array(((1, 0, 0), (0.5, 0.75**0.5, 0), (0.5, 0.75**0.5 / 3, (2 / 3)**0.5))), (0, 0, 0))
        self.assertEqual(len(primitive.contacts), 6)
        # uniform rotations: sliding levers of 1/2, each contact with both sides
        numpy.testing.assert_allclose(squares(primitive)[3:], 8 * KT / 2 / INERTIA, atol=1e-9)


class Moduli(unittest.TestCase):
    def test_fcc(self):
        """Elastic constants by a sum over the contacts: all displacements are affine. Rolling and twisting do not matter."""
        network = fcc()
        affine, rest = network.elasticity(prestress=False)
        scale = 6 / (2**0.5 / 2) / 6    # 6 contacts of length 1 in a sphere's volume, times means over the six directions
        self.assertAlmostEqual(affine[0, 0], scale * (2 * KN + 2 * KT) / 2, delta=1e-9)
        self.assertAlmostEqual(affine[0, 1], scale * (KN - KT) / 2, delta=1e-9)
        self.assertAlmostEqual(affine[5, 5], scale * (KN + KT) / 2, delta=1e-9)
        numpy.testing.assert_allclose(rest, 0, atol=1e-9)
        table = network.moduli(prestress=False)
        self.assertAlmostEqual(table.total.bulk, scale * 2 * KN / 3, delta=1e-9)
        self.assertAlmostEqual(table.total.shear, scale * (2 * KN + 3 * KT) / 5, delta=1e-9)

    def test_two_springs(self):
        """A chain of two different springs: its modulus is that of both in a row, by a non-affine displacement."""
        network = packing(numpy.diag((2, 5.0, 5.0)), [(0, 0, 0), (1, 0, 0)], kn=(1.0, 3.0))
        affine, rest = (part[0, 0] for part in network.elasticity(prestress=False))
        self.assertAlmostEqual(affine, (1 + 3) / 50, delta=1e-9)
        self.assertAlmostEqual(affine + rest, 2 * 2 / (1 + 1 / 3) / 50, delta=1e-9)

    def test_refusals(self):
        network = fcc()
        network.contacts.loc[0, "id2"] = 0
        with self.assertRaisesRegex(ValueError, "contacts with walls"):
            stiffness.Network(network.spheres, network.contacts).elasticity(prestress=False)
        with self.assertRaisesRegex(ValueError, "levers long: must be objective, granular, tracking or gran"):
            fcc(levers="long")
        with self.assertRaisesRegex(reading.ReadError, "no column kn; compute granular/local writes it"):
            stiffness.Network(network.spheres, network.contacts.drop(columns="kn")).matrix()


class Sliding(unittest.TestCase):
    def test_stuck(self):
        """The contact that slides has the stiffness of the others, where that is clear."""
        free = numpy.where(numpy.arange(648) == 5, 0.0, KT)
        shares = {"slides": (free == 0.0) * 1.0, "rolls": 0.0, "twists": 0.0}
        network = fcc(kt=free, **shares)
        difference = abs(network.matrix(sliding="stuck") - fcc().matrix())
        self.assertLess(difference.max(), 1e-14)
        self.assertGreater(abs(network.matrix() - fcc().matrix()).max(), 0.1)
        network = fcc(kt=numpy.where(numpy.arange(648) == 6, 2 * KT, free), **shares)
        with self.assertRaisesRegex(ValueError, "sliding stuck: the ratio of kt to kn"):
            network.matrix(sliding="stuck")


class Floppy(unittest.TestCase):
    def count(self, network, **modes):
        return stiffness.count(network.compatibility(**{"sliding": False, "rolling": False, "twisting": False, **modes}))

    def test_chain(self):
        """Periodic chain of n: without friction lengths are held; with all modes nothing is free."""
        n = 6
        network = packing(numpy.diag((n, 5.0, 5.0)), [(k, 0, 0) for k in range(n)])
        self.assertEqual(self.count(network), (3 * n, n, n - 1, 3, 2 * n - 2, 1))
        every = {"sliding": True, "rolling": True, "twisting": True}
        # besides translations, a turn of all about the chain is rigid
        self.assertEqual(self.count(network, **every), (6 * n, 6 * n, 6 * n - 4, 4, 0, 4))

    def test_sliding_chain(self):
        """Without rolling and twisting springs n - 1 rotations about each axis are free, besides the turn of all about the chain."""
        n = 6
        network = packing(numpy.diag((n, 5.0, 5.0)), [(k, 0, 0) for k in range(n)])
        self.assertEqual(self.count(network, sliding=True).floppy, 3 * (n - 1))

    def test_random(self):
        """The rank by signs of pivots is that of singular values, for a random packing with floppy modes and self-stress."""
        places = numpy.random.default_rng(5).random((60, 3)) * 3.6
        network = packing(numpy.array(((3.6, 0, 0), (0.5, 3.6, 0), (0.2, -0.4, 3.6))), places)
        for modes in itertools.product((False, True), repeat=3):
            compatibility = network.compatibility(*modes)
            found = stiffness.count(compatibility)
            self.assertEqual(found.rank, numpy.linalg.matrix_rank(compatibility.toarray()))
            self.assertEqual(found.coordinates - found.rank, found.rigid + found.floppy)
            self.assertEqual(found.constraints - found.rank, found.self_stress)

    def test_packings(self):
        """Finished packings without rattlers have no floppy modes with the constraints of their friction; without sliding, many."""
        for name, friction in (("s10_r0_t0", (10, 0, 0)), ("s1_r100_t100", (1, 100, 100))):
            spheres = reading.last(ROOT / "examples" / "packings" / f"{name}.dump.gz")
            found = contacts.touching(spheres)
            stays = contacts.coordination(spheres.ids(), found, contacts.constraints(*friction)[1] / 2).backbone
            network = stiffness.Network(spheres, found[found.id1.isin(stays) & found.id2.isin(stays)])
            own = stiffness.count(network.compatibility(*(mu > 0 for mu in friction)))
            self.assertEqual((own.rigid, own.floppy), (3, 0))
            self.assertGreater(own.self_stress, 0)
            # rolling and twisting springs hold rotations, contacts alone the displacements
            loose = stiffness.count(network.compatibility(sliding=False))
            self.assertEqual(loose.floppy, 3 * len(stays) - 3 - stiffness.count(network.compatibility(False, False, False)).rank)

    def test_matrix(self):
        """The rank of the matrix is that of the constraints; a state of self-stress is balanced."""
        network = fcc(cells=2)
        found = self.count(network, sliding=True, rolling=True, twisting=True)
        values = squares(network)
        self.assertEqual((numpy.abs(values) < 1e-10).sum(), found.rigid + found.floppy)
        self.assertEqual(found.coordinates - found.rank, found.rigid + found.floppy)
        self.assertEqual(found.constraints - found.rank, found.self_stress)


class Density(unittest.TestCase):
    def test_modes_without_stiffness(self):
        """They are in the first bin, also those that are rounded to below 0: a chain of 6 without friction has 31 of 36."""
        network = packing(numpy.diag((6, 5.0, 5.0)), [(k, 0, 0) for k in range(6)], kt=0.0, kroll=0.0, ktwist=0.0)
        table = stiffness.density_of_states(network.matrix(), network.masses(), bins=20)
        width = table.frequency[1] - table.frequency[0]
        self.assertAlmostEqual(table.density[0] * width, 31 / 36)
        self.assertAlmostEqual((table.density * width).sum(), 1)

    def test_kernel_polynomial(self):
        """Shares of modes below frequencies, exact and by the polynomial."""
        network = fcc(cells=4)
        exact = stiffness.density_of_states(network.matrix(), network.masses(), bins=24)
        with mock.patch.object(stiffness, "DENSE", 10):
            found = stiffness.density_of_states(network.matrix(), network.masses(), bins=24, moments=256, samples=30)
        for table in (exact, found):
            width = table.frequency[1] - table.frequency[0]
            self.assertAlmostEqual((table.density * width).sum(), 1.0, delta=0.01)
        below = [numpy.interp(numpy.arange(0.5, 4.0, 0.5), table.frequency + (table.frequency[1] - table.frequency[0]) / 2,
                              (table.density * (table.frequency[1] - table.frequency[0])).cumsum()) for table in (exact, found)]
        # degenerate levels of a lattice are steps, which the polynomial smoothes
        numpy.testing.assert_allclose(*below, atol=0.1)


if __name__ == "__main__":
    unittest.main()
