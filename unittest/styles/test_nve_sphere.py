"""fix nve/sphere of the plugin gives the bits of LAMMPS' own, which is nve/sphere/builtin.

Both run with the plugin's pair style, so that only the integrator differs. Dumps are compared as text of 17 digits. All
decks run with each instruction set.
"""

import os
import random
import unittest
from unittest import mock

import harness
from harness import Sphere, data_file

PAIR = """pair_style granular
pair_coeff * * hooke 2e4 20 tangential linear_history 1e4 10 0.5 rolling sds 2e3 20 0.2 twisting sds 2e3 20 0.2
"""
COLUMNS = " xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz"
MU = " mux muy muz"
EVERY = 100
COUNT = 100    # 12 registers of eight and four single spheres

# Dipoles of several directions and lengths; some along the z axis, where the rotation to the body frame is singular,
# and some of length zero.
DIPOLES = """set group all dipole 0.3 -0.2 0.4
set atom 1*20 dipole 0.0 0.0 0.5
set atom 21*30 dipole 0.0 0.0 -0.5
set atom 31*40 dipole -0.4 0.1 -0.6
set atom 41*45 dipole 0.0 0.0 0.0
"""
ALTERNATING = "".join(f"group some id {n}:{COUNT}:3\n" for n in (1, 2))    # two of three: all registers are mixed
BLOCK = "group some id 17:60\n"    # whole registers outside of the group, and two mixed ones
BEGIN = "timestep 0.001\n"
RUN = BEGIN + "run 300\n"


