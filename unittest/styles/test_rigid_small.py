"""fix rigid/small and rigid/nve/small of the plugin give the bits of LAMMPS' own, which are rigid/small/builtin and
rigid/nve/small/builtin.

Both run with the plugin's pair style, so that only the integrator differs. Dumps and thermo output are compared as text of
17 digits. All decks run with each instruction set.
"""

import os
import random
import re
import unittest
from unittest import mock

import harness
from harness import Sphere, data_file

PAIR = """pair_style granular
pair_coeff * * hooke 2e4 20 tangential linear_history 1e4 10 0.5
"""
EVERY = 50
COLUMNS = "id x y z ix iy iz vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz"
DUMP = f"""dump trajectory all custom {EVERY} dump.txt {COLUMNS}
dump_modify trajectory sort id format float %.17g append yes
"""
# Offsets of the spheres of a clump from its first one: two and three on a line, four, five with two that coincide.
SHAPES = (((0, 0, 0), (0.6, 0.1, 0)),
          ((0, 0, 0), (0.5, 0, 0.3), (1.0, 0, 0.6)),
          ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)),
          ((0, 0, 0), (0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (0, 0, 0.5)))
FREE = 7    # spheres without a body, each after some clumps


def clumps(flat, count, shift):
    """Spheres and the number of the clump of each, 0 without. Without a shift some clumps cross faces of the box."""
    draw = random.Random(3)
    sites = [(2.2 * a, 2.2 * b, 0 if flat else 2.2 * c) for c in range(1 if flat else 4) for b in range(4) for a in range(4)]
    spheres, clump_of = [], []
    for clump in range(min(count, len(sites))):
        free = clump % 5 == 4 and clump // 5 < FREE
        shape = SHAPES[0][:1] if free else SHAPES[clump % len(SHAPES)]
        v, omega = ([draw.uniform(-3, 3) for _ in range(3)] for _ in range(2))
        if flat:
            v[2] = omega[0] = omega[1] = 0.0
        for dx, dy, dz in shape:
            x = [a + b + shift - 0.3 for a, b in zip(sites[clump], (dx, dy, dz))]
            spheres.append(Sphere((*x[:2], 0.0 if flat else x[2]), v, omega, draw.choice((0.7, 0.8, 0.9))))
            clump_of.append(0 if free else clump + 1)
    return spheres, clump_of


class Case:
    """fix: options of the fix; fixes: further fixes; run: all commands from the time step on. STYLE is the style's name."""

    def __init__(self, fix="", before="", fixes="", run="run 200\n", boundary="p p p", flat=False, tilt=None, ranks=1,
                 newton="on", dump=DUMP, thermo="step atoms f_bodies", thermo_every=70, atoms="atom_style sphere", count=40,
                 pair=PAIR, styles=("rigid/small", "rigid/nve/small"), of_bodies="custom i_body", exclude=True, cutoff=2.5,
                 shift=0.0, environment=None):
        self.__dict__.update(locals())

    def data(self):
        spheres, clump_of = clumps(self.flat, self.count, self.shift)
        low, high = ((0, 0, -0.5), (9, 9, 0.5)) if self.flat else ((0, 0, 0), (9, 9, 9))
        text = data_file(spheres, low=low, high=high, tilt=self.tilt)
        return text + "\nMolecules\n\n" + "".join(f"{n} {clump} {clump}\n" for n, clump in enumerate(clump_of, 1))

    def deck(self, style):
        bodies = f"fix bodies clumps STYLE {self.of_bodies} {self.fix}\n"
        text = f"""units lj
dimension {2 if self.flat else 3}
{self.atoms}
atom_modify map array sort 30 1.0
boundary {self.boundary}
newton {self.newton}
comm_modify vel yes cutoff {self.cutoff}
{self.before}fix molecules all property/atom mol i_body ghost yes
read_data data.txt fix molecules NULL Molecules
variable in_body atom mol>0
group clumps variable in_body
group loose subtract all clumps
neighbor 0.3 bin
neigh_modify delay 0 every 1{" exclude molecule/intra clumps" if self.exclude else ""}
{self.pair}fix integrate loose nve/sphere
{bodies}{"fix flat all enforce2d" if self.flat else ""}
{self.fixes}thermo {self.thermo_every}
thermo_style custom {self.thermo}
thermo_modify format float %.17g
{self.dump}timestep 0.001
{self.run}"""
        return text.replace("STYLE", style)


