"""Long runs that continue from a restart file, jammed and dilute, agree with the uninterrupted ones to the last bit.

test_restart_exact.py compares 200 steps. Here the file of step 10 000 is continued to step 20 000 on 1, 2 and 4 ranks, with
newton on and off: pair styles, walls, meshes, a wall under load, and the ledger of energy in all decks. The laws take turns.
"""

import itertools
import math
import unittest
from unittest import mock

import harness
import meshes
import test_restart_exact as exact

STEPS = 20000
WAYS = list(itertools.product((1, 2, 4), ("on", "off")))
LEDGER = "compute energy all granular/energy\n"
ENTRIES = " ".join(f"c_energy[{k}]" for k in (1, 3, 4, 5, 7, 9, 10, 11, 14, 15, 20, 25, 26, 27, 28, 30, 31))
# a frame and a row every 500 steps
OUTPUT = exact.OUTPUT.replace("thermo 20\n", "thermo 500\nthermo_modify norm no\n").replace("custom 40", "custom 500")
OLD = "gran/hooke/history 1000.0 300.0 10.0 5.0 0.4 1", "gran/hertz/history 4000.0 3000.0 30.0 20.0 0.4 1"


@mock.patch.object(exact, "OUTPUT", OUTPUT)
class Long(exact.Base):
    def check_all(self, laws, columns="", **options):
        """Returns the last row of each run, with the number of particles on which a force acts."""
        ends = []
        for (ranks, newton), law in zip(WAYS, laws):
            with self.subTest(ranks=ranks, newton=newton, law=law):
                old = law in OLD
                one = self.start(law=exact.LAWS.get(law), pair=f"pair_style {law}\npair_coeff * *" if old else "", ranks=ranks,
                                 newton=newton, steps=STEPS, columns=ENTRIES + columns, **options)
                self.assert_identical(one, self.go_on(ranks), files=not old)    # of pair style granular
                rows = {row["Step"]: row for row in one.thermo()}
                for entry in ("c_energy[7]", "c_energy[18]") if columns else ("c_energy[7]",):
                    self.assertNotEqual(rows[STEPS][entry], rows[STEPS // 2][entry])    # dashpots act all the time
                frame = self.frames_from("a.txt", STEPS)[STEPS].splitlines()[8:]
                rows[STEPS]["with force"] = sum(row.split()[14:17] != ["0"] * 3 for row in frame)
                ends.append(rows[STEPS])
                if harness.REPORT:
                    print(f"{ranks} ranks, newton {newton}, {law}: {one.numbers_after('Neighbor list builds')[0]:g} lists, "
                          f"{ends[-1]}", flush=True)
        self.assertEqual(len(ends), len(WAYS))
        return ends

    def in_a_box(self, laws, fraction, components):
        box = "fix box all nph/sphere" + "".join(f" {axis} {rule}" for axis, rule in components.items())
        return self.check_all(laws, count=200, size=(200 * math.pi / 6 / fraction) ** (1 / 3), common=f"{box}\n{LEDGER}")

    def test_jammed(self):
        """Under pressure and shear stress. The spheres without contacts are rattlers."""
        rules = dict.fromkeys("xyz", "2.0 2.0 5.0") | dict.fromkeys(("xy", "xz", "yz"), "0.3 0.3 5.0")
        ends = self.in_a_box(("hooke", "material", "jkr", "tracking", "creep", OLD[0]), 0.5, rules)
        self.assertGreater(min(end["with force"] for end in ends), 170)

    def test_dilute(self):
        """A gas in a box under shear, which flips."""
        rules = dict.fromkeys("xyz", "0.1 0.1 20.0") | {"xy": "rate 0.2"}
        ends = self.in_a_box(("without history", "hooke", "tracking", "mindlin", OLD[1], "without history"), 0.05, rules)
        self.assertLess(max(end["with force"] for end in ends), 100)

    def in_a_can(self, laws, count, floor, lid):
        """Between a floor of triangles, a region that turns, and a lid."""
        self.space.write("floor.stl", meshes.ascii_stl(meshes.grid([-5, -2, 0, 2, 5], [-5, -1, 1, 5], 0.0, shake=0.4)))
        wall = "fix {} all wall/granular " + exact.HOOKE + " {}\n"
        walls = ("variable lift equal 0.6*sin(8.0*step*dt)\nvariable angle equal 0.5*step*dt\n"
                 "region drum cylinder z 0 0 3.0 INF INF side in rotate v_angle 0 0 0 0 0 1\n"
                 + wall.format("floor", "mesh floor.stl " + floor) + wall.format("drum", "region drum") + wall.format("lid", lid))
        return self.check_all(laws, columns=" c_energy[18] f_floor f_drum[6] f_lid[1] f_lid[3]", count=count,
                              common=exact.GRAVITY + walls + LEDGER, boundary="f f f", box="block",
                              bounds="-5 5 -5 5 -1 12", before="region start cylinder z 0 0 2.4 0.6 11\n", start="start")

    def test_jammed_between_walls(self):
        """A lid under load, which also shears."""
        ends = self.in_a_can(("hooke", "jkr", "material", "tracking", "creep", OLD[1]), 150, "translate x 0.001",
                             "zplane NULL 11.6 load z -300.0 300.0 shear x 0.1")
        for end in ends:    # the lid is at rest but for waves in the packing
            self.assertAlmostEqual(end["f_lid[3]"], 300.0, delta=15.0)

    def test_dilute_between_walls(self):
        """Spheres that a floor throws up."""
        ends = self.in_a_can(("hooke", "mindlin", "without history", "tracking", "material", OLD[0]), 40,
                             "move NULL NULL v_lift", "zplane NULL 11.6")
        self.assertGreater(min(end["KinEng"] for end in ends), 40.0)


if __name__ == "__main__":
    unittest.main()
