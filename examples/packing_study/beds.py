"""Settled beds that go on in another deck: what unload.py and arrest.py have in common."""

import argparse
import dataclasses
import pathlib
import shutil
import signal
import sys
import threading

import driver
import results
from runner import ROOT, last_error, locked_folder, program, run_lammps, side_by_side
from states import HERE, PROTOCOLS, Packing, StudyError


@dataclasses.dataclass
class Bed:
    """The folder of a bed and its row of settled.csv."""

    folder: pathlib.Path
    row: dict

    @property
    def name(self):
        return self.folder.name

    @property
    def packing(self):
        settings = PROTOCOLS["settle"].settings
        return Packing.make("settle", **{column: self.row[column] for column in settings if column in self.row})


def bed_of(folder):
    """The bed in a folder of study.py; StudyError unless it is at rest and can go on."""
    if not (folder / "run.restart").exists():
        raise StudyError(f"{folder}: no run.restart; study.py run writes it when a bed has settled")
    beds = folder.parent.parent / PROTOCOLS["settle"].results
    row = next((row for row in driver.rows_of(beds) if row["packing"] == folder.name), None)
    if row is None:
        raise StudyError(f"{folder}: {beds} has no row of this bed")
    if row["met"] != "1":
        raise StudyError(f"{folder}: not at rest; study.py run --retry goes on with it")
    if float(row.get("hertz", 0)) != 0:
        raise StudyError(f"{folder}: a bed with Hertz's contact; only those of linear springs can go on")
    return Bed(folder, row)


def go_on(bed, deck, place, options, settings, stop):
    """Runs a deck in `place`, a folder within that of the bed; `settings` names the options that are its variables.
    Raises Stopped when the event `stop` has ended the run."""
    place.mkdir(exist_ok=True)
    with locked_folder(place) as lock:
        shutil.copy(HERE / deck, place)
        words = [word for name in settings for word in ("-var", name.upper(), getattr(options, name))]
        command = [options.lmp, "-in", deck, "-log", "log.lammps", "-screen", "none",
                   "-var", "START", "../run.restart", "-var", "KN", bed.row["kn"], "-var", "OUT", ".", *words]
        code = run_lammps(command, place, lock, stop)
        if code != 0:
            raise StudyError(f"{bed.folder}: LAMMPS ended with code {code}: {last_error(place)}; see {place / 'log.lammps'}")


def read_rows(paths, command, script):
    """Rows of the CSV files that a script has written, as a DataFrame, for one of its commands."""
    for path in paths:
        if not pathlib.Path(path).exists():
            raise StudyError(f"{command}: {path} does not exist; {script} writes it")
    if not paths:
        raise StudyError(f"{command}: no rows; {script} writes them")
    return results.read_numbers(paths)


def main(description, deck, table, settings, rows, evaluate):
    """The program of a script that runs a deck on settled beds, or evaluates its table; ends with its code.

    evaluate     {first word: function of the other words that returns the code}
    other arguments as those of run
    """
    word, *words = sys.argv[1:] or [""]
    try:
        sys.exit(evaluate[word](words) if word in evaluate else run(description, deck, table, settings, rows))
    except StudyError as error:
        complain(error)
        sys.exit(2)


def run(description, deck, table, settings, rows):
    """Runs the deck on all beds that have no row yet; returns the code of the program.

    description  docstring of the script
    deck         name of the deck
    table        default name of the CSV to which it adds rows
    settings     variables of the deck in small letters, with their defaults: options of the script
    rows         function (folder of the results, bed, options): rows for the CSV
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path, help="study/runs/NAME of settled beds")
    parser.add_argument("--lmp", default=str(ROOT / "build" / "lmp"), help="LAMMPS with the plugin")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(table), help=f"CSV ({table})")
    parser.add_argument("--jobs", type=driver.above(int, 1), default=1, help="beds at a time (1)")
    for name, default in settings.items():
        parser.add_argument(f"--{name}", default=default, help=f"{name.upper()} of {deck} ({default})")
    options = parser.parse_args()
    options.lmp = program(options.lmp)
    beds = [bed_of(folder) for folder in dict.fromkeys(folder.resolve() for folder in options.folders)]
    try:
        driver.keep_recipe(options.out.with_suffix(".recipe"), driver.recipe(
            options.lmp, HERE / deck, {name.upper(): getattr(options, name) for name in settings}), options.out)
    except RuntimeError as error:
        raise StudyError(str(error)) from None
    done = {row["packing"] for row in driver.rows_of(options.out)}
    waiting = [bed for bed in beds if bed.name not in done]
    stop = threading.Event()    # ends all runs
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())

    def one(bed):
        place = bed.folder / pathlib.Path(deck).suffix[1:]
        go_on(bed, deck, place, options, settings, stop)
        results.replace(options.out, {bed.name}, list(rows(place, bed, options)))

    print(f"{len(beds)} beds, {len(waiting)} to do", flush=True)
    _, left, failures = side_by_side(one, waiting, options.jobs, stop, lambda line: print(line, flush=True))
    if stop.is_set():
        print(f"stopped, {len(left)} beds to do; the same command runs them", flush=True)
    for failure in failures:
        complain(failure)
    return 1 if failures or left else 0


def complain(error):
    print(f"{pathlib.Path(sys.argv[0]).name}: {error}", file=sys.stderr, flush=True)