GRAVITY = "fix weight all gravity 10 vector 0.3 -0.4 -1\n"
PRESSURE = dict(thermo="step f_bodies c_virial[1] c_virial[4] c_virial[6]", fixes="compute virial all pressure NULL virial\n")
RESTART = """run 100
write_restart state
clear
comm_modify vel yes cutoff 2.5
read_restart state
fix molecules all property/atom mol i_body ghost yes
neighbor 0.3 bin
neigh_modify delay 0 every 1 exclude molecule/intra clumps
""" + PAIR + """fix integrate loose nve/sphere
fix bodies clumps STYLE custom i_body
thermo_style custom step atoms f_bodies
timestep 0.001
""" + DUMP + "run 100\n"
# clumps that fall into an empty box, one every 40 steps, and pass to other ranks
TETRA = ((0.2, 0.2, 0.2), (0.2, -0.2, -0.2), (-0.2, 0.2, -0.2), (-0.2, -0.2, 0.2))
MOLECULE = "a clump\n\n4 atoms\n" + "".join(f"\n{title}\n\n" + "".join(f"{k} {row(k)}\n" for k in range(1, 5)) for title, row in (
    ("Coords", lambda k: "{} {} {}".format(*TETRA[k - 1])), ("Types", lambda k: 1), ("Diameters", lambda k: 0.8), ("Masses", lambda k: 0.25)))
