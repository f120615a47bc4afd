"""fix wall/granular: balances, what differs from the built-in fix on purpose, ranks, restart.

ROUND, 1e-12 relative: a closed form evaluated here in another order than in the plugin, as in
test_deliberate_differences.py. Trajectories of equal physics in another order of operations are held to
BOUND with decks whose own noise is below NOISE (test_wall_granular.py).
"""

import math
import unittest

import harness
from harness import Sphere, data_file
from test_wall_granular import (ALL_MODES, BOUND, FEW, HEAT, JKR, MATERIAL, NO_TWIST, SLIDING, STEP, TILTED, WallTest,
                                stock, wall, wall_deck)

ROUND = 1e-12
SHOW_FORCE = "run 0\nwrite_dump all custom show.txt id fx fy fz modify sort id format float %.17g\n"
STILL = dict(fixes="", gravity="", steps=100, every=100, timestep=1e-3)


def region(words, model=ALL_MODES):
    return f"region shell {words} units box\nfix wall all wall/granular {model} region shell\n"


class Equivalent(WallTest):
    """The same wall said in two ways."""

    def check(self, one, other, spheres=FEW, bound=BOUND, **options):
        self.assert_same_trajectory(self.run_with(one, spheres, **options),
                                    self.run_with(other, spheres, **options), bound)

    def test_style_name_alone_is_changed(self):
        self.check(wall("zplane 0 NULL", f"granular {ALL_MODES}"), wall("zplane 0 NULL"), bound=0.0)
        self.check(region("plane 0 0 0 0 0 1", f"granular {ALL_MODES}").replace("wall/granular", "wall/granular/region"),
                   region("plane 0 0 0 0 0 1"), bound=0.0)

    def test_plane_is_region(self):
        for model in (ALL_MODES, MATERIAL):
            self.check(wall("zplane 0 NULL", model), region("plane 0 0 0 0 0 1", model))

    def test_neck_at_a_region(self):
        """A JKR neck stretches at a region as it does at a plane."""
        pull = "fix pull all gravity 30.0 vector 0 0.4 1\n"
        self.check(wall("zplane 0 NULL", JKR), region("plane 0 0 0 0 0 1", JKR), gravity=pull, steps=600)

    def test_cylinder_is_region(self):
        """Spheres that touch nothing but the curved side."""
        for axis, other, gravity in (("x", "1.0 0.5", "0 0.3 -1"), ("y", "0.1 1.5", "1 0 -1"), ("z", "0.2 -0.3", "1 0.5 0")):
            self.check(wall(f"{axis}cylinder 4.3 center {other}"), region(f"cylinder {axis} {other} 4.3 -40 40"),
                       gravity=f"fix gravity all gravity 10.0 vector {gravity}\n")

    def test_cone_is_region(self):
        """A hopper with an orifice, and the outside of a cone. The region has 1/2r for the mean curvature, the cone has
        cos/2r, which Hooke's law with sliding does not read."""
        for axis, other, gravity, steps in (("x", "1.0 0.5", "-1 0.3 -0.2", 400), ("y", "0.1 0.5", "0.2 -1 0.1", 2000),
                                            ("z", "0.2 -0.3", "0.1 0.2 -1", 2000)):
            # later a sphere touches the rim, where the region loses its springs
            self.check(wall(f"{axis}cone -2.5 3.0 1.5 6.5 center {other}", SLIDING),
                       region(f"cone {axis} {other} 1.5 6.5 -2.5 3.0 open 1 open 2", SLIDING),
                       gravity=f"fix gravity all gravity 10.0 vector {gravity}\n", steps=steps)
        self.check(wall("xcone -9 9 1.0 3.0 center 0 -2.5 translate z 0.1", SLIDING),
                   "variable dz equal 0.1*step*dt\n" + region("cone x 0 -2.5 1.0 3.0 -9 9 side out open 1 open 2 move NULL NULL v_dz", SLIDING),
                   bound=1e-9)

    def test_cone_is_cylinder(self):
        for words in ("", "rotate 1.2", "wiggle z 0.1 0.7", "translate x 0.7"):
            self.check(wall(f"xcone -40 40 4.3 4.3 center 0 1 {words}"), wall(f"xcylinder 4.3 center 0 1 {words}"))

    def test_turning_cylinder_is_region(self):
        self.check(wall("xcylinder 4.3 center 0 1 rotate 1.2"),
                   "variable turn equal 1.2*step*dt\n" + region("cylinder x 0 1 4.3 -40 40 rotate v_turn 0 0 1 1 0 0"),
                   # the region finds its velocity from positions: 1.2 * 1e-16 / dt relative to 1, and
                   # rests at step 0, which nothing touches then
                   spheres=[Sphere((s.x[0], s.x[1], s.x[2] + 0.05), s.v, s.omega, s.diameter) for s in FEW],
                   bound=1e-9)

    def test_axis_of_any_length(self):
        """The built-in fix multiplies the velocity of a turning region by the length of its axis."""
        turn = "variable turn equal 1.2*step*dt\n"
        one, two = (turn + region(f"cylinder x 0 1 4.3 -40 40 rotate v_turn 0 0 1 {length} 0 0") for length in (1, 2))
        self.check(one, two, bound=0.0)

    def test_translate_is_moving_region(self):
        falling = [Sphere((s.x[0], s.x[1], s.x[2] + 0.1), s.v, s.omega, s.diameter) for s in FEW]
        for axis, vector in (("z", "NULL NULL v_dx"), ("x", "v_dx NULL NULL")):
            self.check(wall(f"zplane 0 NULL translate {axis} 0.4"),
                       "variable dx equal 0.4*step*dt\n" + region(f"plane 0 0 0 0 0 1 move {vector}"), falling, bound=1e-9)

    def test_shear_is_translate(self):
        self.check(wall("zplane 0 NULL shear x 0.7"), wall("zplane 0 NULL translate x 0.7"), bound=0.0)
        self.check(wall("xcylinder 4.3 shear x 0.7"), wall("xcylinder 4.3 translate x 0.7"), bound=0.0)

    def test_synchronized_verlet_on_a_plane(self):
        """The normal of a plane does not turn."""
        self.check(wall("zplane 0 NULL", ALL_MODES), wall("zplane 0 NULL", ALL_MODES + " synchronized_verlet"))

    def test_three_sides_of_a_region(self):
        """A corner is three planes. (The built-in fix mixes up the springs of a particle that touches three
        sides of a region; its planes are right.)"""
        planes = "".join(f"fix {axis} all wall/granular {ALL_MODES} {axis}plane {lo} {hi}\n"
                         for axis, lo, hi in (("x", -3.0, 3.2), ("y", -3.1, 3.0), ("z", 0.0, 5.0)))
        block = region("block -3 3.2 -3.1 3 0 5")
        expected = self.run_with(stock(planes), FEW, gravity=TILTED)
        self.assert_same_trajectory(expected, self.run_with(block, FEW, gravity=TILTED), BOUND)
        builtin = self.run_with(stock(block), FEW, gravity=TILTED)
        self.assertGreater(max(harness.deviations(expected, builtin).values()), 1e-4)

    def test_slice_of_a_drum(self):
        """Adhesive contacts are sought beyond touch, where a sphere between two ends is near three sides."""
        spheres = [Sphere((3.51 * math.sin(a), 0.502, -3.51 * math.cos(a)), (0.3, 0, 0.2)) for a in (-0.6, -0.2, 0.2, 0.6)]
        planes = f"fix wall all wall/granular {JKR} ycylinder 4\nfix ends all wall/granular {JKR} yplane 0 1.004\n"
        self.check(planes, region("cylinder y 0 0 4 0 1.004", JKR), spheres)


