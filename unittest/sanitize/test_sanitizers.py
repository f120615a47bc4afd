"""Unit tests and a few decks, compiled with AddressSanitizer and UndefinedBehaviorSanitizer: any finding ends the
program with an error. Decks run on one and on two ranks; on two threads in test_sanitizers_kokkos.py."""

import pathlib
import unittest

from sanitized import BUILD, ROOT, Sanitized
import meshes    # in unittest/styles, which sanitized has put on the path

# The tests of what indexes arrays. Those of the physics alone are arithmetic, which the decks and test_instruction_sets, with all
# laws, run through.
UNIT_TESTS = [*(ROOT / "unittest").glob("[erw]*/test_*.cpp"),
              *(ROOT / "unittest" / "contact" / f"test_{name}.cpp" for name in ("registry", "generic_equals_static"))]
PROGRAMS = sorted(f"unittest_{test.parent.name}_{test.stem.removeprefix('test_')}" for test in UNIT_TESTS)

BEGIN = """
newton {newton}
units lj
atom_style sphere
boundary p p p
comm_modify vel yes
region box prism 0 4.4 0 4.4 0 4.4 0.2 0.1 0.3
create_box 1 box
create_atoms 1 random 60 4711 NULL overlap 0.8 maxtry 1000
set type 1 diameter 1.0
set type 1 density 1.9
velocity all create 0.05 4711
neighbor 0.1 bin
"""

SPRINGS = """
pair_style granular
pair_coeff * * hooke 1.0 0.5 damping mass_velocity tangential linear_history 1.0 1.0 0.3 &
  rolling sds 1.0 0.5 0.3 twisting sds 1.0 0.5 0.3
timestep 0.02
"""
BAROSTAT = """
fix 1 all nph/sphere x 1e-2 1e-2 2.25 y 1e-2 1e-2 2.25 z 1e-2 1e-2 2.25 &
  xy 0.0 0.0 2.25 yz 0.0 0.0 2.25 xz 0.0 0.0 2.25 nreset 1 pchain 0
"""
JKR = """
pair_style granular
pair_coeff * * jkr 1000.0 50.0 0.3 10.0 tangential mindlin NULL 1.0 0.5 &
  rolling sds 200.0 100.0 0.1 twisting marshall
timestep 0.0005
fix 1 all nve/sphere
"""
WALLS = """
fix floor all wall/granular hooke 1000.0 20.0 damping velocity tangential tracking 300.0 0.4 0.3 rolling tracking 0.2 &
  twisting tracking 0.1 zplane -1.0 6.0 wiggle x 0.2 1.0 contacts
variable turn equal step*dt
region shell block -1 5 -1 5 -1 6 rotate v_turn 2.2 2.2 0 0 0 1 open 6 units box
fix shell all wall/granular jkr 1000.0 50.0 0.3 0.1 tangential mindlin_rescale NULL 1.0 0.5 region shell contacts
fix weight all gravity 1.0 vector 0.1 0.2 -1
fix motion all nve/sphere
thermo_style custom step f_floor f_shell[1]
"""
# a hopper of triangles that swings and writes its loads, a cone in it, a lid under a load, particles of two materials
HOPPER = """
set atom 1*30 type 2
pair_style granular
pair_coeff 1 1 hertz/material 400.0 20.0 0.3 tangential mindlin NULL 1.0 0.5 rolling sds 200.0 5.0 0.1
pair_coeff 2 2 hertz/material 900.0 10.0 0.2 tangential mindlin NULL 0.5 0.3 rolling sds 300.0 2.0 0.3
timestep 0.001
"""
HOPPER_WALLS = """
variable steel string "hertz/material 2000.0 5.0 0.3 tangential mindlin NULL 1.0 0.6 rolling sds 100.0 5.0 0.2"
variable swing equal 0.1*sin(step*dt)
fix hopper all wall/granular ${steel} mesh hopper.stl turn v_swing 2 2 0 0 1 0 faces 100 hopper*.vtk material mix
fix cone all wall/granular ${steel} zcone -1.0 4.0 0.6 3.0 center 2 2 rotate 0.5 contacts material 1e4 0.1
fix lid all wall/granular ${steel} zplane NULL 5.5 load z -20.0 30.0 travel -3 0 contacts
fix weight all gravity 1.0 vector 0.1 0.2 -1
fix motion all nve/sphere
thermo_style custom step f_hopper f_cone[3] f_lid[8]
"""


