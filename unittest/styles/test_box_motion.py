"""Keyword box of pair_style granular: contacts see the motion of the box.

Two spheres in a box that fix deform shears or stretches with `remap x` have no velocities. Their contact must be that of
two spheres that fly through a box at rest with the same relative velocity. A lattice under shear stress has a modulus
that can be written down.
"""

import itertools
import math
import struct
import unittest

import harness
from harness import DeckTest, Sphere, data_file, deviations

HOOKE = "hooke 1.0 2.0 damping velocity tangential linear_history 1.0 1.0 10"
HERTZ = "hertz 200.0 2.0 damping velocity tangential mindlin 200.0 1.0 10"    # the same forces at an overlap of 1e-4
WITH_DAMPING = {"hooke": HOOKE, "hertz": HERTZ}

TILTS = ("xy", "xz", "yz")
LENGTH_TO = {"xy": "ly", "xz": "lz", "yz": "lz"}
WARNING = "friction and dashpots of contacts do not see that the box moves the particles"

SIGNATURE = struct.pack("=i", 0x47535254)    # begins the settings of the pair style in a restart file

CHECKSUM = b"GSRT head sum:\n\0"                  # stands before that of the head

TARGET = -1e-5
MODULUS = 0.5    # k_t/2d: half of the shear turns the spheres


def lattice(law=HOOKE, box="yes", fixes="", after="", run="run 3000", read=""):
    """216 spheres on a simple cubic lattice under the pressure 1e-4, with overlaps of 1e-4."""
    begin = read or f"""lattice sc 1.0 origin 0.5 0.5 0.5
region box prism 0 6 0 6 0 6 0 0 0
create_box 1 box
create_atoms 1 box
set group all diameter 1.0001
set group all mass 1.0
pair_style granular box {box}
pair_coeff * * {law}
"""
    return f"""units lj
atom_style sphere
atom_modify map array
boundary p p p
newton on
comm_modify vel yes
{begin}neighbor 0.1 bin
timestep 0.02
{fixes}
thermo 100
thermo_style custom step pxx pxy pxz pyz lx ly lz xy xz yz
thermo_modify format float %.17g norm no
{after}{run}
"""


def pistons(**targets):
    sides = " ".join(f"{side} 1e-4 1e-4 2.25" for side in "xyz")
    tilts = " ".join(f"{tilt} {targets.get(tilt, 0.0)} {targets.get(tilt, 0.0)} 2.25" for tilt in TILTS)
    return f"fix 1 all nph/sphere {sides} {tilts} nreset 1 pchain 0 ptemp 1"


def strain(row, tilt):
    return row[tilt.capitalize()] / row[LENGTH_TO[tilt].capitalize()]


# Particles that keep their velocities.
FLIGHT = "".join(f"variable {v} atom {v}\n" for v in ("vx", "vy", "vz")) + "fix 1 all move variable NULL NULL NULL v_vx v_vy v_vz\n"


