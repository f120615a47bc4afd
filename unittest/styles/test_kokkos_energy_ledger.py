"""The ledger of energy with /kk styles against the styles without /kk in the same LAMMPS with the KOKKOS package.

Ways, as in test_kokkos_granular.py: half lists on one and two threads, where contacts are those of the host's loop; full
lists on one and two threads (the way of a GPU), where kernels take the accounts of contacts and walls.

BOUND, 1e-9 of what was dissipated: rounding of positions, 1e-15, grows in the collisions of 300 steps (test_energy_ledger.py
has the same bound for other numbers of ranks). CLOSES: see Packings.assert_closes there. Where LAMMPS stores positions in
single precision, the bounds are those of test_kokkos_granular.py.
"""

import unittest

import harness
import test_energy_ledger as of_host
import test_heat_dissipation as of_heat
from harness import KOKKOS, DeckTest
from test_energy_ledger import ENTRIES, LAW, continued, ledgers, packing

harness.need_kokkos()

BOUND, CLOSES = (3e-2, 1e-2) if harness.kokkos_rounds() else (1e-9, 1e-11)
FULL = harness.kokkos_full_lists(1)
# On two threads LAMMPS orders particles by timing where it exchanges or sorts them on a device.
FULL_ON_TWO = (*harness.kokkos_threads(2), "-pk", "kokkos", "neigh", "full", "newton", "off")
WAYS = {"half": harness.kokkos_threads(1), "half, two threads": harness.kokkos_threads(2), "full": FULL,
        "full, two threads": FULL_ON_TWO}
LAWS = of_host.Packings.LAWS
JKR = next(law for law in LAWS if law.startswith("jkr"))
TRACKING = next(law for law in LAWS if "rolling tracking 0.2" in law)
STEPS = 300


def moving(law=LAW, **options):
    """A packing in a turning cylinder, on a floor that shakes."""
    return packing(law, **{"steps": STEPS, "motion": "wiggle z 0.2 1.0", "turn": "rotate 1.0", **options})


def dense(law=LAW, **options):
    """The same with spheres that touch soon."""
    deck = moving(law, **options).replace("4.4 0.9 8", "4.4 0.6 3.6").replace("gravity 1.0", "gravity 20.0")
    return deck.replace("region box", "processors * * 1\nregion box")    # contacts cross the borders of ranks


def rows():
    """Sums over the rows of all atoms and contacts."""
    return """compute a all granular/energy/atom
compute l all granular/energy/local
compute of_atoms all reduce sum c_a[*]
compute of_contacts all reduce sum c_l[*] inputs local
thermo_style custom step c_e c_e[*] c_of_atoms[*] c_of_contacts[*]
thermo_modify norm no format float %.17g
"""


class KokkosLedger(DeckTest):
    def assert_same(self, found, host, what):
        """Rows of two runs."""
        self.assertEqual([one.row["Step"] for one in found], [one.row["Step"] for one in host])
        scale = host[-1].lost
        self.assertGreater(scale, 0.0)
        for one, other in zip(found, host):
            for name in ENTRIES:
                self.assertAlmostEqual(one[name], other[name], delta=BOUND * scale, msg=f"{what}: {name}")

    def kokkos(self, deck, args=(), **options):
        run = self.lmp(deck, args=args, launcher=KOKKOS, **options)
        self.assertEqual("contacts one pair at a time" in run.log, harness.has_full_lists(args))
        return ledgers(run)

    def assert_as_host(self, deck, ways=WAYS, **options):
        host = self.kokkos(deck)
        for way in ways:
            with self.subTest(way):
                self.assert_same(self.kokkos(deck, WAYS[way], **options), host, way)
        return host[-1]


