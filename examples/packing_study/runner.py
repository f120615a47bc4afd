"""Runs packings side by side, each in a folder of its own, and goes on where an earlier run was stopped.

A packing's folder OUT/runs/NAME has:
  run.restart.1, .2   written in turn while it runs, to go on from
  run.restart         the final state, with contacts and box: the start of a shear test
  run.dump, run.contacts, run.png   final spheres, contacts, picture
  in.packing          the deck as it was run
  packing.csv         the deck's own row: the deck has come to its end
  parts.json          wall time of the parts before this one
  lock                held by whoever works on it, LAMMPS included
"""

import concurrent.futures
import contextlib
import csv
import datetime
import fcntl
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
import time

import driver
import network
import results
import settled
from states import HERE, PROTOCOLS, StudyError

ROOT = HERE.parent.parent


class Stopped(Exception):
    """The study was stopped; the packing can go on from its restart file."""


class Busy(Exception):
    """Another process works on this packing."""


def plugin_version():
    """Version of this tree, with its commit if git knows it."""
    cmake = ROOT / "CMakeLists.txt"
    found = re.search(r"project\(granular_srt VERSION ([\d.]+)", cmake.read_text()) if cmake.exists() else None
    version = found.group(1) if found else "unknown"
    if (ROOT / ".git").exists():
        git = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True,
                             check=False)
        version += "+" + git.stdout.strip() if git.returncode == 0 else ""
    return version


def program(lmp):
    path = shutil.which(lmp)
    if not path:
        raise StudyError(f"--lmp {lmp}: no such program; make builds build/lmp")
    return str(pathlib.Path(path).absolute())


@contextlib.contextmanager
def locked_folder(folder):
    """The lock of a folder as an open file. Raises Busy while another process holds it."""
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(folder.name) from None
        yield lock


def run_lammps(command, folder, lock, stop):
    """Exit code of LAMMPS in a folder. Raises Stopped when the event `stop` has ended the run."""
    environment = driver.MPI | os.environ
    # Open MPI makes folders of the same name in TMPDIR for all programs: two that start at the same instant can fail
    with open(folder / "output.txt", "w", encoding="utf-8") as output, \
         tempfile.TemporaryDirectory(prefix="srt.", ignore_cleanup_errors=True) as environment["TMPDIR"]:
        # LAMMPS inherits the lock: if this program is killed and LAMMPS is not, nobody starts the packing twice
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, pass_fds=[lock.fileno()], start_new_session=True)
        while True:
            try:
                code = process.wait(0.2)
                break
            except subprocess.TimeoutExpired:
                if stop.is_set():
                    process.terminate()
                    try:
                        process.wait(20)
                    except subprocess.TimeoutExpired:
                        process.kill()
                        process.wait()
                    raise Stopped(folder.name) from None
    if code != 0 and stop.is_set():
        raise Stopped(folder.name)
    return code


def last_error(folder):
    """The last error in the log or in what was printed."""
    for name in ("log.lammps", "output.txt"):
        path = folder / name
        errors = re.findall(r"ERROR.*", path.read_text(errors="replace")) if path.exists() else []
        if errors:
            return errors[-1]
    return "no error message"


def side_by_side(work, items, jobs, stop, say, interval=60.0, stop_after=math.inf):
    """Calls work(item) for all items, `jobs` at a time. Items have a name.

    say         called with each line of progress; work may be Stopped, Busy, or fail with a StudyError
    interval    seconds between lines of progress; item.progress() adds to them
    stop_after  seconds after which all runs are stopped
    Returns (items done, names still to do, messages of failures).
    """
    def guarded(item):
        if stop.is_set():
            raise Stopped(item.name)
        try:
            work(item)
        except (OSError, KeyError, ValueError, IndexError) as error:
            raise StudyError(f"{item.name}: {type(error).__name__}: {error}") from error

    done, left, failures = [], [], []
    begin = spoken = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(guarded, item): item for item in items}
        pending = set(futures)
        while pending:
            finished, pending = concurrent.futures.wait(pending, 0.5, concurrent.futures.FIRST_COMPLETED)
            for future in finished:
                try:
                    future.result()
                    done.append(futures[future])
                    say(f"finished {futures[future].name}")
                except Stopped as stopped:
                    left.append(str(stopped))
                except Busy as busy:
                    left.append(str(busy))
                    say(f"{busy} is run by another process")
                except StudyError as error:
                    failures.append(str(error))
                    say(str(error))
            now = time.monotonic()
            if now - begin > stop_after and not stop.is_set():
                say("time is up: stopping; the same command goes on from the restart files")
                stop.set()
            if pending and now - spoken > interval:
                spoken = now
                running = [futures[future] for future in pending if future.running()]
                gone, rest = (datetime.timedelta(seconds=round(t)) for t in (
                    now - begin, (now - begin) * len(pending) / max(1, len(futures) - len(pending))))
                say(f"[{gone}] {len(futures) - len(pending)} of {len(futures)} packings"
                    + (f", about {rest} left" if len(pending) < len(futures) else "") + f"; {len(running)} running:")
                for item in running:
                    say(f"  {item.name}{item.progress()}" if hasattr(item, "progress") else f"  {item.name}")
    return done, left, failures


