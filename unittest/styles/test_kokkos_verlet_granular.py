"""run_style verlet/granular/kk in the way of a GPU (full lists, communication and sorting on the device): results are those of
run_style verlet/kk, with fewer kernels and waits a step. Decks: jammed and sheared packings, boxes that move, walls, ghosts of
ghosts, several runs, restart files, and what keeps the steps of verlet/kk."""

import collections
import os
import pathlib
import re
import unittest
from unittest import mock

import harness
from harness import KOKKOS
from test_kokkos_copies import DECK as JAMMED, EventsTest
from test_kokkos_granular import FULL_LISTS

harness.need_kokkos()

STYLES = ("verlet/kk", "verlet/granular/kk")
JOINED = "run_style verlet/granular/kk: steps without a new neighbor list are joined\n"
APART = "run_style verlet/granular/kk: steps are those of verlet/kk: "
MODEL = "hooke 2000 20 tangential linear_history 1000 10 0.5 rolling sds 100 5 0.3"
PRESS = "fix press all nph/sphere x 20 20 0.5 y 20 20 0.5 z 20 20 0.5 xy 0 0 0.5 xz 0 0 0.5 yz 0 0 0.5 pchain 0 ptemp 1.0\n"
NVE = "fix motion all nve/sphere\n"
FLOOR = f"fix floor all wall/gran granular {MODEL} zplane 0 NULL\n"
WEIGHT = "fix weight all gravity 1.0 vector 0.2 0 -1\n"


def deck(style, fixes, box="prism 0 5.5 0 5.5 0 5.5 0 0 0", boundary="p p p", run="run 400\nrun 100 pre no\nrun 200\n", newton="off",
         groups="", number=125, sphere="", pair="granular"):
    return f"""units lj
atom_style sphere{sphere}
boundary {boundary}
newton {newton}
comm_modify vel yes
region box {box}
create_box 1 box
create_atoms 1 random {number} 4711 box overlap 0.9 maxtry 2000
set group all diameter 1.0
set group all density 1.9
{groups}velocity all create 0.2 8321 loop geom
pair_style {pair}
pair_coeff * * {MODEL}
neighbor 0.2 bin
neigh_modify delay 0 every 1
{fixes}timestep 0.001
run_style {style.removesuffix("/kk")}
thermo 60
thermo_style custom step atoms ke press pxy vol
dump trajectory all custom 70 dump.txt {harness.DUMP_COLUMNS}
dump_modify trajectory sort id format float %.17g
{run.replace("STYLE", style.removesuffix("/kk"))}write_restart end.restart
"""