class Laws(KokkosLedger):
    def test_all_laws(self):
        jobs = {law: (moving(law), {}) for law in LAWS}
        found = {}
        for way, args in {"host": (), **WAYS}.items():
            runs = self.space.run_each(jobs, args, launcher=KOKKOS)
            for law, (run, _) in runs.items():
                self.assert_ended(run, f"{way}: {law}")
                found[way, law] = ledgers(run)
        for law in LAWS:
            host = found["host", law]
            self.assertEqual(host[-1]["pairs_lost_adhesion"] > 0.0, law == JKR)
            for way in WAYS:
                with self.subTest(law=law, way=way):
                    self.assert_same(found[way, law], host, way)
                    last = found[way, law][-1]
                    turned_over = last.lost + last.stored + abs(last["gravity"]) + abs(last["moving_walls"])
                    for name in ("residual", "other_forces"):
                        self.assertLess(abs(last[name]), CLOSES * turned_over, name)

    def test_necks_part_at_walls(self):
        """Spheres fall on an adhesive plane that moves down, and inside of a cylinder."""
        last = self.assert_as_host(packing(JKR.replace("20 tang", "60 tang"), steps=600, motion="wiggle z 0.3 0.15"))
        self.assertGreater(last["walls_lost_adhesion"], 1e-3)

    def test_walls(self):
        """Between two planes of one command, around a cylinder, with an adhesive law without history."""
        no_history = "jkr 1e6 50 0.3 20 tangential linear_nohistory 1.0 0.5"
        more = f"fix lid all wall/granular {no_history} zplane NULL 9 wiggle z 1.5 1.0\n" \
               f"fix pole all wall/granular {LAW} zcylinder 0.8 shear z 1.0\n"
        self.assert_as_host(moving(after=more))

    def test_a_law_for_each_type(self):
        """Types with their own laws, walls that mix theirs with them, held particles, hybrid."""
        soft = LAW.replace("hooke 2e4", "hooke 1e4")
        after = f"""set group all type/fraction 2 0.5 7
pair_style hybrid granular
pair_coeff 1 1 granular {LAW}
pair_coeff 2 2 granular {soft}
pair_coeff 1 2 granular {LAW.replace("0.5 rolling", "0.1 rolling")}
unfix floor
fix floor all wall/granular {LAW} zplane 0 NULL material mix
region low block INF INF INF INF INF 1.2
group low region low
fix hold low freeze
velocity low set 0 0 0
"""
        last = self.assert_as_host(packing(steps=STEPS, after=after).replace("create_box 1", "create_box 2"))
        self.assertGreater(last["pairs_lost_sliding"], 0.1)

    def test_other_forces(self):
        """Loads of contacts are kept apart from those of other fixes: of walls on the device, and of a region on the host."""
        more = f"""fix drag all viscous 0.5
region tube cylinder z 0 0 4.92 INF INF
fix tube all wall/granular {LAW} region tube
fix push all addforce 1.0 0 0
"""
        last = self.assert_as_host(moving(after=more))
        self.assertGreater(abs(last["other_forces"]), 1.0)

    def test_growth(self):
        more = "variable d equal 1.0+2e-5*step\nfix grow all adapt 10 atom diameter v_d\n"
        last = self.assert_as_host(moving(after=more).replace("atom_style sphere", "atom_style sphere 1"))
        self.assertGreater(last["added"], 1.0)

    def test_without_a_skin(self):
        """Contacts that end in a step are in the lists with any skin."""
        self.assert_as_host(moving().replace("neighbor 0.3", "neighbor 0"))

    def test_ranks(self):
        """Histories are sent from the device, or from the host."""
        deck = dense(after=rows())
        host = self.kokkos(deck)
        for ranks, comm in ((2, "device"), (4, "device"), (2, "host")):
            found = self.kokkos(f"package kokkos comm {comm}\n{deck}", FULL, ranks=ranks)
            self.assert_same(found, host, f"{ranks} ranks, {comm}")
            self.assert_same_rows(found[-1], host[-1])

    def test_rigid_bodies_at_walls(self):
        """Dashpots of single contacts are those of the body's mass."""
        law = LAW.replace("2e4 20 damping velocity", "2e4 20 damping mass_velocity")
        bodies = "unfix 1\ngroup a id 1:40\ngroup b id 41:80\ngroup bound union a b\ngroup rest subtract all bound\n" \
                 "fix 1 rest nve/sphere\nfix bodies bound rigid group 2 a b\n"
        deck = dense(law, after=bodies + rows())
        host = self.kokkos(deck)
        found = self.kokkos(deck, FULL)
        self.assert_same(found, host, "full")
        self.assert_same_rows(found[-1], host[-1])

    def test_device_style_with_newton_on(self):
        """Full lists and newton on: the owner of a ghost has its contacts too."""
        deck = dense(after=rows())
        other = deck.replace("pair_style granular", "pair_style granular/kk/device")
        host = self.kokkos(deck)
        for ranks in (1, 4):
            run = self.lmp(other, args=harness.kokkos_threads(1), launcher=KOKKOS, ranks=ranks)
            self.assertIn("contacts one pair at a time", run.log)
            found = ledgers(run)
            self.assert_same(found, host, f"{ranks} ranks")
            self.assert_same_rows(found[-1], host[-1])

    def assert_same_rows(self, found, host):
        for column in (f"c_of_{what}[{k}]" for what, count in (("atoms", 6), ("contacts", 14)) for k in range(1, count + 1)):
            if column in ("c_of_contacts[1]", "c_of_contacts[2]"):
                continue    # which of two atoms comes first is the list's
            self.assertAlmostEqual(found.row[column], host.row[column], delta=BOUND * max(host.lost, abs(host.row[column])),
                                   msg=column)


