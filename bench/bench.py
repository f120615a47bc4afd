#!/usr/bin/env python3
"""Speed of the plugin against stock LAMMPS: the same decks, the same start files, turn by turn.

    make bench                                   all cases, N = 10^4 (the scaling case to 10^6)
    make bench CASES="jammed chute" REPEATS=5 N=20000 RANKS=4
    python3 bench/bench.py --cases kokkos --lmp gpu/lmp      where LAMMPS and the plugin were built for CUDA

doc/performance.md explains the cases and how to read the table. Python's standard library only; the plot
needs matplotlib and is left out, with a message, where there is none.
"""

import argparse
import csv
import dataclasses
import hashlib
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SECTIONS = ("Pair", "Neigh", "Comm", "Output", "Modify", "Other")
MARKS = ("<!-- bench: begin -->", "<!-- bench: end -->")

PLUGIN, STOCK, OLDER = "plugin", "stock", "stock, gran/hooke/history"

# Sides of the case "kokkos".
GPU, OLDER_GPU = "granular/kk, GPU", "stock, gran/hooke/history/kk, GPU"
# gran/hooke/history/kk needs half lists and newton off; granular/kk takes full lists in any case
GPU_OPTIONS = ("-k", "on", "g", "1", "-sf", "kk", "-pk", "kokkos", "newton", "off", "neigh", "half")
# threads share the packing of ghosts too; one thread is faster with LAMMPS' default
SHARED_COMM = ("-pk", "kokkos", "comm", "device")


def with_threads(count):
    return f"granular/kk, {count} thread{'s'[:count - 1]}"


@dataclasses.dataclass(frozen=True)
class Case:
    """One row of the table."""
    title: str
    deck: str
    model: str            # suffix of decks/model.*
    start: str            # key of STARTS
    aim: float            # speed over stock that the project wants
    # Largest relative deviation of the two sides after CHECK steps. They do not agree to the last digit where
    # doc/pair_granular.md lists a difference on purpose: twisting torques at their cap and springs stored by the
    # setup (all cases), rolling springs when a pair changes order, which happens with neighbor list builds (chute,
    # packing), and the stiffness of twisting marshall on a Mindlin law (material). Measured with 10^4 spheres, 200
    # steps: jammed and generic: phi 1e-10, pressure 8e-6, ke 2e-4; material: phi 3e-8, pressure 6e-4, ke 2e-2; chute:
    # pressure 1e-3, ke 5e-5. A change of one percent in stiffness or friction of sliding moves the pressure of jammed
    # by 3e-4 to 3e-3. Such deviations come from single contacts, so they are larger in smaller packings (SCATTER).
    bounds: dict
    laws: tuple = ()      # (share of the contacts, law of the roofline program)
    older: bool = False   # also against gran/hooke/history


RESTING = {"phi": 1e-8, "pressure": 1e-4, "ke": 2e-3}
CASES = {
    "jammed": Case("jammed packing, Hooke, all modes", "in.jammed", "hooke", "jammed", 5.0, RESTING,
                   ((1.0, "hooke"),), older=True),
    "material": Case("jammed packing, Hertz material, Mindlin, Marshall, sizes 0.8-1.2", "in.jammed", "material",
                     "material", 4.0, {"phi": 3e-7, "pressure": 5e-3, "ke": 0.1}, ((1.0, "material"),)),
    "generic": Case("jammed packing, two types, three different laws", "in.jammed", "two_types", "generic", 3.0,
                    RESTING, ((0.25, "hooke"), (0.25, "material_sds"), (0.5, "hertz_viscoelastic"))),
    # nothing touches in its first steps: what is compared is the motion of box and barostat
    "packing": Case("whole packing run from phi = 0.05", "in.packing", "hooke", "random", 4.0,
                    {"phi": 1e-9, "ke": 1e-6}, ((1.0, "hooke"),)),
    "chute": Case("flow down a chute, nve/sphere", "in.chute", "chute", "chute", 2.5,
                  {"phi": 1e-9, "pressure": 1e-2, "ke": 1e-3}, ((1.0, "hooke"),)),
}
OLDER_AIM, RANKS_AIM, FLAT_AIM = 2.3, 1.8, 1.3
ONE_THREAD_AIM, TWO_THREADS_AIM, GPU_AIM = 0.7, 1.7, 1.0    # over: the host style, one thread, gran/hooke/history/kk
GPU_SIZES = [10000, 1000000, 4000000]
# At the end of the timed run both sides must have the same amount of work: deviation of the volume fraction and
# of the number of contacts, which for few contacts fluctuates by more.
END_PHI, END_CONTACTS = 0.02, 0.01
DISTURBED = 97.0   # percent of CPU use below which a run counts as disturbed
SCATTER = 10000    # spheres; bounds grow with the square root of SCATTER/N below
GROUPS = (*CASES, "ranks", "scaling", "kokkos")

