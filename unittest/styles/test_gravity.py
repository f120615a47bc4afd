"""fix gravity of the plugin gives the bits of LAMMPS' own, which is gravity/builtin: forces, energy, direction.

Dumps and thermo output are compared as text of 17 digits. All decks run with each instruction set.
"""

import os
import unittest
from unittest import mock

import harness
from harness import data_file

EVERY = 50
COUNT = 61    # seven registers of eight and five single spheres
PAIR = """pair_style granular
pair_coeff * * hooke 2e4 20 tangential linear_history 1e4 10 0.5
"""
NVE = "fix integrate all nve/sphere\n"
VARIABLES = """variable size equal 1.0+0.1*sin(0.1*step)
variable one equal 20+0.2*step
variable two equal 1.5-0.01*step
variable three equal -1.0
"""
ALTERNATING = "".join(f"group some id {n}:{COUNT}:3\n" for n in (1, 2))
BLOCK = "group some id 17:40\n"


def deck(arguments, style, group="", name="all", before="", after="", fixes=NVE, pair=PAIR, atoms="atom_style sphere",
         columns="", flat=False, run="run 150\n"):
    return f"""units lj
dimension {2 if flat else 3}
{atoms}
atom_modify map array sort 0 0.0
boundary f f {"p" if flat else "f"}
newton on
comm_modify vel yes cutoff 2.5
{before}read_data data.txt
{group}neighbor 0.3 bin
neigh_modify delay 0 every 1
{pair}{VARIABLES}{fixes}fix weight {name} {style} {arguments}
{after}timestep 0.002
thermo 5
thermo_style custom step pe etotal f_weight
thermo_modify format float %.17g norm no
dump trajectory all custom {EVERY} dump.txt id xu yu zu vx vy vz fx fy fz{columns}
dump_modify trajectory sort id format float %.17g
{run}"""


PER_TYPE = dict(atoms="atom_style atomic", pair="pair_style zero 1.0\npair_coeff * *\nmass 1 1.7\n",
                fixes="fix integrate all nve\n")
CASES = {
    "vector": dict(arguments="1.0 vector 0.3 -0.4 -1"),
    "chute": dict(arguments="1.0 chute 26"),
    "spherical": dict(arguments="0.7 spherical 30 140"),
    "flat_chute": dict(arguments="1.0 chute 26", flat=True, after="fix flat all enforce2d\n"),
    "two_ranks": dict(arguments="1.0 vector 0.3 -0.4 -1", before="processors 2 1 1\n", ranks=2),
    "mixed_group": dict(arguments="1.0 vector 0.3 -0.4 -1", group=ALTERNATING, name="some"),
    "block_group": dict(arguments="1.0 vector 0.3 -0.4 -1", group=BLOCK, name="some"),
    "empty_group": dict(arguments="1.0 vector 0.3 -0.4 -1", group="group some empty\n", name="some"),
    "variable_size": dict(arguments="v_size vector 0 0 -1"),
    "variable_vector": dict(arguments="v_size vector v_one v_two v_three"),
    "variable_chute": dict(arguments="1 chute v_one"),
    "variable_spherical": dict(arguments="1 spherical v_one v_two"),
    "in_the_energy": dict(arguments="1.0 vector 0.3 -0.4 -1", after="fix_modify weight energy yes\n"),
    "disabled": dict(arguments="1.0 vector 0.3 -0.4 -1 disable"),
    "disabled_variable": dict(arguments="v_size vector 0 0 -1 disable"),
    "disabled_with_rigid": dict(arguments="v_size vector 0 0 -1 disable", group="group body id 1:8\n",
                                fixes="group loose subtract all body\nfix integrate loose nve/sphere\n",
                                after="fix body body rigid/small custom i_body gravity weight\n", rigid=True),
    "respa": dict(arguments="1.0 vector 0.3 -0.4 -1", after="run_style respa 3 2 2 pair 2\n"),
    "respa_inner_level": dict(arguments="v_size vector 0.3 -0.4 -1",
                              after="run_style respa 3 2 2 pair 2\nfix_modify weight respa 1\n"),
    "mass_per_type": dict(arguments="v_size vector 0.3 -0.4 -1", **PER_TYPE),
    "two_fixes": dict(arguments="1.0 vector 0.3 -0.4 -1", after="fix more all STYLE 0.5 chute 10\n"),
    "several_runs": dict(arguments="v_size vector 0.3 -0.4 -1", run="run 50\nrun 50 pre no\nrun 50\n"),
    # the energy is that of the last forces, also if positions have changed since then
    "energy_between_runs": dict(arguments="1.0 vector 0.3 -0.4 -1", after="variable e equal f_weight\n",
                                run="run 50\ndisplace_atoms all move 0.1 0.2 0.3\nprint 'energy $(v_e:%.17g)'\nrun 50\n"),
    "restart": dict(arguments="v_size vector 0.3 -0.4 -1", run=f"""run 50
write_restart state
clear
comm_modify vel yes cutoff 2.5
read_restart state
neighbor 0.3 bin
neigh_modify delay 0 every 1
{PAIR}{NVE}fix weight all STYLE v_size vector 0.3 -0.4 -1
timestep 0.002
thermo 5
thermo_style custom step pe etotal f_weight
thermo_modify format float %.17g norm no
dump trajectory all custom {EVERY} dump.txt id xu yu zu vx vy vz fx fy fz
dump_modify trajectory sort id format float %.17g append yes
run 100
"""),
}


