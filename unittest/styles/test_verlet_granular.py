"""run_style verlet/granular: results are those of run_style verlet. Decks: heaps on a floor, with frozen and moved particles,
particles that are poured, several runs, restart files, other fixes, timeouts."""

import re
import unittest

import harness

JOINED = "run_style verlet/granular: steps without output are joined\n"
APART = "run_style verlet/granular: steps are not joined: "
MODEL = "hooke 2000 20 tangential linear_history 1000 10 0.5 rolling sds 100 5 0.3"
FLOOR = f"fix floor all wall/gran granular {MODEL} zplane 0 NULL\n"
WEIGHT = "fix weight all gravity 1.0 vector 0.2 0 -1\n"
NVE = "fix motion all nve/sphere\n"
STYLES = ("verlet", "verlet/granular")
# Forces are added in another order if the weight comes before walls; collisions amplify its last digits in the 500 steps
# from rest of these decks. Measured: 4e-13.
ROUNDING = 1e-10


def deck(style, fixes, run="run 300\nrun 50 pre no\nrun 150\n", newton="on", groups="", pair=f"granular\npair_coeff * * {MODEL}", start=""):
    return f"""units lj
atom_style sphere
boundary p p f
newton {newton}
comm_modify vel yes
region box block 0 6 0 6 0 12
create_box 2 box
region heap block 0 6 0 6 0.3 8
{start or "create_atoms 1 random 150 4711 heap overlap 0.95 maxtry 200"}
set group all diameter 1.0
set group all density 1.9
{groups}velocity all create 0.05 8321 loop geom
pair_style {pair}
neighbor 0.2 bin
neigh_modify delay 0 every 1
{fixes}timestep 0.001
run_style {style}
thermo 60
thermo_style custom step atoms ke pe
dump trajectory all custom 70 dump.txt {harness.DUMP_COLUMNS}
dump_modify trajectory sort id format float %.17g
{run}"""


LAST = NVE + FLOOR + WEIGHT    # the weight after all walls: the same order of additions
FROZEN = "region bottom block INF INF INF INF INF 1.2\ngroup bottom region bottom\ngroup free subtract all bottom\n"
SAME_BITS = {
    "weight last": dict(fixes=LAST),
    "no weight": dict(fixes=NVE + FLOOR),
    "frozen": dict(fixes="fix motion free nve/sphere\n" + FLOOR + WEIGHT + "fix hold bottom freeze\n", groups=FROZEN),
    "some have weight": dict(fixes=NVE + FLOOR + "fix weight free gravity 1.0 vector 0.2 0 -1\n", groups=FROZEN),
    "two weights": dict(fixes=LAST + "fix more all gravity 0.5 chute 20\n"),
    "drag sees forces": dict(fixes=LAST + "fix drag all viscous 0.3\n"),
    "variable": dict(fixes="variable size equal 1+0.1*sin(0.01*step)\n" + NVE + FLOOR
                     + "fix weight all gravity v_size vector 0 0 -1\n"),
    "averages": dict(fixes=LAST + "fix mean all ave/time 3 5 21 c_thermo_temp file mean.txt\n"),
    "poured": dict(fixes=LAST + "region top block 0 6 0 6 9 11.5\n"
                   "fix more all deposit 30 1 9 77 region top near 1.0 vz -3 -2\n", run="run 500\n"),
    "every": dict(fixes=LAST, run="run 500 every 7 NULL\n"),
    "restart files": dict(fixes=LAST, run="restart 100 a.restart b.restart\nrun 500\n"),
    "heat": dict(fixes="fix t all property/atom temperature heatflow\nset group all temperature 1.0\n" + LAST,
                 pair=f"granular\npair_coeff * * {MODEL} heat radius 2.0"),
}
NOT_JOINED = {
    "moved": ("fix drive bottom move linear 0.1 0 0 units box\nfix motion free nve/sphere\n" + FLOOR + WEIGHT, FROZEN,
              "fix drive (move) acts in the first or second half of a step too, or in another way"),
    "limited": (f"fix motion all nve/limit 0.1\n{FLOOR}", "",
                "fix motion (nve/limit) acts in the first or second half of a step too, or in another way"),
    "dipoles": (f"fix motion all nve/sphere update dipole/dlm\n{FLOOR}", "", None),
    "two parts": (f"fix motion free nve/sphere\nfix other bottom nve/sphere\n{FLOOR}", FROZEN,
                  "fix other (nve/sphere) acts in the first or second half of a step too, or in another way"),
    "each step": (f"{LAST}fix speed all ave/time 1 1 1 c_thermo_temp\n", "", "fix speed (ave/time) acts at the end of each step"),
    "nothing moves": (FLOOR, "", "no fix nve/sphere moves the particles"),
    "timeout": (LAST + "timer timeout 1:00:00 every 1000\n", "", "a timeout may stop each step"),
}


