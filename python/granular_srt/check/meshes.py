"""Meshes for decks: lists of triangles, each three corners, and STL files of them."""

import itertools
import math
import random
import struct


def ascii_stl(triangles, name="mesh"):
    text = f"solid {name}\n"
    for corners in triangles:
        text += "facet normal 0 0 0\nouter loop\n"
        text += "".join("vertex " + " ".join(f"{c:.17g}" for c in corner) + "\n" for corner in corners)
        text += "endloop\nendfacet\n"
    return text + f"endsolid {name}\n"


def binary_stl(triangles):
    rows = [struct.pack("<12fH", 0, 0, 0, *(c for corner in corners for c in corner), 0) for corners in triangles]
    return b"".join([b"binary".ljust(80), struct.pack("<I", len(triangles)), *rows])


def rectangle(a, b, c, d):
    return [(a, b, c), (a, c, d)]


def turned(triangles, turn):
    return [tuple(turn(corner) for corner in corners) for corners in triangles]


def grid(xs, ys, z=0.0, shake=0.0, seed=1):
    """A flat surface: rectangles between these coordinates, with inner corners moved in the plane."""
    draw = random.Random(seed)
    at = {(i, j): (x + shake * draw.uniform(-1, 1), y + shake * draw.uniform(-1, 1), z)
          for i, x in enumerate(xs) for j, y in enumerate(ys)}
    triangles = []
    for i in range(len(xs) - 1):
        for j in range(len(ys) - 1):
            corners = [at[i, j], at[i + 1, j], at[i + 1, j + 1], at[i, j + 1]]
            if draw.random() < 0.5:
                corners = corners[1:] + corners[:1]
            triangles += rectangle(*corners)
    return triangles


def box(low, high):
    """The six sides of a box, seen from outside."""
    x, y, z = zip(low, high)
    p = lambda i, j, k: (x[i], y[j], z[k])
    return (rectangle(p(0, 0, 0), p(0, 1, 0), p(1, 1, 0), p(1, 0, 0)) + rectangle(p(0, 0, 1), p(1, 0, 1), p(1, 1, 1), p(0, 1, 1))
            + rectangle(p(0, 0, 0), p(1, 0, 0), p(1, 0, 1), p(0, 0, 1)) + rectangle(p(0, 1, 0), p(0, 1, 1), p(1, 1, 1), p(1, 1, 0))
            + rectangle(p(0, 0, 0), p(0, 0, 1), p(0, 1, 1), p(0, 1, 0)) + rectangle(p(1, 0, 0), p(1, 1, 0), p(1, 1, 1), p(1, 0, 1)))


def tube(radius, low, high, sides, rows=1):
    """A cylinder about the x axis without ends; its corners lie on the radius."""
    at = lambda k, x: (x, radius * math.cos(2 * math.pi * (k % sides) / sides), radius * math.sin(2 * math.pi * (k % sides) / sides))
    xs = [low + (high - low) * r / rows for r in range(rows + 1)]
    return [t for k in range(sides) for a, b in zip(xs, xs[1:])
            for t in rectangle(at(k, a), at(k + 1, a), at(k + 1, b), at(k, b))]


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def ball(divisions, radius):
    """An icosahedron whose triangles are divided into four again and again, with all corners on a sphere."""
    g = (1 + math.sqrt(5)) / 2
    on_sphere = lambda *p: tuple(radius * c / math.sqrt(sum(c * c for c in p)) for c in p)
    between = lambda a, b: on_sphere(*(p + q for p, q in zip(a, b)))
    corners = [on_sphere(*p) for s in (-g, g) for p in ((-1, s, 0), (1, s, 0), (0, -1, s), (0, 1, s), (s, 0, -1), (s, 0, 1))]
    side = min(math.dist(corners[0], other) for other in corners[1:])
    near = lambda a, b: math.dist(a, b) < 1.1 * side
    outwards = lambda a, b, c: (a, b, c) if sum(p * q for p, q in zip(a, cross(b, c))) > 0 else (a, c, b)
    triangles = [outwards(*t) for t in itertools.combinations(corners, 3)
                 if all(near(a, b) for a, b in itertools.combinations(t, 2))]
    for _ in range(divisions):
        triangles = [part for a, b, c in triangles for ab, bc, ca in [(between(a, b), between(b, c), between(c, a))]
                     for part in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
    return triangles
