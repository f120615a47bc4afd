"""Writes hopper.stl: a square hopper whose sides slope down to an orifice, in diameters of a sphere.

    python3 hopper.py [width of the orifice]
"""

import argparse

WIDTH, TOP, HEIGHT, SHAFT = 10.0, 8.0, 6.0, 14.0    # of the shaft; heights of its lower end and of its upper end


def square(half, z):
    return [(-half, -half, z), (half, -half, z), (half, half, z), (-half, half, z)]


def band(lower, upper):
    """Triangles between two squares, seen from inside."""
    for k in range(4):
        a, b, c, d = lower[k], lower[(k + 1) % 4], upper[(k + 1) % 4], upper[k]
        yield from ((a, c, b), (a, d, c))


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("orifice", nargs="?", type=float, default=3.5, help="width of the orifice (3.5)")
orifice = parser.parse_args().orifice
rings = [square(0.5 * orifice, TOP - HEIGHT), square(0.5 * WIDTH, TOP), square(0.5 * WIDTH, TOP + SHAFT)]
with open("hopper.stl", "w") as file:
    file.write("solid hopper\n")
    for lower, upper in zip(rings, rings[1:]):
        for corners in band(lower, upper):
            file.write("facet normal 0 0 0\n outer loop\n")
            for corner in corners:
                file.write("  vertex %.9g %.9g %.9g\n" % corner)
            file.write(" endloop\nendfacet\n")
    file.write("endsolid hopper\n")