SLAB = dict(box="block 0 6 0 6 0 12", boundary="p p f", number=150)
# Equal to the last bit. Each has new neighbor lists.
SAME_BITS = {
    "jammed": dict(fixes=PRESS),
    "isotropic": dict(fixes="fix press all nph/sphere iso 20 20 0.5 pchain 0 ptemp 1.0\n"),
    "sheared": dict(fixes="fix press all nph/sphere x 20 20 0.5 y 20 20 0.5 z 20 20 0.5 xy rate 0.2 pchain 0 ptemp 1.0\n"),
    "deformed": dict(fixes=NVE + "fix shear all deform 1 xy erate 0.5 remap v\n"),
    "gas": dict(fixes=NVE, box="block 0 5.5 0 5.5 0 5.5"),
    "walls": dict(fixes=NVE + FLOOR + WEIGHT, **SLAB),
    "barostat and walls": dict(fixes="fix press all nph/sphere x 20 20 0.5 y 20 20 0.5 pchain 0 ptemp 1.0\n" + FLOOR + WEIGHT, **SLAB),
    "ghosts of ghosts": dict(fixes=PRESS.replace("20 20", "1 1") + "comm_modify cutoff 5.0\n", box="prism 0 3 0 3 0 3 0 0 0", number=12),
    "frozen": dict(fixes="fix motion free nve/sphere\nfix hold bottom freeze\n" + FLOOR + WEIGHT, **SLAB,
                   groups="region bottom block INF INF INF INF INF 1.2\ngroup bottom region bottom\ngroup free subtract all bottom\n"),
    "averages": dict(fixes=PRESS + "fix mean all ave/time 1 5 20 c_thermo_press file mean.txt\n"),
    "energy": dict(fixes=PRESS + "compute energy all granular/energy\nfix mean all ave/time 20 1 20 c_energy[1] file mean.txt\n"),
    "grown": dict(fixes=NVE + "region top block 0 6 0 6 9 11.5\nfix more all deposit 30 1 9 77 region top near 1.0 vz -3 -2\n" + FLOOR + WEIGHT, **SLAB),
    "every": dict(fixes=PRESS, run="run 500 every 100 'displace_atoms all move 0.05 0.02 0'\n"),
    "no check": dict(fixes=PRESS + "neigh_modify every 7 check no\n"),
    "restart files": dict(fixes=PRESS, run="restart 100 a.restart b.restart\nrun 500\n"),
    "minimized": dict(fixes=PRESS, run="run 200\nminimize 0 1e-8 20 100\nrun 200\n"),
    "other laws, styles, boxes": dict(fixes=PRESS, run="""run 100
pair_coeff * * hooke 3000 10 tangential linear_history 500 5 0.2
change_box all x scale 0.99 xy delta 0.1 remap units box
run 50
run_style verlet
run 50
run_style STYLE
timestep 0.002
neighbor 0.3 bin
run 350 upto
"""),
    "other particles": dict(fixes=PRESS, run="""run 100
displace_atoms all random 0.03 0.03 0.03 8812
velocity all scale 0.3
set group all omega 1 0 0
run 0
run 0 pre no post no
run 100 pre no post no
group few id < 20
delete_atoms group few compress no
run 50
create_atoms 1 random 20 991 NULL overlap 0.8 maxtry 1000
set group all diameter 0.98
run 100
"""),
    "ended early": dict(fixes=PRESS, run="""timer timeout 0:00:00 every 10
run 100
timer timeout off
variable now equal step
fix end all halt 10 v_now >= 130 error soft
run 200
unfix end
timer timeout unlimited
run 310
"""),
}
NOT_JOINED = {
    "several ranks": (dict(fixes=PRESS), 2, FULL_LISTS, "there are several ranks"),
    "half lists": (dict(fixes=PRESS, newton="on"), 1, ("-k", "on", "-sf", "kk"),
                   "the pair style does not run on a device, or without full neighbor lists"),
    "a group is deformed": (dict(fixes=NVE + "fix shear some deform 1 xy erate 0.5 remap v\n", groups="group some id <= 60\n"), 1,
                            (*FULL_LISTS, "-pk", "kokkos", "comm", "no"), "fix deform changes the velocities of a group"),
    "radii change": (dict(fixes=PRESS, sphere=" 1"), 1, FULL_LISTS, "ghosts have other data than positions, velocities and spins"),
}


