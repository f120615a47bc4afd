"""The case "runs": loops of short run commands, which cost what the set-up of a run costs."""

import statistics

from cases import PLUGIN, RUNS, STOCK
from run import BenchError, fields
from sides import relative_spread
from table import Table

STEPS, RUN_COMMANDS = 10, 200
# Relative. Stock changes springs in the set-up of a run (doc/pair_granular.md). Measured: contacts 1e-3, ke 3e-2.
SAME = {"atoms": 0.0, "contacts": 1e-2, "ke": 0.1}


def run_loops(bench):
    """Runs the decks in turns; returns [their table] and [(name, ratio, aim)]."""
    options = bench.options
    table = Table(f"Loops of {RUN_COMMANDS} run commands of {STEPS} steps, wall time of a run command", "spheres", "types",
                  "contacts", "stock [ms]", "plugin [ms]", "ratio of minima", "ratio of medians", "aim", words=3)
    ratios = []
    for name, case in RUNS.items():
        ends = {STOCK: [], PLUGIN: []}
        for _ in range(options.repeats):
            for who, some in ends.items():
                variables = dict(case.variables, STEPS=options.steps or STEPS, RUNS=RUN_COMMANDS)
                log, _ = bench.lammps("in.runs", variables, stock=who == STOCK)
                some.append(next((fields(line) for line in log.splitlines() if line.startswith("BENCH runs ")), None))
                if not some[-1]:
                    raise BenchError(f"{name}: the deck did not end")
        for quantity, bound in SAME.items():
            deviation = relative_spread([end[quantity] for some in ends.values() for end in some])
            if not deviation <= bound:
                raise BenchError(f"{name}: {quantity} at the end deviates by {deviation:.1e} (allowed {bound:.0e})")
        stock, plugin = ([1e3 * end["seconds"] / RUN_COMMANDS for end in ends[who]] for who in (STOCK, PLUGIN))
        ratio = min(stock) / min(plugin)
        table.add(f"{ends[PLUGIN][0]['atoms']:.0f}", f"{case.variables['TYPES']}", case.title, f"{min(stock):.2f}",
                  f"{min(plugin):.2f}", f"{ratio:.2f}", f"{statistics.median(stock) / statistics.median(plugin):.2f}",
                  f"{case.aim:.1f}")
        ratios.append((name, ratio, case.aim))
    return [table], ratios
