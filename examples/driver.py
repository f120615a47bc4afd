"""What the drivers of the examples share: runs of LAMMPS, tables of results, output of fix print, charts.

Needs Debian's python3-numpy, python3-scipy, python3-pandas, python3-matplotlib.
"""

import argparse
import concurrent.futures
import csv
import fcntl
import functools
import hashlib
import math
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import threading

try:
    import numpy
    import pandas    # noqa: F401  the drivers use them
    import scipy    # noqa: F401
    import matplotlib
except ModuleNotFoundError as missing:
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {sys.executable} has no {missing.name}; "
             f"on Debian: apt-get install python3-{missing.name}, then use /usr/bin/python3")

matplotlib.use("Agg")
import matplotlib.pyplot as pyplot    # noqa: E402  after the choice of the backend

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))    # for the drivers too
from granular_srt import reading, restart, style    # noqa: E402

style.use()
LAUNCHER = pathlib.Path(__file__).resolve().parent.parent / "build" / "lmp"
# mpirun refuses root and more ranks than cores unless told that they are meant; without binding, runs side by side do
# not share one core (PRTE_: names of Open MPI 5); one rank needs no daemon of MPI
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
       "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "PRTE_MCA_hwloc_default_binding_policy": "none",
       "OMPI_MCA_ess_singleton_isolated": "1"}
_HELD, _HOLDING = {}, threading.Lock()    # folders of runs that others must not use at the same time


def _message_alone(kind, error, trace):
    """A failed run, and a file or folder that is not there or none, are no faults of the script: their message without a traceback."""
    if kind in (RuntimeError, KeyboardInterrupt) or issubclass(kind, (OSError, reading.ReadError)):
        print(f"{pathlib.Path(sys.argv[0]).name}: {str(error) or 'interrupted'}", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _message_alone

# ---- arguments ----

def above(kind, least):
    """Type of an argument: an int or float that is not below `least`."""
    def convert(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or value < least:
            raise argparse.ArgumentTypeError(f"{text}: must be {'a whole number' if kind is int else 'a number'} >= {least}")
        return value
    return convert


def add_places(parser, out):
    """Adds --lmp and --out to a parser of arguments: absolute paths of LAMMPS and of the folder of the results."""
    def absolute(text):
        return pathlib.Path(text).absolute()    # a launcher that is a link stays one

    def program(text):
        return absolute(shutil.which(text) or text)

    parser.add_argument("--lmp", type=program, default=str(LAUNCHER), help="LAMMPS with the plugin (build/lmp)")
    parser.add_argument("--out", type=absolute, default=out, help=f"folder of the results ({out})")


# ---- runs ----

def lammps(lmp, deck, folder, variables, log="log.lammps", ranks=1, screen=False, stock=False):
    """Runs a deck in a folder, with `stock` without the plugin; with `screen`, its output is shown.

    RuntimeError if LAMMPS fails or is not there, or another program runs decks in this folder, whose files would be taken for those of
    this run.
    """
    need_program(lmp)
    folder.mkdir(parents=True, exist_ok=True)
    _alone_in(folder)
    _run(lmp, deck, folder, variables, log, ranks, screen, stock)


def _alone_in(folder):
    """Keeps other programs from a folder until this one ends."""
    with _HOLDING:
        if folder not in _HELD:
            most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))    # a study has more folders than the usual 1024 open files
            held = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(held)
                raise RuntimeError(f"{folder}: another program runs decks here; give another --out, or wait for its end") from None
            _HELD[folder] = held


def _run(lmp, deck, folder, variables, log, ranks, screen=False, stock=False):
    command = ["mpirun", "-np", ranks] if ranks > 1 else []
    command += [lmp, "-in", deck, "-log", log, *([] if screen else ["-screen", "none"])]
    for name, value in variables.items():
        command += ["-var", name, value]
    environment = MPI | os.environ | ({"GRANULAR_SRT_STOCK": "1", "LAMMPS_PLUGIN_PATH": ""} if stock else {})
    code = subprocess.run(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, check=False, env=environment).returncode
    if code != 0:
        raise RuntimeError(f"{folder.name}: LAMMPS ended with code {code}, see {folder / log}")


def need_program(lmp):
    """Its path. \\throws RuntimeError if there is none."""
    found = shutil.which(str(lmp))
    if not found:
        raise RuntimeError(f"--lmp {lmp}: no such program; make builds build/lmp")
    return pathlib.Path(found)


