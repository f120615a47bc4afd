"""Coarse-grained density, momentum and stress that obey the balances of mass and momentum.

I. Goldhirsch, Granular Matter 12, 239 (2010); near walls T. Weinhart, A. R. Thornton, S. Luding, O. Bokhove, Granular
Matter 14, 289 (2012). With a Gaussian W of a width w, centres r_i, contact force f on 1 and branch b from 2 (or the foot
on the wall) to 1:

  density         rho   = sum m W(r - r_i)
  momentum        p     = sum m v W(r - r_i)
  contact stress  sigma = - sum f b integral_0^1 W(r - r_1 + s b) ds      compression is negative
  kinetic stress        = - sum m v' v' W(r - r_i), v' = v - p/rho
  wall force      t     = sum f W(r - foot)      over contacts at walls

div sigma + t is then the density of the contact forces on the particles, so that div sigma + t + rho g = 0 at rest.

The sum of a Gaussian over a grid of spacing h is its integral up to 2 exp(-2 (pi w/h)^2), and its derivative by a Fourier
transform exact up to exp(-(pi w/h)^2/2): rounding for h <= w/3.
"""

import dataclasses
import itertools
import math

import numpy
import pandas

from .contacts import LOCAL, forces
from .reading import need, numbers_of

REACH = 8.5      # of the Gaussian [w]: exp(-REACH^2/2) is rounding
CHUNK = 2000     # points that are added to the grid at a time


@dataclasses.dataclass
class Grid:
    """Points of equal spacing along some axes (0, 1, 2), periodic or far beyond the particles.

    points    [(n_k,)] coordinates for each axis
    area      cross-section over which fields are averaged: length^(3 - number of axes), in two dimensions without z
    width     w
    """

    axes: list
    points: list
    lengths: list
    area: float
    width: float

    def add(self, places, values):
        """Field (n_1, ..., q) of the sum of values (m, q) times Gaussians at places (m, 3)."""
        values = numpy.reshape(values, (len(places), math.prod(numpy.shape(values)[1:])))
        shape = [len(points) for points in self.points]
        field = numpy.zeros((math.prod(shape[:-1]), shape[-1], values.shape[1]))
        for start in range(0, len(places), CHUNK):
            chunk = slice(start, start + CHUNK)
            *heads, tail = (self._weights(k, places[chunk, axis]) for k, axis in enumerate(self.axes))
            outer = numpy.ones((len(tail), 1))
            for head in heads:
                outer = (outer[:, :, None] * head[:, None, :]).reshape(len(tail), -1)
            field += numpy.tensordot(outer, tail[:, :, None] * values[chunk, None, :], axes=(0, 0))
        return field.reshape(*shape, -1) / self.area

    def _weights(self, k, coordinates):
        points, length = self.points[k], self.lengths[k]
        apart = points - coordinates[:, None]
        apart -= length * numpy.round(apart / length)
        images = math.ceil(REACH * self.width / length - 0.5)
        return sum(numpy.exp(-0.5 * ((apart + shift * length) / self.width) ** 2)
                   for shift in range(-images, images + 1)) / (math.sqrt(2 * math.pi) * self.width)

    def integral(self, field):
        """Integral of a field (n_1, ..., ...) over space."""
        axes = tuple(range(len(self.axes)))
        return field.sum(axis=axes) * self.area * math.prod(length / len(p) for length, p in zip(self.lengths, self.points))

    def divergence(self, tensor):
        """d tensor_ab/d x_b of (n_1, ..., 3, 3)."""
        found = numpy.zeros(tensor.shape[:-1])
        for k, axis in enumerate(self.axes):
            n = len(self.points[k])
            waves = 2 * math.pi * numpy.fft.rfftfreq(n, self.lengths[k] / n)
            transform = numpy.fft.rfft(tensor[..., axis], axis=k) * 1j * waves.reshape([-1 if m == k else 1 for m in range(found.ndim)])
            found += numpy.fft.irfft(transform, n, axis=k)
        return found


@dataclasses.dataclass
class Fields:
    """Fields on a grid; vectors have 3 components, tensors 3 x 3, behind the indices of the grid."""

    grid: Grid
    density: numpy.ndarray
    momentum: numpy.ndarray
    contact_stress: numpy.ndarray
    kinetic_stress: numpy.ndarray
    wall_force: numpy.ndarray
    particle_force: numpy.ndarray    # density of the contact forces on particles
    totals: dict                     # mass, momentum of the particles

    @property
    def velocity(self):
        """p/rho; 0 where there is no mass."""
        return self.momentum / numpy.where(self.density > 0, self.density, numpy.inf)[..., None]

    @property
    def stress(self):
        return self.contact_stress + self.kinetic_stress

    def residuals(self, gravity=(0, 0, 0)):
        """What must be zero, as a Series.

        mass, momentum  integral less the sum over particles, over the sum (of magnitudes)
        identity        largest div sigma + t less the density of contact forces, over the largest contact force density
        rest            largest div sigma + t + rho g over the largest rho g (or div sigma): 0 for a packing at rest
        """
        mass, momentum, momenta = (self.totals[name] for name in ("mass", "momentum", "momenta"))
        inner = self.grid.divergence(self.contact_stress)
        weight = self.density[..., None] * numpy.asarray(gravity, dtype=float)
        scale = max(numpy.abs(inner).max(), numpy.abs(self.wall_force).max()) or 1.0
        return pandas.Series({
            "mass": abs(self.grid.integral(self.density) - mass) / mass,
            "momentum": numpy.linalg.norm(self.grid.integral(self.momentum) - momentum) / (momenta or 1.0),
            "identity": numpy.abs(inner + self.wall_force - self.particle_force).max() / scale,
            "rest": numpy.abs(inner + self.wall_force + weight).max() / (numpy.abs(weight).max() or scale)})

    def table(self):
        """DataFrame: a row for each point with density, vx ..., sxx ... (contact and kinetic stress), tx ... (wall force)."""
        names = ["xyz"[axis] for axis in self.grid.axes]
        columns = dict(zip(names, (c.ravel() for c in numpy.meshgrid(*self.grid.points, indexing="ij"))))
        columns["density"] = self.density.ravel()
        for letter, field in (("v", self.velocity), ("t", self.wall_force)):
            columns |= {f"{letter}{a}": field[..., k].ravel() for k, a in enumerate("xyz")}
        columns |= {f"s{a}{b}": self.stress[..., k, m].ravel() for (k, a), (m, b) in itertools.product(enumerate("xyz"), repeat=2)}
        return pandas.DataFrame(columns)


