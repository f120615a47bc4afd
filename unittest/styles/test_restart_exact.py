"""A run continued from a restart file is the uninterrupted one, to the last bit.

The uninterrupted run writes restart files at the same steps, because LAMMPS makes new neighbor lists there. Compared are
positions, velocities, spins, forces and torques in the order of the particles, all columns of the thermo output, and the
bytes of the restart files that both runs write at the end: these have the histories of contacts, the state of the
box and of all fixes too. Nothing is rounded, and no tolerance is needed, except on a GPU after LAMMPS has sorted the
particles or sent them to other ranks (Base.assert_same).
"""

import itertools
import os
import random
import signal
import struct
import subprocess
import time
import unittest
from unittest import mock

import harness

HOOKE = ("hooke 1000.0 10.0 tangential linear_history 300.0 1.0 0.4 damping velocity "
         "rolling sds 200.0 5.0 0.1 twisting sds 100.0 0.5 0.05")
# Places at which files are cut, and bits that are turned. 200 of each were tested by hand.
CUTS = 20
LAWS = {
    "hooke": HOOKE,
    "without history": "hooke 1000.0 10.0 tangential linear_nohistory 1.0 0.4",
    "material": "hertz/material 9000.0 0.4 0.3 tangential mindlin_rescale/force NULL 0.7 0.4 damping coeff_restitution "
                "rolling sds 200.0 5.0 0.1 twisting marshall",
    "mindlin": "hertz 4000.0 30.0 tangential mindlin 3000.0 0.7 0.4 damping viscoelastic",
    "jkr": "jkr 9000.0 30.0 0.3 1.0 tangential mindlin NULL 0.7 0.3 damping velocity rolling sds 200.0 5.0 0.1",
    "creep": "hertz/material 9000.0 30.0 0.3 tangential mindlin_creep NULL 0.7 0.4 damping velocity "
             "rolling sds 200.0 5.0 0.1",
    "tracking": "hooke 1000.0 10.0 damping velocity tangential tracking 300.0 0.4 0.35 1.0 rolling tracking 0.2 1.0 "
                "twisting tracking/hertz 1.0",
}
BOX = "fix box all nph/sphere x 1.0 1.0 5.0 y 1.0 1.0 5.0 z 1.0 1.0 5.0 xy 0.4 0.4 5.0 xz 0.0 0.0 5.0 yz 0.0 0.0 5.0\n"
GRID = {1: "1 1 1", 2: "1 1 2", 4: "1 2 2"}    # otherwise LAMMPS chooses it by the shape of the box when it reads it
OUTPUT = """thermo_style custom step ke press pxx pyy pzz pxy pxz pyz lx ly lz xy xz yz {columns}
thermo_modify format float %.17g
thermo 20
dump all all custom 40 {dump} id type x y z ix iy iz vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz
dump_modify all format float %.17g
"""


def table(text):
    """The numbers of each line of a frame or row. Particles are in the order of their IDs."""
    head, _, particles = text.partition("ITEM: ATOMS")
    rows = [[float(word) for word in line.split()] for line in particles.splitlines()[1:]]
    return [[float(word) for word in line.split()] for line in head.splitlines() if "ITEM" not in line] + sorted(rows)


class Base(harness.DeckTest):
    def start(self, law=HOOKE, common=BOX, size=3.6, count=60, ranks=1, newton="on", skin=0.3, steps=400, run=None,
              boundary="p p p", box="prism", before="", columns="", bounds="", start="box",
              pair="", sorts=False):
        """Writes a.N every `steps`/2 steps of a run from random positions. What `common` says is in both decks.

        sorts    whether LAMMPS sorts the particles of the compared runs, each for itself: at the start of both, or after
                 the file
        """
        self.same_order = not harness.has_gpu() or (ranks == 1 and not sorts)
        self.common = (f"neighbor {skin} bin\nneigh_modify delay 0 every 1 check yes\ntimestep 0.002\n{common}")
        self.head = f"newton {newton}\n"
        self.half, self.columns = steps // 2, columns
        tilts = " 0 0 0" if box == "prism" else ""
        return self.lmp(f"""units lj
atom_style sphere
comm_modify vel yes
boundary {boundary}
processors {GRID[ranks]}
{self.head}region box {box} {bounds or f' 0 {size}' * 3}{tilts}
create_box 2 box
{before}create_atoms 1 random {count} 123 {start if start != "box" else "NULL"} {"overlap 0.85 maxtry 1000" * (start != "box")}
set group all diameter 1.0
set group all density 1.9
{pair or f"pair_style granular{chr(10)}pair_coeff * * {law}"}
velocity all create 0.5 4928459
{self.common}{OUTPUT.format(dump="a.txt", columns=columns)}restart {self.half} a.*
{run or f"run {steps}"}
""", ranks=ranks)

    def go_on(self, ranks=1, run=None, after="", file="a.{half}", before=""):
        """Reads the first file, and writes b.N."""
        return self.lmp(f"""comm_modify vel yes
processors {GRID[ranks]}
{self.head}{before}read_restart {file.format(half=self.half)}
{after}{self.common}{OUTPUT.format(dump="b.txt", columns=self.columns)}restart {self.half} b.*
{run or f"run {self.half}"}
""", ranks=ranks)

    def frames_from(self, name, step):
        """The text of the frames of a dump from a step on, as {step: text}."""
        frames = self.space.read(name).split("ITEM: TIMESTEP\n")[1:]
        return {int(text.split("\n", 1)[0]): text for text in frames if int(text.split("\n", 1)[0]) >= step}

    def rows_from(self, result, step):
        rows, on = {}, False
        for line in result.log.splitlines():
            words = line.split()
            if words[:1] == ["Step"]:
                on = True
            elif line.startswith("Loop time"):
                on = False
            elif on and words and words[0].isdigit() and int(words[0]) >= step:
                rows[int(words[0])] = line
        return rows

    def file_data(self, name):
        """A restart file from the pair style on, without the checksum of its head. Before it is LAMMPS' header with the
        time at which the run began."""
        data = (self.space.path / name).read_bytes()
        place = data.index(b"GSRT head sum:") + 16
        return data[data.index(b"granular\0"):place] + data[place + 8:]

    def assert_same(self, one, other):
        """Frames or rows of the thermo output, {step: text}, have the same bits.

        On a GPU, particles that LAMMPS has sorted into one bin, or received from another rank, have an order that
        differs from run to run. Forces do not depend on it, but the order of lines in a dump does, and so do sums over
        all particles: thermo output, and the stress by which a barostat moves the box. These differ by 1e-16, which
        collisions make grow. Measured on a host with particles in other orders, as part of the largest number of a
        column: 3e-12 in step 200, 3e-11 in step 400, 1e-9 in step 1000.
        """
        self.assertEqual(one.keys(), other.keys())
        if self.same_order:
            for step in one:
                self.assertEqual(one[step], other[step], f"step {step}")
            return
        tables = [{step: table(text) for step, text in texts.items()} for texts in (one, other)]
        largest = {}    # by number of columns, which distinguishes the box from particles
        for row in itertools.chain(*tables[0].values()):
            for k, value in enumerate(row):
                largest[len(row), k] = max(largest.get((len(row), k), 0.0), abs(value))
        for step, rows in tables[0].items():
            bound = 1e-10 * 10.0 ** (step / 300.0)
            self.assertEqual(*[[len(row) for row in rows[step]] for rows in tables], f"step {step}")
            for row, found in zip(rows, tables[1][step]):
                for k, (a, b) in enumerate(zip(row, found)):
                    self.assertLessEqual(abs(a - b), bound * largest[len(row), k], f"step {step}: {row} and {found}")

    def assert_identical(self, one, other, end=None, files=True, thermo=True, replays=True):
        """replays: whether the file has the last forces, because it was written in a run."""
        end = end or 2 * self.half
        frames = [self.frames_from(name, self.half) for name in ("a.txt", "b.txt")]
        self.assertGreater(len(frames[1]), 4)
        self.assert_same(*frames)
        rows = [self.rows_from(result, self.half) for result in (one, other)]
        self.assertGreater(len(rows[1]), 4)
        if thermo:
            self.assert_same(*rows)
        (self.assertIn if replays else self.assertNotIn)(f"The run goes on with the forces of step {self.half}\n", other.log)
        if files and end % self.half == 0 and self.same_order:
            self.assertEqual(*[self.file_data(f"{letter}.{end}") for letter in "ab"])

    def check(self, ranks=1, after="", files=True, **options):
        one = self.start(ranks=ranks, **options)
        self.assert_identical(one, self.go_on(ranks, after=after), files=files)


