"""Walls under a load: the force of the particles comes to the load, motion by closed forms, restart, ranks.

One sphere of mass 1 between the floor and a lid is a spring k/2 between them; the lid has inertia M and drag C.
"""

import itertools
import math
import unittest

import harness
import meshes
from harness import Sphere, data_file
from test_wall_granular import ALL_MODES, BOUND, WallTest, continued_deck, wall_deck

K = 1000.0
SPRING = f"hooke {K} 0.0 tangential none damping none"
NAMES = "f_lid[1] f_lid[2] f_lid[3] f_lid[8] f_lid[9] f_lid[10]"
AFTER = f"thermo_style custom step {NAMES}\nthermo_modify format float %.17g norm no\n"
PAIR = f"pair_style granular\npair_coeff * * {ALL_MODES}\n"
# 64 spheres in a layer of 4 x 4 x 4 between walls
BED = [Sphere((1.02 * a + 0.05 * ((7 * b + 3 * c) % 5) - 1.6, 1.02 * b + 0.05 * ((5 * a + c) % 7) - 1.6, 0.98 * c + 0.5))
       for a in range(4) for b in range(4) for c in range(4)]
SIDES = (f"fix sides all wall/granular {ALL_MODES} xplane -2.2 2.3\nfix others all wall/granular {ALL_MODES} yplane -2.2 2.3\n"
         f"fix floor all wall/granular {ALL_MODES} zplane 0 NULL\n")


class LoadTest(WallTest):
    def rows(self, walls, spheres, ranks=1, **options):
        self.space.write("data.txt", data_file(spheres))
        run = self.lmp(wall_deck(walls, after=AFTER, **options), ranks=ranks)
        return run.thermo()


