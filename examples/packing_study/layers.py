"""Coordination number and volume fraction of settled beds against height, in layers of one thickness."""

import collections

import settled
from groups import Mean
from layout import table

HEADS = ("from [d]", "to [d]", "beds", "spheres of each", "z", "phi")


def layers(folder, thickness):
    """[(low, high, spheres, z, phi)] of the bulk of a bed, from its bottom upwards; what is left at the top does not count."""
    edges, spheres = settled.read_dump(folder / "run.dump")
    heights = [z for kind, _, _, z in spheres.values() if kind == 1]
    bottom, top = settled.bulk_heights(heights, edges[0] * edges[1])
    count = collections.Counter(i for c in settled.read_contacts(folder / "run.contacts") for i in c[:2])
    found = []
    for k in range(int((top - bottom) / thickness)):
        low, high = bottom + k * thickness, bottom + (k + 1) * thickness
        inside = [i for i, (kind, _, _, z) in spheres.items() if kind == 1 and low <= z < high]
        found.append((low, high, len(inside), sum(count[i] for i in inside) / len(inside),
                      settled.volume_fraction(heights, edges[0] * edges[1], low, high)))
    return found


def markdown(folders, thickness):
    """Means over the beds, of the layers that all of them have."""
    beds = [layers(folder, thickness) for folder in folders]
    lines = []
    for same in zip(*beds):
        low, high = same[0][:2]
        spheres, z, phi = (Mean([bed[k] for bed in same]) for k in (2, 3, 4))
        lines.append((f"{low:g}", f"{high:g}", len(same), f"{spheres.mean:.0f}", z.text(), phi.text(4)))
    if not lines:
        raise ValueError(f"no layer of {thickness:g} d fits into the bulk of each bed")
    return table(HEADS, lines)
