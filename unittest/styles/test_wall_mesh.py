"""fix wall/granular mesh: against planes, edges and corners, ranks, restart, files.

ROUND, 1e-10 of the largest component: a flat mesh and a plane compute the same distance in another order of operations,
and 2000 steps carry the rounding on; NOISE of the decks is that of test_wall_granular.py.
"""

import math
import random
import unittest

import harness
import meshes
from granular_srt.check.cases import BESIDE_A_BOX
from harness import Sphere, data_file
from test_wall_granular import ALL_MODES, BOUND, FEW, JKR, MATERIAL, TILTED, WallTest, continued_deck, wall, wall_deck
from test_wall_parallel import CROSSING, PAIR

ROUND = 1e-10


def steps(low, high, count):
    return [low + (high - low) * k / count for k in range(count + 1)]


FLOOR = meshes.grid(steps(-9.0, 9.0, 31), steps(-8.0, 8.0, 27), shake=0.15)


class MeshTest(WallTest):
    def mesh(self, triangles, name="mesh.stl"):
        self.space.write(name, meshes.ascii_stl(triangles))


class Plane(MeshTest):
    """A flat mesh is a plane."""

    def compare(self, words, model, spheres=FEW, bound=ROUND, **options):
        plane = self.run_with(wall("zplane 0 NULL", model), spheres, **options)
        flat = self.run_with(wall(f"mesh mesh.stl {words}", model), spheres, **options)
        measured = self.assert_same_trajectory(plane, flat, bound)
        if harness.REPORT:
            print(f"mesh against plane: {measured:.1e}", flush=True)

    def test_all_modes(self):
        self.mesh(FLOOR)
        for model in (ALL_MODES, MATERIAL, JKR):
            self.compare("", model)

    def test_neck(self):
        self.mesh(FLOOR)
        self.compare("", JKR, gravity="fix pull all gravity 30.0 vector 0 0.4 1\n", steps=600)

    def test_from_below_and_binary(self):
        (self.space.path / "mesh.stl").write_bytes(meshes.binary_stl(FLOOR))
        below = [Sphere((s.x[0], s.x[1], -s.x[2]), s.v, s.omega, s.diameter) for s in FEW]
        self.compare("", ALL_MODES, below, gravity="fix gravity all gravity 10.0 vector 0 0 1\n")

    def test_scaled_and_displaced(self):
        self.mesh([tuple((100 * x - 50, 100 * y + 20, 100 * z + 30) for x, y, z in corners) for corners in FLOOR])
        self.compare("scale 0.01 displace 0.5 -0.2 -0.3", ALL_MODES)

    def test_a_thousand_edges(self):
        """A sphere rolls over more than 1000 edges with its springs wound all the time."""
        self.mesh(meshes.grid(steps(-1.0, 21.0, 600), steps(-1.0, 1.0, 3), shake=0.005))
        rolling = [Sphere((0.0, 0.05, 0.497), (9.0, 0.1, 0.0), (0.0, 3.0, 2.0))]
        options = dict(gravity="fix gravity all gravity 10.0 vector 0.1 0 -1\n", steps=2000, every=20,
                       box=dict(low=(-2, -2, -1), high=(22, 2, 3)))
        self.compare("", ALL_MODES, rolling, **options)
        last = max(self.space.frames().items())[1][1]
        self.assertGreater(last["xu"], 18.4, "500 columns of two triangles: 1000 edges")

    def test_tilted(self):
        """A slope: normals of triangles differ in their last digits."""
        angle = 0.4
        turn = lambda p: (p[0] * math.cos(angle) - p[2] * math.sin(angle), p[1], p[0] * math.sin(angle) + p[2] * math.cos(angle))
        self.mesh(meshes.turned(FLOOR, turn))
        spheres = [Sphere(turn(s.x), turn(s.v), turn(s.omega), s.diameter) for s in FEW]
        down = " ".join(map(harness.number, turn((0, 0.2, -1))))
        normal = " ".join(map(harness.number, turn((0, 0, 1))))
        options = dict(gravity=f"fix gravity all gravity 10.0 vector {down}\n")
        plane = f"region slope plane 0 0 0 {normal} units box\n" + wall("region slope")
        self.assert_same_trajectory(self.run_with(plane, spheres, **options), self.run_with(wall("mesh mesh.stl"), spheres, **options),
                                    ROUND)


