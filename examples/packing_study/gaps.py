"""The exponent of g(r) near contact, g ~ (r/d - 1)^-alpha, of packings of equal spheres, for several ranges of gaps."""

import collections
import itertools
import math

import settled
from layout import table

LOWS = (1e-4, 3e-4, 1e-3, 3e-3)     # [d]
HIGHS = (1e-2, 3e-2, 1e-1)
REACH = 1 + HIGHS[-1]


def read_dump(path):
    """(edges a, b, c of the box, {ID: (x, y, z, is a rattler)}) of the last state that in.packing writes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("ITEM: BOX BOUNDS xy xz yz"))
    (xlo, xhi, xy), (ylo, yhi, xz), (zlo, zhi, yz) = (map(float, line.split()) for line in lines[start + 1:start + 4])
    # the file has the bounds of the tilted box
    lx = xhi - xlo - max(0, xy, xz, xy + xz) + min(0, xy, xz, xy + xz)
    ly = yhi - ylo - max(0, yz) + min(0, yz)
    edges = ((lx, 0.0, 0.0), (xy, ly, 0.0), (xz, yz, zhi - zlo))
    return edges, {int(number): (x, y, z, rattler != 0)
                   for number, x, y, z, rattler in settled.atoms(lines, "id", "x", "y", "z", "v_rattler")}


def fractions(edges, x, y, z):
    """Coordinates in units of the edges, from 0 to 1."""
    (lx, _, _), (xy, ly, _), (xz, yz, lz) = edges
    c = z / lz
    b = (y - c * yz) / ly
    a = (x - b * xy - c * xz) / lx
    return tuple(u % 1.0 for u in (a, b, c))


def gaps(edges, spheres):
    """r - 1 of all pairs below REACH, each once, images across the faces included; the box is wider than 4 d."""
    (lx, _, _), (xy, ly, _), (xz, yz, lz) = edges
    # distances between opposite faces
    volume = lx * ly * lz
    widths = (volume / math.hypot(ly * lz, xy * lz, xy * yz - ly * xz), volume / (lx * math.hypot(lz, yz)), lz)
    counts = [max(1, int(w / REACH)) for w in widths]
    if min(counts) < 4:
        raise ValueError("the box is narrower than four cells")
    places = {i: fractions(edges, x, y, z) for i, (x, y, z) in spheres.items()}
    cells = collections.defaultdict(list)
    for i, place in places.items():
        cells[tuple(min(int(u * n), n - 1) for u, n in zip(place, counts))].append(i)
    for home, here in cells.items():
        for shift in itertools.product((-1, 0, 1), repeat=3):
            for i, j in itertools.product(here, cells.get(tuple((h + s) % n for h, s, n in zip(home, shift, counts)), ())):
                if i < j:
                    a, b, c = (u - v - round(u - v) for u, v in zip(places[i], places[j]))
                    r2 = (a * lx + b * xy + c * xz) ** 2 + (b * ly + c * yz) ** 2 + (c * lz) ** 2
                    if r2 < REACH * REACH:
                        yield math.sqrt(r2) - 1


def markdown(paths):
    """alpha of all packings together, without rattlers, with its statistical error, for each range."""
    found = []
    for path in paths:
        edges, spheres = read_dump(path)
        found += gaps(edges, {i: place[:3] for i, place in spheres.items() if not place[3]})
    rows = []
    for low in LOWS:
        cells = []
        for high in HIGHS:
            logs = [math.log(x) for x in found if low <= x <= high]
            alpha = settled.exponent(found, (low, high))
            if alpha is None:
                cells.append("-")
                continue
            mean = sum(logs) / len(logs)
            spread = math.sqrt(sum((x - mean) ** 2 for x in logs) / len(logs))
            cells.append(f"{alpha:.3f} ± {1 / (spread * math.sqrt(len(logs))):.3f}")
        rows.append((f"{low:g}", *cells))
    return table(("from [d]", *(f"to {high:g} d" for high in HIGHS)), rows)
