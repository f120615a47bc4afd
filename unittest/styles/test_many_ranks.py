"""8 and 16 ranks, also more than there are cores: brick and tiled communication, several grids, ranks without particles.

Each deck is compared with one rank. BOUND as in test_parallel.py: ranks add the same forces in another order, and the decks
are dissipative, so that a rounding error of 1e-16 does not grow (measured: 1e-12 after all steps). Sums over particles and
contacts, such as the ledger's, have an error of 1e-16 of the largest entry each time step.
"""

import random
import re
import unittest

import harness
import meshes
from harness import Sphere, data_file

BOUND = 1e-10
LAW = ("hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.4 damping velocity "
       "rolling sds 200.0 5.0 0.1 twisting sds 100.0 0.5 0.05")
MATERIAL = "hertz/material 9000.0 0.4 0.3 tangential mindlin_rescale/force NULL 0.7 0.4 damping coeff_restitution"
OUTPUT = f"""compute e all granular/energy
compute a all granular/energy/atom
compute l all granular/energy/local
compute atoms all reduce sum c_a[1] c_a[4]
compute contacts all reduce sum c_l[6] c_l[12] inputs local
thermo_style custom step atoms ke pxx pxy {{columns}} c_atoms[*] c_contacts[*] c_e c_e[*]
thermo_modify norm no format float %.17g
thermo 50
dump all all custom 100 {{dump}} {harness.DUMP_COLUMNS}
dump_modify all sort id format float %.17g
"""
TILED = "comm_style tiled\n"
RCB = "fix balance all balance 50 1.0 rcb\n"
# ranks, newton, commands before the box, fixes
WAYS = {
    "8": (8, "on", "processors 2 2 2\n", ""),
    "16": (16, "on", "processors 4 2 2\n", ""),
    "16 slices": (16, "off", "processors 1 1 16\n", ""),    # most are above the spheres
    "8 moved": (8, "off", "processors 2 2 2\n", "fix balance all balance 50 1.0 shift xyz 5 1.1\n"),
    "8 tiled": (8, "off", TILED, RCB),
    "16 tiled": (16, "on", TILED, RCB),
}


def numbers_of(text):
    return [float(word) for word in re.findall(r"(?<![\w.])-?\d+\.?\d*(?:e[+-]\d+)?(?![\w.])", text)]


