"""Unions and intersections of regions with faces that coincide: as walls they are the body that they make up.

Spheres that do not meet each other touch the wall at many places, at random and on the edges of the parts. The forces are
those at one block of the same shape, or of closed forms.
"""

import math
import os
import random
import unittest
from unittest import mock

import harness
import meshes
from harness import Sphere, data_file
from test_wall_granular import ALL_MODES, BOUND, JKR, continued_deck, wall, wall_deck

SPRING = "hooke 1000.0 0.0 tangential linear_nohistory 0.0 0.0 damping velocity"
SLIDING = "hooke 1000.0 0.0 tangential linear_history 300.0 0.0 10.0 damping none"

BOX = "block 0 10 0 4 0 6"    # what all parts below make up

INSIDE = {
    "overlapping": ("block 0 6 0 4 0 6", "block 3 10 0 4 0 6", "union 2 a b"),
    "touching": ("block 0 5 0 4 0 6", "block 5 10 0 4 0 6", "union 2 a b"),
    "one in the other": (BOX, "block 2 5 0 4 0 0.3", "union 2 a b"),
    "twice": (BOX, BOX, "union 2 a b"),
    "intersection": ("block 0 12 0 4 0 6", "block -3 10 0 4 0 8", "intersect 2 a b"),
    "intersection twice": (BOX, BOX, "intersect 2 a b"),
    "prism": ("prism 0 6 0 4 0 6 0 0 0", "block 3 10 0 4 0 6", "union 2 a b"),
}
OUTSIDE = {
    "overlapping": ("block 0 6 0 4 0 6", "block 3 10 0 4 0 6", "union 2 a b side out"),
    "touching": ("block 0 5 0 4 0 6", "block 5 10 0 4 0 6", "union 2 a b side out"),
    "one in the other": (BOX, "block 2 5 0 4 5.7 6", "union 2 a b side out"),
    "twice": (BOX, BOX, "union 2 a b side out"),
    # its edges are those of the parts: edges at which faces of two parts meet have no contact of their own
    "intersection": ("block 0 12 0 4 0 6", "block -3 10 0 4 0 6", "intersect 2 a b side out"),
    "outside of each": ("block 0 6 0 4 0 6 side out", "block 3 10 0 4 0 6 side out", "intersect 2 a b"),
}
# An intersection in a union, and a union in an intersection.
NESTED = {
    "union": ("block 0 12 0 4 0 6", "block -3 6 0 4 0 6", "intersect 2 a b units box\nregion c block 3 10 0 4 0 6 units box\n"
              "region wall union 2 ab c"),
    "intersection": ("block 0 5 0 4 0 9", "block 4 10 0 4 0 9", "union 2 a b units box\nregion c block -2 15 0 4 0 6 units box\n"
                     "region wall intersect 2 ab c"),
}
TURN = "variable turn equal 0.3\n"


def parts(words, moved=""):
    a, b, whole = words
    name = "ab" if "region wall" in whole else "wall"
    return (f"region a {a} units box{moved}\nregion b {b} units box{moved}\n"
            f"region {name} {whole}\n")


def places(inside):
    """Within a diameter of the box, and on the planes of the parts' faces."""
    draw = random.Random(5)

    def one():
        x = [draw.uniform(-0.8, high + 0.8) for high in (10, 4, 6)]
        if draw.random() < 0.2:
            x[0] = draw.choice((3.0, 5.0, 6.0, 5.0 - 1e-7, 5.0 + 1e-7))
        return tuple(x)

    def is_inside(x):
        return all(0.0 < a < high for a, high in zip(x, (10, 4, 6)))

    return [x for x in (one() for _ in range(3000)) if is_inside(x) == inside]


def one_sphere(place):
    """The beginning of a deck."""
    return f"""units lj
atom_style sphere
atom_modify map array
boundary f f f
comm_modify vel yes
region box block -9 9 -9 9 -9 9
create_box 1 box
create_atoms 1 single {place}
set group all diameter 1.0 mass 1.0
pair_style granular
pair_coeff * * hooke 1e4 50 tangential none damping velocity
neighbor 0.3 bin
"""


