"""LAMMPS' commands fix wall/gran and fix wall/gran/region, which the plugin takes over.

With the word granular they are fix wall/granular under another name: the same bits. The classic models are compared with
LAMMPS' own fixes, which the plugin keeps as wall/gran/builtin and wall/gran/region/builtin, as in test_wall_granular.py.
"""

import itertools
import unittest

import harness
from harness import Sphere, data_file
from meshes import ascii_stl, rectangle
from test_wall_granular import BOUND, CASES, FEW, SLIDING, WallTest, wall_deck

# hertz/history: stiffness in force/length^2 (nktv2p is 1 in units lj)
CLASSIC = {
    "hooke": ("hooke 1000.0 NULL 20.0 NULL 0.3 1", "hooke 1000.0 300.0 20.0 4.0 0.3 0", "hooke 1000.0 0.0 20.0 15.0 0.3 1 limit_damping"),
    "hooke/history": ("hooke/history 1000.0 NULL 20.0 NULL 0.3 1", "hooke/history 1000.0 300.0 20.0 15.0 0.3 0",
                      "hooke/history 1000.0 300.0 60.0 15.0 0.3 1 limit_damping"),
    "hertz/history": ("hertz/history 3000.0 NULL 20.0 NULL 0.3 1", "hertz/history 3000.0 2500.0 40.0 60.0 0.3 1",
                      "hertz/history 3000.0 2500.0 60.0 15.0 0.3 0 limit_damping"),
}
EDGES = "fix gravity all gravity 10.0 vector 1.0 0.0 -1.2\n"
WALLS = {
    "plane": ("zplane 0.0 NULL", {}),
    "both planes": ("zplane 0.0 6.0 wiggle z 0.3 1.0", {}),
    "shear": ("zplane 0.0 NULL shear y -1.5", {}),
    "region": ("region shell", dict(gravity=EDGES, before_walls="region shell block -3 3.2 -9 9 0 5 units box\n")),
    "cylinder": ("region shell", dict(before_walls="variable turn equal 1.2*step*dt\nregion shell cylinder x 0 1.0 3.9 -6 6 "
                                      "rotate v_turn 0 0 1 1 0 0 units box\n")),
}


def named(words, builtin=False):
    """A wall command under LAMMPS' name."""
    style = "wall/gran/region" if "region " in words else "wall/gran"
    return f"fix wall all {style}{'/builtin' if builtin else ''} {words}\n"


class Classic(WallTest):
    def check(self, model, words, before_walls="", **options):
        def run(builtin, shake=0):
            return self.run_with(before_walls + named(f"{model} {words}", builtin), FEW, shake=shake, **options)
        builtin, shaken, ours = run(True), run(True, shake=1), run(False)
        noise = max(harness.deviations(builtin, shaken).values())
        measured = max(harness.deviations(builtin, ours).values())
        if harness.REPORT:
            print(f"{model:60s} {words:30s} noise {noise:8.1e} deviation {measured:8.1e}", flush=True)
        self.assertLess(noise, 1e-11, "the deck is too chaotic for the bound")
        self.assertLessEqual(measured, BOUND)

    def test_models_at_walls(self):
        walls = itertools.cycle(WALLS.values())
        for models in CLASSIC.values():
            for model in models:
                for words, options in (next(walls), next(walls)):
                    with self.subTest(model=model, wall=words):
                        harness.skip_wrong_in_older(f"wall/gran {model}")
                        self.check(model, words, **options)

    def test_pressure_units(self):
        """In units where a pressure is not force/length^2, hertz/history converts."""
        def run(builtin):
            self.space.write("data.txt", data_file(FEW))
            deck = wall_deck(named("hertz/history 3000.0 NULL 20.0 NULL 0.3 1 zplane 0.0 NULL", builtin), steps=20, every=20,
                             gravity="").replace("units lj", "units real")
            return self.trajectory(deck)
        self.assert_same_trajectory(run(True), run(False), BOUND)

    def test_no_normal_damping(self):
        """gamma_n = 0 with gamma_t > 0: a sphere that slides with 0.3 feels m gamma_t 0.3. (The built-in fix divides by
        gamma_n.)"""
        self.space.write("data.txt", data_file([Sphere((0, 0, 0.48), (0.3, 0, 0))]))
        walls = named("hooke 1000.0 0.0 0.0 5.0 100.0 1 zplane 0.0 NULL")
        show = "run 0\nwrite_dump all custom show.txt id fx fz mass modify sort id format float %.17g\n"
        self.lmp(wall_deck(walls, gravity="", run=show))
        (atoms,) = self.space.frames("show.txt").values()
        # a product in another order
        self.assertLess(abs(atoms[1]["fx"] + atoms[1]["mass"] * 5.0 * 0.3), 1e-14)
        self.assertLess(abs(atoms[1]["fz"] - 20.0), 20.0 * 1e-12)    # 0.02 is 0.5 - 0.48


