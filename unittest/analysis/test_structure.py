"""granular_srt.structure: lattices, ideal gases, known power laws."""

import math
import unittest

from package import box, frame, harness, numpy

from granular_srt import structure


class Structure(unittest.TestCase):
    def test_lattice(self):
        """Integrals of g(r) are the 6, 12 and 8 neighbours of a cubic lattice."""
        grid = numpy.stack(numpy.meshgrid(*[numpy.arange(5.0)] * 3), axis=-1).reshape(-1, 3)
        found = structure.g_of_r([(box(5, 5, 5), grid)], 1.8, bins=18)
        edges = numpy.linspace(0, 1.8, 19)
        counts = found.g * 124 / 125 * 4 / 3 * math.pi * numpy.diff(edges**3)
        shells = {round(r, 2): round(n, 9) for r, n in zip(found.r, counts) if n > 0}
        self.assertEqual(sum(shells.values()), 26)
        self.assertEqual(sorted(shells.values()), [6, 8, 12])
        self.assertTrue(found.error.isna().all())

    def test_ideal_gas(self):
        """g = 1 within its standard errors over 12 packings; the errors are those of counts."""
        draw = numpy.random.default_rng(3)
        some = box(edges=((6, 0, 0), (1, 6, 0), (0, -1, 6)))
        found = structure.g_of_r([(some, draw.random((300, 3)) @ some.edges) for _ in range(12)], 2.5, bins=10).iloc[3:]
        self.assertLess((numpy.abs(found.g - 1) / found.error).max(), 4.5)    # of seven, Student's t with 11 degrees of freedom
        pairs = 12 * 300 * 299 / 2 / some.volume * 4 / 3 * math.pi * ((found.r + 0.125)**3 - (found.r - 0.125)**3)
        numpy.testing.assert_allclose(found.error * numpy.sqrt(pairs), 1.0, atol=0.65)    # 12 values give an error to 21 %
        walls = box(6, 6, 6)
        walls.periodic[2] = False
        with self.assertRaisesRegex(ValueError, "not periodic in three directions"):
            structure.g_of_r([(walls, numpy.zeros((2, 3)))], 1)
        for packings, message in (([], "no packing"), ([(box(6, 6, 6), numpy.zeros((1, 3)))], "1 particles; must be at least two")):
            with self.assertRaisesRegex(ValueError, message):
                structure.g_of_r(packings, 1)

    def test_two_dimensions(self):
        """Rings: integrals are the 4 and 4 neighbours of a square lattice, and g = 1 for an ideal gas."""
        flat = box(6, 6, 0.7)
        flat.origin[2] = -0.35
        grid = numpy.stack(numpy.meshgrid(*[numpy.arange(6.0)] * 2, 0.0), axis=-1).reshape(-1, 3)
        found = structure.g_of_r([(flat, grid)], 1.8, bins=18)
        counts = found.g * 35 / 36 * math.pi * numpy.diff(numpy.linspace(0, 1.8, 19)**2)
        numpy.testing.assert_allclose(counts[counts > 0], (4, 4))
        draw = numpy.random.default_rng(6)
        gas = structure.g_of_r([(flat, draw.random((300, 3)) * (6, 6, 0)) for _ in range(12)], 2.5, bins=10)
        self.assertLess((numpy.abs(gas.g - 1) / gas.error).max(), 4.5)    # of ten, Student's t with 11 degrees of freedom

    def test_exponent(self):
        """x^-0.5 by inversion; its error is the scatter of many samples; a scan finds the window in which it holds."""
        draw, (low, high) = numpy.random.default_rng(1), (1e-3, 3e-2)

        def sample(n):
            return (math.sqrt(low) + draw.random(n) * (math.sqrt(high) - math.sqrt(low))) ** 2

        alpha, error = structure.exponent(sample(20000), (low, high))
        self.assertAlmostEqual(alpha, 0.5, delta=4 * error)
        many = [structure.exponent(sample(400), (low, high)) for _ in range(200)]
        self.assertAlmostEqual(numpy.std([a for a, _ in many]) / numpy.mean([e for _, e in many]), 1.0, delta=0.2)    # 200 samples: 5 %
        self.assertIsNone(structure.exponent(sample(19), (low, high)))
        with self.assertRaisesRegex(ValueError, "exponent: window from 0; must be above 0"):
            structure.exponent(sample(20), (0, high))
        with self.assertRaisesRegex(ValueError, "exponent: 30 values from 0.001 to 0.03 have an exponent beyond -5 to 5"):
            structure.exponent([0.0299] * 30, (low, high))
        values = numpy.concatenate([sample(20000), high + high * draw.random(20000)])
        scan = structure.scan(values, (1e-3, 3e-3, 5.9e-2), (3e-2, 6e-2)).set_index(["low", "high"])
        self.assertEqual(len(scan), 5)
        for first in (1e-3, 3e-3):
            self.assertAlmostEqual(scan.alpha[first, 3e-2], 0.5, delta=4 * scan.error[first, 3e-2])
            self.assertLess(scan.alpha[first, 6e-2], 0.4)

    def test_exponent_of_g(self):
        """Points around a center, whose g(r) is (r - 1)^-0.413: their gaps are denser by (1 + x)^2, in two dimensions by 1 + x."""
        draw, (low, high) = numpy.random.default_rng(2), (1e-3, 0.3)
        p = 1 - 0.413
        x = (low**p + draw.random(400000) * (high**p - low**p)) ** (1 / p)    # of density x^-0.413
        for dim in (2, 3):
            gaps = x[draw.random(len(x)) < ((1 + x) / (1 + high)) ** (dim - 1)]
            alpha, error = structure.exponent(gaps, (low, high), dim)
            self.assertAlmostEqual(alpha, 0.413, delta=4 * error)
            self.assertLess(structure.exponent(gaps, (low, high))[0], 0.413 - 20 * error)
            scan = structure.scan(gaps, (low,), (high,), dim)
            self.assertEqual((scan.alpha[0], scan.error[0]), (alpha, error))

    def test_heap(self):
        """Tops on a cone, and on a ridge, of 25 degrees, with spheres beside it that have rolled away."""
        draw = numpy.random.default_rng(5)
        x, y = draw.uniform(-20, 20, (2, 4000))
        for across, distance in (("xy", numpy.hypot(x, y)), ("x", numpy.abs(x))):
            top = numpy.maximum(20 - distance, 0) * math.tan(math.radians(25)) + 0.5
            spheres = frame(box(99, 99, 99, periodic=False), numpy.concatenate([numpy.transpose([x + 3, y - 2, part * top]) for part in (1.0, 0.5)]))
            angle, error = structure.angle_of_repose(spheres, across)
            self.assertAlmostEqual(angle, 25, delta=0.5)    # the middle is that of random places: to 20/sqrt(4000)
            self.assertLess(error, 0.5)
        with self.assertRaisesRegex(ValueError, "axes 'w': must be of x, y and z"):
            structure.angle_of_repose(spheres, "w")
        with self.assertRaisesRegex(ValueError, "intervals on the slope"):
            structure.angle_of_repose(frame(box(9, 9, 9), [(1, 1, 0.5), (2, 1, 0.5), (1, 2, 0.5)]))


if __name__ == "__main__":
    harness.unittest.main()
