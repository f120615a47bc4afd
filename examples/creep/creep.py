#!/usr/bin/env python3
"""Kuhn's Fig. 5: runs in.creep over a range of creepages and compares with the closed forms.

  python3 creep.py [--lmp ../../build/lmp] [--out .]

Writes creep.csv, creep_transient.svg and creep_steady.svg, and prints expected and found. Ends with exit code 1 if
they differ by more than 0.002.
"""

import argparse
import csv
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402
from runs import add_places  # noqa: E402

MU, NU, RATIO = 0.5, 0.25, 0.01                   # RATIO: contact radius over radius
C = 3.40 + 2.16 * NU + 2.88 * NU * NU
YMAX = 8 * MU / ((1 - NU) * C) * RATIO            # Kuhn, Eq. (10)
DISTANCES = (0.5, 1, 2, 4, 8)
# the step error of 200 steps a contact radius is 7e-4 where the force rises fastest
TOLERANCE = 0.002


def steady(creepage):
    return 1 - max(0.0, 1 - creepage / YMAX) ** 3


def transient(creepage, distance):
    """x after rolling by `distance` contact radii: y^2/2 + ys y + ys^2 ln(y-ys), from 1 to y, is -lambda s/a."""
    ys, slope = 1 - creepage / YMAX, 4 / ((2 - NU) * C)
    path = lambda y: y * y / 2 + ys * y + (ys * ys * math.log(y - ys) if y > ys else -math.inf)
    low, high = max(ys, 0.0), 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if path(middle) - path(1.0) > -slope * distance else (middle, high)
    return 1 - high ** 3


def run(lmp, out, inverse):
    name = out / f"transient_{inverse}.txt"
    subprocess.run([lmp, "-in", HERE / "in.creep", "-log", "none", "-screen", "none", "-var", "INVERSE_Y", str(inverse),
                    "-var", "OUT", name.name], cwd=out, check=True)
    rows = [tuple(map(float, line.split())) for line in name.read_text().splitlines()[1:]]
    name.unlink()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    options = parser.parse_args()
    lmp, out = options.lmp, options.out

    worst, table = 0.0, []
    rising = Chart("Force of two rolling spheres (Kuhn, Fig. 5)", "rolled distance / contact radius",
                   "tangential force / (mu F_n)", (0, 10), (0, 1.05))
    print("1/Y     " + "".join(f"      s/a = {d:<8g}" for d in DISTANCES) + "     steady")
    print("        " + "   expected  found" * (len(DISTANCES) + 1))
    inverses = (10, 20, 50, 100, 200, 500, 1000, 2000)
    for k, inverse in enumerate(inverses):
        rows = run(lmp, out, inverse)
        found = dict(rows)
        pairs = [(transient(1 / inverse, d), found[d]) for d in DISTANCES] + [(steady(1 / inverse), rows[-1][1])]
        worst = max([worst] + [abs(a - b) for a, b in pairs])
        print(f"{inverse:6d}  " + "".join(f"   {a:8.4f} {b:6.4f}" for a, b in pairs), flush=True)
        table.append([inverse] + [value for pair in pairs for value in pair])
        rising.line([row for row in rows if row[0] <= 10], k, f"1/Y = {inverse}")
        rising.points([(d, transient(1 / inverse, d)) for d in DISTANCES], k)
    rising.write(out / "creep_transient.svg")

    end = Chart("Steady rolling", "1/Y", "tangential force / (mu F_n)", (10, 2000), (0, 1.05), logx=True)
    end.line([(y, steady(1 / y)) for y in (10 * 200 ** (n / 200) for n in range(201))], 0, "closed form")
    end.points([(row[0], row[-1]) for row in table], 1, "found")
    end.write(out / "creep_steady.svg")
    with open(out / "creep.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        names = [f"s/a={d:g}" for d in DISTANCES] + ["steady"]
        writer.writerow(["1/Y"] + [f"{n} {what}" for n in names for what in ("expected", "found")])
        writer.writerows(table)
    print(f"largest difference {worst:.5f}, allowed {TOLERANCE}")
    return worst > TOLERANCE


if __name__ == "__main__":
    sys.exit(main())
