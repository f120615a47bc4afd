"""Spheres at random places in a closed surface of triangles, as a LAMMPS data file.

  python3 -m granular_srt.filling vessel.stl --diameter 1 --fraction 0.3 > filled.data
  python3 -m granular_srt.filling vessel.stl --sieve curve.csv --fraction 0.3 > filled.data
"""

import argparse
import math

from . import program

program.need_packages("filling", __name__, "numpy", "scipy", "pandas", "meshio")

import meshio    # noqa: E402  after the message where it is missing
import numpy    # noqa: E402
import pandas    # noqa: E402

from .particles import sieve    # noqa: E402
from .reading import Box    # noqa: E402


def surface(path):
    """Triangles (n, 3, 3) of a closed surface: STL and other files that meshio reads.

    Corners within 1e-6 of the size are one corner.
    \\throws OSError for a file that cannot be read; ValueError for one that is no mesh, or a surface that is open or turns
    inside out
    """
    with open(path, "rb"):    # meshio has an error of its own where there is no file
        pass
    try:
        mesh = meshio.read(path)
    except (Exception, SystemExit) as error:    # pylint: disable=broad-exception-caught  it lets through what its parsers meet
        raise ValueError(f"fill: {path} cannot be read as a mesh ({error or type(error).__name__})") from None
    cells = mesh.cells_dict.get("triangle")
    if cells is None:
        raise ValueError(f"fill: {path} has no triangles")
    triangles = numpy.asarray(mesh.points, dtype=float)[cells]
    size = numpy.ptp(triangles.reshape(-1, 3), axis=0).max()
    _, corner = numpy.unique(numpy.round(triangles.reshape(-1, 3) / (1e-6 * size)), axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3)
    edges = numpy.concatenate([corner[:, (k, (k + 1) % 3)] for k in range(3)])
    _, uses = numpy.unique(numpy.sort(edges, axis=1), axis=0, return_counts=True)
    if (uses != 2).any():
        raise ValueError(f"fill: the surface {path} is not closed: {(uses != 2).sum()} edges have not two triangles")
    if len(numpy.unique(edges, axis=0)) != len(edges):
        raise ValueError(f"fill: neighboring triangles of {path} have their corners in opposite orders")
    return triangles


def volume(triangles):
    """Volume that a closed surface contains [length^3]."""
    a, b, c = triangles.transpose(1, 0, 2)
    return abs(numpy.einsum("ij,ij->i", a, numpy.cross(b, c)).sum()) / 6


def inside(points, triangles):
    """Whether points (n, 3) lie inside of a closed surface: its solid angle is 4 pi there, and 0 outside.

    Solid angle of a triangle: van Oosterom and Strackee, IEEE Trans. Biomed. Eng. 30, 125 (1983), Eq. 8.
    """
    a, b, c = (triangles[None, :, k] - points[:, None] for k in range(3))
    la, lb, lc = (numpy.linalg.norm(one, axis=2) for one in (a, b, c))
    triple = (a * numpy.cross(b, c)).sum(axis=2)
    base = la * lb * lc + (a * b).sum(axis=2) * lc + (b * c).sum(axis=2) * la + (c * a).sum(axis=2) * lb
    return numpy.abs(2 * numpy.arctan2(triple, base).sum(axis=1)) > 2 * math.pi


def distance(points, triangles):
    """Distance (n,) of points (n, 3) from the nearest of triangles (m, 3, 3) [length]."""
    corners = [triangles[None, :, k] - points[:, None] for k in range(3)]
    normal = numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normal /= numpy.linalg.norm(normal, axis=1, keepdims=True)
    height = (corners[0] * normal).sum(axis=2)
    over = numpy.ones(height.shape, dtype=bool)    # the foot on the plane lies in the triangle
    nearest = numpy.full(height.shape, numpy.inf)
    for k in range(3):
        start, along = corners[k], corners[(k + 1) % 3] - corners[k]
        over &= (numpy.cross(start, along) * normal).sum(axis=2) >= 0
        part = numpy.clip(-(start * along).sum(axis=2) / (along**2).sum(axis=2), 0, 1)
        nearest = numpy.minimum(nearest, numpy.linalg.norm(start + part[:, :, None] * along, axis=2))
    return numpy.where(over, numpy.abs(height), nearest).min(axis=1)


