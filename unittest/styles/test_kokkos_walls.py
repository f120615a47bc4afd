"""fix wall/granular/kk against fix wall/granular in the same LAMMPS with the KOKKOS package.

Two ways, as in test_kokkos_granular.py: with threads and half lists the wall is that of the host; with full lists (the
way of a GPU) planes and cylinders are evaluated by a kernel, and regions, heat and output per atom stay on the host.

FIRST and BOUND are those of test_kokkos_granular.py. Each particle's loads come from the same expressions on both sides;
totals of the wall are sums in another order. test_wall_parallel.py runs on Kokkos as well: ranks, sorting, restart.
"""

import collections
import os
import pathlib
import random
import re
import unittest
from unittest import mock

import harness
import test_wall_regions
from harness import KOKKOS, Sphere, data_file
from test_kokkos_copies import HERE, EventsTest
from test_kokkos_granular import BOUND, FIRST, FULL_LISTS, STEPS, THREADS
from test_wall_granular import ALL_MODES, CASES, DMT, FEW, JKR, MATERIAL, SLIDING, WallTest, wall_case, wall_deck

PAIR = f"pair_style granular\npair_coeff * * {ALL_MODES}\n"
TOTALS = ("thermo_style custom step f_wall f_wall[1] f_wall[2] f_wall[3] f_wall[4] f_wall[5] f_wall[6] pxx pyy pzz pxz\n"
          "thermo_modify format float %.17g norm no\nfix_modify wall virial yes\n")
CREEP = "hertz/material 4000.0 20.0 0.3 damping mass_velocity tangential mindlin_creep NULL 0.5 0.3"
TRACKING = ("hooke 1000.0 20.0 damping velocity tangential tracking 300.0 0.4 0.3 rolling tracking 0.2 "
            "twisting tracking 0.1")
MARSHALL = ("hertz/material 4000.0 0.5 0.3 tangential mindlin_rescale/force NULL 0.8 0.3 damping tsuji "
            "rolling sds 200.0 5.0 0.1 twisting marshall")
NO_HISTORY = "hooke 1000.0 20.0 tangential linear_nohistory 0.8 0.3 damping velocity"

# Cases of test_wall_granular.py, and more.
DEVICE = {name: CASES[name] for name in (
    "xplane", "yplane_above", "two_planes", "both_sides", "jkr", "jkr_pulled_off", "wiggle_normal", "wiggle_tangential",
    "shear", "limit_damping", "one_group", "rigid")}
DEVICE.update({
    "translate": wall_case("zplane 0.0 NULL translate z 0.3"),
    "both_planes_of_one_command": wall_case("zplane 0.0 0.95", gravity=""),
    "dmt": wall_case("zplane 0.0 NULL", DMT),
    "material": wall_case("zplane 0.0 NULL", MATERIAL),
    "marshall": wall_case("zplane 0.0 NULL", MARSHALL),
    "creep": wall_case("zplane 0.0 NULL", CREEP),
    "tracking": wall_case("zplane 0.0 NULL", TRACKING),
    "no_history": wall_case("zplane 0.0 NULL", NO_HISTORY),
    "synchronized": wall_case("zplane 0.0 NULL", f"{SLIDING} synchronized_verlet"),
    "cylinder": wall_case("xcylinder 4.2 center 0 3.9"),
    "cylinder_rotates": wall_case("xcylinder 4.2 center 0 3.9 rotate 0.7", MATERIAL),
    "cylinder_wiggles": wall_case("ycylinder 4.2 center 0 3.9 wiggle x 0.3 1.0 origin 1 2 3"),
    "cylinder_shear": wall_case("xcylinder 4.2 center 0 3.9 shear x 1.0", JKR),
    "cylinder_translates": wall_case("zcylinder 6.0 translate x 0.4", gravity="fix gravity all gravity 10 vector 1 0.5 0\n"),
    "outside_of_a_cylinder": wall_case("xcylinder 2.0 center 0 -2.0", SLIDING),
    "own_moduli": wall_case("zplane 0.0 NULL material 90000.0 0.1", MATERIAL),
    "gran_hooke": dict(walls="fix wall all wall/gran hooke 1000.0 300.0 20.0 4.0 0.3 1 zplane 0.0 NULL\n"),
    "gran_hooke_history": dict(walls="fix wall all wall/gran hooke/history 1000.0 300.0 20.0 15.0 0.3 0 zplane 0.0 6.0 "
                                     "wiggle z 0.3 1.0\n"),
    "gran_hertz_history": dict(walls="fix wall all wall/gran hertz/history 3000.0 2500.0 40.0 60.0 0.3 1 zplane 0.0 NULL\n"),
    "gran_granular": dict(walls=f"fix wall all wall/gran granular {ALL_MODES} zplane 0.0 NULL\n"),
})
# Those that stay on the host, and what the log says.
REASONS = {
    "region_block": "it is a region",
    "region_moves": "it is a region",
    "contacts": "it has output per atom (keyword contacts)",
}
# With more threads LAMMPS orders atoms differently from run to run.
ONE_THREAD = harness.kokkos_full_lists(1)
WAYS = harness.different({"host": (), "threads": THREADS, "full lists": FULL_LISTS})