class EdgesAndCorners(MeshTest):
    def contacts(self, triangles, x, words="", radius=0.5, model="hooke 1000 0 tangential none damping none"):
        """Number of contacts of a sphere at rest, and the force on it."""
        self.mesh(triangles)
        self.space.write("data.txt", data_file([Sphere(x, diameter=2 * radius)]))
        after = "thermo_style custom step f_wall f_wall[1] f_wall[2] f_wall[3]\nthermo_modify format float %.17g norm no\n"
        row = self.lmp(wall_deck(wall(f"mesh mesh.stl {words}", model), run="run 0\n", after=after)).thermo()[0]
        return row["f_wall"], [-row[f"f_wall[{k}]"] for k in (1, 2, 3)]

    def test_box(self):
        """Inside of a corner, three contacts; outside, one contact with a face, an edge or a corner."""
        box = meshes.box((0, 0, 0), (4, 4, 4))
        for x, (count, force) in BESIDE_A_BOX.items():
            found, felt = self.contacts(box, x)
            self.assertEqual(found, count, x)
            for a, b in zip(felt, force):
                self.assertAlmostEqual(a, b, delta=1e-10)    # rounding of 1000 (0.5 - 0.4)

    def test_smooth(self):
        """A groove with an angle of 40 degrees between the normals of its sides."""
        rise = math.tan(math.radians(20))
        groove = (meshes.rectangle((-3, -3, 3 * rise), (0, -3, 0), (0, 3, 0), (-3, 3, 3 * rise))
                  + meshes.rectangle((0, -3, 0), (3, -3, 3 * rise), (3, 3, 3 * rise), (0, 3, 0)))
        height = 0.49 / math.cos(math.radians(20))
        self.assertEqual(self.contacts(groove, (0, 0, height))[0], 2)
        count, force = self.contacts(groove, (0, 0, height), "smooth 45")
        self.assertEqual(count, 1)
        # to where the center would touch both sides
        for a, b in zip(force, (0, 0, 1000 * 0.01 / math.cos(math.radians(20)))):
            self.assertAlmostEqual(a, b, delta=1e-10)

    def test_an_angle_of_smooth(self):
        """The normals at each edge of a drum of 12 sides differ by 30 degrees, the default of smooth: one contact."""
        draw = random.Random(5)
        drum = meshes.tube(5.0, -5.5, 5.5, 12)
        for edge in range(12):
            angle = 2 * math.pi * edge / 12
            for _ in range(2):
                r, z = 5.0 - (0.99 + 0.005 * draw.random()) * 0.5 / math.cos(math.pi / 12), draw.uniform(-1, 1)
                self.assertEqual(self.contacts(drum, (z, r * math.cos(angle), r * math.sin(angle)))[0], 1, edge)

    def test_adhesion_needs_a_face_that_is_touched(self):
        """A gap of 0.001 of the radius to both sides of a groove whose normals have an angle of 28 degrees."""
        rise = math.tan(math.radians(14))
        groove = (meshes.rectangle((-3, -3, 3 * rise), (0, -3, 0), (0, 3, 0), (-3, 3, 3 * rise))
                  + meshes.rectangle((0, -3, 0), (3, -3, 3 * rise), (3, 3, 3 * rise), (0, 3, 0)))
        for distance, count in ((0.5005, 0), (0.4995, 1)):
            self.assertEqual(self.contacts(groove, (0, 0, distance / math.cos(math.radians(14))), model=JKR)[0], count)

    def test_corner_is_three_planes(self):
        """Trajectories in a corner of three faces."""
        corner = [t for t in meshes.box((-3.0, -3.1, 0.0), (40, 40, 40))]
        self.mesh(corner)
        planes = "".join(f"fix {axis} all wall/granular {ALL_MODES} {axis}plane {lo} NULL\n"
                         for axis, lo in (("x", -3.0), ("y", -3.1), ("z", 0.0)))
        self.assert_same_trajectory(self.run_with(planes, FEW, gravity=TILTED), self.run_with(wall("mesh mesh.stl"), FEW, gravity=TILTED),
                                    ROUND)


