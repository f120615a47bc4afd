"""Work of a moving box on contacts with keyword box of pair_style granular, and components of fix nph/sphere with a given
rate.

60 spheres are pressed together under a shear stress. Then the stress is taken away and the box swings. The barostat's
conserved enthalpy H = kinetic energy + energy of the springs + the fix's scalar is written every step.
"""

import math
import unittest

import harness
from harness import DeckTest

K_N, K_T, ETA = 1.0, 0.8, 0.2
SPRINGS = f"hooke {K_N} 0.0 damping velocity tangential linear_history {K_T} 0.0 1000"
DASHPOTS = f"hooke {K_N} {ETA} damping velocity tangential linear_nohistory 0.0 0.0"
FRICTION = f"hooke {K_N} {ETA} damping velocity tangential linear_history {K_T} 1.0 0.3"

SIDES = " ".join(f"{side} 1e-2 1e-2 2.25" for side in "xyz")
PACKING = f"""units lj
atom_style sphere
atom_modify map array
boundary p p p
newton on
comm_modify vel yes
region box prism 0 4.6 0 4.6 0 4.6 0 0 0
create_box 1 box
create_atoms 1 random 60 4711 NULL overlap 0.6 maxtry 1000
set group all diameter 1.0
set group all mass 1.0
pair_style granular box yes
pair_coeff * * hooke {K_N} 2.0 damping velocity tangential linear_history {K_T} 1.0 0.5
neighbor 0.3 bin
neigh_modify delay 0 every 1
timestep 0.02
fix 1 all nph/sphere {SIDES} xy -1.5e-3 -1.5e-3 2.25 xz 0 0 2.25 yz 0 0 2.25 nreset 1 pchain 0 ptemp 1
thermo 2000
run 6000
write_restart packing
"""


class Enthalpy(DeckTest):
    TIME = 4.0

    def setUp(self):
        super().setUp()
        self.lmp(PACKING)

    def swing(self, law, box, step):
        """H with the energy of elastic springs, and the energy that normal dashpots have taken, at each step."""
        deck = f"""read_restart packing
newton on
comm_modify vel yes
pair_style granular box {box}
pair_coeff * * {law}
neighbor 0.3 bin
neigh_modify delay 0 every 1
timestep {step}
fix swing all nph/sphere {SIDES} xy 0 0 2.25 xz 0 0 2.25 yz 0 0 2.25 pchain 0 ptemp 1
fix_modify swing temp thermo_temp
compute pairs all pair/local dist force p4
compute slide all reduce sumsq c_pairs[3] inputs local
compute spin all erotate/sphere
variable h equal ke+c_spin+f_swing+0.5*c_slide/{K_T}
thermo 1
thermo_style custom step ke v_h
thermo_modify norm no format float %.17g
dump pairs all local 1 local.txt c_pairs[1] c_pairs[2]
dump_modify pairs format float %.17g
run {round(self.TIME / step)}
"""
        rows = self.lmp(deck).thermo()
        enthalpy, taken, before = [], [0.0], None
        for row, pairs in zip(rows, self.space.locals().values()):
            enthalpy.append(row["v_h"] + sum(0.5 * K_N * (1.0 - dist) ** 2 for dist, _ in pairs))
            power = sum((K_N * (1.0 - dist) - force) ** 2 / ETA for dist, force in pairs)
            if before is not None:
                taken.append(taken[-1] + 0.5 * (before + power) * step)
            before = power
        return enthalpy, taken

    def test_springs(self):
        """Without dashpots and sliding H is constant while no contact opens. 2e-6 of H: the torque's lever ends in the
        middle of the overlap of 0.01, so that 0.005 of the work against turning springs is lost; without the box's rate
        H changes by 2e-3 of itself. The error of the step is a hundred times smaller than the first."""
        for step in (0.02, 0.01):
            enthalpy, _ = self.swing(SPRINGS, "yes", step)
            self.assertLess(max(abs(h - enthalpy[0]) for h in enthalpy), 2e-6 * enthalpy[0])
        without, _ = self.swing(SPRINGS, "no", 0.02)
        self.assertGreater(abs(without[-1] - without[0]), 1e-3 * without[0])

    def test_dashpots(self):
        """H falls in each step by what the dashpots take. The error is of first order in the step, because LAMMPS
        evaluates forces with velocities at mid-step."""
        error = []
        for step in (0.02, 0.01):
            enthalpy, taken = self.swing(DASHPOTS, "yes", step)
            self.assertTrue(all(b < a for a, b in zip(enthalpy, enthalpy[1:])))
            error.append(enthalpy[-1] + taken[-1] - enthalpy[0])
        self.assertAlmostEqual(error[0] / error[1], 2.0, delta=0.3)
        self.assertLess(abs(error[1]), 2e-3 * taken[-1])
        enthalpy, taken = self.swing(DASHPOTS, "no", 0.01)
        self.assertGreater(abs(enthalpy[-1] + taken[-1] - enthalpy[0]), 0.02 * taken[-1])


    def test_powers_of_rows(self):
        """Powers of single contacts add up to those of the sum, also in a box that the dashpots do not see. The rows have the rate of the
        box half a step later (measured: 2e-4)."""
        for box in ("yes", "no"):
            rows = self.lmp(f"""read_restart packing
newton on
comm_modify vel yes
pair_style granular box {box}
pair_coeff * * {DASHPOTS}
neighbor 0.3 bin
neigh_modify delay 0 every 1
timestep 0.01
fix swing all nph/sphere {SIDES} xy 0 0 2.25 xz 0 0 2.25 yz 0 0 2.25 pchain 0 ptemp 1
compute rows all granular/local p_normal
compute atoms all granular/atom p_normal
compute of_rows all reduce sum c_rows inputs local
compute of_atoms all reduce sum c_atoms
compute e all granular/energy
thermo 1
thermo_style custom step c_of_rows c_of_atoms c_e[7]
thermo_modify norm no format float %.17g
run 100
""").thermo()
            taken = rows[-1]["c_e[7]"] - rows[0]["c_e[7]"]
            for name in ("c_of_rows", "c_of_atoms"):
                self.assertAlmostEqual(0.01 * sum(row[name] for row in rows[1:]) / taken, 1.0, delta=2e-3, msg=f"{name}, box {box}")


