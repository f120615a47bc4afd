#!/usr/bin/env python3
"""Flow or arrest of spheres under constant pressure and shear stress: friction x stress ratio x seed, one row of CSV each.

  python3 flow_arrest.py run --mu 0 0.3 --ratio 0.1 0.2 0.3 --seeds 2    the same command goes on where it stopped
  python3 flow_arrest.py table flow_arrest/results.csv                  brackets of the critical ratio

A run's folder OUT/MU_RATIO_BOX_N_SEED has its curves (run.curve) and the restart files to go on from.
"""

import argparse
import itertools
import os
import pathlib
import shutil
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import (above, add_places, append_row, keep_recipe, lammps, markdown, newest_restart, recipe,    # noqa: E402  after its folder
                    rows_of, run_all)

import pandas    # noqa: E402  driver says so where it is missing

STATE = ["mu", "ratio", "box", "N", "seed"]
COLUMNS = [*STATE, "state", "steps", "strain", "rate", "inertial", "phi", "n1", "n2", "energy", "seconds"]


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run what has no row yet")
    run.add_argument("--mu", nargs="+", default=["0", "0.1", "0.3", "1"], help="friction coefficients")
    run.add_argument("--ratio", nargs="+", default=["0.1", "0.2", "0.3", "0.4"], help="shear stress over pressure")
    run.add_argument("--box", nargs="+", choices=("yes", "no"), default=["yes"], help="keyword of pair_style granular")
    run.add_argument("--n", default="1000", help="spheres (1000)")
    run.add_argument("--seeds", type=above(int, 1), default=3, help="runs of each (3)")
    run.add_argument("--maxsteps", default="2000000", help="undecided after so many steps (2000000)")
    add_places(run, "flow_arrest")
    run.add_argument("--jobs", type=above(int, 1), default=len(os.sched_getaffinity(0)), help="runs at a time (cores)")
    table = commands.add_parser("table", help="brackets of the critical ratio, as Markdown")
    table.add_argument("csv", type=pathlib.Path)
    return parser.parse_args(words)


def run_one(options, state):
    """Runs or continues one state to its end; returns its row."""
    mu, ratio, box, n, seed = state
    folder = options.out / f"mu{mu}_ratio{ratio}_box{box}_N{n}_seed{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    # LAMMPS reads its input bit by bit: a deck that is edited meanwhile would break the run
    shutil.copy(HERE / "in.flow_arrest", folder)
    settings = {"MU": mu, "RATIO": ratio, "BOX": box, "N": n, "SEED": 7919 * int(seed) + 1, "NAME": "run", "MAXSTEPS": options.maxsteps}
    begin = time.time()
    lammps(options.lmp, "in.flow_arrest", folder, settings | newest_restart(folder, "run"))
    return dict(zip(STATE, state)) | rows_of(folder / "run.result")[-1] | {"seconds": f"{time.time() - begin:.0f}"}


def run(options):
    keep_recipe(options.out / "results.recipe", recipe(options.lmp, HERE / "in.flow_arrest", {}))
    path = options.out / "results.csv"
    known = [tuple(row[c] for c in STATE) for row in rows_of(path)]
    seeds = map(str, range(1, options.seeds + 1))
    states = [s for s in itertools.product(options.mu, options.ratio, options.box, [options.n], seeds) if s not in known]
    print(f"{len(states)} runs to do, {options.jobs} at a time", flush=True)
    failed = 0
    for state, row in run_all(lambda state: run_one(options, state), states, options.jobs):
        if isinstance(row, Exception):
            failed += 1
            print(row, file=sys.stderr, flush=True)
        else:
            append_row(path, COLUMNS, row)
            print(f"mu, ratio, box, N, seed = {', '.join(state)}: {row['state']} after {row['steps']} steps, strain {row['strain']}",
                  flush=True)
    return 1 if failed else 0


def table(path):
    """The largest ratio at which all seeds arrest and the smallest at which all flow, for each number of spheres."""
    lines = []
    for (n, box, mu), rows in pandas.read_csv(path).groupby(["N", "box", "mu"]):
        counts = pandas.crosstab(rows.ratio, rows.state).reindex(columns=["arrests", "flows", "undecided"], fill_value=0)
        seeds = counts.sum(axis=1)
        arrest, flow = counts.index[counts.arrests == seeds], counts.index[counts.flows == seeds]
        between = counts.drop(arrest.union(flow))
        lines.append((n, box, f"{mu:g}", f"{arrest.max():g}" if len(arrest) else "", f"{flow.min():g}" if len(flow) else "",
                      "; ".join(f"{ratio:g}: {' / '.join(map(str, row))}" for ratio, *row in between.itertuples())))
    print(markdown(("N", "box", "mu", "all arrest up to", "all flow from", "between (arrest / flow / undecided)"), lines), end="")


def main(words=None):
    options = arguments(words)
    if options.command == "run":
        return run(options)
    table(options.csv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