class AtomsAndContacts(KokkosLedger):
    DUMPS = f"""dump atoms all custom {STEPS} atoms.txt id c_a[*]
dump rows all local {STEPS} rows.txt c_l[*]
dump_modify atoms format float %.17g
dump_modify rows format float %.17g
"""

    OF_FORCES = rows().replace("granular/energy/atom", "granular/atom contacts bearing stresszz stressxz fabriczz rattler").replace(
        "granular/energy/local", "granular/local id1 id2 x y z e_normal p_sliding overlap distance fn ft twisting slides rolls fz")

    def test_each(self):
        for law, columns in ((LAW, rows()), (JKR, rows()), (TRACKING, rows()), (LAW, self.OF_FORCES)):
            deck = dense(law, after=columns + self.DUMPS)
            self.kokkos(deck)
            atoms, contacts = self.read()
            self.assertGreater(len(contacts), 20)
            for way, args in WAYS.items():
                with self.subTest(law=law, columns=columns, way=way):
                    self.kokkos(deck, args)
                    found_atoms, found_contacts = self.read()
                    self.assertEqual(set(found_contacts), set(contacts))
                    self.assert_close(found_contacts, contacts)
                    self.assert_close(found_atoms, atoms)

    def read(self):
        """Values of the last step, by atom, and by the atoms of a contact."""
        atoms = self.space.frames("atoms.txt")[STEPS]
        contacts = self.space.locals("rows.txt")[STEPS]
        by_pair = {frozenset(map(int, row[:2])) if row[1] else (int(row[0]), tuple(round(x, 3) for x in row[2:5])):
                   row[2:] for row in contacts}
        self.assertEqual(len(by_pair), len(contacts))
        return {number: [atom[f"c_a[{k}]"] for k in range(1, 7)] for number, atom in atoms.items()}, by_pair

    def assert_close(self, found, host):
        for column in range(len(next(iter(host.values())))):
            scale = max(abs(values[column]) for values in host.values())
            for key, values in host.items():
                # single contacts: the same growth of rounding in 300 steps, without the mean over contacts
                self.assertAlmostEqual(found[key][column], values[column], delta=100 * BOUND * scale, msg=(key, column))


class Box(KokkosLedger):
    """Boxes that move, which the contacts see or not, with images whose velocities LAMMPS changes."""

    def deck(self, fix, seen="yes"):
        return of_host.BOX.replace("run 6000\n", "run 1000\n").replace("box yes", f"box {seen}") + f"timestep 0.01\n{fix}\n" + of_host.OUTPUT.format(more="") + "thermo 100\nrun 200\n"

    def test_deform(self):
        for remap in ("v", "x"):
            for seen in ("yes", "no"):
                fix = f"fix shear all deform 1 xy erate 0.01 remap {remap}\nfix move all nve/sphere"
                with self.subTest(remap=remap, seen=seen):
                    last = self.assert_as_host(self.deck(fix, seen), ways=("full", "full, two threads"))
                    self.assertNotEqual(last["box"], 0.0)

    def test_barostat(self):
        fix = f"fix swing all nph/sphere {of_host.SIDES} xy 0 0 2.25 xz 0 0 2.25 yz 0 0 2.25 pchain 0 ptemp 1"
        last = self.assert_as_host(self.deck(fix), ways=("full", "full, two threads"))
        self.assertNotEqual(last["box"], 0.0)


class Runs(KokkosLedger):
    def test_restart(self):
        """A run that was read from a file has the bits of the uninterrupted one, and so has a run that writes files."""
        begin = moving(after="restart 200 file.*\n", steps=400)
        again = continued("file.200", of_host.OUTPUT.format(more="") + "thermo 200\nrun 200\n", "wiggle z 0.2 1.0")
        host = self.kokkos(begin)
        of_the_host = self.kokkos(again, FULL)
        self.assert_same(of_the_host, host[1:], "file of the host")
        for way, args in WAYS.items():
            with self.subTest(way):
                whole = self.kokkos(begin, args)
                self.assertEqual(len(whole), 3)
                run = self.kokkos(again, args)
                self.assertEqual(run, whole[1:])
                self.assert_same(self.kokkos(again), host[1:], "file for the host")

    def test_runs_in_one_input(self):
        self.assert_as_host(moving(steps=100) + "run 100\nrun 100 pre no\n")

    def test_forces_are_the_same(self):
        """With and without a ledger, to the last bit: the same expressions and order of sums. Output in each step keeps LAMMPS
        from fusing both halves of the integration, which rounds in another way."""
        show = f"dump all all custom 1 dump.txt {harness.DUMP_COLUMNS}\ndump_modify all format float %.17g\n"
        for law in (LAW, JKR):
            deck = moving(law, after=show, steps=200)
            off = "".join(line + "\n" for line in deck.splitlines() if not line.startswith(("compute e", "thermo_style")))
            self.kokkos(deck, FULL)
            on = self.space.frames()
            self.lmp(off, args=FULL, launcher=KOKKOS)
            self.assertEqual(self.space.frames(), on)


class Heat(KokkosLedger):
    """fix heat/dissipation."""

    deck = of_heat.with_heat(moving(more="c_warmth"))

    def test_half_lists(self):
        """The loop of the host, also on threads that add to the same atoms."""
        for way in ("half", "half, two threads"):
            last = self.kokkos(self.deck, WAYS[way])[-1]
            self.assertGreater(last.lost, 1.0)
            self.assertAlmostEqual(of_heat.warmth(last, 150), last.lost, delta=CLOSES * last.lost, msg=way)

    def test_full_lists(self):
        run = self.space.run(self.deck, args=FULL, launcher=KOKKOS)
        self.assertEqual(run.returncode, 1, run.output[-1000:])
        self.assertIn("Fix heat/dissipation cannot be used with pair style granular", run.error)


if __name__ == "__main__":
    unittest.main(verbosity=2)