def sheared(fix, run, begin=PACKING):
    return f"""{begin}unfix 1
fix 1 all nph/sphere {fix} nreset 1 pchain 0 ptemp 1
reset_timestep 0
thermo 100
thermo_style custom step lx ly lz xy xz yz pxx pyy pzz pxy
thermo_modify format float %.17g norm no
{run}
"""


class GivenRate(DeckTest):
    RATE = 0.02

    def test_flips(self):
        """A flip replaces a box by one of the same lattice: stresses are those of the unflipped box. 1e-6: rounding of
        positions, 1e-15, grows in the collisions of 1000 steps."""
        tail = "xz 0 0 2.25 yz 0 0 2.25"
        fix = f"{SIDES} xy rate {self.RATE} {tail}"
        flipped = self.lmp(sheared(fix, "run 1700")).thermo()[-18:]
        plain = self.lmp(sheared(fix + " flip no", "run 1700")).thermo()[-18:]
        self.assertGreater(plain[-1]["Xy"] / plain[-1]["Lx"], 0.6)
        self.assertLess(flipped[-1]["Xy"], 0.0)
        for one, two in zip(flipped, plain):
            for name in ("Pxx", "Pyy", "Pzz", "Pxy", "Ly"):
                self.assertAlmostEqual(one[name], two[name], delta=1e-6 * max(abs(two["Pxx"]), abs(two[name])))

    def test_strain(self):
        """d(xy)/dt = L_xx xy + L_xy ly: with lengths at rest the strain grows by the rate times the time."""
        for tilt, length in (("xy", "Ly"), ("xz", "Lz"), ("yz", "Lz")):
            run = self.lmp(sheared(f"z 1e-2 1e-2 2.25 {tilt} rate 1e-3", "run 100").replace(
                "z 1e-2 1e-2 2.25 " + tilt, ("z" if tilt == "xy" else "x") + " 1e-2 1e-2 1e5 " + tilt))
            rows = [row for row in run.thermo() if "Pxy" in row]
            change = [row[tilt.capitalize()] / row[length] for row in rows]
            # the other length hardly moves in this time: its piston is 1e9 times heavier than usual
            self.assertAlmostEqual((change[-1] - change[0]) / (1e-3 * 2.0), 1.0, delta=1e-6, msg=tilt)

    def test_mean_of_three_lengths(self):
        """couple xyz with a given rate of z: x and y grow alike and keep the mean of the three stresses."""
        fix = "x 1e-2 1e-2 2.25 y 1e-2 1e-2 2.25 z rate -2e-4 couple xyz"
        rows = [row for row in self.lmp(sheared(fix, "run 4000")).thermo() if "Pxy" in row]
        mean = [(row["Pxx"] + row["Pyy"] + row["Pzz"]) / 3 for row in rows[-20:]]
        # the piston follows: contacts open and slide all the time
        self.assertAlmostEqual(sum(mean) / len(mean) / 1e-2, 1.0, delta=0.01)
        self.assertGreater(min(row["Pzz"] / row["Pxx"] for row in rows[-20:]), 1.2)
        self.assertAlmostEqual(rows[-1]["Lz"] / rows[0]["Lz"], math.exp(-2e-4 * 80), delta=1e-9)
        ratio = [row["Lx"] / row["Ly"] for row in rows]
        self.assertAlmostEqual(ratio[-1] / ratio[0], 1.0, delta=1e-12)

    def test_mean_of_two_lengths(self):
        """In two dimensions couple xyz with a rate of y: the piston of x feels the mean of the two stresses."""
        def row_after(target, couple, steps):
            return self.lmp(f"""units lj
dimension 2
atom_style sphere
comm_modify vel yes
region box block 0 12 0 10 -0.5 0.5
create_box 1 box
create_atoms 1 random 150 4711 NULL overlap 0.9 maxtry 2000
set group all diameter 1.0 mass 1.0
pair_style granular
pair_coeff * * {FRICTION}
neighbor 0.3 bin
timestep 1e-4
fix 1 all nph/sphere x {target:.17g} {target:.17g} 2.25 y rate 0 {couple} ptemp 1 pchain 0 disc
thermo_style custom step pxx pyy f_1[4]
thermo_modify format float %.17g
run {steps}
""").thermo()[-1]
        start = row_after(0.01, "couple xyz", 0)
        difference = start["Pyy"] - start["Pxx"]
        self.assertGreater(abs(difference), 1e-3 * start["Pxx"])
        rates = [row_after(*case, 1)["f_1[4]"] for case in ((0.01, "couple xyz"), (0.01 - difference / 2, ""), (0.01, ""))]
        self.assertAlmostEqual(rates[0] / rates[1], 1.0, delta=1e-5)    # the stresses at the end of the step differ
        self.assertGreater(abs(rates[0] / rates[2] - 1.0), 1e-4)

    def test_restart(self):
        """A rate of the command replaces that of the restart file."""
        self.lmp(sheared(f"{SIDES} xy rate {self.RATE}", "run 100\nwrite_restart half"))
        begin = """read_restart half
newton on
comm_modify vel yes
neighbor 0.3 bin
neigh_modify delay 0 every 1
timestep 0.02
fix 1 all nve/sphere
"""
        rows = self.lmp(sheared(f"{SIDES} xy rate -0.01", "run 100", begin).replace("reset_timestep 0\n", "")).thermo()
        before, after = (row["Xy"] / row["Lx"] for row in (rows[0], rows[-1]))
        # d(xy/lx)/dt = L_xy ly/lx, in 2 time units in which ly/lx hardly changes
        ratio = (rows[0]["Ly"] / rows[0]["Lx"] + rows[-1]["Ly"] / rows[-1]["Lx"]) / 2
        self.assertAlmostEqual((after - before) / (-0.01 * 2.0 * ratio), 1.0, delta=0.01)

    def deck(self, fix, region="prism 0 6 0 6 0 6 0 0 0", boundary="p p p"):
        return f"""units lj
atom_style sphere
boundary {boundary}
comm_modify vel yes
region box {region}
create_box 1 box
create_atoms 1 single 1 1 1
pair_style granular
pair_coeff * * {FRICTION}
fix 1 all nph/sphere {fix}
run 0
"""

    def test_bad_input(self):
        cubic = "block 0 6 0 6 0 6"
        coupled = "Unknown fix nph/sphere keyword: isochoric" if harness.is_older() else "the length is coupled"
        self.assert_each_stops({
            "no number": (dict(fix="x 1 1 1 xy rate"), "Too few values for fix nph/sphere xy rate: needs R"),
            "no numeral": (dict(fix="x 1 1 1 xy rate fast"), "Illegal fix nph/sphere xy rate value fast: must be a number"),
            "rate and target": (dict(fix="x 1 1 1 xy rate 1 xy 0 0 1"), "component xy has both a rate and a target"),
            "rate and scaling": (dict(fix="x 1 1 1 xy rate 1 scalexy yes"), "component xy has both a rate and keyword scalexy yes"),
            "rate and tri": (dict(fix="tri 1 1 1 xy rate 1"), "component xy has both a rate and a target"),
            "rate and iso": (dict(fix="iso 1 1 1 z rate 1"), "component z has both a rate and a target"),
            "no target": (dict(fix="xy rate 1"), "Pressure control must be used with fix nph/sphere"),
            "cubic box": (dict(fix="x 1 1 1 xy rate 1", region=cubic), "xy rate: the box must be triclinic"),
            "two rates of coupled lengths": (dict(fix="x 1 1 1 ptemp 1 couple xyz y rate 1 z rate 1", region=cubic),
                                             "Fix nph/sphere keyword couple xyz: y has no target pressure"),
            "isochoric": (dict(fix="x 1 1 1 ptemp 1 isochoric yz z rate 1", region=cubic), coupled),
            "face": (dict(fix="x 1 1 1 z rate 1", region=cubic, boundary="p p f"), "dimension z is not periodic"),
        })


if __name__ == "__main__":
    unittest.main()