class Exact(Base):
    def test_laws_in_a_moving_box(self):
        for name, law in LAWS.items():
            with self.subTest(law=name):
                self.check(law=law)

    def test_full_disk(self):
        """LAMMPS does not see that the last 4 kB of a file have not been written. Its own run goes on without a word."""
        launcher = self.space.on_full_disk()
        deck = harness.deck("pair_style granular\npair_coeff * * hooke 1000.0 0.0 tangential linear_history 100.0 0.0 0.5 damping velocity",
                            run="run 1\nwrite_restart full/a.restart\nprint 'went on'\n")
        self.space.write("data.txt", harness.data_file([harness.Sphere((0, 0, 0))]))
        run = self.space.run(deck, launcher=launcher)
        self.assertEqual(run.returncode, 1)
        self.assertIn("Cannot write restart file full/a.restart: the file is cut short", run.error)
        self.assertNotIn("went on", run.output)

    def test_ranks_and_newton(self):
        for ranks in (1, 2, 4):
            for newton in ("on", "off"):
                with self.subTest(ranks=ranks, newton=newton):
                    self.check(ranks=ranks, newton=newton, count=120, size=4.6)

    def test_chain_and_reference_cell(self):
        """States of the barostat beside strains and rates: chain, interval of nreset, isotropic coupling, a given rate."""
        for name, box in (("chain", BOX.replace("yz 0.0", "pchain 3 yz 0.0")),
                          ("nreset", BOX.replace("yz 0.0", "nreset 30 yz 0.0")),
                          ("coupled, with a shear target", BOX.replace("yz 0.0", "couple xyz yz 0.0")),
                          ("iso", "fix box all nph/sphere iso 1.0 1.0 5.0\n"),
                          ("aniso with drag", "fix box all nph/sphere aniso 1.0 1.0 5.0 drag 0.5\n"),
                          ("other fixes change velocities", BOX + "fix slow all momentum 7 linear 1 1 1\n"),
                          ("rate", "fix box all nph/sphere x 1.0 1.0 5.0 y 1.0 1.0 5.0 z 1.0 1.0 5.0 xy rate 0.3\n")):
            with self.subTest(name):
                self.check(common=box)

    def test_flips(self):
        """The box flips before and after the restart."""
        shear = "fix box all nph/sphere x 1.0 1.0 5.0 y 1.0 1.0 5.0 z 1.0 1.0 5.0 xy rate 2.0\n"
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                one = self.start(common=shear, ranks=ranks, count=120, size=4.6, steps=600)
                tilts = {}
                for step, row in self.rows_from(one, 0).items():
                    tilts[step] = float(row.split()[12])
                steps = sorted(tilts)
                flips = [b for a, b in zip(steps, steps[1:]) if tilts[b] < tilts[a]]
                self.assertTrue(any(f <= 300 for f in flips) and any(f > 300 for f in flips), flips)
                self.assert_identical(one, self.go_on(ranks))

    def test_box_at_rest(self):
        """fix nve/sphere in a box that is orthogonal, or not."""
        for box in ("block", "prism"):
            with self.subTest(box=box):
                self.check(common="fix move all nve/sphere\n", box=box)

    def test_particles_are_sorted(self):
        """Sorting at the same steps as the uninterrupted run, and by bins of one diameter."""
        for every in (70, 200, 1000):    # 200: in the step of the file
            with self.subTest(every=every):
                self.check(count=300, size=6.3, before=f"atom_modify sort {every} 1.0\n", sorts=every < 400)
        # in a box at rest, bins that the pair style chooses
        self.check(common="fix move all nve/sphere\n", box="block", count=300, size=6.3, before="atom_modify sort 70 0.0\n",
                   pair=f"pair_style granular sort always\npair_coeff * * {HOOKE}\n", sorts=True)

    def test_particles_are_sorted_after_reset_timestep(self):
        self.start(common="fix move all nve/sphere\n", box="block", count=300, size=6.3, before="atom_modify sort 50 1.0\n", sorts=True)
        self.go_on(after="reset_timestep 0\n")
        whole, part = ({step - first: text.split("\n", 1)[1] for step, text in self.frames_from(name, first).items()}
                       for name, first in (("a.txt", self.half), ("b.txt", 0)))
        self.assert_same(whole, part)

    def test_lists_of_pouring(self):
        """Fast particles: pairs with ghosts have a list of their own, which LAMMPS makes anew every few steps."""
        law = "hooke 1000.0 2.0 tangential linear_history 300.0 1.0 0.4 damping velocity"
        one = self.start(law=law, common="fix move all nve/sphere\n", count=40, skin=0.1, size=6.0,
                         run="velocity all scale 60.0\nrun 400\n")
        self.assertGreater(one.numbers_after("Neighbor list builds")[0], 40)
        self.assert_identical(one, self.go_on())

    def test_files_between_runs(self):
        """Files that are written between the parts of a run do not change it. LAMMPS converts positions for them in a
        triclinic box: there it is the same with the keyword `restart lammps`."""
        def frames(written, before="", **options):
            text = f"run 400 every 200 {written}\n" if written else "run 200\nrun 200\n"
            self.start(run=text, sorts=True, pair=f"pair_style granular{before}\npair_coeff * * {HOOKE}\n", **options)
            return self.frames_from("a.txt", 0)

        at_rest = {"box": "block", "common": "fix move all nve/sphere\n"}
        without = frames("", **at_rest)
        for written in ("'write_restart w.*'", "'write_restart w.*' 'write_data w.data'"):
            with self.subTest(written):
                self.assert_same(frames(written, **at_rest), without)
                self.assert_same(frames(written), frames(written, " restart lammps"))

    @unittest.skipIf(harness.ARGUMENTS, "LAMMPS' BOND_HISTORY and KOKKOS do not go together")
    def test_bonds_in_a_moving_box(self):
        """Their virial is part of the pressure that moves the box."""
        create = "bond_style zero\nspecial_bonds lj/coul 0 1 1\nbond_coeff *\ncreate_bonds many all all 1 0.9 1.2\n"

        def deck(read, run):
            begin = read or ("units lj\natom_style hybrid sphere bond\nregion box prism 0 4 0 4 0 4 0 0 0\n"
                             "create_box 1 box bond/types 1 extra/bond/per/atom 12 extra/special/per/atom 24\n"
                             "create_atoms 1 random 30 123 NULL overlap 0.95 maxtry 1000\n"
                             "set group all diameter 1.0 density 1.9\n"
                             "velocity all create 0.5 4928459\n")
            return f"""newton on off
comm_modify vel yes cutoff 3.0
neighbor 0.3 bin
{begin}pair_style granular
pair_coeff * * {HOOKE}
{"" if read else create}special_bonds lj 0 1 1 coul 1 1 1
bond_style bpm/spring
bond_coeff 1 50.0 0.5 5.0
neigh_modify delay 0 every 1 check yes
timestep 0.002
fix box all nph/sphere aniso 0.1 0.1 5.0 ptemp 1.0
thermo 50
thermo_style custom step press lx
thermo_modify format float %.17g
restart 100 c.*
{run}
"""
        one = self.lmp(deck("", "run 200"))
        other = self.lmp(deck("read_restart c.100\n", "run 100"))
        self.half = 100
        self.assertIn("The run goes on with the forces of step 100\n", other.log)
        self.assertEqual(self.rows_from(one, 150), self.rows_from(other, 150))

    def test_write_restart_between_runs(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                one = self.start(ranks=ranks, count=120, size=4.6, run="run 190\nwrite_restart between\nrun 210\n")
                self.half = 190
                other = self.go_on(ranks, run="restart 200 b.*\nrun 210\n", file="between")
                self.assertNotIn("goes on", one.log)
                self.assert_identical(one, other, end=400, replays=False)

    def test_new_barostat_after_write_restart(self):
        """It exerts no force. The run goes on in the same input as from the file."""
        one = self.start(common="fix move all nve/sphere\n", run=f"run 190\nwrite_restart between\nunfix move\n{BOX}run 210\n")
        self.half = 190
        self.common = self.common.replace("fix move all nve/sphere\n", BOX)
        self.assert_identical(one, self.go_on(run="restart 200 b.*\nrun 210\n", file="between"), end=400, replays=False)

    def test_file_of_the_last_step(self):
        """A run that ends with a restart file: the file continues the uninterrupted run."""
        one = self.start()
        before = self.frames_from("a.txt", 0)
        self.start(run="run 200\n")
        other = self.go_on()
        found = self.frames_from("b.txt", 200)
        self.assert_same({step: before[step] for step in found}, found)
        self.assert_same(self.rows_from(one, 200), self.rows_from(other, 200))

    def test_second_file_before_the_first_run(self):
        """read_restart and write_restart: the second file is as good as the first."""
        one = self.start()
        self.go_on(run="write_restart c.bin\n")
        self.assert_identical(one, self.go_on(file="c.bin"))

    def test_run_without_setup(self):
        """run pre no writes files of its own steps."""
        one = self.start(run="run 100\nrun 300 pre no\n", common="fix move all nve/sphere\n")
        self.assert_identical(one, self.go_on())

    def test_step_with_the_number_of_an_earlier_end(self):
        """The springs of the file are those of this step."""
        one = self.start(run="restart 0\nundump all\nrun 200\nreset_timestep 0\nrestart 200 a.*\n" + OUTPUT.format(dump="a.txt", columns="") + "run 400")
        self.assert_identical(one, self.go_on(), files=False)

    def test_springs_of_such_a_step_without_setup(self):
        """run pre no: the springs of the file are those of the same deck without reset_timestep."""
        rows = []
        for reset, step in (("", 20), ("reset_timestep 0\n", 10)):
            self.start(run=f"undump all\nthermo_style custom step\nrestart 0\nrun 10\n{reset}restart 10 a.*\nrun 20 pre no", common="fix box all nve/sphere\n")
            self.lmp(f"comm_modify vel yes\nread_restart a.{step}\nfix box all nve/sphere\ncompute c all granular/local id1 id2 h1 h2 h3\n"
                     "dump rows all local 1 rows.txt c_c[*]\ndump_modify rows format float %.17g\nrun 0\n")
            # in the order of lists, which differs on a GPU from run to run
            rows.append(sorted(self.space.locals("rows.txt")[step]))
        self.assertGreater(len(rows[0]), 10)
        self.assertEqual(len(rows[0]), len(rows[1]))
        if not harness.ARGUMENTS:
            self.assertEqual(*rows)
            return
        largest = max(abs(value) for row in rows[0] for value in row[2:])
        for one, other in zip(*rows):
            for a, b in zip(one, other):
                # after reset_timestep threads divide the contacts anew: another order of sums (measured: 1e-8)
                self.assertAlmostEqual(a, b, delta=1e-6 * largest)

    def test_two_files_in_turns(self):
        """restart N file1 file2, and three continuations one after the other."""
        self.start(run="restart 0\nrestart 50 one two\nrun 400\n")
        whole = self.frames_from("a.txt", 0)
        self.start(run="restart 0\nrestart 50 one two\nrun 100\n", sorts=True)
        for _ in range(3):
            self.half = 50
            self.go_on(run="restart 0\nrestart 50 one two\nrun 100\n", file="two")
            found = self.frames_from("b.txt", 0)
            self.assert_same({step: whole[step] for step in found}, found)
        self.assertEqual(max(found), 400)

    def test_other_number_of_ranks(self):
        """The forces of the last step are used there, too, and only sums are rounded in another way: 1e-16 in each, and a
        packing in flow makes it grow to 1e-12 in 200 steps (measured: 2e-13)."""
        self.start(count=120, size=4.6)
        whole = self.space.frames("a.txt")
        for ranks in (2, 4):
            other = self.go_on(ranks)
            self.assertIn("The run goes on with the forces of step 200\n", other.log)
            frames = self.space.frames("b.txt")
            columns = {name: names for name, names in harness.QUANTITIES.items() if name != "x"}
            self.assert_same_trajectory(harness.later(whole, 199), frames, 1e-12, quantities=columns)


DEFORM = {
    "remap v": "fix shear all deform 1 xy erate 0.4 remap v\n",
    "remap v, flips": "fix shear all deform 1 xy erate 3.0 remap v\n",
    "remap x": "fix shear all deform 1 xy erate 0.4 remap x\n",
    "remap none": "fix shear all deform 1 xy erate 0.1 remap none\n",
    "lengths": "fix shear all deform 1 x trate -0.02 y trate -0.02 remap v\n",
    "beside nph/sphere": "fix shear all deform 1 xy erate 0.4 remap v\n"}


class Untouched(Base):
    """The command `restart` changes nothing but the steps of new neighbor lists, which are LAMMPS'."""

    def frames(self, word, **options):
        self.start(pair=f"pair_style granular{word}\npair_coeff * * {HOOKE}\n", sorts=True, **options)
        return self.frames_from("a.txt", 0)

    def test_moving_boxes(self):
        common = {name: "fix move all nve/sphere\n" + text for name, text in DEFORM.items()}
        common["beside nph/sphere"] = "fix box all nph/sphere x 1.0 1.0 5.0 y 1.0 1.0 5.0 z 1.0 1.0 5.0\n" + DEFORM["remap v"]
        common["nph/sphere"] = BOX
        for name, text in common.items():
            for ranks in (1, 2):
                if harness.deform_cannot_flip() and "flips" in name:
                    continue
                with self.subTest(name, ranks=ranks):
                    options = {"common": text, "ranks": ranks, "count": 120, "size": 4.6}
                    self.assert_same(self.frames("", **options), self.frames(" restart lammps", **options))

    def test_walls_and_energies(self):
        options = {"common": GRAVITY + FLOOR + "compute e all granular/energy\n", "boundary": "f f f", "box": "block",
                   "bounds": "-5 5 -5 5 -5 5", "count": 40, "before": "region start sphere 0 0 0 2.0\n", "start": "start",
                   "columns": "f_floor[3] c_e c_e[10] c_e[25] c_e[30]", "ranks": 2}
        self.assert_same(self.frames("", **options), self.frames(" restart lammps", **options))

    def test_face_that_passes_a_sphere(self):
        """fix deform remap v, two spheres: dashpots do not see the rate of the box in the step of a file. The force is that of
        the spring."""
        log = self.lmp("""units lj
atom_style sphere
atom_modify map array
comm_modify vel yes
newton off
region box prism 0 10 0 10 0 10 0 0 0 units box
create_box 1 box
create_atoms 1 single 9.9990 5 5 units box
create_atoms 1 single 8.9995 5 5 units box
set group all diameter 1.0 density 1.0
pair_style granular
pair_coeff * * hooke 1 10 tangential linear_history 1 1.0 0.5 damping velocity
fix i all nve/sphere
fix d all deform 1 x vel -0.5 remap v
timestep 0.001
restart 20 a.* b.*
run 20
print "force $(fx[2]:%.9g)"
""").log
        self.assertIn("force -0.000233767", log)


class DeformedBoxes(Base):
    def test_fix_deform(self):
        """The forces belong to the box before its motion at the end of the step. LAMMPS computes the box from the one at
        the start of a run, and so rounds it."""
        columns = {name: names for name, names in harness.QUANTITIES.items() if name not in ("x", "omega")}
        for name, text in DEFORM.items():
            if harness.deform_cannot_flip() and "flips" in name:
                continue
            move = ("fix box all nph/sphere x 1.0 1.0 5.0 y 1.0 1.0 5.0 z 1.0 1.0 5.0\n" if "nph" in name
                    else "fix move all nve/sphere\n")
            for ranks in (1, 2):
                with self.subTest(name, ranks=ranks):
                    self.start(common=move + text, ranks=ranks, count=120, size=4.6, run="run 400 start 0 stop 400\n")
                    whole = self.space.frames("a.txt")
                    other = self.go_on(ranks, run="run 400 upto start 0 stop 400\n")
                    self.assertIn("The run goes on with the forces of step 200\n", other.log)
                    measured = self.assert_same_trajectory(harness.later(whole, 199), self.space.frames("b.txt"), 1e-10,
                                                           quantities=columns)
                    if harness.REPORT:
                        print(f"{name}, {ranks} ranks: {measured:.1e}")


GRAVITY = "fix move all nve/sphere\nfix weight all gravity 10.0 vector 0.1 0 -1\n"
WALL = "fix {} all wall/granular " + HOOKE + " {}\n"
FLOOR = WALL.format("floor", "zplane -2.6 NULL")


class Walls(Base):
    """Forces of walls see velocities too, and walls that move have a clock. Particles fall from a ball."""

    def fall(self, common, ranks=1, **options):
        self.check(ranks=ranks, common=GRAVITY + common, boundary="f f f", box="block", bounds="-5 5 -5 5 -5 5", count=40,
                   before="region start sphere 0 0 0 2.0\n", start="start",
                   columns="f_floor f_floor[1] f_floor[3] f_floor[5]", **options)

    def test_box_that_shrinks_to_its_particles(self):
        """write_restart between runs fits it anew."""
        one = self.start(common=GRAVITY + FLOOR, boundary="f f s", box="block", bounds="-5 5 -5 5 -5 5", count=40,
                         before="region start sphere 0 0 0 2.0\n", start="start", run="restart 0\nrun 193\nwrite_restart a.200\nrun 10\n")
        self.assertNotIn("goes on", one.log)
        whole = self.frames_from("a.txt", 200)
        self.assertNotIn("goes on", self.go_on(run="run 10").log)
        found = self.frames_from("b.txt", 200)
        self.assertGreater(len(found), 0)
        self.assert_same(*({step: text[text.index("ITEM: ATOMS"):] for step, text in frames.items()}    # not the box
                           for frames in (whole, found)))

    def test_heap_on_a_floor(self):
        for ranks in (1, 2, 4):
            for law in ("hooke", "jkr", "tracking", "creep", "material"):
                with self.subTest(ranks=ranks, law=law):
                    self.fall(f"fix floor all wall/granular {LAWS[law]} zplane -2.6 NULL\n", ranks, law=LAWS[law])

    def test_motion(self):
        for motion in ("wiggle z 0.3 0.7", "shear x 0.7", "translate z 0.1"):
            with self.subTest(motion):
                self.fall(WALL.format("floor", f"zplane -2.6 NULL {motion}"))

    def test_shapes(self):
        """A cylinder, a region that turns, one that moves by a variable, LAMMPS' names."""
        ball = "region ball sphere 0 0 0 2.6 side in\n"
        drum = ("variable angle equal 2.0*step*dt\n"
                "region drum cylinder y 0 0 2.6 -4 4 side in rotate v_angle 0 0 0 0 1 0\n")
        lift = "variable lift equal 0.1*step*dt\nregion lift block -9 9 -9 9 -2.6 9 side in move NULL NULL v_lift\n"
        old = "hooke/history 1000.0 300.0 10.0 5.0 0.4 1"
        for name, text in (("cylinder", WALL.format("floor", "zcylinder 2.6") + WALL.format("bottom", "zplane -2.6 NULL")),
                           ("ball", ball + WALL.format("floor", "region ball")),
                           ("drum", drum + WALL.format("floor", "region drum")),
                           ("lift", lift + WALL.format("floor", "region lift")),
                           ("wall/gran", f"fix floor all wall/gran {old} zplane -2.6 NULL\n"),
                           ("wall/gran/region", ball + f"fix floor all wall/gran/region {old} region ball\n")):
            with self.subTest(name):
                self.fall(text)

    def test_contacts_with_several_walls(self):
        self.fall(FLOOR + WALL.format("sides", "zcylinder 2.6") + WALL.format("lid", "zplane NULL 2.5"))


class Company(Base):
    """Fixes of LAMMPS beside the plugin's."""

    def test_freeze(self):
        self.check(common="group held id <= 20\nfix hold held freeze\n" + GRAVITY, box="block")

    def test_forces_of_other_fixes(self):
        self.check(common=GRAVITY + "fix air all viscous 0.1\nfix push all addforce 0.1 0 0\n", box="block")

    def test_energy(self):
        for ranks in (1, 2, 4):
            self.check(ranks=ranks, common=BOX + "compute e all granular/energy\n", columns="c_e c_e[10] c_e[25] c_e[30]", count=120, size=4.6)

    def test_rigid_body(self):
        """LAMMPS does not write the state of rigid bodies, and sums it from the particles anew. That is rounded: 1e-16, which
        collisions make grow in 200 steps (measured: 5e-14)."""
        self.start(common="group body id <= 10\ngroup free subtract all body\nneigh_modify exclude group body body\n"
                          "fix held body rigid single\nfix move free nve/sphere\nfix weight all gravity 1.0 vector 0 0 -1\n",
                   box="block")
        whole = self.space.frames("a.txt")
        other = self.go_on()
        self.assertIn("The run goes on with the forces of step 200, but fix held makes its bodies anew from the particles\n",
                      other.log)
        columns = {name: names for name, names in harness.QUANTITIES.items() if name not in ("x", "omega")}
        self.assert_same_trajectory(harness.later(whole, 199), self.space.frames("b.txt"), 1e-12, quantities=columns)

    def test_heat(self):
        law = HOOKE + " heat radius 3.0"
        fixes = "fix temperatures all property/atom temperature heatflow ghost yes\n"
        self.check(law=law, common=BOX + "fix conduct all heat/flow constant 2.0\n"
                   "compute heat all property/atom temperature heatflow\n"
                   "compute mean all reduce sum c_heat[1] c_heat[2]\n",
                   files=False, before=fixes, run="variable start atom 1.0+id\nset atom * temperature v_start\nrun 400", after=fixes,
                   columns="c_mean[1] c_mean[2]")

    @unittest.skipIf(harness.ARGUMENTS, "LAMMPS does not pour with the KOKKOS package")
    def test_after_pouring(self):
        """fix pour ends before the restart. LAMMPS writes none of its state to files, so it cannot go on."""
        common = ("fix move all nve/sphere\nfix weight all gravity 10.0 vector 0 0 -1\n"
                  + WALL.format("floor", "zplane 0 NULL"))
        pour = ("region above block 0 5 0 5 3 8\n"
                "fix pour all pour 20 1 4767548 region above vol 0.4 1000 diam one 1.0 dens 1.9 1.9\n")
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                one = self.start(ranks=ranks, common=common + pour, boundary="p p f", box="block", count=20,
                                 bounds="0 5 0 5 0 10", before="region start block 0 5 0 5 0.5 3\n", start="start",
                                 columns="atoms f_floor")
                self.assertIn("with 40 atoms", one.log)
                self.common = self.common.replace(pour, "")
                # LAMMPS rounds its kinetic energy differently while a fix may add atoms
                self.assert_identical(one, self.go_on(ranks), thermo=False)

    def test_deposit(self):
        """fix deposit has restart data: it goes on to insert particles at the same places."""
        common = ("fix move all nve/sphere\nfix weight all gravity 10.0 vector 0 0 -1\n"
                  + WALL.format("floor", "zplane 0 NULL") + "region above block 0 5 0 5 6 8\n"
                  "fix more all deposit 50 1 10 4767548 region above near 1.0\n")
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                self.check(ranks=ranks, common=common, boundary="p p f", box="block", count=20, bounds="0 5 0 5 0 10",
                           before="region start block 0 5 0 5 0.5 3\n", start="start", columns="atoms f_floor")


def checksum(data):
    """As class Checksum of src/restart, of whole words of eight bytes."""
    most = (1 << 64) - 1
    value = 14695981039346656037
    for (word,) in struct.iter_unpack("Q", data):
        value = (value ^ word) * 1099511628211 & most
        value ^= value >> 32
    value = (value ^ value >> 33) * 0xff51afd7ed558ccd & most
    value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53 & most
    return value ^ value >> 33


def with_bit(data, byte, bit):
    return data[:byte] + bytes([data[byte] ^ 1 << bit]) + data[byte + 1:]


def records_of_particles(data, count):
    """[(first byte, first of the data of fixes, end)] of the particles in a file of atom_style sphere on one rank. Before
    them is the number of all doubles, and each begins with its own."""
    own = 8 * 16    # number, x, ID, type, mask, image, v, radius, mass, omega
    for first in range(data.rindex(b"GSRT head sum:"), len(data) - 4):
        (doubles,) = struct.unpack_from("i", data, first)
        records, begin = [], first + 4
        while len(records) < count and begin + own < len(data):
            (size,) = struct.unpack_from("d", data, begin)
            if not own <= 8 * size <= len(data) - begin:
                break
            records.append((begin, begin + own, begin + 8 * int(size)))
            begin = records[-1][-1]
        if len(records) == count and begin == first + 4 + 8 * doubles:
            return records
    raise AssertionError("no particles in the file")


class Damage(Base):
    """A file that is not whole is refused, or the run is identical, or says that it is not: never a crash."""

    def read_damaged(self, data, written="damaged", read="damaged"):
        self.space.path.joinpath(written).write_bytes(data)
        return self.space.run(f"comm_modify vel yes\nprocessors 1 1 1\n{self.head}read_restart {read}\n{self.common}"
                              f"{OUTPUT.format(dump='b.txt', columns='')}run 0\n")

    def test_cut_off(self):
        self.start(count=20, steps=100)
        data = (self.space.path / "a.50").read_bytes()
        for place in range(0, len(data), len(data) // CUTS):
            run = self.read_damaged(data[:place])
            self.assertEqual(run.returncode, 1, f"cut at {place}\n{run.output[-1000:]}")
            self.assertNotEqual(run.error, "", place)

    def test_one_bit(self):
        """From the pair style on. Before it, LAMMPS has read its own header already."""
        self.start(count=20, steps=100)
        data = (self.space.path / "a.50").read_bytes()
        place = data.index(b"GSRT head sum:")
        chance = random.Random(7)
        first = data.index(b"granular\0") + len(b"granular\0")
        for k in [chance.randrange(first, place) for _ in range(CUTS)]:
            run = self.read_damaged(with_bit(data, k, chance.randrange(8)))
            self.assertEqual(run.returncode, 1, f"bit of byte {k}\n{run.output[-1000:]}")
            self.assertIn("The restart file is damaged: its head does not have the checksum with which it was written",
                          run.error)

    def test_one_bit_in_files_of_several_ranks(self):
        """The head is in the file "base", the particles in that of their rank."""
        self.start(count=20, run="run 50\nwrite_restart p.%\n", ranks=2)
        base = (self.space.path / "p.base").read_bytes()
        self.assertEqual(self.read_damaged(base, "p.base", "p.%").returncode, 0)
        run = self.read_damaged(with_bit(base, base.index(b"GSRT head sum:") - 100, 3), "p.base", "p.%")
        self.assertIn("The restart file is damaged: its head", run.error)
        self.space.path.joinpath("p.base").write_bytes(base)
        part = (self.space.path / "p.1").read_bytes()
        run = self.read_damaged(with_bit(part, len(part) - 100, 3), "p.1", "p.%")
        self.assertIn("The restart file is damaged: the data of fixes for atom", run.error)

    def test_one_bit_of_a_particle(self):
        """Data of fixes are refused. Other data are LAMMPS' own, which commands may have changed before the first run: the
        log has their number."""
        self.start(count=60, steps=100)
        data = (self.space.path / "a.50").read_bytes()
        chance = random.Random(11)
        records = records_of_particles(data, 60)
        self.assertGreater(len({end - begin for begin, _, end in records}), 1)    # with and without contacts
        for begin, fields, end in chance.sample(records, CUTS):
            run = self.read_damaged(with_bit(data, chance.randrange(fields, end), chance.randrange(8)))
            self.assertEqual(run.returncode, 1, run.output[-1000:])
            self.assertIn("The restart file is damaged", run.error)
            velocity = begin + 8 * chance.randrange(8, 11)    # after size, x, ID, type, mask, image
            run = self.read_damaged(with_bit(data, velocity + chance.randrange(6), chance.randrange(8)))
            self.assertEqual(run.returncode, 0, run.output[-1000:])
            self.assertIn("but 1 particles, or the box around them, are not those of the file", run.log)

    def test_without_checksum(self):
        """The file of a process that ended between the last byte and the checksum."""
        self.start(count=20, steps=100)
        data = bytearray((self.space.path / "a.50").read_bytes())
        place = data.index(b"GSRT head sum:") + 16
        data[place:place + 8] = bytes(8)
        run = self.read_damaged(bytes(data))
        self.assertEqual(run.returncode, 0, run.output[-1000:])
        self.assertIn("The run goes on with the forces of step 50\n", run.log)

    def test_state_of_another_version(self):
        """The state of the last step has a checksum of its own."""
        self.start(count=20, steps=100)
        data = bytearray((self.space.path / "a.50").read_bytes())
        place = data.index(b"GSRT head sum:") + 16
        data[place:place + 8] = bytes(8)
        data[data.index(b"LAST", data.index(b"GRANULAR_SRT_LAST_STEP") + 20) + 40] ^= 1
        run = self.read_damaged(bytes(data))
        self.assertEqual(run.returncode, 0, run.output[-1000:])
        self.assertTrue([w for w in run.warnings if "state of the last step in the restart file is damaged" in w])
        self.assertNotIn("goes on", run.log)

    def test_earlier_version(self):
        """Its file has the forces of the step, and springs after them: the run starts as LAMMPS' runs do."""
        self.start(count=20, steps=100)
        data = bytearray((self.space.path / "a.50").read_bytes())
        place = data.index(b"GSRT head sum:") + 16
        data[place:place + 8] = bytes(8)
        head = data.rindex(b"LAST", 0, place)
        data[head + 4:head + 8] = struct.pack("I", 2)
        data[head + 24:head + 32] = struct.pack("Q", checksum(data[head:head + 24]))
        run = self.read_damaged(bytes(data))
        self.assertEqual(run.returncode, 0, run.output[-1000:])
        self.assertIn("The restart file is from an earlier version of the plugin: the run computes its first forces anew", run.log)
        self.assertNotIn("goes on", run.log)

    def test_killed(self):
        """kill -9 in a run that writes two files in turns: it goes on from one of them."""
        writes = "restart 0\nrestart 50 one two\n"
        self.start(run=writes + "run 3000\n", steps=100, sorts=True)
        whole = self.frames_from("a.txt", 0)
        for name in ("one", "two"):
            (self.space.path / name).unlink()
        command = [str(harness.LAUNCHER), "-in", "deck.in", "-log", "none", *harness.ARGUMENTS]
        process = subprocess.Popen(command, cwd=self.space.path, stdout=subprocess.DEVNULL, start_new_session=True,
                                   env=dict(os.environ, GRANULAR_SRT_STOCK="0", OMP_NUM_THREADS="1"))
        while process.poll() is None and not (self.space.path / "two").exists():
            time.sleep(0.001)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        steps = []
        for name in ("one", "two"):
            run = self.space.run(f"comm_modify vel yes\nprocessors 1 1 1\n{self.head}read_restart {name}\n{self.common}"
                                 f"{OUTPUT.format(dump='b.txt', columns='')}restart 50 three four\nrun 100\n")
            if run.returncode:
                self.assertNotEqual(run.error, "")    # LAMMPS had not written the file to its end
                continue
            found = self.frames_from("b.txt", 0)
            self.assert_same({step: whole[step] for step in found}, found)
            steps += found
        self.assertGreater(len(steps), 1)


class Order(Base):
    """Commands that write, read or change a file's particles in another order than a run that goes on."""

    def test_two_files_in_a_step(self):
        """Two commands `restart`: both files are the same."""
        for box, ranks in (("prism", 1), ("prism", 2), ("block", 1)):
            with self.subTest(box, ranks=ranks):
                one = self.start(box=box, ranks=ranks, common="fix move all nve/sphere\n", run="restart 200 c.one c.two\nrun 400\n")
                for file in ("a.200", "c.one"):
                    self.assert_identical(one, self.go_on(ranks, file=file))

    def test_file_of_a_file(self):
        """read_restart, write_restart and read_restart: springs are those of the file between runs, whoever wrote it."""
        for box in ("block", "prism"):
            for exact in ("exact", "lammps"):
                with self.subTest(box, file=exact), mock.patch.dict(os.environ, GRANULAR_SRT_RESTART=exact):
                    self.start(box=box, common="fix move all nve/sphere\n", steps=40, run="restart 0\nrun 20\nwrite_restart a.20\n")
                    os.environ["GRANULAR_SRT_RESTART"] = "exact"
                    self.go_on(run="write_restart c.bin\nrun 40\n")
                    frames = [self.frames_from("b.txt", 0)]
                    for file in ("a.20", "c.bin"):
                        self.go_on(file=file, run="run 40\n")
                        frames.append(self.frames_from("b.txt", 0))
                    for other in frames[:2]:
                        if box == "block":
                            self.assert_same(other, frames[2])
                            continue
                        # write_restart rounds positions in the box, which stock files have no others for
                        for row, found in zip(table(other[40]), table(frames[2][40]), strict=True):
                            for a, b in zip(row, found):
                                self.assertAlmostEqual(a, b, delta=1e-10 * max(1.0, abs(a)))

    def test_minimize_with_files(self):
        """Files of a minimization after read_restart do not change the run that follows."""
        for box in ("block", "prism"):
            with self.subTest(box):
                self.start(box=box, common="fix move all nve/sphere\n", steps=40)
                forces = []
                for every in (0, 5):    # a new neighbor list in the step of a file rounds in another way
                    self.go_on(run=f"restart {every} {'m.*' * (every > 0)}\nmin_style cg\nminimize 0 0 12 100\nrestart 0\nundump all\n"
                                   "dump late all custom 1 late.txt id x y z fx fy fz\nrun 0\n")
                    frames, = self.space.frames("late.txt").values()
                    forces.append(frames)
                for tag, row in forces[0].items():
                    for c in ("x", "y", "z", "fx", "fy", "fz"):
                        self.assertAlmostEqual(row[c], forces[1][tag][c], delta=1e-6, msg=f"{tag} {c}")

    def test_image_flags(self):
        """Those that the new input sets, of particles that were in other periodic images, stay."""
        law = "hooke 100.0 0.0 damping none tangential none"
        for box, ranks in (("block", 1), ("prism", 2)):
            with self.subTest(box, ranks=ranks):
                self.start(law=law, box=box, ranks=ranks, common="fix move all nve/sphere\n", steps=800,
                           run="velocity all scale 20.0\nrun 400\n")
                self.go_on(ranks, run="run 0\n")
                first = self.space.frames("b.txt")[400]
                self.assertTrue(any(row["ix"] for row in first.values()))
                self.go_on(ranks, after="set group all image 0 0 0\n", run="run 0\n")
                for row in self.space.frames("b.txt")[400].values():
                    self.assertEqual((row["ix"], row["iy"], row["iz"]), (0, 0, 0))

    def test_rerun(self):
        """Its snapshots are no time steps: contacts that are apart in the first one keep the springs of the file."""
        self.start(box="block", common="group moving id > 20\nfix move moving nve/sphere\n")    # some are where the file has them
        frames, logs = [], []
        for exact in ("exact", "lammps"):
            with mock.patch.dict(os.environ, GRANULAR_SRT_RESTART=exact):
                logs.append(self.go_on(run="rerun a.txt dump x y z\n").log)
            frames.append(self.frames_from("b.txt", 0))
        self.assertEqual(min(frames[0]), 0)
        self.assert_same(*frames)
        self.assertIn("The run does not go on with the forces of step 200: the particles are those of a dump file\n", logs[0])


class Changes(Base):
    """What the new input changes acts by itself, from the last forces on."""

    def forces(self, **options):
        """The rows of all particles in the first frame, after the run has read the file, and its log."""
        log = self.go_on(run="run 0\n", **options).log
        self.assertNotIn("ERROR", log)
        return self.space.frames("b.txt")[self.half], [line for line in log.splitlines() if line.startswith("The run ")]

    def assert_forces(self, found, wanted, bound=1e-12):
        largest = max(abs(row[c]) for row in wanted.values() for c in ("fx", "fy", "fz"))
        for tag, row in wanted.items():
            for c in ("fx", "fy", "fz"):
                self.assertAlmostEqual(found[tag][c], row[c], delta=bound * largest, msg=f"{tag} {c}")

    at_rest = {"box": "block", "common": "fix move all nve/sphere\nfix push all addforce 0.1 0 0\n"}

    def test_settings(self):
        """Coefficients, fixes, exclusions, time step, special steps."""
        law = "hooke 1000.0 0.0 damping none tangential none"
        self.start(law=law, **self.at_rest)
        right, says = self.forces()
        self.assertEqual(says, ["The run goes on with the forces of step 200"])
        pushed = {tag: row | {"fx": row["fx"] - 0.1} for tag, row in right.items()}
        self.assertGreater(max(abs(row["fx"]) for row in pushed.values()), 1.0)

        def times(factor, push):
            return {tag: {"fx": factor * row["fx"] + push, "fy": factor * row["fy"], "fz": factor * row["fz"]}
                    for tag, row in pushed.items()}

        for after, common, factor, push in (
                ("pair_coeff * * hooke 2000.0 0.0 damping none tangential none\n", None, 2.0, 0.1),
                ("", self.common.replace("addforce 0.1", "addforce 0.7"), 1.0, 0.7),
                ("", self.common.replace("fix push all addforce 0.1 0 0\n", ""), 1.0, 0.0),
                ("neigh_modify exclude group all all\n", None, 0.0, 0.1),
                ("timestep 0.004\n", None, 1.0, 0.1), ("group some id 1 2 3\n", None, 1.0, 0.1),
                ("pair_modify compute no\n", None, 0.0, 0.1)):
            with self.subTest(after or common), mock.patch.object(self, "common", common or self.common):
                found, says = self.forces(after=after)
                self.assertEqual(says, ["The run goes on with the forces of step 200"])
                self.assert_forces(found, times(factor, push))

    def test_time_step(self):
        """Springs advance by the time step with which they were to."""
        self.start(**self.at_rest)
        right, _ = self.forces()
        with mock.patch.object(self, "common", self.common.replace("timestep 0.002", "timestep 0.0005")):
            self.assert_forces(self.forces()[0], right, 0.0)

    def test_particles(self):
        """A particle that is not that of the file has its own position and velocity."""
        law = "hooke 1000.0 10.0 damping velocity tangential linear_nohistory 1.0 0.4"    # without history: forces are those of a run that starts anew
        self.start(law=law, **self.at_rest)
        right, _ = self.forces()
        says = "The run goes on with the forces of step 200, but {} particles, or the box around them, are not those of the file"
        for after in ("velocity all set 0.1 0.2 0.3\nset group all omega 0 0 0\n", "velocity all scale 0.4\n"):
            found, lines = self.forces(after=after)
            self.assertEqual(lines, [says.format(60)])
            with mock.patch.dict(os.environ, GRANULAR_SRT_RESTART="lammps"):
                anew, lines = self.forces(after=after)
                self.assertEqual(lines, [])
            self.assert_forces(found, anew)
        _, lines = self.forces(after="set atom 7 x 1.0\n", before="atom_modify map array\n")
        self.assertEqual(lines, [says.format(1)])
        found, lines = self.forces(after="set atom 7 vx 3.0\n", before="atom_modify map array\n")
        self.assertEqual(lines, [says.format(1)])

        def touches(row):    # in the periodic box
            away = [row[c] - right[7][c] for c in "xyz"]
            return sum((d - 3.6 * round(d / 3.6)) ** 2 for d in away) < 1.0

        others = {tag: row for tag, row in right.items() if not touches(row)}
        self.assertGreater(len(others), 30)
        self.assert_forces(found, others, 0.0)

    def test_other_numbers(self):
        """Another step number, another run style."""
        self.start(**self.at_rest)
        right, _ = self.forces()
        log = self.go_on(run="run 0\n", after="reset_timestep 40\n").log
        self.assertIn("The run goes on with the forces of step 200\n", log)
        self.assert_forces(self.space.frames("b.txt")[40], right)
        if harness.ARGUMENTS:    # there is no respa with KOKKOS
            return
        log = self.go_on(run="run 0\n", after="run_style respa 1 pair 1\n").log
        self.assertIn("The run does not go on with the forces of step 200: the run style is not verlet\n", log)

    @unittest.skipIf(harness.ARGUMENTS, "there is no atom style hybrid sphere charge with KOKKOS")
    def test_forces_of_lammps_styles(self):
        """What other styles of the deck do, between two runs with a file: the forces are those without the file."""
        deck = """units lj
atom_style hybrid sphere charge
atom_modify map array
comm_modify vel yes
region box block -5 5 -5 5 -5 5
create_box 2 box
create_atoms 1 single 0 0 0
create_atoms 1 single 0.99 0 0
create_atoms 2 single 0 0.99 0
create_atoms 2 single 0 0 -0.98
set group all diameter 1.0 density 1.0
set type 1 charge 1.0
set type 2 charge -1.0
pair_style hybrid/overlay granular yukawa 1.0 3.0 coul/cut 3.0
pair_coeff * * granular hooke 100.0 1.0 damping mass_velocity tangential linear_history 50 1.0 0.4
pair_coeff * * yukawa 1.0 3.0
pair_coeff * * coul/cut
group pulled id 1 2
variable down equal 1.0
fix pull pulled addforce 1.0 0 0
fix weight all gravity v_down vector 0 0 -1
timestep 0.001
fix move all nve/sphere
run 10
{}
{}
run 0
print "forces $(fx[1]:%.17g) $(fx[2]:%.17g) $(fy[3]:%.17g) $(fx[3]:%.17g)"
"""
        for change in ("", "dielectric 4.0", "pair_coeff * * yukawa 100.0 3.0", "neigh_modify exclude type 1 2",
                       "unfix weight\nfix weight all gravity v_down vector 0 0 -1 disable"):
            with self.subTest(change):
                with_file, without = (self.lmp(deck.format(file, change)).log for file in ("write_restart a.bin", ""))
                self.assertNotIn("The run", with_file)
                self.assertEqual(*[[line for line in log.splitlines() if line.startswith("forces")]
                                   for log in (with_file, without)])

    def test_switch(self):
        """GRANULAR_SRT_RESTART=lammps: a file without the data of the plugin, or a run that does not read them, starts with
        forces from the velocities at the end of the step."""
        self.start(**self.at_rest)
        exact, _ = self.forces()
        size = (self.space.path / "a.200").stat().st_size
        with mock.patch.dict(os.environ, GRANULAR_SRT_RESTART="lammps"):
            self.start(sorts=True, **self.at_rest)
            anew, says = self.forces()
            self.assertEqual(says, [])
        self.assertLess((self.space.path / "a.200").stat().st_size, size)
        self.assertNotIn(b"GSRT head sum", (self.space.path / "a.200").read_bytes())
        found, says = self.forces()    # a file without these data
        self.assertEqual(says, [])
        self.assert_forces(found, anew, 0.0)
        self.assertNotEqual(exact, anew)
        with mock.patch.dict(os.environ, GRANULAR_SRT_RESTART="LAMMPS"):
            self.assertEqual(self.space.run(self.space.read("deck.in")).error,
                             "Illegal environment variable GRANULAR_SRT_RESTART value LAMMPS: can be exact, lammps here")

    def test_runs_without_a_file_between_them(self):
        """They start as LAMMPS' do, and the log says nothing."""
        self.assertNotIn("The run", self.start(run="restart 0\nrun 100\nrun 100\n").log)


if __name__ == "__main__":
    unittest.main()
