"""Settled beds that go on in another deck: what in.unload and in.arrest have in common."""

import argparse
import concurrent.futures
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import results
from runner import ROOT, Runner
from states import HERE, KINDS, Packing, Trouble


def bed_of(folder):
    """The bed in a folder of study.py, as a row of its settled.csv."""
    if not (folder / "run.restart").exists():
        raise Trouble(f"{folder}: no run.restart; study.py run writes it when a bed has settled")
    beds = folder.parent.parent / KINDS["settle"].results
    row = next((row for row in results.read(beds) if row["packing"] == folder.name), None)
    if row is None:
        raise Trouble(f"{folder}: {beds} has no row of this bed")
    if row["met"] != "1":
        raise Trouble(f"{folder}: not at rest; study.py run --retry goes on with it")
    if float(row.get("hertz", 0)) != 0:
        raise Trouble(f"{folder}: a bed with Hertz's contact; only those of linear springs can go on")
    return row


def packing_of(bed):
    return Packing.make("settle", **{column: bed[column] for column in KINDS["settle"].settings if column in bed})


def go_on(folder, bed, deck, place, options, settings):
    """Runs a deck in `place`, a folder within that of the bed; `settings` names the options that are its variables."""
    place.mkdir(exist_ok=True)
    with open(place / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Trouble(f"{folder}: another process works on this bed") from None
        shutil.copy(HERE / deck, place)
        words = [word for name in settings for word in ("-var", name.upper(), getattr(options, name))]
        command = [options.lmp, "-in", deck, "-log", "log.lammps", "-screen", "none",
                   "-var", "START", "../run.restart", "-var", "KN", bed["kn"], "-var", "OUT", ".", *words]
        # as in runner.py
        environment = {"OMPI_MCA_ess_singleton_isolated": "1", "OMP_NUM_THREADS": "1"} | os.environ
        with open(place / "output.txt", "w", encoding="utf-8") as output, \
             tempfile.TemporaryDirectory(prefix="srt.", ignore_cleanup_errors=True) as environment["TMPDIR"]:
            # LAMMPS inherits the lock: it may live on if this program is killed
            code = subprocess.run(command, cwd=place, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                                  stderr=subprocess.STDOUT, pass_fds=[lock.fileno()], check=False).returncode
        if code != 0:
            raise Trouble(f"{folder}: LAMMPS ended with code {code}: {Runner.error(place)}; see {place / 'log.lammps'}")


def read_rows(words, command, script):
    """Rows of the CSV files that a script has written, for one of its commands."""
    rows = [row for path in words for row in results.read(path)]
    if not rows:
        raise Trouble(f"{command}: no rows; {script} writes them")
    return rows


def main(description, deck, table, settings, rows, evaluate):
    """The program of a script that runs a deck on settled beds, or evaluates its table; ends with its code.

    evaluate     {first word: function of the other words that returns the code}
    other arguments as those of run
    """
    word, *words = sys.argv[1:] or [""]
    try:
        sys.exit(evaluate[word](words) if word in evaluate else run(sys.argv[1:], description, deck, table, settings, rows))
    except Trouble as trouble:
        complain(trouble)
        sys.exit(2)


def run(words, description, deck, table, settings, rows):
    """Runs the deck on all beds that have no row yet; returns the code of the program.

    words        arguments: folders of study.py and options
    description  docstring of the script
    deck         name of the deck
    table        default name of the CSV to which it adds rows
    settings     variables of the deck in small letters, with their defaults: options of the script
    rows         function (folder of the results, row of the bed, options): rows for the CSV
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path, help="study/runs/NAME of settled beds")
    parser.add_argument("--lmp", default=str(ROOT / "build" / "lmp"), help="LAMMPS with the plugin")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(table), help=f"CSV ({table})")
    parser.add_argument("--jobs", type=int, default=1, help="beds at a time (1)")
    for name, default in settings.items():
        parser.add_argument(f"--{name}", default=default, help=f"{name.upper()} of {deck} ({default})")
    options = parser.parse_args(words)
    options.lmp = Runner(HERE, options.lmp).lmp     # its error if there is none
    beds = {folder.resolve(): bed_of(folder.resolve()) for folder in options.folders}
    done = {row["packing"] for row in results.read(options.out)}

    def one(folder):
        place = folder / pathlib.Path(deck).suffix[1:]
        go_on(folder, beds[folder], deck, place, options, settings)
        new = [{name: results.text(x) for name, x in row.items()} for row in rows(place, beds[folder], options)]
        with results.locked(f"{options.out}.lock"):
            results.write(options.out, results.read(options.out) + new, list(new[0]))

    failures = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(one, folder): folder for folder in beds if folder.name not in done}
        print(f"{len(beds)} beds, {len(futures)} to do", flush=True)
        for future in concurrent.futures.as_completed(futures):
            try:
                future.result()
                print(f"finished {futures[future].name}", flush=True)
            except (Trouble, OSError, KeyError, ValueError) as error:
                failures.append(error)
                complain(error)
    return 1 if failures else 0


def complain(error):
    print(f"{pathlib.Path(sys.argv[0]).name}: {error}", file=sys.stderr, flush=True)
