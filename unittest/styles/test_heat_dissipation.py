"""fix heat/dissipation: what contacts dissipate is the heat of their particles, by closed forms and by the ledger."""

import math
import os
import unittest
from unittest import mock

import harness
import meshes
from harness import DeckTest
import test_energy_ledger as of_ledger
from test_energy_ledger import BALL, HEAD, LAW, OUTPUT, continued, hybrid_packing, ledgers, packing

CAPACITY = 2.0    # of a unit of mass

WARM = """fix property all property/atom temperature heatflow ghost yes
set group all temperature 1.0
"""
HEAT = f"""fix flow all heat/flow constant {CAPACITY}
fix heat all heat/dissipation {{options}}
compute t all property/atom temperature
compute warmth all reduce sum c_t
"""


def with_heat(deck, options="", more=""):
    """A deck of test_energy_ledger.py with temperatures, all 1 at the beginning."""
    before, after = deck.split("compute e all granular/energy\n")
    first = "neighbor 0.3 bin\n"    # atoms are there, and no pair style
    before = before.replace(first, WARM + first)
    return before + HEAT.format(options=options) + more + "compute e all granular/energy\n" + after


def warmth(one, spheres):
    """Heat of spheres of mass 1 since the beginning."""
    return CAPACITY * (one.row["c_warmth"] - spheres)


def of_side(one, side):
    return sum(one[name] for name in one if name.startswith(f"{side}_lost_"))


class ClosedForms(DeckTest):
    def test_sliding_sphere(self):
        """A sphere that may not turn slides on a plane, until it stops, along v^2/2 mu g. It takes all the heat, or the part
        that the deck gives."""
        mu = 0.3
        deck = BALL.format(height="0.4999") + f"""set group all vx 1.0
fix 1 all nve
fix g all gravity 1.0 vector 0 0 -1
fix w all wall/granular hooke 1e4 20 damping velocity tangential linear_history 8e3 0.01 {mu} zplane 0 NULL
timestep 5e-4
variable x equal x[1]
""" + OUTPUT.format(more="v_x c_warmth") + "thermo 500\nrun 7500\n"
        for options, part in (("", 1.0), ("wall 0.25", 0.25), ("wall 0", 0.0)):
            run = ledgers(self.lmp(with_heat(deck, options)))
            for one in run:
                # the spring's own displacement, mu m g/k = 4e-5, is no sliding; see test_energy_ledger.py
                self.assertAlmostEqual(warmth(one, 1), part * mu * one.row["v_x"], delta=1e-4)
                self.assertAlmostEqual(warmth(one, 1), part * one.lost, delta=1e-13)
            self.assertAlmostEqual(run[-1].row["v_x"], 0.5 / mu, delta=1e-3)

    def test_collision(self):
        """Two spheres of masses 1 and 3 with restitution 0.5: each takes half of m_eff (1 - e^2) v^2/2."""
        deck = HEAD.format(newton="on") + """create_atoms 1 single -0.52 0 5
create_atoms 1 single 0.52 0 5
set group all diameter 1.0
set atom 1 mass 1.0 vx 2.0
set atom 2 mass 3.0
neighbor 0.3 bin
pair_style granular
pair_coeff * * hooke 1e4 0.5 damping coeff_restitution tangential none
fix 1 all nve/sphere
timestep 1e-5
group one id 1
group two id 2
""" + OUTPUT.format(more="c_t1 c_t2") + "thermo 5000\nrun 5000\n"
        last = ledgers(self.lmp(with_heat(deck, more="compute t1 one reduce sum c_t\ncompute t2 two reduce sum c_t\n")))[-1]
        half = 0.25 * 0.75 * (1 - 0.5 ** 2) * 4.0
        for name, mass in (("c_t1", 1.0), ("c_t2", 3.0)):
            heat = mass * CAPACITY * (last.row[name] - 1.0)
            self.assertAlmostEqual(heat, 0.5 * last.lost, delta=1e-13)
            # LAMMPS' dashpots see velocities half a step before
            self.assertAlmostEqual(heat, half, delta=2e-3 * half)

    def test_cooling_gas(self):
        """In a periodic box, mechanical energy that is lost is heat. What the time step makes is neither."""
        deck = HEAD.format(newton="on").replace("f f f", "p p p") + f"""create_atoms 1 random 400 4711 NULL overlap 1.0 maxtry 2000
set group all diameter 1.0
set group all mass 1.0
velocity all create 4.0 4711 loop geom
neighbor 0.3 bin
pair_style granular
pair_coeff * * {LAW}
fix 1 all nve/sphere
timestep 5e-4
""" + OUTPUT.format(more="c_warmth") + "thermo 2000\nrun 4000\n"
        first, *_, last = ledgers(self.lmp(with_heat(deck)))
        cooled = first.stored - last.stored
        self.assertGreater(cooled, 0.5 * first.stored)
        made = last["pairs_by_law"] + last["time_step"]
        self.assertAlmostEqual(warmth(last, 400), cooled + made, delta=1e-11 * cooled)
        self.assertLess(abs(made), 0.05 * cooled)


