#!/usr/bin/env python3
"""Steady shear flow by three ways of control, with and without the motion of the box in the contacts.

  python3 steady_flow.py run --seeds 4           the same command goes on where it stopped
  python3 steady_flow.py table steady_flow/results.csv
  python3 steady_flow.py plot steady_flow/results.csv steady_flow.svg

For each inertial number: `fix deform ... remap v` first; then the same rate by `fix nph/sphere ... xy rate R`, and the
mean stress of the runs with `remap v` as its target, each with `box yes` and `box no`. A run takes a minute or two; one
that was interrupted begins again. Needs Python's standard library only.
"""

import argparse
import math
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from chart import Chart    # noqa: E402  after its folder
from runs import add_places, append_row, rows_of    # noqa: E402

STRAINS = {"0.1": "10", "0.015": "2"}    # of the means; others 3
FOUND = ["rate", "pressure", "ratio", "phi", "n1", "n2", "reference"]
COLUMNS = ["inertial", "control", "box", "N", "seed", "target", *FOUND, "seconds"]
CASES = (("remap", "yes"), ("rate", "yes"), ("rate", "no"), ("stress", "yes"), ("stress", "no"))
TITLES = {"remap": "`fix deform ... remap v`", "rate": "`xy rate R`", "stress": "shear stress of `remap v`"}


def chosen(rows, inertial, control, box):
    return [row for row in rows if (row["inertial"], row["control"], row["box"]) == (inertial, control, box)]


def lammps(options, name, settings):
    command = [str(options.lmp), "-in", str(HERE / "in.steady_flow"), "-log", f"{name}.log", "-screen", "none"]
    for key, value in {**settings, "N": options.n, "NAME": name}.items():
        command += ["-var", key, value]
    done = subprocess.run(command, cwd=options.out, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"LAMMPS ended with code {done.returncode}, see {options.out / (name + '.log')}")


def run(options):
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "results.csv"
    for inertial in options.inertial:
        for control, box in CASES:
            for seed in map(str, range(1, options.seeds + 1)):
                rows = rows_of(path)
                if any((row["N"], row["seed"]) == (options.n, seed) for row in chosen(rows, inertial, control, box)):
                    continue
                ready = f"ready{seed}_N{options.n}"
                if not (options.out / f"{ready}.restart").exists():
                    lammps(options, ready, {"SEED": str(7919 * int(seed) + 1)})
                settings = {"INERTIAL": inertial, "CONTROL": control, "BOX": box, "START": f"{ready}.restart",
                            "STRAIN": STRAINS.get(inertial, "3")}
                target = ""
                if control == "stress":
                    known = [float(row["ratio"]) for row in chosen(rows, inertial, "remap", "yes") if row["N"] == options.n]
                    target = settings["RATIO"] = f"{statistics.mean(known):.4f}"
                name, begin = f"I{inertial}_{control}_{box}_N{options.n}_{seed}", time.time()
                lammps(options, name, settings)
                found = rows_of(options.out / f"{name}.result")[-1]
                append_row(path, COLUMNS, {"inertial": inertial, "control": control, "box": box, "N": options.n, "seed": seed,
                                           "target": target, **found, "seconds": f"{time.time() - begin:.0f}"})
                print(name, found, flush=True)


def mean(rows, value):
    """Mean over seeds and its standard error."""
    values = [value(row) for row in rows]
    spread = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return statistics.mean(values), spread


def relative_rate(row):
    return float(row["rate"]) / float(row["reference"])


def stress(row):
    return float(row["ratio"]) * float(row["pressure"])


def viscosity(row):
    """Shear stress over rate, in pressure over nominal rate."""
    return stress(row) / relative_rate(row)


def table(path):
    rows = rows_of(path)
    print("| inertial number | control | `box` | rate / nominal | $-P_{xy}/P$ | viscosity in $P/R$ | volume fraction |\n"
          "|---:|---|---|---:|---:|---:|---:|")
    for inertial in dict.fromkeys(row["inertial"] for row in rows):
        for control, box in CASES:
            group = chosen(rows, inertial, control, box)
            if not group:
                continue
            cells = []
            for value, digits in ((relative_rate, 3), (stress, 4), (viscosity, 3), (lambda row: float(row["phi"]), 4)):
                middle, error = mean(group, value)
                cells.append(f"{middle:.{digits}f} ± {error:.{digits}f}")
            slow = sum(relative_rate(row) < 0.1 for row in group)
            if slow:
                cells[2] = f"{slow} of {len(group)} arrest"
            print(f"| {inertial} | {TITLES[control]} | {box} | " + " | ".join(cells) + " |")


def plot(path, image):
    """Stress ratio against inertial number: means of the rate-controlled runs as lines, single runs as points."""
    rows = rows_of(path)
    chart = Chart("2000 spheres, friction 0.3: flow curve", "inertial number", "shear stress / pressure",
                  (0.003, 0.3), (0.32, 0.42), logx=True)
    for colour, (control, box, name) in enumerate((("remap", "yes", "remap v"), ("rate", "yes", "rate, box yes"),
                                                   ("stress", "yes", "stress, box yes"), ("rate", "no", "rate, box no"),
                                                   ("stress", "no", "stress, box no"))):
        found = [(float(row["inertial"]) * relative_rate(row), stress(row)) for row in rows
                 if (row["control"], row["box"]) == (control, box)]
        inside = [point for point in found if 0.003 < point[0] < 0.3]
        if control != "stress":
            groups = [chosen(rows, i, control, box) for i in dict.fromkeys(row["inertial"] for row in rows)]
            chart.line(sorted((float(g[0]["inertial"]), mean(g, stress)[0]) for g in groups if g), colour)
        chart.points(inside, colour, name)
    chart.write(image)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("run", help="run what has no row yet")
    first.add_argument("--inertial", nargs="+", default=["0.1", "0.03", "0.015"], help="inertial numbers")
    first.add_argument("--n", default="2000", help="spheres (2000)")
    first.add_argument("--seeds", type=int, default=3, help="runs of each (3)")
    add_places(first, "steady_flow")
    for name, text in (("table", "means and standard errors over seeds, as Markdown"), ("plot", "the flow curve as SVG")):
        command = commands.add_parser(name, help=text)
        command.add_argument("csv", type=pathlib.Path)
        if name == "plot":
            command.add_argument("image", type=pathlib.Path)
    options = parser.parse_args(words)
    if options.command == "run":
        run(options)
    elif options.command == "table":
        table(options.csv)
    else:
        plot(options.csv, options.image)
    return 0


if __name__ == "__main__":
    sys.exit(main())