class Regions(harness.DeckTest):
    def forces(self, regions, at, stock=False, model=SPRING, steps=0):
        fix = "wall/gran/region/builtin granular" if stock else "wall/granular"
        deck = harness.deck("pair_style zero 1.0\npair_coeff * *\n", neighbor="0.1 bin", steps=steps, every=max(steps, 1), timestep=1e-3,
                            after=f"{regions}fix wall all {fix} {model} region wall\n")
        return deck, {"data.txt": data_file([Sphere(x) for x in at])}

    def frames(self, jobs):
        runs = self.space.run_each(jobs)
        for name, (run, _) in runs.items():
            self.assert_ended(run, name)
        return {name: folder.frames()[0] for name, (_, folder) in runs.items()}

    def compare(self, cases, one, at, moved=""):
        jobs = {name: self.forces(TURN + parts(words, moved), at) for name, words in cases.items()}
        jobs["one block"] = self.forces(TURN + f"region wall {one} units box{moved}\n", at)
        found = self.frames(jobs)
        block = found.pop("one block")
        touching = [number for number, atom in block.items() if any(atom[c] for c in ("fx", "fy", "fz"))]
        self.assertGreater(len(touching), 500)
        for name, atoms in found.items():
            with self.subTest(name + moved):
                for number, atom in atoms.items():
                    for c in ("fx", "fy", "fz"):
                        # k times the rounding of rotated positions, and the 2e-6 of a radius within which surfaces are one
                        self.assertAlmostEqual(atom[c], block[number][c], delta=2e-3, msg=f"sphere at {at[number - 1]}")

    def test_inside(self):
        for moved in ("", " rotate v_turn 0 0 0 1 2 3"):
            self.compare(INSIDE, BOX, self.turned(places(True), moved), moved)

    def test_outside(self):
        for moved in ("", " rotate v_turn 0 0 0 1 2 3"):
            self.compare(OUTSIDE, BOX + " side out", self.turned(places(False), moved), moved)

    def test_nested(self):
        self.compare(NESTED, BOX, places(True))
        # outside, the other one has edges at which faces of two parts meet
        outside = {"union": tuple(f"{words} side out" if "wall" in words else words for words in NESTED["union"])}
        self.compare(outside, BOX + " side out", places(False))

    @staticmethod
    def turned(at, moved):
        if not moved:
            return at
        size = math.sqrt(14.0)
        n = [c / size for c in (1, 2, 3)]
        c, s = math.cos(0.3), math.sin(0.3)

        def turn(x):
            along = sum(a * b for a, b in zip(n, x))
            cross = (n[1] * x[2] - n[2] * x[1], n[2] * x[0] - n[0] * x[2], n[0] * x[1] - n[1] * x[0])
            return tuple(c * a + s * b + (1 - c) * along * m for a, b, m in zip(x, cross, n))

        return [turn(x) for x in at]

    def test_union_in_a_union(self):
        """A sphere in the hollow of three balls touches all of them, also where these are a region of another one."""
        text = one_sphere("0.02 0.01 1.9") + """region a sphere 0 1.2 0 1 units box
region b sphere 1.04 -0.6 0 1 units box
region c sphere -1.04 -0.6 0 1 units box
region d sphere 4 4 0 1 units box
region heap union 3 a b c
region w union {} side out
fix move all nve/sphere
fix weight all gravity 1.0 vector 0 0 -1
fix w all wall/granular hooke 1e4 50 tangential linear_history 5e3 1 0.5 damping velocity region w
variable z equal z[1]
thermo_style custom step f_w f_w[3] v_z
thermo_modify format float %.14g
timestep 1e-3
thermo 4000
run 8000
"""
        nested, flat = (self.lmp(text.format(words)).thermo() for words in ("2 heap d", "4 a b c d"))
        self.assertEqual(nested, flat)
        self.assertAlmostEqual(abs(nested[-1]["f_w[3]"]), 1.0, delta=1e-6)    # at rest: its weight

    def test_ellipsoid_has_no_curvature(self):
        """LAMMPS does not set it; memory with other contents does not change the force."""
        text = one_sphere("0 0 2.47") + """region w ellipsoid 0 0 0 4 4 2 side out
fix move all nve/sphere
fix w all wall/granular hertz/material 1e4 0.3 0.3 tangential none damping tsuji region w
variable f equal fz[1]
thermo_style custom step v_f
thermo_modify format float %.14g
run 0
"""
        found = []
        for content in ("0", "63", "85", "191"):
            with mock.patch.dict(os.environ, GLIBC_TUNABLES="glibc.malloc.tcache_count=0", MALLOC_PERTURB_=content):
                found.append(self.lmp(text).thermo()[-1]["v_f"])
        self.assertGreater(found[0], 0.0)
        self.assertEqual(len(set(found)), 1, found)

    def loads(self, place, region, after="run 0\n"):
        text = one_sphere(place) + f"""variable r equal 1+step*0.001
{region}
fix move all nve/sphere
fix w all wall/granular hooke 1e4 0 tangential linear_history 1e3 0 100 damping velocity region w
variable fx equal fx[1]
variable fy equal fy[1]
variable fz equal fz[1]
thermo_style custom step v_fx v_fy v_fz f_w
thermo_modify format float %.14g
timestep 1e-3
{after}"""
        row = self.lmp(text).thermo()[-1]
        return row["v_fx"], row["v_fy"], row["v_fz"]

    def assert_loads(self, place, region, expected, **options):
        for found, value in zip(self.loads(place, region, **options), expected):
            self.assertAlmostEqual(found, value, delta=1e-2)    # 1e-6 of the radius

    def test_any_overlap_with_an_ellipsoid(self):
        """The normal is at 45 degrees where x/a^2 = z/c^2."""
        a, c = 8.0, 4.0
        foot = (a * a / math.hypot(a, c), c * c / math.hypot(a, c))
        for overlap in (0.005, 0.02, 0.1):
            for side, sign in (("", -1.0), (" side out", 1.0)):
                at = [f + sign * (0.5 - overlap) / math.sqrt(2.0) for f in foot]
                force = sign * 1e4 * overlap / math.sqrt(2.0)
                with self.subTest(overlap=overlap, side=side):
                    self.assert_loads(f"{at[0]:.15g} 0 {at[1]:.15g}", f"region w ellipsoid 0 0 0 {a} {a} {c}{side}", (force, 0.0, force))

    def test_narrow_ellipsoid(self):
        """Its smallest half axis is below the radius and the skin."""
        self.assert_loads("0 0 0.11", "region w ellipsoid 0 0 0 5 5 0.6", (0.0, 0.0, -100.0))

    def test_outside_of_an_ellipsoid_in_two_dimensions(self):
        """LAMMPS finds it for a center inside too, if the third half axis is above 1."""
        for x, force in ((2.8, 0.0), (3.4, 1000.0)):
            text = one_sphere(f"{x} 0 0").replace("boundary f f f", "dimension 2\nboundary f f p")
            run = self.lmp(text + f"""region w ellipsoid 0 0 0 3 3 2 side out
fix w all wall/granular {SPRING.replace("1000.0", "1e4", 1)} region w
variable fx equal fx[1]
thermo_style custom step v_fx
run 0
""")
            self.assertAlmostEqual(run.thermo()[-1]["v_fx"], force, delta=1e-2)

    def test_ends_of_cones(self):
        for axis, place, force in (("x", "0.45 0.3 0.2", (500.0, 0.0, 0.0)), ("y", "0.3 0.45 0.2", (0.0, 500.0, 0.0)),
                                   ("z", "0.3 0.2 0.45", (0.0, 0.0, 500.0))):
            self.assert_loads(place, f"region w cone {axis} 0 0 2 3 0 8", force)
        # one that may move, too: to the last digits
        for moved in ("", " move v_zero NULL NULL"):
            loads = self.loads("0.3 0.45 0.2", "variable zero equal 0\nregion w cone y 0 0 2 3 0 8" + moved)
            self.assertAlmostEqual(loads[1], 500.0, delta=1e-9)
        # beside an open side
        self.assert_loads("0 0.45 2.9999", "region w cone y 0 0 3 3 0 4 open 3", (0.0, 500.0, 0.0))

    def test_sphere_on_the_axis_of_a_cone(self):
        """It touches the side, which has no nearest place."""
        for x, moved in ((0, ""), (1, " move v_aside NULL NULL")):
            force = self.loads(f"{x} 0 0.4", "variable aside equal 1\nregion w cone z 0 0 0.3 3 0 5 open 1 open 2" + moved)
            self.assertGreater(math.hypot(*force), 100.0)

    def test_open_face(self):
        """A center in the plane of the open face touches nothing but the sides beside it, whatever was searched before."""
        other = "create_atoms 1 single 0.45 0.45 2\nset atom 2 diameter 1.0 mass 1.0\n"
        self.assert_loads("0.4 4 5", other + "region w block 0 8 0 8 0 5 open 6", (1000.0, 0.0, 0.0))
        self.assert_loads("0.4 0.45 5", "region w block 0 8 0 8 0 5 open 6", (1000.0, 500.0, 0.0))

    def test_outside_of_open_regions(self):
        """LAMMPS overlooks faces of an open block with INF, and the ends of a cylinder or pointed cone without its side."""
        a, b = 0.2, 0.3
        beside_edge = 1e4 * (0.5 / math.hypot(a, b) - 1.0)
        for place, region, force in (
                ("-0.2 1 5.3", "block 0 8 INF INF 0 5 open 6", (-a * beside_edge, 0.0, b * beside_edge)),
                ("-0.4 1 3", "block 0 8 INF INF 0 5 open 6", (-1000.0, 0.0, 0.0)),
                ("1 1 -0.4", "block INF INF INF INF 0 INF open 1", (0.0, 0.0, -1000.0)),
                ("1 1 -0.4", "block 0 8 0 8 0 0 open 1", (0.0, 0.0, -1000.0)),
                ("3.2 0 -0.3", "cylinder z 0 0 3 0 1 open 3", (a * beside_edge, 0.0, -b * beside_edge)),
                ("0 0.3 3.2", "cylinder y 0 0 3 0 1 open 2 open 3", (0.0, b * beside_edge, a * beside_edge)),
                ("3.2 0 -0.3", "cone z 0 0 3 0 0 1 open 3", (a * beside_edge, 0.0, -b * beside_edge))):
            with self.subTest(region, at=place):
                self.assert_loads(place, f"region w {region}", force)

    def test_cone_that_grows(self):
        self.assert_loads("2.3 0 0.2", "region w cone z 0 0 v_r 1 0 5 side out", self.loads("2.3 0 0.2", "region w cone z 0 0 2 1 0 5 side out"),
                          after="reset_timestep 1000\nrun 0\n")

    def test_variables_without_a_velocity(self):
        text = one_sphere("0 0 -3.52") + """variable low equal 0.5*time-4
variable r equal 4-0.5*time
variable shift equal 0.5*time
region w {}
fix move all nve/sphere
fix w all wall/granular hooke 1000.0 20.0 tangential none damping velocity region w
run 1
run 1
"""
        for region, warns in (("block -5 5 -5 5 v_low 4", 1), ("sphere 0 0 0 v_r", 0), ("block -5 5 -5 5 -4 4 move NULL NULL v_shift", 0)):
            warnings = [line for line in self.lmp(text.format(region)).warnings if "velocity 0" in line]
            self.assertEqual(len(warnings), warns, region)

    def test_room_of_two_blocks(self):
        """An L-shaped room: floor, ceiling and the two walls that the blocks share. (The built-in fix has no floor where
        the blocks overlap, and twice the force at a common face of an intersection.)"""
        room = parts(("block 0 4 0 10 0 6", "block 0 10 0 4 0 6", "union 2 a b"))
        cut = parts(("block 0 4 0 10 0 6", "block -3 10 0 4 0 6", "intersect 2 a b"))
        cases = {(2, 2, 0.49): (0, 0, 10), (2, 7, 0.49): (0, 0, 10), (7, 2, 0.49): (0, 0, 10), (4, 2, 0.49): (0, 0, 10),
                 (2, 4, 5.51): (0, 0, -10), (0.49, 2, 3): (10, 0, 0), (0.49, 5, 3): (10, 0, 0), (2, 0.49, 0.49): (0, 10, 10),
                 (3.51, 6, 3): (-10, 0, 0), (3.51, 2, 3): (0, 0, 0), (5.0, 3.51, 3): (0, -10, 0)}
        at = list(cases)
        found = self.frames({"room": self.forces(room, at), "room builtin": self.forces(room, at, stock=True),
                             "cut": self.forces(cut, at), "cut builtin": self.forces(cut, at, stock=True)})
        for number, (x, expected) in enumerate(cases.items(), 1):
            for c, value in zip(("fx", "fy", "fz"), expected):
                # k times the rounding of positions of size 10
                self.assertAlmostEqual(found["room"][number][c], value, delta=1e-10, msg=str(x))
        self.assertEqual(found["room builtin"][1]["fz"], 0.0)
        self.assertAlmostEqual(found["cut"][1]["fz"], 10.0, delta=1e-10)
        self.assertAlmostEqual(found["cut builtin"][1]["fz"], 20.0, delta=1e-10)

    def test_spring_at_a_common_face(self):
        """The contact has one spring where the faces coincide: that of the first region."""
        room = parts(("block 0 6 0 4 0 6", "block 3 10 0 4 0 6", "union 2 a b"))
        model = SLIDING
        self.space.write("data.txt", data_file([Sphere((4.0, 2.0, 0.49), (0.1, 0, 0))]))
        frames = self.trajectory(harness.deck("pair_style zero 1.0\npair_coeff * *\n", steps=100, every=100, timestep=1e-3,
                                              fixes="fix hold all move linear 0.1 0.0 0.0\n",
                                              after=f"{room}fix wall all wall/granular {model} region wall\n"))
        # k_t v t; rounding of 100 steps
        self.assertAlmostEqual(frames[100][1]["fx"], -300.0 * 0.1 * 0.1, delta=1e-10)