class Motion(LoadTest):
    def lid(self, words):
        """A sphere that is held in its place touches the lid, which is at its equilibrium for the force 0."""
        walls = f"fix lid all wall/granular {SPRING} zplane NULL 1.0 {words}\n"
        return self.rows(walls, [Sphere((0, 0, 0.5))], gravity="", fixes="", every=1, steps=400, timestep=1e-3)

    def test_drag_alone(self):
        """C ds/dt = F - k s, k on compression."""
        force, drag = -40.0, 50.0
        for row in self.lid(f"load z {force} {drag}"):
            t = row["Step"] * 1e-3
            exact = force / K * (1.0 - math.exp(-K * t / drag))
            # Euler's method: half a step over the time constant, 1e-3 * 1000 / 50 / 2
            self.assertAlmostEqual(row["f_lid[8]"], exact, delta=0.01 * abs(force) / K)
            self.assertAlmostEqual(row["f_lid[10]"], -K * row["f_lid[8]"], delta=1e-9)
            self.assertEqual(row["f_lid[10]"], row["f_lid[3]"])
        self.assertAlmostEqual(row["f_lid[10]"], -force, delta=0.001 * abs(force))

    def test_inertia(self):
        """M d2s/dt2 + C ds/dt + k s = F, underdamped."""
        force, drag, mass = -40.0, 4.0, 2.0
        rate, frequency = drag / (2 * mass), math.sqrt(K / mass - (drag / (2 * mass)) ** 2)
        lowest = 0.0
        for row in self.lid(f"load z {force} {drag} inertia {mass}"):
            t = row["Step"] * 1e-3
            swing = math.exp(-rate * t) * (math.cos(frequency * t) + rate / frequency * math.sin(frequency * t))
            # semi-implicit Euler: phase error of half a step, 22 * 1e-3 / 2 of the amplitude
            self.assertAlmostEqual(row["f_lid[8]"], force / K * (1.0 - swing), delta=0.015 * abs(force) / K)
            lowest = min(lowest, row["f_lid[8]"])
        self.assertLess(lowest, 1.7 * force / K)

    def test_units(self):
        """In metal units a force F accelerates a mass M by F / (1.0364269e-4 M)."""
        self.space.write("data.txt", data_file([Sphere((0, 0, 0.5))]))
        walls = f"fix lid all wall/granular {SPRING} zplane NULL 5.0 load z -1.0 0.0 inertia 2.0 speed 1e9\n"
        deck = wall_deck(walls, after=AFTER, gravity="", fixes="", every=10, steps=10, timestep=1e-6)
        row = self.lmp(deck.replace("units lj", "units metal")).thermo()[-1]
        self.assertAlmostEqual(row["f_lid[9]"], -10 * 1e-6 / (1.0364269e-4 * 2.0), delta=1e-6)    # digits of the constant

    def test_limits(self):
        rows = self.lid("load z -40.0 50.0 speed 0.2 travel -0.025 0.1")
        for before, row in zip(rows, rows[1:]):
            self.assertLessEqual(abs(row["f_lid[9]"]), 0.2)
            self.assertAlmostEqual(row["f_lid[8]"] - before["f_lid[8]"], 1e-3 * row["f_lid[9]"], delta=1e-15 if row["f_lid[8]"] > -0.025 else 1e-3)
        self.assertEqual(rows[100]["f_lid[9]"], -0.2)
        self.assertEqual(rows[-1]["f_lid[8]"], -0.025)
        self.assertEqual(rows[-1]["f_lid[9]"], 0.0)
        self.assertAlmostEqual(rows[-1]["f_lid[10]"], 25.0, delta=1e-9)

    def test_cylinder(self):
        """Four spheres inside of a cylinder that contracts."""
        spheres = [Sphere(x) for x in ((1.5, 0, 0), (-1.5, 0, 0), (0, 1.5, 0), (0, -1.5, 0))]
        walls = f"fix lid all wall/granular {SPRING} zcylinder 2.0 load r -80.0 100.0\n"
        rows = self.rows(walls, spheres, gravity="", fixes="", every=100, steps=600, timestep=1e-3)
        # R = R_i/(1 - R_i/2R_c) does not enter Hooke's law
        self.assertAlmostEqual(rows[-1]["f_lid[8]"], -0.02, delta=1e-6)
        self.assertAlmostEqual(rows[-1]["f_lid[10]"], 80.0, delta=0.08)
        self.assertAlmostEqual(rows[-1]["f_lid[1]"], 0.0, delta=1e-9)
        # nothing in its way
        walls = f"fix lid all wall/granular {SPRING} zcylinder 2.0 load r -80.0 10.0\n"
        rows = self.rows(walls, [Sphere((0, 0, 0), diameter=0.1)], gravity="", fixes="", every=100, steps=600, timestep=1e-3)
        self.assertAlmostEqual(rows[-1]["f_lid[8]"], -1.8, delta=1e-12)    # a tenth of the radius is left
        # outside
        walls = f"fix lid all wall/granular {SPRING} zcylinder 1.0 load r v_push 100.0\n"
        rows = self.rows("variable push equal 80.0\n" + walls, spheres, gravity="", fixes="", every=100, steps=600, timestep=1e-3)
        self.assertAlmostEqual(rows[-1]["f_lid[8]"], 0.02, delta=1e-6)
        self.assertAlmostEqual(rows[-1]["f_lid[10]"], -80.0, delta=0.08)

    def test_mesh(self):
        """A flat mesh under a load is a plane under a load."""
        self.space.write("lid.stl", meshes.ascii_stl(meshes.grid([-9, -3, 0, 4, 9], [-9, 0, 1, 9], 1.0)))
        spheres = [Sphere((0.2, 0.1, 0.5)), Sphere((-2.0, 3.0, 0.51))]
        options = dict(gravity="", fixes="", every=1, steps=200)
        plane = self.rows(f"fix lid all wall/granular {SPRING} zplane NULL 1.0 load z -40.0 50.0\n", spheres, **options)
        mesh = self.rows(f"fix lid all wall/granular {SPRING} mesh lid.stl load z -40.0 50.0\n", spheres, **options)
        for one, other in zip(plane, mesh):
            for name in NAMES.split():
                self.assertAlmostEqual(one[name], other[name], delta=1e-12 * 40.0)    # rounding of the force