class Lattice(DeckTest):
    """The strain is TARGET/MODULUS. 5 %: what is left of the oscillation of the box after 60 time units."""

    def assert_stops(self, run, tilt, what):
        self.assertAlmostEqual(strain(run.thermo()[-1], tilt) * MODULUS / -TARGET, 1.0, delta=0.05, msg=what)

    def test_shear_stress(self):
        cases = {f"{name} {tilt}": (tilt, lattice(law, fixes=pistons(**{tilt: TARGET})))
                 for (name, law), tilt in itertools.product(WITH_DAMPING.items(), TILTS)}
        hybrid = lattice(fixes=pistons(xy=TARGET)).replace("pair_style granular", "pair_style hybrid granular")
        cases["hybrid"] = "xy", hybrid.replace("pair_coeff * * ", "pair_coeff * * granular ")
        laws = HOOKE + "\npair_coeff 2 2 " + HERTZ + "\npair_coeff 1 2 " + HERTZ + "\nset group all type/fraction 2 0.5 7"
        cases["several laws"] = "xz", lattice(laws, fixes=pistons(xz=TARGET)).replace("create_box 1", "create_box 2")
        runs = self.space.run_each({name: (deck, {}) for name, (_, deck) in cases.items()})
        for name, (run, _) in runs.items():
            with self.subTest(name):
                self.assert_ended(run, name)
                self.assert_stops(run, cases[name][0], name)
                self.assertFalse([line for line in run.log.splitlines() if WARNING in line])

    def test_ranks(self):
        for ranks, tilt in ((2, "xy"), (4, "yz")):
            run = self.lmp(lattice(fixes=pistons(**{tilt: TARGET})), ranks=ranks)
            self.assert_stops(run, tilt, f"{ranks} ranks")

    def test_without(self):
        """As in stock, the lattice runs away, and one warning tells it."""
        run = self.lmp(lattice(box="no", fixes=pistons(xy=TARGET), run="run 1000\nrun 1000"))
        self.assertGreater(strain(run.thermo()[-1], "xy"), 50 * TARGET / -MODULUS)
        warnings = [line for line in run.warnings if WARNING in line]
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("Pair style granular", warnings[0])
        self.assertRegex(warnings[0], r"fix 1 \(nph/sphere(/kk)?\)")
        self.assertIn("box yes", warnings[0])

    def test_restart(self):
        """The restart file holds the keyword, the springs and the rates of the box."""
        fix = pistons(xy=TARGET)
        whole = self.lmp(lattice(fixes=fix, run="run 300\nwrite_restart half\nrun 300"))
        again = self.lmp(lattice(fixes=fix, read="read_restart half\n", run="run 300"))
        # threads of Kokkos add up forces in another order, and a rounded position is 1e-11 of an overlap
        self.assertAlmostEqual(strain(again.thermo()[-1], "xy") / strain(whole.thermo()[-1], "xy"), 1.0, delta=1e-9)
        self.assertFalse([line for line in again.warnings if WARNING in line])

    def rewrite(self, name, version):
        """Gives the file `half` another format, under a new name: signature, format, cutoff, box from format 2 on, and four
        keywords from format 3 on."""
        content = (self.space.path / "half").read_bytes()
        at = content.index(SIGNATURE)
        self.assertEqual(struct.unpack_from("=iidi", content, at)[1], 3)
        begin, end = at + 4, at + struct.calcsize("=iidi4i")
        settings = struct.pack("=i", version) + content[begin + 4:end - {1: 20, 2: 16}.get(version, 0)]
        content = content[:begin] + settings + content[end:]
        if CHECKSUM in content:    # not with KOKKOS
            place = content.index(CHECKSUM) + len(CHECKSUM)
            content = content[:place] + bytes(8) + content[place + 8:]    # 0: a file without checksum
        (self.space.path / name).write_bytes(content)

    def test_restart_file_of_an_earlier_version(self):
        """Format 1 has no keyword box: it is read as `no`, with all that follows it in the file. Format 2 has box, and none of
        the keywords lists, ghosts, sort and restart."""
        fix = pistons(xy=TARGET)
        self.lmp(lattice(box="no", fixes=fix, run="run 300\nwrite_restart half"))
        self.rewrite("old", 1)
        self.rewrite("second", 2)
        new, *others = (self.lmp(lattice(fixes=fix, read=f"read_restart {name}\n", run="run 300"))
                        for name in ("half", "old", "second"))
        for old in others:
            self.assertEqual(new.thermo(), old.thermo())
            self.assertEqual(len([line for line in old.warnings if WARNING in line]), 1)
            self.assertIn("pair granular: lists plugin, ghosts rows, sort yes, restart exact\n", old.log)
        self.rewrite("later", 4)
        later = self.space.run(lattice(fixes=fix, read="read_restart later\n"))
        self.assertIn("The restart file has format 4 of pair style granular", later.error)
        self.assertIn("this plugin reads formats 1 to 3", later.error)


class BetweenRuns(DeckTest):
    def test_write_dump(self):
        """compute pair/local finds the same contacts in a run and after it: the box keeps its last rate."""
        # two computes: one that has its values in the last step of a run keeps them
        run = """compute during all pair/local dist force p4
compute after all pair/local dist force p4
dump pairs all local 200 local.txt c_during[1] c_during[2] c_during[3]
dump_modify pairs format float %.15g
run 200
undump pairs
write_dump all local after.txt c_after[1] c_after[2] c_after[3] modify format float %.15g
"""
        for fixes in (pistons(xy=TARGET), *(f"fix 1 all nve/sphere\nfix 2 all deform 1 {motion} remap x" for motion in (
                "xy erate 1e-4", "xy erate 0.25 x erate -0.001"))):    # the second one flips, and spheres touch again
            with self.subTest(fixes):
                self.lmp(lattice(fixes=fixes, run=run))
                (after,) = self.space.locals("after.txt").values()
                during = self.space.locals()[200]
                self.assertEqual(len(after), len(during))
                for one, two in zip(sorted(after), sorted(during)):
                    for a, b in zip(one, two):
                        # digits of the dump; without the rate the dashpots would differ by 3e-11 and 8e-8
                        self.assertAlmostEqual(a, b, delta=1e-13)