def coarse_grain(spheres, contacts=None, axes="z", width=1.0, spacing=None, area=None):
    """Fields of a snapshot on a grid along some axes, averaged over the others.

    spheres   Frame with mass, positions and velocities
    contacts  DataFrame of compute granular/local of the same step: id1 id2 nx ny nz distance fx fy fz; None: no stress
    axes      "z": a profile; "xz": a map; "xyz": in space
    width     of the Gaussian [length]; of the order of a diameter
    spacing   of the points (width/2); width/3 for residuals at rounding
    area      cross-section over which is averaged; that of the box by default. Give that of the silo within its box

    In two dimensions (Box.flat) the fields are those per area: the height of the box does not count.

    \\throws ValueError for a box whose tilt mixes the axes, other axes, a width or spacing of 0 or less, no particle;
    ReadError for a missing column, or a contact of a missing particle
    """
    spacing = width / 2 if spacing is None else spacing
    numbers = numbers_of(axes)
    if len(set(axes)) < len(axes) or not width > 0 or not spacing > 0 or len(spheres.rows) == 0:
        raise ValueError(f"coarse_grain: {len(spheres.rows)} particles, axes {axes!r}, width {width:g}, spacing {spacing:g}: must be at least one "
                         "particle, different ones of x y z, and above 0")
    box, positions = spheres.box, spheres.positions()
    mixed = [axis for k, axis in zip(numbers, axes) if numpy.delete(box.edges[:, k], k).any()]
    if mixed:
        raise ValueError(f"coarse_grain: the tilt of the box mixes axis {mixed[0]} with others; a profile along z always works")
    mass = spheres.need("mass", "dump custom ... mass")
    velocity = spheres.need("vx vy vz", "dump custom ... vx vy vz")
    if contacts is None:
        load = branch = start = foot = numpy.zeros((0, 3))
        wall, total = numpy.zeros(0, dtype=bool), numpy.zeros_like(positions)
    else:
        load = need(contacts, "fx fy fz", LOCAL)
        branch = need(contacts, "nx ny nz", LOCAL) * need(contacts, "distance", LOCAL)
        start = positions[spheres.find(contacts.id1)]
        wall, total = (contacts.id2 == 0).to_numpy(), forces(spheres, contacts)
        foot = (start - branch)[wall]

    points, lengths = [], []
    for k in numbers:
        low, length = box.origin[k], box.edges[k, k]
        if not box.periodic[k]:
            every = numpy.concatenate([positions[:, k], (start - branch)[:, k]])
            low, length = every.min() - REACH * width, every.max() - every.min() + 2 * REACH * width
        n = math.ceil(length / spacing)
        points.append(low + length / n * (numpy.arange(n) + 0.5))
        lengths.append(length)
    left_out = {*numbers, 2} if box.flat(positions) else numbers
    grid = Grid(numbers, points, lengths, area or box.volume / math.prod(box.edges[k, k] for k in left_out), width)

    momenta = mass * velocity
    density, momentum = grid.add(positions, mass)[..., 0], grid.add(positions, momenta)
    shape = (*density.shape, 3, 3)
    flux = grid.add(positions, momenta[:, :, None] * velocity[:, None, :]).reshape(shape)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        mean_flux = numpy.where(density[..., None, None] > 0, momentum[..., :, None] * momentum[..., None, :] / density[..., None, None], 0)
    # Gauss-Legendre points of the line from 1 to 2: enough for a Gaussian that is narrow beside the branch
    nodes = 10 + 5 * numpy.ceil(numpy.linalg.norm(branch, axis=1) / width).astype(int)
    contact_stress = numpy.zeros(shape)
    for count in numpy.unique(nodes):
        first, along, of = start[nodes == count], branch[nodes == count], load[nodes == count]
        for s, weight in zip(*numpy.polynomial.legendre.leggauss(count)):
            contact_stress -= weight / 2 * grid.add(first - (1 + s) / 2 * along, of[:, :, None] * along[:, None, :]).reshape(shape)
    return Fields(grid, density, momentum, contact_stress, mean_flux - flux, grid.add(foot, load[wall]), grid.add(positions, total),
                  {"mass": mass.sum(), "momentum": momenta.sum(axis=0), "momenta": numpy.linalg.norm(momenta, axis=1).sum()})


def janssen(depth, density, gravity, radius, friction, ratio):
    """Vertical pressure in a silo of a radius, at a depth below the surface (Janssen 1895).

    p = rho g l (1 - exp(-depth/l)), l = radius/(2 friction ratio); friction: mobilised at the wall; ratio: horizontal over
    vertical pressure. The wall carries rho g depth - p of the weight per area.
    """
    length = radius / (2 * friction * ratio)
    return density * gravity * length * -numpy.expm1(-numpy.asarray(depth) / length)
