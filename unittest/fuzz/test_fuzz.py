"""A fuzzer of physics: random scenes, and what must hold for each of them without a reference.

    python3 unittest/fuzz/test_fuzz.py                      the examples of make check
    python3 unittest/fuzz/test_fuzz.py --minutes 60         random ones; --only continued; --seed 7

A failure prints the smallest decks that show it, with the files that they read, and what differs. Needs Hypothesis (Debian:
python3-hypothesis).
"""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import time
import traceback
import unittest

try:
    import hypothesis
except ImportError:
    # that of the system, where another python3 is the first on the path
    if sys.executable != "/usr/bin/python3" and not subprocess.run(
            ["/usr/bin/python3", "-c", "import hypothesis"], stderr=subprocess.DEVNULL).returncode:
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("skipped: there is no Hypothesis here (Debian: python3-hypothesis)")
    sys.exit(77)

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "styles"))

from hypothesis import HealthCheck, Phase, given, settings, strategies as st

import checks
from draw import scenes
import harness
from decks import Script, Way
from scene import FRAME_AXES, Frame

pick = st.sampled_from
# Seconds of one process; the rest of the minute of make check is that of the tests' siblings
EXAMPLES = {"same_bits": 30, "rounding": 40, "ranks": 8, "continued": 50, "continued_on_ranks": 6, "labels": 20, "frames": 40,
            "units": 25, "untouched": 25, "copies": 15, "balances": 50, "energy": 25, "full_disk": 15}


def same_bits_ways():
    sets = [Way(f"SIMD={s}", True, (("GRANULAR_SRT_SIMD", s),)) for s in ["off", *harness.instruction_sets()]]
    # what only looks at a run does not change it
    watching = {"pair/local": "compute watch all pair/local dist force p1 p8\ndump watch all local 7 watch.txt c_watch[1] c_watch[2] c_watch[4]\n",
                "ledger": "compute watch all granular/energy\nfix watch all ave/time 3 1 3 c_watch[3]\n",
                "ledger of contacts": "compute watch all granular/energy/local\ndump watch all local 7 watch.txt c_watch[1] c_watch[6]\n"
                                      "compute power all granular/energy/atom\ndump power all custom 6 power.txt id c_power[1]\n"}
    sets += [Way(name, True, settings=(("watch", text),)) for name, text in watching.items()]
    return sets + [Way("GHOSTS=off", True, (("GRANULAR_SRT_GHOSTS", "off"),)), Way("run every", True, every=5)]


def rounding_ways():
    stresses = "compute watch all stress/atom NULL virial\ncompute sum all reduce sum c_watch[1]\nfix watch all ave/time 3 1 3 c_sum\n"
    # with virials of particles that of all is summed in another order, which fix nph/sphere sees
    found = [Way("stress/atom", settings=(("watch", stresses),)), Way("newton on", newton="on"), Way("newton off", newton="off"), Way("LISTS=off", environment=(("GRANULAR_SRT_LISTS", "off"),)),
             Way("sorted", settings=(("sort", "atom_modify sort 10 1.0\n"),)),
             Way("not sorted", settings=(("sort", "atom_modify sort 0 0.0\n"),)),
             Way("large skin", settings=(("neighbor", "neighbor 0.6 bin\n"),)),
             Way("nsq", settings=(("neighbor", "neighbor 0.3 nsq\n"),)),
             Way("many ghosts", head="comm_modify cutoff 2.0\n"), Way("SORT=always", environment=(("GRANULAR_SRT_SORT", "always"),)),
             Way("list in each step", settings=(("neigh_modify", "neigh_modify delay 0 every 1 check no\n"),)),
             Way("multi", settings=(("neighbor", "neighbor 0.3 multi\n"),)), Way("hybrid", hybrid=True)]
    if harness.KOKKOS and not harness.kokkos_rounds():
        found += [Way("kk", launcher=harness.KOKKOS, arguments=harness.kokkos_threads(1)),
                  Way("kk full", launcher=harness.KOKKOS, newton="off", arguments=harness.kokkos_full_lists(1))]
    return found