class Modulus(DeckTest):
    """Strain 1e-6 by fix deform. Both ways end in the same equilibrium up to the strain itself, 1e-6."""

    def modulus(self, tilt, remap, box):
        shear = f"fix 1 all nve/sphere\nfix 2 all deform 1 {tilt} erate 1e-8 remap {remap}"
        run = self.lmp(lattice(fixes=shear, box=box, run="run 5000\nunfix 2\nrun 15000"))
        last = run.thermo()[-1]
        return last["P" + tilt] / strain(last, tilt), run

    def test_remap(self):
        for tilt in TILTS:
            with self.subTest(tilt):
                by_velocity, _ = self.modulus(tilt, "v", "no")
                # the spheres' own size, 1.0001, and their overlap
                self.assertAlmostEqual(by_velocity, -MODULUS, delta=2e-3 * MODULUS)
                by_position, _ = self.modulus(tilt, "x", "yes")
                self.assertAlmostEqual(by_position / by_velocity, 1.0, delta=1e-6)

    def test_two_fixes(self):
        """Lengths by fix nph/sphere and shear by fix deform, as decks do, beside one fix that does both. 2e-3: the spheres'
        own size, and the lengths, which are not exactly those of the pressure after the preparation."""
        lengths = "fix 1 all nph/sphere x 1e-4 1e-4 2.25 y 1e-4 1e-4 2.25 z 1e-4 1e-4 2.25 {} nreset 1 pchain 0 ptemp 1"
        stop = "unfix 1\nfix 1 all nve/sphere\n"
        for name, shear, end in (("one fix", lengths.format("xy rate 1e-8"), stop),
                                 ("remap x", lengths.format("") + "\nfix 2 all deform 1 xy erate 1e-8 remap x", "unfix 2\n" + stop),
                                 ("remap v", lengths.format("") + "\nfix 2 all deform 1 xy erate 1e-8 remap v", "unfix 2\n" + stop)):
            with self.subTest(name):
                last = self.lmp(lattice(fixes=shear, run=f"run 5000\n{end}run 15000")).thermo()[-1]
                self.assertAlmostEqual(strain(last, "xy"), 1e-6, delta=1e-9)
                self.assertAlmostEqual(last["Pxy"] / strain(last, "xy"), -MODULUS, delta=2e-3 * MODULUS)

    def test_remap_v_with_box(self):
        """Its velocities have the rate already: the keyword adds nothing but the order of the products in the virial."""
        self.assertAlmostEqual(self.modulus("xy", "v", "yes")[0] / self.modulus("xy", "v", "no")[0], 1.0, delta=1e-6)

    def test_without(self):
        by_position, run = self.modulus("xy", "x", "no")
        self.assertGreater(by_position, 0.0)
        self.assertRegex([line for line in run.warnings if WARNING in line][0], r"fix 2 \(deform(/kk)?\)")


SLIDING = {
    "linear_nohistory": "hooke 1000 20 damping velocity tangential linear_nohistory 1.0 0.5",
    "linear_history": "hooke 1000 20 damping velocity tangential linear_history 300 1.0 0.5",
    "limit_damping": "hooke 1000 400 damping velocity tangential linear_history 300 1.0 0.5 limit_damping",
    "mindlin": "hertz/material 1000 0.5 0.3 damping tsuji tangential mindlin NULL 1.0 0.5",
    "mindlin_rescale/force": "hertz/material 1000 20 0.3 tangential mindlin_rescale/force NULL 1.0 0.5",
    "sds": "hooke 1000 20 tangential linear_history 300 1.0 0.5 rolling sds 200 10 0.3 twisting sds 200 10 0.3 "
           "damping mass_velocity",
    "marshall": "hertz 1000 20 tangential mindlin 300 1.0 0.5 rolling sds 200 10 0.3 twisting marshall",
    "jkr": "jkr 1000 20 0.3 0.5 tangential mindlin NULL 1.0 0.5 damping viscoelastic",
    "mindlin_creep": "hertz/material 1000 20 0.3 tangential mindlin_creep NULL 0.0 0.5",
    "tracking": "hooke 1000 20 tangential tracking 300 0.5 0.4 rolling tracking 0.2 "
                "twisting tracking 0.05 5.0",
    "synchronized_verlet": "hooke 1000 20 damping velocity tangential linear_history 300 1.0 0.5 "
                           "synchronized_verlet",
}