class Bed(LoadTest):
    """A lid comes down on 64 spheres. Drag by the rule of the page: 2 sqrt(K M), where M is the mass of the bed and K the
    stiffness k A/(d H) of a bed of area A and height H."""

    FORCE = -400.0
    DRAG = 2.0 * math.sqrt(K * (4.5 * 4.5) / 4.0 * 64.0)
    LID = f"fix lid all wall/granular {ALL_MODES} zplane NULL 4.1 load z {FORCE} {DRAG} shear x 0.0\n"

    def test_force_and_overshoot(self):
        rows = self.rows(SIDES + self.LID, BED, pair=PAIR, steps=20000, every=20)
        force = [row["f_lid[10]"] for row in rows]
        self.assertLess(max(force), 1.05 * -self.FORCE)
        late = force[-100:]
        self.assertLess(max(abs(f + self.FORCE) for f in late), 0.001 * -self.FORCE)
        if harness.REPORT:
            print(f"overshoot {max(force) / -self.FORCE - 1:.4f}, late {max(abs(f + self.FORCE) for f in late) / -self.FORCE:.1e}", flush=True)

    def test_any_drag(self):
        """The dashpots of the 16 upper spheres are 320 together. With the force of the last step alone the wall jumped for any
        drag below, the more violently the shorter the step."""
        for timestep, drag in itertools.product((1.4e-3, 3.5e-4), (200.0, 20.0, 0.5)):
            with self.subTest(f"{timestep} {drag}"):
                lid = f"fix lid all wall/granular {ALL_MODES} zplane NULL 3.95 load z {self.FORCE} {drag} speed 2.0\n"
                rows = self.rows(SIDES + lid, BED, pair=PAIR, steps=round(10.0 / timestep), every=20, timestep=timestep)
                force = [row["f_lid[10]"] for row in rows]
                # the bed swings, and spheres come to other places
                self.assertLess(max(force), 1.1 * -self.FORCE)
                self.assertLess(max(abs(f + self.FORCE) for f in force[-50:]), 1e-4 * -self.FORCE)
                if harness.REPORT:
                    print(f"step {timestep} drag {drag}: largest {max(force) / -self.FORCE:.4f}, late {max(abs(f + self.FORCE) for f in force[-50:]) / -self.FORCE:.1e}", flush=True)

    def test_laws(self):
        """Dashpots and stiffnesses of other laws, whose springs depend on the overlap, and a little inertia."""
        laws = (# law, bound of the force at the end: undamped spheres swing on
                ("hertz/material 40000.0 0.5 0.3 tangential mindlin NULL 1.0 0.3 damping coeff_restitution", 0.01),
                ("jkr 40000.0 40.0 0.3 0.5 tangential mindlin NULL 1.0 0.3 damping viscoelastic", 0.01),
                ("hooke 1000.0 0.0 tangential none damping none", 0.1))
        for (law, bound), inertia in itertools.product(laws, ("", "inertia 0.01")):
            with self.subTest(f"{law} {inertia}"):
                walls = (SIDES.replace(ALL_MODES, law) +
                         f"fix lid all wall/granular {law} zplane NULL 3.95 load z {self.FORCE} 0.5 speed 2.0 {inertia}\n")
                rows = self.rows(walls, BED, pair=PAIR.replace(ALL_MODES, law), steps=6000, every=20, timestep=1e-3)
                force = [row["f_lid[10]"] for row in rows]
                # a plate without mass and drag: the first touch, and neighbors that jump, are all that shows
                self.assertLess(max(force), 1.2 * -self.FORCE)
                self.assertLess(max(abs(f + self.FORCE) for f in force[-50:]), bound * -self.FORCE)
                if harness.REPORT:
                    print(f"{law} {inertia}: largest {max(force) / -self.FORCE:.4f}, late {max(abs(f + self.FORCE) for f in force[-50:]) / -self.FORCE:.1e}", flush=True)

    def test_ranks_and_restart(self):
        walls = SIDES + self.LID.replace("shear x 0.0", "shear x 0.5").replace("4.1", "3.95")
        self.space.write("data.txt", data_file(BED))
        run = "run 500\nwrite_restart half.bin\nrun 500\n"
        whole = rows = None
        for ranks in (1, 2, 4):
            result = self.lmp(wall_deck(walls, run=run, pair=PAIR, every=100, after=AFTER), ranks=ranks)
            if ranks == 1:
                whole, rows = self.space.frames(), {row["Step"]: row for row in result.thermo()}
                self.assertGreater(rows[500]["f_lid[10]"], 1.0)
            self.assert_same_trajectory(whole, self.space.frames(), BOUND)
            result = self.lmp(continued_deck(walls, "run 500\n", after=AFTER), ranks=ranks)
            self.assert_same_trajectory(harness.later(whole, 500), harness.later(self.space.frames(), 500), BOUND)
            for row in result.thermo():
                for name in ("f_lid[8]", "f_lid[9]"):
                    self.assertAlmostEqual(row[name], rows[row["Step"]][name], delta=1e-10)