class Balance(WallTest):
    """What particles feel, the wall feels in the opposite direction."""

    def read(self, walls, spheres, thermo, **options):
        """Dump and thermo table; LAMMPS divides totals by the number of atoms in units lj unless told not to."""
        self.space.write("data.txt", data_file(spheres))
        after = f"thermo_style custom step {thermo}\nthermo_modify format float %.17g norm no\n"
        result = self.lmp(wall_deck(walls, after=options.pop("after", "") + after, **options))
        return self.space.frames(), result.thermo()

    def check(self, walls, spheres=FEW, **options):
        columns = "f_wall f_wall[1] f_wall[2] f_wall[3] f_wall[4] f_wall[5] f_wall[6]"
        frames, rows = self.read(walls, spheres, columns, gravity="", **options)
        felt = 0
        for row in rows:
            total, scale = [0.0] * 6, 0.0
            for atom in frames[row["Step"]].values():
                x, f, t = (([atom[c] for c in harness.QUANTITIES[q]]) for q in ("x", "f", "torque"))
                x = [a - b for a, b in zip(x, (0.5, -0.25, 1.0))]
                moment = [x[1] * f[2] - x[2] * f[1] + t[0], x[2] * f[0] - x[0] * f[2] + t[1], x[0] * f[1] - x[1] * f[0] + t[2]]
                total = [a + b for a, b in zip(total, f + moment)]
                scale = max([scale] + [abs(a) for a in f + moment])
            felt += scale > 1.0
            for k in range(6):
                self.assertLessEqual(abs(total[k] + row[f"f_wall[{k + 1}]"]), ROUND * max(scale, 1e-3), (row, total))
        self.assertGreaterEqual(felt, 3)

    def test_planes(self):
        self.check(wall("zplane 0.0 1.4 origin 0.5 -0.25 1.0"))

    def test_cylinder(self):
        self.check(wall("xcylinder 1.9 center 0 0.9 rotate 1.0 origin 0.5 -0.25 1.0"), every=50, steps=1000,
                   spheres=[Sphere((s.x[0], 0.3 * s.x[1], s.x[2]), s.v, s.omega, s.diameter) for s in FEW])

    def test_region(self):
        self.check(region("block -2.5 3 -3 3 0 1.6").replace("region shell\n", "region shell origin 0.5 -0.25 1.0\n"), every=50)

    def test_force_of_each_plane(self):
        """A sphere squeezed by 0.02 at each of two planes: one command gives the sum, two commands give each. LAMMPS' compute
        rattlers/atom does not see the planes, and the sum of the page does."""
        self.space.write("data.txt", data_file([Sphere((0, 0, 0.48))]))
        one, two = "zplane 0 0.96 contacts", ("zplane 0 NULL contacts", "zplane NULL 0.96 contacts")
        walls = "".join(f"fix {name} all wall/granular {ALL_MODES} {words}\n" for name, words in zip(("both", "lo", "hi"), (one, *two)))
        after = ("compute loose all rattlers/atom radius 4 10\ncompute near all contact/atom\nvariable z atom c_near+f_both[1]\n"
                 "compute z all reduce sum v_z\n"
                 "thermo_style custom step f_both[3] f_lo[3] f_hi[3] c_loose c_z\nthermo_modify norm no format float %.15g\n")
        run = self.lmp(wall_deck(walls, after=after, pair=f"pair_style granular\npair_coeff * * {ALL_MODES}\n",
                                 run="run 0\n", fixes="", gravity=""))
        row = run.thermo()[0]
        self.assertAlmostEqual(row["f_both[3]"], 0.0, delta=1e-9)
        self.assertLess(row["f_lo[3]"], -10.0)
        self.assertAlmostEqual(row["f_lo[3]"], -row["f_hi[3]"], delta=1e-9)
        self.assertEqual((row["c_loose"], row["c_z"]), (1, 2))

    def test_resting_sphere(self):
        """Weight, number of contacts, virial and per-atom output of one sphere at rest on a plane."""
        overlap = 0.01    # m g / k_n
        walls = wall("zplane 2.0 NULL contacts") + "fix_modify wall virial yes\ncompute p all pressure NULL virial\n"
        columns = "f_wall f_wall[1] f_wall[2] f_wall[3] c_p[1] c_p[2] c_p[3] vol"
        spheres = [Sphere((3.0, 2.0, 2.5 - overlap))]
        names = " ".join(f"f_wall[{k}]" for k in range(1, 13))
        frames, rows = self.read(walls, spheres, columns, columns=" " + names)
        for row in rows:
            self.assertEqual(row["f_wall"], 1.0)
            self.assertLess(abs(row["f_wall[3]"] + 10.0), 1e-11)
            self.assertLess(abs(row["c_p[3]"] * row["Volume"] - 10.0 * (0.5 - overlap)), 1e-9)
            self.assertEqual((row["c_p[1]"], row["c_p[2]"]), (0.0, 0.0))
        atom = frames[2000][1]
        for k, value in enumerate((1.0, 0.0, 0.0, 10.0, 3.0, 2.0, 2.0, 0.5, 0.0, 0.0, 0.0, 0.0), 1):
            self.assertLess(abs(atom[f"f_wall[{k}]"] - value), 1e-11)

    def test_virial_is_asked_for(self):
        walls = wall("zplane 0.0 NULL") + "compute p all pressure NULL virial\n"
        _, rows = self.read(walls, [Sphere((0, 0, 0.49))], "c_p[3]")
        self.assertEqual({row["c_p[3]"] for row in rows}, {0.0})

    def test_heat_that_leaves_particles_enters_the_wall(self):
        walls = wall("zplane 0.0 NULL temperature 3.0", HEAT)
        _, rows = self.read(walls, FEW, "c_flow f_wall[7]", before="fix warmth all property/atom temperature heatflow ghost yes\n",
                            after="variable start atom 1.0+id\nset atom * temperature v_start\n"
                                  "compute heat all property/atom temperature heatflow\ncompute flow all reduce sum c_heat[2]\n"
                                  "fix conduction all heat/flow constant 1.0\n")
        self.assertGreater(sum(abs(row["f_wall[7]"]) for row in rows), 0.1)
        for row in rows:
            self.assertLessEqual(abs(row["c_flow"] + row["f_wall[7]"]), ROUND * abs(row["c_flow"]))

    def test_settled_bed(self):
        """The floor and the sides of a box carry the weight of a bed, to what is left of its motion after
        20 time units: accelerations of 1e-3 g."""
        spheres = [Sphere((1.02 * a - 1.6 + 0.05 * c, 1.02 * b - 1.6 - 0.03 * c, 1.02 * c + 0.6))
                   for a in range(4) for b in range(4) for c in range(4)]
        pair = f"pair_style granular\npair_coeff * * {ALL_MODES}\n"
        walls = region("block -2.2 2.2 -2.2 2.2 0 9")
        _, rows = self.read(walls, spheres, "f_wall[1] f_wall[2] f_wall[3]", pair=pair, steps=14000, every=1000)
        weight = 10.0 * len(spheres)
        last = rows[-1]
        self.assertLess(abs(last["f_wall[3]"] + weight), 1e-3 * weight, last)
        for k in (1, 2):
            self.assertLess(abs(last[f"f_wall[{k}]"]), 1e-3 * weight, last)