LOW, HIGH = (0.0, 0.0, 0.0), (6.0, 6.0, 6.0)
CENTER = 3.0
SPINS = ((0.2, -0.1, 0.3), (-0.1, 0.4, 0.2))


def pairs_of_spheres():
    """A pair in the middle, and one across the faces of the box."""
    first = [(3.0, 3.0, 3.0), (3.35, 3.6, 3.5), (5.9, 5.8, 5.9), (6.25, 6.4, 6.4)]
    return [Sphere(x, omega=SPINS[k % 2], diameter=1.0) for k, x in enumerate(first)]


def velocity(motion, rate, x):
    """Of a point of the moving box, relative to its corner or, for lengths, its center."""
    a = "xyz".index(motion[0])
    b = "xyz".index(motion[-1])
    return tuple(rate * (x[b] - (CENTER if a == b else 0.0)) if k == a else 0.0 for k in range(3))


def contact_deck(law, fixes, box, steps, data="data.txt"):
    tail = f"""compute pairs all pair/local dist force p1 p2 p3 p9
dump pairs all local {steps} local.txt c_pairs[*]
dump_modify pairs format float %.15g
"""
    return harness.deck(f"pair_style granular box {box}\npair_coeff * * {law}\n", data=data, boundary="p p p",
                        fixes=fixes, timestep=1e-3, steps=steps, every=steps // 4, neighbor="0.3 bin",
                        columns="", after="neigh_modify check no\n" + tail)


class SameContact(DeckTest):
    """1e-9: positions, whose rounding is 1e-15 of the box, give overlaps of 0.1 and springs by sums of 200 steps; the
    lengths of the box enter its rate by quotients."""

    BOUND = 1e-9
    STEPS = 200

    def compare(self, motion, rate, laws, tilt=(0.0, 0.0, 0.0)):
        harness.skip_older("fix deform needs Nevery > 0")
        spheres = pairs_of_spheres()
        flying = [Sphere(s.x, velocity(motion, rate, s.x), s.omega, s.diameter) for s in spheres]
        low = (-9.0, -9.0, -9.0)
        high = (15.0, 15.0, 15.0)
        jobs = {}
        for name in laws:
            law = SLIDING[name]
            at_rest = contact_deck(law, FLIGHT, "no", self.STEPS)
            form = f"{motion} erate {rate}"
            in_box = contact_deck(law, f"fix 1 all deform 0 {form} remap x\n", "yes", self.STEPS)
            jobs[name + " at rest"] = at_rest, {"data.txt": data_file(flying, low, high, tilt=(0, 0, 0))}
            jobs[name + " in the box"] = in_box, {"data.txt": data_file(spheres, LOW, HIGH, tilt=tilt)}
        runs = self.space.run_each(jobs)
        for name in laws:
            with self.subTest(f"{motion} {name}"):
                (rest, rest_folder), (box, box_folder) = runs[name + " at rest"], runs[name + " in the box"]
                self.assert_ended(rest, name)
                self.assert_ended(box, name)
                loads = {k: harness.QUANTITIES[k] for k in ("f", "torque")}
                measured = deviations(rest_folder.frames(), box_folder.frames(), loads)
                for what, value in measured.items():
                    self.assertLess(value, self.BOUND, what)
                # compute pair/local sees the same contacts
                for step, rows in rest_folder.locals().items():
                    other = sorted(box_folder.locals()[step])
                    self.assertEqual(len(rows), len(other))
                    for one, two in zip(sorted(rows), other):
                        scale = max(map(abs, one))
                        # the two atoms of a pair may be listed in the other order
                        for k, (a, b) in enumerate(zip(one, two)):
                            same = min(abs(a - b), abs(a + b) if k > 1 else math.inf)
                            self.assertLess(same, 1e-6 * scale, (step, k))
        return runs

    def test_shear(self):
        for motion in TILTS:
            self.compare(motion, 0.4, SLIDING)

    def test_extension(self):
        for motion in "xz":
            self.compare(motion, -0.3, SLIDING)

    @unittest.skipIf(harness.deform_cannot_flip(), "LAMMPS stops when fix deform/kk flips a box")
    def test_across_a_flip(self):
        runs = self.compare("xy", 0.4, SLIDING, tilt=(2.9, 0.0, 0.0))
        bounds = runs["sds in the box"][1].read("dump.txt").split("ITEM: BOX BOUNDS xy xz yz")[1:]
        tilts = [float(text.splitlines()[1].split()[2]) for text in bounds]
        self.assertGreater(tilts[0], 2.8)
        self.assertLess(tilts[-1], 0.0)


