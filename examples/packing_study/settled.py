"""What is measured of a packing that settled under gravity: density, contacts, g(r), plasticity index, in its bulk."""

import collections
import csv
import itertools
import math

import results

MARGIN = 3.0        # [d] above the bed and below the surface that are not bulk
REACH = MARGIN      # of g(r) [d]
BIN = 0.02          # of g(r) [d]
NEAR = (1e-3, 3e-2)     # [d] from contact: where the exponent of g(r) is fitted, far above the overlaps of about 1e-4


def read_dump(path):
    """(edges of the base, {ID: (type, x, y, z)})."""
    lines = path.read_text(encoding="utf-8").splitlines()
    bounds = next(k for k, line in enumerate(lines) if line.startswith("ITEM: BOX BOUNDS"))
    edges = [float(b) - float(a) for a, b in (line.split()[:2] for line in lines[bounds + 1:bounds + 3])]
    return edges, {int(number): (int(kind), x, y, z) for number, kind, x, y, z in atoms(lines, "id", "type", "x", "y", "z")}


def atoms(lines, *columns):
    """The numbers of these columns, for each atom of a dump."""
    start = next(k for k, line in enumerate(lines) if line.startswith("ITEM: ATOMS"))
    there = lines[start].split()[2:]
    at = [there.index(c) for c in columns]
    for line in lines[start + 1:]:
        words = line.split()
        yield tuple(float(words[k]) for k in at)


def bulk_heights(heights, base_area):
    """(low, high): the bed's spheres are around height 0; the surface has half a layer of spheres above it."""
    top = sorted(heights)[-max(1, round(base_area / 2))]
    return MARGIN, top - MARGIN


def volume_below(height, centre):
    """Volume of the part of a sphere of diameter 1 that lies below a height."""
    h = min(max(height - centre + 0.5, 0.0), 1.0)
    return math.pi * h * h * (0.5 - h / 3)


def volume_fraction(heights, base_area, low, high):
    return sum(volume_below(high, z) - volume_below(low, z) for z in heights) / (base_area * (high - low))


def distances(edges, places, centres):
    """Distances below REACH from each of `centres` (IDs) to all other spheres, images at the sides included."""
    cells = collections.defaultdict(list)
    for number, (x, y, z) in places.items():
        for a, b in itertools.product(*(range(-math.ceil(REACH / e) - 1, math.ceil(REACH / e) + 2) for e in edges)):
            u, v = x % edges[0] + a * edges[0], y % edges[1] + b * edges[1]
            if -REACH <= u <= edges[0] + REACH and -REACH <= v <= edges[1] + REACH:
                cells[tuple(math.floor(c / REACH) for c in (u, v, z))].append((number, a == b == 0, u, v, z))
    for number in centres:
        x, y, z = places[number]
        x, y = x % edges[0], y % edges[1]
        home = [math.floor(c / REACH) for c in (x, y, z)]
        for shift in itertools.product((-1, 0, 1), repeat=3):
            for other, inside, u, v, w in cells.get(tuple(h + s for h, s in zip(home, shift)), ()):
                if other != number or not inside:
                    r2 = (x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2
                    if r2 < REACH * REACH:
                        yield math.sqrt(r2)


def exponent(gaps, window=NEAR):
    """alpha of g ~ gap^-alpha (Eq. 6) by maximum likelihood for the gaps within the window; None for less than 20."""
    a, b = window
    logs = [math.log(x) for x in gaps if a <= x <= b]
    if len(logs) < 20:
        return None
    mean = sum(logs) / len(logs)

    def expected(alpha):
        # mean of ln x for the density x^-alpha on [a, b]
        p = 1 - alpha
        if abs(p) < 1e-9:
            return (math.log(a) + math.log(b)) / 2
        top, bottom = b**p, a**p
        return (top * math.log(b) - bottom * math.log(a)) / (top - bottom) - 1 / p

    low, high = -5.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle) > mean else (low, middle)
    return (low + high) / 2


