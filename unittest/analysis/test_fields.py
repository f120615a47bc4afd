"""granular_srt.fields: balances of mass and momentum hold to rounding; closed forms."""

import math
import unittest

from package import box, contact, frame, harness, numpy, pandas

from granular_srt import contacts, fields

ROUNDING = 1e-11    # at a spacing of w/3: exp(-(3 pi)^2/2) = 5e-20, and rounding of thousands of terms and of a transform


def network(n=60, m=150):
    """Random forces between random spheres, and at a wall."""
    draw = numpy.random.default_rng(7)
    spheres = frame(box(6, 5, 4), draw.random((n, 3)) * (6, 5, 4), mass=1 + draw.random(n), **dict(zip(("vx", "vy", "vz"), draw.normal(size=(3, n)))))
    rows = [contact(spheres, *(1 + draw.permutation(n)[:2]), draw.normal(size=3)) for _ in range(m)]
    rows += [contact(spheres, i, 0, draw.normal(size=3), foot=spheres.positions()[i - 1] - (0, 0, 0.5)) for i in range(1, 10)]
    return spheres, pandas.DataFrame(rows)


def stack(count=6):
    """Balls of weight 2 on each other, on a floor at z = 0."""
    spheres = frame(box(3, 4, 9, periodic=False), [(1, 1, k + 0.5) for k in range(count)])
    return spheres, pandas.DataFrame([contact(spheres, k + 1, k, numpy.array((0, 0, 2.0 * (count - k))), foot=None if k else (1, 1, 0))
                                      for k in range(count)])


class Balances(unittest.TestCase):
    def test_any_network(self):
        """Mass, momentum, div sigma + t = density of forces, integral of sigma = - sum f b, for each kind of grid."""
        spheres, rows = network()
        force = rows[["fx", "fy", "fz"]].to_numpy()
        branch = rows[["nx", "ny", "nz"]].to_numpy() * rows[["distance"]].to_numpy()
        for axes, width, spacing in (("z", 0.7, 0.2), ("y", 2.5, 0.5), ("xz", 0.9, 0.3), ("xyz", 1.2, 0.4)):
            with self.subTest(axes):
                found = fields.coarse_grain(spheres, rows, axes, width, spacing)
                self.assertLess(found.residuals()[["mass", "momentum", "identity"]].max(), ROUNDING)
                numpy.testing.assert_allclose(found.grid.integral(found.contact_stress), -force.T @ branch, atol=1e-10)
                numpy.testing.assert_allclose(found.grid.integral(found.wall_force), force[-9:].sum(axis=0), atol=1e-10)

    def test_stack_at_rest(self):
        spheres, rows = stack()
        found = fields.coarse_grain(spheres, rows, "z", 0.6, 0.2)
        residuals = found.residuals((0, 0, -2))
        self.assertLess(residuals.max(), ROUNDING, residuals)
        self.assertGreater(found.residuals((0, 0, -2.1))["rest"], 0.04)
        numpy.testing.assert_allclose(contacts.unbalanced(spheres, rows, (0, 0, -2)), 0, atol=1e-12)


