#!/usr/bin/env python3
"""Where the energy goes in the three examples: runs in.ball, in.rest and in.drum and draws a chart of each.

  python3 energy.py [--lmp ../../build/lmp] [--out .] [--ranks 1]

Skips the runs whose log is there already. Writes ball.svg, rest.svg and drum.svg.
"""

import argparse
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402
from runs import add_places  # noqa: E402

# Entries of the vector: of contacts between spheres, and of those with walls.
NORMAL, SLIDING_DAMPING, SLIDING, ROLLING, TWISTING = (7, 18), (9, 20), (10, 21), (11, 22), (12, 23)
TRANSLATION, ROTATION, WALLS, GRAVITY = 1, 2, 26, 27


def run(lmp, out, name, ranks):
    """Rows of the thermo tables as {column: value}."""
    log = out / f"{name}.log"
    if not log.exists():
        begun = log.with_suffix(".begun")
        command = [lmp, "-in", HERE / f"in.{name}", "-log", begun.name, "-screen", "none"]
        subprocess.run((["mpirun", "-np", str(ranks)] if ranks > 1 else []) + command, cwd=out, check=True)
        begun.rename(log)
    rows, names = [], None
    for line in log.read_text().splitlines():
        words = line.split()
        if words[:1] == ["Time"]:
            names = words
        elif line.startswith("Loop time"):
            names = None
        elif names and len(words) == len(names):
            try:
                rows.append(dict(zip(names, map(float, words))))
            except ValueError:
                pass
    return rows


def curve(rows, entries):
    return [(row["Time"], sum(row[f"c_energy[{k}]"] for k in entries)) for row in rows]


def stack(chart, rows, parts):
    """Lines of sums: each part on top of those before."""
    entries = []
    for colour, (name, more) in enumerate(parts):
        entries += more
        chart.line(curve(rows, entries), colour, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    parser.add_argument("--ranks", default=1, type=int, help="of each run")
    options = parser.parse_args()
    lmp, out = options.lmp, options.out
    out.mkdir(exist_ok=True)

    rows = run(lmp, out, "ball", 1)
    chart = Chart("A bouncing ball", "time", "energy", (0.0, rows[-1]["Time"]), (0.0, 2.1))
    chart.line(curve(rows, [TRANSLATION]), 0, "kinetic")
    chart.line(curve(rows, [NORMAL[1]]), 1, "dashpot")
    chart.line([(row["Time"], row["v_height"] - 0.5) for row in rows], 2, "weight", dashed=True)
    chart.write(out / "ball.svg")

    rows = run(lmp, out, "rest", options.ranks)
    top = 1.05 * max(sum(value for _, value in (curve([row], [TRANSLATION, ROTATION, *NORMAL, *SLIDING_DAMPING, *SLIDING, *ROLLING,
                                                               *TWISTING])[0],)) for row in rows)
    chart = Chart("Spheres come to rest", "time", "energy, each on top of the last", (0.0, rows[-1]["Time"]), (0.0, top))
    stack(chart, rows, (("normal", NORMAL), ("+ tang. dashpot", SLIDING_DAMPING), ("+ sliding", SLIDING), ("+ rolling", ROLLING),
                        ("+ twisting", TWISTING), ("+ kinetic", (TRANSLATION, ROTATION))))
    chart.write(out / "rest.svg")

    rows = run(lmp, out, "drum", options.ranks)
    last = rows[-1]
    chart = Chart("A rotating drum", "time", "energy", (0.0, last["Time"]),
                  (min(0.0, last[f"c_energy[{GRAVITY}]"]) * 1.05, 1.05 * max(row[f"c_energy[{WALLS}]"] for row in rows)))
    chart.line(curve(rows, [WALLS]), 0, "motor")
    chart.line(curve(rows, [GRAVITY]), 2, "weight")
    for colour, (name, entries) in enumerate((("all taken", NORMAL + SLIDING_DAMPING + SLIDING + ROLLING), ("sliding", SLIDING),
                                              ("rolling", ROLLING), ("normal", NORMAL)), 3):
        chart.line(curve(rows, entries), colour, name)
    chart.write(out / "drum.svg")


if __name__ == "__main__":
    main()
