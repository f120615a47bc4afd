"""LAMMPS' own decks, unchanged but for the numbers of their run commands, with the plugin and with stock LAMMPS."""

import pathlib
import re

from cases import DECKS, PLUGIN, STOCK
from run import BenchError, Run, fields, fastest, loop_of, median_seconds, memory_of
from sides import relative_spread
from table import Table

# What follows the deck: the state at its end. Names that no deck has.
END = """
print           "BENCH end"
compute         bench_touching all contact/atom
compute         bench_touches all reduce sum c_bench_touching
compute         bench_ke all ke
thermo_style    custom step atoms c_bench_touches c_bench_ke
thermo_modify   norm no lost ignore
run             0 post no
print           "BENCH state atoms $(atoms) contacts $(0.5*c_bench_touches:%.15g) ke $(c_bench_ke:%.15g)"
"""
SHOWN = ("Pair", "Neigh", "Comm", "Modify")


def source_tree(launcher):
    """Source tree of the LAMMPS that a launcher of a build folder runs; None if the folder does not say."""
    cache = launcher.resolve().parent / "CMakeCache.txt"
    found = re.search(r"^LAMMPS_SOURCE_DIR:\w+=(.+)$", cache.read_text(), re.M) if cache.exists() else None
    return pathlib.Path(found[1]) if found else None


def missing_decks(tree):
    return [deck.path for deck in DECKS.values() if not (tree and (tree / deck.path).exists())]


def shortened(text, steps):
    """The deck with these numbers in its run commands, one after the other."""
    found = len(re.findall(r"^run\s", text, re.M))
    if found != len(steps):
        raise BenchError(f"the deck has {found} run commands, and not {len(steps)}")
    steps = iter(steps)
    return re.sub(r"^(run\s+)\S+", lambda run: f"{run[1]}{next(steps)}", text, flags=re.M)


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


def run_decks(bench, tree, longest):
    """Runs the decks in turns; returns {name: {who: [[Run of each run command], ...]}}, without those whose sides
    differ. longest: limit to the steps of a run command, or None."""
    found = {}
    for name, deck in DECKS.items():
        path = tree / deck.path
        steps = [min(count, longest or count) for count in deck.steps]
        (bench.work / "lammps").mkdir(exist_ok=True)
        (bench.work / "lammps" / "deck.in").write_text(shortened(path.read_text(), steps) + END)
        for file in path.parent.iterdir():    # data and molecules
            link = bench.work / file.name
            if not file.name.startswith(("in.", "log.")) and not link.exists():
                link.symlink_to(file)
        sides = found[name] = {STOCK: [], PLUGIN: []}
        for repeat in range(1, bench.options.repeats + 1):
            for who, some in sides.items():
                log, peak = bench.lammps("lammps/deck.in", {}, stock=who == STOCK)
                parts = [Run(case=f"{name}, run {k}", who=who, ranks=1, repeat=repeat, peak=peak, **part)
                         for k, part in enumerate(read_deck_log(log), 1)]
                some.append(parts)
                bench.runs += parts
                bench.say(f"{name} {who}, repeat {repeat} of {bench.options.repeats}: "
                          f"{sum(part.seconds for part in parts):.2f} s")
        if not same_end(bench, name, sides):
            del found[name]
    return found


def same_end(bench, name, sides):
    """Whether both sides end within the bounds of this deck."""
    ends = [parts[-1].state for some in sides.values() for parts in some]
    cells, good = [], True
    for quantity, bound in DECKS[name].bounds.items():
        deviation = relative_spread([end[quantity] for end in ends])
        cells.append(f"{quantity} {deviation:.0e} ({bound:.0e})")
        if not deviation <= bound:    # NaN is no agreement
            good = False
            bench.failures.append(f"{name}: {quantity} at the end deviates by {deviation:.1e} between the runs "
                                  f"(allowed {bound:.0e}); no ratios for this deck")
    bench.agreement.add(name, f"{ends[0]['atoms']:.0f}", "-", ", ".join(cells))
    return good


class Whole:
    """All run commands of a deck in one process, as Run has one of them."""

    def __init__(self, parts):
        self.seconds = sum(part.seconds for part in parts)
        self.steps = sum(part.steps for part in parts)
        self.atoms = parts[-1].atoms
        self.sections = {name: sum(part.sections[name] for part in parts) for name in parts[0].sections}


def tables(found):
    """Tables of what run_decks() has found, and [(name, ratio, aim)]."""
    speed = Table("LAMMPS' own decks, whole runs", "deck", "spheres at the end", "steps", "stock [s]", "plugin [s]",
                  "ratio of minima", "ratio of medians", "aim")
    shares = Table("Where the time of these decks goes (fastest run) [s]", "deck", "who", "all", *SHOWN, "rest", words=2)
    ratios = []
    for name, sides in found.items():
        parts = len(sides[STOCK][0])
        rows = [(name, lambda some: [Whole(one) for one in some], DECKS[name].aim)]
        if parts > 1:
            rows += [(f"{name}, run {k + 1}", lambda some, k=k: [one[k] for one in some], DECKS[name].aim) for k in range(parts)]
        for title, of, aim in rows:
            stock, plugin = of(sides[STOCK]), of(sides[PLUGIN])
            ratio = fastest(stock).seconds / fastest(plugin).seconds
            speed.add(title, f"{plugin[0].atoms}", f"{plugin[0].steps}", f"{fastest(stock).seconds:.3f}",
                      f"{fastest(plugin).seconds:.3f}", f"{ratio:.2f}",
                      f"{median_seconds(stock) / median_seconds(plugin):.2f}", f"{aim:.1f}" if aim else "-")
            if aim and title == name:
                ratios.append((name, ratio, aim))
            for who, run in ((STOCK, fastest(stock)), (PLUGIN, fastest(plugin))):
                times = [run.sections[section] for section in SHOWN]
                shares.add(title, who, *(f"{time:.3f}" for time in (run.seconds, *times, run.seconds - sum(times))))
    return [speed, shares], ratios