class Energy(MeshTest):
    def test_friction_springs_that_end(self):
        """A sphere that leaves a mesh much faster along it than away from it loses the energy of its spring, as on a plane."""
        model = "hertz/material 1e5 0.5 0.3 tangential mindlin_rescale/force NULL 0 0.3"
        self.mesh(meshes.rectangle((-9, -9, 0), (9, -9, 0), (9, 9, 0), (-9, 9, 0)))
        self.space.write("data.txt", data_file([Sphere((0.1, 0.2, 0.6), (5, 0, -1))]))
        after = "compute e all granular/energy\nthermo_style custom step c_e[*]\nthermo_modify format float %.17g\n"
        for timestep, steps in ((5e-4, 600), (2e-3, 150)):    # the long step ends 0.003 radii above the wall
            plane, mesh = (self.lmp(wall_deck(wall(words, model), timestep=timestep, steps=steps, every=steps, after=after, pair=PAIR)).thermo()[-1]
                           for words in ("zplane 0.0 NULL", "mesh mesh.stl"))
            self.assertGreater(plane["c_e[21]"], 1e-3)
            for name, value in plane.items():
                self.assertAlmostEqual(mesh[name], value, delta=1e-9, msg=name)    # rounding of normals

    def drift(self, triangles, model, x):
        """Largest change of kinetic, gravitational and contact energy of a sphere in 5 time units, relative to the drop."""
        self.mesh(triangles)
        self.space.write("data.txt", data_file([Sphere(x)], low=(-6, -6, -6), high=(6, 6, 6)))
        after = "compute e all granular/energy\nthermo_style custom step c_e[1] c_e[14] c_e[27]\nthermo_modify format float %.17g\n"
        rows = self.lmp(wall_deck(wall("mesh mesh.stl", model), timestep=5e-4, steps=10000, every=100, after=after,
                                  pair=PAIR)).thermo()
        kinetic = [row["c_e[1]"] for row in rows]
        self.assertTrue(any(row["c_e[14]"] > 0.0 for row in rows), "it never touches the wall")
        return max(abs(row["c_e[1]"] + row["c_e[14]"] - row["c_e[27]"]) for row in rows) / max(kinetic)

    def test_curved_surfaces_conserve_it(self):
        """A bouncing sphere without friction and damping, with overlaps of up to 0.2 diameters. The time step makes 1e-4 of the
        energy, and less by its square: as on a plane."""
        for name, triangles in (*((f"drum of {n} sides", meshes.tube(5.0, -5.5, 5.5, n)) for n in (12, 36, 360)),
                                ("bowl of 320", meshes.ball(2, 5.0))):
            for model in ("hooke 1000 0 tangential none damping none", "hertz/material 2e4 0 0.3 tangential none damping none"):
                with self.subTest(surface=name, model=model.split()[0]):
                    drift = self.drift(triangles, model, (0.3, 1.3, -2.5))
                    if harness.REPORT:
                        print(f"{name}, {model.split()[0]}: {drift:.1e}", flush=True)
                    self.assertLess(drift, 3e-4)