class Shapes(LoadTest):
    """A drag far below the dashpots, 20 at each contact, on other walls."""

    DAMPED = f"hooke {K} 20.0 tangential linear_history 300.0 1.0 0.5 damping velocity"

    def late(self, rows, load):
        for row in rows[-20:]:
            # 1e-6: what is left of the swing
            self.assertAlmostEqual(row["f_lid[10]"], -load, delta=1e-6 * abs(load))

    def test_cylinder(self):
        for radius, load in ((2.0, -80.0), (1.0, 80.0)):
            spheres = [Sphere(x) for x in ((1.5, 0, 0), (-1.5, 0, 0), (0, 1.5, 0), (0, -1.5, 0))]
            walls = f"fix lid all wall/granular {self.DAMPED} zcylinder {radius} load r {load} 0.5 speed 1.0\n"
            self.late(self.rows(walls, spheres, gravity="", fixes="", every=10, steps=1000, timestep=1e-3), load)

    def test_cone(self):
        """A cone of triangles comes down on a sphere that is held, which sticks to a slope of 45 degrees: dashpots and springs
        of friction resist as much as those of the normal."""
        sides = 64
        rim = [(2 * math.cos(2 * math.pi * k / sides), 2 * math.sin(2 * math.pi * k / sides), 0.0) for k in range(sides)]
        cone = [(rim[k], rim[(k + 1) % sides], (0.0, 0.0, 2.0)) for k in range(sides)]
        self.space.write("lid.stl", meshes.ascii_stl(cone))
        walls = f"fix lid all wall/granular {self.DAMPED} mesh lid.stl load z -40.0 0.5 speed 1.0\n"
        # its surface is at x + z = 2, the sphere's center 0.49 from it
        spheres = [Sphere((1.0 - 0.49 / math.sqrt(2), 0.0, 1.0 - 0.49 / math.sqrt(2)))]
        self.late(self.rows(walls, spheres, gravity="", fixes="", every=10, steps=1000, timestep=1e-3), -40.0)


class ExactRestart(LoadTest):
    def test_same_bits(self):
        """A file written in a run: the lid goes on with the velocity that it had."""
        walls = SIDES + Bed.LID.replace("4.1", "3.95").replace(" shear", " inertia 20.0 shear")
        self.space.write("data.txt", data_file(BED))
        self.lmp(wall_deck(walls, run="restart 500 half.bin other.bin\nrun 900\n", pair=PAIR, every=100))
        whole = self.space.frames()
        run = self.lmp(continued_deck(walls, "run 400\n", after=AFTER))
        self.assertIn("The run goes on with the forces of step 500", run.log)
        continued = self.space.frames()
        for step in range(600, 1000, 100):
            self.assertEqual(continued[step], whole[step])


class Fall(LoadTest):
    def test_warning(self):
        self.space.write("data.txt", data_file([Sphere((0, 0, 0.5))]))
        text = "where it touches nothing, the wall falls by"
        for words, expected in (("load z -40 0.5", True), ("load z v_weight 0.5", True), ("load z -40 0.5 speed 20", False), ("load z -40 2", False),
                                ("load z -40 0.5 inertia 0.1", False)):
            with self.subTest(words):
                run = self.lmp(wall_deck(f"variable weight equal -40\nfix lid all wall/granular {SPRING} zplane NULL 5 {words}\n", timestep=1e-3,
                                         run="run 0\n"))
                found = [line for line in run.warnings if text in line]
                self.assertEqual(len(found), int(expected))
                if expected:
                    self.assertIn("fix wall/granular lid: where it touches nothing, the wall falls by 0.08 per step under its load, and "
                                  "a particle has the radius 0.5: set keyword speed to at most 50, or a larger drag", found[0])