def rank_ways():
    return [Way("2 ranks", ranks=2), Way("2 ranks, newton off", ranks=2, newton="off"), Way("4 ranks", ranks=4),
            Way("2 ranks, tiled", ranks=2, head="comm_style tiled\n",
                between="balance 1.0 rcb\n"),
            Way("3 ranks in a row", ranks=3, head="processors 1 1 3\n"),
            Way("2 ranks, LISTS=off", ranks=2, environment=(("GRANULAR_SRT_LISTS", "off"),))]


class Examples:
    """A check with its strategy; call(data) is one example."""

    def __init__(self, name, strategy, check):
        self.name, self.strategy, self.check = name, strategy, check
        self.drawn = self.done = 0

    def example(self, drawn):
        scene, options = drawn
        self.drawn += 1
        stage = checks.Stage(Script(scene).files)
        try:
            self.check(scene, stage, *options)
            self.done += 1
            checks.STATISTICS[f"{self.name} examples"] += 1
        except checks.Refused as error:
            checks.STATISTICS[f"{self.name} refused: {str(error)[:90]}"] += 1
        finally:
            stage.close()

    def run(self, examples, seed=None):
        self.drawn = self.done = 0

        # The seed of derandomize is a digest of this function's text: another text draws other examples
        @given(self.strategy)
        def test(drawn):
            self.example(drawn)
        if seed is not None:
            test = hypothesis.seed(seed)(test)
        settings(max_examples=examples, derandomize=seed is None, database=None, deadline=None, print_blob=False,
                 report_multiple_bugs=False, suppress_health_check=list(HealthCheck),
                 phases=(Phase.generate, Phase.shrink))(test)()
        if 2 * self.done < self.drawn:
            raise checks.Fault(f"{self.name}: {self.done} of {self.drawn} examples were tested, the others refused; GRANULAR_SRT_REPORT=1 lists why")


@st.composite
def restart_options(draw, ranks):
    # LAMMPS' write_restart ends with a segmentation fault if a fix adapt scales diameters
    scene = draw(scenes().filter(lambda s: s.motion != "grow"))
    within = scene.motion != "deform" and (len(scene.phases) == 1 or draw(st.booleans()))    # that counts from the start of a run
    hypothesis.assume(within or len(scene.phases) > 1)
    at = draw(st.integers(0 if within else 1, len(scene.phases) - 1))
    way = Way(f"{ranks} ranks", True, ranks=ranks, head=f"processors 1 1 {ranks}\n")
    repeat = draw(st.booleans()) or any(c.name == "law" for p, _ in scene.phases for c in p)
    changed = draw(pick([("", "")] * 4 + [("newton", f"newton {'on' if scene.newton == 'off' else 'off'}\n"),
                                          ("neighbor", "neighbor 0.35 bin\n"), ("sort", "atom_modify sort 9 0.7\n")]))
    return scene, (at, within, way, repeat, draw(st.booleans()), changed)


def one_of(ways):
    return st.lists(pick(ways), min_size=1, max_size=2, unique=True)


def names_of(scene):
    return {c.name for commands, _ in scene.phases for c in commands}


def turns_alike(scene):
    """In a tilted box fix nph/sphere and change_box move all spheres by the same distance more, which depends on the corner
    of the box."""
    return not (scene.tilt and (scene.motion == "nph" or "change_box" in names_of(scene)))


def forces_move(scene):
    """A wall that is defined after fix freeze pushes spheres that do not move: the ledger counts their acceleration."""
    return not (scene.motion == "freeze" and "refix" in names_of(scene))


