"""The processor, and the least time that it needs for a contact."""

import pathlib
import re
import subprocess


def cpu():
    """The model of the CPU and the instruction set of the runs that name none, as far as known."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return "unknown CPU"

    def value(name):
        found = re.search(rf"^{name}\s*: (.*)", text, re.M)
        return found.group(1).strip() if found else ""

    # a virtual machine may hide the full name; ARM has numbers only
    name = value("model name") or " ".join(["ARM", value("CPU implementer"), value("CPU part")]).strip()
    if value("cpu family"):
        name += f" (family {value('cpu family')}, model {value('model')})"
    flags = (value("flags") or value("Features")).split()
    vectors = next((label for flag, label in (("avx512dq", "AVX-512"), ("avx2", "AVX2"), ("sse2", "SSE2"), ("asimd", "NEON"))
                    if flag in flags), "")
    return ", ".join(part for part in (name, vectors) if part)


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
        self.together = {}    # {number of processors: {what: [times of what one does alone]}}

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

    def measure_together(self, count):
        """How much several processors do together. It changes from moment to moment where they are virtual."""
        text = subprocess.run([str(self.program), str(count)], check=True, text=True, stdout=subprocess.PIPE).stdout
        for name, value in (line.split() for line in text.splitlines()):
            self.together.setdefault(count, {}).setdefault(name.removeprefix("together_"), []).append(float(value))

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