class HeatTest(DeckTest):
    """Heat of the particles against the ledger. To 1e-12 of the temperatures' sum: rounding of 150 numbers in 1000 steps."""

    def assert_balance(self, one, what, part=1.0, spheres=150):
        expected = of_side(one, "pairs") + part * of_side(one, "walls")
        self.assertGreater(of_side(one, "pairs"), 1.0, what)
        self.assertGreater(of_side(one, "walls"), 1.0, what)
        self.assertAlmostEqual(warmth(one, spheres), expected, delta=1e-12 * CAPACITY * one.row["c_warmth"], msg=what)


class Balance(HeatTest):
    def test_all_laws_in_a_drum(self):
        """With springs and necks of contacts that end."""
        jobs = {law: (with_heat(packing(law, motion="wiggle z 0.2 1.0", turn="rotate 1.0", more="c_warmth"), "wall 0.5"), {})
                for law in of_ledger.Packings.LAWS}
        for law, (run, _) in self.space.run_each(jobs).items():
            self.assert_ended(run, law)
            last = ledgers(run)[-1]
            self.assert_balance(last, law, 0.5)
            self.assertTrue("jkr" not in law or last["pairs_lost_adhesion"] > 0.0)

    def test_ranks_and_newton(self):
        deck = packing(turn="rotate 1.0", more="c_warmth", steps=600)
        for newton, ranks in (("on", 1), ("on", 2), ("on", 4), ("off", 1), ("off", 2), ("off", 4)):
            for across in ("", "processors * * 1\n"):
                text = with_heat(deck.replace("newton on", f"newton {newton}\n{across}"))
                self.assert_balance(ledgers(self.lmp(text, ranks=ranks))[-1], f"newton {newton}, {ranks} ranks")

    def test_instruction_sets(self):
        """Contacts one at a time, and several in a register, heat the same atoms."""
        deck = with_heat(packing(turn="rotate 1.0", more="c_warmth", steps=300), more="dump d all custom 300 dump.txt id c_t\n"
                         "dump_modify d sort id format float %.17g\n")
        found = set()
        for simd in (*harness.instruction_sets(), "off"):
            with mock.patch.dict(os.environ, GRANULAR_SRT_SIMD=simd):
                self.lmp(deck)
            found.add(self.space.read("dump.txt"))
        self.assertEqual(len(found), 1)