class SameResults(harness.DeckTest):
    def compare(self, name, options, line, ranks=1, args=FULL_LISTS):
        found = self.space.run_each({style: (deck(style, **options), {}) for style in STYLES}, args, ranks=ranks, launcher=KOKKOS)
        logs, frames = [], []
        for style in STYLES:
            run, folder = found[style]
            self.assert_ended(run, f"{name}, {style}")
            logs.append(run)
            frames.append(folder.frames())
        self.assertNotIn("run_style verlet/granular/kk", logs[0].log)
        self.assertIn(line, logs[1].log)
        self.assertEqual(*(run.numbers_after("Neighbor list builds") for run in logs))
        self.assertEqual(*(run.numbers_after("Dangerous builds") for run in logs))
        self.assertGreater(len(frames[0]), 5)
        self.assert_same_trajectory(*frames, 0.0, name)
        rows = [re.findall(r"^ +\d+ +\d+ [-+. \de]+$", run.log, re.M) for run in logs]
        self.assertGreater(len(rows[0]), 5)
        self.assertEqual(*rows)
        self.assertEqual(*((found[style][1].path / "end.restart").read_bytes() for style in STYLES))
        return logs[1]

    def test_same_bits(self):
        for name, options in SAME_BITS.items():
            with self.subTest(name):
                run = self.compare(name, options, JOINED)
                self.assertGreater(sum(run.numbers_after("Neighbor list builds")), 0)

    def test_newton_on(self):
        """As examples/packing on a GPU: forces of ghosts are not returned."""
        words = ("-k", "on", "t", "1", "-sf", "kk", "-pk", "kokkos", "newton", "on", "neigh", "half", "comm", "device", "sort", "device")
        self.compare("newton on", dict(fixes=PRESS, newton="on", pair="granular/kk/device"), JOINED, args=words)

    def test_not_joined(self):
        for name, (options, ranks, args, reason) in NOT_JOINED.items():
            with self.subTest(name):
                self.compare(name, options, APART + reason + "\n", ranks, args)

    def test_after_an_error(self):
        """A program catches it. The error comes between pair style and barostat, whose sums are read once."""
        library = pathlib.Path(harness.SCRATCH.name) / "caught_errors.so"    # a path without blanks
        harness.library(harness.HERE / "caught_errors.cpp", library, "-ldl")
        ball = f"""variable place equal 'sqrt(160.5-step)/30'
region ball sphere 2.5 2.5 2.5 0.1 side out move NULL NULL v_place units box
fix ball all wall/granular {MODEL} region ball
"""
        run = f"run 100\n{ball}run 100\nunfix ball\nvelocity all scale 0.5\nrun 200\n"
        with mock.patch.dict(os.environ, LD_PRELOAD=str(library)):
            run = self.compare("after an error", dict(fixes=PRESS, run=run), JOINED)
        self.assertIn("ERROR on proc 0: Variable place: Sqrt of negative value", run.log)

    def test_arguments(self):
        run = self.space.run(deck("verlet/granular yes", NVE), args=FULL_LISTS, launcher=KOKKOS)
        self.assertIn("Illegal run_style verlet/granular/kk argument 'yes': it has no arguments", run.error)

    def test_without_kokkos(self):
        text = deck("", NVE).replace("run_style ", "run_style verlet/granular/kk")
        run = self.space.run(text, launcher=KOKKOS)
        self.assertIn("The run_style verlet/granular/kk needs KOKKOS: use the command-line option -k on", run.error)


# Kernels of a step without output and without a new neighbor list, and waits of the host, of verlet/kk and verlet/granular/kk.
STEPS = {
    "barostat": (JAMMED, (19, 3), (5, 1)),
    "nve": (re.sub("fix press.*", "fix motion all nve/sphere", JAMMED), (18, 1), (4, 1)),
}
# Kokkos itself waits after each kernel that it tells a library of.
OF_TOOLS = "Kokkos::Tools::"

class Launches(EventsTest):
    def in_a_step(self, text):
        found = []
        for kind in ("kernel", "fence"):
            few, more = (collections.Counter(self.events(kind, text.format(steps=steps))) for steps in (50, 100))
            found.append({name: number / 50 for name, number in (more - few).items()})
        kernels, fences = found
        return sum(kernels.values()), sum(number for name, number in fences.items() if not name.startswith(OF_TOOLS))

    def test_a_step(self):
        for name, (text, *expected) in STEPS.items():
            for style, numbers in zip(STYLES, expected):
                with self.subTest(name, style=style):
                    command = f"run_style {style.removesuffix('/kk')}\nthermo_style"
                    self.assertEqual(self.in_a_step(text.replace("thermo_style", command)), numbers)


if __name__ == "__main__":
    unittest.main(verbosity=2)