@functools.lru_cache
def program_recipe(lmp):
    """Lines that differ for another LAMMPS or plugin: version and content, that of the program where it loads no plugin."""
    text = subprocess.run([need_program(lmp), "-in", os.devnull, "-log", "none"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False, env=MPI | os.environ).stdout
    plugins = [file for folder in re.findall(r"^Loaded [1-9]\d* plugins from (.*)", text, re.MULTILINE)
               for file in sorted(pathlib.Path(folder).glob("*plugin.so"))]
    version = re.search(r"^LAMMPS \(.*\)", text, re.MULTILINE)
    return (version[0] if version else "LAMMPS") + "".join(f"\n{file.name} {key_of(file)}" for file in plugins or [need_program(lmp)]) + "\n"


def recipe(lmp, deck, variables, folder=pathlib.Path()):
    """All that decides the result of a deck, as lines: LAMMPS, plugin, decks beside it, variables, and the files that these name.

    Ranks are left out: results do not depend on them. So is OUT, the name of a file that the deck writes.
    """
    return program_recipe(lmp) + _deck_recipe(deck, variables, folder)


def _deck_recipe(deck, variables, folder):
    def decks(place):
        return sorted(path for path in place.iterdir() if path.name.startswith("in.") or path.suffix in (".in", ".granular"))

    lines = [f"{path.name} {key_of(path)}" for path in decks(deck.parent)]
    for name, value in variables.items():
        if name == "OUT":
            continue
        place = folder / str(value)
        lines.append(f"{name} {key_of(place) if os.path.isfile(place) else key_of(*decks(place)) if os.path.isdir(place) else value}")
    return "\n".join(lines) + "\n"


def run_once(lmp, deck, folder, variables, log="log.lammps", ranks=1):
    """lammps(), unless this run has ended in this folder before, by the same recipe. The recipe is kept beside the log.

    A program that wants the same run at the same time waits for it. Where LAMMPS is missing, as on a machine to which results were
    copied, runs by the same decks and variables count.
    """
    text = (program_recipe(lmp) if shutil.which(str(lmp)) else "") + _deck_recipe(deck, variables, folder)
    kept = folder / f"{log}.recipe"

    def has_ended():
        return (folder / log).exists() and kept.exists() and kept.read_text(encoding="utf-8").endswith(text)

    if has_ended():    # the folder may be read-only
        return
    need_program(lmp)
    folder.mkdir(parents=True, exist_ok=True)
    with open(kept, "a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not has_ended():
            file.truncate(0)
            _run(lmp, deck, folder, variables, log, ranks)
            file.write(text)


def keep_recipe(path, text, results=None):
    """Writes the recipe of a study to a file before its first result. RuntimeError if the file has another one, and the file `results`,
    without which nothing is reused, is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and (results is None or results.exists()):
        kept = path.read_text(encoding="utf-8")
        if kept != text:
            changed = sorted({line.split(maxsplit=1)[0] for line in set(kept.splitlines()) ^ set(text.splitlines())})
            raise RuntimeError(f"{path.parent} has results with another {', '.join(changed)}: give another --out, or remove these results "
                               f"and {path.name}")
    path.write_text(text, encoding="utf-8")


def key_of(*paths):
    """Eight hexadecimal digits that differ where the content of a file does, for the names of folders of runs."""
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)).hexdigest()[:8]


def run_all(function, items, jobs):
    """Calls function(item) for all items, `jobs` at a time; yields (item, result) as they end.

    The result of a call that failed is its RuntimeError, OSError or IndexError.
    """
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(function, item): item for item in items}
        for future in concurrent.futures.as_completed(futures):
            try:
                yield futures[future], future.result()
            except (RuntimeError, OSError, IndexError) as error:
                yield futures[future], error


def newest_restart(folder, name):
    """{"START": file} to go on from the newest whole file of NAME.restart.* in a folder; {} if there is none."""
    start, found = folder / f"{name}.restart.start", restart.newest(folder.glob(f"{name}.restart.*"))
    if not found:
        return {}
    if found != start:
        os.replace(found, start)    # LAMMPS would overwrite the file that it starts from
    return {"START": start.name}


# ---- what runs leave ----

def read_columns(path):
    """Numbers in columns, after lines that begin with # (output of fix print)."""
    return numpy.loadtxt(path, ndmin=2)


def read_curve(*paths):
    """read_columns of the files of one run. A row of a step (first column) that was computed again, after a restart, replaces
    the earlier one. None without any rows."""
    rows = [rows for rows in map(read_columns, paths) if rows.size]
    if not rows:
        return None
    rows = numpy.vstack(rows)[::-1]
    return rows[numpy.unique(rows[:, 0], return_index=True)[1]]


# ---- tables ----

def rows_of(path):
    """Rows of a CSV file as dicts of text; none if there is no file."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def append_row(path, columns, row):
    """Adds a row to a CSV file, which begins with its header."""
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, columns, lineterminator="\n")
        if new:
            out.writeheader()
        out.writerow(row)


def write_rows(path, rows):
    """A CSV file of lists."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def markdown(columns, rows):
    """A Markdown table."""
    head, *lines = ["| " + " | ".join(map(str, row)) + " |\n" for row in (columns, *rows)]
    return head + "|" + "---|" * len(columns) + "\n" + "".join(lines)


def mean_and_error(values):
    """Mean and its standard error, NaN where there are too few values. Without rounding errors, which show in the last digit."""
    values = [float(value) for value in values]
    return (statistics.mean(values) if values else math.nan,
            statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan)


def written(mean, error, form=".4g", error_form=".1g"):
    """Text "mean +- error"; the mean alone where there is no error, as of one value."""
    return f"{mean:{form}}" + ("" if math.isnan(error) else f" +- {error:{error_form}}")


# ---- charts ----

def chart(title, xlabel, ylabel, **settings):
    """Axes with a title and labels; settings are those of matplotlib: xlim, ylim, xscale, ..."""
    _, axes = pyplot.subplots(figsize=(7.2, 4.4), layout="constrained")
    axes.set(title=title, xlabel=xlabel, ylabel=ylabel, **settings)
    return axes


def plot_means(axes, x, means, label):
    """A curve of Means (packing_study/groups.py) or (mean, error) with bars of one standard error, where there is one."""
    means = [mean[-2:] for mean in means]
    marker = style.MARKERS[len(axes.containers) % len(style.MARKERS)]
    axes.errorbar(x, [mean for mean, _ in means], numpy.nan_to_num([error for _, error in means]), marker=marker, label=label)


def save(axes, path):
    """Writes the picture with its legend where it hides least."""
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="best")
    axes.figure.savefig(path, dpi=110, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(axes.figure)
