"""What is measured of a packing that settled under gravity: density, contacts, g(r), plasticity index, in its bulk."""

import math

import numpy
import pandas

import driver    # noqa: F401  it finds granular_srt
import results
from granular_srt import reading, structure

MARGIN = 3.0        # [d] above the bed and below the surface that are not bulk
REACH = MARGIN      # of g(r) [d]
BIN = 0.02          # of g(r) [d]
NEAR = (1e-3, 3e-2)     # [d] from contact: where the exponent of g(r) is fitted, far above the overlaps of about 1e-4
FREE, FROZEN = 1, 2     # types of spheres


def read_contacts(path):
    """IDs, normal force, sliding force of each contact, as in.settle writes them."""
    pairs = reading.last(path).rows
    pairs.columns = ["index", "id1", "id2", "distance", "normal", "sliding"]
    pairs["normal"] = pairs.normal.abs()
    return pairs[pairs.distance < 1.0].astype({"id1": int, "id2": int})


def base_area(bed):
    return bed.box.edges[0, 0] * bed.box.edges[1, 1]


def bulk_heights(heights, base_area):
    """(low, high): the bed's spheres are around height 0; the surface has half a layer of spheres above it."""
    top = sorted(heights)[-max(1, round(base_area / 2))]
    return MARGIN, top - MARGIN


def volume_below(height, centres):
    """Volume of the parts of spheres of diameter 1 that lie below a height."""
    h = numpy.clip(height - numpy.asarray(centres) + 0.5, 0.0, 1.0)
    return math.pi * h * h * (0.5 - h / 3)


def volume_fraction(heights, base_area, low, high):
    return float((volume_below(high, heights) - volume_below(low, heights)).sum() / (base_area * (high - low)))


def distances(bed, chosen):
    """Distances below REACH from each of the chosen spheres (booleans) to all others, images at the sides included."""
    i, j, apart = bed.box.pairs(bed.positions(), REACH)
    return numpy.repeat(numpy.linalg.norm(apart, axis=1), chosen[i].astype(int) + chosen[j])


def analyse(folder, packing, own, curves_file):
    """The columns of the row; adds the curves g(r), P(z), P(zeta) to curves_file (packing, curve, x, y).

    packing  settings; own: what the deck has written
    """
    bed = reading.last(folder / "run.dump")
    spheres, area = bed.rows, base_area(bed)
    heights = spheres.z[spheres.type == FREE]
    low, high = bulk_heights(heights, area)
    if high - low < 1:
        raise ValueError(f"only {high - low:.1f} d of bulk between bed and surface: more spheres or a smaller base")
    bulk = spheres[(spheres.type == FREE) & spheres.z.between(low, high)]
    phi = volume_fraction(heights, area, low, high)
    contacts = read_contacts(folder / "run.contacts")
    contacts = contacts[contacts.id1.isin(bulk.index) | contacts.id2.isin(bulk.index)]
    z = contacts_of(contacts, bulk.index)
    mu = float(packing["mu"])
    pressed = contacts[contacts.normal > 0]
    plasticity = pressed.sliding / (mu * pressed.normal) if mu > 0 else pandas.Series(dtype=float)

    # Spheres near the bulk belong to the pairs. MARGIN is not less than REACH: the shells around all spheres of the bulk
    # are within the packing.
    near = distances(bed, spheres.index.isin(bulk.index))
    density = len(bulk) * 6 * phi / math.pi     # of pairs: spheres of the bulk times spheres in a volume
    cells = numpy.arange(round(0.9 / BIN), round(REACH / BIN))
    shells = numpy.bincount((near / BIN).astype(int), minlength=cells[-1] + 1)[cells]
    curves = [("g", (k + 0.5) * BIN, n / (density * 4 / 3 * math.pi * BIN**3 * ((k + 1) ** 3 - k**3)))
              for k, n in zip(cells.tolist(), shells.tolist())]
    gaps = near[(near > 1 + 1e-5) & (near < 1 + 10**-0.8)] - 1    # whole fifths of decades
    decade_fifths = zip(*numpy.unique(numpy.floor(5 * numpy.log10(gaps)), return_counts=True))
    curves += [("near", 10 ** ((k + 0.5) / 5),
                n / (density * 4 / 3 * math.pi * ((1 + 10 ** ((k + 1) / 5)) ** 3 - (1 + 10 ** (k / 5)) ** 3)))
               for k, n in decade_fifths]
    curves += [("z", k, share) for k, share in z.value_counts(normalize=True).sort_index().items()]
    if len(plasticity):
        shares = numpy.bincount(numpy.minimum((20 * plasticity).astype(int), 19), minlength=20) / len(plasticity)
        curves += [("zeta", (k + 0.5) / 20, 20 * share) for k, share in enumerate(shares)]
    results.replace(curves_file, {packing.name}, [{"packing": packing.name, "curve": curve, "x": f"{x:.6g}", "y": f"{y:.6g}"}
                                                  for curve, x, y in curves])
    return {"phi": phi, "z": float(z.mean()), "bulk": len(bulk), "low": low, "high": high,
            "zeta": float(plasticity.mean()) if len(plasticity) else None,
            "plastic": float((plasticity >= 0.99).mean()) if len(plasticity) else None,
            "alpha": (structure.exponent(near - 1, NEAR, dim=3) or (None,))[0], "KE": float(own["kinetic_energy"])}


def contacts_of(contacts, spheres):
    """Number of contacts of each of the spheres, by their IDs."""
    return pandas.concat([contacts.id1, contacts.id2]).value_counts().reindex(spheres, fill_value=0)


def layers(folder, thickness):
    """[(low, high, spheres, z, phi)] of the bulk of a bed, from its bottom upwards; what is left at the top does not count."""
    bed = reading.last(folder / "run.dump")
    spheres, area = bed.rows, base_area(bed)
    free = spheres[spheres.type == FREE]
    bottom, top = bulk_heights(free.z, area)
    z = contacts_of(read_contacts(folder / "run.contacts"), spheres.index)
    found = []
    for k in range(int((top - bottom) / thickness)):
        low, high = bottom + k * thickness, bottom + (k + 1) * thickness
        inside = free.index[free.z.between(low, high, inclusive="left")]
        found.append((low, high, len(inside), z[inside].mean(), volume_fraction(free.z, area, low, high)))
    return found