class VerletGranular(harness.DeckTest):
    def compare(self, cases, bound, ranks=1, newton="on", **common):
        jobs = {(name, style): (deck(style, newton=newton, **options, **common), {})
                for name, options in cases.items() for style in STYLES}
        found = self.space.run_each(jobs, ranks=ranks)
        for name in cases:
            with self.subTest(name, ranks=ranks, newton=newton):
                for style in STYLES:
                    self.assert_ended(found[name, style][0], f"{name}, {style}")
                self.assertIn(JOINED, found[name, "verlet/granular"][0].log)
                self.assertNotIn("run_style verlet/granular", found[name, "verlet"][0].log)
                one, other = (found[name, style][1].frames() for style in STYLES)
                self.assertGreater(len(one), 6)
                self.assert_same_trajectory(one, other, bound, name)

    def test_same_bits(self):
        self.compare(SAME_BITS, 0.0)

    def test_same_bits_on_ranks(self):
        some = {name: SAME_BITS[name] for name in ("weight last", "frozen", "poured", "heat")}
        for ranks, newton in ((2, "on"), (4, "on"), (2, "off")):
            self.compare(some, 0.0, ranks, newton)

    def test_weight_before_walls(self):
        self.compare({"weight first": dict(fixes=WEIGHT + NVE + FLOOR)}, ROUNDING)

    def test_restart_is_exact(self):
        """The run that continues has the bits of the one that wrote the file."""
        whole = self.space.run_each({"whole": (deck(STYLES[1], LAST, "restart 240 state\nrun 480\n"), {})})["whole"]
        self.assert_ended(whole[0], "whole")
        again = f"""read_restart "{whole[1].path}/state.240"
comm_modify vel yes
neighbor 0.2 bin
neigh_modify delay 0 every 1
{LAST}timestep 0.001
run_style verlet/granular
dump trajectory all custom 70 dump.txt {harness.DUMP_COLUMNS}
dump_modify trajectory sort id format float %.17g
run 240
"""
        rest = self.space.run_each({"rest": (again, {})})["rest"]
        self.assert_ended(rest[0], "rest")
        expected, found = whole[1].frames(), rest[1].frames()
        steps = sorted(set(expected) & set(found))
        self.assertGreaterEqual(len(steps), 3)
        self.assert_same_trajectory({s: expected[s] for s in steps}, {s: found[s] for s in steps}, 0.0)

    def test_not_joined(self):
        """The log says why, and the run is that of verlet."""
        jobs = {(name, style): (deck(style, fixes, "run 140\n", groups=groups).replace(
                    "atom_style sphere", "atom_style hybrid sphere dipole" if name == "dipoles" else "atom_style sphere").replace(
                    "velocity all", ("set group all dipole/random 8 1.0\n" if name == "dipoles" else "") + "velocity all"), {})
                for name, (fixes, groups, _) in NOT_JOINED.items() for style in STYLES}
        found = self.space.run_each(jobs)
        for name, (_, _, reason) in NOT_JOINED.items():
            with self.subTest(name):
                for style in STYLES:
                    self.assert_ended(found[name, style][0], f"{name}, {style}")
                lines = re.findall(re.escape(APART) + "(.*)", found[name, STYLES[1]][0].log)
                self.assertEqual(lines, [reason or "fix motion (nve/sphere) acts in the first or second half of a step too, or in another way"])
                self.assert_same_trajectory(*(found[name, style][1].frames() for style in STYLES), 0.0, name)

    def test_step_number_of_an_earlier_run(self):
        """A later run may have the number of a step that an earlier run has begun: it is a whole step."""
        for second in ("run 0\nthermo 1\nrun 200\n", "fix drag all viscous 0.1\nfix speed all ave/time 1 1 1 c_thermo_temp\nrun 200\n"):
            found = self.space.run_each({style: (deck(style, LAST, "run 100\nundump trajectory\nreset_timestep 0\n"
                                                         f"dump trajectory all custom 20 dump.txt {harness.DUMP_COLUMNS}\n"
                                                         f"dump_modify trajectory sort id format float %.17g\n{second}"), {}) for style in STYLES})
            for style in STYLES:
                self.assert_ended(found[style][0], style)
            self.assert_same_trajectory(*(found[style][1].frames() for style in STYLES), 0.0, second)

    def test_arguments(self):
        result = self.space.run(deck("verlet/granular yes", LAST))
        self.assertIn("Illegal run_style verlet/granular argument 'yes': it has no arguments", result.error)

    def test_fewer_times_than_steps_without_output(self):
        """A compute of each step needs output: no step is joined, and the table is that of verlet."""
        tables = [self.lmp(deck(style, LAST, "thermo 1\nrun 30\n")).log for style in STYLES]
        rows = [re.findall(r"^ +\d+ +150 .*", table, re.M) for table in tables]
        self.assertEqual(len(rows[0]), 31)
        self.assertEqual(rows[0], rows[1])


if __name__ == "__main__":
    unittest.main()