class Flips(DeckTest):
    """A flip gives the same lattice another box: forces agree to the rounding of sums and of positions (measured: 1e-11)."""

    DECK = """units lj
atom_style sphere
atom_modify map array
boundary p p p
newton on
comm_modify vel yes
region box prism 0 4.6 0 4.6 0 4.6 {tilts}
create_box 1 box
create_atoms 1 random 60 4711 NULL overlap 0.8 maxtry 2000
set group all diameter 1.0
set group all mass 1.0
pair_style granular box yes
pair_coeff * * hooke 1000.0 20.0 damping velocity tangential linear_history 800.0 1.0 0.5
neighbor 0.3 bin
neigh_modify delay 0 every 1 check no
timestep {dt}
{fixes}
thermo 100
dump 1 all custom 100 dump.txt id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz
dump_modify 1 sort id format float %.17g
run 300
"""

    def frames_of(self, dt=0.001, **words):
        self.lmp(self.DECK.format(dt=dt, **words))
        frames = self.space.frames()
        return {step: {k: {name: atom[name] for name in ("vx", "vy", "vz", "fx", "fy", "fz")} for k, atom in atoms.items()}
                for step, atoms in frames.items()}

    def assert_same(self, one, other, bound):
        largest = max(abs(value) for atoms in one.values() for atom in atoms.values() for value in atom.values())
        for step, atoms in one.items():
            for k, atom in atoms.items():
                for name, value in atom.items():
                    self.assertAlmostEqual(value, other[step][k][name], delta=bound * largest, msg=f"step {step}, atom {k}, {name}")

    @unittest.skipIf(harness.deform_cannot_flip(), "LAMMPS stops when fix deform/kk flips a box")
    def test_tilt_and_its_length(self):
        for motion, tilts in (("x erate -0.2 xy erate 0.2", "2.28 0 0"), ("x erate -0.2 xz erate -0.2", "0 -2.28 0"),
                              ("y erate -0.2 yz erate 0.2", "0 0 2.28"), ("xy trate 0.1", "2.28 0 0"),
                              ("x trate -0.1 xy final 2.5 xz final -2.5", "2.2 -2.2 0")):
            with self.subTest(motion):
                fix = f"fix move all nve/sphere\nfix d all deform 1 {motion} remap x flip "
                flips, stays = (self.frames_of(tilts=tilts, fixes=fix + flip) for flip in ("yes", "no"))
                self.assert_same(flips, stays, 1e-9)

    @unittest.skipIf(harness.deform_cannot_flip(), "LAMMPS stops when fix deform/kk flips a box")
    def test_tilt_of_fix_deform_and_length_of_a_barostat(self):
        """In a step the barostat moves the length before fix deform moves the tilt: after a flip the lattice lags by one step (measured:
        1.5e-4). A rate of the box without that of the edge which the flip added gives 1e-2."""
        fix = ("fix move all nph/sphere x rate -0.2 z 10 10 1000 ptemp 10 pchain 0 flip no mtk no\n"
               "fix d all deform 1 xy erate 0.2 remap x flip ")
        self.assert_same(*(self.frames_of(dt=1e-4, tilts="2.28 0 0", fixes=fix + flip) for flip in ("yes", "no")), 1e-3)

    def test_lengths_that_keep_the_volume(self):
        """Their rates follow from that of the other length, whatever the interval of the fix."""
        for lengths, rates in (("x volume y volume", "x erate 0.1 y erate 0.1"), ("x volume", "x erate 0.2"),
                               ("x volume y erate 0.05", "x erate 0.15 y erate 0.05")):
            for every in (1, 10):
                with self.subTest(lengths, every=every):
                    frames = [self.frames_of(tilts="0 0 0", fixes=f"fix move all nve/sphere\nfix d all deform {every} z erate -0.2 {words} remap x")
                              for words in (lengths, rates)]
                    self.assert_same(*({0: frame[0]} for frame in frames), 1e-12)

    def test_tilt_of_fix_deform_in_a_barostat(self):
        """fix deform sets the tilt, and scalexy has nothing to say."""
        found = [self.frames_of(tilts="2.0 0 0", fixes=f"fix move all nph/sphere y rate -0.5 z 10 10 1000 scalexy {scale} ptemp 10 "
                                "pchain 0 flip no mtk no\nfix d all deform 1 xy erate 0.2 remap x flip no") for scale in ("yes", "no")]
        self.assertEqual(*found)