class PeriodicBoundary(harness.DeckTest):
    """A wall whose open faces, or whose border, lie in periodic boundaries. Spheres slide and roll across them, and LAMMPS moves
    them back into the box many steps later: the motion is that on a wall without end."""

    BOX = dict(low=(-3, -3, -1), high=(3, 3, 4))
    TILT = 1.2
    OPEN = "open 1 open 2 open 3 open 4 units box"
    SPHERES = [Sphere((-2.8, 0.5, 0.49), (-0.8, 0.3, 0.0), (0.0, -2.0, 1.0)), Sphere((0.4, 2.7, 0.39), (0.3, 0.9, 0.0), (2.0, 1.0, 0.0), diameter=0.8),
               Sphere((2.85, -2.75, 0.6), (0.7, -0.9, -0.5), (2.0, 6.0, 0.0), diameter=1.2), Sphere((-1.0, -2.9, 0.49), (0.1, -0.4, 0.0))]
    ENERGY = "compute e all granular/energy\nthermo_style custom step c_e[*]\nthermo_modify format float %.17g\n"
    PAIR = f"pair_style granular\npair_coeff * * {ALL_MODES}\n"

    OPTIONS = {(ALL_MODES, 0.0): (dict(neighbor="0.05 bin"), dict(ranks=2, newton="off")), (ALL_MODES, TILT): (dict(), dict(ranks=4, sort="20 1.0")),
               (JKR, 0.0): (dict(newton="off"),), (JKR, TILT): (dict(),)}

    def deck(self, walls, neighbor="1.0 bin", **options):
        return wall_deck(walls, **{"boundary": "p p f", "every": 50, "steps": 1000, **options}).replace("neighbor 0.1 bin", f"neighbor {neighbor}")

    def walls(self, model=ALL_MODES, tilt=0.0):
        low, high = self.BOX["low"], self.BOX["high"]
        lean = (lambda x, y: x + tilt * (y - low[1]) / (high[1] - low[1]))
        self.space.write("floor.stl", meshes.ascii_stl([tuple((lean(x, y), y, z) for x, y, z in t) for t in meshes.grid((-3, -1, 3), (-3, 0.5, 3))]))
        region = (f"region floor prism -3 3 -3 3 0 9 {tilt} 0 0 {self.OPEN}\n" if tilt else f"region floor block EDGE EDGE EDGE EDGE 0 9 {self.OPEN}\n")
        return {"region": region + wall("region floor", model), "mesh": wall("mesh floor.stl", model)}

    def test_floors(self):
        for tilt in (0.0, self.TILT):
            box = dict(self.BOX, tilt=(tilt, 0, 0) if tilt else None)
            self.space.write("data.txt", data_file(self.SPHERES, **box))
            for model in (ALL_MODES, JKR):
                plane = self.trajectory(self.deck(wall("zplane 0 NULL", model)))
                self.assertTrue(any(abs(a["xu"]) > 3.2 for a in max(plane.items())[1].values()))
                for name, words in self.walls(model, tilt).items():
                    for options in self.OPTIONS[model, tilt]:
                        with self.subTest(wall=name, tilt=tilt, model=model.split()[0], **options):
                            words_of = {key: value for key, value in options.items() if key != "ranks"}
                            other = self.trajectory(self.deck(words, **words_of), ranks=options.get("ranks", 1))
                            self.assert_same_trajectory(plane, other, BOUND)

    def test_energies(self):
        """The ledger of a wall that a sphere leaves across a boundary."""
        self.space.write("data.txt", data_file(self.SPHERES, **self.BOX))
        options = dict(after=self.ENERGY, pair=self.PAIR)
        plane = self.lmp(self.deck(wall("zplane 0 NULL"), **options)).thermo()
        for name, words in self.walls().items():
            for row, other in zip(plane, self.lmp(self.deck(words, **options)).thermo(), strict=True):
                for column, value in row.items():
                    self.assertAlmostEqual(other[column], value, delta=1e-9, msg=f"{name} {column}")    # sums of 10

    def test_restart(self):
        self.space.write("data.txt", data_file(self.SPHERES, **self.BOX))
        plane = self.trajectory(self.deck(wall("zplane 0 NULL"), pair=self.PAIR))
        for name, words in self.walls().items():
            with self.subTest(wall=name):
                self.lmp(self.deck(words, run="restart 300 half.bin other.bin\nrun 300\n", pair=self.PAIR))
                self.lmp(continued_deck(words, "run 700\n").replace("neighbor 0.1 bin", "neighbor 1.0 bin"))
                frames = self.space.frames()
                self.assert_same_trajectory({step: plane[step] for step in frames}, frames, BOUND)

    def test_tube(self):
        """A tube that ends at the boundaries is one without ends; spheres may leave it through both."""
        self.space.write("data.txt", data_file([Sphere((-2.8, 0.5, 0.3), (-0.9, 1.0, 0.0)), Sphere((2.8, 0.2, 1.0), (1.3, 0.0, 0.0), (0.0, 9.0, 0.0))], **self.BOX))
        tubes = [self.trajectory(self.deck(f"region tube cylinder x 0 1.5 1.5 {ends} open 1 open 2 units box\n" + wall("region tube")))
                 for ends in ("INF INF", "EDGE EDGE")]
        self.assert_same_trajectory(*tubes, BOUND)

    def test_wall_that_begins_behind_a_boundary(self):
        """The wall is near one boundary only: spheres that come across the other one meet it in time, before lists are rebuilt."""
        self.space.write("data.txt", data_file([Sphere((2.5, 0.3, 0.45), (2.0, 0.0, 0.0)), Sphere((-1.0, 0.3, 2.0))], **self.BOX))
        words = f"region ledge block EDGE 2 EDGE EDGE 0 9 {self.OPEN}\n" + wall("region ledge")
        late, early = (self.trajectory(self.deck(words, neighbor=n, gravity="", steps=600)) for n in ("1.0 bin", "0.001 bin"))
        self.assertGreater(max(atom["fz"] for frame in late.values() for atom in frame.values()), 10.0)
        self.assert_same_trajectory(early, late, BOUND)

    def test_box_that_shears(self):
        """Velocities relative to the wall change where a sphere crosses the boundary, and not when LAMMPS changes its velocity."""
        self.space.write("data.txt", data_file(self.SPHERES, **self.BOX, tilt=(0, 0, 0)))
        pair = self.PAIR.replace("granular", "granular box yes", 1)
        for remap in ("v", "x"):
            fixes = f"fix integrate all nve/sphere\nfix shear all deform 1 xy erate 0.1 remap {remap}\n"
            for name, words in {"plane": wall("zplane 0 NULL"), **self.walls()}.items():
                words = words.replace("block EDGE EDGE EDGE EDGE", "block INF INF INF INF")
                with self.subTest(wall=name, remap=remap):
                    late, early = (self.trajectory(self.deck(words, neighbor=n, fixes=fixes, pair=pair)) for n in ("0.6 bin", "0.001 bin"))
                    self.assert_same_trajectory(early, late, BOUND, "", {name: harness.QUANTITIES[name] for name in ("omega", "f", "torque")})


if __name__ == "__main__":
    unittest.main()
