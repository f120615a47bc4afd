#!/usr/bin/env python3
"""The critical mass of Fang & Negrut's stack over rolling friction, for several gaps between the lower balls.

  python3 stack.py [--lmp ../../build/lmp] [--out .] [--gaps 0.3] [--rolling tracking/balanced] [--jobs N]

Runs in.stack for each gap, all of them at once on the processors there are, and skips those whose stack_GAP.dump is
there already. Prints the authors' masses and those found, and writes stack.csv and stack.svg.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from chart import Chart  # noqa: E402
from runs import add_places  # noqa: E402

ETAS = (0.15, 0.18, 0.20, 0.22, 0.23, 0.25, 0.30, 0.35, 0.60)
AUTHORS = {0.3: (0.86, 1.18, 1.44, 1.73, 1.76, 1.62, 1.58, 1.58, 1.58)}    # read from the data of their figure
PLATEAUS = {0.2: 1.84, 0.25: 1.70, 0.3: 1.58, 0.35: 1.47, 0.4: 1.38}
FALLEN = 0.30                                                               # height of the upper ball [m]


def run(lmp, out, gap, rolling):
    dump = out / f"stack_{gap}.dump"
    if not dump.exists():
        begun = dump.with_suffix(".begun")
        subprocess.run([lmp, "-in", HERE / "in.stack", "-log", "none", "-screen", "none", "-var", "GAP", str(gap),
                        "-var", "ROLLING", rolling, "-var", "LIGHTEST", "0.6", "-var", "MASSES", "86", "-var", "OUT", begun.name],
                       cwd=out, check=True)
        begun.rename(dump)
    return critical_masses(dump.read_text())


def critical_masses(text):
    """Lightest upper ball that falls, by row."""
    rows = [line.split() for line in text.split("modify", 1)[-1].split("ITEM: ATOMS")[1].splitlines()[1:]]
    stacks = collections.defaultdict(list)
    for row in rows[2::3]:    # the third ball of a cell is the upper one
        stacks[int(row[1])].append((float(row[2]), float(row[4])))
    return [min((mass for mass, height in stacks[row] if height < FALLEN), default=float("nan"))
            for row in sorted(stacks)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser, ".")
    parser.add_argument("--gaps", nargs="+", type=float, default=sorted(PLATEAUS))
    parser.add_argument("--rolling", default="tracking", help="rolling model")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time")
    options = parser.parse_args()
    lmp, out = options.lmp, options.out

    chart = Chart("Upper ball that brings the stack down (Fang and Negrut, Fig. 13)", "eta_r", "mass [kg]", (0.14, 0.62),
                  (0.5, 2.3))
    print("gap [R]       " + "".join(f"{eta:7.2f}" for eta in ETAS) + "   eta_r")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, \
            open(out / "stack.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["gap", "whose"] + list(ETAS))
        runs = {gap: pool.submit(run, lmp, out, gap, options.rolling) for gap in options.gaps}
        for k, (gap, result) in enumerate(runs.items()):
            found = result.result()
            # the authors' whole curve is at hand for one gap, of the others the plateau
            authors = AUTHORS.get(gap, (float("nan"),) * 6 + (PLATEAUS.get(gap, float("nan")),) * 3)
            for whose, masses in (("authors", authors), ("found", found)):
                print(f"{gap:4.2f} {whose:9s}" + "".join("      -" if m != m else f"{m:7.2f}" for m in masses), flush=True)
                writer.writerow([gap, whose] + list(masses))
            chart.line([(e, m) for e, m in zip(ETAS, found) if m == m], k, f"gap {gap:g} R")
            chart.points([(e, m) for e, m in zip(ETAS, authors) if m == m], k)
    chart.write(out / "stack.svg")


if __name__ == "__main__":
    main()