def draw(sizes, total, generator):
    """Diameters whose spheres have together the volume `total` [length^3], from a table with diameter and number (share)."""
    mean = (sizes.number * sizes.diameter**3).sum() * math.pi / 6
    drawn = generator.choice(sizes.diameter, size=math.ceil(1.5 * total / mean) + 100, p=sizes.number)
    return drawn[:numpy.searchsorted(numpy.cumsum(drawn**3) * math.pi / 6, total) + 1]


def fill(triangles, diameters, generator, tries=300):
    """Positions (n, 3) of spheres in a closed surface, which touch neither it nor one another. Large spheres first.

    diameters  (n,) [length], sorted from the largest
    \\throws ValueError where there is no room
    """
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    around = Box(low, numpy.diag(high - low), numpy.zeros(3, dtype=bool))
    radii = numpy.asarray(diameters, dtype=float) / 2
    positions = numpy.full((len(radii), 3), numpy.nan)
    failures = 0
    while failures < tries:
        waiting = numpy.flatnonzero(numpy.isnan(positions[:, 0]))
        if len(waiting) == 0:
            return positions
        waiting = waiting[radii[waiting] > 0.9 * radii[waiting[0]]]    # small ones find room later
        tried = numpy.resize(waiting, max(len(waiting), 1000))    # the last ones need many places
        trial = low + (high - low) * generator.random((len(tried), 3))
        fits = numpy.concatenate([inside(part, triangles) & (distance(part, triangles) > radius) for part, radius in zip(
            *(numpy.array_split(one, len(tried) * len(triangles) // 100000 + 1) for one in (trial, radii[tried])))])
        placed = numpy.flatnonzero(~numpy.isnan(positions[:, 0]))
        who = numpy.concatenate((placed, tried[fits]))
        where = numpy.concatenate((positions[placed], trial[fits]))
        i, j, _ = around.overlaps(where, radii[who])
        stays = numpy.ones(len(who), dtype=bool)
        stays[numpy.maximum(i, j)] = False    # of two, the one that is placed already, or larger, stays
        who, first = numpy.unique(who[stays], return_index=True)
        positions[who] = where[stays][first]
        failures = failures + 1 if len(who) == len(placed) else 0
    full = ~numpy.isnan(positions[:, 0])
    raise ValueError(f"fill: no room for {(~full).sum()} of {len(radii)} spheres at {1000 * tries} places; volume fraction "
                     f"{(radii[full]**3).sum() * 4 / 3 * math.pi / volume(triangles):.2f}. Give a smaller --fraction and let them settle")


def data_file(positions, diameters, density, triangles, margin):
    """Text of a LAMMPS data file of atom_style sphere; the box leaves a margin around the surface of triangles [length]."""
    low, high = triangles.min(axis=(0, 1)) - margin, triangles.max(axis=(0, 1)) + margin
    text = f"spheres in a closed surface\n\n{len(positions)} atoms\n1 atom types\n"
    text += "".join(f"{low[k]:.10g} {high[k]:.10g} {axis}lo {axis}hi\n" for k, axis in enumerate("xyz"))
    return text + "\nAtoms # sphere\n\n" + "".join(
        f"{k} 1 {d:.10g} {density:.10g} {x:.10g} {y:.10g} {z:.10g}\n" for k, (d, (x, y, z)) in enumerate(zip(diameters, positions), 1))


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("surface", help="closed surface: STL, binary or text, or another file that meshio reads")
    parser.add_argument("--diameter", type=float, default=1.0, help="of the spheres (1)")
    parser.add_argument("--sieve", help="CSV with diameter and mass, or diameter and passing, in place of one diameter")
    parser.add_argument("--fraction", type=float, default=0.25, help="volume fraction of the spheres (0.25; up to 0.3 is quick)")
    parser.add_argument("--density", type=float, default=1.0, help="of the spheres (1)")
    parser.add_argument("--seed", type=int, default=4711)
    options = parser.parse_args(words)
    if not 0 < options.fraction < 0.4 or not options.diameter > 0 or not options.density > 0:
        parser.error("--fraction must be above 0 and below 0.4, --diameter and --density above 0")
    triangles = surface(options.surface)
    sizes = (sieve(pandas.read_csv(options.sieve, skipinitialspace=True)) if options.sieve
             else pandas.DataFrame({"diameter": [options.diameter], "number": [1.0]}))
    generator = numpy.random.default_rng(options.seed)
    diameters = numpy.sort(draw(sizes, options.fraction * volume(triangles), generator))[::-1]
    positions = fill(triangles, diameters, generator)
    print(data_file(positions, diameters, options.density, triangles, margin=2 * diameters[0]), end="")


if __name__ == "__main__":
    program.run("filling", main)
