"""fix nph/sphere of the plugin against the built-in one of the same LAMMPS, its piston mass without a
temperature, restart, and its messages.

BOUND, 1e-10 after 1000 steps: both fixes evaluate the same expressions, some of them in another
order; here they agree to the last digit, another compiler may round differently. Each deck is also run
with the built-in fix from positions moved by about 1e-15, which shows what rounding alone grows to in
that deck: it must stay below NOISE, else the bound would mean nothing.
"""

import re
import unittest

import harness
from harness import DeckTest, deviations

BOUND = 1e-10
NOISE = 3e-11
STEPS, EVERY = 1000, 50

ORTHOGONAL = "block 0 4.4 0 4.4 0 4.4"
UPRIGHT = "prism 0 4.4 0 4.4 0 4.4 0 0 0"
TILTED = "prism 0 4.4 0 4.4 0 4.4 1.2 -0.8 0.9"
ABOUT_TO_FLIP = "prism 0 4.4 0 4.4 0 4.4 2.55 -2.5 2.55"
FLAT = "block 0 9 0 9 -0.5 0.5"
FLAT_TILTED = "prism 0 9 0 9 -0.5 0.5 1.5 0 0"

LENGTHS = "x 10 10 0.2 y 10 10 0.2 z 10 10 0.2"
TILTS = "xy 0 0 0.2 yz 0 0 0.2 xz 0 0 0.2"
SHEARING = "xy -4 -4 0.1 yz -4 -4 0.1 xz 4 4 0.1"
SIX = LENGTHS + " " + TILTS
PRESSED = "ptemp 10.0 nreset 1 pchain 0"
COUPLED = "x 8 8 0.2 y 8 8 0.2 z 12 12 0.2 couple xy " + PRESSED

THERMO = "step temp press pxx pyy pzz pxy pxz pyz lx ly lz xy xz yz etotal econserve f_1 f_1[*]"


STOCK_PAIR = "pair_style gran/hooke/history 1000 NULL 30 NULL 0.5 1\npair_coeff * *"
# LAMMPS' own with the plugin too: only the fix is compared.
BUILTIN_PAIR = STOCK_PAIR.replace("history", "history/builtin")


class Case:
    """What differs from the common deck."""

    def __init__(self, arguments, box=UPRIGHT, style="sphere", dimension=3, group="all", before="", after="",
                 run=f"run {STEPS}\n", ranks=1, dump=""):
        self.arguments, self.box, self.style, self.dimension = arguments, box, style, dimension
        self.group, self.before, self.after, self.run = group, before, after, run
        self.ranks, self.dump = ranks, dump

    def deck(self, shaken=False, pair=STOCK_PAIR):
        shake = "displace_atoms all random 1e-15 1e-15 0 5\n" if shaken else ""
        return f"""units lj
dimension {self.dimension}
atom_style {self.style}
atom_modify map array sort 0 0.0
boundary p p p
comm_modify vel yes
region box {self.box}
create_box 1 box
create_atoms 1 random {80 if self.dimension == 3 else 60} 4711 NULL overlap 0.9 maxtry 1000
set group all diameter 1.0
set group all mass 1.0
velocity all create 1.0 4711
velocity all zero linear
{shake}{pair}
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
timestep 0.001
{self.before}fix 1 {self.group} nph/sphere {self.arguments}
{self.after}thermo {EVERY}
thermo_style custom {THERMO}
thermo_modify format float %.17g
dump trajectory all custom {EVERY} dump.txt id type xu yu zu vx vy vz omegax omegay omegaz{self.dump}
dump_modify trajectory sort id format float %.17g
{self.run}"""


DIPOLES = """set group all dipole 0.3 -0.2 0.4
set atom 1*20 dipole 0.0 0.0 0.5
set atom 21*40 dipole -0.4 0.1 -0.6
set group all omega 1.0 -2.0 3.0
"""
MU = " mux muy muz"
# Half of the spheres do not move with the box. LAMMPS' check of a triclinic box adds up the largest movement of a
# corner and, of two that are alike, the second or a smaller one, as rounding decides: a list can then be too old for
# such a pair across a face (seen with two threads, whose box differs in the last digits). So: a new list every step.
MARKED = "group odd id 1:80:2\ngroup even id 2:80:2\nneigh_modify check no\n"

