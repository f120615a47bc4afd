"""Spheres or clumps at random places in a vessel of triangles, as a LAMMPS data file.

  python3 -m granular_srt.filling vessel.stl --diameter 1 --fraction 0.3 > filled.data
  python3 -m granular_srt.filling vessel.stl --sieve curve.csv --fraction 0.3 > filled.data
  python3 -m granular_srt.filling drum.stl lid.stl --clump spheres.csv --number 500 --bodies filled.bodies > filled.data

A vessel is what spheres cannot leave: it may have baffles, blades and several surfaces of any orientation, and holes that
are narrower than the smallest sphere. --between z NULL 0.1 closes an open top, --between x 0 2 the ends of a periodic drum.
"""

import argparse
import dataclasses
import math

from . import program

program.need_packages("filling", __name__, "numpy", "scipy", "pandas", "meshio")

import meshio    # noqa: E402  after the message where it is missing
import numpy    # noqa: E402
import pandas    # noqa: E402
from scipy import ndimage, sparse, spatial    # noqa: E402

from .particles import sieve, solid    # noqa: E402
from .reading import Box, need    # noqa: E402

MOST_CELLS = 5e7    # of the grid of a Vessel: about 2 GB


def surface(*paths):
    """Triangles (n, 3, 3) of STL and other files that meshio reads.

    \\throws OSError for a file that cannot be read; ValueError for one that is no mesh
    """
    found = []
    for path in paths:
        with open(path, "rb"):    # meshio has an error of its own where there is no file
            pass
        try:
            with numpy.errstate(over="ignore"):    # meshio looks for a number of triangles in text
                mesh = meshio.read(path)
        except (Exception, SystemExit) as error:    # pylint: disable=broad-exception-caught  it lets through what its parsers meet
            raise ValueError(f"fill: {path} cannot be read as a mesh ({error or type(error).__name__})") from None
        cells = mesh.cells_dict.get("triangle")
        if cells is None:
            raise ValueError(f"fill: {path} has no triangles")
        found.append(numpy.asarray(mesh.points, dtype=float)[cells])
    return numpy.concatenate(found)


def distance(points, triangles):
    """Distance of points (..., 3) from triangles (..., 3, 3), with numpy's rules for the leading axes [length]."""
    corners = [triangles[..., k, :] - points for k in range(3)]
    normal = numpy.cross(triangles[..., 1, :] - triangles[..., 0, :], triangles[..., 2, :] - triangles[..., 0, :])
    normal = normal / numpy.linalg.norm(normal, axis=-1, keepdims=True)
    height = (corners[0] * normal).sum(axis=-1)
    over = numpy.ones(height.shape, dtype=bool)    # the foot on the plane lies in the triangle
    nearest = numpy.full(height.shape, numpy.inf)
    for k in range(3):
        start, along = corners[k], corners[(k + 1) % 3] - corners[k]
        over &= (numpy.cross(start, along) * normal).sum(axis=-1) >= 0
        part = numpy.clip(-(start * along).sum(axis=-1) / (along**2).sum(axis=-1), 0, 1)
        nearest = numpy.minimum(nearest, numpy.linalg.norm(start + part[..., None] * along, axis=-1))
    return numpy.where(over, numpy.abs(height), nearest)


def samples(triangles, spacing):
    """(points (m, 3), their triangles (m,)): each place of a triangle is nearer than `spacing` to one of its points."""
    step = 0.8 * spacing    # of rows along the longest side, and within a row: sqrt(1 + 1/4) of it is the farthest place
    sides = numpy.linalg.norm(triangles - numpy.roll(triangles, -1, axis=1), axis=2)
    order = (sides.argmax(axis=1)[:, None] + numpy.arange(3)) % 3
    a, b, c = numpy.take_along_axis(triangles, order[:, :, None], axis=1).transpose(1, 0, 2)
    longest = sides.max(axis=1)
    rows = numpy.ceil(numpy.linalg.norm(numpy.cross(b - a, c - a), axis=1) / longest / step).astype(int) + 1
    of = numpy.repeat(numpy.arange(len(triangles)), rows)
    up = (numpy.arange(len(of)) - numpy.repeat(numpy.cumsum(rows) - rows, rows)) / (rows[of] - 1).clip(1)
    count = numpy.ceil((1 - up) * longest[of] / step).astype(int) + 1
    row = numpy.repeat(numpy.arange(len(of)), count)
    along = (numpy.arange(len(row)) - numpy.repeat(numpy.cumsum(count) - count, count)) / (count[row] - 1).clip(1)
    of, up = of[row], up[row]
    along = along * (1 - up)
    return a[of] + along[:, None] * (b - a)[of] + up[:, None] * (c - a)[of], of


