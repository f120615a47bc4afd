"""Meshes that move, against moving planes and cylinders, and files with the loads of their triangles.

ROUND as in test_wall_mesh.py. A motion by variables has velocities from differences of positions: 1e-16 / dt relative to 1, BY_STEPS.
"""

import json
import math
import pathlib
import subprocess
import sys
import unittest

import harness
import meshes
from harness import Sphere, data_file
from test_wall_granular import BOUND, FEW, STEP, continued_deck, wall, wall_deck
from test_wall_mesh import FLOOR, ROUND, MeshTest
from test_wall_parallel import CROSSING, PAIR

BY_STEPS = 1e-9
RAISED = [Sphere((s.x[0], s.x[1], s.x[2] + 0.05), s.v, s.omega, s.diameter) for s in FEW]


class Motion(MeshTest):
    """Spheres do not touch the wall in step 0, in which a motion by variables rests."""

    def compare(self, plane, words, bound=ROUND, spheres=RAISED, before="", **options):
        self.mesh(FLOOR)
        one = self.run_with(plane, spheres, **options)
        other = self.run_with(before + wall(f"mesh mesh.stl {words}"), spheres, **options)
        measured = self.assert_same_trajectory(one, other, bound)
        if harness.REPORT:
            print(f"{words}: {measured:.1e}", flush=True)

    def test_planes(self):
        for words in ("wiggle z 0.1 0.8", "wiggle x 0.3 0.7", "translate z 0.2", "translate x 0.7"):
            self.compare(wall(f"zplane 0 NULL {words}"), words)

    def test_variables(self):
        before = "variable up equal 0.2*step*dt\nvariable right equal 0.7*step*dt\n"
        self.compare(wall("zplane 0 NULL translate z 0.2"), "move NULL NULL v_up", BY_STEPS, before=before)
        self.compare(wall("zplane 0 NULL translate x 0.7"), "move v_right NULL NULL", BY_STEPS, before=before)

    def test_variable_that_begins_with_a_displacement(self):
        """The step before the first one is not known: the mesh does not jump to its place."""
        touching = [Sphere((0.1, 0.2, 0.48), (0.3, 0.1, -0.2))]
        self.compare(wall("zplane 0 NULL"), "displace 0 0 -1 move NULL NULL v_up", BY_STEPS, touching, before="variable up equal 1\n")

    def test_computes_of_a_variable(self):
        """Those that the variable of a wall reads have values in each step, and others do not: LAMMPS' fix addforce announces the step
        after its own, and not the next one in which it reads its variable."""
        self.mesh(FLOOR)
        self.space.write("data.txt", data_file([Sphere((0.1, 0.2, 0.48)), Sphere((3.0, 0.2, 0.48))]))
        shell = "region shell plane 0 0 0 0 0 1 move NULL NULL v_up units box\n"
        contacts = "compute l all granular/local id1\ncompute most all reduce sum c_l inputs local\nvariable most equal 1e-9*c_most\n"
        push = "fix push all addforce 0 0 v_most every 7\n"
        for up in ("0.1*step*dt", "1e-9*c_most"):
            motion = f"{contacts}variable up equal {up}\n"
            for words in (wall("mesh mesh.stl move NULL NULL v_up"), shell + wall("region shell"), wall("zplane 0 NULL load z v_up 1e9")):
                run = self.space.run(wall_deck(motion + words + push, gravity="", steps=15))
                error = "" if "most" in up else "Compute granular/local was not tallied on needed timestep 7"
                self.assertEqual(run.error[:len(error) or None], error, words)

    def test_variable_of_the_force_of_the_wall(self):
        """It has the force of the step before; that of the step is not lost."""
        self.mesh(FLOOR)
        self.space.write("data.txt", data_file([Sphere((0.1, 0.2, 0.48))]))
        shell = "region shell plane 0 0 0 0 0 1 move NULL NULL v_up units box\n"
        for words in (wall("mesh mesh.stl move NULL NULL v_up"), shell + wall("region shell")):
            after = "variable fz equal fz[1]\nthermo_style custom step f_wall f_wall[3] v_fz v_up\nthermo_modify format float %.17g norm no\n"
            rows = self.lmp(wall_deck("variable up equal 1e-9*f_wall[3]\n" + words, after=after, gravity="", every=1, steps=2)).thermo()
            for before, row in zip(rows, rows[1:]):
                self.assertEqual(row["f_wall"], 1)
                self.assertLess(row["f_wall[3]"], 0.0)
                self.assertEqual(row["f_wall[3]"], -row["v_fz"])

    def test_restart_with_a_variable_of_the_force(self):
        """The set-up reads the force of the last step. With a force of 0 the wall would be 2e-5 higher."""
        self.mesh(FLOOR)
        self.space.write("data.txt", data_file([Sphere((0.1, 0.2, 0.48))]))
        walls = "variable up equal 1e-6*f_wall[3]\n" + wall("mesh mesh.stl move NULL NULL v_up")
        after = "thermo_style custom step f_wall[3] v_up\nthermo_modify format float %.17g norm no\nthermo 1\n"
        whole = self.lmp(wall_deck(walls, after=after, every=1, pair=PAIR, run="run 10\nwrite_restart half.bin\nrun 10\n")).thermo()
        part = self.lmp(continued_deck(walls, run="run 10\n").replace("thermo 100\n", after)).thermo()
        self.assertEqual([row["Step"] for row in part], [row["Step"] for row in whole[-11:]])
        for one, other in zip(part[1:], whole[-10:]):
            self.assertLess(one["f_wall[3]"], -5.0)
            self.assertAlmostEqual(one["f_wall[3]"], other["f_wall[3]"], delta=1e-9)

    def test_turning_in_its_plane(self):
        """A floor that turns about the normal against a region that does, and the same by a variable."""
        turn = "variable turn equal 1.2*step*dt\n"
        region = turn + "region shell plane 0 0 0 0 0 1 rotate v_turn 0.3 0.2 0 0 0 1 units box\n" + wall("region shell")
        steps = dict(steps=1000)    # later a sphere leaves the mesh
        self.compare(region, "rotate 1.2 0.3 0.2 0 0 0 2", BY_STEPS, **steps)
        self.compare(region, "turn v_turn 0.3 0.2 0 0 0 1", BY_STEPS, before=turn, **steps)

    def test_swinging_floor(self):
        """A plane that swings about an axis in it and moves as well."""
        swing = "variable angle equal 0.15*sin(3.0*step*dt)\nvariable side equal 0.2*sin(2.0*step*dt)\n"
        region = (swing + "region shell plane 0 0 0 0 0 1 move v_side NULL NULL rotate v_angle 0 0 0 1 0 0 units box\n" + wall("region shell"))
        high = [Sphere((s.x[0], s.x[1], s.x[2] + 0.5), s.v, s.omega, s.diameter) for s in FEW]
        self.compare(region, "move v_side NULL NULL turn v_angle 0 0 0 1 0 0", BY_STEPS, high, before=swing)

    def test_ranks_and_restart(self):
        """A tube that turns and a floor that oscillates."""
        self.mesh(FLOOR, "floor.stl")
        self.mesh(meshes.tube(2.45, -9.0, 9.0, 40, 10), "side.stl")
        walls = ("variable angle equal 0.5*step*dt\n" + wall("mesh floor.stl wiggle z 0.05 0.5")
                 + wall("mesh side.stl displace 0 -0.15 0 turn v_angle 0 -0.15 0 1 0 0").replace("fix wall", "fix side"))
        self.space.write("data.txt", data_file(CROSSING))
        run = "run 700\nwrite_restart half.bin\nrun 700\n"
        for options in (dict(), dict(ranks=2), dict(ranks=4)):
            ranks = options.get("ranks", 1)
            self.lmp(wall_deck(walls, run=run, pair=PAIR, every=100), ranks=ranks)
            frames = self.space.frames()
            if ranks == 1:
                whole = frames
            self.assert_same_trajectory(whole, frames, BOUND)
            self.lmp(continued_deck(walls), ranks=ranks)
            self.assert_same_trajectory(harness.later(whole, 700), harness.later(self.space.frames(), 700), BOUND)

    def test_bad_words(self):
        self.mesh(FLOOR)
        self.space.write("data.txt", data_file(FEW))
        for words, error in (("shear x 1", "Cannot use fix wall/granular keyword shear with mesh: it belongs to planes and cylinders"),
                             ("rotate 1 0 0 0 0 0", "Missing value of fix wall/granular keyword rotate: axis z must be a number"),
                             ("rotate 1 0 0 0 0 0 0", "Illegal fix wall/granular rotate axis value 0 0 0: must be longer than 0"),
                             ("move NULL NULL NULL", "Illegal fix wall/granular keyword move: one of the displacements must be a variable"),
                             ("move 1 NULL NULL", "Illegal fix wall/granular move displacement value 1: must be v_name or NULL"),
                             ("turn NULL 0 0 0 0 0 1", "Illegal fix wall/granular turn angle value NULL: must be v_name"),
                             ("move v_no NULL NULL", "Variable no for fix wall/granular keyword move does not exist"),
                             ("turn v_x 0 0 0 0 0 1", "Variable x for fix wall/granular keyword turn must be of style equal"),
                             ("wiggle z 1 1 move v_x NULL NULL", "Cannot use fix wall/granular keywords wiggle and move together"),
                             ("turn v_x 0 0 0 0 0 1 translate z 1", "Cannot use fix wall/granular keywords turn and translate together"),
                             ("faces 0 a*.vtk", "Illegal fix wall/granular faces interval value 0: must be an integer > 0"),
                             ("faces 1.5 a*.vtk", "Illegal fix wall/granular faces interval value 1.5: must be an integer > 0"),
                             ("faces 10 a.vtk", "Illegal fix wall/granular faces file value a.vtk: must be a name with a * for the time step"),
                             ("faces 1000 /nowhere/a*.vtk", "keyword faces: there is no folder /nowhere")):
            with self.subTest(words):
                run = self.space.run(wall_deck("variable x atom x\n" + wall(f"mesh mesh.stl {words}"), run="run 1\n"))
                self.assertIn(error, run.error)
        for words in ("move v_x NULL NULL", "turn v_x 0 0 0 0 0 1", "faces 10 a*.vtk"):
            run = self.space.run(wall_deck(wall(f"zplane 0 NULL {words}"), run="run 0\n"))
            self.assertIn(f"Cannot use fix wall/granular keyword {words.split()[0]} with zplane: it belongs to meshes", run.error)


