#!/usr/bin/env python3
"""Kuhn's Fig. 5: runs in.creep over a range of creepages and compares with the closed forms.

  python3 creep.py [--lmp ../../build/lmp] [--out .]

Writes creep.csv, creep_transient.svg and creep_steady.svg, and prints expected and found. Ends with exit code 1 if
they differ by more than 0.002.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import add_places, chart, lammps, save, write_rows    # noqa: E402  after its folder

import numpy    # noqa: E402  driver says so where it is missing
from scipy import optimize    # noqa: E402

MU, NU, RATIO = 0.5, 0.25, 0.01                   # RATIO: contact radius over radius
C = 3.40 + 2.16 * NU + 2.88 * NU * NU
YMAX = 8 * MU / ((1 - NU) * C) * RATIO            # Kuhn, Eq. (10)
DISTANCES = (0.5, 1, 2, 4, 8)
INVERSES = (10, 20, 50, 100, 200, 500, 1000, 2000)
# the step error of 200 steps a contact radius is 7e-4 where the force rises fastest
TOLERANCE = 0.002


def steady(creepage):
    return 1 - numpy.maximum(0.0, 1 - creepage / YMAX) ** 3


def transient(creepage, distance):
    """x after rolling by `distance` contact radii: y^2/2 + ys y + ys^2 ln(y-ys), from 1 to y, is -lambda s/a."""
    ys, slope = 1 - creepage / YMAX, 4 / ((2 - NU) * C)

    def excess(y):
        # at y = ys the logarithm ends the path: beyond it the force is steady
        end = ys * ys * numpy.log((y - ys) / (1 - ys)) if ys else 0.0
        return (y * y - 1) / 2 + ys * (y - 1) + end + slope * distance

    low = max(numpy.nextafter(ys, 1), 0.0)
    return 1 - (low if excess(low) > 0 else optimize.brentq(excess, low, 1.0, xtol=1e-14)) ** 3


def run(lmp, out, inverse):
    """Force against rolled distance: two columns."""
    name = out / f"transient_{inverse}.txt"
    lammps(lmp, HERE / "in.creep", out, {"INVERSE_Y": inverse, "OUT": name.name}, log="none")
    rows = numpy.loadtxt(name, skiprows=1)
    name.unlink()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    options = parser.parse_args()

    table = []
    rising = chart("Force of two rolling spheres (Kuhn, Fig. 5); points: closed form", "rolled distance / contact radius",
                   "tangential force / (mu F_n)", xlim=(0, 10), ylim=(0, 1.05))
    print("1/Y     " + "".join(f"      s/a = {d:<8g}" for d in DISTANCES) + "     steady")
    print("        " + "   expected  found" * (len(DISTANCES) + 1))
    for inverse in INVERSES:
        rows = run(options.lmp, options.out, inverse)
        found = dict(rows)
        expected = [transient(1 / inverse, d) for d in DISTANCES]
        pairs = [*zip(expected, (found[d] for d in DISTANCES)), (float(steady(1 / inverse)), rows[-1][1])]
        print(f"{inverse:6d}  " + "".join(f"   {a:8.4f} {b:6.4f}" for a, b in pairs), flush=True)
        table.append([inverse, *(value for pair in pairs for value in pair)])
        line, = rising.plot(*rows.T, label=f"1/Y = {inverse}")
        rising.plot(DISTANCES, expected, "o", color=line.get_color())
    save(rising, options.out / "creep_transient.svg")

    end = chart("Steady rolling", "1/Y", "tangential force / (mu F_n)", xscale="log", ylim=(0, 1.05))
    y = numpy.geomspace(10, 2000)
    end.plot(y, steady(1 / y), label="closed form")
    end.plot(INVERSES, [row[-1] for row in table], "o", label="found")
    save(end, options.out / "creep_steady.svg")
    names = [f"{n} {what}" for n in (*(f"s/a={d:g}" for d in DISTANCES), "steady") for what in ("expected", "found")]
    write_rows(options.out / "creep.csv", [["1/Y", *names], *table])
    worst = max(abs(row[k] - row[k + 1]) for row in table for k in range(1, len(row), 2))
    print(f"largest difference {worst:.5f}, allowed {TOLERANCE}")
    return int(worst > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