class Vessel:
    """The room in which spheres of a radius and larger ones are, without a way out of it.

    Places of spheres that touch no triangle form regions between which no sphere can move. Those from which it comes to the
    outside are no vessel. This holds for surfaces of any orientation, baffles without thickness, and surfaces that cross
    one another, where neither the parity of rays nor winding numbers say what is inside.

    volume  of the room [length^3], too small by about a quarter of radius^2 times the length of concave edges
    rooms   number of rooms that the surfaces enclose
    """

    def __init__(self, triangles, radius, low=-math.inf, high=math.inf, room=None):
        """triangles  (m, 3, 3) of all surfaces
        radius     of the smallest sphere [length]
        low, high  one or (3,): spheres are between these planes, which close a vessel that is open there
        room       a point (3,) of the room; otherwise the largest room that the surfaces enclose

        \\throws ValueError where a sphere of this radius gets out of every room, or the one that is asked for, or does not fit
        """
        area = numpy.linalg.norm(numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
        triangles = triangles[area > 1e-7 * ((triangles - numpy.roll(triangles, -1, axis=1))**2).sum(axis=2).max(axis=1)]    # as fix wall/granular
        self.triangles, self.radius, self._between = triangles, radius, (low, high)
        self.low, self.high = numpy.maximum(triangles.min(axis=(0, 1)), low), numpy.minimum(triangles.max(axis=(0, 1)), high)
        size = self.high - self.low
        if not (size > 2 * radius).all():
            raise ValueError(f"fill: no sphere of diameter {2 * radius:g} fits between {self.low} and {self.high}")
        # cells begin and end at the outermost walls. A diagonal of a cell is less than 2 radius, and no segment crosses a
        # triangle if its ends are farther from all triangles than half of its length
        cells = numpy.ceil(numpy.maximum(size / radius, 32)).astype(int)
        self._edges = size / cells
        margin = numpy.ceil(radius / self._edges).astype(int) + 1
        self._origin = self.low - margin * self._edges
        shape = cells + 2 * margin
        if shape.prod() > MOST_CELLS:
            raise ValueError(f"fill: spheres of diameter {2 * radius:g} are too small for a vessel of size {size}")
        self._cover = radius / 2
        points, self._of = samples(triangles, self._cover)
        self._tree = spatial.KDTree(points)
        free = numpy.empty(shape, dtype=bool)
        for k in range(shape[0]):
            centres = self._origin + (numpy.indices((1, *shape[1:])).reshape(3, -1).T + (k + 0.5, 0.5, 0.5)) * self._edges
            between = ((centres - radius > low) & (centres + radius < high)).all(axis=1)
            between[between] = self._clear(centres[between], radius)
            free[k] = between.reshape(shape[1:])
        regions, count = ndimage.label(free)
        nearest = ndimage.distance_transform_edt(~free, sampling=self._edges, return_distances=False, return_indices=True)
        whole = regions[tuple(nearest)]    # cells at walls belong to the side on which they are
        sizes = numpy.bincount(whole[tuple(slice(m, -m) for m in margin)].ravel(), minlength=count + 1)
        out = numpy.unique(numpy.concatenate([regions[side].ravel() for axis in range(3) for side in (
            (slice(None),) * axis + (end,) for end in (0, -1))]))
        sizes[out] = sizes[0] = 0
        if room is None:
            one = sizes.argmax()
        else:
            place = ((numpy.asarray(room, dtype=float) - self._origin) / self._edges).astype(int)
            one = whole[tuple(place)] if ((place >= 0) & (place < shape)).all() else 0
        if sizes[one] == 0:
            where = "no room" if room is None else f"no room at {tuple(room)}"
            raise ValueError(f"fill: {where} holds a sphere of diameter {2 * radius:g}: it gets out, or does not fit. "
                             "--between z NULL Z closes a vessel that is open at the top")
        self._inside = regions == one
        self.volume = sizes[one] * self._edges.prod()
        self.rooms = (sizes > 0).sum()

    def _clear(self, points, radii):
        """(n,) whether spheres of radii, one or (n,), touch no triangle."""
        radii = numpy.broadcast_to(radii, len(points))
        near, _ = self._tree.query(points, distance_upper_bound=radii.max(initial=0.0) + self._cover)
        clear = near > radii
        doubtful = numpy.flatnonzero(clear & (near <= radii + self._cover))
        lists = self._tree.query_ball_point(points[doubtful], radii[doubtful] + self._cover)
        pairs = numpy.concatenate([numpy.empty((0, 2), dtype=int)] + [
            numpy.column_stack(numpy.broadcast_arrays(k, numpy.unique(self._of[found]))) for k, found in zip(doubtful, lists)])
        touches = distance(points[pairs[:, 0]], self.triangles[pairs[:, 1]]) <= radii[pairs[:, 0]]
        clear[pairs[touches, 0]] = False
        return clear

    def holds(self, points, radii):
        """Whether spheres at points (n, 3) with radii, one or (n,), are in the room and touch no triangle.

        radii  at least 3/4 of the radius of the vessel
        """
        points = numpy.asarray(points, dtype=float)
        corner = numpy.floor((points - self._origin) / self._edges - 0.5).astype(int)
        near = numpy.zeros(len(points), dtype=bool)
        for side in numpy.ndindex(2, 2, 2):    # no triangle is between a sphere and a free cell around it
            near |= self._inside[tuple((corner + side).clip(0, numpy.array(self._inside.shape) - 1).T)]
        radii = numpy.broadcast_to(radii, len(points))
        near &= ((points - radii[:, None] > self._between[0]) & (points + radii[:, None] < self._between[1])).all(axis=1)
        near[near] = self._clear(points[near], radii[near])
        return near


@dataclasses.dataclass
class Shape:
    """A particle of rigid spheres, scaled so that the sphere of the same volume has the diameter 1.

    spheres  (k, 4) x y z radius about the centre of mass
    inertia  (3, 3) about it, of density 1
    """

    spheres: numpy.ndarray
    inertia: numpy.ndarray

    def place(self, sizes, centres, turns):
        """(places (n, k, 3), radii (n, k)) of the spheres of n particles with diameters sizes and rotations (n, 3, 3)."""
        return (centres[:, None] + sizes[:, None, None] * numpy.einsum("nij,kj->nki", turns, self.spheres[:, :3]),
                numpy.outer(sizes, self.spheres[:, 3]))


SPHERE = Shape(numpy.array([[0, 0, 0, 0.5]]), math.pi / 60 * numpy.eye(3))


def clump(spheres):
    """(Shape, diameter of the sphere of its volume) of the union of spheres (k, 4): x y z radius, as particles.molecule takes them.

    \\throws ValueError where spheres do not touch one another: a wall would have room in such a clump
    """
    spheres = numpy.asarray(spheres, dtype=float)
    volume, centre, inertia = solid(spheres)
    apart = spatial.distance.squareform(spatial.distance.pdist(spheres[:, :3])) - spheres[:, 3] - spheres[:, None, 3]
    if sparse.csgraph.connected_components(sparse.csr_matrix(apart <= 1e-6 * spheres[:, 3].min()))[0] > 1:
        raise ValueError("clump: all spheres must touch one another, at least in a chain")
    diameter = (6 * volume / math.pi)**(1 / 3)
    return Shape((spheres - (*centre, 0)) / diameter, inertia / diameter**5), diameter


def draw(sizes, total, generator):
    """Diameters whose spheres have together the volume `total` [length^3], from a table with diameter and number (share)."""
    mean = (sizes.number * sizes.diameter**3).sum() * math.pi / 6
    drawn = generator.choice(sizes.diameter, size=math.ceil(1.5 * total / mean) + 100, p=sizes.number)
    return drawn[:numpy.searchsorted(numpy.cumsum(drawn**3) * math.pi / 6, total) + 1]


def fill(vessel, sizes, generator, shape=SPHERE, tries=300):
    """Centres (n, 3) and rotations (n, 3, 3) of particles in a Vessel, which touch neither it nor one another. Large ones first.

    sizes  (n,) diameters of the spheres of their volumes [length], sorted from the largest
    \\throws ValueError where there is no room
    """
    around = Box(vessel.low, numpy.diag(vessel.high - vessel.low), numpy.zeros(3, dtype=bool))
    sizes = numpy.asarray(sizes, dtype=float)
    centres, turns = numpy.full((len(sizes), 3), numpy.nan), numpy.zeros((len(sizes), 3, 3))
    failures, spheres = 0, len(shape.spheres)
    while failures < tries:
        waiting = numpy.flatnonzero(numpy.isnan(centres[:, 0]))
        if len(waiting) == 0:
            return centres, turns
        waiting = waiting[sizes[waiting] > 0.9 * sizes[waiting[0]]]    # small ones find room later
        tried = numpy.resize(waiting, max(len(waiting), 1000))    # the last ones need many places
        trial = vessel.low + (vessel.high - vessel.low) * generator.random((len(tried), 3))
        turned = spatial.transform.Rotation.from_quat(generator.normal(size=(len(tried), 4))).as_matrix()
        places, radii = shape.place(sizes[tried], trial, turned)
        fits = vessel.holds(places.reshape(-1, 3), radii.ravel()).reshape(-1, spheres).all(axis=1)
        placed = numpy.flatnonzero(~numpy.isnan(centres[:, 0]))
        who = numpy.concatenate((placed, tried[fits]))
        where, turn = numpy.concatenate((centres[placed], trial[fits])), numpy.concatenate((turns[placed], turned[fits]))
        places, radii = shape.place(sizes[who], where, turn)
        i, j, _ = around.overlaps(places.reshape(-1, 3), radii.ravel())
        i, j = i // spheres, j // spheres
        stays = numpy.ones(len(who), dtype=bool)
        stays[numpy.maximum(i, j)[i != j]] = False    # of two, the one that is placed already, or larger, stays
        who, first = numpy.unique(who[stays], return_index=True)
        centres[who], turns[who] = where[stays][first], turn[stays][first]
        failures = failures + 1 if len(who) == len(placed) else 0
    full = ~numpy.isnan(centres[:, 0])
    raise ValueError(f"fill: no room for {(~full).sum()} of {len(sizes)} particles at {1000 * tries} places; volume fraction "
                     f"{(sizes[full]**3).sum() * math.pi / 6 / vessel.volume:.2f}. Give a smaller --fraction and let them settle")


def data_file(shape, sizes, centres, turns, density, low, high, types=None):
    """Text of a LAMMPS data file of atom_style sphere, with the molecule of each sphere if particles are clumps.

    density    of the particles: the spheres of a clump have together the mass of their union
    low, high  (3,) corners of the box
    types      (n,) of the particles
    """
    count = len(shape.spheres)
    places, radii = shape.place(sizes, centres, turns)
    types = numpy.ones(len(sizes), dtype=int) if types is None else types
    density *= 1 / (8 * (shape.spheres[:, 3]**3).sum())    # of overlapping spheres
    text = f"particles in a vessel\n\n{radii.size} atoms\n{types.max()} atom types\n"
    text += "".join(f"{low[k]:.10g} {high[k]:.10g} {axis}lo {axis}hi\n" for k, axis in enumerate("xyz"))
    text += "\nAtoms # sphere\n\n" + "".join(
        f"{k} {of} {2 * r:.10g} {density:.10g} {x:.10g} {y:.10g} {z:.10g}\n"
        for k, (of, r, (x, y, z)) in enumerate(zip(numpy.repeat(types, count), radii.ravel(), places.reshape(-1, 3)), 1))
    if count > 1:
        text += "\nMolecules\n\n" + "".join(f"{k} {(k - 1) // count + 1}\n" for k in range(1, radii.size + 1))
    return text


def bodies_file(shape, sizes, centres, turns, density):
    """Text for keyword infile of fix rigid/small: mass, centre and inertia of each clump, of the union of its spheres."""
    mass = density * math.pi / 6 * sizes**3
    inertia = density * sizes[:, None, None]**5 * (turns @ shape.inertia @ turns.transpose(0, 2, 1))
    # xx yy zz xy xz yz; then velocity, angular momentum and image
    rows = numpy.column_stack((mass, centres, inertia[:, (0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2)]))
    return f"{len(rows)}\n" + "".join(
        f"{k} " + " ".join(f"{value:.10g}" for value in row) + " 0 0 0 0 0 0 0 0 0\n" for k, row in enumerate(rows, 1))


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("surface", nargs="+", help="of the vessel: STL, binary or text, or other files that meshio reads")
    parser.add_argument("--diameter", type=float, help="of the spheres (1); of clumps that of a sphere of their volume (as in the table)")
    parser.add_argument("--sieve", help="CSV with diameter and mass, or diameter and passing, in place of one diameter")
    parser.add_argument("--sizes", type=int, default=1, help="diameters between two sieves (1)")
    parser.add_argument("--clump", help="CSV with the spheres x, y, z, r of a clump, in place of a sphere")
    parser.add_argument("--bodies", help="file to write for keyword infile of fix rigid/small: mass and inertia of the clumps")
    parser.add_argument("--fraction", type=float, default=0.25, help="volume fraction of the particles (0.25; spheres up to 0.3, clumps up to 0.2 are quick)")
    parser.add_argument("--number", type=int, help="of particles, in place of a fraction; each size has its share")
    parser.add_argument("--types", action="store_true", help="an atom type for each size of the sieve, from the smallest")
    parser.add_argument("--between", nargs=3, action="append", default=[], metavar=("AXIS", "LO", "HI"),
                        help="fill between two planes, as x 0 2 or z NULL 0.1; they close ends or a top that are open")
    parser.add_argument("--room", type=float, nargs=3, metavar=("X", "Y", "Z"), help="a point of the room to fill (the largest room)")
    parser.add_argument("--density", type=float, default=1.0, help="of the particles (1)")
    parser.add_argument("--seed", type=int, default=4711)
    options = parser.parse_args(words)
    if not 0 < options.fraction < 0.4 or not (options.diameter is None or options.diameter > 0) or not options.density > 0:
        parser.error("--fraction must be above 0 and below 0.4, --diameter and --density above 0")
    if options.number is not None and options.number < 1:
        parser.error("--number must be at least 1")
    if options.bodies and not options.clump:
        parser.error("--bodies needs --clump")
    if options.sieve and options.diameter or options.sizes != 1 and not options.sieve:
        parser.error("--sieve is in place of --diameter, and --sizes needs --sieve")
    planes = numpy.tile(((-math.inf,), (math.inf,)), 3)    # lo and hi of x y z
    try:
        for axis, *ends in options.between:
            for side, end in enumerate(ends):
                planes[side, ("x", "y", "z").index(axis)] = float(end) if end != "NULL" else (-math.inf, math.inf)[side]
    except ValueError:
        parser.error(f"--between {axis} {' '.join(ends)}: must be x, y or z and two numbers or NULL")
    shape, diameter = SPHERE, 1.0
    if options.clump:
        shape, diameter = clump(need(pandas.read_csv(options.clump, skipinitialspace=True), "x y z r", "clump software", options.clump))
    table = (sieve(pandas.read_csv(options.sieve, skipinitialspace=True), options.sizes).sort_values("diameter") if options.sieve
             else pandas.DataFrame({"diameter": [options.diameter or diameter], "number": [1.0]}))
    triangles = surface(*options.surface)
    vessel = Vessel(triangles, table.diameter.min() * shape.spheres[:, 3].min(), *planes, options.room)
    generator = numpy.random.default_rng(options.seed)
    if options.number is None:
        sizes = draw(table, options.fraction * vessel.volume, generator)
    else:
        ends = numpy.round(options.number * table.number.cumsum()).astype(int)
        sizes = numpy.repeat(table.diameter, numpy.diff(ends, prepend=0)).to_numpy()
    sizes = numpy.sort(sizes)[::-1]
    filled = shape, sizes, *fill(vessel, sizes, generator, shape)
    if options.bodies:
        with program.writing(options.bodies), open(options.bodies, "w", encoding="utf-8") as file:
            file.write(bodies_file(*filled, options.density))
    ends = triangles.min(axis=(0, 1)) - 2 * sizes[0], triangles.max(axis=(0, 1)) + 2 * sizes[0]
    print(data_file(*filled, options.density, *numpy.where(numpy.isfinite(planes).all(axis=0), planes, ends),
                    numpy.searchsorted(table.diameter, sizes) + 1 if options.types else None), end="")


if __name__ == "__main__":
    program.run("filling", main)
