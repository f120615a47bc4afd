"""Draws flow_arrest_rate.svg and flow_arrest_normal.svg of examples/flow_arrest and steady_flow.svg of
doc/box_and_contacts.md.

    python3 doc/images/flow_arrest.py                       draws from doc/data/flow_arrest_curves.csv, steady_flow.csv
    python3 doc/images/flow_arrest.py --collect FOLDER      writes the first file from a folder of flow_arrest.py before
"""

import csv
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGES, DATA = ROOT / "doc" / "images", ROOT / "doc" / "data"
CURVES = DATA / "flow_arrest_curves.csv"
sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "examples" / "flow_arrest")]

import steady_flow    # noqa: E402  after its folder
from driver import chart, read_curve, save    # noqa: E402

import pandas    # noqa: E402  driver says so where it is missing

RATIOS = ("0.28", "0.32", "0.36", "0.40")
PRESSURE = 1e-3
TO_INERTIAL = math.sqrt(6 / (math.pi * PRESSURE))


def collect(folder):
    """Time, inertial number and normal stress differences of one seed for mu = 0.3."""
    with CURVES.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["ratio", "box", "time", "strain", "inertial", "n1", "n2"])
        for ratio in RATIOS:
            for box in ("yes", "no"):
                path = folder / f"mu0.3_ratio{ratio}_box{box}_N500_seed1" / "run.curve"
                for _, time, strain, rate, _, n1, n2, _ in read_curve(path):
                    out.writerow([ratio, box, f"{time:g}", f"{strain:.5g}", f"{abs(rate) * TO_INERTIAL:.4g}",
                                  f"{n1:.4g}", f"{n2:.4g}"])


def curves():
    groups = dict(list(pandas.read_csv(CURVES, dtype={"ratio": str}).groupby(["ratio", "box"])))
    axes = chart("500 spheres, friction 0.3: shear rate", "time [sqrt(m/k_n)]", "inertial number", xlim=(0, 2000), ylim=(1e-6, 1),
                 yscale="log")
    for colour, ratio in enumerate(RATIOS):
        for box, style in (("yes", "-"), ("no", "--")):
            rows = groups[ratio, box]
            axes.plot(rows.time, rows.inertial, style, color=f"C{2 * colour + (box == 'no')}", label=f"{ratio}, box {box}")
    save(axes, IMAGES / "flow_arrest_rate.svg")
    axes = chart("500 spheres, friction 0.3, box yes: normal stress differences", "time [sqrt(m/k_n)]", "difference / pressure",
                 xlim=(0, 1200), ylim=(-0.4, 0.4))
    for ratio in "0.28", "0.40":
        for name in ("n1", "n2"):
            axes.plot(groups[ratio, "yes"].time, groups[ratio, "yes"][name], label=f"{name.upper()}, {ratio}")
    save(axes, IMAGES / "flow_arrest_normal.svg")


if __name__ == "__main__":
    if "--collect" in sys.argv[1:]:
        collect(pathlib.Path(sys.argv[-1]))
    curves()
    steady_flow.plot(DATA / "steady_flow.csv", IMAGES / "steady_flow.svg")
