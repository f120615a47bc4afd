#!/usr/bin/env python3
"""Flow or arrest of spheres under constant pressure and shear stress: friction x stress ratio x seed, one row of CSV each.

  python3 flow_arrest.py run --mu 0 0.3 --ratio 0.1 0.2 0.3 --seeds 2    the same command goes on where it stopped
  python3 flow_arrest.py table flow_arrest/results.csv                  brackets of the critical ratio

A run's folder OUT/MU_RATIO_BOX_N_SEED has its curves (run.curve) and the restart files to go on from. Needs Python's
standard library only.
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from runs import add_places, append_row, newest_restart, rows_of    # noqa: E402  after its folder

COLUMNS = ["mu", "ratio", "box", "N", "seed", "state", "steps", "strain", "rate", "inertial", "phi", "n1", "n2", "energy",
           "seconds"]


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run what has no row yet")
    run.add_argument("--mu", nargs="+", default=["0", "0.1", "0.3", "1"], help="friction coefficients")
    run.add_argument("--ratio", nargs="+", default=["0.1", "0.2", "0.3", "0.4"], help="shear stress over pressure")
    run.add_argument("--box", nargs="+", choices=("yes", "no"), default=["yes"], help="keyword of pair_style granular")
    run.add_argument("--n", default="1000", help="spheres (1000)")
    run.add_argument("--seeds", type=int, default=3, help="runs of each (3)")
    run.add_argument("--maxsteps", default="2000000", help="undecided after so many steps (2000000)")
    add_places(run, "flow_arrest")
    run.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="runs at a time (cores)")
    table = commands.add_parser("table", help="brackets of the critical ratio, as Markdown")
    table.add_argument("csv", type=pathlib.Path)
    return parser.parse_args(words)


def run_one(options, state):
    """Runs or continues one state to its end; returns its row."""
    mu, ratio, box, seed = state
    folder = options.out / f"mu{mu}_ratio{ratio}_box{box}_N{options.n}_seed{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    deck = folder / "in.flow_arrest"
    deck.write_text((HERE / "in.flow_arrest").read_text(encoding="utf-8"), encoding="utf-8")
    command = [str(options.lmp), "-in", deck.name, "-log", "log.lammps", "-screen", "none"]
    settings = {"MU": mu, "RATIO": ratio, "BOX": box, "N": options.n, "SEED": str(7919 * seed + 1), "NAME": "run",
                "MAXSTEPS": options.maxsteps}
    settings |= newest_restart(folder, "run")
    for name, value in settings.items():
        command += ["-var", name, value]
    begin = time.time()
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{folder.name}: LAMMPS ended with code {done.returncode}, see {folder / 'log.lammps'}")
    found = rows_of(folder / "run.result")[-1]
    return {"mu": mu, "ratio": ratio, "box": box, "N": options.n, "seed": seed, **found,
            "seconds": f"{time.time() - begin:.0f}"}


def run(options):
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "results.csv"
    known = {(r["mu"], r["ratio"], r["box"], r["N"], r["seed"]) for r in rows_of(path)}
    states = [s for s in itertools.product(options.mu, options.ratio, options.box, range(1, options.seeds + 1))
              if (s[0], s[1], s[2], options.n, str(s[3])) not in known]
    print(f"{len(states)} runs to do, {options.jobs} at a time", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = [pool.submit(run_one, options, state) for state in states]
        for number, future in enumerate(concurrent.futures.as_completed(pending), 1):
            try:
                row = future.result()
            except (RuntimeError, OSError, IndexError) as error:
                failed += 1
                print(error, file=sys.stderr, flush=True)
                continue
            append_row(path, COLUMNS, row)
            print(f"{number} of {len(states)}: mu {row['mu']}, ratio {row['ratio']}, box {row['box']}, seed {row['seed']}: "
                  f"{row['state']} after {row['steps']} steps, strain {row['strain']}", flush=True)
    return 1 if failed else 0


def table(path):
    """The largest ratio at which all seeds arrest and the smallest at which all flow."""
    groups = {}
    for row in rows_of(path):
        groups.setdefault((row["box"], float(row["mu"])), {}).setdefault(float(row["ratio"]), []).append(row["state"])
    print("| box | mu | all arrest up to | all flow from | between (arrest / flow / undecided) |\n|---|---|---|---|---|")
    for (box, mu), ratios in sorted(groups.items()):
        arrest = [r for r, states in ratios.items() if set(states) == {"arrests"}]
        flow = [r for r, states in ratios.items() if set(states) == {"flows"}]
        low, high = max(arrest, default=None), min(flow, default=None)
        between = "; ".join(f"{r:g}: " + " / ".join(str(s.count(k)) for k in ("arrests", "flows", "undecided"))
                            for r, s in sorted(ratios.items()) if r not in arrest + flow)
        text = [f"{x:g}" if x is not None else "" for x in (low, high)]
        print(f"| {box} | {mu:g} | {text[0]} | {text[1]} | {between} |")


def main(words=None):
    options = arguments(words)
    if options.command == "run":
        return run(options)
    table(options.csv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