WALLS = {
    "plane": ("p p f", "zplane 0.0 NULL", ((2.0, 1.5, 0.49), (4.5, 5.0, 0.47)), ("xy", "x", "y", "z")),
    "obstacle": ("p p p", "region obstacle", ((3.0, 3.0, 1.52), (2.0, 4.0, 3.4)), ("xy", "xz", "yz", "x", "z")),
}


class AtWalls(DeckTest):
    """The wall is at rest. A sphere that the box moves touches it like one that flies with the same velocity."""

    STEPS = 200

    def deck(self, law, wall, fixes, box):
        boundary, words = WALLS[wall][:2]
        region = "region obstacle sphere 3 3 3 1 side out\n"
        return harness.deck(f"pair_style granular box {box}\npair_coeff * * {law}\n", boundary=boundary, fixes=fixes,
                            timestep=1e-3, steps=self.STEPS, every=self.STEPS // 4, neighbor="0.3 bin",
                            after=f"{region}fix wall all wall/granular {law} {words}\n")

    def test_same_contact(self):
        """1e-9: as in SameContact."""
        harness.skip_older("fix deform needs Nevery > 0")
        rate = 0.2
        jobs, names = {}, []
        for wall, (_, _, places, motions) in WALLS.items():
            for law, motion in itertools.product(SLIDING, motions):
                names.append(f"{wall} {motion} {law}")
                flying = [Sphere(x, v=velocity(motion, rate, x), omega=spin) for x, spin in zip(places, SPINS)]
                at_rest = [Sphere(x, omega=spin) for x, spin in zip(places, SPINS)]
                fix = f"fix 1 all deform 0 {motion} erate {rate} remap x\n"
                jobs[names[-1] + " at rest"] = self.deck(SLIDING[law], wall, FLIGHT, "yes"), {"data.txt": data_file(flying, LOW, HIGH)}
                jobs[names[-1] + " in the box"] = (self.deck(SLIDING[law], wall, fix, "yes"),
                                                   {"data.txt": data_file(at_rest, LOW, HIGH, tilt=(0, 0, 0))})
        runs = self.space.run_each(jobs)
        for name in names:
            with self.subTest(name):
                (rest, rest_folder), (box, box_folder) = runs[name + " at rest"], runs[name + " in the box"]
                self.assert_ended(rest, name)
                self.assert_ended(box, name)
                frames = rest_folder.frames()
                self.assertGreater(max(abs(atom["fz"]) for atoms in frames.values() for atom in atoms.values()), 1e-3)
                loads = {k: harness.QUANTITIES[k] for k in ("f", "torque")}
                for what, value in deviations(frames, box_folder.frames(), loads).items():
                    self.assertLess(value, SameContact.BOUND, what)

    ROLLING = """units lj
atom_style sphere
atom_modify map array
boundary p p f
comm_modify vel yes
region box prism 0 12 0 12 0 12 0 0 0
create_box 1 box
create_atoms 1 single 3 3 0.49
create_atoms 1 single 5 9 0.49
set group all diameter 1.0 density 1.9098593171027440
neighbor 0.3 bin
{pair}
fix 1 all nve/sphere
fix weight all gravity 10 vector 0 0 -1
fix 2 all deform 1 {motion} remap x
fix floor all wall/granular {law} zplane 0 NULL
compute balance all granular/energy
timestep 0.001
thermo 2000
thermo_style custom step c_balance[24] c_balance[25] c_balance[26] c_balance[31]
thermo_modify norm no line one format float %.15g
dump trajectory all custom 200 dump.txt id vx omegay
dump_modify trajectory sort id format float %.15g
run 2000
"""
    FRICTION = "hooke 1000 20 damping velocity tangential linear_history 300 1.0 0.5"

    def test_rolls(self):
        """In a sheared box spheres begin to roll: the friction, which acts at the lever R, leaves 5/7 of the velocity u of the
        box, and the spin 5/7 u/R. The box does the work; the floor, which is at rest, does none."""
        pair = f"pair_style granular box yes\npair_coeff * * {self.FRICTION}"
        for ranks in (1, 2):
            run = self.lmp(self.ROLLING.format(pair=pair, law=self.FRICTION, motion="xy erate 0.1"), ranks=ranks)
            end = self.space.frames()[2000]
            for atom, y in ((1, 3.0), (2, 9.0)):
                # 1e-7: what is left of the oscillation of the spring
                self.assertAlmostEqual(end[atom]["vx"], -2.0 / 7.0 * 0.1 * y, delta=1e-7)
                self.assertAlmostEqual(end[atom]["omegay"], 5.0 / 7.0 * 0.1 * y / 0.5, delta=1e-7)
            last = run.thermo()[-1]
            # all of u^2 2/7 is work of the box: it holds the velocity u while friction acts
            work = sum(2.0 / 7.0 * (0.1 * y) ** 2 for y in (3.0, 9.0))
            self.assertAlmostEqual(last["c_balance[25]"], work, delta=1e-6)
            self.assertAlmostEqual(last["c_balance[26]"], 0.0, delta=1e-12)
            self.assertAlmostEqual(last["c_balance[31]"], 0.0, delta=1e-12)
            self.assertFalse([line for line in run.warnings if WARNING in line])

    def test_balance(self):
        """The ledger is closed whether the contacts see the box or not; what they do not see is made by the law (entry 24)."""
        for box in ("yes", "no"):
            pair = f"pair_style granular box {box}\npair_coeff * * {self.FRICTION}"
            run = self.lmp(self.ROLLING.format(pair=pair, law=self.FRICTION, motion="xy erate 0.1 x erate -0.05 z erate 0.002"))
            last = run.thermo()[-1]
            self.assertGreater(abs(last["c_balance[25]"]), 0.1)
            self.assertAlmostEqual(last["c_balance[26]"], 0.0, delta=1e-12)
            self.assertAlmostEqual(last["c_balance[31]"], 0.0, delta=1e-12)

    def test_fixed_point(self):
        """fix nph/sphere: the box does not move a sphere at the point that a length leaves in place. (Along y it rests.)"""
        pair = f"pair_style granular box yes\npair_coeff * * {self.FRICTION}"
        deck = self.ROLLING.format(pair=pair, law=self.FRICTION, motion="").replace("fix 2 all deform 1  remap x\n", "")
        for point, speeds in (("fixedpoint 3 6 6", (0.0, -0.1)), ("", (0.15, 0.05))):
            self.lmp(deck.replace("fix 1 all nve/sphere", f"fix 1 all nph/sphere x rate -0.05 y 0 0 1e6 {point} ptemp 1").replace("run 2000", "run 600"))
            end = self.space.frames()[600]
            for atom, speed in zip((1, 2), speeds):
                # as in test_rolls; u and the velocity of a sphere in a shrinking box change by some percent in this time
                self.assertAlmostEqual(end[atom]["omegay"], 5.0 / 7.0 * speed / 0.5, delta=0.05 * abs(speed) + 1e-9)

    def test_moving_wall(self):
        """A wall that moves with the box below it: no friction."""
        pair = f"pair_style granular box yes\npair_coeff * * {self.FRICTION}"
        deck = self.ROLLING.format(pair=pair, law=self.FRICTION, motion="xy erate 0.1").replace("zplane 0 NULL", "zplane 0 NULL shear x 0.3")
        self.lmp(deck)
        # the sphere at y = 3; rounding of 2000 steps
        self.assertAlmostEqual(self.space.frames()[2000][1]["vx"], 0.0, delta=1e-12)

    def test_warning(self):
        """Without a pair style that tells it, the wall warns, once."""
        deck = self.ROLLING.format(pair="pair_style zero 1.5\npair_coeff * *", law=self.FRICTION, motion="xy erate 0.1")
        deck = "\n".join(line for line in deck.splitlines() if "balance" not in line) + "\n"
        run = self.lmp(deck + "run 1\n")
        found = [line for line in run.warnings if WARNING in line]
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"Fix wall/granular(/kk)? floor: .*, by fix 2 \(deform(/kk)?\): use pair_style granular ... box yes")


