"""Runs the sides of a case in turns, and sees whether they do the same."""

import hashlib
import math
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from cases import (ALL_CASES, COMPRESS, END_CONTACTS, END_PHI, LARGEST_START, OLDER, OLDER_GPU, SCATTER, STARTS,
                   WITHOUT_PLUGIN, Case)
from run import BenchError, Run, read_log
from table import Table

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


def copies_for(n):
    """(N of the start file, copies along x, y, z) for a packing of about n spheres, a quarter more or less: a box that is
    nearly a cube, because a longer one has more ghosts."""
    count = round(n / LARGEST_START)
    if count <= 1:
        return n, (1, 1, 1)
    shapes = [(a, b, c) for a in range(1, count + 1) for b in range(a, count // a + 1)
              for c in range(b, 5 * count // (4 * a * b) + 1) if a * b * c >= 0.75 * count]
    return LARGEST_START, min(shapes, key=lambda s: (max(2.0, s[2] / s[0]), abs(math.prod(s) - count), s[2] / s[0]))


def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def relative_spread(values):
    """Largest difference over largest magnitude; NaN where a value is not finite."""
    if not all(map(math.isfinite, values)):
        return math.nan
    largest = max(map(abs, values))
    return (max(values) - min(values)) / largest if largest else 0.0


class Bench:
    """Runs LAMMPS in a folder of links, because its scripts cannot use a path with spaces."""

    def __init__(self, options):
        self.options = options
        self.runs = []
        self.failures = []
        self.agreement = Table("Same physics: largest relative deviation of the runs of a case (allowed)", "case", "N",
                               "after the check", "at the end", words=4)
        self.results = options.results.resolve()
        (self.results / "start").mkdir(parents=True, exist_ok=True)
        self.folder = tempfile.TemporaryDirectory(prefix="granular_srt_bench_")
        self.work = pathlib.Path(self.folder.name)
        for name, target in (("decks", HERE / "decks"), ("potentials", ROOT / "potentials"),
                             ("start", self.results / "start")):
            (self.work / name).symlink_to(target)
        self.began = time.monotonic()

    def close(self):
        self.folder.cleanup()

    def say(self, text):
        print(f"== {duration(time.monotonic() - self.began)}: {text}", flush=True)

    def lammps(self, deck, variables, stock=False, ranks=1, launcher=None, words=(), simd="on"):
        """Runs a deck, a file of decks/ or of another folder of links; returns (log, largest resident set of the process in
        bytes, 0 with several ranks)."""
        command = [str((launcher or self.options.lmp).resolve()), *words, "-in",
                   deck if "/" in deck else f"decks/{deck}", "-log", "log.lammps", "-screen", "none"]
        for name, value in dict(variables, POTENTIALS="potentials").items():
            command += ["-var", name, str(value)]
        # mpirun refuses root, and more ranks than cores, unless told that they are meant (PRTE_: Open MPI 5)
        threads = words[words.index("t") + 1] if "t" in words else "1"
        environment = dict(os.environ, GRANULAR_SRT_STOCK="1" if stock else "0", OMP_NUM_THREADS=threads,
                           GRANULAR_SRT_SIMD=simd, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_rmaps_base_oversubscribe="1",
                           PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe")
        if ranks > 1:
            command = ["mpirun", "-np", str(ranks), *command]
        else:
            environment["OMPI_MCA_ess_singleton_isolated"] = "1"    # no daemon beside the timed run
        log = self.work / "log.lammps"
        log.unlink(missing_ok=True)
        with open(self.work / "output", "w+") as output:
            process = subprocess.Popen(command, cwd=self.work, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=subprocess.STDOUT)
            try:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            except KeyboardInterrupt:
                process.terminate()
                process.wait()
                raise
            output.seek(0)
            printed = output.read()
        text = log.read_text() if log.exists() else ""
        if process.returncode != 0:
            errors = [line for line in (text + printed).splitlines() if "ERROR" in line]
            raise BenchError(f"{deck} ({'stock' if stock else 'plugin'}) failed: "
                             + (errors[0] if errors else printed[-2000:] or f"exit code {process.returncode}"))
        return text, 0 if ranks > 1 else usage.ru_maxrss * 1024

    def start_file(self, kind, n):
        """Makes a start file once, with the plugin; returns its path for a deck."""
        deck, variables = STARTS[kind]
        options = self.options
        compress, calm = options.compress or COMPRESS.get(kind, 35000), options.calm
        variables = dict(variables, N=n, SEED=options.seed, COMPRESS=compress, CALM=calm)
        texts = [(HERE / "decks" / name).read_text()
                 for name in (deck, "setup.in", "barostat.in", "chute.in",
                              *(("impact_setup.in", "impact.in") if kind == "impact" else ()), f"model.{variables.get('MODEL', 'chute')}")]
        digest = hashlib.sha1(repr((texts, sorted(variables.items()))).encode()).hexdigest()[:8]
        name = f"{kind.replace(' ', '_')}_{n}_{digest}.data"
        if not (self.results / "start" / name).exists():
            self.say(f"making the start file of '{kind}' with {n} spheres")
            self.lammps(deck, dict(variables, OUT="new.data"))
            shutil.move(self.work / "new.data", self.results / "start" / name)
        return f"start/{name}"

    def instruction_sets(self):
        """The values of GRANULAR_SRT_SIMD that name a set of this build and processor, the widest first."""
        try:
            self.lammps("in.few", dict(START=self.start_file("few", 2), CHECK=1, WARMUP=1, STEPS=1, MODEL="hooke"), simd="?")
        except BenchError as error:
            return re.search(r"can be on, (.*) here", str(error)).group(1).split(", ")
        raise BenchError("GRANULAR_SRT_SIMD=? is no error")

    def sides(self, name, n, steps, warmup, check, whos, ranks=(1,), group=None, launcher=None, words=None, more=None,
              more_turns=None, simd=None):
        """Runs a case in turns; returns {(who, ranks): [Run, ...]} or None where the sides differ.

        name: of a case, or the case itself; words: {who: words of LAMMPS' command line}; more: variables of the deck;
        more_turns: {who: factor of the number of turns in which it runs}; simd: {who: instruction set}."""
        case = name if isinstance(name, Case) else ALL_CASES[name]
        group = group or name
        base, copies = copies_for(n) if case.deck == "in.jammed" else (n, (1, 1, 1))
        variables = dict(more or {}, N=n, START=self.start_file(case.start, base), CHECK=check, WARMUP=warmup, STEPS=steps)
        if case.deck == "in.jammed":
            variables.update(zip(("NX", "NY", "NZ"), copies))
        found = {}
        turns = {who: self.options.repeats * (more_turns or {}).get(who, 1) for who in whos}
        for repeat in range(1, max(turns.values()) + 1):
            for count in ranks:
                for who in (who for who in whos if repeat <= turns[who]):
                    model = "gran_hooke_history" if who in (OLDER, OLDER_GPU) else case.model
                    log, peak = self.lammps(case.deck, dict(variables, MODEL=model), ranks=count, launcher=launcher,
                                            stock=who in WITHOUT_PLUGIN, words=(words or {}).get(who, ()), simd=(simd or {}).get(who, "on"))
                    run = Run(case=group, who=who, ranks=count, repeat=repeat, peak=peak, **read_log(log))
                    found.setdefault((who, count), []).append(run)
                    self.runs.append(run)
                    self.say(f"{group} N={run.atoms} {who}, {count} rank{'s'[:count - 1]}, repeat {repeat} of "
                             f"{turns[who]}: {run.per_particle_step():.0f} ns a particle and step")
        if not self.same_physics(group, case, found):
            return None
        return found

    def same_physics(self, group, case, found):
        """Whether stock and plugin, on all numbers of ranks, are in the same state after CHECK steps and have the
        same number of contacts at the end."""
        runs = [run for (who, _), some in found.items() for run in some if who not in (OLDER, OLDER_GPU)]
        largest = max(run.contacts for run in runs)
        scatter = max(1.0, math.sqrt(SCATTER / runs[0].atoms))
        compared = [(quantity, "after the check", [run.check[quantity] for run in runs], scatter * bound)
                    for quantity, bound in case.bounds.items()]
        compared += [("phi", "at the end", [run.state["phi"] for run in runs], END_PHI),
                     ("contacts", "at the end", [run.contacts for run in runs],
                      END_CONTACTS + 2 / math.sqrt(max(1.0, largest)))]
        cells, good = self.within_bounds(f"{group} N={runs[0].atoms}", compared)
        self.agreement.add(group, f"{runs[0].atoms}", ", ".join(cells[:-2]), ", ".join(cells[-2:]))
        return good

    def within_bounds(self, name, compared):
        """Cells of the table for each (quantity, moment, values, bound), and whether all are within their bounds; notes failures."""
        cells, good = [], True
        for quantity, moment, values, bound in compared:
            deviation = relative_spread(values)
            cells.append(f"{quantity} {deviation:.0e} ({bound:.0e})")
            if not deviation <= bound:    # NaN is no agreement
                good = False
                self.failures.append(f"{name}: {quantity} {moment} deviates by {deviation:.1e} between the runs "
                                     f"(allowed {bound:.0e}); no ratios")
        return cells, good