class Sanitizers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sanitized = Sanitized(BUILD)
        cls.sanitized.make(*PROGRAMS)
        cls.lammps = cls.sanitized.lammps

    def test_unit_tests(self):
        self.assertGreater(len(PROGRAMS), 15)
        for program in PROGRAMS:
            with self.subTest(program):
                self.sanitized.call(self.sanitized.folder / "unittest" / program, "--gtest_brief=1")

    def test_history_under_the_barostat(self):
        for newton, ranks in (("on", 1), ("off", 1), ("on", 2), ("off", 2)):
            with self.subTest(newton=newton, ranks=ranks):
                self.lammps(BEGIN.format(newton=newton) + SPRINGS + BAROSTAT +
                            "run 1500\nprint 'the deck has ended'\n", ranks=ranks)

    def test_jkr(self):
        self.lammps(BEGIN.format(newton="off") + JKR + "run 1000\nprint 'the deck has ended'\n", ranks=2)

    def test_restart(self):
        # loops over fixes in which other loops over fixes run: of the ledger, and of the fixes that move the box
        more = (BAROSTAT.replace("xz 0.0 0.0 2.25", "flip no") + "fix tilt all deform 1 xz erate 0.001 remap x flip no\n"
                "compute energy all granular/energy\nthermo_style custom step c_energy\n")
        for ranks in (1, 2):
            self.lammps(
                BEGIN.format(newton="off") + SPRINGS.replace("pair_style granular", "pair_style granular box yes") + more +
                "restart 250 packing.*\nrun 500\nprint 'the deck has ended'\n",
                "read_restart packing.250\ncomm_modify vel yes\n" + more + "run 500\nclear\nprint 'the deck has ended'\n", ranks=ranks)

    def test_walls(self):
        walled = (BEGIN.format(newton="on").replace("boundary p p p", "boundary f f f")
                  .replace("prism 0 4.4 0 4.4 0 4.4 0.2 0.1 0.3", "block -20 20 -20 20 -20 20 units box")
                  .replace("4711 NULL overlap 0.8", "4711 start overlap 1.0")
                  .replace("create_atoms", "region start block 0 4.4 0 4.4 0 4.4 units box\ncreate_atoms"))
        decks = (
            walled + SPRINGS.replace("0.02", "0.001") + WALLS + "run 300\ndelete_atoms region shell compress no\n"
            "create_atoms 1 single 1 1 -0.6\nset type 1 diameter 1.0\nrun 300\nwrite_restart walls.restart\n"
            "print 'the deck has ended'\n",
            "read_restart walls.restart\ncomm_modify vel yes\n" + WALLS + "run 300\nprint 'the deck has ended'\n",
            "read_restart walls.restart\ncomm_modify vel yes\n" + WALLS.replace("zplane -1.0", "yplane -9.0") +
            "run 100\nclear\nprint 'the deck has ended'\n")
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                self.lammps(*decks, ranks=ranks)

    def test_mesh_load_and_cone(self):
        start = (BEGIN.format(newton="on").replace("boundary p p p", "boundary f f f").replace("create_box 1", "create_box 2")
                 .replace("prism 0 4.4 0 4.4 0 4.4 0.2 0.1 0.3", "block -20 20 -20 20 -20 20 units box")
                 .replace("4711 NULL overlap 0.8", "4711 start overlap 1.0").replace("set type 1 d", "set group all d")
                 .replace("set type 1 density", "set group all density")
                 .replace("create_atoms", "region start block 0 4.4 0 4.4 0.5 4.4 units box\ncreate_atoms"))
        sides = [k / 4 for k in range(-8, 25)]
        # a floor of small triangles and four sides of large ones, which meet at edges and corners
        box = meshes.box((-1.5, -1.5, -1.2), (5.5, 5.5, 7.0)) + meshes.grid(sides, sides, -1.1)
        decks = (start + HOPPER + HOPPER_WALLS + "run 300\ndelete_atoms random count 5 yes all NULL 4711 compress no\nrun 300\n"
                 "write_restart hopper.restart\nprint 'the deck has ended'\n",
                 "read_restart hopper.restart\ncomm_modify vel yes\n" + HOPPER_WALLS + "run 300\nclear\nprint 'the deck has ended'\n")
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                self.lammps(*decks, ranks=ranks, files=[("hopper.stl", meshes.ascii_stl(box))])

    def test_refused_commands(self):
        # error paths free what they had built
        for command in ("pair_coeff * * hooke -1 1 tangential none",
                        "pair_coeff * * hooke 1 1 tangential mindlin NULL 1 0.5",
                        "pair_coeff * * hooke 1 1 tangential foo"):
            with self.assertRaises(AssertionError) as refused:
                self.lammps(BEGIN.format(newton="off") + "pair_style granular\n" + command + "\n")
            self.assertIn("ERROR", str(refused.exception))
            self.assertNotIn("Sanitizer", str(refused.exception))


class WhatIsSanitized(unittest.TestCase):
    def test_objects_that_are_not_there(self):
        """A pattern that names nothing, as after a folder of src/ was renamed, is an error before anything is compiled."""
        class Renamed(Sanitized):
            @staticmethod
            def kinds():
                return *Sanitized.kinds(), "/src/renamed/"

        with self.assertRaisesRegex(AssertionError, "has no object of the plugin like /src/renamed/"):
            Renamed(BUILD).make()

    def test_objects_without_sanitizers(self):
        with self.assertRaisesRegex(AssertionError, "nothing calls __asan_"):
            Sanitized(BUILD).check_calls("-D", Sanitized.PLUGIN)


if __name__ == "__main__":
    unittest.main(verbosity=2)
