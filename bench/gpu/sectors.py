#!/usr/bin/env python3
"""Counts the sectors of memory (32 bytes) that the contact kernel of a GPU reads for contact histories, by memory layout.

  sectors.py packing.data [doubles of a history]

The data file is one of contact_probe/in.configuration. A warp is 32 spheres in the order of LAMMPS' sort; its work items
evaluate their first contacts together, then their second ones, and so on. A block of four warps has 70 KB of a cache (the
least recently used sector leaves). Printed are sectors for a contact of a sphere: each pair counts twice. "asked" counts each
instruction on its own, "misses" are read from beyond the cache."""

import collections
import pathlib
import sys

import numpy
from scipy.spatial import cKDTree

WARP, BLOCK, SECTOR, CACHE = 32, 128, 32, 70 * 1024 // 32
SKIN = 0.1


def packing(path):
    """Centers, and edge lengths of the box, whose tilts are left out: contacts across the borders differ by them."""
    lines = path.read_text().splitlines()
    low, high = numpy.array([line.split()[:2] for line in lines if line.endswith("hi")], float).T
    begin = next(k for k, line in enumerate(lines) if line.startswith("Atoms")) + 2
    count = next(int(line.split()[0]) for line in lines if line.endswith("atoms"))
    rows = numpy.array([line.split()[4:7] for line in lines[begin:begin + count]], float)
    return numpy.mod(rows - low, high - low), high - low


def sorted_by_bins(x, edges):
    bins = (x / edges * (edges / (0.5 * (1.0 + SKIN))).astype(int)).astype(int)
    return x[numpy.lexsort((bins[:, 0], bins[:, 1], bins[:, 2]))]


def main(path, doubles=7):
    x, edges = packing(pathlib.Path(path))
    x = sorted_by_bins(x, edges)
    tree = cKDTree(x, boxsize=edges)
    near = [sorted(set(found) - {i}) for i, found in enumerate(tree.query_ball_point(x, 1.0 + SKIN))]
    touching = [set(found) for found in tree.query_ball_point(x, 1.0)]
    first = numpy.concatenate([[0], numpy.cumsum([len(found) for found in near])])
    most, items, row = max(map(len, near)), -(-len(x) // WARP) * WARP, -(-doubles // 4) * 4
    layouts = {    # address of the k-th double of slot m of sphere i, and bytes that one instruction reads
        "slot after slot": (lambda i, m, k: (first[i] + m) * doubles + k, 8),
        "the same, in whole sectors, 16 bytes at a time": (lambda i, m, k: (first[i] + m) * row + k, 16),
        "k-th doubles of all slots": (lambda i, m, k: k * first[-1] + first[i] + m, 8),
        "k-th doubles of the m-th slots of all spheres": (lambda i, m, k: (k * most + m) * items + i, 8),
    }
    contacts = [[m for m, j in enumerate(found) if j in touching[i]] for i, found in enumerate(near)]
    number = sum(map(len, contacts))
    print(f"{len(x)} spheres, {number / len(x):.2f} contacts and {first[-1] / len(x):.2f} near spheres of each, {doubles} doubles")
    for name, (place, width) in layouts.items():
        asked = misses = 0
        for block in range(0, len(x), BLOCK):
            cache = collections.OrderedDict()
            spheres = range(block, min(block + BLOCK, len(x)))
            for turn in range(max(len(contacts[i]) for i in spheres)):
                for begin in range(block, spheres.stop, WARP):
                    lanes = [i for i in spheres[begin - block:begin - block + WARP] if turn < len(contacts[i])]
                    for k in range(0, doubles, width // 8):
                        sectors = {int(place(i, contacts[i][turn], k)) * 8 // SECTOR for i in lanes}
                        asked += len(sectors)
                        for sector in sectors:
                            misses += sector not in cache
                            cache[sector] = True
                            cache.move_to_end(sector)
                            if len(cache) > CACHE:
                                cache.popitem(last=False)
        print(f"{name:50s} asked {asked / number:5.2f}  misses {misses / number:5.2f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:]))