class ManyRanks(harness.DeckTest):
    def compare(self, deck, columns, steps, bound=BOUND, file=None):
        """deck(newton, before, fixes): the text up to the output; `file` has numbers to compare"""
        def run(way):
            ranks, newton, before, fixes = way
            text = deck(newton, before, fixes) + OUTPUT.format(columns=columns, dump="dump.txt") + f"run {steps}\n"
            result = self.lmp(text, ranks=ranks)
            numbers = [] if file is None else numbers_of(self.space.read(file))
            self.assertTrue(file is None or len(numbers) > 100)
            return self.space.frames(), {row["Step"]: {1: row} for row in result.thermo()}, numbers

        frames, rows, numbers = run((1, "on", "", ""))
        for columns_alone, entry in (("c_e[12]", "rolling"), ("c_contacts[2]", "sliding")):
            self.assertGreater(max(row[1][columns_alone] for row in rows.values()), 0.0, entry)
        names = [name for name in rows[0][1] if name not in ("Step", "c_e[31]")]
        largest = max(abs(row[1][name]) for row in rows.values() for name in names if name.startswith("c_e"))
        quantities = {name: (name,) for name in names}
        for name, way in WAYS.items():
            with self.subTest(way=name):
                others, other_rows, other_numbers = run(way)
                measured = [self.assert_same_trajectory(frames, others, bound, name)]
                for column in names:
                    # a small entry of the ledger is the difference of large ones
                    scale = largest if column.startswith("c_e") else max(abs(row[1][column]) for row in rows.values())
                    for step, row in rows.items():
                        deviation = abs(row[1][column] - other_rows[step][1][column])
                        measured.append(deviation / (scale or 1.0))
                        self.assertLessEqual(deviation, bound * scale, f"{column} in step {step}")
                self.assertEqual(len(numbers), len(other_numbers))
                scale = max(map(abs, numbers), default=0.0)
                self.assertLessEqual(max((abs(a - b) for a, b in zip(numbers, other_numbers)), default=0.0), bound * scale)
                if harness.REPORT:
                    print(f"{name}: {max(measured):.1e}", flush=True)

    def heap(self, walls, count=150):
        draw = random.Random(3)
        spheres = [Sphere([1.05 * (k % 5) - 2.1 + draw.uniform(-0.02, 0.02), 1.05 * (k // 5 % 5) - 2.1 + draw.uniform(-0.02, 0.02),
                           0.6 + 1.05 * (k // 25)], [draw.uniform(-2, 2) for _ in "xyz"], [draw.uniform(-3, 3) for _ in "xyz"],
                          draw.choice((0.9, 1.0, 0.8))) for k in range(count)]
        self.space.write("data.txt", data_file(spheres, (-8, -8, -2), (8, 8, 20)))
        return lambda newton, before, fixes: f"""units lj
atom_style sphere
atom_modify map array sort 50 1.0
boundary f f f
newton {newton}
comm_modify vel yes
{before}read_data data.txt
neighbor 0.2 bin
neigh_modify delay 0 every 1 check yes
pair_style granular
pair_coeff * * {LAW}
fix move all nve/sphere
fix weight all gravity 10.0 vector 0.1 0.2 -1
{walls}{fixes}timestep 0.001
"""

    WALLS = (f"fix floor all wall/granular {LAW} zplane 0 NULL wiggle z 0.1 0.4\n"
             f"fix side all wall/granular {MATERIAL} zcylinder 3.4 rotate 1.0\n"
             f"fix lid all wall/granular {LAW} zplane NULL 7.0 load z -200.0 100.0\n"
             "region ball sphere 0.5 0.5 0 1.2 side out units box\n"
             f"fix ball all wall/granular {LAW} region ball\n")
    OF_WALLS = "f_floor[3] f_side[1] f_side[6] f_lid[3] f_lid[7] f_ball[1]"

    def test_walls(self):
        """A floor that shakes, a turning cylinder, a lid under a load, a region."""
        self.compare(self.heap(self.WALLS), self.OF_WALLS, 500)

    def test_mesh(self):
        """A mesh that moves and turns, with the loads of its faces."""
        coordinates = [-3.5 + k for k in range(8)]
        triangles = meshes.grid(coordinates, coordinates, shake=0.2)
        for a, b in (((-3, -3), (3, -3)), ((3, -3), (3, 3)), ((3, 3), (-3, 3)), ((-3, 3), (-3, -3))):
            triangles += meshes.rectangle((*a, -0.5), (*b, -0.5), (*b, 8.0), (*a, 8.0))
        self.space.write("box.stl", meshes.ascii_stl(triangles))
        walls = ("variable up equal 0.1*sin(15.0*step*dt)\nvariable angle equal 0.3*step*dt\n"
                 f"fix box all wall/granular {LAW} mesh box.stl move NULL NULL v_up turn v_angle 0 0 0 0 0 1 faces 500 faces.*.vtk\n")
        self.compare(self.heap(walls), "f_box[1] f_box[3] f_box[6]", 500, file="faces.500.vtk")


    def test_packing(self):
        """A triclinic box under pressure. Subdomains are smaller than spheres: there are ghosts of ghosts, and contacts
        between ghosts of two other ranks."""
        self.compare(self.packing(), "lx xy", 400)

    def packing(self, count=60, size=3.6):
        draw = random.Random(5)
        vector = lambda most: [draw.uniform(-most, most) for _ in "xyz"]
        spheres = [Sphere([draw.uniform(0, size) for _ in "xyz"], vector(0.7), vector(0.7), density=1.9) for _ in range(count)]
        self.space.write("data.txt", data_file(spheres, (0, 0, 0), (size,) * 3, tilt=(0, 0, 0)))
        return lambda newton, before, fixes: f"""units lj
atom_style sphere
atom_modify map array sort 50 1.0
boundary p p p
newton {newton}
comm_modify vel yes
{before}read_data data.txt
{self.common}{self.box}{fixes}"""

    common = f"""neighbor 0.2 bin
neigh_modify delay 0 every 1 check yes
pair_style granular
pair_coeff * * {LAW}
timestep 0.002
"""
    box = ("fix box all nph/sphere x 1.0 1.0 5.0 y 1.0 1.0 5.0 z 1.0 1.0 5.0 xy 0.4 0.4 5.0 xz 0.0 0.0 5.0 "
           "yz 0.0 0.0 5.0\n")

    def go_on(self, ranks, before="", after=""):
        return self.lmp(f"newton on\ncomm_modify vel yes\n{before}read_restart file.200\n"
                        f"{self.common[:self.common.index('pair_style')]}timestep 0.002\n{self.box}{after}"
                        + OUTPUT.format(columns="lx xy", dump="other.txt") + "restart 200 other.*\nrun 200\n", ranks=ranks)

    def test_restart(self):
        """Written on 16 ranks: read on as many the run is the same to the last bit, on 3 ranks up to the rounding of sums. So
        with particles that have changed their ranks before the run goes on."""
        grid = "processors 4 2 2\n"
        text = self.packing()("on", grid, "") + OUTPUT.format(columns="lx xy", dump="dump.txt")
        whole = self.lmp(text + "restart 200 file.*\nrun 400\n", ranks=16)
        frames, last = harness.later(self.space.frames(), 199), whole.thermo()[-1]
        same = self.go_on(16, grid)
        self.assertIn("The run goes on with the forces of step 200\n", same.log)
        self.assertEqual(self.space.frames("other.txt"), frames)
        self.assertEqual(same.thermo()[-1], last)
        for what, ranks, before, after in (("3 ranks", 3, "", ""), ("tiled", 8, TILED, RCB),
                                           ("balance", 16, grid, "balance 1.0 shift xyz 5 1.0\n")):
            with self.subTest(what):
                other = self.go_on(ranks, before, after)
                self.assertIn("The run goes on with the forces of step 200\n", other.log)
                columns = {name: names for name, names in harness.QUANTITIES.items() if name != "x"}
                self.assert_same_trajectory(frames, self.space.frames("other.txt"), BOUND, what, columns)

    def test_restart_of_walls(self):
        """The same with walls of all kinds, of which the lid has a place that is in the file."""
        grid = "processors 2 2 4\n"
        output = OUTPUT.format(columns=self.OF_WALLS, dump="dump.txt")
        text = self.heap(self.WALLS)("on", grid, "")
        whole = self.lmp(text + output + "restart 300 file.*\nrun 600\n", ranks=16)
        frames = harness.later(self.space.frames(), 299)
        rows = [row for row in whole.thermo() if row["Step"] >= 300]
        again = text.replace("read_data data.txt", "read_restart file.300")
        pair = again[again.index("pair_style"):again.index("fix move")]
        again = again.replace(pair, "").replace("boundary f f f\n", "").replace("atom_style sphere\n", "")
        for what, ranks, before, fixes in (("same", 16, grid, ""), ("3 ranks", 3, "", ""), ("tiled", 8, TILED, RCB)):
            with self.subTest(what):
                deck = again.replace(grid, before).replace("timestep", fixes + "timestep")
                other = self.lmp(deck + output + "restart 300 other.*\nrun 300\n", ranks=ranks)
                if what == "same":
                    self.assertIn("The run goes on with the forces of step 300\n", other.log)
                    self.assertEqual(self.space.frames(), frames)
                    self.assertEqual(other.thermo(), rows)
                    continue
                self.assertIn("The run goes on with the forces of step 300\n", other.log)
                self.assert_same_trajectory(frames, self.space.frames(), BOUND, what)
                for one, row in zip(rows, other.thermo(), strict=True):
                    for name in ("f_lid[3]", "f_lid[7]", "f_side[1]", "c_e", "c_e[7]", "c_e[18]"):
                        self.assertAlmostEqual(one[name], row[name], delta=BOUND * max(abs(r[name]) for r in rows), msg=name)


if __name__ == "__main__":
    unittest.main()
