#!/usr/bin/env python3
"""Settled beds under less and less gravity: z against stiffness k_n d/(m g), one row of CSV a bed and stage.

  python3 unload.py study/runs/mu0_* --jobs 2   runs in.unload for beds that have no rows in unloaded.csv
  python3 unload.py fit unloaded.csv            z at each stiffness, and Eq. 7 of Silbert et al. 2002
"""

import csv

import beds
import settled
from groups import Mean, groups
from layout import table
from settled_report import STIFF, hard_sphere_limit

# settings of the deck, with its defaults
OPTIONS = dict(decades="4", periods="50", drag="0.3", criterion="1e-10", rest="1e-5", loose="1e-3", maxsteps="50000000")
GROUP = ("mu", "restitution", "N", "drag")


def stages(place, bed, options):
    """One row a stage; energies in mgd with the gravity of the settled bed."""
    packing = beds.packing_of(bed)
    with open(place / "unload.csv", newline="", encoding="utf-8") as file:
        for own in csv.DictReader(file):
            bulk = settled.analyse(place / own["stage"], packing, own, place / own["stage"] / "curves.csv")
            yield {"packing": bed["packing"], "stage": own["stage"],
                   **{c: packing[c] for c in ("mu", "restitution", "N", "seed")},
                   "stiffness": float(bed["kn"]) / float(own["gravity"]), "met": own["converged"],
                   **{c: bulk[c] for c in ("z", "phi", "bulk", "zeta", "plastic", "alpha", "KE")},
                   "E_elastic": float(own["elastic_energy"]), "load": -float(own["load"]), "drag": float(options.drag),
                   **{c: own[c] for c in ("contacts", "contacts_before", "loose", "steps", "seconds")}}


def equation_7(points):
    """(z_inf, a, exponent) of z = z_inf + a (k/STIFF)^-exponent; with STIFF, a does not vary by orders between beds."""
    limit, exponent = hard_sphere_limit(points)
    x = [(k / STIFF) ** -exponent for k, _ in points]
    # least squares with the limit known: the residuals of the fit are orthogonal to x
    return limit, sum((z - limit) * u for u, (_, z) in zip(x, points)) / sum(u * u for u in x), exponent


def whole(row):
    """Twice the contacts per sphere of the whole bed, those with frozen spheres included: 6 if isostatic without friction."""
    return 2 * float(row["contacts"]) / float(row["N"])


QUANTITIES = {"z": lambda row: float(row["z"]), "2 contacts/N of the whole bed": whole}


def fit(words):
    """Both quantities at each stiffness, then Eq. 7 fitted bed by bed, as means over the beds with standard errors."""
    rows = beds.read_rows(words, "fit", "unload.py")
    bad = {row["packing"] for row in rows if row["met"] != "1"}
    lines, limits = [], []
    for g in groups([row for row in rows if row["packing"] not in bad], GROUP):
        names = [f"{g.settings[c]:g}" for c in GROUP]
        for stiffness in sorted({float(row["stiffness"]) for row in g.rows}):
            here = [row for row in g.rows if float(row["stiffness"]) == stiffness]
            means = (Mean([of(row) for row in here]).text() for of in QUANTITIES.values())
            lines.append((*names, f"{stiffness:.3g}", len(here), *means, Mean([float(row["phi"]) for row in here]).text(4)))
        for quantity, of in QUANTITIES.items():
            series = [[(float(row["stiffness"]), of(row)) for row in g.rows if row["packing"] == name]
                      for name in sorted({row["packing"] for row in g.rows})]
            found = [equation_7(points) for points in series if len(points) > 3]
            limits.append((*names, quantity, len(found), *(Mean([f[k] for f in found]).text() for k in range(3))))
    print(table((*GROUP, "k_n d/(m g)", "beds", *QUANTITIES, "phi"), lines))
    print(table((*GROUP, "quantity", "beds", "limit", f"a {STIFF:g}^-alpha", "alpha"), limits), end="")
    if bad:
        print(f"\nNot at rest in every stage, left out: {', '.join(sorted(bad))}.")
    return 0


if __name__ == "__main__":
    beds.main(__doc__, "in.unload", "unloaded.csv", OPTIONS, stages, {"fit": fit})
