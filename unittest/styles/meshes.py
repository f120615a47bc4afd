"""Meshes for decks: lists of triangles, each three corners, and STL files of them."""

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