SAME_AS_STOCK = {
    "six components": Case(f"{SIX} {PRESSED}"),
    "six components, tilted": Case(f"{SIX} {PRESSED}", TILTED),
    "six components, flips": Case(f"{LENGTHS} {SHEARING} {PRESSED}", ABOUT_TO_FLIP),
    "shear stress, fixed reference cell":
        Case(f"{LENGTHS} xy 3 3 0.2 yz -2 -2 0.2 xz 1 1 0.2 ptemp 10.0 pchain 0", TILTED),
    "reference cell every 7 steps": Case(f"{SIX} ptemp 10.0 nreset 7 pchain 0", TILTED),
    "iso": Case("iso 10 10 0.2 ptemp 10.0", ORTHOGONAL),
    "aniso, ramp": Case("aniso 5 20 0.2 ptemp 10.0", ORTHOGONAL),
    "tri": Case("tri 10 10 0.2 ptemp 10.0", TILTED),
    "one length": Case("z 10 10 0.2 ptemp 10.0 pchain 0", ORTHOGONAL),
    "couple xy": Case(COUPLED, ORTHOGONAL),
    "couple yz": Case("x 12 12 0.2 y 8 8 0.2 z 8 8 0.2 couple yz " + PRESSED),
    "couple xz with tilts": Case(f"{LENGTHS} {TILTS} couple xz {PRESSED}"),
    "couple xyz with tilts": Case(f"{LENGTHS} {TILTS} couple xyz {PRESSED}"),
    "drag": Case(f"{SIX} drag 2.0 ptemp 10.0 nreset 1"),
    "chain of one": Case(f"{SIX} ptemp 10.0 pchain 1 ploop 3"),
    "chain of five": Case(f"{SIX} ptemp 10.0 pchain 5 ploop 2 drag 0.5"),
    "no mtk": Case(f"{SIX} mtk no {PRESSED}"),
    "no mtk, iso": Case("iso 10 10 0.2 mtk no ptemp 10.0 pchain 0", ORTHOGONAL),
    "fixed point": Case(f"{SIX} fixedpoint 0 1 2 {PRESSED}", TILTED),
    "dilate": Case(f"{SIX} dilate odd {PRESSED}", before=MARKED),
    "lengths of a tilted box": Case(f"{LENGTHS} {PRESSED}", TILTED),
    "no scaling of tilts": Case(f"{LENGTHS} scalexy no scalexz no scaleyz no {PRESSED}", TILTED),
    "no flips": Case(f"{LENGTHS} xy -1 -1 0.2 yz -1 -1 0.2 xz 1 1 0.2 flip no {PRESSED}", ABOUT_TO_FLIP),
    "isochoric, two lengths": Case("x 5 5 1.0 isochoric yz ptemp 10.0 pchain 0", ORTHOGONAL),
    "isochoric, tilted": Case("x 5 5 1.0 isochoric z ptemp 10.0 pchain 0", TILTED),
    "disc": Case("iso 10 10 0.2 disc ptemp 10.0 pchain 0", FLAT, dimension=2, after="fix 2 all enforce2d\n"),
    "disc, tilted": Case("x 10 10 0.2 y 10 10 0.2 xy 0 0 0.2 disc nreset 1 ptemp 10.0", FLAT_TILTED, dimension=2,
                         after="fix 2 all enforce2d\n"),
    "2d tri": Case("tri 10 10 0.2 ptemp 10.0", FLAT_TILTED, dimension=2, after="fix 2 all enforce2d\n"),
    "dipole": Case(f"{SIX} update dipole {PRESSED}", style="hybrid sphere dipole", before=DIPOLES, dump=MU),
    "dipole/dlm":
        Case(f"{SIX} update dipole/dlm {PRESSED}", style="hybrid sphere dipole", before=DIPOLES, dump=MU),
    "temperature of the start": Case(f"{SIX} nreset 1 pchain 0", before="velocity all create 5.0 12\n"),
    "part of the atoms": Case(f"{SIX} {PRESSED}", group="odd", before=MARKED, after="fix 2 even nve/sphere\n"),
    "fix_modify temp with bias":
        Case(f"{SIX} {PRESSED}", after="compute part all temp/profile 1 1 1 xy 1 1\n"
             "compute t all temp/sphere bias part\nfix_modify 1 temp t\n"),
    "fix_modify temp with bias, iso":
        Case("iso 10 10 0.2 ptemp 10.0", ORTHOGONAL, after="compute part all temp/com\n"
             "compute t all temp/sphere bias part\nfix_modify 1 temp t\n"),
    "fix_modify press": Case(f"{SIX} {PRESSED}", after="compute p all pressure NULL virial\nfix_modify 1 press p\n"),
    "1_press of another temperature": Case(f"{SIX} {PRESSED}", after="uncompute 1_press\ncompute 1_press all pressure thermo_temp\n"),
    "1_temp of rotation alone": Case(f"{SIX} {PRESSED}", after="uncompute 1_temp\ncompute 1_temp all temp/sphere dof rotate\n"),
    "respa": Case(f"{SIX} {PRESSED}", after="run_style respa 2 2 pair 2\n"),
    "rigid bodies":
        Case(f"{SIX} {PRESSED}", group="loose", before="group body id 1:8\ngroup loose subtract all body\n"
             "neigh_modify exclude group body body\nfix 2 body rigid single\n"),
    "another fix rescales velocities at the end of steps":
        Case(f"{SIX} {PRESSED}", after="fix 2 all temp/rescale 7 0.4 0.4 0.001 1.0\n"),
    "four processes, flips": Case(f"{LENGTHS} {SHEARING} {PRESSED}", ABOUT_TO_FLIP, ranks=4),
    "two runs": Case("x 10 20 0.2 y 10 10 0.2 ptemp 10.0 nreset 3",
                     run=f"run {STEPS // 2}\ntimestep 0.0007\nrun {STEPS // 2}\n"),
}
QUANTITIES = {"x": ("xu", "yu", "zu"), "v": ("vx", "vy", "vz"), "omega": ("omegax", "omegay", "omegaz")}


