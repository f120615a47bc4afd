"""The case "messages": what a step sends, counted on more ranks than this machine has cores, and from it an estimate of how
runs on a cluster scale."""

import math
import os

from cases import PLUGIN, STOCK
from run import BenchError, loop_of
from table import Table

GRIDS = ((1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4))
EDGES = (13, 6)    # cells of four spheres along an edge of a subdomain: 8788 and 864 spheres a rank
SHORT, LONG = 20, 60    # steps; the difference has no set-up

# LogGP (Alexandrov et al., J. Parallel Distrib. Comput. 44, 71 (1997)): time of a message of k bytes L + 2 o + k G. Values of
# an InfiniBand network with 100 Gbit/s as they are commonly measured; a cluster in use has larger ones.
LATENCY, OVERHEAD, PER_BYTE = 1.2e-6, 0.4e-6, 1 / 11e9
ESTIMATED_RANKS = (1, 8, 64, 512, 4096, 10000)
WEAK, STRONG = 10_000, 10_000_000    # spheres of a rank; of all ranks


def counts_of(bench, grid, edge, who):
    """Messages, bytes and collective operations of a step, each (mean over the ranks, largest), and ghosts a rank."""
    ranks = math.prod(grid)
    library = bench.work / "messages.so"    # LD_PRELOAD splits a path at its spaces
    if not library.exists():
        library.symlink_to(bench.options.messages.resolve())
    found = []
    for steps in (SHORT, LONG):
        file = bench.work / "messages"
        file.unlink(missing_ok=True)
        os.environ.update(LD_PRELOAD=str(library), MESSAGES_FILE=str(file))
        try:
            log, _ = bench.lammps("in.messages", dict(zip(("PX", "PY", "PZ"), grid), EDGE=edge, STEPS=steps),
                                  stock=who == STOCK, ranks=ranks)
        finally:
            del os.environ["LD_PRELOAD"], os.environ["MESSAGES_FILE"]
        if not file.exists():
            raise BenchError("nothing was counted")
        found.append([float(word) for word in file.read_text().split()])
    per_step = [(late - early) / (LONG - SHORT) for early, late in zip(*found)]
    return per_step, loop_of(log)["ghosts"]


def sent_seconds(messages, bytes_sent, collectives, ranks):
    """Time that a step spends on messages, by LogGP."""
    one = LATENCY + 2 * OVERHEAD
    return messages * one + bytes_sent * PER_BYTE + collectives * math.ceil(math.log2(ranks)) * one if ranks > 1 else 0.0


def efficiencies(seconds, counts, spheres_of_rank, ranks):
    """Share of a step that is not spent on messages. seconds: of a particle-step; counts: of WEAK spheres a rank.
    The surface of a subdomain grows with the power 2/3 of its number of spheres."""
    messages, bytes_sent, collectives = counts
    compute = seconds * spheres_of_rank
    surface = (spheres_of_rank / (4 * EDGES[0]**3))**(2 / 3)
    return compute / (compute + sent_seconds(messages, bytes_sent * surface, collectives, ranks))


def run_messages(bench, seconds):
    """Returns two tables: what was counted, and the estimate.
    seconds: {STOCK: time of a particle-step on one core, PLUGIN: ...}"""
    counted = Table("Counted for a step and a rank", "sent by", "ranks", "spheres of a rank", "ghosts", "messages", "kB",
                    "kB, largest", "collective operations")
    saturated = {}
    for who in (STOCK, PLUGIN):
        for edge in EDGES:
            for grid in GRIDS:
                (messages, _, sent, largest, collectives, _), ghosts = counts_of(bench, grid, edge, who)
                counted.add(who, str(math.prod(grid)), str(4 * edge**3), f"{ghosts:.0f}", f"{messages:.1f}",
                            f"{sent / 1e3:.1f}", f"{largest / 1e3:.1f}", f"{collectives:.1f}")
                if edge == EDGES[0]:
                    saturated[who] = (messages, sent, collectives)    # in the end those of the largest grid
    estimate = Table(f"Estimate: parallel efficiency [%] of {WEAK} spheres a rank (weak), and of {STRONG:.0e} spheres (strong)",
                     "ranks", "stock, weak", "plugin, weak", "stock, strong", "plugin, strong", "plugin over stock, strong")
    for ranks in ESTIMATED_RANKS:
        weak, strong = ({who: efficiencies(seconds[who], saturated[who], spheres, ranks) for who in (STOCK, PLUGIN)}
                        for spheres in (WEAK, STRONG / ranks))
        ratio = seconds[STOCK] / strong[STOCK] / (seconds[PLUGIN] / strong[PLUGIN])
        estimate.add(str(ranks), *(f"{100 * share[who]:.0f}" for share in (weak, strong) for who in (STOCK, PLUGIN)),
                     f"{ratio:.1f}")
    return counted, estimate