def analyse(folder, packing, own, curves_file):
    """The columns of the row; adds the curves g(r), P(z), P(zeta) to curves_file (packing, curve, x, y)."""
    edges, spheres = read_dump(folder / "run.dump")
    area = edges[0] * edges[1]
    heights = [z for kind, _, _, z in spheres.values() if kind == 1]
    low, high = bulk_heights(heights, area)
    if high - low < 1:
        raise ValueError(f"only {high - low:.1f} d of bulk between bed and surface: more spheres or a smaller base")
    # spheres of the bed are below the bulk; those near it belong to the volume and to the pairs
    places = {i: (x, y, z) for i, (kind, x, y, z) in spheres.items()}
    bulk = {i for i, (kind, _, _, z) in spheres.items() if kind == 1 and low <= z <= high}
    phi = volume_fraction(heights, area, low, high)
    contacts = [c for c in read_contacts(folder / "run.contacts") if c[0] in bulk or c[1] in bulk]
    count = collections.Counter(i for c in contacts for i in c[:2] if i in bulk)
    mu = float(packing["mu"])
    indices = [sliding / (mu * normal) for _, _, normal, sliding in contacts if normal > 0] if mu > 0 else []

    # MARGIN is not less than REACH: the shells around all spheres of the bulk are within the packing
    near = list(distances(edges, places, bulk))
    shells = collections.Counter(int(r / BIN) for r in near)
    density = 6 * phi / math.pi
    g = {k: shells[k] / (len(bulk) * density * 4 / 3 * math.pi * BIN**3 * ((k + 1) ** 3 - k**3))
         for k in range(int(0.9 / BIN), round(REACH / BIN))}
    close = collections.Counter(math.floor(5 * math.log10(r - 1)) for r in near if 1e-5 < r - 1 < 0.2)
    curves = [("g", (k + 0.5) * BIN, y) for k, y in g.items()]
    curves += [("near", 10 ** ((k + 0.5) / 5), n / (len(bulk) * density * 4 * math.pi * (10 ** ((k + 1) / 5) - 10 ** (k / 5))))
               for k, n in sorted(close.items())]
    curves += [("z", z, n / len(bulk)) for z, n in sorted(collections.Counter(count[i] for i in bulk).items())]
    if indices:
        bins = collections.Counter(min(int(20 * zeta), 19) for zeta in indices)
        curves += [("zeta", (k + 0.5) / 20, 20 * bins[k] / len(indices)) for k in range(20)]
    add_curves(curves_file, packing.name, curves)
    return {"phi": phi, "z": sum(count.values()) / len(bulk), "bulk": len(bulk), "low": low, "high": high,
            "zeta": sum(indices) / len(indices) if indices else None,
            "plastic": sum(1 for zeta in indices if zeta >= 0.99) / len(indices) if indices else None,
            "alpha": exponent([r - 1 for r in near]), "KE": float(own["kinetic_energy"])}


def read_contacts(path):
    """(ID, ID, normal force, sliding force) of each contact, as in.settle writes them."""
    lines = path.read_text(encoding="utf-8").split("ITEM: ENTRIES")[1].splitlines()[1:]
    found = []
    for line in lines:
        _, i, j, distance, normal, sliding = map(float, line.split())
        if distance < 1.0:
            found.append((int(i), int(j), abs(normal), sliding))
    return found


def add_curves(path, name, curves):
    with results.locked(f"{path}.lock"):
        rows = [row for row in results.read(path) if row["packing"] != name]
        rows += [{"packing": name, "curve": curve, "x": f"{x:.6g}", "y": f"{y:.6g}"} for curve, x, y in curves]
        results.write(path, rows, ["packing", "curve", "x", "y"])


def read_curves(path):
    """{packing: {curve: [(x, y), ...]}}."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["packing"]][row["curve"]].append((float(row["x"]), float(row["y"])))
    return found