class Edges(MeshTest):
    """Energies of bounces without friction and damping."""

    def test_sharp_convex_edges(self):
        """A sphere that falls beside the edge of a blade comes back as from a plane."""
        for angle, smooth in ((20, 30), (28, 30), (45, 60), (80, 90)):
            c, s = (5 * f(math.radians(angle)) for f in (math.cos, math.sin))
            blade = meshes.rectangle((0, -5, 0), (5, -5, 0), (5, 5, 0), (0, 5, 0)) + meshes.rectangle((0, -5, 0), (c, -5, -s), (c, 5, -s), (0, 5, 0))
            self.mesh(blade)
            self.space.write("data.txt", data_file([Sphere((0.05, 0.1, 1.0), (0, 0, -1))]))
            model = "hooke 1000 0 tangential none damping none"
            after = "variable vx equal vx[1]\nvariable vz equal vz[1]\nthermo_style custom step v_vx v_vz\nthermo_modify format float %.17g\n"
            row = self.lmp(wall_deck(wall(f"mesh mesh.stl smooth {smooth}", model), gravity="", timestep=1e-4, steps=12000, every=12000, after=after)).thermo()[-1]
            self.assertEqual(row["v_vx"], 0.0, angle)
            self.assertAlmostEqual(row["v_vz"], 1.0, delta=1e-5, msg=angle)    # error of the time step

    def test_ribs_and_t_junctions(self):
        """A drum of 16 sides with ribs outside, and one whose neighboring sides are divided at other places: the trajectory is that in
        the plain drum, up to the rounding of sums."""
        at = lambda k, r, x: (x, r * math.cos(math.pi * k / 8), r * math.sin(math.pi * k / 8))
        side = lambda k, r, other, cuts: [t for a, b in zip(cuts, cuts[1:])
                                          for t in meshes.rectangle(at(k, r, a), at(*other, a), at(*other, b), at(k, r, b))]
        plain = [t for k in range(16) for t in side(k, 5.0, (k + 1, 5.0), (-6, 6))]
        ribs = plain + [t for k in range(16) for t in side(k, 5.0, (k, 6.0), (-6, -1, 2, 6))]
        divided = [t for k in range(16) for t in side(k, 5.0, (k + 1, 5.0), (-6, -2, 2, 6) if k % 2 else (-6, -3, 0.5, 6))]
        model = "hooke 1000 0 tangential none damping none"
        spheres = [Sphere((0.3, 1.1, 1.0))]
        frames = []
        for triangles in (plain, ribs, divided):
            self.mesh(triangles)
            frames.append(self.run_with(wall("mesh mesh.stl", model), spheres, timestep=5e-4, steps=8000))
        for other in frames[1:]:
            self.assert_same_trajectory(frames[0], other, 1e-7)    # bounces amplify the rounding of corners

    def test_log_of_divided_triangles(self):
        self.mesh(meshes.rectangle((-4, -4, 0), (0, -4, 0), (0, 4, 0), (-4, 4, 0)) + meshes.rectangle((0, -1, 0), (4, -1, 0), (4, 3, 0), (0, 3, 0)))
        self.space.write("data.txt", data_file(FEW))
        log = self.lmp(wall_deck(wall("mesh mesh.stl"), run="run 0\n")).log
        self.assertIn("6 triangles, 8 vertices, 13 edges; 1 triangles divided at corners of others", log)


class Ranks(MeshTest):
    WALL = wall("mesh floor.stl contacts") + wall("mesh side.stl displace 0 -0.15 0").replace("fix wall", "fix side")

    def files(self):
        self.mesh(FLOOR, "floor.stl")
        self.mesh(meshes.tube(2.45, -9.0, 9.0, 40, 10), "side.stl")

    def test_ranks_and_sorting(self):
        self.files()
        self.space.write("data.txt", data_file([*CROSSING, Sphere((-1.0, 1.6, 0.6), (0.5, 1.5, 0.0), (0.0, 0.0, 5.0), diameter=0.9)]))
        totals = "thermo_style custom step f_wall f_wall[1] f_wall[3] f_wall[5] f_side[2]\nthermo_modify format float %.17g\n"

        def both(ranks=1, **options):
            result = self.lmp(wall_deck(self.WALL, after=totals, steps=1400, every=20, **options), ranks=ranks)
            return self.space.frames(), {row["Step"]: {1: row} for row in result.thermo()}

        frames, rows = both()
        self.assertTrue(any(row[1]["f_side[2]"] for row in rows.values()), "nobody touches the tube")
        quantities = {column: (column,) for column in next(iter(rows.values()))[1] if column != "Step"}
        for options in (dict(ranks=2), dict(ranks=4), dict(ranks=2, newton="off"), dict(sort="20 1.0"), dict(ranks=4, sort="20 1.0")):
            with self.subTest(**options):
                other, other_rows = both(**options)
                self.assert_same_trajectory(frames, other, BOUND)
                self.assert_same_trajectory(rows, other_rows, BOUND, "", quantities)

    def test_restart(self):
        self.files()
        self.space.write("data.txt", data_file([*CROSSING, Sphere((-1.0, 1.6, 0.6), (0.5, 1.5, 0.0), (0.0, 0.0, 5.0), diameter=0.9)]))
        self.lmp(wall_deck(self.WALL, run="run 700\nwrite_restart half.bin\nrun 700\n", pair=PAIR, every=100))
        whole = harness.later(self.space.frames(), 700)
        go_on = continued_deck(self.WALL)
        for ranks in (1, 4):
            with self.subTest(ranks=ranks):
                self.lmp(go_on, ranks=ranks)
                self.assert_same_trajectory(whole, harness.later(self.space.frames(), 700), BOUND)
        # springs matter: without them the run is another one
        self.lmp(go_on.replace("fix wall", "fix other").replace("fix side", "fix others"))
        forgotten = harness.later(self.space.frames(), 700)
        self.assertGreater(max(harness.deviations(whole, forgotten).values()), 1e-4)