class Differences(WallTest):
    """Closed forms where the built-in fix does something else on purpose."""

    def show(self, walls, spheres, columns="fx fy fz tqx tqy tqz", builtin=False, script=None, **options):
        self.space.write("data.txt", data_file(spheres))
        run = script or "run 100\nwrite_dump all custom show.txt id " + columns + " modify sort id format float %.17g\n"
        self.lmp(wall_deck(stock(walls) if builtin else walls, run=run, **dict(STILL, **options)))
        (atoms,) = self.space.frames("show.txt").values()
        return atoms[1]

    def test_between_two_planes(self):
        """A sphere that touches both planes feels both. Slip 0.3 along x for 0.1 time units, spring 300:
        9 at each plane, and the couples of both cancel the spin's."""
        model = "hooke 1000.0 0.0 tangential linear_history 300.0 0.0 10.0 damping velocity"
        sphere = [Sphere((0, 0, 0.48), (0.3, 0, 0))]
        walls = wall("zplane 0.0 0.96", model)
        both = self.show(walls, sphere)
        self.assertLess(abs(both["fx"] + 18.0), 18.0 * ROUND)
        self.assertLess(abs(both["fz"]), 1e-11)     # 20 - 20
        self.assertLess(abs(both["tqy"]), 1e-11)
        one = self.show(walls, sphere, builtin=True)
        self.assertLess(abs(one["fx"] + 9.0), 18.0 * ROUND)

    def test_turning_with_the_wall(self):
        """A sphere that turns with a region as one body neither rolls nor twists on it. Here it sits off the
        axis of a turning plane; nothing moves it, so its velocity is given."""
        model = ("hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity rolling sds 200.0 0.0 10.0 "
                 "twisting sds 100.0 0.0 10.0")
        turn = "variable turn equal 0.5*step*dt\n"
        for axis in ("0 0 1", "1 0 0"):
            walls = turn + region(f"plane 0 0 0 0 0 1 rotate v_turn 0 0 0 {axis}", model)
            omega = [0.5 * float(c) for c in axis.split()]
            # 10 steps turn the plane by 0.005, which its contact force notices but its torque does not
            sphere = [Sphere((0, 0, 0.49), (0, 0, 0), omega)]
            script = ("run 10\nwrite_dump all custom show.txt id tqx tqy tqz modify sort id format float %.17g\n")
            ours, builtin = (self.show(walls, sphere, builtin=b, script=script) for b in (False, True))
            for column in ("tqx", "tqy", "tqz"):
                # the first of the ten steps still sees the wall at rest if it was so at step 0: it is not
                self.assertLess(abs(ours[column]), 1e-10, (axis, ours))
            # 100 * 0.5 * 0.01 for the twist, 200 R^2 * 0.5 * 0.01 for the roll
            self.assertGreater(max(abs(builtin[c]) for c in ("tqx", "tqy", "tqz")), 0.2)

    def test_moving_region_in_a_second_run(self):
        """A region goes on moving at the start of a further run; its velocity of 0.5 acts through the dashpot
        of 20. (The built-in fix takes it for resting in the first forces of each run.)"""
        model = "hooke 1000.0 20.0 tangential linear_nohistory 1.0 100.0 damping velocity"
        walls = "variable dx equal 0.5*step*dt\n" + region("plane 0 0 0 0 0 1 move v_dx NULL NULL", model)
        script = "run 10\nrun 0\nwrite_dump all custom show.txt id fx modify sort id format float %.17g\n"
        sphere = [Sphere((0, 0, 0.49))]
        # the velocity is a difference of positions of about 0.005 over 0.001
        self.assertLess(abs(self.show(walls, sphere, script=script)["fx"] - 10.0), 1e-10)
        self.assertEqual(self.show(walls, sphere, script=script, builtin=True)["fx"], 0.0)

    def test_region_that_has_moved_before(self):
        """A wall made of a region that is not where it began does not take its past for a velocity."""
        model = "hooke 1000.0 20.0 tangential linear_nohistory 1.0 100.0 damping velocity"
        walls = "variable dx equal 0.5*step*dt+1.0\nreset_timestep 1000\n" + region("plane 0 0 0 0 0 1 move v_dx NULL NULL", model)
        script = "run 0\nwrite_dump all custom show.txt id fx modify sort id format float %.17g\n"
        sphere = [Sphere((0, 0, 0.49))]
        self.assertEqual(self.show(walls, sphere, script=script)["fx"], 0.0)
        self.assertGreater(abs(self.show(walls, sphere, script=script, builtin=True)["fx"]), 1e3)
        # one that is turned at step 0
        turned = "variable turn equal 0.3\n" + region("plane 0 0 0 0 0 1 rotate v_turn 0 0 0 0 0 1", model)
        self.assertEqual(self.show(turned, [Sphere((0, 5, 0.49))], script=script)["fx"], 0.0)

    def test_rotating_part_of_an_intersection(self):
        """The surface of a part is where the part is. A plane, tilted by 0.3 about y and the only surface near, pushes
        along its normal. (The built-in fix takes the foot point twice as far around in LAMMPS 4 Jul 2026.)"""
        model = "hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity"
        commands = "variable turn equal 0.3\n"
        for part, whole in (("plane 0 0 0 0 0 1", "intersect 2 hall part"), ("plane 0 0 0 0 0 -1 side out", "intersect 2 hall part")):
            walls = (commands + "region hall block -30 30 -30 30 -30 30 units box\n"
                     f"region part {part} rotate v_turn 0 0 0 0 1 0 units box\n" + region(whole, model))
            n, t = (math.sin(0.3), 0.0, math.cos(0.3)), (math.cos(0.3), 0.0, -math.sin(0.3))
            sphere = [Sphere(tuple(3.0 * a + 0.49 * b for a, b in zip(t, n)))]
            ours, builtin = (self.show(walls, sphere, builtin=b, script=SHOW_FORCE) for b in (False, True))
            for column, c in zip(("fx", "fy", "fz"), n):
                # the overlap of 0.01 is a difference of numbers of size 30
                self.assertLess(abs(ours[column] - 10.0 * c), 1e-10, (part, ours))
            if not harness.is_older():
                self.assertGreater(abs(builtin["fx"] - 10.0 * n[0]), 0.1)

    def test_outside_of_a_union(self):
        """Two separate spheres hold a particle off. (The built-in fix keeps only surface points that the other part
        hides.)"""
        model = "hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity"
        walls = ("region left sphere -5 0 0 2.0 units box\nregion right sphere 5 0 0 2.0 units box\n"
                 + region("union 2 left right side out", model))
        for x in (-7.49, -2.51, 2.51, 7.49):
            sphere = [Sphere((x, 0, 0))]
            ours, builtin = (self.show(walls, sphere, builtin=b, script=SHOW_FORCE) for b in (False, True))
            away = math.copysign(10.0, abs(x) - 5.0) * math.copysign(1.0, x)
            self.assertLess(abs(ours["fx"] - away), 1e-10, ours)
            self.assertEqual(builtin["fx"], 0.0)

    def test_region_that_changes_its_size(self):
        """The surface of a growing sphere moves with dR/dt = 0.5, which acts through the dashpot of 20. (The built-in
        fix reads the place of the contact from memory that nobody has written.)"""
        model = "hooke 1000.0 20.0 tangential linear_nohistory 0.0 0.0 damping velocity"
        walls = "variable size equal 4.0+0.5*step*dt\n" + region("sphere 0 0 0 v_size", model)
        script = "run 10\nwrite_dump all custom show.txt id fx modify sort id format float %.17g\n"
        sphere = self.show(walls, [Sphere((3.6, 0, 0))], script=script)
        # overlap 0.5 + 3.6 - 4.005 = 0.095; relative velocity along the normal -0.5 is away from the wall
        self.assertLess(abs(sphere["fx"] + 1000.0 * 0.095 - 20.0 * 0.5), 1e-9)

    def test_pointed_cone(self):
        """A cone region with a closed end of radius 0 acts outwards. So do its point and its flat end on a sphere that is
        exactly on the axis. (LAMMPS' region divides 0 by 0 there.)"""
        model = "hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity"
        r = math.sqrt(0.5)
        for words in ("side out", "open 2", "side out open 2"):
            for place, n in (((3, 0, 3), (r, 0, -r)), ((0, 3, 3), (0, r, -r)), ((0, 0, 0), (0, 0, -1)), ((0, 0, 6), (0, 0, 1))):
                if "open" in words and place[2] == 6:
                    continue
                for up in (1, -1):    # the point below, and above
                    cone = "cone z 0 0 0 6 0 6" if up == 1 else "cone z 0 0 6 0 -6 0"
                    walls = region(f"{cone} {words if up == 1 else words.replace('open 2', 'open 1')}", model)
                    sphere = [Sphere((*(p + 0.49 * c for p, c in zip(place[:2], n)), up * (place[2] + 0.49 * n[2])))]
                    ours, builtin = (self.show(walls, sphere, builtin=b, script=SHOW_FORCE) for b in (False, True))
                    for column, c in zip(("fx", "fy", "fz"), (n[0], n[1], up * n[2])):
                        # on the axis, the place of a point 1e-9 radii beside it, times 1000
                        self.assertLess(abs(ours[column] - 10.0 * c), 1e-6, (words, place, up))
                    self.assertEqual([builtin[f] for f in ("fx", "fy", "fz")], [0.0] * 3)

    def test_entering_a_pointed_cone(self):
        """A sphere that falls in beside the rim touches it before its centre is inside: as at the wall of style zcone."""
        model = "hooke 1000.0 0.0 tangential none damping none"
        sphere = [Sphere((5.4, 0.2, 6.8), (0, 0, -1))]
        one = self.run_with(wall("zcone 0 6 0 6", model), sphere, steps=800)
        other = self.run_with(region("cone z 0 0 0 6 0 6 open 2", model), sphere, steps=800)
        self.assert_same_trajectory(one, other, BOUND)
        self.assertLess(max(one.items())[1][1]["vx"], -0.1)

    def test_outside_of_a_cone_is_convex(self):
        """1/R = 1/R_i + 1/2r at the radius r = 3. (The built-in fix has the sign of the inside.)"""
        model = "hertz/material 4000.0 0.0 0.3 tangential linear_nohistory 0.0 0.0 damping velocity"
        n, overlap = (0.8, 0.0, -0.6), 0.02    # a cone of 6 radii at a height of 8
        walls = region("cone z 0 0 0.75 6.75 0 8 side out open 1 open 2", model)
        sphere = [Sphere((3.0 + 0.48 * n[0], 0.0, 3.0 + 0.48 * n[2]))]
        ours, builtin = (self.show(walls, sphere, builtin=b, script=SHOW_FORCE) for b in (False, True))
        for atom, sign, bound in ((ours, 1, 1e-11), (builtin, -1, 1e-11)):
            force = 4 / 3 * 4000.0 / (2 * (1 - 0.09)) * math.sqrt(1 / (2.0 + sign / 6.0)) * overlap ** 1.5
            self.assertAlmostEqual(atom["fx"] / (force * n[0]), 1.0, delta=bound)    # rounding of the overlap

    def test_history_rests_in_setup(self):
        """Ten runs of zero steps wind no spring."""
        model = "hooke 1000.0 0.0 tangential linear_history 300.0 0.0 10.0 damping velocity"
        script = "run 5\n" + 10 * "run 0\n" + "write_dump all custom show.txt id fx modify sort id format float %.17g\n"
        atom = self.show(wall("zplane 0.0 NULL", model), [Sphere((0, 0, 0.48), (0.3, 0, 0))], script=script)
        self.assertLess(abs(atom["fx"] + 300.0 * 0.3 * 5e-3), ROUND)

    def test_lost_contact_forgets(self):
        """A wall that leaves and comes back finds a particle without spring, a region too (the built-in one
        remembers a particle that it had lost while outside)."""
        model = "hooke 1000.0 0.0 tangential linear_history 300.0 0.0 10.0 damping velocity"
        for walls in (wall("zplane 0.0 NULL", model), region("plane 0 0 0 0 0 1", model)):
            script = ("run 5\nset atom 1 z -3.0\nrun 5\nset atom 1 z 0.48\nrun 5\n"
                      "write_dump all custom show.txt id fx modify sort id format float %.17g\n")
            atom = self.show(walls, [Sphere((0, 0, 0.48), (0.3, 0, 0))], script=script)
            self.assertLess(abs(atom["fx"] + 300.0 * 0.3 * 5e-3), ROUND)

    def test_new_atoms_begin_without_springs(self):
        """An atom made where a deleted one was stored does not inherit its spring."""
        model = "hooke 1000.0 0.0 tangential linear_history 300.0 0.0 10.0 damping velocity"
        script = ("run 50\ngroup old id 1\ndelete_atoms group old compress no\ncreate_atoms 1 single 7 0 0.48 units box\n"
                  "set group all diameter 1.0\nrun 0\n"
                  "write_dump all custom show.txt id fx fz modify sort id format float %.17g\n")
        atom = self.show(wall("zplane 0.0 NULL", model), [Sphere((0, 0, 0.48), (0.3, 0, 0))], script=script)
        self.assertEqual(atom["fx"], 0.0)
        self.assertLess(abs(atom["fz"] - 20.0), 20.0 * ROUND)

    def test_centre_on_the_plane(self):
        """No NaN where the distance is zero: pushed to the inner side with the whole radius as overlap."""
        for words, sign in (("zplane 0.0 NULL", 1.0), ("zplane NULL 0.0", -1.0)):
            atom = self.show(wall(words, SLIDING), [Sphere((0, 0, 0.0))])
            self.assertEqual(atom["fz"], sign * 500.0)