DEPOSIT = f"""units lj
atom_style hybrid sphere molecular
atom_modify map array sort 30 1.0
boundary p p f
comm_modify vel yes
region box block 0 4 0 4 0 6
create_box 1 box
neighbor 0.3 bin
neigh_modify delay 0 every 1 exclude molecule/intra all
molecule clump clump.txt
{PAIR}fix bodies all STYLE molecule mol clump
region above block 0 4 0 4 3 5
fix drop all deposit 15 0 40 1234 mol clump region above near 0.9 vz -3 -2 rigid bodies
fix floor all wall/gran granular hooke 2e4 20 tangential linear_history 1e4 10 0.5 zplane 0 NULL
{GRAVITY}thermo_style custom step atoms f_bodies
thermo 100
thermo_modify format float %.17g
dump trajectory all custom 200 dump.txt {COLUMNS}
dump_modify trajectory sort id format float %.17g append yes
timestep 0.001
run 1400
"""
CASES = {
    "free": Case(fixes=GRAVITY),
    "newton_off": Case(fixes=GRAVITY, newton="off"),
    "two_ranks": Case(ranks=2, newton="off"),
    "three_ranks": Case(ranks=3, before="processors 1 3 1\n"),
    "four_ranks": Case(ranks=4, before="processors 2 2 1\n", fixes=GRAVITY),
    "walls": Case(boundary="f p f", shift=1.0, fixes=GRAVITY + "".join(
        f"fix {plane} all wall/gran granular hooke 2e4 20 tangential linear_history 1e4 10 0.5 {plane} 0.0 9.0\n"
        for plane in ("xplane", "zplane"))),
    "triclinic": Case(tilt=(1.0, -0.7, 0.5), fixes=GRAVITY),
    "triclinic_on_two_ranks": Case(tilt=(1.0, -0.7, 0.5), ranks=2),
    "flat": Case(flat=True, fixes="fix weight all gravity 10 vector 0.3 -0.4 0\n"),
    # LAMMPS adds the thermostat's forces once before it sets them: memory that is zero at first makes runs the same.
    "langevin": Case("langevin 1.0 2.0 0.5 1234", styles=("rigid/small",), environment={"MALLOC_PERTURB_": "255"}),
    "gravity_keyword": Case("gravity weight", fixes=GRAVITY.replace("\n", " disable\n")),
    "reinit_no": Case("reinit no", run="run 100\nvelocity loose set 1 0 0\nrun 100\n"),
    "early_forces": Case(fixes=GRAVITY + "fix_modify bodies bodyforces early\n"),
    "virial": Case(thermo_every=1, **PRESSURE),
    "virial_of_atoms": Case(fixes="compute stress all stress/atom NULL\ncompute centroid all centroid/stress/atom NULL fix\n",
                            dump=DUMP.replace(COLUMNS, COLUMNS + " c_stress[*] c_centroid[*]")),
    "virial_on_two_ranks": Case(thermo_every=3, ranks=2, newton="off", **PRESSURE),
    "several_runs": Case(run="run 60\ntimestep 0.0005\nrun 60\nrun 40 pre no\nrun 0\ntimestep 0.002\nrun 40\n"),
    "respa": Case(fixes="run_style respa 2 3 pair 2\n"),
    "deformed": Case(fixes="fix deform all deform 1 x erate 0.3 remap none\n"),
    "changing_time_step": Case(fixes="fix change all dt/reset 5 1e-5 1e-3 0.01 units box\n"),
    "zero_momentum": Case(run="run 60\nvelocity clumps zero linear rigid bodies\nvelocity clumps zero angular rigid bodies\nrun 60\n"),
    "few": Case(count=2),
    "one_body": Case(of_bodies="custom v_one", before="variable one atom 1\n", exclude=False, cutoff=12, pair="pair_style zero 2.0\npair_coeff * *\n"),
    "a_part_freezes": Case(fixes="group stuck id 1:9\nfix stick stuck freeze\n"),
    "points": Case(run="set atom 3*9 diameter 0.0\nset atom 3*9 mass 0.4\nrun 200\n", pair="pair_style zero 2.0\npair_coeff * *\n",
                   fixes="fix pull all addforce 0.3 0.2 -0.1\nfix_modify pull virial yes\n"),
    "dipoles": Case(atoms="atom_style hybrid sphere dipole", pair="pair_style zero 2.0\npair_coeff * *\n"),
    "restart": Case(run=RESTART),
    "infile": Case("infile bodies.txt"),
}