class Case:
    """before: commands ahead of read_data; group: commands that define the group of the fix; run: all that follows the
    dump. In `run`, STYLE is the name of the style."""

    def __init__(self, options="", group="", name="all", style="sphere", before="", after="", run=RUN, flat=False,
                 ranks=1):
        self.options, self.group, self.name, self.style = options, group, name, style
        self.before, self.after, self.run, self.flat, self.ranks = before, after, run, flat, ranks

    def deck(self, style):
        dipoles = "dipole" in self.style
        start = DIPOLES if dipoles else ""
        text = f"""units lj
dimension {2 if self.flat else 3}
atom_style {self.style}
boundary f f {"p" if self.flat else "f"}
newton on
comm_modify vel yes
{self.before or "atom_modify map array sort 0 0.0"}
read_data data.txt
{start}{self.group}neighbor 0.3 bin
neigh_modify delay 0 every 1
{PAIR}fix integrate {self.name} STYLE {self.options}
{"fix flat all enforce2d" if self.flat else ""}
{self.after}thermo {EVERY}
dump trajectory all custom {EVERY} dump.txt id{COLUMNS}{MU if dipoles else ""}
dump_modify trajectory sort id format float %.17g
{self.run}"""
        return text.replace("STYLE", style)

    def data(self):
        draw = random.Random(5)
        spheres = harness.cluster(COUNT, 3, diameters=(1.0, 0.8, 1.2), spacing=0.95, speed=2.0)
        if self.flat:
            spheres = [Sphere((1.02 * (n % 10), 1.02 * (n // 10), 0), [draw.uniform(-2, 2), draw.uniform(-2, 2), 0],
                              [0, 0, draw.uniform(-5, 5)], diameter=draw.uniform(0.9, 1.1)) for n in range(COUNT)]
        box = {"low": (-50, -50, -0.5), "high": (50, 50, 0.5)} if self.flat else {}
        text = data_file(spheres, **box)
        if "dipole" not in self.style:
            return text
        # atom_style hybrid sphere dipole: the columns id type x y z diameter density q mux muy muz
        head, rest = text.split("Atoms\n\n")
        atoms, velocities = rest.split("\nVelocities")
        rows = [row.split() for row in atoms.splitlines()]
        atoms = "".join(f"{i} {t} {x} {y} {z} {d} {rho} 0 0 0 1\n" for i, t, d, rho, x, y, z, *_ in rows)
        return head + "Atoms\n\n" + atoms + "\nVelocities" + velocities


HYBRID = "hybrid sphere dipole"
RESPA = "run_style respa 3 2 2 pair 2\n"
CASES = {
    "all": Case(),
    "two_ranks": Case(ranks=2, before="processors 2 1 1\natom_modify map array sort 0 0.0"),
    "mixed_group": Case(group=ALTERNATING, name="some"),
    "block_group": Case(group=BLOCK, name="some"),
    "two_groups": Case(group=ALTERNATING + "group others subtract all some\n", name="some",
                       after="fix others others STYLE\n"),
    # the atoms of the group are the first ones: in another order than without the command
    "first_group": Case(before="atom_modify map array first some", name="some",
                        group=ALTERNATING),
    "empty_group": Case(group="group some empty\n", name="some"),
    "dynamic_group": Case(group="region half block 0 50 -50 50 -50 50\ngroup some dynamic all region half every 10\n",
                          name="some"),
    "dipole": Case("update dipole", style=HYBRID),
    "dipole_mixed_group": Case("update dipole", style=HYBRID, group=ALTERNATING, name="some"),
    "dipole_dlm": Case("update dipole/dlm", style=HYBRID, group=ALTERNATING, name="some"),
    "disc": Case("disc", flat=True),
    "disc_dipole_dlm": Case("disc update dipole/dlm", flat=True, style=HYBRID),
    "flat_spheres": Case(flat=True),
    "respa": Case(after=RESPA),
    "respa_dipole": Case("update dipole", style=HYBRID, after=RESPA),
    "respa_dipole_dlm": Case("update dipole/dlm", style=HYBRID, after=RESPA),
    "several_time_steps": Case(run=BEGIN + "run 100\ntimestep 0.0005\nrun 100\ntimestep 0.002\nrun 100 pre no\nrun 50\n"),
    "changing_time_step": Case(after="fix change all dt/reset 5 1e-5 1e-3 0.001 units box\n"),
    "restart": Case(run=RUN + """write_restart state
clear
comm_modify vel yes
read_restart state
neighbor 0.3 bin
neigh_modify delay 0 every 1
""" + PAIR + f"""fix integrate all STYLE
timestep 0.001
dump trajectory all custom {EVERY} dump.txt id{COLUMNS}
dump_modify trajectory sort id format float %.17g append yes
run 200
"""),
    # forces and masses have other units than accelerations
    "metal_units": Case(before="units metal\natom_modify map array sort 0 0.0", run="timestep 1e-5\nrun 300\n"),
}


class NveSphere(harness.DeckTest):
    def bits(self, case, style):
        self.space.write("data.txt", case.data())
        self.lmp(case.deck(style), ranks=case.ranks)
        return self.space.read("dump.txt")

    def check(self, case):
        other = self.bits(case, "nve/sphere/builtin")
        frames = [harness.read_dump(other)[step] for step in (0, EVERY)]
        if case.group != "group some empty\n":
            self.assertTrue(any(frames[0][n]["vx"] != frames[1][n]["vx"] for n in frames[0]), "nothing moves")
        for simd in (*harness.instruction_sets(), "off"):
            with self.subTest(simd), mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": simd}):
                self.assertTrue(self.bits(case, "nve/sphere") == other, "other digits")

    def test_the_names_belong_to_the_plugin(self):
        run = self.lmp("plugin list\n")
        for name in ("nve/sphere", "nve/sphere/builtin"):
            self.assertRegex(run.log, rf"fix style plugin {name}\b")

    def test_a_run_without_atoms_and_then_with(self):
        """The arrays of a deck that pours begin empty."""
        self.space.write("data.txt", "")
        deck = harness.empty_box("f f f") + """fix integrate all {style}
run 5
fix drop all deposit 20 1 50 1234 region box near 1.0 id next
dump trajectory all custom 100 dump.txt id xu yu zu vx vy vz omegax
dump_modify trajectory sort id format float %.17g
run 1200
"""
        dumps = []
        for style in ("nve/sphere", "nve/sphere/builtin"):
            self.lmp(deck.format(style=style))
            dumps.append(self.space.read("dump.txt"))
        self.assertEqual(dumps[0], dumps[1])
        self.assertGreaterEqual(len(harness.read_dump(dumps[0])[1200]), 10)

    def test_messages_are_those_of_lammps(self):
        self.space.write("data.txt", Case().data())
        self.space.write("points.txt", Case().data().replace(" 1.2 ", " 0 "))
        for commands, text in {
                "STYLE update mu": "Unknown keyword in fix nve/sphere update command: mu",
                "STYLE update": "fix nve/sphere update",
                "STYLE disc": "Fix nve/sphere disc requires 2d simulation",
                "STYLE update dipole": "Fix nve/sphere update dipole requires atom attribute mu",
                "STYLE dt 1": "Unknown keyword in fix nve/sphere command: dt"}.items():
            errors = []
            for style in ("nve/sphere", "nve/sphere/builtin"):
                with self.subTest(commands, style=style):
                    run = self.space.run(Case().deck(commands.replace("STYLE", style)))
                    self.assertIn(text, run.error)
                    errors.append(run.error)
            self.assertEqual(errors[0], errors[1])
        deck = Case().deck("nve/sphere").replace("read_data data.txt", "read_data points.txt")
        self.assertIn("Fix nve/sphere requires extended particles", self.space.run(deck).error)


for name, case in CASES.items():
    setattr(NveSphere, f"test_{name}", lambda self, case=case: self.check(case))


if __name__ == "__main__":
    unittest.main()