class Told(WallTest):
    """What the log says of walls that are likely mistakes."""

    def lines(self, walls, word, **options):
        self.space.write("data.txt", data_file(FEW))
        run = self.lmp(wall_deck(walls, **dict(dict(steps=300), **options)))
        return [line for line in run.log.splitlines() if word in line]

    def test_large_overlaps(self):
        """Soft walls: before a sphere is lost, one line names it."""
        soft = "hooke 2.0 0.0 tangential none damping velocity"
        for walls in (wall("zplane 0 NULL", soft), region("plane 0 0 0 0 0 1", soft)):
            found = self.lines(walls, "overlaps the wall")
            self.assertEqual(len(found), 1, found)
            self.assertRegex(found[0], r"WARNING: Fix wall/granular wall: at step \d+ atom [1-4] overlaps the wall by "
                                       r"0\.1\d* of its radius, more than a tenth")
        self.assertEqual(self.lines(wall("zplane 0 NULL", SLIDING.replace("1000.0", "1e5")), "overlaps the wall", timestep=STEP / 10), [])

    def test_other_friction_than_the_pairs(self):
        pairs = "pair_style granular\npair_coeff * * {}\n"
        for of_wall, of_pairs, told in (
                (SLIDING, ALL_MODES, ["rolling friction acts between particles and not at this wall",
                                      "twisting friction acts between particles and not at this wall"]),
                (NO_TWIST, SLIDING, ["rolling friction acts at this wall and not between particles"]),
                (NO_TWIST, ALL_MODES, ["twisting friction acts between particles and not at this wall"]),
                (ALL_MODES, ALL_MODES, []), (SLIDING, SLIDING, [])):
            found = self.lines(wall("zplane 0 NULL", of_wall), "friction acts", pair=pairs.format(of_pairs), steps=0,
                               run="run 0\nrun 0\n")
            self.assertEqual(found, [f"Fix wall/granular wall: {words}" for words in told])
        found = self.lines("fix wall all wall/gran hooke/history 1000.0 NULL 20.0 NULL 0.5 1 zplane 0 NULL\n", "friction acts",
                           pair=pairs.format(NO_TWIST), steps=0)
        self.assertEqual(found, ["Fix wall/gran wall: rolling friction acts between particles and not at this wall"])


if __name__ == "__main__":
    unittest.main()
