"""Draws flow_arrest_rate.svg and flow_arrest_normal.svg of examples/flow_arrest and steady_flow.svg of
doc/box_and_contacts.md. Python's standard library only.

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
from chart import Chart    # noqa: E402

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
                for line in path.read_text(encoding="utf-8").splitlines():
                    if line.startswith("#"):
                        continue
                    _, time, strain, rate, _, n1, n2, _ = map(float, line.split())
                    out.writerow([ratio, box, f"{time:g}", f"{strain:.5g}", f"{abs(rate) * TO_INERTIAL:.4g}",
                                  f"{n1:.4g}", f"{n2:.4g}"])


def curves():
    with CURVES.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    rate = Chart("500 spheres, friction 0.3: shear rate", "time", "log10 of the inertial number", (0, 2000), (-6, 0))
    for colour, ratio in enumerate(RATIOS):
        for box in ("yes", "no"):
            points = [(float(row["time"]), math.log10(max(1e-6, float(row["inertial"])))) for row in rows
                      if (row["ratio"], row["box"]) == (ratio, box) and float(row["time"]) < 2000]
            rate.line([point for point in points if point[1] > -6], colour, f"{ratio}, box {box}", dashed=box == "no")
    rate.write(IMAGES / "flow_arrest_rate.svg")
    normal = Chart("500 spheres, friction 0.3, box yes: normal stress differences", "time",
                   "difference / pressure", (0, 1200), (-0.4, 0.4))
    for colour, ratio in ((0, "0.28"), (3, "0.40")):
        for k, name in enumerate(("n1", "n2")):
            points = [(float(row["time"]), float(row[name])) for row in rows
                      if (row["ratio"], row["box"]) == (ratio, "yes") and float(row["time"]) < 2000]
            normal.line([point for point in points if abs(point[1]) < 0.4], colour + k, f"{name.upper()}, {ratio}")
    normal.write(IMAGES / "flow_arrest_normal.svg")


if __name__ == "__main__":
    if "--collect" in sys.argv[1:]:
        collect(pathlib.Path(sys.argv[-1]))
    curves()
    steady_flow.plot(DATA / "steady_flow.csv", IMAGES / "steady_flow.svg")
