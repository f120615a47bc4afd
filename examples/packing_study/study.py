#!/usr/bin/env python3
"""Many packings: friction states x seeds x spheres x pressure, one row of CSV each.

  python3 study.py list limits                     what would be run
  python3 study.py run limits --seeds 3 --n 1000   runs it on all cores; the same command again goes on where it stopped
  python3 study.py run my_states.csv --only 3/16   the third of 16 parts, for job arrays
  python3 study.py table                           paper / found
  python3 study.py plot                            the paper's figures
  python3 study.py gaps study/runs/*/run.dump      exponent of g(r) near contact, for several ranges of gaps
  python3 study.py layers study/runs/mu0_*         coordination number and density of settled beds against height
  python3 study.py means results_*.csv --to data   means of each file: states_*.csv, and found_*.csv beside the paper's numbers

Needs Debian's python3-numpy, python3-scipy, python3-pandas, python3-matplotlib.
"""

import argparse
import datetime
import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import driver    # noqa: E402  its message where a package is missing comes before other imports
import gaps    # noqa: E402
import results    # noqa: E402
import santos    # noqa: E402
import settled    # noqa: E402
import silbert    # noqa: E402
from driver import above    # noqa: E402
from groups import Mean    # noqa: E402
from runner import ROOT, Runner    # noqa: E402
from states import PROTOCOLS, SETS, SETTLE_SETS, StudyError, packings    # noqa: E402


def part(text):
    """K/M as (K, M)."""
    try:
        k, m = map(int, text.split("/"))
    except ValueError:
        k = m = 0
    if not 1 <= k <= m:
        raise argparse.ArgumentTypeError(f"{text}: must be K/M with 1 <= K <= M")
    return k, m


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    sets = "; ".join(f"{name}: {text}" for name, (text, _) in (SETS | SETTLE_SETS).items())
    for name in ("list", "run"):
        command = commands.add_parser(name, help="print the packings" if name == "list" else "run them")
        command.add_argument("sources", nargs="+", metavar="SET_OR_CSV", help=f"a CSV table, or a set ({sets})")
        command.add_argument("--seeds", type=above(int, 1), default=6, help="packings of each state (6, as the paper)")
        command.add_argument("--n", type=above(int, 2), nargs="+", help="spheres, in place of the table's; several: all of them")
        command.add_argument("--pressure", nargs="+", help="pressures [k_n/d], in place of the table's")
        command.add_argument("--set", action="append", default=[], metavar="COLUMN=VALUE",
                             help="another setting for all packings, such as criterion=1e-12")
        command.add_argument("--only", type=part, default=(1, 1), metavar="K/M", help="the K-th of M parts of the list")
    command.add_argument("--out", type=pathlib.Path, default=pathlib.Path("study"), help="folder of the study (study)")
    command.add_argument("--lmp", type=pathlib.Path, default=ROOT / "build" / "lmp", help="LAMMPS with the plugin")
    command.add_argument("--jobs", type=above(int, 1), help="packings at a time (cores / ranks)")
    command.add_argument("--ranks", type=above(int, 1), default=1, help="MPI ranks of each (1)")
    command.add_argument("--mpirun", default="mpirun -np", help="what starts that many ranks")
    command.add_argument("--arguments", default="", help='further words for LAMMPS, such as "-k on g 1 -sf kk"')
    command.add_argument("--maxsteps", type=above(int, 1), default=50_000_000, help="a packing gives up after so many steps")
    command.add_argument("--every", type=above(int, 0), default=0, help="steps between restart files (about 7 seconds)")
    command.add_argument("--stop-after", type=above(float, 0), default=float("inf"), metavar="MINUTES", help="stop then, to go on another time")
    command.add_argument("--progress", type=above(float, 0.1), default=60.0, metavar="SECONDS", help="between lines of progress")
    command.add_argument("--retry", action="store_true", help="go on with packings that gave up, with more --maxsteps")
    for name, text in (("table", "paper / found, as Markdown"), ("plot", "the figures, as SVG"), ("means", "one row a state, as CSV")):
        command = commands.add_parser(name, help=text)
        command.add_argument("csv", nargs="+" if name == "means" else "*", type=pathlib.Path,
                             help="results" + ("" if name == "means" else " (study/packings.csv, settled.csv, curves.csv)"))
        command.add_argument("--to", type=pathlib.Path, help="file (screen)" if name == "table" else "folder (study)")
    command = commands.add_parser("gaps", help="exponent of g(r) near contact for several ranges, of all packings together")
    command.add_argument("dumps", nargs="+", type=pathlib.Path, help="study/runs/*/run.dump of packings of equal spheres")
    command.add_argument("--to", type=pathlib.Path, help="CSV (screen)")
    command = commands.add_parser("layers", help="z and phi of settled beds against height, means over all of them")
    command.add_argument("folders", nargs="+", type=pathlib.Path, help="folders with run.dump and run.contacts of settled beds")
    command.add_argument("--thickness", type=above(float, 0.1), default=5, help="of a layer [d] (5)")
    command.add_argument("--to", type=pathlib.Path, help="CSV (screen)")
    return parser.parse_args(words)


