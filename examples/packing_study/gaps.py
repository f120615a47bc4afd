"""The exponent of g(r) near contact, g ~ (r/d - 1)^-alpha, of packings of equal spheres, for several ranges of gaps."""

import itertools

import numpy
from scipy import spatial

import settled
from driver import read_dump

LOWS = (1e-4, 3e-4, 1e-3, 3e-3)     # [d]
HIGHS = (1e-2, 3e-2, 1e-1)
REACH = 1 + HIGHS[-1]


def read_spheres(path):
    """(edges of the box as rows, spheres as a DataFrame) of the last state that in.packing writes."""
    bounds, spheres = read_dump(path)
    (xlo, xhi, xy), (ylo, yhi, xz), (zlo, zhi, yz) = (map(float, line.split()) for line in bounds.splitlines()[:3])
    # the file has the bounds of the tilted box
    lx = xhi - xlo - max(0, xy, xz, xy + xz) + min(0, xy, xz, xy + xz)
    ly = yhi - ylo - max(0, yz) + min(0, yz)
    return numpy.array(((lx, 0, 0), (xy, ly, 0), (xz, yz, zhi - zlo))), spheres


def gaps(edges, places):
    """r - 1 of all pairs below REACH, each once, images across the faces included; the box is wider than 4 d."""
    widths = 1 / numpy.linalg.norm(numpy.linalg.inv(edges), axis=0)     # distances between opposite faces
    if (widths < 4 * REACH).any():
        raise ValueError("the box is narrower than four cells")
    inside = places @ numpy.linalg.inv(edges) % 1.0
    shifts = numpy.array(list(itertools.product((-1, 0, 1), repeat=3)))
    images = (inside[None, :, :] + shifts[:, None, :]).reshape(-1, 3)
    number = numpy.tile(numpy.arange(len(places)), len(shifts))
    close = (numpy.abs(images - 0.5) < 0.5 + REACH / widths).all(axis=1)
    images, number = images[close], number[close]
    pairs = spatial.KDTree(inside @ edges).sparse_distance_matrix(spatial.KDTree(images @ edges), REACH, output_type="ndarray")
    return pairs["v"][pairs["i"] < number[pairs["j"]]] - 1


def table(paths):
    """alpha of all packings together, without rattlers, with its statistical error, for each range: columns and rows."""
    found = []
    for path in paths:
        edges, spheres = read_spheres(path)
        found.append(gaps(edges, spheres.loc[spheres.v_rattler == 0, ["x", "y", "z"]].to_numpy()))
    found = numpy.concatenate(found)
    rows = []
    for low in LOWS:
        cells = []
        for high in HIGHS:
            alpha = settled.exponent(found, (low, high))
            logs = numpy.log(found[(low <= found) & (found <= high)])
            cells.append(f"{alpha:.3f} ± {1 / (logs.std() * len(logs) ** 0.5):.3f}" if alpha is not None else "-")
        rows.append((f"{low:g}", *cells))
    return ("from [d]", *(f"to {high:g} d" for high in HIGHS)), rows
