#!/usr/bin/env python3
"""Steady shear flow by three ways of control, with and without the motion of the box in the contacts.

  python3 steady_flow.py run --seeds 4           the same command goes on where it stopped
  python3 steady_flow.py table steady_flow/results.csv
  python3 steady_flow.py plot steady_flow/results.csv steady_flow.svg

For each inertial number: `fix deform ... remap v` first; then the same rate by `fix nph/sphere ... xy rate R`, and the
mean stress of the runs with `remap v` as its target, each with `box yes` and `box no`. A run takes a minute or two; one
that was interrupted begins again.
"""

import argparse
import itertools
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import (above, add_places, append_row, chart, keep_recipe, lammps, mean_and_error, recipe, rows_of,    # noqa: E402
                    save, written)
from granular_srt import restart, style    # noqa: E402  driver finds it

import pandas    # noqa: E402  driver says so where it is missing

STRAINS = {0.1: "10", 0.015: "2"}    # of the means; others 3
FOUND = ["rate", "pressure", "ratio", "phi", "n1", "n2", "reference"]
COLUMNS = ["inertial", "control", "box", "N", "seed", "target", *FOUND, "seconds"]
CASES = {("remap", "yes"): "remap v", ("rate", "yes"): "rate, box yes", ("rate", "no"): "rate, box no",
         ("stress", "yes"): "stress, box yes", ("stress", "no"): "stress, box no"}
TITLES = {"remap": "`fix deform ... remap v`", "rate": "`xy rate R`", "stress": "shear stress of `remap v`"}


def run(options):
    keep_recipe(options.out / "results.recipe", recipe(options.lmp, HERE / "in.steady_flow", {}))
    path = options.out / "results.csv"
    for inertial, (control, box), seed in itertools.product(options.inertial, CASES, map(str, range(1, options.seeds + 1))):
        case = {"inertial": inertial, "control": control, "box": box, "N": options.n}
        rows = rows_of(path)
        if any(case.items() | {("seed", seed)} <= row.items() for row in rows):
            continue

        def run_deck(name, settings):
            lammps(options.lmp, HERE / "in.steady_flow", options.out, {**settings, "N": options.n, "NAME": name}, f"{name}.log")

        ready = f"ready{seed}_N{options.n}"
        start = options.out / f"{ready}.restart"
        if not start.exists() or not restart.is_whole(start):
            run_deck(ready, {"SEED": 7919 * int(seed) + 1})
        settings = {"INERTIAL": inertial, "CONTROL": control, "BOX": box, "START": start.name,
                    "STRAIN": STRAINS.get(float(inertial), "3")}
        target = ""
        if control == "stress":
            known = [float(row["ratio"]) for row in rows if (case | {"control": "remap", "box": "yes"}).items() <= row.items()]
            target = settings["RATIO"] = f"{mean_and_error(known)[0]:.4f}"
        name, begin = f"I{inertial}_{control}_{box}_N{options.n}_{seed}", time.time()
        run_deck(name, settings)
        found = rows_of(options.out / f"{name}.result")[-1]
        append_row(path, COLUMNS, {**case, "seed": seed, "target": target, **found, "seconds": f"{time.time() - begin:.0f}"})
        print(name, found, flush=True)


def read(path):
    """The rows with stress in nominal pressures, rate in nominal rates and viscosity in pressure over nominal rate."""
    rows = pandas.read_csv(path, dtype={"inertial": str})
    rows["relative_rate"] = rows.rate / rows.reference
    return rows.assign(stress=rows.ratio, viscosity=rows.ratio / rows.relative_rate)


def table(path):
    rows = read(path)
    print("| N | inertial number | control | `box` | rate / nominal | $-P_{xy}/P$ | viscosity in $P/R$ | volume fraction |\n"
          "|---:|---:|---|---|---:|---:|---:|---:|")
    for n, inertial, (control, box) in itertools.product(rows.N.unique(), rows.inertial.unique(), CASES):
        group = rows[(rows.N == n) & (rows.inertial == inertial) & (rows.control == control) & (rows.box == box)]
        if group.empty:
            continue
        cells = [written(*mean_and_error(group[column]), f".{digits}f", f".{digits}f").replace("+-", "±")
                 for column, digits in (("relative_rate", 3), ("stress", 4), ("viscosity", 3), ("phi", 4))]
        slow = (group.relative_rate < 0.1).sum()
        if slow:
            cells[2] = f"{slow} of {len(group)} arrest"
        print(f"| {n} | {inertial} | {TITLES[control]} | {box} | " + " | ".join(cells) + " |")


def plot(path, image):
    """Stress ratio against inertial number: means of the rate-controlled runs as lines, single runs as points."""
    rows = read(path)
    sizes = rows.N.unique()
    axes = chart(f"{', '.join(map(str, sizes))} spheres, friction 0.3: flow curve", "inertial number", "shear stress / pressure",
                 xlim=(0.003, 0.3), ylim=(0.32, 0.42), xscale="log")
    for k, ((n, control, box), group) in enumerate(rows.groupby(["N", "control", "box"], sort=False)):
        inertial = group.inertial.astype(float)
        axes.plot(inertial * group.relative_rate, group.stress, style.MARKERS[k % len(style.MARKERS)], color=f"C{k}",
                  label=CASES[control, box] + (f", N = {n}" if len(sizes) > 1 else ""))
        if control != "stress":
            axes.plot(group.stress.groupby(inertial).mean(), "-", color=f"C{k}")
    save(axes, image)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("run", help="run what has no row yet")
    first.add_argument("--inertial", nargs="+", default=["0.1", "0.03", "0.015"], help="inertial numbers")
    first.add_argument("--n", default="2000", help="spheres (2000)")
    first.add_argument("--seeds", type=above(int, 1), default=3, help="runs of each (3)")
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