class Granular(WallTest):
    """`granular` and models: fix wall/granular under LAMMPS' names."""

    def test_same_bits(self):
        for name in ("two_planes", "jkr", "wiggle_normal", "region_block", "region_union", "region_rotates", "contacts"):
            case = dict(CASES[name])
            before, walls = case.pop("commands", "") + case.pop("before_walls", ""), case.pop("walls")
            case.pop("quantities", None)
            style = "wall/gran/region" if "region" in walls else "wall/gran"
            with self.subTest(name):
                ours = self.run_with(before + walls, FEW, **case)
                taken = self.run_with(before + walls.replace("wall/granular", f"{style} granular"), FEW, **case)
                self.assert_same_trajectory(ours, taken, 0.0)

    def test_restart_of_the_builtin_fix(self):
        """Springs of LAMMPS' own fix are read (test_stock_restart.py), but not for another kind of history."""
        self.space.write("data.txt", data_file([Sphere((0, 0, 0.48), (0.3, 0, 0))]))
        walls = named("hooke/history 1000.0 300.0 20.0 15.0 0.3 1 zplane 0.0 NULL")
        deck = wall_deck(walls, gravity="", run="run 50\nwrite_restart state.restart\n")
        self.lmp(deck, stock=True)
        read = (deck.split("read_data")[0] + "read_restart state.restart\n" + deck.split("data.txt\n")[1].split("run 50")[0]
                + "run 0\n").replace("trajectory", "other")
        self.assertNotIn("starts from zero", self.lmp(read).output)
        other = walls.replace("hooke/history 1000.0 300.0 20.0 15.0 0.3 1",
                              "granular hertz 1000.0 20.0 tangential mindlin_rescale 300.0 1.0 0.3")
        self.assertIn("its contact history starts from zero", self.lmp(read.replace(walls, other)).output)

    def test_restart_of_a_builtin_region(self):
        """Ranks without particles, and laws without springs, have nothing to lose."""
        self.space.write("data.txt", data_file([Sphere((0, 0, 0.48), (0.3, 0, 0))]))
        for law in ("hooke/history 1000.0 300.0 20.0 15.0 0.3 1", "hooke 1000.0 NULL 20.0 NULL 0.3 1"):
            walls = "region shell block -9 9 -9 9 0 9 units box\n" + named(f"{law} region shell")
            deck = wall_deck(walls, gravity="", run="run 50\nwrite_restart state.restart\n")
            self.lmp(deck, stock=True)
            read = deck.split("read_data")[0] + "read_restart state.restart\n" + deck.split("data.txt\n")[1].split("run 50")[0] + "run 0\n"
            for ranks in (1, 4):
                with self.subTest(law=law, ranks=ranks):
                    self.assertNotIn("starts from zero", self.lmp(read, ranks=ranks).output)


class Pictures(WallTest):
    def test_dump_image_draws_planes(self):
        """The same picture as with LAMMPS' own fix, moving planes included."""
        pictures = []
        for builtin in (True, False):
            self.space.write("data.txt", data_file(FEW, low=(-5, -5, -5), high=(5, 5, 9)))
            walls = named(f"granular {SLIDING} zplane 0.0 4.0 wiggle z 0.5 0.1", builtin)
            after = "dump picture all image 10 picture.*.ppm type type size 200 200 fix wall type 0 0 view 60 30\n"
            self.lmp(wall_deck(walls, after=after, steps=20, every=20))
            pictures.append([(self.space.path / f"picture.{step}.ppm").read_bytes() for step in (0, 10, 20)])
        self.assertEqual(pictures[0], pictures[1])
        self.assertNotEqual(pictures[0][0], pictures[0][1])

    def test_dump_image_draws_meshes(self):
        """A plane of two triangles looks like a plane, while it moves too."""
        pictures = []
        self.space.write("plane.stl", ascii_stl(rectangle((-5, -5, 0), (-5, 5, 0), (5, 5, 0), (5, -5, 0))))
        for shape in ("zplane 0.0 NULL", "mesh plane.stl"):
            self.space.write("data.txt", data_file(FEW, low=(-5, -5, -5), high=(5, 5, 9)))
            after = "dump picture all image 10 picture.*.ppm type type size 200 200 fix wall type 0 0 view 60 30\n"
            self.lmp(wall_deck(f"fix wall all wall/granular {SLIDING} {shape} wiggle z 0.5 0.1\n", after=after, steps=20, every=20))
            pictures.append([(self.space.path / f"picture.{step}.ppm").read_bytes() for step in (0, 10, 20)])
        self.assertEqual(pictures[0], pictures[1])
        self.assertNotEqual(pictures[1][0], pictures[1][1])


