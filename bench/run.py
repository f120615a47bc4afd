"""One timed run of LAMMPS, as its log has it."""

import dataclasses
import math
import re
import statistics

SECTIONS = ("Pair", "Neigh", "Comm", "Output", "Modify", "Other")


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

    def share_of_core(self):
        """Of the time, 0 to 1. LAMMPS prints 0 % for runs that are too short for the clock of processor times."""
        return (self.cpu or 100) / 100

    def processor_seconds(self):
        """Time that the process had a core: what other programs on the same cores disturb least."""
        return self.seconds * self.share_of_core()

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


def loop_of(text):
    """What LAMMPS prints after one run command, as a dict for Run."""
    loop = re.search(r"Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms", text)
    sections = {}
    for name in SECTIONS:
        cells = re.search(rf"^{name} +\|(.*)$", text, re.M).group(1).split("|")
        sections[name] = float(cells[1])    # the mean over the ranks; Other has no more than this
    return dict(seconds=float(loop.group(1)), steps=int(loop.group(2)), atoms=int(loop.group(3)), sections=sections,
                cpu=number_after(text, r"\n(?=\S+% CPU use)"), neighbors=number_after(text, "Total # of neighbors ="),
                ghosts=number_after(text, "Nghost:"), builds=int(number_after(text, "Neighbor list builds =")))


def memory_of(text):
    """Bytes of all ranks, by LAMMPS' own count."""
    memory = re.findall(r"Per MPI rank memory allocation .* = \S+ \| (\S+) \| \S+ Mbytes", text)
    ranks = int(re.search(r"Loop time of \S+ on (\d+) procs", text).group(1))
    return ranks * max(map(float, memory)) * 2**20


def read_log(text):
    """The timed part, the check and the last state of a log as a dict for Run."""
    lines = text.splitlines()
    if "BENCH end" not in lines:
        raise BenchError("no timed run in the log")
    timed = "\n".join(lines[lines.index("BENCH timed"):lines.index("BENCH end")])
    check = next(fields(line) for line in lines if line.startswith("BENCH check "))
    state = next(fields(line) for line in lines if line.startswith("BENCH state "))
    return dict(loop_of(timed), contacts=state["contacts"], check=check, state=state, memory=memory_of(text))


def fastest(runs):
    return min(runs, key=lambda run: run.seconds)


def median_seconds(runs):
    return statistics.median(run.seconds for run in runs)


def least_disturbed(runs):
    return min(runs, key=lambda run: run.processor_seconds())