def all_checks():
    orthogonal = dict(orthogonal=True)
    frames = st.builds(lambda a, s: (Frame(a, s),), pick(FRAME_AXES), pick([(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1), (-1, -1, -1)]))
    mirrors = st.builds(lambda s: (Frame((0, 1, 2), s),), pick([(-1, 1, 1), (1, -1, 1), (1, 1, -1)]))
    # Powers of 64: their square and cube roots are powers of two, too
    units = st.builds(lambda l, m, t: (Frame(units=(64.0**l, 64.0**m, 64.0**t)),), *[st.integers(-2, 2)] * 3)
    whole = [
        ("same_bits", st.tuples(scenes(), one_of(same_bits_ways()).map(lambda w: (w,))), checks.ways),
        ("rounding", st.tuples(scenes(), one_of(rounding_ways()).map(lambda w: (w,))), checks.ways),
        ("ranks", st.tuples(scenes(), pick(rank_ways()).map(lambda w: ((w,),))), checks.ways),
        ("continued", restart_options(1), checks.continued),
        ("continued_on_ranks", restart_options(2), checks.continued),
        ("untouched", st.tuples(scenes(motions=("nph", "deform", "deform", "nve"), phases=2),
                                st.tuples(pick([5, 7, 13]), pick([0, 0, 10]), pick([1, 1, 2]))), checks.untouched),
        ("frames", st.one_of(st.tuples(scenes(**orthogonal), frames),
                             st.tuples(scenes(motions=("nve", "freeze", "move", "nph")).filter(turns_alike), mirrors)), checks.another_frame),
        ("units", st.tuples(scenes(), units), checks.another_frame),
        ("copies", st.tuples(scenes(phases=1, motions=("nve", "freeze", "move")).filter(lambda s: any(s.periodic) and not s.walls),
                             st.builds(lambda c, p: (c,), pick([(2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 2, 1)]), st.none())), checks.replicated),
        ("balances", st.tuples(scenes(motions=("nve", "nve", "freeze", "nph", "deform")).filter(forces_move), st.just(())), checks.balances),
        ("labels", st.tuples(scenes().filter(lambda s: any("labels" in c.traits for p, _ in s.phases for c in p)),
                             pick([(Way("plain", bits=True),)] * 3 + [(Way("2 ranks", ranks=2),)])), checks.relabelled),
        ("full_disk", st.one_of(st.tuples(scenes(phases=1, motions=("nve",)), st.just(("restart",))),
                                st.tuples(scenes(phases=1, motions=("nve",)).filter(lambda s: any(w.kind == "mesh" for w in s.walls)),
                                          st.just(("faces",)))), checks.full_disk),
        ("energy", st.tuples(scenes(motions=("nve",), frictionless=True, phases=2), st.just(())), checks.bounded),
    ]
    return {name: Examples(name, strategy, check) for name, strategy, check in whole}


class Fuzz(unittest.TestCase):
    pass


def add_tests():
    for name, check in all_checks().items():
        setattr(Fuzz, f"test_{name}", lambda self, check=check: check.run(EXAMPLES[check.name]))


def report():
    for name, count in sorted(checks.STATISTICS.items()):
        print(f"{count:8d} {name}")


def by_hand(arguments):
    """Random seeds until the time is over; each failure is printed, and written to a file."""
    end = time.time() + 60 * arguments.minutes
    found = all_checks()
    names = [n for n in found if not arguments.only or n in arguments.only.split(",")]
    seed, faults = arguments.seed or int(time.time()), collections.Counter()
    while time.time() < end:
        for name in names:
            seed += 1
            try:
                found[name].run(arguments.examples, seed)
            except Exception as error:    # also an error of this program
                faults[name] += 1
                text = str(error) if isinstance(error, checks.Fault) else traceback.format_exc()
                print(f"FAULT {name}, seed {seed}: {text if not arguments.folder else text.splitlines()[0][:300]}", flush=True)
                if arguments.folder:
                    pathlib.Path(arguments.folder, f"{name}.{seed}.txt").write_text(text)
            if time.time() > end:
                break
        print(f"{checks.STATISTICS['decks']} decks, faults: {dict(faults)}", flush=True)
    report()
    sys.exit(bool(faults))


if __name__ == "__main__":
    if "--minutes" in sys.argv:
        parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--minutes", type=float, required=True)
        parser.add_argument("--seed", type=int)
        parser.add_argument("--only", default="", help="names of checks: " + ", ".join(EXAMPLES))
        parser.add_argument("--examples", type=int, default=30, help="of each check with one seed")
        parser.add_argument("--folder", help="where failures are written")
        by_hand(parser.parse_args())
    add_tests()
    try:
        unittest.main()
    finally:
        if harness.REPORT:
            report()