# Start files: deck, variables.
SPHERES = dict(TYPES=1, SPACING=1.0, SMALLEST=1.0, LARGEST=1.0, PHI0=0.05)
STARTS = {
    "jammed": ("in.start_packing", dict(SPHERES, MODEL="hooke")),
    "material": ("in.start_packing", dict(SPHERES, MODEL="material", SPACING=1.2, SMALLEST=0.8, LARGEST=1.2)),
    "generic": ("in.start_packing", dict(SPHERES, MODEL="two_types", TYPES=2)),
    "random": ("in.start_random", {}),
    "chute": ("in.start_chute", {}),
}
LARGEST_START = 10000    # larger packings are put together from copies of one of this size


class BenchError(Exception):
    """A run failed, or the two sides do not do the same."""


@dataclasses.dataclass
class Run:
    """What one LAMMPS process left."""
    case: str
    who: str
    ranks: int
    repeat: int
    atoms: int
    steps: int
    seconds: float
    sections: dict
    cpu: float            # percent of the time that the process had a core
    contacts: float
    neighbors: float
    ghosts: float
    builds: int
    memory: float         # bytes, LAMMPS' own count
    peak: float           # bytes, largest resident set of the process
    check: dict           # state after CHECK steps
    state: dict           # state at the end

    def per_particle_step(self):
        """Nanoseconds."""
        return 1e9 * self.seconds / (self.steps * self.atoms)

    def per_contact(self):
        """Nanoseconds of the section Pair for one contact in one step."""
        return 1e9 * self.sections["Pair"] / (self.steps * self.contacts) if self.contacts else math.nan

    def share(self, section):
        return self.sections[section] / self.seconds if self.seconds else math.nan


def fields(line):
    """'BENCH check phi 0.5 ke 1' as {'phi': 0.5, 'ke': 1.0}."""
    words = line.split()[2:]
    return {name: float(value) for name, value in zip(words[::2], words[1::2])}


def number_after(text, pattern, default=0.0):
    found = re.search(pattern + r"\s*([-+.\deE]+)", text)
    return float(found.group(1)) if found else default


def read_log(text):
    """The timed part, the check and the last state of a log as a dict for Run."""
    lines = text.splitlines()
    if "BENCH end" not in lines:
        raise BenchError("no timed run in the log")
    timed = "\n".join(lines[lines.index("BENCH timed"):lines.index("BENCH end")])
    loop = re.search(r"Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms", timed)
    sections = {}
    for name in SECTIONS:
        cells = re.search(rf"^{name} +\|(.*)$", timed, re.M).group(1).split("|")
        sections[name] = float(cells[1])    # the mean over the ranks; Other has no more than this
    check = next(fields(line) for line in lines if line.startswith("BENCH check "))
    state = next(fields(line) for line in lines if line.startswith("BENCH state "))
    memory = re.findall(r"Per MPI rank memory allocation .* = \S+ \| (\S+) \| \S+ Mbytes", text)
    ranks = int(re.search(r"on (\d+) procs", timed).group(1))
    return dict(seconds=float(loop.group(1)), steps=int(loop.group(2)), atoms=int(loop.group(3)),
                sections=sections, cpu=number_after(timed, r"\n(?=\S+% CPU use)"), contacts=state["contacts"], check=check, state=state,
                neighbors=number_after(timed, "Total # of neighbors ="),
                ghosts=number_after(timed, "Nghost:"),
                builds=int(number_after(timed, "Neighbor list builds =")),
                memory=ranks * max(map(float, memory)) * 2**20)