class Funnel(MeshTest):
    """A sphere that plugs a funnel of 36 sides touches it in more places than memory is reserved for."""

    def test_ranks_and_restart(self):
        at = lambda k, r, z: (r * math.cos(2 * math.pi * k / 36), r * math.sin(2 * math.pi * k / 36), z)
        self.mesh([t for k in range(36) for t in meshes.rectangle(at(k, 0.3, 0), at(k + 1, 0.3, 0), at(k + 1, 1.6, 4), at(k, 1.6, 4))])
        self.space.write("data.txt", data_file([Sphere((0.05, 0.0, 1.2), (0.0, 0.3, -1.0), (0.0, 0.0, 3.0)), Sphere((0.0, 0.1, 2.5))]))
        counts = "thermo_style custom step f_wall\n"
        options = dict(after=counts, run="run 1500\nwrite_restart half.bin\nrun 1500\n", every=100)
        result = self.lmp(wall_deck(wall("mesh mesh.stl"), **options))
        self.assertGreater(max(row["f_wall"] for row in result.thermo()), 6)
        one = self.space.frames()
        self.assertGreater(min(atom["zu"] for atom in max(one.items())[1].values()), 0.0, "a sphere has fallen through")
        self.lmp(wall_deck(wall("mesh mesh.stl"), **options), ranks=2)
        self.assert_same_trajectory(one, self.space.frames(), BOUND)
        self.lmp(continued_deck(wall("mesh mesh.stl"), "run 1500\n"), ranks=2)
        self.assert_same_trajectory(harness.later(one, 1500), harness.later(self.space.frames(), 1500), BOUND)


