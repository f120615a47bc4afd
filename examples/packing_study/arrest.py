#!/usr/bin/env python3
"""Settled beds on an incline that is lowered until they stop: the angle of arrest, and the beds that flow left behind.

  python3 arrest.py study/runs/mu0.5_* --jobs 2   runs in.arrest for beds that have no rows in arrested.csv
  python3 arrest.py means arrested.csv            means over beds
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import driver    # noqa: E402  its message where a package is missing comes before other imports
import beds    # noqa: E402
import settled    # noqa: E402
from groups import Mean, groups    # noqa: E402

# settings of the deck, with its defaults
OPTIONS = dict(steep="26", flow="100", step="0.5", hold="100", shallow="10", stopped="1e-5", criterion="1e-8",
               maxsteps="50000000")
GROUP = ("mu", "restitution", "N", "step", "hold")


def row_of(place, bed, options):
    """The row of a bed, as a list of one."""
    packing = bed.packing
    own, = driver.rows_of(place / "arrest.csv")
    bulk = settled.analyse(place, packing, own, place / "curves.csv")
    return [{"packing": bed.name, **{c: packing[c] for c in ("mu", "restitution", "N", "seed")},
             **{c: getattr(options, c) for c in ("steep", "step", "hold", "stopped", "criterion")}, "met": own["converged"],
             "angle": float(own["incline"]),
             **{c: bulk[c] for c in ("z", "phi", "bulk", "zeta", "plastic", "alpha", "KE")},
             **{c: own[c] for c in ("steps", "seconds")}}]


def means(words):
    rows = beds.read_rows(words, "means", "arrest.py")
    # the angle is between the last two of the incline: half a step above the last one
    lines = [(*(f"{g.settings[c]:g}" for c in GROUP), len(g.rows), Mean.of(g.rows.angle + g.rows.step / 2).text(2),
              *(g.mean(c).text(digits) for c, digits in (("z", 3), ("phi", 4), ("zeta", 3), ("plastic", 4))))
             for g in groups(rows, GROUP)]
    print(driver.markdown((*GROUP, "beds", "angle [degrees]", "z", "phi", "mean plasticity index", "contacts at the limit"), lines), end="")
    bad = rows.packing[rows.met != 1]
    if len(bad):
        print(f"\nNot at rest at the end, left out: {', '.join(bad)}.")
    return 0


if __name__ == "__main__":
    beds.main(__doc__, "in.arrest", "arrested.csv", OPTIONS, row_of, {"means": means})