def case_deck(name, **changes):
    case = dict(DEVICE[name] if name in DEVICE else CASES[name])
    case.pop("quantities", None)
    walls = case.pop("commands", "") + case.pop("before_walls", "") + case.pop("walls")
    steps = min(case.pop("steps", STEPS), STEPS)
    return wall_deck(walls, **dict(dict(case, pair=PAIR, after=TOTALS, steps=steps, every=steps // 5), **changes))


class SameAsHost(harness.DeckTest):
    @classmethod
    def setUpClass(cls):
        jobs = {name: (case_deck(name), {"data.txt": data_file(FEW)}) for name in (*DEVICE, *REASONS)}
        space = harness.Workspace()
        cls.addClassCleanup(space.close)
        cls.found = {way: space.run_each(jobs, args, launcher=KOKKOS) for way, args in WAYS.items()}

    def compare(self, name):
        runs, frames = {}, {}
        for way in WAYS:
            runs[way], folder = self.found[way][name]
            self.assert_ended(runs[way], way)
            frames[way] = folder.frames()
        totals = {way: {row["Step"]: {1: row} for row in run.thermo()} for way, run in runs.items()}
        quantities = {column: (column,) for column in totals["host"][0][1] if column != "Step"}
        # scale of all forces, torques and pressures: a sum of contacts can be small by chance
        groups = {"contacts": ("f_wall",), "force": ("f_wall[1]", "f_wall[2]", "f_wall[3]"),
                  "torque": ("f_wall[4]", "f_wall[5]", "f_wall[6]"), "pressure": ("Pxx", "Pyy", "Pzz", "Pxz")}
        self.assertEqual({column for columns in groups.values() for column in columns}, set(quantities))
        self.assertTrue(any(row[1]["f_wall"] for row in totals["host"].values()) or name == "jkr_pulled_off")
        reason = REASONS.get(name)
        for way in list(WAYS)[1:]:
            with self.subTest(way):
                said = re.findall(r"^fix \S+ wall: computed on the host, because (.*)$", runs[way].log, re.M)
                self.assertEqual(said, [reason] if reason and harness.has_full_lists(WAYS[way]) else [])
                on_device = re.search(r"GRANULAR-SRT [\d.]+: .*fix wall/gran(ular)?/kk", runs[way].log)
                self.assertEqual(bool(on_device), harness.has_full_lists(WAYS[way]) and not reason)
                first = min(frames["host"])
                at_once = self.assert_same_trajectory({first: frames["host"][first]}, {first: frames[way][first]}, FIRST)
                measured = self.assert_same_trajectory(frames["host"], frames[way], BOUND, way)
                sums = self.assert_same_trajectory(totals["host"], totals[way], BOUND, way, groups)
                if harness.REPORT:
                    print(f"{name:28s} {way:12s} first {at_once:8.1e} deviation {measured:8.1e} totals {sums:8.1e}", flush=True)


for deck_name in (*DEVICE, *REASONS):
    setattr(SameAsHost, f"test_{deck_name}", lambda self, name=deck_name: self.compare(name))


class Kokkos(WallTest):
    def kokkos(self, deck, args=FULL_LISTS, ranks=1, spheres=FEW):
        self.space.write("data.txt", data_file(spheres))
        result = self.lmp(deck, args=args, ranks=ranks, launcher=KOKKOS)
        return result, self.space.frames()


class Styles(Kokkos):
    """The names with /kk in the deck itself."""

    def test_device_name_with_half_lists(self):
        """wall/granular/kk/device is on the device in any case, wall/granular/kk/host on the host."""
        deck = case_deck("cylinder_rotates")
        _, host = self.kokkos(deck, ())
        for ending in ("/kk", "/kk/device", "/kk/host"):
            for args in (THREADS, FULL_LISTS):
                with self.subTest(style=ending, args=args):
                    result, found = self.kokkos(deck.replace("wall/granular", f"wall/granular{ending}"), args)
                    on_device = ending == "/kk/device" or (ending == "/kk" and harness.has_full_lists(args))
                    self.assertEqual("fix wall/granular/kk" in re.search(r"^GRANULAR-SRT [\d.]+: (.*)", result.log, re.M)[1], on_device)
                    self.assertNotIn("computed on the host", result.log)
                    self.assert_same_trajectory(host, found, BOUND)

    def test_all_names(self):
        for style, words in (("wall/granular", "zplane 0.0 NULL"), ("wall/granular/region", "region shell"),
                             ("wall/gran", "granular {} zplane 0.0 NULL"), ("wall/gran/region", "granular {} region shell")):
            words = words.format(ALL_MODES) if "{}" in words else f"{ALL_MODES} {words}"
            walls = f"region shell block -4 4 -9 9 0 6 units box\nfix wall all {style}/kk {words}\n"
            result, _ = self.kokkos(wall_deck(walls, steps=10, every=10, pair=PAIR))
            said = f"fix {style}/kk wall: computed on the host, because it is a region"
            self.assertEqual(result.log.count(said), 1 if "region" in style else 0, result.log)

    def test_a_law_for_each_type(self):
        """material mix: one kernel for each type, which leaves the histories of others as they are."""
        spheres = [Sphere(s.x, s.v, s.omega, s.diameter, type=1 + k % 3) for k, s in enumerate(FEW)]
        laws = [ALL_MODES, ALL_MODES.replace("300.0", "700.0"), ALL_MODES.replace("0.3", "0.8")]
        pair = "pair_style granular\n" + "".join(f"pair_coeff {k} {k} {law}\n" for k, law in enumerate(laws, 1))
        walls = f"fix wall all wall/granular {ALL_MODES.replace('20.0', '60.0')} zplane 0.0 NULL material mix\n"
        deck = wall_deck(walls, pair=pair, after=TOTALS, steps=STEPS, every=STEPS // 5)
        host, of_host = self.kokkos(deck, (), spheres=spheres)
        found, of_device = self.kokkos(deck, spheres=spheres)
        self.assertIn("fix wall/granular/kk", found.log)
        self.assert_same_trajectory(of_host, of_device, BOUND)
        for one, other in zip(host.thermo(), found.thermo()):
            for column in ("f_wall", "f_wall[3]", "f_wall[5]"):
                # forces of order 10 that are added in another order
                self.assertAlmostEqual(one[column], other[column], delta=1e-9)

    def test_heat_is_on_the_host(self):
        walls = f"fix wall all wall/granular {MATERIAL} heat radius 0.5 zplane 0.0 NULL temperature 3.0\n"
        self.space.write("data.txt", data_file(FEW))
        run = self.space.run(wall_deck(walls, steps=1), args=FULL_LISTS, launcher=KOKKOS)
        self.assertIn("wall: computed on the host, because it conducts heat", run.log)

    def test_without_kokkos(self):
        self.space.write("data.txt", data_file(FEW))
        for ending in ("/kk", "/kk/device", "/kk/host"):
            run = self.space.run(case_deck("xplane").replace("wall/granular", f"wall/granular{ending}"), launcher=KOKKOS)
            self.assertEqual(run.returncode, 1)
            self.assertIn("Cannot use KOKKOS styles without enabling KOKKOS", run.error)

    def test_hollow_wall_of_a_smaller_radius(self):
        walls = f"fix wall all wall/granular {SLIDING} zcylinder 0.45 center 0 0.1\n"
        self.space.write("data.txt", data_file([Sphere((0, 0.2, 0), diameter=2.0)]))
        run = self.space.run(wall_deck(walls, steps=1, pair=PAIR), args=FULL_LISTS, launcher=KOKKOS)
        self.assertEqual(run.returncode, 1)
        self.assertIn("A particle of radius 1 touches a wall of fix wall/granular wall that is hollow", run.error)

    def test_lammps_own_style(self):
        """LAMMPS' fix stays under another name."""
        walls = "fix wall all wall/gran/builtin hooke/history 1000.0 300.0 20.0 15.0 0.3 0 zplane 0.0 NULL\n"
        result, _ = self.kokkos(wall_deck(walls, steps=10, every=10, pair=PAIR))
        line, = re.findall(r"GRANULAR-SRT [\d.]+: .*this plugin's", result.log)
        self.assertNotIn("fix wall", line)


class Stress(Kokkos):
    def test_virial_of_each_atom(self):
        """The wall's share, and its sum."""
        show = ("fix_modify wall virial yes\ncompute s all stress/atom NULL fix\ncompute all all reduce sum c_s[1] c_s[3] c_s[5]\n"
                "thermo_style custom step c_all[*] f_wall[3]\nthermo_modify format float %.17g norm no\n")
        columns = tuple(f"c_s[{k}]" for k in range(1, 7))
        deck = case_deck("two_planes", after=show, columns=" " + " ".join(columns))
        _, host = self.kokkos(deck, ())
        _, found = self.kokkos(deck)
        self.assertGreater(max(abs(atom["c_s[3]"]) for atoms in host.values() for atom in atoms.values()), 0.1)
        self.assert_same_trajectory(host, found, BOUND, quantities={"stress": columns})


class PeriodicBoundary(Kokkos):
    def test_box_that_shears(self):
        """On the device too a wall sees a sphere that has left the box where LAMMPS will move it, also long before it does."""
        here = test_wall_regions.PeriodicBoundary
        self.space.write("data.txt", data_file(here.SPHERES, **here.BOX, tilt=(0, 0, 0)))
        quantities = {name: harness.QUANTITIES[name] for name in ("omega", "f", "torque")}
        for remap in ("v", "x"):
            fixes = f"fix integrate all nve/sphere\nfix shear all deform 1 xy erate 0.1 remap {remap}\n"
            deck = wall_deck(f"fix wall all wall/granular {ALL_MODES} zplane 0.0 NULL\n", boundary="p p f", every=50, steps=1000, fixes=fixes,
                             pair=here.PAIR.replace("granular", "granular box yes", 1))
            frames = []
            for skin, args in (("0.001", ()), ("0.6", ONE_THREAD)):
                self.lmp(deck.replace("neighbor 0.1", f"neighbor {skin}"), args=args, launcher=KOKKOS)
                frames.append(self.space.frames())
            with self.subTest(remap=remap):
                self.assert_same_trajectory(*frames, BOUND, "", quantities)


class Migration(Kokkos):
    def test_particles_that_bounce(self):
        """Spheres that touch none, one or both of two planes change their rank. They do not see each other."""
        draw = random.Random(7)
        spheres = [Sphere((draw.uniform(-3, 3), draw.uniform(-3, 3), draw.uniform(0.45, 0.85)),
                          (draw.uniform(-4, 4), draw.uniform(-4, 4), draw.uniform(-1, 1)),
                          [draw.uniform(-8, 8) for _ in range(3)], diameter=draw.choice((1.0, 1.35))) for _ in range(60)]
        deck = wall_deck(f"fix wall all wall/granular {ALL_MODES} zplane 0.0 1.3\n", gravity="", steps=800, every=100,
                         after="thermo_style custom step f_wall\nthermo_modify norm no\n")
        host, frames = self.kokkos(deck, (), spheres=spheres)
        touching = {row["f_wall"] for row in host.thermo()}
        self.assertTrue(all(10 < count < 110 for count in touching), touching)
        for ranks, sort in ((1, "20 1.0"), (2, "0 0.0"), (4, "0 0.0"), (4, "20 1.0")):
            with self.subTest(ranks=ranks, sort=sort):
                _, found = self.kokkos(deck.replace("sort 0 0.0", f"sort {sort}"), ONE_THREAD, ranks, spheres)
                self.assert_same_trajectory(frames, found, BOUND)


    def test_particles_that_are_deleted_and_made(self):
        """Histories move up where a particle is deleted, and a new particle has none."""
        run = ("run 300\ngroup gone id 1\ndelete_atoms group gone compress no\nrun 300\n"
               "create_atoms 1 single -3 -3 0.48 units box\nset group all diameter 1.0\nvelocity all ramp vx 0.0 1.0 x -5 5\nrun 300\n")
        deck = case_deck("material", run=run, every=100, after="")
        _, host = self.kokkos(deck, ())
        self.assertEqual([len(host[step]) for step in (0, 600, 900)], [4, 3, 4])
        _, found = self.kokkos(deck, ONE_THREAD)
        self.assert_same_trajectory(host, found, BOUND)


class Restart(Kokkos):
    RUN = "run 500\nwrite_restart half.bin\nrun 500\n"

    def test_file_of_the_other_style(self):
        """A run on the device continues from a file of the host, and the other way around."""
        for name in ("yplane_above", "jkr", "cylinder_rotates", "tracking", "wiggle_normal"):
            deck = case_deck(name, run=self.RUN, every=100, after="")
            walls = "".join(re.findall(r"^fix (?:wall|gravity) .*\n", deck, re.M))
            dump = deck[deck.index("thermo 100"):deck.index("run 500")]
            go_on = ("newton on\ncomm_modify vel yes\nread_restart half.bin\nneighbor 0.1 bin\n"
                     "neigh_modify delay 0 every 1 check yes\nfix integrate all nve/sphere\n"
                     f"timestep {re.search('timestep (.*)', deck)[1]}\n{walls}{dump}run 500\n")
            _, whole = self.kokkos(deck, ())    # the second run goes on with the last forces, as those from the file do
            late = harness.later(whole, 500)
            for first, second in ((), FULL_LISTS), (FULL_LISTS, ()), (FULL_LISTS, FULL_LISTS):
                with self.subTest(wall=name, first=first, second=second):
                    self.kokkos(deck, first)
                    result, continued = self.kokkos(go_on, second, ranks=2)
                    self.assertNotIn("starts from zero", result.output)
                    self.assert_same_trajectory(late, harness.later(continued, 500), BOUND)

    def test_other_springs(self):
        deck = case_deck("two_planes", run="run 500\nwrite_restart half.bin\n", every=100, after="", gravity="")
        self.kokkos(deck)
        for model, warned in ((ALL_MODES, False), (MATERIAL, True)):
            go_on = ("newton on\ncomm_modify vel yes\nread_restart half.bin\nneighbor 0.1 bin\n"
                     f"fix integrate all nve/sphere\nfix wall all wall/granular {model} zplane 0.0 1.8\nrun 1\n")
            result = self.lmp(go_on, args=FULL_LISTS, launcher=KOKKOS)
            self.assertEqual("its contact history starts from zero" in result.output, warned)


SIDE = 6
SOFT = "hooke 1.0 0.5 damping mass_velocity tangential linear_history 0.8 0.5 0.3"
COPIES = f"""units lj
atom_style sphere
boundary p p f
newton off
comm_modify vel yes
region box block 0 {SIDE} 0 {SIDE} -1 {SIDE + 1}
create_box 1 box
lattice sc 1.0
region inside block 0 {SIDE} 0 {SIDE} 0.4 {SIDE}
create_atoms 1 region inside
set group all diameter 1.0
set group all mass 1.0
displace_atoms all move 0 0 -0.51
velocity all create 1e-6 4711
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
pair_style granular
pair_coeff * * {SOFT}
fix integrate all nve/sphere
fix gravity all gravity 1e-4 vector 0 0 -1
WALL
timestep 0.02
thermo_style custom step f_wall f_wall[3]
thermo 1000
run {{steps}}
"""
ALL_ARRAYS = 0xffffffffffffffff
# x v f mask rmass radius omega torque; f torque (atom_masks.h of LAMMPS)
READ, WRITTEN = 0x1 | 0x2 | 0x4 | 0x20 | 0x200 | 0x400000000 | 0x800000000 | 0x1000000000, 0x4 | 0x1000000000


def copies_deck(walls):
    return COPIES.replace("WALL", walls)


class NothingIsCopied(EventsTest):
    def test_by_a_wall_on_the_device(self):
        for words in ("zplane 0.0 NULL wiggle z 1e-4 10.0", "zplane 0.0 NULL shear x 1e-3"):
            with self.subTest(words):
                self.assert_none_in_a_step(copies_deck(f"fix wall all wall/granular {SOFT} {words}"), SIDE**3)


class Synchronizations(Kokkos):
    """What LAMMPS would copy between a GPU and the host in 50 steps more: synchronizations.cpp notes the requests."""

    def setUp(self):
        super().setUp()
        library = pathlib.Path(harness.SCRATCH.name) / "synchronizations.so"    # a path without blanks
        harness.library(HERE / "synchronizations.cpp", library, "-ldl")
        self.notes = self.space.path / "notes"
        patch = mock.patch.dict(os.environ, LD_PRELOAD=str(library),
                                GRANULAR_SRT_SYNCHRONIZATIONS=str(self.notes))
        patch.start()
        self.addCleanup(patch.stop)

    def requests(self, deck):
        result = self.lmp(deck, args=FULL_LISTS, launcher=KOKKOS)
        self.assertEqual(result.numbers_after("Neighbor list builds")[-1], 0)
        self.assertGreater(result.thermo()[-1]["f_wall"], 0)
        found = collections.Counter()
        for line in self.notes.read_text().splitlines():
            what, place, mask = line.split()
            found[what, int(place), int(mask, 16)] += 1
        return found

    def on_the_host(self, walls):
        few, more = (self.requests(copies_deck(walls).format(steps=steps)) for steps in (50, 100))
        self.assertTrue(any(place != 0 for _, place, _ in more - few), "nothing is noted of the device")
        return {(what, mask): count for (what, place, mask), count in (more - few).items() if place == 0 and mask}

    def test_wall_on_the_device(self):
        self.assertEqual(self.on_the_host(f"fix wall all wall/granular {SOFT} zplane 0.0 NULL"), {})

    def test_wall_on_the_host(self):
        walls = f"region floor plane 0 0 0 0 0 1 units box\nfix wall all wall/granular {SOFT} region floor"
        self.assertEqual(self.on_the_host(walls), {("sync", READ): 50, ("modified", WRITTEN): 50})

    def test_wall_that_reads_a_variable(self):
        """A variable can read any array. Nothing more is copied back."""
        walls = ("variable lift equal 1e-4*sin(step*dt)\nregion floor plane 0 0 0 0 0 1 move NULL NULL v_lift units box\n"
                 f"fix wall all wall/granular {SOFT} region floor")
        self.assertEqual(self.on_the_host(walls), {("sync", ALL_ARRAYS): 50, ("modified", WRITTEN): 50})


if __name__ == "__main__":
    unittest.main(verbosity=2)