class Files(MeshTest):
    def run_file(self, text, words="", ranks=1, boundary="f f f"):
        self.space.write("data.txt", data_file(FEW))
        if isinstance(text, str):
            self.space.write("mesh.stl", text)
        else:
            (self.space.path / "mesh.stl").write_bytes(text)
        return self.space.run(wall_deck(wall(f"mesh mesh.stl {words}"), boundary=boundary, run="run 0\n"), ranks=ranks)

    def test_errors(self):
        good = meshes.ascii_stl(FLOOR[:3])
        binary = meshes.binary_stl(FLOOR[:3])
        flat = [((0, 0, 0), (1, 1, 1), (2, 2, 2))]
        at = "Mesh file mesh.stl of fix wall/granular: "
        for text, error in ((good[:300], at + "triangle 2: the file ends here"), (good.replace("endloop", "end", 2), at + "triangle 1: expected endloop, found 'end'"),
                            (binary[:150], at + "triangle 2: the file ends here, and its header says 3 triangles"),
                            (meshes.ascii_stl([((0, 0, 0), (1, 0, 0), (0, math.nan, 0))]), at + "triangle 1: corner 3 has a coordinate that is not a finite number"),
                            ("", at + "is neither an ASCII STL file"), (meshes.ascii_stl(flat), at + "no triangle has an area")):
            for ranks in (1, 2):
                run = self.run_file(text, ranks=ranks)
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(error, run.error)
        run = self.space.run(wall_deck(wall("mesh nowhere.stl"), run="run 0\n"))
        self.assertIn("Mesh file nowhere.stl of fix wall/granular: cannot be opened: No such file", run.error)

    def test_warnings(self):
        faulty = meshes.box((-4, -4, 0), (4, 4, 8))
        faulty = [*faulty, faulty[3], ((0, 0, 0), (1, 0, 0), (2, 0, 0))]
        faulty[5] = faulty[5][::-1]
        del faulty[8]
        run = self.run_file(meshes.ascii_stl(faulty))
        self.assertEqual(run.returncode, 0, run.output)
        expected = ("triangles without an area, which are left out: 1, the first at triangle 13",
                    "triangles with the corners of an earlier one, which are left out: 1, the first at triangle 12",
                    "edges with a triangle on one side only, at a border or a hole: 3, the first at triangle 4",
                    "edges between triangles of opposite orientation: 2, the first at triangle 3")
        warnings = " ".join(run.warnings)
        for text in expected:
            self.assertIn("Mesh file mesh.stl: " + text, warnings)
        self.assertIn("fix wall/granular mesh mesh.stl: 11 triangles, 8 vertices, 18 edges, from (-4 -4 0) to (4 4 8)", run.log)

    def test_mesh_that_no_particle_meets(self):
        floor = meshes.ascii_stl(meshes.grid(steps(-9.0, 9.0, 1), steps(-8.0, 8.0, 1)))

        def warnings(words, boundary="f f f"):
            return [w.split(": ", 2)[2] for w in self.run_file(floor, words, boundary=boundary).warnings if "keyword" in w]

        for factor in (1000, 0.0005):
            (warning,) = warnings(f"scale {factor}")
            self.assertIn("is the file in another unit of length? See keyword scale", warning)
        for far in ("200 0 0", "0 0 -70"):
            (warning,) = warnings("displace " + far)
            self.assertIn("the mesh is outside of the box: see keywords displace and scale", warning)
        for words in ("", "scale 2", "displace 200 0 0 translate x -1"):
            self.assertEqual(warnings(words), [])
        # a face that follows the particles may be anywhere
        self.assertEqual(warnings("displace 0 0 70", "f f fs"), [])
        self.assertEqual(warnings("scale 1000", "s s s"), [])
        self.assertEqual(len(warnings("scale 1000", "f f fs")), 1)

    def test_seams(self):
        """Two meshes that continue each other are two walls, with a warning; a room of two meshes, and walls of different
        groups, are not meant."""
        left, right = meshes.grid(steps(-4, 0, 2), steps(-3, 3, 3)), meshes.grid(steps(0, 4, 2), steps(-3, 3, 3))

        def warnings(other, group="all"):
            self.mesh(left, "left.stl")
            self.mesh(other, "right.stl")
            self.space.write("data.txt", data_file(FEW))
            walls = ("group few id 1 2\ngroup others id 3 4\n"
                     + wall("mesh left.stl").replace("wall all", f"one {'all' if group == 'all' else 'others'}")
                     + wall("mesh right.stl").replace("wall all", f"two {group}"))
            run = self.space.run(wall_deck(walls, run="run 0\nrun 0\n"))
            self.assertEqual(run.returncode, 0, run.output)
            return [w for w in run.warnings if "continue each other" in w]

        turned = lambda angle: meshes.turned(right, lambda p: (p[0] * math.cos(angle), p[1], p[0] * math.sin(angle)))
        for other in (right, turned(0.3)):
            (warning,) = warnings(other)    # once in two runs
            self.assertIn("The meshes of fix wall/granular one and two continue each other at 6 edges: a particle there has a "
                          "contact with each of them. In one file they are one surface", warning)
        self.assertEqual(warnings(right, "few"), [])
        for other in (turned(math.pi / 2), meshes.turned(right, lambda p: (p[0] + 0.1, p[1], p[2]))):
            self.assertEqual(warnings(other), [])

    def test_bad_words(self):
        good = meshes.ascii_stl(FLOOR[:3])
        for words, error in (("smooth 0", "Illegal fix wall/granular smooth angle value 0: must be > 0 and <= 90"),
                             ("smooth 91", "Illegal fix wall/granular smooth angle value 91: must be > 0 and <= 90"),
                             ("scale 0", "Illegal fix wall/granular scale factor value 0: must be > 0"),
                             ("displace 1 2", "Missing value of fix wall/granular keyword displace: z must be a number")):
            self.assertIn(error, self.run_file(good, words).error)
        for words in ("scale 1", "displace 0 0 0", "smooth 20"):
            run = self.space.run(wall_deck(wall(f"zplane 0 NULL {words}"), run="run 0\n"))
            self.assertIn(f"Cannot use fix wall/granular keyword {words.split()[0]} with zplane: it belongs to meshes", run.error)
        run = self.space.run(wall_deck(wall("mesh"), run="run 0\n"))
        self.assertIn("Missing value of fix wall/granular keyword mesh: must be the name of an STL file", run.error)
        run = self.space.run(wall_deck(wall("mesh mesh.stl").replace("wall/granular", "wall/gran granular"), run="run 0\n"))
        self.assertIn("Illegal fix wall/gran wall mesh: must be xplane", run.error)


if __name__ == "__main__":
    unittest.main()