def chosen(options):
    """The packings that the arguments of list or run ask for."""
    changes = [{}]
    if options.n:
        changes = [c | {"N": n} for c in changes for n in options.n]
    if options.pressure:
        changes = [c | {"P": p} for c in changes for p in options.pressure]
    for word in options.set:
        column, equals, value = word.partition("=")
        known = sorted({column for protocol in PROTOCOLS.values() for column in protocol.settings})
        if not equals or column not in known:
            raise StudyError(f"--set {word}: must be COLUMN=VALUE with one of {', '.join(known)}")
        changes = [c | {column: value} for c in changes]
    found = list(dict.fromkeys(p for c in changes for p in packings(options.sources, options.seeds, c)))
    k, m = options.only
    return found[k - 1::m]


def jobs_of(options):
    """Packings at a time: one MPI rank per core, unless the user wants another number."""
    return options.jobs or max(1, len(os.sched_getaffinity(0)) // options.ranks)


def run(options):
    wanted = chosen(options)
    runner = Runner(options.out, options.lmp, options.ranks, options.mpirun, options.arguments, options.maxsteps, options.every)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: runner.stop.set())
    if options.retry:
        runner.retry(wanted)

    def say(line):
        print(f"{datetime.datetime.now():%H:%M:%S} {line}", flush=True)

    done, left, failures = runner.run(wanted, jobs_of(options), say, options.progress, 60 * options.stop_after)
    say(f"{len(done)} packings finished now, {len(left)} to go on with, {len(failures)} failed")
    hours = runner.core_hours([job.packing for job in done])
    if hours > 0:
        say(f"{len(done) / hours:.3g} packings per hour and core")
    return 1 if failures else 0


def report(packings, beds, _):
    """The tables paper / found as Markdown."""
    return "\n".join(part.report(rows) for part, rows in ((santos, packings), (silbert, beds)) if rows is not None)


def plot(folder, packings, beds, curves):
    written = santos.draw(folder, packings) if packings is not None else []
    return written + (silbert.draw(folder, beds, curves) if beds is not None else [])


def first_table(text):
    """The cells of the first Markdown table of a text, its heads first."""
    lines = text[text.index("|"):].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")] for line in [lines[0], *lines[2:]]]


def write_means(path, folder):
    """Writes states_NAME.csv and found_NAME.csv of results_NAME.csv (or NAME.csv); returns their paths."""
    packings, beds, _ = results.tables([path])
    name = path.stem.removeprefix("results_")
    written = {f"states_{name}.csv": silbert.state_rows(beds) if packings is None else santos.state_rows(packings),
               f"found_{name}.csv": first_table(report(packings, beds, None))}
    for file, lines in written.items():
        driver.write_rows(folder / file, lines)
    return [folder / file for file in written]


def layers(folders, thickness):
    """Means over the beds, of the layers that all of them have: columns and rows."""
    lines = []
    for same in zip(*(settled.layers(folder, thickness) for folder in folders)):
        spheres, z, phi = (Mean.of([bed[k] for bed in same]) for k in (2, 3, 4))
        lines.append((*(f"{height:g}" for height in same[0][:2]), len(same), f"{spheres.mean:.0f}", z.text(), phi.text(4)))
    if not lines:
        raise ValueError(f"no layer of {thickness:g} d fits into the bulk of each bed")
    return ("from [d]", "to [d]", "beds", "spheres of each", "z", "phi"), lines


def evaluate(options):
    """The commands gaps, layers, means, table and plot."""
    if options.command in ("gaps", "layers"):
        try:
            columns, rows = gaps.table(options.dumps) if options.command == "gaps" else layers(options.folders, options.thickness)
        except (OSError, ValueError, IndexError, AttributeError, KeyError) as error:
            deck = "in.packing in three dimensions" if options.command == "gaps" else "in.settle"
            raise StudyError(f"{options.command}: {error} (needs dumps of {deck})") from None
        if options.to:
            driver.write_rows(options.to, [columns, *rows])
        else:
            print(driver.markdown(columns, rows), end="")
        return
    folder = pathlib.Path("study")
    if options.command == "means":
        folder = options.to or folder
        folder.mkdir(parents=True, exist_ok=True)
        print(*(file for path in options.csv for file in write_means(path, folder)), sep="\n")
        return
    tables = results.tables(options.csv or [p for p in (folder / name for name in ("packings.csv", "settled.csv", "curves.csv"))
                                            if p.exists()])
    if options.command == "plot":
        folder = options.to or folder
        folder.mkdir(parents=True, exist_ok=True)
        written = plot(folder, *tables)
        if not written:
            raise StudyError("plot: these rows make no figure; it needs packings that met their criterion (column met: 1), of one "
                             "protocol and pressure, with several states")
        print(*written, sep="\n")
    elif options.to:
        options.to.write_text(report(*tables), encoding="utf-8")
    else:
        print(report(*tables), end="")


def main(words=None):
    options = arguments(words)
    try:
        if options.command == "list":
            names = [packing.name for packing in chosen(options)]
            print(*names, f"{len(names)} packings", sep="\n")
        elif options.command == "run":
            return run(options)
        else:
            evaluate(options)
    except StudyError as error:
        print(f"study.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