class Runs(HeatTest):
    def test_restart(self):
        """A run that goes on from a file has the bits of the uninterrupted one."""
        begin = with_heat(packing(steps=400, turn="rotate 1.0", more="c_warmth", after="restart 200 file.*\n"))
        whole = ledgers(self.lmp(begin))
        go_on = continued("file.200", HEAT.format(options="") + OUTPUT.format(more="c_warmth") + "thermo 200\nrun 200\n")
        go_on = go_on.replace("comm_modify", WARM.splitlines()[0] + "\ncomm_modify")
        run = ledgers(self.lmp(go_on))
        self.assertEqual(run[0].row["Step"], 200)
        self.assertEqual([one.row["c_warmth"] for one in run], [one.row["c_warmth"] for one in whole[1:]])
        self.assert_balance(run[1], "continued")

    def test_several_runs(self):
        """The heat is that of the steps; set-ups, run 0, and runs without set-up add none. Without the fix there is no heat, and
        the compute stays. Without the compute there is heat."""
        deck = with_heat(packing(steps=300, turn="rotate 1.0", more="c_warmth"))
        last = ledgers(self.lmp(deck + "run 0\nrun 100\nrun 100 pre no\nrun 0 post no\nrun 100 every 50 NULL\n"))[-1]
        self.assert_balance(last, "several runs")
        off = ledgers(self.lmp(deck + "unfix heat\nrun 300\n"))
        self.assertEqual(off[-1].row["c_warmth"], off[-2].row["c_warmth"])
        self.assertGreater(off[-1].lost, off[2].lost)
        alone = deck + "thermo_style custom step c_warmth\nthermo_modify norm no format float %.17g\nuncompute e\nrun 300\n"
        (row,) = self.lmp(alone).thermo()[-1:]
        self.assertEqual(row["c_warmth"], ledgers(self.lmp(deck + "run 300\n"))[-1].row["c_warmth"])

    def test_hybrid_and_held_particles(self):
        """Two laws in pair_style hybrid, and particles that fix freeze holds: they take their half."""
        deck = hybrid_packing(turn="rotate 1.0", more="c_warmth")
        for ranks in (1, 4):
            self.assert_balance(ledgers(self.lmp(with_heat(deck), ranks=ranks))[-1], f"hybrid, {ranks} ranks")

    def test_tilted_periodic_box(self):
        """A sheared, narrow box: contacts across its faces, and a box that moves."""
        deck = HEAD.format(newton="{newton}").replace("f f f", "p p p").replace(
            "block -5 5 -5 5 -1 12", "prism 0 8 0 4 0 4 1 0.5 -0.3") + f"""create_atoms 1 random 90 4711 NULL overlap 0.8 maxtry 4000
set group all diameter 1.0
set group all mass 1.0
velocity all create 4.0 4711 loop geom
neighbor 0.3 bin
pair_style granular box yes
pair_coeff * * {LAW}
fix 1 all nve/sphere
fix shear all deform 1 xy erate 0.5 remap v
timestep 5e-4
""" + OUTPUT.format(more="c_warmth") + "thermo 600\nrun 600\n"
        for newton in ("on", "off"):
            for ranks in (1, 2, 4):
                last = ledgers(self.lmp(with_heat(deck.format(newton=newton)), ranks=ranks))[-1]
                self.assertGreater(last.lost, 10.0)
                self.assertAlmostEqual(warmth(last, 90), last.lost, delta=1e-12 * last.lost, msg=f"{newton} {ranks}")

    def test_conduction_and_hot_wall(self):
        """Heat of the particles is what was dissipated and what has come from the walls, step by step."""
        law = LAW + " heat area 4000"
        deck = packing(law, steps=400, more="c_warmth f_floor[7] f_side[7]", turn="rotate 1.0 temperature 3.0",
                       motion="temperature 2.0").replace("thermo 200", "thermo 1")
        for newton, ranks in (("on", 1), ("on", 4), ("off", 4)):
            rows = ledgers(self.lmp(with_heat(deck.replace("newton on", f"newton {newton}")), ranks=ranks))
            from_walls = -5e-4 * sum(one.row["f_floor[7]"] + one.row["f_side[7]"] for one in rows[1:])
            self.assertGreater(from_walls, 1.0)
            last = rows[-1]
            self.assertGreater(last.lost, 1.0)
            self.assertAlmostEqual(warmth(last, 150), last.lost + from_walls, delta=1e-12 * CAPACITY * last.row["c_warmth"])


class NoDuration(DeckTest):
    def test_time_step_0(self):
        """Contacts with regions and a mesh end in a step without duration: nothing has a rate then, a lid keeps its load, and
        the run goes on."""
        law = "hooke 1e4 20 damping velocity tangential linear_history 8e3 0.01 0.5"
        deck = HEAD.format(newton="on") + f"""create_atoms 1 single 0 0 0.49
create_atoms 1 single 0.1 0 1.47
create_atoms 1 single 3 0 0.49
create_atoms 1 single -3 0 2.49
set group all diameter 1.0
set group all mass 1.0
neighbor 0.3 bin
pair_style granular
pair_coeff * * {law}
group upper id 2
variable down equal -0.2*(step>30)
variable wide equal 4+0.1*(step>30)
region floor plane 0 0 0 0 0 1 move NULL NULL v_down units box
region pot sphere 0 0 4 v_wide units box
fix 1 all nve/sphere
fix pull upper addforce 0 0 1
fix w all wall/granular {law} region floor
fix p all wall/granular {law} region pot
fix lid all wall/granular {law} zplane NULL 1.96 load z -1.0 10.0
fix shelf all wall/granular {law} mesh shelf.stl move NULL NULL v_down
timestep 5e-4
""" + OUTPUT.format(more="c_warmth f_w[3] f_lid[3]") + """thermo 1
run 25
timestep 0
run 10
timestep 5e-4
run 25
"""
        self.space.write("shelf.stl", meshes.ascii_stl([((-4, -1, 2), (-2, -1, 2), (-3, 2, 2))]))
        rows = ledgers(self.lmp(with_heat(deck)))
        self.assertFalse([row for one in rows for row in one.row.items() if not math.isfinite(row[1])])
        self.assertGreater(min(one.row["f_lid[3]"] for one in rows if 25 < one.row["Step"] < 36), 10.0)


