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

import network
import results
import settled
from states import KINDS, HERE, Trouble

ROOT = HERE.parent.parent
FIRST_SECONDS = 9e-8    # a step of one sphere on an idle core, until this study has measured its own


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


class Runner:
    """Settings of a run:

    out        folder of the study
    lmp        launcher of LAMMPS with the plugin
    ranks, mpirun, arguments   MPI ranks of a packing, how they are started, further words for LAMMPS
    maxsteps   a packing gives up after so many steps
    every      steps between restart files, 0: so that about 20 seconds lie between two
    stop       threading.Event that ends all runs
    """

    def __init__(self, out, lmp, ranks=1, mpirun="mpirun -np", arguments="", maxsteps=50_000_000, every=0, stop=None):
        self.out = pathlib.Path(out).resolve()
        program = shutil.which(lmp)
        self.ranks, self.mpirun, self.arguments = ranks, shlex.split(mpirun), shlex.split(arguments)
        self.maxsteps, self.every = maxsteps, every
        self.stop = stop or threading.Event()
        self.plugin = plugin_version()
        if not program:
            raise Trouble(f"--lmp {lmp}: no such program; make builds build/lmp")
        self.lmp = str(pathlib.Path(program).absolute())

    def csv(self, packing):
        return self.out / KINDS[packing.kind].results

    def folder(self, packing):
        return self.out / "runs" / packing.name

    def finished(self, packings):
        """Names of those that have their row."""
        return {row["packing"] for kind in {p.kind for p in packings} for row in results.read(self.out / KINDS[kind].results)}

    def steps_done(self, packing):
        """Steps of the last line of progress in the log, 0 before the first."""
        log = self.folder(packing) / "log.lammps"
        if not log.exists():
            return 0
        with open(log, "rb") as file:
            file.seek(max(0, log.stat().st_size - 4000))
            lines = re.findall(r"^ *(\d+) +\d\.\d+.*\n", file.read().decode(errors="replace"), re.MULTILINE)
        return int(lines[-1]) if lines else 0

    # ---- one packing --------------------------------------------------------------------------------------
    def pack(self, packing):
        """Runs or continues a packing to its end and adds its row. Raises Stopped, Busy, Trouble."""
        folder = self.folder(packing)
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Busy(packing.name) from None
            if packing.name in self.finished([packing]):
                return
            while self.own_row(packing) is None:
                self.part(packing, lock)
            results.append(self.csv(packing), self.row(packing))

    def own_row(self, packing):
        """The row that the deck wrote at its end, None before."""
        path = self.folder(packing) / "packing.csv"
        if path.exists() and path.read_text(encoding="utf-8").endswith("\n"):
            rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
            if rows and None not in rows[-1].values():
                return rows[-1]
        return None

    def starts(self, packing):
        """Restart files to go on from, the newest first."""
        files = [self.folder(packing) / f"run.restart.{k}" for k in (1, 2)]
        return sorted((f for f in files if f.exists()), key=lambda f: -f.stat().st_mtime)

    def part(self, packing, lock):
        """Runs LAMMPS from the newest restart file, or from the beginning, until its end or until stopped."""
        folder = self.folder(packing)
        start = next(iter(self.starts(packing)), None)
        started = start.stat().st_mtime if start else 0
        self.note_part(folder, start)
        (folder / "packing.csv").unlink(missing_ok=True)
        # a LAMMPS script splits a path at its spaces
        potentials = folder / "potentials"
        potentials.unlink(missing_ok=True)
        potentials.symlink_to(ROOT / "potentials")
        # LAMMPS reads its input bit by bit: a deck that is edited meanwhile would break the run
        deck = KINDS[packing.kind].deck
        shutil.copy(deck, folder / deck.name)
        every = self.every or max(1000, int(2e8 / float(packing["N"])) // 1000 * 1000)
        command = [self.lmp, "-in", deck.name, "-log", "log.lammps", "-screen", "none", *self.arguments,
                   *packing.variables(), "-var", "NAME", "run", "-var", "POTENTIALS", "potentials", "-var", "EVERY", str(every),
                   "-var", "MAXSTEPS", str(self.maxsteps)]
        if start:
            # LAMMPS would overwrite the file that it starts from
            first = folder / "run.restart.start"
            first.unlink(missing_ok=True)
            os.link(start, first)
            command += ["-var", "START", first.name]
        if self.ranks > 1:
            command = [*self.mpirun, str(self.ranks), *command]
        # mpirun refuses root and more ranks than cores unless told that they are meant; without binding, packings
        # side by side do not share one core; one rank needs no daemon of MPI
        environment = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1",
                       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
                       "OMPI_MCA_ess_singleton_isolated": "1"} | os.environ
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
                    if self.stop.is_set():
                        process.terminate()
                        try:
                            process.wait(20)
                        except subprocess.TimeoutExpired:
                            process.kill()
                            process.wait()
                        raise Stopped(packing.name) from None
        (folder / "potentials").unlink(missing_ok=True)
        (folder / "run.restart.start").unlink(missing_ok=True)
        if code == 0 and self.own_row(packing) is not None:
            return
        if self.stop.is_set():
            raise Stopped(packing.name)
        newest = next(iter(self.starts(packing)), None)
        if start and newest == start and newest.stat().st_mtime == started and "restart file" in self.error(folder):
            start.unlink()      # the machine went down while it was written: the other one, or the beginning
            return
        raise Trouble(f"{packing.name}: LAMMPS ended with code {code}: {self.error(folder)}; see {folder / 'log.lammps'}")

    @staticmethod
    def error(folder):
        """The last error in the log or in what was printed."""
        for name in ("log.lammps", "output.txt"):
            path = folder / name
            errors = re.findall(r"ERROR.*", path.read_text(errors="replace")) if path.exists() else []
            if errors:
                return errors[-1]
        return "no error message"

    @staticmethod
    def note_part(folder, start):
        """Adds the time that earlier parts took up to the restart file: what came after it was lost and does not count."""
        path = folder / "parts.json"
        parts = json.loads(path.read_text()) if path.exists() and start else {"parts": 0, "before": 0.0, "started": math.inf}
        written = start.stat().st_mtime if start else 0.0
        parts["before"] += max(0.0, written - parts["started"])
        parts["parts"] += 1
        parts["started"] = time.time()
        path.write_text(json.dumps(parts))

    def row(self, packing):
        """The row of a packing that has come to its end."""
        folder, own = self.folder(packing), self.own_row(packing)
        parts = json.loads((folder / "parts.json").read_text())
        with open(folder / "log.lammps", encoding="utf-8", errors="replace") as log:
            lammps = re.search(r"LAMMPS \(([^)]*)\)", log.read(4000)).group(1)
        row = {"packing": packing.name, **dict(packing.settings), "met": own["converged"], "steps": int(own["steps"])}
        if packing.kind == "packing":
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

    # ---- all packings ---------------------------------------------------------------------------------------
    def run(self, packings, jobs, say, interval=60.0, stop_after=None):
        """Runs the packings that have no row, `jobs` at a time, the longest first.

        say         called with each line of progress
        interval    seconds between two of these lines
        stop_after  seconds after which all runs are stopped
        Returns (packings finished now, names still to do, messages of failures).
        """
        self.out.mkdir(parents=True, exist_ok=True)
        before = self.finished(packings)
        waiting = [p for p in packings if p.name not in before]
        rate = Rate(results.read(self.out / KINDS[k].results) for k in KINDS)
        waiting.sort(key=lambda p: -rate.seconds(p))
        begin = time.time()
        say(f"{len(packings)} packings, {len(packings) - len(waiting)} have their row, {len(waiting)} to do, {jobs} at a time")
        pool = concurrent.futures.ThreadPoolExecutor(jobs)
        futures = {pool.submit(self.guarded, p): p for p in waiting}
        done, left, failures, spoken = [], [], [], begin
        pending = set(futures)
        while pending:
            finished, pending = concurrent.futures.wait(pending, 0.5, concurrent.futures.FIRST_COMPLETED)
            for future in finished:
                packing = futures[future]
                try:
                    future.result()
                    done.append(packing)
                    say(f"finished {packing.name}")
                except Stopped:
                    left.append(packing.name)
                except Busy:
                    left.append(packing.name)
                    say(f"{packing.name} is run by another process")
                except Trouble as trouble:
                    failures.append(str(trouble))
                    say(str(trouble))
            now = time.time()
            if stop_after is not None and now - begin > stop_after and not self.stop.is_set():
                say("time is up: stopping; the same command goes on from the restart files")
                self.stop.set()
            if pending and (now - spoken > interval or (finished and not self.stop.is_set())):
                spoken = now
                self.progress(packings, [futures[f] for f in pending], [futures[f] for f in pending if f.running()], jobs, begin, say)
        pool.shutdown()
        return done, left, failures

    def guarded(self, packing):
        if self.stop.is_set():
            raise Stopped(packing.name)
        try:
            self.pack(packing)
        except (OSError, KeyError, ValueError, IndexError) as error:
            raise Trouble(f"{packing.name}: {type(error).__name__}: {error}") from error

    def progress(self, packings, pending, running, jobs, begin, say):
        rate = Rate(results.read(self.out / KINDS[k].results) for k in KINDS)
        steps = {p: self.steps_done(p) for p in running}
        seconds = [rate.seconds(p, steps.get(p, 0)) for p in pending]
        left = max([sum(seconds) / jobs, *seconds])
        say(f"[{clock(time.time() - begin)}] {len(packings) - len(pending)} of {len(packings)} packings; about {clock(left)} "
            f"left; {len(running)} running:")
        for p in running:
            say(f"  {p.name}: step {steps[p]} of about {rate.steps(p):.2g}, about {clock(rate.seconds(p, steps[p]))} left")

    def core_hours(self, packings):
        """Of the packings that have their row."""
        rows = [row for kind in {p.kind for p in packings} for row in results.read(self.out / KINDS[kind].results)]
        names = {p.name for p in packings}
        return sum(float(r["seconds"]) * int(r["ranks"]) for r in rows if r["packing"] in names) / 3600


