"""Computes granular/local and granular/atom: rows balance the forces, torques and virial of the particles, on any ranks; columns
have the values of the laws' closed forms."""

import collections
import unittest

import harness
import meshes
from test_energy_ledger import LAW, continued, packing

EXACT = 1e-12    # of the largest value: sums of some ten forces in another order
STEPS = 4000
GRAVITY = 20.0
COLUMNS = ("id1 id2 wall part x y z nx ny nz distance overlap fx fy fz fn ft ftx fty ftz rolling rollingx rollingy rollingz twisting "
           "t1x t1y t1z t2x t2y t2z slides rolls twists heat e_normal e_sliding p_sliding")
DUMPS = f"""compute c all granular/local {COLUMNS}
compute virial all pressure NULL pair
thermo_style custom step vol c_virial[*]
thermo_modify norm no format float %.17g
dump rows all local {STEPS // 2} local.txt c_c[*]
dump_modify rows format float %.17g
dump spheres all custom {STEPS // 2} dump.txt id mass radius x y z fx fy fz tqx tqy tqz
dump_modify spheres sort id format float %.17g
"""


def settled(after=DUMPS, steps=STEPS, law=LAW, **options):
    """Spheres that have settled in a turning cylinder on a floor that shakes."""
    deck = packing(law, steps=steps, motion="wiggle z 0.2 1.0", turn="rotate 1.0", after="AFTER", **options)
    deck = deck.replace("4.4 0.9 8", "4.4 0.6 3.6").replace("gravity 1.0", f"gravity {GRAVITY}")
    head, run = deck.split("AFTER")
    return head.replace("region box", "processors * * 1\nregion box").replace("compute e all granular/energy\n", "").replace(
        "c_e c_e[*]", "") + after + run


