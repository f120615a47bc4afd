#!/usr/bin/env python3
"""Settled beds under less and less gravity: z against stiffness k_n d/(m g), one row of CSV a bed and stage.

  python3 unload.py study/runs/mu0_* --jobs 2   runs in.unload for beds that have no rows in unloaded.csv
  python3 unload.py fit unloaded.csv            z at each stiffness, and Eq. 7 of Silbert et al. 2002
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import driver    # noqa: E402  its message where a package is missing comes before other imports
import beds    # noqa: E402
import settled    # noqa: E402
from groups import Mean, groups    # noqa: E402
from silbert import STIFF, hard_sphere_limit    # noqa: E402

# settings of the deck, with its defaults
OPTIONS = dict(decades="4", periods="50", drag="0.3", criterion="1e-10", rest="1e-5", loose="1e-3", maxsteps="50000000")
GROUP = ("mu", "restitution", "N", "drag")


def stages(place, bed, options):
    """One row a stage; energies in mgd with the gravity of the settled bed."""
    packing = bed.packing
    for own in driver.rows_of(place / "unload.csv"):
        bulk = settled.analyse(place / own["stage"], packing, own, place / own["stage"] / "curves.csv")
        yield {"packing": bed.name, "stage": own["stage"],
               **{c: packing[c] for c in ("mu", "restitution", "N", "seed")},
               "stiffness": float(bed.row["kn"]) / float(own["gravity"]), "met": own["converged"],
               **{c: bulk[c] for c in ("z", "phi", "bulk", "zeta", "plastic", "alpha", "KE")},
               "E_elastic": float(own["elastic_energy"]), "load": -float(own["load"]), "drag": float(options.drag),
               **{c: own[c] for c in ("contacts", "contacts_before", "loose", "steps", "seconds")}}


def fit(words):
    """Both quantities at each stiffness, then Eq. 7 fitted bed by bed, as means over the beds with standard errors."""
    rows = beds.read_rows(words, "fit", "unload.py")
    # with the contacts of frozen spheres: 6 if isostatic without friction
    whole = "2 contacts/N of the whole bed"
    rows[whole] = 2 * rows.contacts / rows.N
    bad = sorted(set(rows.packing[rows.met != 1]))
    lines, limits = [], []
    for g in groups(rows[~rows.packing.isin(bad)], GROUP):
        names = [f"{g.settings[c]:g}" for c in GROUP]
        for stiffness, here in g.rows.groupby("stiffness"):
            lines.append((*names, f"{stiffness:.3g}", len(here), Mean.of(here.z).text(), Mean.of(here[whole]).text(), Mean.of(here.phi).text(4)))
        for quantity in ("z", whole):
            fits = [hard_sphere_limit(bed.stiffness, bed[quantity]) for _, bed in g.rows.groupby("packing")]
            fits = [found for found in fits if found]
            limits.append((*names, quantity, len(fits), *(Mean.of([found[k] for found in fits]).text() for k in range(3))))
    print(driver.markdown((*GROUP, "k_n d/(m g)", "beds", "z", whole, "phi"), lines))
    print(driver.markdown((*GROUP, "quantity", "beds", "limit", f"a {STIFF:g}^-alpha", "alpha"), limits), end="")
    if bad:
        print(f"\nNot at rest in every stage, left out: {', '.join(bad)}.")
    return 0


if __name__ == "__main__":
    beds.main(__doc__, "in.unload", "unloaded.csv", OPTIONS, stages, {"fit": fit})