def data(flat=False, atoms="atom_style sphere", **unused):
    spheres = harness.cluster(COUNT, 3, diameters=(1.0, 0.8, 1.2), spacing=0.95, speed=2.0)
    box = {}
    if flat:
        spheres = [harness.Sphere((1.02 * (n % 8), 1.02 * (n // 8), 0), diameter=1.0 + 0.001 * n) for n in range(COUNT)]
        box = {"low": (-50, -50, -0.5), "high": (50, 50, 0.5)}
    text = data_file(spheres, **box)
    if atoms == "atom_style atomic":
        head, rest = text.split("Atoms\n\n")
        rows = [row.split() for row in rest.split("\nVelocities")[0].splitlines()]
        text = head + "Atoms\n\n" + "".join(f"{i} {t} {x} {y} {z}\n" for i, t, d, rho, x, y, z, *_ in rows)
    return text


class Gravity(harness.DeckTest):
    def bits(self, style, ranks=1, rigid=False, **options):
        self.space.write("data.txt", data(**options))
        if rigid:
            options["group"] += "fix body_of all property/atom i_body\nset group body i_body 1\n"
        run = self.lmp(deck(style=style, **options).replace("STYLE", style), ranks=ranks)
        table = [line for line in run.log.splitlines()
                 if line.strip() and line.split()[0].isdigit() and len(line.split()) == 4 or line.startswith("energy")]
        return self.space.read("dump.txt"), table

    def check(self, name, options):
        other, other_table = self.bits("gravity/builtin", **options)
        self.assertGreater(len(other_table), 20)
        if "disable" not in name and "empty" not in name:
            self.assertNotEqual(other_table[0].split()[3], other_table[-1].split()[3], "the energy does not change")
        for simd in (*harness.instruction_sets(), "off"):
            with self.subTest(simd), mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": simd}):
                dump, table = self.bits("gravity", **options)
                self.assertEqual(table, other_table)
                self.assertTrue(dump == other, "other digits")

    def test_the_names_belong_to_the_plugin(self):
        run = self.lmp("plugin list\n")
        for name in ("gravity", "gravity/builtin"):
            self.assertRegex(run.log, rf"fix style plugin {name}\b")

    def test_pour_finds_it(self):
        """fix pour looks for exactly one fix gravity with constant arguments, and begins without atoms."""
        text = harness.empty_box("p p f") + """fix integrate all nve/sphere
fix weight all STYLE 1.0 vector 0 0 -1
thermo_style custom step atoms f_weight
thermo_modify format float %.17g
run 3
region slab block -4 4 -4 4 15 19 units box
fix pour all pour 30 1 1234 region slab diam range 0.5 1.0
thermo 100
dump trajectory all custom 100 dump.txt id xu yu zu vx vy vz
dump_modify trajectory sort id format float %.17g
run 1000
"""
        dumps = []
        for style in ("gravity", "gravity/builtin"):
            run = self.lmp(text.replace("STYLE", style))
            dumps.append((self.space.read("dump.txt"), [row["f_weight"] for row in run.thermo()]))
        self.assertEqual(dumps[0], dumps[1])
        self.assertNotEqual(dumps[0][1][-1], 0.0)

    def test_messages_are_those_of_lammps(self):
        self.space.write("data.txt", data())
        for arguments, text in {"1.0": "Illegal fix gravity command", "1.0 chute": "Illegal fix gravity command",
                                "1.0 vector 0 0 -1 off": "Illegal fix gravity command",
                                "v_none vector 0 0 -1": "Variable name for fix gravity does not exist"}.items():
            with self.subTest(arguments):
                errors = [self.space.run(deck(arguments, style)).error for style in ("gravity", "gravity/builtin")]
                self.assertEqual(errors[0], errors[1])
                self.assertIn(text, errors[0])


for name, options in CASES.items():
    setattr(Gravity, f"test_{name}", lambda self, name=name, options=options: self.check(name, options))


if __name__ == "__main__":
    unittest.main()