class OtherModels(LoadTest):
    """A file is continued with other contact models, or another wall: what belongs to the wall goes on, and what cannot go on
    is named."""

    OTHER = "hooke 1500.0 5.0 tangential linear_nohistory 0.5 0.9 damping velocity"
    LOST = "The wall or the contact models of fix wall/granular {} are not those of the restart file: {} starts from zero"
    LID = "fix lid all wall/granular {} zplane NULL 1.5 load z -40.0 200.0\n"
    SPHERES = [Sphere((0, 0, 0.5)), Sphere((3, 0, 0.5))]

    def start(self, walls, steps=300):
        """Spheres that are held."""
        self.space.write("data.txt", data_file(self.SPHERES))
        self.space.write("floor.stl", meshes.ascii_stl(meshes.grid([-9, 0, 9], [-9, 0.3, 9], 0.0)))
        run = self.lmp(wall_deck(walls, after=AFTER.replace(NAMES, self.names), pair=PAIR, gravity="", fixes="", every=steps,
                                 run=f"run {steps}\nwrite_restart half.bin\n"))
        return run.thermo()[-1]

    def go_on(self, walls, run="run 0"):
        run = self.lmp(f"""comm_modify vel yes
read_restart half.bin
neighbor 0.1 bin
neigh_modify delay 0 every 1 check yes
timestep 0.0014
{walls}{AFTER.replace(NAMES, self.names)}thermo 1
{run}
""")
        return run.thermo(), [w.split("WARNING: ")[1].rsplit(" (", 1)[0] for w in run.warnings if "restart file" in w]

    def test_another_wall_without_springs(self):
        """There was nothing to lose."""
        self.names = "f_lid[1]"
        models = "hooke 1500.0 5.0 tangential none damping velocity"
        self.start(f"fix lid all wall/granular {models} zplane NULL 1.5\n", steps=2)
        self.assertEqual(self.go_on(f"fix lid all wall/granular {models} zcylinder 9.0\n")[1], [])

    def test_a_lid_stays_in_its_place(self):
        """Other models, in one case without history: the lid keeps its displacement and velocity."""
        self.names = NAMES
        for models, other in ((ALL_MODES, self.OTHER), (SPRING, ALL_MODES)):
            with self.subTest(models=models, other=other):
                before = self.start(self.LID.format(models))
                self.assertLess(before["f_lid[8]"], -0.05)
                rows, lost = self.go_on(self.LID.format(other), "run 2")
                for name in ("f_lid[8]", "f_lid[9]"):
                    self.assertEqual(rows[0][name], before[name])
                self.assertNotEqual(rows[2]["f_lid[8]"], before["f_lid[8]"])
                self.assertLess(abs(rows[2]["f_lid[8]"] - before["f_lid[8]"]), 2 * 0.0014 * 40.0 / 200.0 * 1.01)
                self.assertEqual(lost, [self.LOST.format("lid", "its contact history")])

    def test_another_position(self):
        """The place where the lid is now, in place of that of the first command: the displacement would count twice."""
        self.names = NAMES
        before = self.start(self.LID.format(ALL_MODES))
        now = 1.5 + before["f_lid[8]"]
        for words, warned in (("zplane NULL 1.50", False), (f"zplane NULL {now:.4f}", True)):
            found = self.go_on(self.LID.format(ALL_MODES).replace("zplane NULL 1.5", words))[1]
            self.assertEqual(found, [f"fix wall/granular lid has zplane NULL {now:.4g} in this command and zplane NULL 1.5 in the "
                                     f"restart file: the displacement under its load, {before['f_lid[8]']:.6g}, counts from the "
                                     "position in the command. Repeat the command of the first run"] * warned)

    def test_moving_walls_keep_their_velocity(self):
        """A mesh and a region that move by a variable: their velocity in the first step is that of the steps before the file."""
        self.names = "f_plate[1] f_belt[1]"
        walls = ("variable way equal 0.7*step*dt\nregion belt block -9 9 -9 9 0.01 9 side in move v_way NULL NULL\n"
                 "fix plate all wall/granular {0} mesh floor.stl displace 0 0 0.01 move v_way NULL NULL\n"
                 "fix belt all wall/granular {0} region belt\n")
        self.start(walls.format(ALL_MODES))
        rows, lost = self.go_on(walls.format(self.OTHER))
        drag = 2 * 0.5 * 5.0 * 0.7    # of two spheres; friction 0.9 of the normal force 1500 * 0.01 is larger
        for name in self.names.split():
            self.assertAlmostEqual(rows[0][name], -drag, delta=1e-9)    # of differences of positions: 1e-16 / dt
        self.assertEqual(lost, [self.LOST.format(name, "its contact history") for name in ("plate", "belt")])

    def test_works_of_faces(self):
        def works(step):
            text = self.space.read(f"out{step}.vtk").split("sliding_work double 1\nLOOKUP_TABLE default\n")[1]
            return [float(word) for word in text.split("SCALARS")[0].split()]

        self.names = "f_plate[1]"
        floor = "fix plate all wall/granular {} mesh floor.stl displace 0 0 0.01 {} faces 100 out*.vtk\n"
        self.start(floor.format(ALL_MODES, "translate x 0.7"))
        before = works(300)
        self.assertGreater(sum(before), 0.1)
        # from now on it rests
        _, lost = self.go_on(floor.format(SPRING, "translate x 0.0"), "run 100")
        self.assertEqual(works(400), before)
        self.assertEqual(lost, [self.LOST.format("plate", "its contact history")])
        self.space.write("floor.stl", meshes.ascii_stl(meshes.grid([-9, -1, 1, 9], [-9, 0.3, 9], 0.0)))
        _, lost = self.go_on(floor.format(ALL_MODES, "translate x 0.0"))
        self.assertEqual(lost, [self.LOST.format("plate", "the work on its faces")])

    def test_what_is_lost_is_named(self):
        self.names = "ke"
        history, slid = "its contact history", "the displacement of its load, in the file {},"
        mesh = "fix lid all wall/granular " + ALL_MODES + " mesh floor.stl displace 0 0 1.5 load {} -40.0 200.0{}\n"
        self.start(mesh.format("z", " faces 100 out*.vtk"))
        way = f"{-40.0 / 200.0 * 0.0014 * 299:.4g}"[:5]
        for walls, lost in ((mesh.format("z", " faces 100 out*.vtk"), []),
                            (mesh.format("z", ""), ["the work on its faces"]),
                            (mesh.format("x", ""), [slid.format(way), "the work on its faces"]),
                            (mesh.split(" load")[0].format() + "\n", [slid.format(way), "the work on its faces"]),
                            ("variable up equal 0\n" + mesh.split(" load")[0] + " move v_up NULL NULL\n",
                             [slid.format(way), "the work on its faces"]),
                            (self.LID.format(ALL_MODES), [history, slid.format(way), "the work on its faces"]),
                            ("variable up equal 0.1*step\nregion lid plane 0 0 1.5 0 0 -1 move NULL NULL v_up units box\n"
                             f"fix lid all wall/granular {ALL_MODES} region lid\n",
                             [history, "its velocity", slid.format(way), "the work on its faces"])):
            with self.subTest(walls):
                found = self.go_on(walls)[1]
                self.assertEqual(len(found), len(lost), found)
                for message, what in zip(found, lost):
                    start = self.LOST.format("lid", what.replace(way + ",", way))
                    self.assertTrue(message.startswith(start.split(" starts")[0]), (message, start))


