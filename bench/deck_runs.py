"""Runs decks that are not written for the bench: in turns, compared at their end."""

import re

from cases import PLUGIN, STOCK
from run import BenchError, Run, fields, loop_of, memory_of

# What follows the deck: the state at its end. Names that no deck has.
END = """
print           "BENCH end"
compute         bench_touching all contact/atom
compute         bench_touches all reduce sum c_bench_touching
compute         bench_ke all ke
compute         bench_rotation all erotate/sphere
thermo_style    custom step atoms c_bench_touches c_bench_ke c_bench_rotation
thermo_modify   norm no lost ignore
run             0 post no
print           "BENCH state atoms $(atoms) contacts $(0.5*c_bench_touches:%.15g) ke $(c_bench_ke:%.15g) &
rotation $(c_bench_rotation:%.15g)"
"""


def read_deck_log(text):
    """[dict for Run] of the run commands of a deck."""
    lines = text.splitlines()
    if "BENCH end" not in lines:
        raise BenchError("the deck did not end")
    before = "\n".join(lines[:lines.index("BENCH end")])
    state = next(fields(line) for line in lines if line.startswith("BENCH state "))
    blocks = re.split(r"(?=^Loop time of )", before, flags=re.M)[1:]
    return [dict(loop_of(block), contacts=state["contacts"], check={}, state=state, memory=memory_of(text))
            for block in blocks]


def in_turns(bench, group, text, names, variables=None, ranks=(1,)):
    """Runs a deck with stock and plugin; returns {(who, ranks): [[Run of each run command], ...]}.

    text: the deck; names: of its run commands."""
    (bench.work / "lammps").mkdir(exist_ok=True)
    (bench.work / "lammps" / "deck.in").write_text(text + END)
    found = {}
    for repeat in range(1, bench.options.repeats + 1):
        for count in ranks:
            for who in (STOCK, PLUGIN):
                log, peak = bench.lammps("lammps/deck.in", variables or {}, stock=who == STOCK, ranks=count)
                parts = [Run(case=name, who=who, ranks=count, repeat=repeat, peak=peak, **part)
                         for name, part in zip(names, read_deck_log(log), strict=True)]
                found.setdefault((who, count), []).append(parts)
                bench.runs += parts
                bench.say(f"{group} {who}, {count} rank{'s'[:count - 1]}, repeat {repeat} of {bench.options.repeats}: "
                          f"{sum(part.seconds for part in parts):.2f} s")
    return found


def same_end(bench, group, found, bounds):
    """Whether all runs of in_turns() end within these relative bounds."""
    ends = [parts[-1].state for some in found.values() for parts in some]
    cells, good = bench.within_bounds(group, [(quantity, "at the end", [end[quantity] for end in ends], bound)
                                              for quantity, bound in bounds.items()])
    bench.agreement.add(group, f"{ends[0]['atoms']:.0f}", "-", ", ".join(cells))
    return good