class RigidSmall(harness.DeckTest):
    def bits(self, case, style):
        data = case.data()
        if "dipole" in case.atoms:    # columns id type x y z diameter density q mux muy muz
            head, rest = data.split("Atoms\n\n")
            atoms, rest = rest.split("\nVelocities")
            rows = [row.split() for row in atoms.splitlines()]
            atoms = "".join(f"{i} {t} {x} {y} {z} {d} {rho} 0 0.1 0.2 0.{int(i) % 7}\n" for i, t, d, rho, x, y, z, *_ in rows)
            data = head + "Atoms\n\n" + atoms + "\nVelocities" + rest
        self.space.write("data.txt", data)
        # ID, mass, center, inertia, velocity, angular momentum, image
        self.space.write("bodies.txt", "2\n1 2.5 0 0 0 0.4 0.5 0.6 0.01 0.02 0.03 1 2 3 0.4 0.5 -0.6 0 0 0\n"
                         "3 1.5 4.6 0.2 0.2 0.3 0.4 0.0 0 0 0 -1 0 2 0.1 0.2 0 0 0 0\n")
        self.space.write("dump.txt", "")
        run = self.lmp(case.deck(style), ranks=case.ranks)
        width = len(case.thermo.split())
        table = [line for line in run.log.splitlines() if re.match(r" *\d+ +[-\d]", line) and len(line.split()) == width]
        self.assertTrue(table)
        return self.space.read("dump.txt") + "\n".join(table)

    def check(self, case):
        for style in case.styles:
            other = self.bits(case, style + "/builtin")
            frames = harness.read_dump(other)
            first, last = frames[min(frames)], frames[max(frames)]
            self.assertTrue(any(first[n]["vx"] != last[n]["vx"] for n in first), "nothing moves")
            for simd in (*harness.instruction_sets(), "off"):
                with self.subTest(style=style, simd=simd), mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": simd}):
                    self.assertTrue(self.bits(case, style) == other, "other digits")

    def test_inserted_molecules(self):
        self.space.write("clump.txt", MOLECULE)
        for style in ("rigid/small", "rigid/nve/small"):
            for ranks in (1, 3):
                found = []
                for name in (style + "/builtin", style):
                    self.space.write("dump.txt", "")
                    self.lmp(DEPOSIT.replace("STYLE", name), ranks=ranks)
                    found.append(self.space.read("dump.txt"))
                with self.subTest(style, ranks=ranks):
                    self.assertGreaterEqual(len(harness.read_dump(found[0])[1400]), 4 * 12)
                    self.assertTrue(found[0] == found[1], "other digits")

    def test_single_contacts(self):
        """compute pair/local has the force of a contact, damped with the mass of the body and the present mass of the free
        sphere."""
        # with "custom v_", LAMMPS 22 Jul 2025 takes its first atom out of the body where an atom is outside the group
        for fix in ("rigid single", "rigid/small custom i_one"):
            for boundary, far in (("f f f", 2.85), ("p p p", -1.15)):    # the free sphere; the periodic length is 4
                run = self.lmp(f"""units lj
atom_style sphere
atom_modify map array
boundary {boundary}
newton off
comm_modify vel yes cutoff 1.8
region box block -2 2 -2 2 -2 {3 if far > 0 else 2}
create_box 1 box
create_atoms 1 single 0 0 0.9
create_atoms 1 single 0 0 1.9
create_atoms 1 single 0 0 {far}
set group all diameter 1.0
set group all mass 1.0
set atom 3 vz -2
group body id 1 2
group free id 3
neigh_modify exclude group body body
neighbor 0.3 bin
pair_style granular
pair_coeff * * hooke 1000 50 damping mass_velocity tangential none
fix one all property/atom i_one
set group body i_one 1
fix bodies body {fix}
fix integrate free nve/sphere
compute pair all pair/local force
compute sum all reduce sum c_pair inputs local
variable on_free equal fz[3]
thermo_style custom step c_sum v_on_free
thermo_modify norm no format float %.17g
run 0
unfix bodies
set atom 3 mass 4.0
fix bodies body {fix}
run 0
""")
                (first, *_), (second, *_) = found = [list(row.values())[1:] for row in run.thermo()]
                # by newton off a contact with a ghost is found once; 50 m v of the reduced masses 2/3 and 4/3
                self.assertAlmostEqual(first, 1000 * 0.05 + 50 * 2 / 3 * 2, delta=1e-10)
                self.assertAlmostEqual(second, 1000 * 0.05 + 50 * 4 / 3 * 2, delta=1e-10)
                for force, on_free in found:
                    self.assertAlmostEqual(force, on_free, delta=1e-10)    # rounding of 200

    def test_the_names_belong_to_the_plugin(self):
        run = self.lmp("plugin list\n")
        for name in ("rigid/small", "rigid/small/builtin", "rigid/nve/small", "rigid/nve/small/builtin"):
            self.assertRegex(run.log, rf"fix style plugin {name}\b")


for name, case in CASES.items():
    setattr(RigidSmall, f"test_{name}", mock.patch.dict(os.environ, case.environment or {})(lambda self, case=case: self.check(case)))


class BeforeTheFirstRun(harness.DeckTest):
    def test_minimize(self):
        """The fix knows no bodies before its set-up, which a minimization has not."""
        self.lmp(harness.empty_box("p p p").replace("region box", "atom_modify map array\nregion box") + """create_atoms 1 random 60 77 NULL overlap 0.8 maxtry 500
set group all diameter 1.0
fix number all property/atom i_body
set atom 1*5 i_body 1
fix bodies all rigid/small custom i_body
minimize 0 1e-6 50 100
""")


if __name__ == "__main__":
    unittest.main()
