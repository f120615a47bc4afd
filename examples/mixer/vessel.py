"""Writes the vessel of the mixer, in metres: drum.stl, a drum about the x axis with baffles and its back, and glass.stl, its front.

  python3 vessel.py [--radius 0.1] [--length 0.07] [--baffles 4] [--height 0.02]

The film shows the particles through the front, which it does not draw. Triangles are about as large as the particles, so that
the picture of the pressure has detail.
"""

import argparse
import math
import pathlib

import meshio
import numpy


def grid(corners):
    """Triangles (n, 3, 3) of an array of corners (i, j, 3)."""
    a, b, c, d = corners[:-1, :-1], corners[1:, :-1], corners[1:, 1:], corners[:-1, 1:]
    return numpy.concatenate([numpy.stack(three, axis=2).reshape(-1, 3, 3) for three in ((a, b, c), (a, c, d))])


def drum(radius, length, baffles, height, size=0.01):
    """(triangles of sides, baffles and back; triangles of the front), of about `size` [m].

    Baffles are radial plates without thickness, which meet whole edges of sides and back.
    """
    def parts(way):
        return max(1, math.ceil(way / size - 1e-9))

    steps = max(1, baffles) * parts(2 * math.pi * radius / max(1, baffles))    # each baffle is at an edge of the sides
    angle = numpy.linspace(0, 2 * math.pi, steps + 1)
    angle[-1] = 0    # the same corners, to the last digit
    along = numpy.linspace(0, length, parts(length) + 1)
    plate = radius - numpy.linspace(0, height, parts(height) + 1)
    radii = numpy.append(plate, numpy.linspace(plate[-1], 0, parts(plate[-1]) + 1)[1:])

    def sheet(x, r, turn):
        x, r, turn = numpy.broadcast_arrays(x, r, turn)
        return numpy.stack((x, r * numpy.cos(turn), r * numpy.sin(turn)), axis=-1)

    sides = grid(sheet(along[:, None], radius, angle))
    plates = [grid(sheet(along[:, None], plate, angle[k * steps // baffles])) for k in range(baffles)]
    ends = [grid(sheet(x, radii[:, None], angle)) for x in (0.0, length)]
    # squares at the axis have a side without length
    back, front = (end[numpy.linalg.norm(numpy.cross(end[:, 1] - end[:, 0], end[:, 2] - end[:, 0]), axis=1) > 1e-12 * radius**2] for end in ends)
    return numpy.concatenate([sides, *plates, back[:, ::-1]]), front    # normals point outwards, as usual in STL


def write(path, triangles):
    points, cells = numpy.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    meshio.write(path, meshio.Mesh(points, [("triangle", cells.reshape(-1, 3))]), file_format="stl", binary=False)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--radius", type=float, default=0.1, help="of the drum [m]")
    parser.add_argument("--length", type=float, default=0.07, help="of the drum [m]")
    parser.add_argument("--baffles", type=int, default=4, help="number of baffles")
    parser.add_argument("--height", type=float, default=0.02, help="of the baffles [m]")
    parser.add_argument("--out", type=pathlib.Path, default=".", help="folder")
    options = parser.parse_args(None if words is None else list(map(str, words)))
    if not (0 <= options.height < options.radius and options.length > 0 and options.baffles >= 0):
        parser.error("--radius and --length must be above 0, --baffles 0 or more, and --height from 0 to below --radius")
    for name, triangles in zip(("drum", "glass"), drum(options.radius, options.length, options.baffles, options.height)):
        write(options.out / f"{name}.stl", triangles)


if __name__ == "__main__":
    main()