def table_deviation(one, other):
    """Largest deviation of two thermo tables, each column by its own largest value. Columns far below
    the largest pressure or length are rounding of it: their scale is at least 1, that of both."""
    if [row.keys() for row in one] != [row.keys() for row in other]:
        raise AssertionError("different thermo tables")
    largest, where = 0.0, ""
    for name in one[0]:
        scale = max(1.0, max(abs(row[name]) for row in one))
        for a, b in zip(one, other):
            if not abs(a[name] - b[name]) <= largest * scale:
                largest, where = abs(a[name] - b[name]) / scale, name
    return largest, where


class SameAsStock(DeckTest):
    def run_case(self, case, **options):
        pair = STOCK_PAIR if options.get("stock") else BUILTIN_PAIR
        result = self.lmp(case.deck(options.pop("shaken", False), pair), ranks=case.ranks, **options)
        return self.space.frames(), result.thermo()

    def test_all(self):
        report = []
        for name, case in SAME_AS_STOCK.items():
            with self.subTest(name):
                stock_frames, stock_table = self.run_case(case, stock=True)
                frames, table = self.run_case(case)
                shaken_frames, _ = self.run_case(case, stock=True, shaken=True)
                self.assertGreaterEqual(len(table), STEPS // EVERY + 1)
                quantities = dict(QUANTITIES, mu=case.dump.split()) if case.dump else QUANTITIES
                noise = max(deviations(stock_frames, shaken_frames, quantities).values())
                atoms = max(deviations(frames, stock_frames, quantities).values())
                box, column = table_deviation(stock_table, table)
                report.append((name, atoms, box, column, noise))
                self.assertLess(noise, NOISE, "the deck is too chaotic")
                self.assertLessEqual(atoms, BOUND)
                self.assertLessEqual(box, BOUND, column)
                if "flips" in name:
                    jumps = [abs(b[t] - a[t]) for a, b in zip(table, table[1:]) for t in ("Xy", "Xz", "Yz")]
                    flipped = max(jumps) > 2.0
                    self.assertEqual(flipped, name != "no flips")
                if name == "no flips":    # it would have, where the tilt passes 0.6 of a length
                    self.assertGreater(max(abs(row["Xy"]) / row["Lx"] for row in stock_table), 0.61)
        for line in report:
            print("%-36s atoms %.1e  table %.1e %-8s noise %.1e" % line)



class OtherPressure(DeckTest):
    def test_pressure_of_another_temperature(self):
        """The deck's compute contains the temperature thermo_temp, which only this compute measures."""
        text = """units lj
atom_style sphere
atom_modify map array sort 0 0.0
boundary p p p
comm_modify vel yes
region box block 0 4.4 0 4.4 0 4.4
create_box 1 box
create_atoms 1 random 80 4711 NULL overlap 0.9 maxtry 1000
set group all diameter 1.0
set group all mass 1.0
velocity all create 1.0 4711
pair_style gran/hooke/history/builtin 1000 NULL 30 NULL 0.5 1
pair_coeff * *
neighbor 0.3 bin
neigh_modify delay 0 every 1 check no
timestep 0.001
fix 1 all {} x 10 10 0.2 y 10 10 0.2 z 10 10 0.2 ptemp 10 pchain 0 nreset 1
compute pp all pressure thermo_temp
fix_modify 1 press pp
thermo 100
thermo_style custom step lx ly lz c_pp[1]
thermo_modify format float %.17g
run 300
"""
        ours, stock = (self.lmp(text.format(style)).thermo() for style in ("nph/sphere", "nph/sphere/builtin"))
        for one, other in zip(ours, stock):
            self.assertAlmostEqual(one["Lx"], other["Lx"], delta=1e-11)    # measured: 2.5e-6 without the pressure at the start


class Flat(DeckTest):
    def test_mean_of_two_pressures(self):
        """There is no pressure along z."""
        frames = []
        for words in ("iso 10 10 0.2", "x 10 10 0.2 y 10 10 0.2 couple xy"):
            self.lmp(Case(f"{words} xy 0 0 0.2 nreset 1 ptemp 10.0 pchain 0", FLAT_TILTED, dimension=2, after="fix 2 all enforce2d\n").deck())
            frames.append(self.space.frames())
        self.assertEqual(*frames)


class Restart(DeckTest):
    """A run in two parts, the second from a restart file."""

    FIRST = Case(f"{LENGTHS} xy 1 1 0.2 yz 0 0 0.2 xz 0 0 0.2 ptemp 10.0 pchain 2", TILTED,
                 # the file of the plugin's gran/hooke/history is not for stock, and the other way round
                 run="run 500\npair_style zero 1.0\npair_coeff * *\nwrite_restart half.restart\n").deck()
    SECOND = f"""units lj
comm_modify vel yes
read_restart half.restart
pair_style gran/hooke/history 1000 NULL 30 NULL 0.5 1
pair_coeff * *
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
timestep 0.001
fix 1 all nph/sphere {LENGTHS} xy 1 1 0.2 yz 0 0 0.2 xz 0 0 0.2 pchain 2
thermo {EVERY}
thermo_style custom {THERMO}
thermo_modify format float %.17g
dump trajectory all custom {EVERY} dump.txt id type xu yu zu vx vy vz omegax omegay omegaz
dump_modify trajectory sort id format float %.17g
run 500
"""

    def test_box_goes_on_as_it_was(self):
        before = self.lmp(self.FIRST).thermo()[-1]
        after = self.lmp(self.SECOND).thermo()[0]
        self.assertEqual(before["Step"], after["Step"])
        # rates, strains and chain are stored as they are; energies follow from them and from the reference
        # temperature, which is stored too (ptemp is not in the second command)
        for name in before:
            if name.startswith(("f_1", "L", "X", "Y")):
                self.assertEqual(before[name], after[name], name)
        self.assertNotEqual(after["f_1[7]"], 0.0)

    def test_same_as_stock_with_files_of_either(self):
        runs = {}
        for writer in (False, True):
            for reader in (False, True):
                self.lmp(self.FIRST, stock=writer)
                self.lmp(self.SECOND, stock=reader)
                runs[writer, reader] = self.space.frames()
        for frames in runs.values():
            self.assertLessEqual(max(deviations(runs[True, True], frames, QUANTITIES).values()), BOUND)

    def rows_after(self, first, words):
        self.lmp(Case(first, UPRIGHT, run="run 200\nwrite_restart half.restart\n").deck())
        return self.lmp(self.SECOND.replace(f"{LENGTHS} xy 1 1 0.2 yz 0 0 0.2 xz 0 0 0.2 pchain 2", words + " ptemp 10.0 pchain 0")).thermo()

    def test_reference_cell_after_one_pressure(self):
        """A file of iso has none: it is the cell in which the fix begins, as with nreset."""
        words = "x 10 10 0.2 y 10 10 0.2 z 12 12 0.2"
        rows = [self.rows_after("iso 10 10 0.2 ptemp 10.0 pchain 0", words + nreset) for nreset in ("", " nreset 100000")]
        for name in ("Lx", "Lz", "f_1"):
            self.assertEqual(rows[0][-1][name], rows[1][-1][name])

    @unittest.skipIf(harness.is_older(), "there is no isochoric")
    def test_isochoric_in_the_file_alone(self):
        rows = self.rows_after("z 10 10 0.2 isochoric xy ptemp 10.0 pchain 0", LENGTHS)
        self.assertNotEqual(rows[0]["Lx"], rows[-1]["Lx"])

    def test_coupled_lengths_go_on_alike(self):
        """Although their rates differ in the file."""
        rows = self.rows_after("x 13 13 0.2 y 10 10 0.2 z 8 8 0.2 ptemp 10.0 pchain 0", "iso 10 10 0.2")
        first, last = rows[0], rows[-1]
        self.assertNotEqual(first["Lx"], first["Ly"])
        for name in ("Ly", "Lz"):
            # rounding of 1000 half steps
            self.assertAlmostEqual(first[name] / first["Lx"], last[name] / last["Lx"], delta=1e-12)

    def test_component_without_piston_stops(self):
        self.lmp(self.FIRST)
        table = self.lmp(self.SECOND.replace(" xy 1 1 0.2 yz 0 0 0.2 xz 0 0 0.2", "")).thermo()
        first, last = table[0], table[-1]
        # scalexy, the default in a tilted box, keeps the ratio; a rate left over would not. Rounding of
        # 1000 half steps.
        self.assertAlmostEqual(first["Xy"] / first["Ly"], last["Xy"] / last["Ly"], delta=1e-12)


REST = """units {units}
atom_style sphere
atom_modify map array
boundary p p p
newton off
comm_modify vel yes
region box prism 0 {edge} 0 {edge} 0 {edge} 0 0 0 units box
create_box 1 box
create_atoms 1 random 60 4711 NULL overlap {diameter} maxtry 10000
set group all diameter {diameter}
set group all density {density}
{pair}
neighbor {skin} bin
neigh_modify delay 0 every 1 check yes
timestep {dt}
variable P equal {pressure}
variable Pd equal {damping}
"""
PAPER_COMMAND = ("fix 1 all nph/sphere x $P $P ${Pd} y $P $P ${Pd} z $P $P ${Pd} "
                 "xy 0.0 0.0 ${Pd} yz 0.0 0.0 ${Pd} xz 0.0 0.0 ${Pd} nreset 1 pchain 0")
HOOKE = "pair_style granular\npair_coeff * * hooke 1.0 0.5 tangential linear_history 1.0 0.5 0.3 damping velocity"
GLASS = ("pair_style granular\npair_coeff * * hertz/material 1e8 0.9 0.25 tangential mindlin NULL 1.0 0.5 "
         "damping coeff_restitution")
LJ = dict(units="lj", edge=6.5, diameter=1.0, density=1.9098593171027443, pair=HOOKE, skin=0.1, dt=0.02,
          pressure=1e-3, damping=2.25)
SI = dict(units="si", edge=6.5e-4, diameter=1e-4, density=2500.0, pair=GLASS, skin=1e-5, dt=2e-7,
          pressure=100.0, damping=2e-5)
OUTPUT = """thermo 100
thermo_style custom step temp vol lx f_1 f_1[*]
thermo_modify format float %.17g
dump trajectory all custom 100 dump.txt id type xu yu zu vx vy vz omegax omegay omegaz
dump_modify trajectory sort id format float %.17g
"""


def at_rest(keywords="", values=LJ, command=PAPER_COMMAND, run="run 1000\n", **changes):
    return REST.format(**dict(values, **changes)) + command + " " + keywords + "\n" + OUTPUT + run


class PistonMass(DeckTest):
    """The reference energy without a temperature."""

    LINE = "reference energy"

    def piston_mass(self, table):
        """From kinetic energy and rate of the first piston: f_1[19] = W rate^2 / 2, f_1[7] = rate."""
        row = next(r for r in table if r["Step"] > 0)
        names = list(row)
        vector = names[names.index(next(n for n in names if n.startswith("f_1") and n != names[4])):]
        return 2.0 * row[vector[18]] / row[vector[6]] ** 2

    def test_paper_command_from_rest(self):
        result = self.lmp(at_rest())
        self.assertIn("fix nph/sphere: piston mass from contact stiffness, reference energy 1 per particle",
                      result.log)
        table = result.thermo()
        self.assertLess(table[-1]["Volume"], 0.7 * table[0]["Volume"])
        # (N + 1) E0 Pdamp^2, printed with 17 digits, from a ratio of small numbers
        self.assertAlmostEqual(self.piston_mass(table), 61 * 2.25 ** 2, delta=1e-9)

    def test_stock_refuses_it(self):
        pair = "pair_style gran/hooke 1 1 1 1 0.3 1\npair_coeff * *"
        self.assertIn("Current temperature too close to zero",
                      self.space.run(at_rest(pair=pair), stock=True).error)

    def test_contact_is_the_default_from_rest(self):
        one = self.trajectory(at_rest())
        other = self.trajectory(at_rest("pmass contact"))
        self.assertEqual(deviations(one, other, QUANTITIES), {"x": 0.0, "v": 0.0, "omega": 0.0})

    def test_energy_is_a_temperature_over_boltzmann(self):
        # in lj units k_B = 1: the same numbers to the last digit
        for keywords in ("pmass energy 2.5", "pmass contact"):
            kn = "2.5" if "contact" in keywords else "1.0"
            one = self.trajectory(at_rest(keywords, pair=HOOKE.replace("hooke 1.0", "hooke " + kn)))
            other = self.trajectory(at_rest("ptemp 2.5", pair=HOOKE.replace("hooke 1.0", "hooke " + kn)))
            self.assertEqual(deviations(one, other, QUANTITIES), {"x": 0.0, "v": 0.0, "omega": 0.0})

    def test_temp_is_the_current_temperature(self):
        moving = LJ["pair"] + "\nvelocity all create 1.5 77"
        one, other = (self.lmp(at_rest(k, pair=moving)).thermo() for k in ("pmass temp", ""))
        self.assertEqual(one, other)
        # compute temp/sphere counts the resting spins: 177 of the 357 degrees of freedom are moving
        self.assertAlmostEqual(self.piston_mass(one), 61 * 1.5 * 177 / 357 * 2.25 ** 2, delta=1e-8)

    def test_temperature_wins_over_contacts_by_default_only(self):
        moving = LJ["pair"] + "\nvelocity all create 1.5 77"
        table = self.lmp(at_rest("pmass contact", pair=moving)).thermo()
        self.assertAlmostEqual(self.piston_mass(table), 61 * 2.25 ** 2, delta=1e-8)

    def test_without_particles(self):
        """Only the pressure moves the box."""
        tables = [self.lmp(at_rest(f"pmass energy 1.0 mtk {mtk}", run="delete_atoms group all\nrun 100\n")).thermo() for mtk in ("yes", "no")]
        self.assertEqual(*tables)
        self.assertLess(tables[0][-1]["Lx"], tables[0][0]["Lx"])

    def test_si_units(self):
        result = self.lmp(at_rest("pmass contact", SI))
        energy = result.numbers_after(self.LINE)[0]
        # k d^2 with k between 1e2 and 1e4 N/m for glass of 1e8 Pa, d = 1e-4 m
        self.assertGreater(energy, 1e-7)
        self.assertLess(energy, 1e-3)
        table = result.thermo()
        # the energy is printed with 6 digits or more
        self.assertAlmostEqual(self.piston_mass(table) / (61 * energy * SI["damping"] ** 2), 1.0, delta=1e-5)
        self.assertLess(table[-1]["Volume"], 0.95 * table[0]["Volume"])

    def test_two_dimensions(self):
        """A pressure is a force per length there: the energy over the square of a length does not depend on the unit."""
        found = []
        for s in (1.0, 1e-3):
            run = self.lmp(f"""units lj
dimension 2
atom_style sphere
boundary p p p
comm_modify vel yes
region box block 0 {9 * s} 0 {9 * s} {-0.5 * s} {0.5 * s}
create_box 1 box
create_atoms 1 single {1.5 * s} {1.5 * s} 0
create_atoms 1 single {4.5 * s} {1.5 * s} 0
set group all diameter {s}
set group all mass 1.0
pair_style granular
pair_coeff * * hertz/material {1e3 / s} 0.5 0.3 tangential none damping coeff_restitution
neighbor {0.3 * s} bin
fix 1 all nph/sphere x 1 1 0.5 y 1 1 0.5 pmass contact
fix 2 all enforce2d
run 1
""")
            found.append(float(re.search(r"reference energy (\S+) per", run.log)[1]) / s**2)
        self.assertAlmostEqual(found[0] / found[1], 1.0, delta=1e-4)    # printed digits

    def test_si_units_with_a_temperature_have_no_inertia(self):
        # k_B 300 K: the box runs away at once
        result = self.space.run(at_rest("ptemp 300", SI))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("a jammed box oscillates in 7.4e-05 time steps: use pmass contact (reference energy 7.528e-07), a longer Pdamp", " ".join(result.warnings))

    def test_box_too_light_for_the_time_step(self):
        light = [self.space.run(at_rest("", damping=Pdamp, run="run 0\nrun 0\n")).warnings for Pdamp in (0.009, 0.011)]
        self.assertEqual([sum("a jammed box oscillates in 4.5 time steps: use a longer Pdamp" in w for w in warnings) for warnings in light], [1, 0])

    def test_ramp_from_zero_takes_the_end(self):
        ramp = PAPER_COMMAND.replace("$P $P", "0.0 $P")
        one, other = (self.lmp(at_rest("pmass contact", SI, command=c)) for c in (PAPER_COMMAND, ramp))
        self.assertEqual(one.numbers_after(self.LINE), other.numbers_after(self.LINE))

    def test_stiffest_style_of_hybrid(self):
        pair = ("pair_style hybrid/overlay granular granular\n"
                "pair_coeff * * granular 1 hooke 1.0 0.5 tangential linear_nohistory 0.5 0.3 damping velocity\n"
                "pair_coeff * * granular 2 hooke 4.0 0.5 tangential linear_nohistory 0.5 0.3 damping velocity")
        self.assertEqual(self.lmp(at_rest(pair=pair)).numbers_after(self.LINE), [4.0])

    def test_written_once_and_kept_in_restart(self):
        first = self.lmp(at_rest("pmass energy 3.5", run="run 100\nrun 100\nwrite_restart r\n"))
        self.assertEqual(first.numbers_after(self.LINE), [3.5])
        start = REST.format(**LJ)
        start = start[:start.index("atom_style")] + "comm_modify vel yes\nread_restart r\n" + HOOKE + "\n" + \
            start[start.index("neighbor"):]
        second = self.lmp(start + PAPER_COMMAND + "\n" + OUTPUT + "run 100\n")
        self.assertEqual(second.numbers_after(self.LINE), [])
        self.assertAlmostEqual(self.piston_mass(second.thermo()), 61 * 3.5 * 2.25 ** 2, delta=1e-8)

    def test_no_chain_without_temperature(self):
        command = PAPER_COMMAND.replace(" pchain 0", "")

        def columns(result):
            return len(result.thermo()[0])

        without = self.lmp(at_rest("", command=PAPER_COMMAND))
        self.assertEqual(columns(self.lmp(at_rest("pmass contact", command=command))), columns(without))
        self.assertEqual(columns(self.lmp(at_rest("pmass energy 1", command=command))), columns(without))
        # by default stock's three links, two times two numbers each, and a word of warning
        chained = self.lmp(at_rest("", command=command))
        self.assertEqual(columns(chained), columns(without) + 12)
        self.assertTrue(any("pchain 3 drives each piston" in w for w in chained.warnings))
        self.assertEqual([w for w in without.warnings if "piston" in w], [])


ALONE = "x 1 1 1"
WRONG = [
    # box or atoms, arguments, message
    ({}, f"{ALONE} pmass", "Too few values for fix nph/sphere pmass: needs contact/energy/temp"),
    ({}, f"{ALONE} pmass energy", "Too few values for fix nph/sphere pmass energy: needs E0"),
    ({}, f"{ALONE} pmass stiffness", "Unknown fix nph/sphere pmass option 'stiffness': known are contact, energy, temp"),
    ({}, f"{ALONE} pmass energy 0", "Illegal fix nph/sphere pmass energy value 0: must be > 0"),
    ({}, f"{ALONE} pmass energy -1", "Illegal fix nph/sphere pmass energy value -1: must be > 0"),
    ({}, f"{ALONE} pmass energy nan", "Illegal fix nph/sphere pmass energy value nan: must be a number"),
    ({}, f"{ALONE} pmass energy 1e999", "1e999"),
    ({}, f"{ALONE} pmass contact ptemp 1", "Fix nph/sphere keywords ptemp and pmass exclude each other"),
    ({}, f"{ALONE} ptemp 1 pmass temp", "Fix nph/sphere keywords ptemp and pmass exclude each other"),
    ({}, f"{ALONE} ptemp 0", "Invalid fix nph/sphere ptemp argument"),
    ({}, f"{ALONE} pmass temp", "Current temperature 0 is too close to zero for fix nph/sphere pmass temp: use "
     "'pmass contact', 'pmass energy E0' or 'ptemp T'"),
    ({}, ALONE, "Fix nph/sphere cannot take its piston mass from pair style gran/hooke/builtin, which gives no contact "
     "energy at pressure 1: use keyword 'ptemp T' or 'pmass energy E0'"),
    ({}, f"{ALONE} pmass contact", "use keyword 'ptemp T' or 'pmass energy E0'"),
    (dict(pair="pair_style none"), f"{ALONE} pmass contact", "from pair style none"),
    ({}, f"temp 1 1 1 {ALONE}", "Temperature control can not be used with fix nph/sphere"),
    ({}, "", "Pressure control must be used with fix nph/sphere: give at least one of the keywords iso, aniso"),
    ({}, "drag 1", "Pressure control must be used with fix nph/sphere"),
    ({}, f"{ALONE} foo 1", "Unknown fix nph/sphere keyword 'foo': known are iso, aniso, tri, x"),
    ({}, f"{ALONE} erate 1 1", "Unknown fix nph/sphere keyword 'erate'"),
    ({}, "x 1 1", "Too few values for fix nph/sphere x: needs Pstart Pstop Pdamp"),
    ({}, "x 1 1 drag 1", "Illegal fix nph/sphere x Pdamp value drag: must be a number"),
    ({}, f"{ALONE} drag", "Too few values for fix nph/sphere drag: needs factor"),
    ({}, f"{ALONE} fixedpoint 0 mid 0", "Illegal fix nph/sphere fixedpoint y value mid: must be a number"),
    ({}, "iso 1 1 0", "Illegal fix nph/sphere iso Pdamp value 0: must be > 0"),
    ({}, "z 1 1 -2", "Illegal fix nph/sphere z Pdamp value -2: must be > 0"),
    ({}, "x 1 one 1", "Illegal fix nph/sphere x Pstop value one: must be a number"),
    ({}, f"{ALONE} ploop 0", "Illegal fix nph/sphere ploop value 0: must be > 0"),
    ({}, f"{ALONE} pchain -1", "Invalid fix nph/sphere pchain argument: -1"),
    ({}, f"{ALONE} nreset -1", "Invalid fix nph/sphere nreset argument: -1"),
    ({}, f"{ALONE} drag -1", "Invalid fix nph/sphere drag argument: -1"),
    ({}, f"{ALONE} couple abc", "Illegal fix nph/sphere couple option: abc"),
    ({}, f"{ALONE} couple xy", "Fix nph/sphere keyword couple xy: y has no target pressure"),
    ({}, "x 1 1 1 y 2 2 1 couple xy", "Fix nph/sphere couples xy (keyword iso or couple): x and y must have the same Pstart Pstop Pdamp"),
    ({}, "iso 1 1 1 z 1 2 1", "Fix nph/sphere couples xyz (keyword iso or couple): y and z must have the same Pstart Pstop Pdamp"),
    ({}, f"{ALONE} dilate nobody", "Fix nph/sphere dilate group ID nobody does not exist"),
    ({}, f"{ALONE} update spin", "Invalid fix nph/sphere update argument: spin"),
    ({}, f"{ALONE} update dipole", "Using update dipole flag requires atom attribute mu"),
    ({}, f"{ALONE} disc", "Fix nph/sphere disc option requires 2d simulation"),
    (dict(boundary="f p p"), ALONE, "Cannot use fix nph/sphere on a non-periodic x dimension"),
    (dict(boundary="p p f"), "x 1 1 1 xz 0 0 1", "Cannot use fix nph/sphere on a 2nd non-periodic dimension"),
    (dict(box="block"), "x 1 1 1 xy 0 0 1", "Can not specify Pxy/Pxz/Pyz in fix nph/sphere with non-triclinic box"),
    (dict(style="atomic"), ALONE, "Fix nph/sphere requires atom attribute omega"),
    (dict(diameter="0"), f"{ALONE} ptemp 1",
     "Fix nph/sphere requires extended particles: an atom of its group has radius (diameter) 0"),
    ({}, f"{ALONE} ptemp 1\nfix 2 all deform 1 x erate 0.1",
     "Must not have multiple fixes change box parameter x"),
    ({}, f"{ALONE} ptemp 1 y rate 1000", "Fix nph/sphere changes the y length of the box from 5 to 60.9"),
    ({}, f"{ALONE} ptemp 1\nfix_modify 1 temp nothing", "Could not find fix_modify temperature ID nothing"),
    ({}, f"{ALONE} ptemp 1\nfix_modify 1 press nothing", "Could not find fix_modify pressure ID nothing"),
    ({}, f"{ALONE} ptemp 1\nfix_modify 1 energy yes", "does not support fix_modify energy command"),
]


class BadInput(DeckTest):
    def deck(self, arguments, boundary="p p p", box="prism", style="sphere", diameter="1",
             pair="pair_style gran/hooke/builtin 1 1 1 1 0.3 1\npair_coeff * *"):
        tilt = " 0 0 0" if box == "prism" else ""
        size = f"set group all diameter {diameter}\n" if style == "sphere" else ""
        if style != "sphere":
            pair = "mass 1 1.0\npair_style zero 1.0\npair_coeff * *"
        return f"""units lj
atom_style {style}
boundary {boundary}
comm_modify vel yes
region box {box} 0 5 0 5 0 5{tilt}
create_box 1 box
create_atoms 1 single 1 1 1
create_atoms 1 single 3 3 3
{size}{pair}
fix 1 all nph/sphere {arguments}
run 1
"""

    def test_messages(self):
        for changes, arguments, message in WRONG:
            with self.subTest(arguments, **changes):
                result = self.space.run(self.deck(arguments, **changes))
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(message, result.error, f"exit code {result.returncode}: {result.output[-500:]}")

    def test_the_word_that_is_wrong(self):
        """LAMMPS' fix marks it, also behind keywords that only this fix has."""
        harness.skip_older("it marks no word")
        for before in ("pmass contact x 1 1 0.5", "pmass energy 2.0 x 1 1 0.5", "x rate 0.1 y 1 1 0.5"):
            lines = self.space.run(self.deck(before + " drag -1")).output.splitlines()
            (command,) = {k for k, line in enumerate(lines) if line.startswith("Last input line: fix 1")}
            self.assertEqual(lines[command + 1].rstrip(), " " * lines[command].index("-1") + "^^")


if __name__ == "__main__":
    unittest.main()
