"""Whole decks, unchanged but for the numbers of their run commands, with the plugin and with stock LAMMPS: LAMMPS' own, and
decks as people write them who know nothing of this package."""

import pathlib
import re
import statistics

from cases import DECKS, PLUGIN, STOCK, WILD, WILD_AIM
from deck_runs import in_turns, same_end
from run import BenchError, fastest, median_seconds
from table import Table

SHOWN = ("Pair", "Neigh", "Comm", "Modify")


def setting(folder, name):
    """A value of the CMake cache of a build folder, "" if it does not say."""
    cache = folder / "CMakeCache.txt"
    found = re.search(rf"^{name}:\w+=(.+)$", cache.read_text(), re.M) if cache.exists() else None
    return found[1] if found else ""


def source_tree(launcher):
    """Source tree of the LAMMPS that a launcher of a build folder runs; None if the folder does not say."""
    tree = setting(launcher.resolve().parent, "LAMMPS_SOURCE_DIR")
    return pathlib.Path(tree) if tree else None


def flags_of_lammps(launcher):
    """Compiler flags of that LAMMPS, "unknown flags" if its folder does not say."""
    folder = pathlib.Path(setting(launcher.resolve().parent, "LAMMPS_BUILD_DIR") or "nowhere")
    kind = setting(folder, "CMAKE_BUILD_TYPE").upper()
    return f"{setting(folder, 'CMAKE_CXX_FLAGS')} {setting(folder, f'CMAKE_CXX_FLAGS_{kind}')}".strip() or "unknown flags"


def missing_decks(tree):
    return [deck.path for deck in DECKS.values() if not (tree and (tree / deck.path).exists())]


def shortened(text, steps):
    """The deck with these numbers in its run commands, one after the other."""
    found = len(re.findall(r"^run\s", text, re.M))
    if found != len(steps):
        raise BenchError(f"the deck has {found} run commands, and not {len(steps)}")
    steps = iter(steps)
    return re.sub(r"^(run\s+)\S+", lambda run: f"{run[1]}{next(steps)}", text, flags=re.M)


def run_decks(bench, decks, tree, longest):
    """Runs decks of a folder in turns; returns {name: what in_turns() returns}, without those whose sides differ.
    longest: limit to the steps of a run command, or None."""
    found = {}
    for name, deck in decks.items():
        path = tree / deck.path
        steps = [min(count, longest or count) for count in deck.steps]
        for file in path.parent.iterdir():    # data and molecules
            link = bench.work / file.name
            if not file.name.startswith(("in.", "log.")) and not link.exists():
                link.symlink_to(file)
        try:
            sides = in_turns(bench, name, shortened(path.read_text(), steps),
                             [f"{name}, run {k}" for k in range(1, len(steps) + 1)])
        except BenchError as error:    # the other decks go on
            bench.failures.append(f"{name}: {error}")
            continue
        if same_end(bench, name, sides, deck.bounds):
            found[name] = sides
    return found


class Whole:
    """All run commands of a deck in one process, as Run has one of them."""

    def __init__(self, parts):
        self.seconds = sum(part.seconds for part in parts)
        self.steps = sum(part.steps for part in parts)
        self.atoms = parts[-1].atoms
        self.sections = {name: sum(part.sections[name] for part in parts) for name in parts[0].sections}


def tables(found):
    """Tables of what run_decks() has found, and [(name, ratio, aim)]."""
    title = "Decks of strangers" if set(found) <= set(WILD) else "LAMMPS' own decks"
    speed = Table(f"{title}, whole runs", "deck", "spheres at the end", "steps", "stock [s]", "plugin [s]",
                  "ratio of minima", "ratio of medians", "aim")
    shares = Table("Where the time of these decks goes (fastest run) [s]", "deck", "who", "all", *SHOWN, "rest", words=2)
    ratios, all_ratios = [], []
    for name, sides in found.items():
        parts = len(sides[STOCK, 1][0])
        aim = (DECKS | WILD)[name].aim
        rows = [(name, lambda some: [Whole(one) for one in some], aim)]
        if parts > 1:
            rows += [(f"{name}, run {k + 1}", lambda some, k=k: [one[k] for one in some], aim) for k in range(parts)]
        for row, of, aim in rows:
            stock, plugin = of(sides[STOCK, 1]), of(sides[PLUGIN, 1])
            ratio = fastest(stock).seconds / fastest(plugin).seconds
            speed.add(row, f"{plugin[0].atoms}", f"{plugin[0].steps}", f"{fastest(stock).seconds:.3f}",
                      f"{fastest(plugin).seconds:.3f}", f"{ratio:.2f}",
                      f"{median_seconds(stock) / median_seconds(plugin):.2f}", f"{aim:.1f}" if aim else "-")
            if row == name:
                all_ratios.append(ratio)
                if aim:
                    ratios.append((name, ratio, aim))
            for who, run in ((STOCK, fastest(stock)), (PLUGIN, fastest(plugin))):
                times = [run.sections[section] for section in SHOWN]
                shares.add(row, who, *(f"{time:.3f}" for time in (run.seconds, *times, run.seconds - sum(times))))
    if set(found) == set(WILD):
        median = statistics.median(all_ratios)
        speed.add("median of the decks", "", "", "", "", f"{median:.2f}", "", f"{WILD_AIM:.1f}")
        ratios.append(("wild, median", median, WILD_AIM))
    return [speed, shares], ratios