READ = """
import json, sys, meshio
mesh = meshio.read(sys.argv[1])
cells = mesh.cells_dict["triangle"]
data = {name: values[0].squeeze().tolist() for name, values in mesh.cell_data.items()}
json.dump(dict(points=mesh.points.tolist(), cells=cells.tolist(), data=data), sys.stdout)
"""


def python_with_meshio():
    """Debian's package is for Debian's Python."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", "import meshio"], capture_output=True).returncode == 0:
                return python
        except OSError:
            pass
    return None


@unittest.skipUnless(python_with_meshio(), "there is no meshio here (Debian: python3-meshio)")
class Faces(MeshTest):
    def read(self, name):
        done = subprocess.run([python_with_meshio(), "-c", READ, str(self.space.path / name)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout[done.stdout.index("{"):])
        return found["points"], found["cells"], found["data"]

    def test_sums_are_those_of_the_wall(self):
        """Force and torque on all triangles are those on the wall, works do not depend on the number of ranks."""
        self.mesh(FLOOR)
        spheres = [Sphere((-3.0 + 1.5 * k, 0.3, 0.499), (2.0, 0.5, 0.0)) for k in range(4)]
        self.space.write("data.txt", data_file(spheres))
        after = "thermo_style custom step f_wall[1] f_wall[2] f_wall[3] f_wall[4] f_wall[5] f_wall[6] ke\nthermo_modify format float %.17g norm no\n"
        model = "hooke 1000.0 0.0 tangential linear_history 300.0 0.0 0.3 damping none"
        results = {}
        for ranks in (1, 4):
            run = self.lmp(wall_deck(wall("mesh mesh.stl translate x -0.4 faces 100 out*.vtk origin 1 2 3", model), steps=200,
                                     every=1, after=after), ranks=ranks)
            rows = {row["Step"]: row for row in run.thermo()}
            results[ranks] = [self.read(f"out{step}.vtk") for step in (100, 200)]
            for (points, cells, data), steps in zip(results[ranks], (range(1, 101), range(101, 201))):
                self.assertEqual(len(cells), len(FLOOR))
                self.assertEqual([int(n) for n in data["number"]], list(range(1, len(FLOOR) + 1)))
                for name, first in (("force", 1), ("torque", 4)):
                    for k in range(3):
                        mean = sum(rows[s][f"f_wall[{first + k}]"] for s in steps) / len(steps)
                        # nine digits in the file
                        self.assertAlmostEqual(sum(value[k] for value in data[name]), mean, delta=1e-7 * max(1.0, abs(mean)))
                    self.assertGreater(sum(any(value) for value in data[name]), 4)
            # the mesh has moved by 0.4 STEP 200
            number = cells[0][0]
            self.assertAlmostEqual(points[number][0], FLOOR[0][0][0] - 0.4 * STEP * 200, delta=1e-7)
        for name, values in results[1][1][2].items():
            for a, b in zip(values, results[4][1][2][name]):
                for x, y in zip(a, b) if isinstance(a, list) else ((a, b),):
                    self.assertAlmostEqual(x, y, delta=1e-7, msg=name)

    def test_full_disk(self):
        """Each write to /dev/full fails as on a full disk: the run stops, also where the file fits into a buffer."""
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("there is no /dev/full")
        self.space.write("data.txt", data_file(FEW))
        (self.space.path / "out100.vtk").symlink_to("/dev/full")
        for mesh in (FLOOR, meshes.grid([-5, -4, -3, -2, -1, 0, 1, 2, 5], [-5, -4, -2, -1, 0, 1, 2, 3, 5], 0.0)):
            self.mesh(mesh)
            for ranks in (1, 2):
                run = self.space.run(wall_deck(wall("mesh mesh.stl faces 100 out*.vtk"), run="run 200\n"), ranks=ranks)
                self.assertEqual(run.returncode, 1)
                self.assertIn("wall/granular wall keyword faces: Cannot write out100.vtk: No space left on device", run.error)

    def test_works(self):
        """Friction that slides all the time takes mu F_n path; a normal impact takes the kinetic energy."""
        self.mesh(FLOOR)
        sliding = "hooke 1000.0 20.0 tangential linear_nohistory 1e3 0.3 damping velocity"
        self.space.write("data.txt", data_file([Sphere((-3.0, 0.3, 0.49), (3.0, 0.0, 0.0))]))
        self.lmp(wall_deck(wall("mesh mesh.stl faces 100 out*.vtk", sliding), steps=100))
        _, _, data = self.read("out100.vtk")
        work = sum(data["sliding_work"])
        self.assertGreater(work, 0.1)
        # it slides with mu F_n in each step
        self.assertAlmostEqual(work, 0.3 * sum(data["wear_work"]), delta=1e-6 * work)

        self.space.write("data.txt", data_file([Sphere((-3.0, 0.3, 0.501), (0.0, 0.0, -2.0))]))
        self.lmp(wall_deck(wall("mesh mesh.stl faces 200 out*.vtk", "hooke 1000.0 0.0 tangential none damping none"), steps=200,
                           gravity=""))
        _, _, data = self.read("out200.vtk")
        # m v^2/2; velocities are half a step older than forces: pi/4 sqrt(k/m) dt
        self.assertAlmostEqual(sum(data["impact_work"]), 2.0 * (1.0 + math.pi / 4.0 * math.sqrt(1000.0) * STEP), delta=0.002)

    def test_works_go_on_after_a_restart(self):
        self.mesh(FLOOR)
        self.space.write("data.txt", data_file(CROSSING))
        walls = wall("mesh mesh.stl faces 100 out*.vtk")
        self.lmp(wall_deck(walls, run="run 300\nwrite_restart half.bin\nrun 300\n", pair=PAIR))
        whole = self.read("out600.vtk")[2]
        self.lmp(continued_deck(walls, "run 300\n"), ranks=2)
        continued = self.read("out600.vtk")[2]
        for name in ("sliding_work", "wear_work", "impact_work"):
            self.assertGreater(sum(whole[name]), 0.01)
            for a, b in zip(whole[name], continued[name]):
                self.assertAlmostEqual(a, b, delta=1e-7)


if __name__ == "__main__":
    unittest.main()
