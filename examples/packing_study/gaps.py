"""The exponent of g(r) near contact, g ~ (r/d - 1)^-alpha, of packings of equal spheres, for several ranges of gaps."""

import numpy

import driver    # noqa: F401  it finds granular_srt
from granular_srt import reading, structure

LOWS = (1e-4, 3e-4, 1e-3, 3e-3)     # [d]
HIGHS = (1e-2, 3e-2, 1e-1)


def table(paths):
    """alpha of all packings together, without rattlers, with its statistical error, for each range: columns and rows."""
    found = []
    for path in paths:
        packing = reading.last(path)
        _, _, apart = packing.box.pairs(packing.positions()[packing.rows.v_rattler == 0], 1 + HIGHS[-1])
        found.append(numpy.linalg.norm(apart, axis=1) - 1)
    scan = structure.scan(numpy.concatenate(found), LOWS, HIGHS, dim=3).set_index(["low", "high"])
    cells = {window: f"{fit.alpha:.3f} ± {fit.error:.3f}" for window, fit in scan.iterrows()}
    return ("from [d]", *(f"to {high:g} d" for high in HIGHS)), [(f"{low:g}", *(cells.get((low, high), "-") for high in HIGHS)) for low in LOWS]
