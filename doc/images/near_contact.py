"""Draws silbert_fig6.svg of doc/validation.md, g(r) near contact of beds of 20 000 spheres, from doc/data.

    python3 doc/images/near_contact.py
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))

from driver import chart, save    # noqa: E402  after its folder

import pandas    # noqa: E402  driver says so where it is missing

rows = pandas.read_csv(ROOT / "doc" / "data" / "g_near_contact_n20000.csv", index_col=0)
axes = chart("g(r) near contact, 20 000 spheres", "r/d - 1", "g(r)", xscale="log", yscale="log", xlim=(1e-5, 0.2), ylim=(1, 1e3))
for name, g in rows.items():
    axes.plot(rows.index, g, label=name.removeprefix("g, "))
axes.plot((1e-5, 0.1), (10**2.5, 10**0.5), "--", color="grey", label="slope -1/2")
save(axes, ROOT / "doc" / "images" / "silbert_fig6.svg")