def copies_for(n):
    """(N of the start file, copies along x, y, z) for a packing of about n spheres."""
    count = round(n / LARGEST_START)
    if count <= 1:
        return n, (1, 1, 1)
    fits = [(a, b, count // (a * b)) for a in range(1, count + 1) if count % a == 0
            for b in range(a, count // a + 1) if (count // a) % b == 0 and count // (a * b) >= b]
    return LARGEST_START, min(fits, key=lambda c: c[2] / c[0])


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

    def lammps(self, deck, variables, stock=False, ranks=1, launcher=None, words=()):
        """Runs a deck; returns (log, largest resident set of the process in bytes, 0 with several ranks)."""
        command = [str((launcher or self.options.lmp).resolve()), *words, "-in", f"decks/{deck}", "-log",
                   "log.lammps", "-screen", "none"]
        for name, value in dict(variables, POTENTIALS="potentials").items():
            command += ["-var", name, str(value)]
        # mpirun refuses root, and more ranks than cores, unless told that they are meant
        threads = words[words.index("t") + 1] if "t" in words else "1"
        environment = dict(os.environ, GRANULAR_SRT_STOCK="1" if stock else "0", OMP_NUM_THREADS=threads,
                           OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_rmaps_base_oversubscribe="1")
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
        compress, calm = (options.compress or (20000 if kind == "chute" else 35000)), options.calm
        variables = dict(variables, N=n, SEED=options.seed, COMPRESS=compress, CALM=calm)
        texts = [(HERE / "decks" / name).read_text()
                 for name in (deck, "setup.in", "barostat.in", "chute.in", f"model.{variables.get('MODEL', 'chute')}")]
        digest = hashlib.sha1(repr((texts, sorted(variables.items()))).encode()).hexdigest()[:8]
        name = f"{kind}_{n}_{digest}.data"
        if not (self.results / "start" / name).exists():
            self.say(f"making the start file of '{kind}' with {n} spheres")
            self.lammps(deck, dict(variables, OUT="new.data"))
            shutil.move(self.work / "new.data", self.results / "start" / name)
        return f"start/{name}"

    def sides(self, name, n, steps, warmup, check, whos, ranks=(1,), group=None, launcher=None, words=None, more=None):
        """Runs a case in turns; returns {(who, ranks): [Run, ...]} or None where the sides differ.

        words: {who: words of LAMMPS' command line}; more: variables of the deck."""
        case, group = CASES[name], group or name
        base, copies = copies_for(n) if case.deck == "in.jammed" else (n, (1, 1, 1))
        variables = dict(more or {}, START=self.start_file(case.start, base), CHECK=check, WARMUP=warmup, STEPS=steps)
        if case.deck == "in.jammed":
            variables.update(zip(("NX", "NY", "NZ"), copies))
        found = {}
        for repeat in range(1, self.options.repeats + 1):
            for count in ranks:
                for who in whos:
                    model = "gran_hooke_history" if who in (OLDER, OLDER_GPU) else case.model
                    log, peak = self.lammps(case.deck, dict(variables, MODEL=model), ranks=count, launcher=launcher,
                                            stock=who in (STOCK, OLDER, OLDER_GPU), words=(words or {}).get(who, ()))
                    run = Run(case=group, who=who, ranks=count, repeat=repeat, peak=peak, **read_log(log))
                    found.setdefault((who, count), []).append(run)
                    self.runs.append(run)
                    self.say(f"{group} N={run.atoms} {who}, {count} rank{'s'[:count - 1]}, repeat {repeat} of "
                             f"{self.options.repeats}: {run.per_particle_step():.0f} ns a particle and step")
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
        cells, good = [], True
        for quantity, moment, values, bound in compared:
            deviation = relative_spread(values)
            cells.append(f"{quantity} {deviation:.0e} ({bound:.0e})")
            if not deviation <= bound:    # NaN is no agreement
                good = False
                self.failures.append(f"{group} N={runs[0].atoms}: {quantity} {moment} deviates by {deviation:.1e} "
                                     f"between the runs (allowed {bound:.0e}); no ratios for this case")
        self.agreement.add(group, f"{runs[0].atoms}", ", ".join(cells[:-2]), ", ".join(cells[-2:]))
        return good


def fastest(runs):
    return min(runs, key=lambda run: run.seconds)


def median_seconds(runs):
    return statistics.median(run.seconds for run in runs)


def cpu():
    """The model and the largest vector extension of the CPU, as far as known."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return "unknown CPU"
    model = re.search(r"model name\s*: (.*)", text)
    flags = re.search(r"flags\s*: (.*)", text)
    flags = flags.group(1).split() if flags else []
    vectors = next((label for flag, label in (("avx512f", "AVX-512"), ("avx2", "AVX2"), ("avx", "AVX"))
                    if flag in flags), "")
    return ", ".join(part for part in (model.group(1).strip() if model else "unknown CPU", vectors) if part)


def last_level_cache():
    """Bytes of the largest cache; 32 MB where the system does not say."""
    sizes = []
    for path in pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size"):
        text = path.read_text().strip()
        sizes.append(int(text.rstrip("KM")) * {"K": 2**10, "M": 2**20}.get(text[-1], 1))
    return max(sizes, default=32 * 2**20)


class Roofline:
    """Least time for a contact from what the roofline program has measured and counted."""

    PARTICLE_BYTES = 8 * 11 + 4 + 2 * 8 * 6    # x v omega radius mass, type; force and torque read and written
    PAIR_BYTES = 8                             # two indices

    def __init__(self, program):
        self.program = program
        self.rates, self.names, self.laws = {}, {}, {}

    def measure(self):
        """Other programs only slow a measurement down, so the largest of several counts."""
        text = subprocess.run([str(self.program)], check=True, text=True, stdout=subprocess.PIPE).stdout
        for line in text.splitlines():
            kind, *words = line.split()
            if kind == "law":
                self.laws[words[0]] = tuple(map(float, words[1:]))
            elif kind.startswith("instructions"):
                self.names[kind] = words[0]
            else:
                self.rates[kind] = max(self.rates.get(kind, 0.0), float(words[0]))

    def rate(self, name):
        return self.rates[name]

    def bounds(self, run, laws):
        """Nanoseconds a contact needs at least for its bytes, its additions and multiplications, its divisions
        and square roots."""
        add, multiply, divide, root, history = (sum(share * self.laws[law][k] for share, law in laws)
                                                for k in range(5))
        bytes_each = 16 * history + self.PAIR_BYTES + self.PARTICLE_BYTES * (run.atoms + run.ghosts) / run.contacts
        level = "cache" if bytes_each * run.contacts < last_level_cache() else "memory"
        return {"bytes": bytes_each / self.rate(f"{level}_bandwidth"),
                "add, mul": (add + multiply) / max(self.rate("operations"), self.rate("operations_fused")),
                "div, sqrt": divide / self.rate("divisions") + root / self.rate("square_roots")}


class Table:
    """Rows of text, printed in columns or as markdown; columns after the first `words` are set right."""

    def __init__(self, title, *header, words=1):
        self.title, self.rows, self.words = title, [header], words

    def add(self, *cells):
        self.rows.append(cells)

    def text(self):
        widths = [max(len(row[k]) for row in self.rows) for k in range(len(self.rows[0]))]
        lines = ["  ".join(cell.ljust(width) if k < self.words else cell.rjust(width)
                           for k, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in self.rows]
        return "\n".join([self.title, lines[0], "-" * len(max(lines, key=len)), *lines[1:]])

    def markdown(self):
        rows = ["| " + " | ".join(row) + " |" for row in self.rows]
        rule = "|" + "---|" * self.words + "---:|" * (len(self.rows[0]) - self.words)
        return "\n".join([f"**{self.title}**", "", rows[0], rule, *rows[1:]])


class Report:
    """Collects what the cases have measured into tables."""

    def __init__(self, roofline, agreement):
        self.roofline = roofline
        self.speed = Table("Speed over stock LAMMPS, whole run", "case", "N", "steps", "stock [s]", "plugin [s]",
                           "ratio of minima", "ratio of medians", "aim")
        self.shares = Table("Where the time goes (fastest run)", "case", "who", "ns/particle-step", "Pair", "Modify",
                            "Comm", "Neigh", "rest", "builds", "contacts/N", "ns/contact", "least ns", "roofline",
                            words=2)
        self.ranks = Table("Ranks", "case", "N", "who", "1 rank [s]", "ranks", "several [s]", "speed-up", "aim")
        self.scaling = Table("Size", "N", "stock ns/particle-step", "plugin ns/particle-step", "ratio", "contacts/N",
                             "plugin ns/contact", "stock bytes/N", "plugin bytes/N", "stock peak/N",
                             "plugin peak/N", words=0)
        self.kokkos = Table("Kokkos: jammed packing, Hooke, all modes", "N", "who", "steps", "seconds",
                            "10^6 particle-steps/s", "steps/s", "ratio", "over", "aim", words=2)
        self.ratios = []     # (name, ratio, aim)
        self.found = {}      # what Bench.sides() has returned for each case
        self.agreement = agreement
        self.flatness = ""

    def case(self, name, found):
        case = CASES[name]
        stock, plugin = found[STOCK, 1], found[PLUGIN, 1]
        rows = [(case.title, stock, case.aim)]
        if case.older:
            rows.append((case.title + ", stock with gran/hooke/history (sliding only)", found[OLDER, 1], OLDER_AIM))
        for title, other, aim in rows:
            ratio = fastest(other).seconds / fastest(plugin).seconds
            self.speed.add(title, f"{plugin[0].atoms}", f"{plugin[0].steps}", f"{fastest(other).seconds:.3f}",
                           f"{fastest(plugin).seconds:.3f}", f"{ratio:.2f}",
                           f"{median_seconds(other) / median_seconds(plugin):.2f}", f"{aim:.1f}")
            self.ratios.append((name if other is stock else f"{name}, gran/\nhooke/history", ratio, aim))
        self.found[name] = found

    def all_shares(self):
        """To be called last, when the roofline has been measured as often as it will be."""
        for name, found in self.found.items():
            for (who, _), runs in found.items():
                self.share(name, who, fastest(runs), CASES[name].laws if who != OLDER else ())

    def share(self, name, who, run, laws):
        least, fraction = "-", "-"
        # a packing run begins without contacts: their number at its end says nothing about the mean
        counts = name != "packing" and run.contacts > 0
        per_contact = f"{run.per_contact():.1f}" if counts else "-"
        if self.roofline and laws and counts:
            bounds = self.roofline.bounds(run, laws)
            binding = max(bounds, key=bounds.get)
            least = f"{bounds[binding]:.1f} ({binding})"
            fraction = f"{100 * bounds[binding] / run.per_contact():.0f} %"
        percent = [f"{100 * run.share(section):.0f} %" for section in ("Pair", "Modify", "Comm", "Neigh")]
        rest = 1 - sum(run.share(section) for section in ("Pair", "Modify", "Comm", "Neigh"))
        self.shares.add(name, who, f"{run.per_particle_step():.1f}", *percent, f"{100 * rest:.0f} %", f"{run.builds}",
                        f"{run.contacts / run.atoms:.3f}", per_contact, least, fraction)

    def several_ranks(self, name, found, ranks):
        for who in (STOCK, PLUGIN):
            one, several = fastest(found[who, 1]), fastest(found[who, ranks])
            speedup = one.seconds / several.seconds
            self.ranks.add(name, f"{one.atoms}", who, f"{one.seconds:.3f}", f"{ranks}", f"{several.seconds:.3f}",
                           f"{speedup:.2f}", f"{RANKS_AIM}" if ranks == 2 and who == PLUGIN else "-")

    def sizes(self, found_by_size):
        costs = []
        for found in found_by_size:
            stock, plugin = fastest(found[STOCK, 1]), fastest(found[PLUGIN, 1])
            n = plugin.atoms
            costs.append(plugin.per_particle_step())
            self.scaling.add(f"{n}", f"{stock.per_particle_step():.1f}", f"{plugin.per_particle_step():.1f}",
                             f"{stock.seconds / plugin.seconds:.2f}", f"{plugin.contacts / n:.3f}",
                             f"{plugin.per_contact():.1f}", f"{stock.memory / n:.0f}", f"{plugin.memory / n:.0f}",
                             f"{stock.peak / n:.0f}", f"{plugin.peak / n:.0f}")
        if len(costs) > 1:
            self.flatness = ("Plugin, largest cost of a particle-step over the smallest, all sizes: "
                             f"{max(costs) / min(costs):.2f} (aim: at most {FLAT_AIM})")

    def kokkos_sides(self, found, pairs):
        """pairs: (who, over whom, aim), the latter two None where nothing is compared."""
        for who, over, aim in pairs:
            run = fastest(found[who, 1])
            ratio = f"{fastest(found[over, 1]).seconds / run.seconds:.2f}" if over else "-"
            self.kokkos.add(f"{run.atoms}", who, f"{run.steps}", f"{run.seconds:.3f}",
                            f"{1e3 / run.per_particle_step():.2f}", f"{run.steps / run.seconds:.0f}", ratio, over or "-",
                            f"{aim:.1f}" if aim else "-")

    def tables(self):
        tables = (self.speed, self.shares, self.ranks, self.scaling, self.kokkos, self.agreement)
        return [table for table in tables if len(table.rows) > 1]

    def notes(self, runs):
        """Lines below the tables."""
        notes = [self.flatness] if self.flatness else []
        lowest = min((run.cpu for run in runs), default=100.0)
        if lowest < DISTURBED:
            notes.append(f"Disturbed: other programs have run on the same cores, one run had its core only {lowest:.0f} % "
                         "of the time.")
        if self.roofline:
            value = self.roofline.names
            notes.append(
                f"Roofline, one core: {self.roofline.rate('cache_bandwidth'):.0f} bytes/ns in cache (4 MB), "
                f"{self.roofline.rate('memory_bandwidth'):.0f} bytes/ns in memory (500 MB); "
                f"{self.roofline.rate('operations'):.0f} additions and multiplications a ns ({value['instructions']}), "
                f"{self.roofline.rate('operations_fused'):.0f} fused ({value['instructions_fused']}); "
                f"{self.roofline.rate('divisions'):.2f} divisions or {self.roofline.rate('square_roots'):.2f} square "
                "roots a ns.")
        return notes


def plot(report, bench, path):
    """Bars of the ratios and of the shares, lines of the cost over N."""
    try:
        import matplotlib
    except ImportError:
        print("bench: no plot, because this python3 has no matplotlib (Debian: apt-get install python3-matplotlib)")
        return False
    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot
    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(15, 4.5), layout="constrained")

    names = [name for name, _, _ in report.ratios]
    left.barh(names, [ratio for _, ratio, _ in report.ratios], color="tab:blue")
    left.plot([aim for _, _, aim in report.ratios], names, "k|", markersize=18, label="aim")
    left.invert_yaxis()
    left.set_xlabel("speed over stock LAMMPS")
    if names:
        left.legend()

    best = {}
    for run in bench.runs:
        if run.case in CASES and run.who != OLDER:
            key = (run.case, run.who)
            if key not in best or run.seconds < best[key].seconds:
                best[key] = run
    labels = [f"{case}, {who}" for case, who in best]
    start = [0.0] * len(best)
    for section in ("Pair", "Modify", "Comm", "Neigh", "Output", "Other"):
        cost = [run.share(section) * run.per_particle_step() for run in best.values()]
        middle.barh(labels, cost, left=start, label=section)
        start = [a + b for a, b in zip(start, cost)]
    middle.invert_yaxis()
    middle.set_xlabel("ns per particle-step")
    if labels:
        middle.legend(fontsize="small")

    for who in (STOCK, PLUGIN):
        cost = {}
        for run in bench.runs:
            if run.case == "scaling" and run.who == who:
                cost[run.atoms] = min(cost.get(run.atoms, math.inf), run.per_particle_step())
        if cost:
            right.plot(sorted(cost), [cost[n] for n in sorted(cost)], "o-", label=who)
    if right.lines:
        right.set_xscale("log")
        right.set_ylim(bottom=0)
        right.legend()
    right.set_xlabel("N")
    right.set_ylabel("ns per particle-step, jammed")
    figure.savefig(path, dpi=110)
    return True


def write_csv(runs, path):
    """One row a run; the quantities of the check and of the last state with a prefix."""
    names = ["case", "who", "ranks", "repeat", "atoms", "steps", "seconds", "cpu", *SECTIONS, "ns_per_particle_step",
             "contacts", "ns_per_contact", "neighbors", "ghosts", "builds", "memory", "peak",
             *(f"check_{q}" for q in ("phi", "ke", "rotation", "pressure")),
             *(f"end_{q}" for q in ("phi", "ke", "rotation", "pressure"))]
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        for run in runs:
            writer.writerow(dataclasses.asdict(run) | run.sections | {
                "ns_per_particle_step": run.per_particle_step(), "ns_per_contact": run.per_contact(),
                **{f"check_{q}": v for q, v in run.check.items()}, **{f"end_{q}": v for q, v in run.state.items()}})


def write_doc(page, report, runs, command, head):
    """Puts the tables between the two marks of a page."""
    text = page.read_text()
    if any(text.count(mark) != 1 for mark in MARKS):
        raise BenchError(f"{page} does not have the lines {MARKS[0]} and {MARKS[1]} once each")
    before, rest = text.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    parts = [f"```\n{command}\n```", head, *(table.markdown() for table in report.tables()), *report.notes(runs)]
    page.write_text(before + MARKS[0] + "\n" + "\n\n".join(parts) + "\n" + MARKS[1] + after)


def positive(text):
    value = int(float(text))
    if value < 1 or value != float(text):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return value


def accelerator(launcher):
    """What the KOKKOS package of that LAMMPS runs on: "CUDA", "OpenMP Serial", ...; "" without that package."""
    done = subprocess.run([str(launcher.resolve()), "-help"], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, check=False)
    found = re.search(r"KOKKOS package API: *(.*)", done.stdout)
    return found.group(1) if found else ""


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--lmp", type=pathlib.Path, default=ROOT / "build" / "lmp", help="launcher with the plugin")
    parser.add_argument("--launcher", type=pathlib.Path, help="launcher of the case 'kokkos', a LAMMPS with the KOKKOS "
                        "package and the plugin (lmp-kokkos beside --lmp if there is one, else --lmp)")
    parser.add_argument("--roofline", type=pathlib.Path, help="the program built from bench/roofline.cpp; "
                        "without it the roofline is left out")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "results" / "bench")
    parser.add_argument("--cases", nargs="+", choices=GROUPS, metavar="CASE",
                        help=" ".join(GROUPS) + " (all; kokkos where a LAMMPS with KOKKOS is there)")
    parser.add_argument("--n", type=positive, default=10000, help="spheres of the packings (10000)")
    parser.add_argument("--chute-n", type=positive, default=32000, help="spheres of the chute (32000)")
    parser.add_argument("--repeats", type=positive, default=3, help="runs of each side of a case (3)")
    parser.add_argument("--steps", type=positive, help="timed steps (2e7/N, 20 to 2000)")
    parser.add_argument("--warmup", type=positive, help="untimed steps before them (half as many)")
    parser.add_argument("--check", type=positive, help="steps before the comparison of the two sides "
                        "(2e6/N, 2 to 200)")
    parser.add_argument("--packing-steps", type=positive, default=40000, help="steps of the whole packing run; "
                        "40000 are enough to jam, 1000000 to come to rest (40000)")
    parser.add_argument("--ranks", type=positive, default=2, help="MPI ranks of the case 'ranks' (2)")
    parser.add_argument("--ranks-n", type=positive, nargs="+", metavar="N", help="sizes of that case (N and 10 N)")
    parser.add_argument("--scaling", type=positive, nargs="+", default=[1000, 10000, 100000, 1000000], metavar="N",
                        help="sizes of the case 'scaling' (1000 10000 100000 1000000)")
    parser.add_argument("--kokkos-n", type=positive, nargs="+", metavar="N", help="sizes of the case 'kokkos' (N and "
                        f"10 N, on a GPU {' '.join(map(str, GPU_SIZES))})")
    parser.add_argument("--threads", type=positive, default=2, help="threads of the case 'kokkos' (2)")
    parser.add_argument("--seed", type=positive, default=12345, help="of the random places (12345)")
    parser.add_argument("--compress", type=positive, help="steps to make a start file (35000, chute 20000)")
    parser.add_argument("--calm", type=positive, default=3000,
                        help="further steps of a packing, with drag, at its end (3000)")
    parser.add_argument("--plot", choices=("0", "1"), default="1", help="0: without the plot")
    parser.add_argument("--write-doc", type=pathlib.Path, metavar="PAGE", help="put the tables into this page")
    parser.add_argument("--command", default="python3 bench/bench.py " + " ".join(words), help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if not options.lmp.exists():
        parser.error(f"{options.lmp} is missing: make builds it")
    beside = options.lmp.parent / "lmp-kokkos"
    options.launcher = options.launcher or (beside if beside.exists() else options.lmp)
    if not options.launcher.exists():
        parser.error(f"{options.launcher} is missing")
    options.accelerator = accelerator(options.launcher) if not options.cases or "kokkos" in options.cases else ""
    if options.cases and "kokkos" in options.cases and not options.accelerator:
        parser.error(f"the LAMMPS of {options.launcher} has no KOKKOS package: make kokkos builds one that has")
    options.cases = options.cases or [group for group in GROUPS if group != "kokkos" or options.accelerator]
    return options


def main(words):
    options = arguments(words)
    head = f"{cpu()}; one core for each rank; minimum and median of {options.repeats} runs in turns."
    print(head)
    if os.getloadavg()[0] > 0.5:
        print(f"bench: other programs are running (load {os.getloadavg()[0]:.1f}); the times will scatter")
    roofline = Roofline(options.roofline) if options.roofline else None
    if roofline:
        roofline.measure()
    bench = Bench(options)
    report = Report(roofline, bench.agreement)

    def lengths(n):
        steps = options.steps or min(2000, max(20, round(2e7 / n)))
        return (steps, options.warmup or max(1, steps // 2),
                options.check or min(200, max(2, round(2e6 / n))))

    def attempt(group, act):
        try:
            act()
        except BenchError as error:
            bench.failures.append(f"{group}: {error}")

    def one_case(name):
        n = options.chute_n if name == "chute" else options.n
        steps, warmup, check = lengths(n)
        if name == "packing":
            # the whole run counts, so the part before the timed steps is as short as it can be
            steps, warmup, check = options.packing_steps, 1, 200
        found = bench.sides(name, n, steps, warmup, check,
                            (STOCK, PLUGIN, OLDER) if CASES[name].older else (STOCK, PLUGIN))
        if found:
            report.case(name, found)

    def several_ranks():
        for n in options.ranks_n or (options.n, 10 * options.n):
            for name in ("jammed", "material"):
                found = bench.sides(name, n, *lengths(n), (STOCK, PLUGIN), (1, options.ranks), f"ranks {name}")
                if found:
                    report.several_ranks(name, found, options.ranks)

    def scaling():
        found = [bench.sides("jammed", n, *lengths(n), (STOCK, PLUGIN), group="scaling") for n in options.scaling]
        report.sizes([one for one in found if one])

    def kokkos_on_host(n):
        one, several = with_threads(1), with_threads(options.threads)
        words = {with_threads(count): ("-k", "on", "t", str(count), "-sf", "kk") for count in (1, options.threads)}
        if options.threads > 1:
            words[several] += SHARED_COMM
        found = bench.sides("jammed", n, *lengths(n), (PLUGIN, *words), group="kokkos", launcher=options.launcher,
                            words=words)
        pairs = [(PLUGIN, None, None), (one, PLUGIN, ONE_THREAD_AIM)]
        if options.threads > 1:
            pairs.append((several, one, TWO_THREADS_AIM if options.threads == 2 else None))
        return found, pairs

    def kokkos_on_gpu(n):
        steps, warmup, check = lengths(n)
        if not options.steps:    # a GPU does a step in a fraction of the time
            steps = min(5000, max(200, round(2e9 / n)))
            warmup = options.warmup or steps // 2
        # one core on the host shows that the physics is the same
        host = (PLUGIN,) if n <= LARGEST_START else ()
        found = bench.sides("jammed", n, steps, warmup, check, (*host, OLDER_GPU, GPU), group="kokkos",
                            launcher=options.launcher, words={GPU: GPU_OPTIONS, OLDER_GPU: GPU_OPTIONS},
                            more={"NEWTON": "off"})
        pairs = [*((who, None, None) for who in (*host, OLDER_GPU)),
                 (GPU, OLDER_GPU, GPU_AIM if n > LARGEST_START else None)]
        return found, pairs

    def kokkos():
        on_gpu = any(name in options.accelerator for name in ("CUDA", "HIP"))
        for n in options.kokkos_n or (GPU_SIZES if on_gpu else (options.n, 10 * options.n)):
            found, pairs = kokkos_on_gpu(n) if on_gpu else kokkos_on_host(n)
            if found:
                report.kokkos_sides(found, pairs)

    try:
        for group in GROUPS:
            if group in options.cases:
                attempt(group, {"ranks": several_ranks, "scaling": scaling, "kokkos": kokkos}.get(group, lambda: one_case(group)))
                if roofline:
                    roofline.measure()
    finally:
        bench.close()

    report.all_shares()
    for part in [*(table.text() for table in report.tables()), *report.notes(bench.runs)]:
        print("\n" + part)
    write_csv(bench.runs, bench.results / "bench.csv")
    written = ["bench.csv"]
    if options.plot == "1" and plot(report, bench, bench.results / "bench.png"):
        written.append("bench.png")
    if options.write_doc and not bench.failures:
        write_doc(options.write_doc, report, bench.runs, options.command, head)
        written.append(str(options.write_doc))
    print(f"\nWritten to {options.results}: {', '.join(written)}")
    for failure in bench.failures:
        print(f"bench: {failure}", file=sys.stderr)
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