BAD = {
    "word": ("pair_style granular boxes yes", "Illegal pair_style granular argument boxes: must be a number, the cutoff, "
                                              "or a keyword: box, lists, ghosts, sort, restart"),
    "second word": ("pair_style granular 1.5 boxes yes", "Unknown pair_style granular keyword 'boxes': "
                    "known are box, lists, ghosts, sort, restart"),
    "no value": ("pair_style granular box", "Missing value of pair_style granular keyword box: must be yes or no"),
    "value": ("pair_style granular box maybe", "Illegal pair_style granular box value maybe: must be yes or no"),
    "twice": ("pair_style granular box yes box no", "The pair_style granular keyword box is given twice"),
}


class Wrong(DeckTest):
    def deck(self, pair="pair_style granular box yes", fixes="", region="prism 0 6 0 6 0 6 0 0 0"):
        return f"""units lj
atom_style sphere
boundary p p p
comm_modify vel yes
region box {region}
create_box 1 box
create_atoms 1 single 1 1 1
create_atoms 1 single 3 3 3
group one id 1
{pair}
pair_coeff * * {HOOKE}
{fixes}
run 1
"""

    def test_words(self):
        self.assert_each_stops({name: (dict(pair=pair), text) for name, (pair, text) in BAD.items()})

    def test_fixes(self):
        some = "moves only some of the particles with the box"
        self.assert_each_stops({
            "fix deform of a group": (dict(fixes="fix 1 one deform 1 xy erate 0.1 remap x"), some),
            "dilate": (dict(fixes="fix 1 all nph/sphere x 1 1 1 dilate one ptemp 1"), some),
            "bodies": (dict(fixes="fix 1 all rigid group 1 all\nfix 2 all deform 1 xy erate 0.1 remap x"),
                       "cannot be used with rigid bodies"),
        })

    def warnings(self, pair, fix, *region):
        run = self.lmp(self.deck(pair, fix, *region))
        return [line for line in run.warnings if WARNING in line]

    def test_warnings(self):
        """Who is warned."""
        equal = "x 1 1 1 y 1 1 1 z 1 1 1 xy 0 0 1 ptemp 1"
        for fix, count in ((f"nph/sphere {equal}", 0), (f"nph/sphere {equal.replace('xy 0 0', 'xy 0 1')}", 1),
                           ("nph/sphere x 1 1 1 y 2 2 1 z 1 1 1 ptemp 1", 1), ("nph/sphere z 1 1 1 ptemp 1", 1),
                           ("deform 1 xy erate 0.1 remap x", 1), ("deform 1 xy erate 0.1 remap v", 0),
                           ("deform 1 xy erate 0.1 remap none", 0)):
            with self.subTest(fix):
                self.assertEqual(len(self.warnings("pair_style granular", "fix 1 all " + fix)), count)
                self.assertEqual(self.warnings("pair_style granular box yes", "fix 1 all " + fix), [])
        for pair in ("pair_style granular", "pair_style granular box yes"):
            found = self.warnings(pair, "fix 1 all nph/sphere/builtin iso 1 1 1 ptemp 1", "block 0 6 0 6 0 6")
            self.assertEqual(len(found), 1)
            self.assertRegex(found[0], r"fix 1 \(nph/sphere/builtin(/kk)?\): its rate is not known")

    def test_legacy_style(self):
        """gran/* have stock's forces and no keyword; the warning names the style that has it."""
        pair = "pair_style gran/hooke/history 1000 NULL 30 NULL 0.5 1"
        deck = self.deck(pair=pair, fixes="fix 1 all deform 1 xy erate 0.1 remap x").replace(HOOKE, "")
        found = [line for line in self.lmp(deck).warnings if WARNING in line]
        self.assertEqual(len(found), 1)
        self.assertIn("use pair_style granular ... box yes", found[0])


if __name__ == "__main__":
    unittest.main()