class Rows(harness.DeckTest):
    def frame(self, columns=COLUMNS, step=STEPS):
        Row = collections.namedtuple("Row", columns.split())
        return [Row(*row) for row in self.space.locals()[step]]

    def check_balance(self, run):
        rows, spheres = self.frame(), harness.read_dump(self.space.read("dump.txt"))[STEPS]
        self.assertGreater(len(rows), 1.3 * len(spheres))
        self.assertEqual({row.wall for row in rows}, {0.0, 1.0, 2.0})
        found = {n: [0.0] * 6 for n in spheres}
        for row in rows:
            force = (row.fx, row.fy, row.fz)
            for k in range(3):
                found[row.id1][k] += force[k]
                found[row.id1][3 + k] += (row.t1x, row.t1y, row.t1z)[k]
                if row.id2:
                    found[row.id2][k] -= force[k]
                    found[row.id2][3 + k] += (row.t2x, row.t2y, row.t2z)[k]
        for first, names in ((0, ("fx", "fy", "fz")), (3, ("tqx", "tqy", "tqz"))):
            largest = max(abs(sphere[name]) for sphere in spheres.values() for name in names)
            for n, sphere in spheres.items():
                for k, name in enumerate(names):
                    weight = -GRAVITY * sphere["mass"] if name == "fz" else 0.0
                    self.assertAlmostEqual(found[n][first + k] + weight, sphere[name], delta=EXACT * largest, msg=f"{n} {name}")
        last = run.thermo()[-1]
        for k, (a, b) in enumerate(("xx", "yy", "zz", "xy", "xz", "yz"), 1):
            virial = sum(row.distance * getattr(row, f"n{a}") * getattr(row, f"f{b}") for row in rows if row.id2)
            self.assertAlmostEqual(virial, last[f"c_virial[{k}]"] * last["Volume"], delta=EXACT * last["c_virial[3]"] * last["Volume"])

    def test_balance(self):
        for newton in ("on", "off"):
            for ranks in (1, 2, 4):
                with self.subTest(newton=newton, ranks=ranks):
                    self.check_balance(self.lmp(settled(newton=newton), ranks=ranks))

    def test_histories(self):
        """Springs without dashpots, seen from 1: F_s = -k_t h, rolling torque R_eff k_roll |h|, twisting torque -k_twist h."""
        columns = "id1 id2 wall ftx fty ftz rolling twisting h1 h2 h3 h4 h5 h6 h7 h8"
        law = "hooke 2e4 200 damping velocity tangential linear_history 5714 0 0.5 rolling sds 1e3 0 0.2 twisting sds 300 0 0.1"
        for newton, ranks in (("on", 1), ("off", 2), ("on", 4)):
            with self.subTest(newton=newton, ranks=ranks):
                self.lmp(settled(after=DUMPS.replace(COLUMNS, columns), law=law, newton=newton), ranks=ranks)
                rows, spheres = self.frame(columns), harness.read_dump(self.space.read("dump.txt"))[STEPS]
                largest = max(abs(row.ftx) for row in rows)
                for row in rows:
                    for force, spring in ((row.ftx, row.h1), (row.fty, row.h2), (row.ftz, row.h3)):
                        self.assertAlmostEqual(force, -5714 * spring, delta=EXACT * largest)
                    if row.id2:    # the drum has another effective radius
                        one, other = (spheres[n]["radius"] for n in (row.id1, row.id2))
                        rolled = (row.h4**2 + row.h5**2 + row.h6**2)**0.5
                        self.assertAlmostEqual(row.rolling, 1e3 * one * other / (one + other) * rolled, delta=EXACT * largest)
                    self.assertAlmostEqual(row.twisting, -300 * row.h7, delta=EXACT * largest)
                    self.assertEqual(row.h8, 0.0)
                self.assertGreater(max(abs(row.twisting) for row in rows), 1e-4 * largest)

    def test_other_laws(self):
        for law in ("hertz/material 1e6 50 0.3 tangential mindlin_rescale/force NULL 1.0 0.5 rolling sds 1e3 1 0.2 twisting marshall",
                    "jkr 1e6 50 0.3 20 tangential mindlin NULL 1.0 0.5",
                    "hooke 2e4 20 damping velocity tangential tracking 1e4 0.5 0.4 rolling tracking 0.2 twisting tracking 0.2 NULL"):
            with self.subTest(law):
                self.check_balance(self.lmp(settled(law=law)))

    def test_regions_and_meshes(self):
        """A tube that is a region, a floor of triangles."""
        self.space.write("floor.stl", meshes.ascii_stl(meshes.grid(range(-6, 7, 3), range(-6, 7, 3))))
        deck = settled().replace("zcylinder 5 rotate 1.0", "region tube").replace("zplane 0 NULL wiggle z 0.2 1.0", "mesh floor.stl")
        deck = deck.replace("fix floor", "region tube cylinder z 0 0 5 -1 20 units box open 1 open 2\nfix floor")
        for ranks in (1, 2):
            self.check_balance(self.lmp(deck, ranks=ranks))
            parts = {row.part for row in self.frame() if row.wall == 1.0}
            self.assertTrue(len(parts) > 5 and min(parts) >= 1 and max(parts) <= 32, parts)

    def test_values(self):
        """Hooke's law and caps of LAW; the place of a contact and of a wall."""
        self.lmp(settled())
        spheres = harness.read_dump(self.space.read("dump.txt"))[STEPS]
        rows = self.frame()
        for row in rows:
            one = spheres[row.id1]
            normal, friction = (row.nx, row.ny, row.nz), (row.ftx, row.fty, row.ftz)
            self.assertAlmostEqual(sum(n * n for n in normal), 1.0, delta=EXACT)
            self.assertAlmostEqual(sum(n * f for n, f in zip(normal, friction)), 0.0, delta=1e-10 * (abs(row.fn) + row.ft))
            for k, axis in enumerate("xyz"):
                self.assertAlmostEqual(row.fn * normal[k] + friction[k], getattr(row, f"f{axis}"), delta=EXACT * (abs(row.fn) + row.ft))
            pressed = abs(row.fn)
            arm = one["radius"] / 2 if row.id2 else one["radius"]    # effective radius of equal spheres, of a flat wall
            self.assertAlmostEqual(row.slides * 0.5 * pressed, row.ft, delta=1e-10 * pressed)
            self.assertAlmostEqual(row.twists * 0.1 * pressed, abs(row.twisting), delta=1e-10 * pressed)
            if row.wall != 2.0:    # the cylinder is curved
                self.assertAlmostEqual(row.rolls * 0.2 * pressed * arm, row.rolling, delta=1e-10 * pressed)
            self.assertAlmostEqual(row.e_normal, 1e4 * row.overlap**2, delta=1e-10 * row.e_normal)
            reach = (one["x"] - row.x)**2 + (one["y"] - row.y)**2 + (one["z"] - row.z)**2
            wanted = one["radius"] - (0.5 if row.id2 else 1.0) * row.overlap
            self.assertAlmostEqual(reach**0.5, wanted, delta=1e-11)
            self.assertEqual(row.part, 1.0 if row.wall else 0.0)
        self.assertTrue(any(row.slides > 1 - 1e-9 for row in rows) and any(row.slides < 0.5 for row in rows))
        self.assertTrue(all(max(row.slides, row.rolls, row.twists) < 1 + 1e-9 for row in rows))

    def test_tracking(self):
        """Slips or not is in the history of these laws; a dashpot may lift a load that sticks above the cap."""
        text = """units lj
atom_style sphere
comm_modify vel yes
region box block -5 5 -5 5 -5 5
boundary f f f
create_box 1 box
create_atoms 1 single 0 0 0.49
set group all diameter 1.0 density 1.0
pair_style granular
pair_coeff * * hooke 1000.0 5.0 damping velocity tangential tracking 500 0.5 0.3
fix floor all wall/granular hooke 1000.0 5.0 damping velocity tangential tracking 500 0.5 0.3 rolling tracking 0.1 twisting tracking 0.1 zplane 0 NULL
fix weight all gravity 10.0 vector 0 0 -1
fix move all nve/sphere
timestep 0.0005
velocity all set {} 0 0
compute c all granular/local slides twists rolls h4
compute a all granular/atom sliding
compute l all reduce sum c_c[*] inputs local
compute n all reduce sum c_a
thermo_style custom step c_l[*] c_n
thermo 1
run 400
"""
        for speed in (2.0, 0.001):
            rows = self.lmp(text.format(speed)).thermo()
            self.assertEqual({row["c_l[4]"] for row in rows} >= {1.0 if speed > 1 else 0.0}, True)
            for row in rows:
                slips = row["c_l[4]"] > 0.5
                self.assertEqual(row["c_l[1]"] == 1.0, slips, row)
                self.assertEqual(row["c_n"], 1.0 if slips else 0.0, row)
                self.assertLessEqual(max(row["c_l[1]"], row["c_l[2]"], row["c_l[3]"]), 1.0)

    def test_hybrid_with_diagnostics(self):
        """A hybrid style copies as many values of single() as its sub-styles named when they were made; pair/local has all."""
        text = """units lj
atom_style sphere
comm_modify vel yes
region box block -5 5 -5 5 -5 5
create_box 2 box
create_atoms 1 single 0 0 0
create_atoms 1 single 0.99 0 0
create_atoms 2 single 3 0 0
set group all diameter 1.0 density 1.0
pair_style hybrid granular yukawa 1.0 2.5
pair_coeff 1 1 granular hooke 1000.0 10.0 damping mass_velocity tangential tracking 500 0.5 0.4 rolling tracking 0.3 twisting tracking 0.01
pair_coeff 2 2 yukawa 1.0
pair_coeff 1 2 none
timestep 0.001
fix move all nve/sphere
compute p all pair/local dist force p1 p12 p13 p17
compute s all reduce sum c_p[*] inputs local
thermo_style custom step c_s[*]
thermo 10
run 50
"""
        rows = self.lmp(text).thermo()
        plain = self.lmp(text.replace("hybrid granular yukawa 1.0 2.5", "granular").replace("1 1 granular hooke", "* * hooke").replace(
            "pair_coeff 2 2 yukawa 1.0\npair_coeff 1 2 none\n", "")).thermo()
        self.assertEqual(rows, plain)

    def test_special_neighbors(self):
        """Loads, energies and powers of a contact have the factor of its spheres."""
        deck = """units lj
atom_style hybrid sphere bond
newton {newton}
comm_modify vel yes
special_bonds lj 0.5 1 1
region box block -3 3 -3 3 -3 3
create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 2
create_atoms 1 single -0.45 0 0
create_atoms 1 single 0.5 0 0
set group all diameter 1.0 density 1.0
set atom 1 vx 0.2
pair_style granular
pair_coeff * * hooke 1e4 10 damping velocity tangential linear_nohistory 0 0
create_bonds single/bond 1 1 2
fix move all nve/sphere
compute rows all granular/local fn overlap e_normal p_normal
compute sums all reduce sum c_rows[*] inputs local
thermo_style custom step c_sums[*]
thermo_modify norm no format float %.17g
timestep 1e-6
run 1
"""
        for newton in ("on", "off"):
            for ranks in (1, 2):
                with self.subTest(newton=newton, ranks=ranks):
                    row = self.lmp(deck.format(newton=newton), ranks=ranks).thermo()[-1]
                    overlap = row["c_sums[2]"]
                    self.assertAlmostEqual(row["c_sums[3]"], 0.5 * 0.5 * 1e4 * overlap**2, delta=1e-9)
                    self.assertAlmostEqual(row["c_sums[4]"], 0.5 * 10 * 0.2**2, delta=1e-3)    # the velocity of a half step later
                    self.assertAlmostEqual(row["c_sums[1]"], 0.5 * (1e4 * overlap + 10 * 0.2), delta=1e-2)

    def test_frozen_particles(self):
        """Two of them have no contact, on any ranks, and are no rattlers: a sphere rests on three."""
        head = """units lj
atom_style sphere
newton {newton}
comm_modify vel yes
processors * 1 1
region box block -10 10 -5 5 -5 5
create_box 1 box
{atoms}
set group all diameter 1.0 mass 1.0
{after}
group rock id {frozen}
fix hold rock freeze
pair_style granular
pair_coeff * * hooke 1000 0 tangential linear_history 1000 0 0.5 damping none
neighbor 0.3 bin
"""
        far = "create_atoms 1 single -0.5 0 0\ncreate_atoms 1 single 3.3 0 0\ncreate_atoms 1 single 0 0 4\n"
        hollow = "create_atoms 1 single -0.6 0 0\ncreate_atoms 1 single 0.6 0 0\ncreate_atoms 1 single 0 1 0\ncreate_atoms 1 single 0 0.32 0.55\n"
        for newton in ("on", "off"):
            for ranks in (1, 2):
                with self.subTest(newton=newton, ranks=ranks):
                    row = self.lmp(head.format(newton=newton, atoms=far, after="set atom 1*2 diameter 4", frozen="1 2") +
                                   "compute a all granular/atom contacts\ncompute n all reduce sum c_a\n"
                                   "thermo_style custom step press c_n\nrun 0\n", ranks=ranks).thermo()[0]
                    self.assertEqual((row["Press"], row["c_n"]), (0.0, 0.0))
                    row = self.lmp(head.format(newton=newton, atoms=hollow, after="", frozen="1 2 3") +
                                   "compute a all granular/atom contacts rattler\ncompute n all reduce sum c_a[*]\n"
                                   "thermo_style custom step c_n[*]\nthermo_modify norm no\nrun 0\n", ranks=ranks).thermo()[0]
                    self.assertEqual((row["c_n[1]"], row["c_n[2]"]), (6.0, 0.0))

    def test_part_of_the_contacts(self):
        """Group, region, one column; averages of them."""
        after = f"""group half id <= 75
region low block INF INF INF INF INF 1.5
compute all all granular/local id1 id2 z
compute half half granular/local id1 id2 z
compute low all granular/local region low id1 id2 z
compute one all granular/local fn
compute most all reduce max c_one inputs local
fix most all ave/time 1 1 {STEPS // 2} c_most
thermo_style custom step c_most f_most
thermo_modify norm no format float %.17g
dump all all local {STEPS} all.txt c_all[*]
dump half all local {STEPS} half.txt c_half[*]
dump low all local {STEPS} low.txt c_low[*]
dump one all local {STEPS} one.txt c_one
"""
        for ranks in (1, 3):
            run = self.lmp(settled(after), ranks=ranks)
            every, half, low, one = (sorted(map(tuple, self.space.locals(f"{name}.txt")[STEPS])) for name in ("all", "half", "low", "one"))
            self.assertEqual(half, [row for row in every if row[0] <= 75 and row[1] <= 75])
            self.assertEqual([row[:2] for row in low], [row[:2] for row in every if row[2] < 1.5])
            self.assertTrue(0 < len(low) < len(every) and 0 < len(half) < len(every))
            self.assertEqual(len(one), len(every))
            self.assertAlmostEqual(run.thermo()[-1]["c_most"], max(row[0] for row in one), delta=1e-4 * run.thermo()[-1]["c_most"])

    def test_beside_the_ledger(self):
        """With compute granular/energy too, and without both, the spheres move in the same way; the rows are the same."""
        texts = []
        for more in ("", "compute e all granular/energy\n"):
            self.lmp(settled(DUMPS + more))
            texts.append((self.space.read("dump.txt"), self.space.read("local.txt")))
        self.assertEqual(*texts)
        self.lmp(settled("\n".join(line for line in DUMPS.splitlines() if "rows" not in line and "compute c" not in line) + "\n"))
        self.assertEqual(self.space.read("dump.txt"), texts[0][0])

    def test_restart(self):
        """Rows of a run that goes on from a file are those of the run that went on."""
        self.lmp(settled(DUMPS + f"restart {STEPS // 2} file.*\n"))
        whole = sorted(self.space.locals()[STEPS])
        self.lmp(continued(f"file.{STEPS // 2}", DUMPS + f"run {STEPS // 2}\n", "wiggle z 0.2 1.0", GRAVITY))
        place = slice(4, 7)    # of the contact, from the atom that comes first in the list: rounding
        for row, other in zip(sorted(self.space.locals()[STEPS]), whole, strict=True):
            for a, b in zip(row[place], other[place]):
                self.assertAlmostEqual(a, b, delta=1e-14)
            row[place] = other[place]
            self.assertEqual(row, other)

    def test_atoms(self):
        """Sums over the rows of granular/local; rattlers by removing them one after the other."""
        names = ("contacts bearing fabricxx fabricyy fabriczz fabricxy fabricxz fabricyz stressxx stressxy stressxz stressyx stressyy "
                 "stressyz stresszx stresszy stresszz sliding rolling twisting rattler")
        columns = " ".join(f"c_a[{k}]" for k in range(1, len(names.split()) + 1))
        more = f"""compute a all granular/atom {names}
compute one all granular/atom rattler
dump atoms all custom {STEPS} atoms.txt id {columns} c_one
dump_modify atoms sort id format float %.17g
"""
        for newton, ranks in (("on", 1), ("off", 1), ("on", 4), ("off", 4)):
            with self.subTest(newton=newton, ranks=ranks):
                self.lmp(settled(DUMPS + more, newton=newton), ranks=ranks)
                rows = self.frame()
                spheres = harness.read_dump(self.space.read("dump.txt"))[STEPS]
                found = {n: dict(zip(names.split(), (atom[column] for column in columns.split())))
                         for n, atom in harness.read_dump(self.space.read("atoms.txt"))[STEPS].items()}
                ends = collections.defaultdict(list)
                for row in rows:
                    ends[row.id1].append((row, 1))
                    if row.id2:
                        ends[row.id2].append((row, -1))
                alone = {n for n in found if not self.holds(ends[n], set())}
                while True:
                    more_alone = {n for n in found if not self.holds(ends[n], alone)}
                    if more_alone == alone:
                        break
                    alone = more_alone
                self.assertEqual({n for n, one in found.items() if one["rattler"]}, alone)
                self.assertTrue(0 < len(alone) < len(found))
                scale = max(abs(one["stresszz"]) for one in found.values())
                for n, one in found.items():
                    self.assertEqual(one["contacts"], len(ends[n]))
                    self.assertEqual(one["bearing"], sum(row.fn > 0 for row, _ in ends[n]))
                    for mode, column in (("sliding", "slides"), ("rolling", "rolls"), ("twisting", "twists")):
                        self.assertEqual(one[mode], sum(getattr(row, column) > 1 - 1e-10 for row, _ in ends[n]))
                    for a in "xyz":
                        for b in "xyz":
                            stress = sum((getattr(row, a) - spheres[n][a]) * side * getattr(row, f"f{b}") for row, side in ends[n])
                            self.assertAlmostEqual(one[f"stress{a}{b}"], stress, delta=1e-11 * scale)
                            if a <= b:
                                fabric = sum(getattr(row, f"n{a}") * getattr(row, f"n{b}") for row, _ in ends[n])
                                self.assertAlmostEqual(one[f"fabric{a}{b}"], fabric, delta=1e-12 * (1 + len(ends[n])))

    @staticmethod
    def holds(ends, without):
        """Whether a sphere with six degrees of freedom is held: contacts of LAW have six constraints, or fewer without friction."""
        held = [row for row, side in ends if row.fn > 0 and (row.id2 if side > 0 else row.id1) not in without]
        return len(held) >= 2    # 6/6 contacts, and one more

    def test_rattlers_by_modes_of_friction(self):
        """A sphere among frozen ones is a rattler with at most half of the isostatic number of contacts."""
        none, sliding = "tangential none", "tangential linear_history 1e3 0 0.5"
        off = "tangential linear_history 0 0 0.5 rolling sds 0 0 0.1 twisting sds 0 0 0.1"    # exerts no force
        directions = ((1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1))
        cases = ((3, none, 3), (3, off, 3), (3, "tangential linear_nohistory 0 0.5", 3), (3, "tangential mindlin 0 0 0.5", 3), (3, sliding, 2), (3, sliding + " rolling sds 1e3 0 0.1 twisting sds 1e3 0 0.1", 1), (2, none, 2), (2, sliding, 1))
        for dimension, friction, most in cases:
            for contacts in (most, most + 1):
                with self.subTest(dimension=dimension, friction=friction, contacts=contacts):
                    partners = "".join("create_atoms 1 single {} {} {}\n".format(*(0.99 * c for c in directions[k])) for k in range(contacts))
                    run = self.lmp(f"""units lj
dimension {dimension}
atom_style sphere
comm_modify vel yes
region box block -3 3 -3 3 {"-0.5 0.5" if dimension == 2 else "-3 3"}
create_box 1 box
create_atoms 1 single 0 0 0
{partners}set group all diameter 1.0 density 1.0
group middle id 1
group others subtract all middle
pair_style granular
pair_coeff * * hooke 1e3 0 {friction}
fix hold others freeze
compute a all granular/atom rattler
compute one middle reduce sum c_a
thermo_style custom step c_one
thermo_modify norm no
run 0
""")
                    self.assertEqual(run.thermo()[-1]["c_one"], float(contacts == most))

    def test_power_of_atoms(self):
        """The columns of the power are those of granular/energy/atom, also alone."""
        columns = " ".join(f"c_a[{k}]" for k in range(1, 7))
        found = []
        for words in ("granular/energy/atom", "granular/atom power p_normal p_dashpot p_sliding p_rolling p_twisting"):
            dump = f"dump atoms all custom {STEPS} atoms.txt id {columns}\ndump_modify atoms sort id format float %.17g\n"
            self.lmp(settled(f"compute a all {words}\n{dump}"))
            found.append(self.space.read("atoms.txt"))
        self.assertEqual(*found)
        rows = harness.read_dump(found[0])[STEPS].values()
        for k in range(1, 7):
            self.assertGreater(max(row[f"c_a[{k}]"] for row in rows), 0.0, k)

    def test_atoms_that_are_gone(self):
        gone = "compute c all granular/atom contacts\nrun 10\ngroup one id 1\ndelete_atoms group one\nwrite_dump all custom gone.txt id c_c\n"
        every = "group one id 1\ncompute c all granular/atom contacts\nrun 10 every 10 \"delete_atoms group one\" \"write_dump all custom gone.txt id c_c\"\n"
        for commands in (gone, every):
            self.assertIn("Compute granular/atom: a command since the last step, such as delete_atoms or write_restart, has changed",
                          self.space.run(settled(commands, steps=10)).error)

    def test_atoms_without_ids(self):
        for pair, compute, message in (("tangential linear_history 1e3 0 0.5", "", "Pair style granular requires that atoms have IDs: use atom_modify id yes"),
                                       ("tangential none", "compute c all granular/local fn\n", "Compute granular/local requires atoms with IDs")):
            run = self.space.run(f"""units lj
atom_style sphere
atom_modify id no
comm_modify vel yes
region box block -3 3 -3 3 -3 3
create_box 1 box
create_atoms 1 random 5 4711 NULL
set group all diameter 0.5 density 1.0
pair_style granular
pair_coeff * * hooke 1e3 0 {pair}
{compute}run 0
""")
            self.assertEqual(run.error, message)

    def test_bad_input(self):
        for words, message in (
                ("granular/local", "Illegal compute granular/local command: no columns; known are id1 id2 wall part x y z"),
                ("granular/local id1 id3", "Unknown compute granular/local column 'id3': known are id1 id2"),
                ("granular/local id1 region", "Missing value of compute granular/local keyword region: must be a region ID"),
                ("granular/atom", "Illegal compute granular/atom command: no columns; known are contacts bearing fabricxx"),
                ("granular/atom contact", "Unknown compute granular/atom column 'contact': known are contacts bearing fabricxx"),
                ("granular/local id1 region nowhere", "Region nowhere of compute granular/local c does not exist")):
            self.assertIn(message, self.space.run(settled(f"compute c all {words}\n")).error)


if __name__ == "__main__":
    unittest.main()
