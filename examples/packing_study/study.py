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

Needs Python's standard library only.
"""

import argparse
import csv
import datetime
import os
import pathlib
import signal
import sys
import threading

import gaps
import layers
import plots
import results
import settled
import settled_report
import tables
from layout import first_table
from runner import ROOT, Runner
from states import KINDS, SETS, SETTLE_SETS, Trouble, packings


def part(text):
    """K/M as (K, M)."""
    try:
        k, m = map(int, text.split("/"))
    except ValueError:
        k = m = 0
    if not 1 <= k <= m:
        raise argparse.ArgumentTypeError(f"{text}: must be K/M with 1 <= K <= M")
    return k, m


def above(kind, least):
    def convert(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or value < least:
            raise argparse.ArgumentTypeError(f"{text}: must be {'a whole number' if kind is int else 'a number'} >= {least}")
        return value
    return convert


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
    command.add_argument("--every", type=above(int, 0), default=0, help="steps between restart files (20 seconds)")
    command.add_argument("--stop-after", type=above(float, 0), metavar="MINUTES", help="stop then, to go on another time")
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


def write_csv(path, lines):
    with open(path, "w", newline="", encoding="utf-8") as out:
        csv.writer(out, lineterminator="\n").writerows(lines)


def write_means(path, folder):
    """states_NAME.csv and found_NAME.csv in `folder` from results_NAME.csv (or NAME.csv)."""
    packings, beds, _ = rows_of([path])
    name = path.stem.removeprefix("results_")
    of_states = settled_report.state_rows(beds) if beds else tables.state_rows(packings)
    written = {f"states_{name}.csv": of_states, f"found_{name}.csv": first_table(tables.markdown(packings, beds))}
    for file, lines in written.items():
        write_csv(folder / file, lines)
    return [folder / file for file in written]


def gaps_of(files):
    try:
        return gaps.markdown(files)
    except (OSError, StopIteration, ValueError) as error:
        raise Trouble(f"gaps: {error or 'no dump of in.packing in three dimensions'}") from None


def layers_of(folders, thickness):
    try:
        return layers.markdown(folders, thickness)
    except (OSError, StopIteration, ValueError, IndexError) as error:
        raise Trouble(f"layers: {error or 'no dump of in.settle'}") from None


def say_or_write(text, path):
    """A table on the screen, or as CSV in a file."""
    if path:
        write_csv(path, first_table(text))
    else:
        print(text, end="")


def chosen(options):
    changes = [{}]
    if options.n:
        changes = [c | {"N": n} for c in changes for n in options.n]
    if options.pressure:
        changes = [c | {"P": p} for c in changes for p in options.pressure]
    for word in options.set:
        column, equals, value = word.partition("=")
        if not equals or not any(column in kind.settings for kind in KINDS.values()):
            known = sorted({column for kind in KINDS.values() for column in kind.settings})
            raise Trouble(f"--set {word}: must be COLUMN=VALUE with one of {', '.join(known)}")
        changes = [c | {column: value} for c in changes]
    found = list(dict.fromkeys(p for c in changes for p in packings(options.sources, options.seeds, c)))
    k, m = options.only
    return found[k - 1::m]


def jobs_of(options):
    """Packings at a time: one MPI rank per core, unless the user wants another number."""
    return options.jobs or max(1, len(os.sched_getaffinity(0)) // options.ranks)


def run(options):
    wanted = chosen(options)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    runner = Runner(options.out, options.lmp, options.ranks, options.mpirun, options.arguments, options.maxsteps,
                    options.every, stop)
    if options.retry:
        retry(runner, wanted)

    def say(line):
        print(f"{datetime.datetime.now():%H:%M:%S} {line}", flush=True)

    limit = 60 * options.stop_after if options.stop_after is not None else None
    done, left, failures = runner.run(wanted, jobs_of(options), say, options.progress, limit)
    say(f"{len(done)} packings finished now, {len(left)} to go on with, {len(failures)} failed")
    hours = runner.core_hours(done)
    if hours > 0:
        say(f"{len(done) / hours:.3g} packings per hour and core")
    return 1 if failures else 0


def retry(runner, wanted):
    for packing in wanted:
        rows = results.read(runner.csv(packing))
        if any(row["packing"] == packing.name and row["met"] != "1" for row in rows):
            results.drop(runner.csv(packing), {packing.name})
            (runner.folder(packing) / "packing.csv").unlink(missing_ok=True)


def rows_of(files):
    """(rows of packings, rows of settled beds, curves of these) of all results files."""
    files = files or [p for p in (pathlib.Path("study") / name for name in ("packings.csv", "settled.csv", "curves.csv")) if p.exists()]
    found, curves = {kind: [] for kind in KINDS}, {}
    for path in files:
        if not path.exists():
            raise Trouble(f"{path}: no such file")
        rows = results.read(path)
        if rows and "curve" in rows[0]:
            curves |= settled.read_curves(path)
            continue
        for row in rows:
            kind = "settle" if "mu" in row else "packing"
            # a setting that is younger than the file had its default
            found[kind].append(row | {c: default for c, (_, _, default) in KINDS[kind].settings.items() if not row.get(c)})
    if not any(found.values()):
        raise Trouble("no results: study.py run writes study/packings.csv")
    return found["packing"], found["settle"], curves


def main(words=None):
    options = arguments(words)
    try:
        if options.command == "list":
            names = [packing.name for packing in chosen(options)]
            print(*names, f"{len(names)} packings", sep="\n")
        elif options.command == "run":
            return run(options)
        elif options.command == "gaps":
            say_or_write(gaps_of(options.dumps), options.to)
        elif options.command == "layers":
            say_or_write(layers_of(options.folders, options.thickness), options.to)
        elif options.command == "table":
            text = tables.markdown(*rows_of(options.csv)[:2])
            if options.to:
                options.to.write_text(text, encoding="utf-8")
            else:
                print(text, end="")
        else:
            folder = options.to or pathlib.Path("study")
            folder.mkdir(parents=True, exist_ok=True)
            if options.command == "means":
                print(*(file for path in options.csv for file in write_means(path, folder)), sep="\n")
                return 0
            print(*plots.draw(folder, *rows_of(options.csv)), sep="\n")
    except Trouble as trouble:
        print(f"study.py: {trouble}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
