#!/usr/bin/env python3
"""Draws the spheres of a packing's backbone, coloured by their contacts, where LAMMPS cannot (it has no dump image).

picture.py packing.dump picture.png
"""

import argparse

import matplotlib
import numpy

matplotlib.use("Agg")
from matplotlib import pyplot    # noqa: E402
from matplotlib.collections import EllipseCollection    # noqa: E402

VIEW = 70.0, 25.0    # polar angle and azimuth of the eye [degrees], and the colours of 2, 3, ... contacts: those of in.packing
COLOURS = numpy.array([[0.30, 0.10, 0.45], [0.20, 0.40, 0.75], [0.13, 0.57, 0.55], [0.37, 0.79, 0.38], [0.99, 0.91, 0.14],
                       [0.93, 0.45, 0.13]])
# radius, place towards the light, and share of white of the discs that make one sphere
SHADES = (1.0, 0.0, -0.35), (0.93, 0.04, -0.12), (0.72, 0.16, 0.0), (0.40, 0.30, 0.18), (0.16, 0.38, 0.45)


def read(path):
    """Columns of the last step by name, and the corners (8, 3) of the box."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    at = max(k for k, line in enumerate(lines) if line.startswith("ITEM: BOX BOUNDS"))
    bounds = numpy.array([line.split() for line in lines[at + 1:at + 4]], dtype=float)
    xy, xz, yz = bounds[:, 2] if bounds.shape[1] == 3 else (0.0, 0.0, 0.0)
    # LAMMPS writes the limits of the tilted box
    low = bounds[:, 0] - [min(0.0, xy, xz, xy + xz), min(0.0, yz), 0.0]
    high = bounds[:, 1] - [max(0.0, xy, xz, xy + xz), max(0.0, yz), 0.0]
    edges = numpy.array([[high[0] - low[0], 0.0, 0.0], [xy, high[1] - low[1], 0.0], [xz, yz, high[2] - low[2]]])
    corners = low + numpy.array([[k & 1, k >> 1 & 1, k >> 2] for k in range(8)]) @ edges
    names = lines[at + 4].split()[2:]
    values = numpy.array([line.split() for line in lines[at + 5:]], dtype=float).reshape(-1, len(names))
    return dict(zip(names, values.T)), corners


def draw(path, picture):
    columns, corners = read(path)
    polar, azimuth = numpy.radians(VIEW if numpy.ptp(columns["z"]) > 0 else (0.0, -90.0))
    right = numpy.array([-numpy.sin(azimuth), numpy.cos(azimuth), 0.0])
    eye = numpy.array([numpy.sin(polar) * numpy.cos(azimuth), numpy.sin(polar) * numpy.sin(azimuth), numpy.cos(polar)])
    plane = numpy.array([right, numpy.cross(eye, right)]).T
    shown = columns["v_rattler"] == 0
    places = numpy.array([columns[name][shown] for name in "xyz"]).T
    order = numpy.argsort(places @ eye)    # the nearest last
    flat = (places @ plane)[order]
    size = columns["diameter"][shown][order]
    colours = COLOURS[numpy.clip(columns["c_contacts"][shown][order].astype(int) - 2, 0, len(COLOURS) - 1)]

    figure = pyplot.figure(figsize=(6.4, 6.4))
    axes = figure.add_axes((0, 0, 1, 1), aspect="equal", frame_on=False, xticks=[], yticks=[])
    ends = corners @ plane
    for a in range(8):
        for bit in (1, 2, 4):
            if not a & bit:
                axes.plot(*ends[[a, a | bit]].T, color="gray", linewidth=1.2, zorder=0)
    discs, widths, shades = [], [], []
    for share, lift, white in SHADES:
        discs.append(flat + lift * size[:, None] / 2 * [-0.7, 0.7])
        widths.append(share * size)
        shades.append(colours + white * (1 - colours) if white > 0 else colours * (1 + white))
    # sphere by sphere, so that a near one hides all of a far one
    widths = numpy.stack(widths, axis=1).ravel()
    axes.add_collection(EllipseCollection(widths, widths, numpy.zeros(len(widths)), units="xy", linewidths=0,
                                          facecolors=numpy.stack(shades, axis=1).reshape(-1, 3),
                                          offsets=numpy.stack(discs, axis=1).reshape(-1, 2), offset_transform=axes.transData))
    axes.autoscale_view()
    axes.margins(0.05)
    figure.savefig(picture, dpi=100)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dump", help="file NAME.dump of in.packing")
    parser.add_argument("picture", help="file that is written, .png or another kind of matplotlib")
    words = parser.parse_args()
    draw(words.dump, words.picture)


if __name__ == "__main__":
    main()