class ClosedForms(unittest.TestCase):
    def test_weight_above(self):
        """Where two balls of a stack touch, the stress is the weight above over the area, if the width is small."""
        spheres, rows = stack()
        found = fields.coarse_grain(spheres, rows, "z", 0.05, 0.02).table()
        for k in range(1, 6):
            self.assertAlmostEqual(numpy.interp(k, found.z, found.szz) * 12, -2.0 * (6 - k), delta=1e-6)
        self.assertAlmostEqual(numpy.average(found.z, weights=found.tz), 0.0, delta=1e-9)
        half = fields.coarse_grain(spheres, rows, "z", 0.05, 0.02, area=6.0).table()
        numpy.testing.assert_allclose(half.szz, 2 * found.szz)

    def test_gaussian(self):
        """Density of a sphere in space, through a face; velocity and kinetic stress of two that pass each other."""
        spheres = frame(box(4, 4, 4), [(0.1, 2, 2), (0.1, 2, 2)], vx=[3.0, -1.0], vy=0.5)
        found = fields.coarse_grain(spheres, None, "xyz", 0.4, 0.2)
        x, y, z = numpy.meshgrid(*found.grid.points, indexing="ij")
        x = x - 0.1 - 4 * numpy.round((x - 0.1) / 4)
        one = numpy.exp(-(x**2 + (y - 2)**2 + (z - 2)**2) / 0.32) / (0.4 * math.sqrt(2 * math.pi))**3
        near = one > 1e-3    # farther away the next images count
        numpy.testing.assert_allclose(found.density[near], 2 * one[near], rtol=1e-3)
        numpy.testing.assert_allclose(found.velocity[near], numpy.broadcast_to((1.0, 0.5, 0.0), (near.sum(), 3)), atol=1e-9)
        numpy.testing.assert_allclose(found.stress[near][:, 0, 0], -8 * one[near], rtol=1e-3)
        numpy.testing.assert_allclose(found.stress[near][:, 1, 1], 0, atol=1e-9)

    def test_tilt(self):
        tilted = box(edges=((4, 0, 0), (1, 4, 0), (0, 0, 4)))
        spheres = frame(tilted, [(1, 1, 1)])
        self.assertLess(fields.coarse_grain(spheres, axes="z").residuals()["mass"], 1e-6)
        with self.assertRaisesRegex(ValueError, "mixes axis x with others"):
            fields.coarse_grain(spheres, axes="xz")

    def test_wrong_words(self):
        spheres = frame(box(4, 4, 4), [(1, 1, 1)])
        for words in ({"axes": "zz"}, {"width": 0}, {"width": -1.0}, {"spacing": 0.0}):
            with self.assertRaisesRegex(ValueError, r"coarse_grain: 1 particles, axes '.*', width .*, spacing .*: must be at least one particle"):
                fields.coarse_grain(spheres, **words)
        for axes in ("r", ""):
            with self.assertRaisesRegex(ValueError, f"axes '{axes}': must be of x, y and z"):
                fields.coarse_grain(spheres, axes=axes)
        with self.assertRaisesRegex(ValueError, "coarse_grain: 0 particles"):
            fields.coarse_grain(frame(box(4, 4, 4), numpy.zeros((0, 3))))

    def test_two_dimensions(self):
        """Densities and stresses are those per area, whatever the height of the box."""
        for height in (0.2, 1.0):
            flat = box(6, 5, height)
            flat.origin[2] = -height / 2
            spheres = frame(flat, [(1, 1, 0), (1.9, 1, 0), (4, 3, 0)], mass=2.0)
            rows = pandas.DataFrame([contact(spheres, 1, 2, numpy.array((-3.0, 0, 0)))])
            for axes in ("x", "y", "xy"):
                found = fields.coarse_grain(spheres, rows, axes, 0.9, 0.3)
                self.assertAlmostEqual(found.density.mean(), 6 / 30, places=12)
                self.assertAlmostEqual(found.contact_stress[..., 0, 0].mean(), -3 * 0.9 / 30, places=12)
                self.assertLess(found.residuals()[["mass", "identity"]].max(), ROUNDING)

    def test_janssen(self):
        """dp/dz = rho g - 2 mu K p/R; hydrostatic at the top."""
        depth = numpy.linspace(0, 60, 6001)
        p = fields.janssen(depth, 0.6, 2.0, 4.0, 0.5, 0.4)
        self.assertAlmostEqual(p[1] / (1.2 * depth[1]), 1.0, delta=1e-3)
        numpy.testing.assert_allclose(numpy.gradient(p, depth)[1:-1], (1.2 - 0.1 * p)[1:-1], atol=1e-5)


if __name__ == "__main__":
    harness.unittest.main()