class Runner:
    """Settings of a run:

    out        folder of the study
    lmp        launcher of LAMMPS with the plugin
    ranks, mpirun, arguments   MPI ranks of a packing, how they are started, further words for LAMMPS
    maxsteps   a packing gives up after so many steps
    every      steps between restart files, 0: so that about 7 seconds lie between two
    """

    def __init__(self, out, lmp, ranks=1, mpirun="mpirun -np", arguments="", maxsteps=50_000_000, every=0):
        self.out = pathlib.Path(out).resolve()
        self.lmp = program(lmp)
        self.ranks, self.mpirun, self.arguments = ranks, shlex.split(mpirun), shlex.split(arguments)
        self.maxsteps, self.every = maxsteps, every
        self.stop = threading.Event()    # ends all runs
        self.plugin = plugin_version()

    def csv(self, packing):
        return self.out / PROTOCOLS[packing.protocol].results

    def folder(self, packing):
        return self.out / "runs" / packing.name

    def finished(self, packings):
        """Names of those that have their row."""
        return {row["packing"] for path in {self.csv(p) for p in packings} for row in driver.rows_of(path)}

    def run(self, packings, jobs, say, interval, stop_after):
        """Runs the packings that have no row, `jobs` at a time, the largest first. Returns what side_by_side returns."""
        self.out.mkdir(parents=True, exist_ok=True)
        finished = self.finished(packings)
        waiting = sorted((p for p in packings if p.name not in finished or self.of_another_deck(p)), key=lambda p: -float(p["N"]))
        say(f"{len(packings)} packings, {len(packings) - len(waiting)} have their row, {len(waiting)} to do, {jobs} at a time")
        return side_by_side(self.pack, [Job(p, self.folder(p)) for p in waiting], jobs, self.stop, say, interval, stop_after)

    def of_another_deck(self, packing):
        """Whether the folder of a packing has a run of a deck that was edited since."""
        deck = PROTOCOLS[packing.protocol].deck
        kept = self.folder(packing) / deck.name
        return kept.exists() and kept.read_bytes() != deck.read_bytes()

    def pack(self, job):
        """Runs or continues a packing to its end and adds its row. Raises Stopped, Busy, StudyError."""
        packing, folder = job.packing, job.folder
        if self.of_another_deck(packing):
            raise StudyError(f"{packing.name}: {folder} has a run of another deck: give another --out, or remove this folder and its row")
        folder.mkdir(parents=True, exist_ok=True)
        with locked_folder(folder) as lock:
            if packing.name in self.finished([packing]):
                return
            while deck_row(folder) is None:
                self.part(packing, folder, lock)
            results.replace(self.csv(packing), {packing.name}, [self.row(packing, folder)])

    def part(self, packing, folder, lock):
        """Runs LAMMPS from the newest restart file, or from the beginning, until its end or until stopped."""
        start = newest(folder)
        started = start.stat().st_mtime if start else 0
        note_part(folder, start)
        (folder / "packing.csv").unlink(missing_ok=True)
        # LAMMPS reads its input bit by bit: a deck that is edited meanwhile would break the run
        deck = PROTOCOLS[packing.protocol].deck
        shutil.copy(deck, folder / deck.name)
        every = self.every or max(1000, int(2e8 / float(packing["N"])) // 1000 * 1000)
        command = [self.lmp, "-in", deck.name, "-log", "log.lammps", "-screen", "none", *self.arguments,
                   *packing.variables(), "-var", "NAME", "run", "-var", "POTENTIALS", str(ROOT / "potentials"), "-var", "EVERY", str(every),
                   "-var", "MAXSTEPS", str(self.maxsteps)]
        if start:
            # LAMMPS would overwrite the file that it starts from
            first = folder / "run.restart.start"
            first.unlink(missing_ok=True)
            os.link(start, first)
            command += ["-var", "START", first.name]
        if self.ranks > 1:
            command = [*self.mpirun, str(self.ranks), *command]
        code = run_lammps(command, folder, lock, self.stop)
        (folder / "run.restart.start").unlink(missing_ok=True)
        if code == 0 and deck_row(folder) is not None:
            return
        if start and newest(folder) == start and start.stat().st_mtime == started and "restart file" in last_error(folder):
            start.unlink()      # the machine went down while it was written: the other one, or the beginning
            return
        raise StudyError(f"{packing.name}: LAMMPS ended with code {code}: {last_error(folder)}; see {folder / 'log.lammps'}")

    def row(self, packing, folder):
        """The row of a packing that has come to its end."""
        own = deck_row(folder)
        parts = json.loads((folder / "parts.json").read_text())
        with open(folder / "log.lammps", encoding="utf-8", errors="replace") as log:
            lammps = re.search(r"LAMMPS \(([^)]*)\)", log.read(4000)).group(1)
        row = {"packing": packing.name, **dict(packing.settings), "met": own["converged"], "steps": int(own["steps"])}
        if packing.protocol == "packing":
            contacts = network.read_contacts(folder / "run.contacts", float(packing["ratio"]))
            mu = [float(packing[c]) for c in ("mu_s", "mu_r", "mu_t")]
            row |= {"phi": float(own["phi"])} | network.analyse(contacts, int(packing["N"]), mu, int(packing["dim"]))
            row |= {"touching": int(own["contacts"]), "touching_before": int(own["contacts_before"]), "KE": float(own["kinetic_energy"]),
                    "KE_bearing": float(own["bearing_kinetic_energy"]), "E_elastic": float(own["elastic_energy"])}
            row |= {c: float(own[c]) for c in ("pxx", "pyy", "pzz", "pxy", "pxz", "pyz")}
        else:
            row |= settled.analyse(folder, packing, own, self.out / "curves.csv")
        return row | {"seconds": parts["before"] + float(own["seconds"]), "parts": parts["parts"], "ranks": self.ranks,
                      "lammps": lammps, "plugin": self.plugin}

    def retry(self, packings):
        """Drops the rows of packings that gave up: run() goes on with them."""
        for packing in packings:
            rows = driver.rows_of(self.csv(packing))
            if any(row["packing"] == packing.name and row["met"] != "1" for row in rows):
                results.replace(self.csv(packing), {packing.name}, [])
                (self.folder(packing) / "packing.csv").unlink(missing_ok=True)

    def core_hours(self, packings):
        """Of the packings that have their row."""
        names = {p.name for p in packings}
        return sum(float(r["seconds"]) * int(r["ranks"]) for path in {self.csv(p) for p in packings}
                   for r in driver.rows_of(path) if r["packing"] in names) / 3600


class Job:
    """A packing and its folder."""

    def __init__(self, packing, folder):
        self.packing, self.folder, self.name = packing, folder, packing.name

    def progress(self):
        """The step in the last line of progress in the log."""
        log = self.folder / "log.lammps"
        if not log.exists():
            return ""
        with open(log, "rb") as file:
            file.seek(max(0, log.stat().st_size - 4000))
            lines = re.findall(r"^ *(\d+) +\d\.\d+.*\n", file.read().decode(errors="replace"), re.MULTILINE)
        return f": step {lines[-1]}" if lines else ""


def deck_row(folder):
    """The row that the deck wrote at its end, None before."""
    path = folder / "packing.csv"
    if path.exists() and path.read_text(encoding="utf-8").endswith("\n"):
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        if rows and None not in rows[-1].values():
            return rows[-1]
    return None


def newest(folder):
    """The restart file to go on from; None if there is none."""
    files = [folder / f"run.restart.{k}" for k in (1, 2)]
    return max((f for f in files if f.exists()), key=lambda f: f.stat().st_mtime, default=None)


def note_part(folder, start):
    """Adds the time that earlier parts took up to the restart file: what came after it was lost and does not count."""
    path = folder / "parts.json"
    parts = json.loads(path.read_text()) if path.exists() and start else {"parts": 0, "before": 0.0, "started": math.inf}
    written = start.stat().st_mtime if start else 0.0
    parts["before"] += max(0.0, written - parts["started"])
    parts["parts"] += 1
    parts["started"] = time.time()
    path.write_text(json.dumps(parts))