class Messages(DeckTest):
    def deck(self, command="fix heat all heat/dissipation", warm=True, before="fix flow all heat/flow constant 1.0", pair="granular",
             coeff=LAW, end="run 0"):
        return HEAD.format(newton="on") + f"""create_atoms 1 single 0 0 5
set group all diameter 1.0
group some id 1
{WARM if warm else ""}
pair_style {pair}
pair_coeff * * {coeff}
fix 1 all nve/sphere
{before}
{command}
{end}
"""

    def test_bad_input(self):
        heat = "fix heat all heat/dissipation"
        self.assert_each_stops({
            "keyword": (dict(command=heat + " floor 0.5"), "Unknown fix heat/dissipation keyword 'floor': known is wall"),
            "no value": (dict(command=heat + " wall"), "Missing value of fix heat/dissipation keyword wall: must be between 0 and 1"),
            "value": (dict(command=heat + " wall 1.5"), "Illegal fix heat/dissipation wall value 1.5: must be between 0 and 1"),
            "group": (dict(command="fix heat some heat/dissipation"),
                      "Illegal fix heat/dissipation group some: must be all, because both particles of a contact take its heat"),
            "no temperature": (dict(warm=False, before="", command=heat),
                               "The heat model of fix heat/dissipation requires atoms with temperature and heatflow: use fix property/atom"),
            "no heat capacity": (dict(before=""), "Fix heat/dissipation requires fix heat/flow, which has the heat capacity"),
            "keyword twice": (dict(command=heat + " wall 0.5 wall 1"), "wall is given twice"),
            "twice": (dict(command=heat + "\nfix more all heat/dissipation", end=""), "There can be only one fix heat/dissipation"),
            "respa": (dict(before="run_style respa 2 2 pair 1\nfix flow all heat/flow constant 1.0"),
                      "Computes granular/* and fix heat/dissipation cannot be used with run_style respa: use run_style verlet"),
            "no contacts": (dict(pair="zero 2.0", coeff=""),
                            "Fix heat/dissipation requires pair style granular or gran/*, or fix wall/granular, of GRANULAR-SRT"),
            "deleted": (dict(end="unfix GRANULAR_SRT_LEDGER\nrun 0"),
                        "Fix heat/dissipation heat requires fix GRANULAR_SRT_LEDGER, which has been deleted: delete the fix"),
        })

    def test_run_without_the_fix(self):
        """The fix with the ledger is deleted with its last user, and what a fix that is gone needed does not stop a run."""
        warm, local, gone = "fix warm all heat/dissipation\n", "compute l all granular/local id1\n", "unfix warm\n"
        for command, end in ((warm, gone), (warm + warm, gone), (warm + local, gone + "run 1\nuncompute l\n"), (warm + local, "uncompute l\nrun 1\n" + gone),
                             (local + warm, gone + "run 1\nuncompute l\n"), (local + warm, "uncompute l\nrun 1\n" + gone)):
            run = self.lmp(self.deck(command=command, end=f"run 1\ninfo fixes\n{end}info fixes\nrun_style respa 2 2 pair 1\nrun 1"))
            self.assertEqual(run.output.count("style = GRANULAR_SRT_LEDGER,"), 1, command + end)

    def test_order_of_fixes(self):
        """run ... pre no has the places of the fixes: the last compute leaves a fix with the ledger that heat/dissipation deletes."""
        run = self.lmp(self.deck(command="fix warm all heat/dissipation\ncompute l all granular/local id1\nfix other all viscous 0",
                                 end="info fixes\nuncompute l\ninfo fixes"))
        before, after = [[line for line in part.splitlines() if line.startswith("Fix[")] for part in run.output.split("Fix information")[1:]]
        self.assertIn("GRANULAR_SRT_LEDGER", before[-2])
        self.assertEqual(before, after)

    def test_wall_alone(self):
        self.lmp(self.deck(pair="zero 2.0", coeff="", before=f"fix flow all heat/flow constant 1.0\nfix floor all wall/granular {LAW} zplane 4 NULL"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