class FarParticles(WallTest):
    """Particles that are not listed as near a wall cannot reach it unseen."""

    FAST = [Sphere((0.3 * k - 3.0, 0.7 * k - 3.0, 2.0 + 0.05 * k), (6.0, -5.0 - k, -40.0), (3.0, -8.0, 0.0)) for k in range(6)]
    MOVING = {
        "plane": "fix wall all wall/granular {} zplane 0.0 4.0 wiggle z 1.2 0.2\n",
        "cylinder": "fix wall all wall/granular {} xcylinder 4.5 wiggle y 0.8 0.2\n",
        "translating region": "variable dx equal 3.0*step*dt\nregion shell block -9 9 -9 9 0 5 move v_dx NULL v_dx units box\n"
                              "fix wall all wall/granular {} region shell\n",
        "turning region": "variable turn equal 4.0*step*dt\nregion shell block -4.5 4.5 -4.5 4.5 -4.5 6 rotate v_turn 0 0 1 1 1 0 "
                          "units box\nfix wall all wall/granular {} region shell\n",
        "turning part": "variable turn equal 4.0*step*dt\nregion hall block -9 9 -9 9 -9 9 units box\n"
                        "region blade block -0.5 0.5 -8 8 -8 1 side out rotate v_turn 0 0 0 0 0 1 units box\n"
                        "region shell intersect 2 hall blade\nfix wall all wall/granular {} region shell\n",
        "breathing region": "variable size equal 5.2+0.8*sin(20.0*step*dt)\nregion shell sphere 0 0 1.5 v_size units box\n"
                            "fix wall all wall/granular {} region shell\n",
    }

    RESTING = [Sphere((3.2, -3.4, 1.2)), Sphere((-2.5, 3.0, 1.4)), Sphere((2.5, 2.5, 1.0))]

    def check(self, spheres, name):
        """The list of a wall depends on the skin and on new neighbor lists, the forces do not."""
        runs = []
        for skin, lists in (("0.0", "delay 0 every 1 check no"), ("0.1", "delay 0 every 1 check yes"),
                            ("0.3", "delay 0 every 400 check no")):
            self.space.write("data.txt", data_file(spheres))
            deck = wall_deck(self.MOVING[name].format(SLIDING), steps=800, every=100, gravity="")
            deck = deck.replace("neighbor 0.1 bin", f"neighbor {skin} bin")
            runs.append(self.trajectory(deck.replace("delay 0 every 1 check yes", lists)))
        for other in runs[1:]:
            self.assert_same_trajectory(runs[0], other, 0.0)
        start, end = runs[0][0], runs[0][800]
        self.assertTrue(any(start[i]["vz"] != end[i]["vz"] for i in start), "no sphere ever met the wall")

    def test_fast_particles(self):
        for name in self.MOVING:
            with self.subTest(name):
                self.check(self.FAST, name)

    def test_particles_that_rest(self):
        for name in self.MOVING:
            with self.subTest(name):
                self.check(self.RESTING, name)


class BadInput(harness.DeckTest):
    TABLE = (
        ("wall/gran", "", "Unknown fix wall/gran model '': known are granular, hooke, hooke/history, hertz/history"),
        ("wall/gran", "hook 1 2 3 4 5 1 zplane 0 NULL", "Unknown fix wall/gran model 'hook'"),
        ("wall/gran", "hooke 1 2 3", "fix wall/gran hooke"),
        ("wall/gran", "hooke -1 NULL 3 NULL 0.5 1 zplane 0 NULL", "Illegal fix wall/gran hooke Kn value -1: must be >= 0"),
        ("wall/gran", "hooke 1 NULL 3 NULL 0.5 2 zplane 0 NULL", "Illegal fix wall/gran hooke dampflag value 2: must be 0 or 1"),
        ("wall/gran", "hooke 1 NULL 3 NULL 0.5 1", "Missing wall of fix wall/gran"),
        ("wall/gran", "hooke 1 NULL 3 NULL 0.5 1 limit_damping limit_damping zplane 0 NULL", "Illegal fix wall/gran wall limit_damping"),
        ("wall/gran", "granular hooke 1 3 tangential none", "Missing wall of fix wall/gran"),
        ("wall/gran", "hooke 1 NULL 3 NULL 0.5 1 region box", "fix wall/gran/region takes a region"),
        ("wall/gran/region", "hooke 1 NULL 3 NULL 0.5 1 zplane 0 NULL", "Illegal fix wall/gran/region wall zplane: must be region"),
        ("wall/gran/region", "hooke 1 NULL 3 NULL 0.5 1 region none", "Region none of fix wall/gran/region does not exist"),
        ("wall/gran", "hooke 1 NULL 3 NULL 0.5 1 zplane 0 NULL wiggle z 1 0", "Illegal fix wall/gran wiggle period value 0: must be > 0"),
        ("wall/gran", "hooke 1 NULL 3 NULL 0.5 1 zplane 0 NULL bounce 3", "Unknown fix wall/gran keyword 'bounce'"),
    )

    def test_messages(self):
        self.space.write("data.txt", data_file(FEW))
        for style, words, message in self.TABLE:
            with self.subTest(words):
                deck = wall_deck(f"fix wall all {style} {words}\n", before="region box block -9 9 -9 9 -9 9 units box\n")
                result = self.space.run(deck)
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(message, result.output)


if __name__ == "__main__":
    unittest.main()