class Rate:
    """Expected times, from the rows of this study where it has some."""

    def __init__(self, tables):
        self.rows = [row for table in tables for row in table]
        costs = [float(r["seconds"]) * int(r["ranks"]) / (int(r["steps"]) * int(r["N"])) for r in self.rows if int(r["steps"]) > 0]
        self.cost = sum(costs) / len(costs) if costs else FIRST_SECONDS

    def steps(self, packing):
        """Mean of the rows of the same state; else the steps that such packings of 1000 spheres took."""
        if packing.kind == "settle":
            alike = ("mu", "restitution", "kn")
            guess = 4e5 * math.sqrt(float(packing["kn"]) / 2e5)
        else:
            alike = ("mu_s", "mu_r", "mu_t", "P", "criterion")
            s, r, t = (float(packing[c]) for c in alike[:3])
            guess = 1.7e6 if min(s, r) > 0.1 else 8e5 if min(s, t) > 0.1 else 5e5
            guess *= math.sqrt(1e-15 / (float(packing["P"]) * max(1e-30, float(packing["criterion"]))))
            guess *= 0.02 / float(packing["dt"])
        known = [int(r["steps"]) for r in self.rows if all(r.get(c) == packing[c] for c in alike)]
        return sum(known) / len(known) if known else guess

    def seconds(self, packing, done=0):
        """Of the steps that are left, and at least of a tenth of all."""
        steps = self.steps(packing)
        return max(steps - done, 0.1 * steps) * float(packing["N"]) * self.cost


def clock(seconds):
    return str(datetime.timedelta(seconds=round(seconds)))