class Input(LoadTest):
    def test_bad_words(self):
        self.space.write("data.txt", data_file([Sphere((0, 0, 0.5))]))
        for words, error in (("zplane 0 1 load z 1 1", "Cannot use fix wall/granular keyword load with two planes: use a fix for each of them"),
                             ("zplane 0 NULL load x 1 1", "Illegal fix wall/granular load dimension value x: must be the normal of zplane"),
                             ("zplane 0 NULL load r 1 1", "Illegal fix wall/granular load dimension value r: must be x, y or z"),
                             ("zcylinder 3 load z 1 1", "Illegal fix wall/granular load dimension value z: must be r, the radius of zcylinder"),
                             ("zplane 0 NULL load z much 1", "Illegal fix wall/granular load force value much: must be a number or v_name"),
                             ("zplane 0 NULL load z v_no 1", "Variable no for fix wall/granular keyword load does not exist"),
                             ("zplane 0 NULL load z 1 -1", "Illegal fix wall/granular load drag value -1: must be >= 0"),
                             ("zplane 0 NULL load z 1 0", "Illegal fix wall/granular load drag value 0: must be > 0, or inertia > 0"),
                             ("zplane 0 NULL load z 1", "Missing value of fix wall/granular keyword load: drag must be >= 0"),
                             ("zplane 0 NULL load z 1 1 inertia -1", "Illegal fix wall/granular inertia mass value -1: must be >= 0"),
                             ("zplane 0 NULL load z 1 1 speed 0", "Illegal fix wall/granular speed limit value 0: must be > 0"),
                             ("zplane 0 NULL load z 1 1 travel 1 2", "Illegal fix wall/granular travel value 1 2: must be lo <= 0 <= hi"),
                             ("zplane 0 NULL inertia 1", "Cannot use fix wall/granular keyword inertia without keyword load"),
                             ("zplane 0 NULL speed 1", "Cannot use fix wall/granular keyword speed without keyword load"),
                             ("zplane 0 NULL travel -1 1", "Cannot use fix wall/granular keyword travel without keyword load")):
            with self.subTest(words):
                run = self.space.run(wall_deck(f"fix lid all wall/granular {SPRING} {words}\n", run="run 0\n"))
                self.assertIn(error, run.error)
        run = self.space.run(wall_deck(f"region shell sphere 0 0 0 9\nfix lid all wall/granular {SPRING} region shell load z 1 1\n", run="run 0\n"))
        self.assertIn("Cannot use fix wall/granular keyword load with region: planes, cylinders and meshes take it", run.error)


if __name__ == "__main__":
    unittest.main()
