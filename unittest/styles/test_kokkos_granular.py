"""pair_style granular/kk against pair_style granular in the same LAMMPS with the KOKKOS package.

Every deck of test_against_stock.py is run by the style without /kk and in the two ways that Kokkos has:

- threads: the neighbor list is shared by two threads, sums are taken in another order;
- full lists ("package kokkos neigh full", the way of a GPU): each side of a contact evaluates it, as a work
  item of its own, and keeps its own copy of the history.

FIRST, 1e-12 for the forces before any step: the same expressions, a few units in the last place.
BOUND, 1e-10 after 1000 steps: see test_against_stock.py, which also shows for each deck that it does not
amplify rounding errors to more than 1e-11.

Where LAMMPS stores positions, velocities and spins in single precision (KOKKOS_PREC mixed or single), these are
rounded by 2^-24 = 6e-8 of their size in each step, and its styles with and without /kk cannot agree better.
FIRST, 5e-4: overlaps and spins are what is left of numbers up to a hundred times as large (measured: 5e-5).
BOUND, 3e-2 after 200 steps: nearly all decks stay below 1e-3, but where rounding lets a collision begin a step
earlier, its dashpot acts for one step more, which is up to damping dt/mass = 3e-2 of a velocity (measured: 5e-3).
"""

import itertools
import random
import unittest

import harness
from harness import KOKKOS, Sphere, cluster, data_file, deck
from test_against_stock import BOUND, DECKS, trap

harness.need_kokkos()

ROUNDS = harness.kokkos_rounds()
if ROUNDS:
    FIRST, BOUND = 5e-4, 3e-2
    STEPS = 200
else:
    FIRST = 1e-12
    STEPS = 1000
THREADS = harness.kokkos_threads(2)
FULL_LISTS = harness.kokkos_full_lists(1)

# What cannot be done with Kokkos: part of the message, which is LAMMPS' but for respa in the way of a GPU.
REFUSED = {"pour": "Cannot yet use fix pour with the KOKKOS package",
           "respa_pair": harness.RESPA_REFUSED if harness.cannot_respa(THREADS) else "Cannot (yet) use respa with Kokkos"}


class KokkosTest(harness.DeckTest):
    def run_case(self, case, args=(), ranks=1, **changes):
        """Runs a case of test_against_stock.py."""
        self.space.write("data.txt", data_file(case.spheres, types=case.types, **case.box))
        options = dict(dict(case.options, steps=STEPS), **changes)
        return self.space.run(deck(**options), ranks=ranks, args=args, launcher=KOKKOS)

    def kokkos(self, case, args=(), ranks=1, **changes):
        """The trajectory of a case that must succeed."""
        self.last = self.run_case(case, args, ranks, **changes)
        if self.last.returncode != 0 or self.last.error:
            self.fail(f"the deck failed with exit code {self.last.returncode}:\n" + self.last.output[-3000:])
        return self.space.frames()


class EveryModel(KokkosTest):
    WAYS = harness.different({"host": (), "threads": THREADS, "full lists": FULL_LISTS})

    @classmethod
    def setUpClass(cls):
        jobs = {name: (deck(**dict(case.options, steps=STEPS)),
                       {"data.txt": data_file(case.spheres, types=case.types, **case.box)})
                for name, case in DECKS.items() if name not in REFUSED}
        space = harness.Workspace()
        cls.addClassCleanup(space.close)
        cls.found = {way: space.run_each(jobs, args, launcher=KOKKOS) for way, args in cls.WAYS.items()}

    def frames(self, name, way):
        run, folder = self.found[way][name]
        self.assert_ended(run, way)
        self.assertEqual("contacts one pair at a time" in run.log, harness.has_full_lists(self.WAYS[way]))
        return folder.frames()

    def compare(self, name):
        case = DECKS[name]
        if name in REFUSED:
            run = self.run_case(case, THREADS)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(REFUSED[name], run.error)
            return
        host = self.frames(name, "host")
        for way in list(self.WAYS)[1:]:
            with self.subTest(way):
                found = self.frames(name, way)
                first = min(host)
                at_once = self.assert_same_trajectory({first: host[first]}, {first: found[first]}, FIRST, "first",
                                                      case.quantities)
                measured = self.assert_same_trajectory(host, found, BOUND, way, case.quantities)
                if harness.REPORT:
                    print(f"{name:44s} {way:12s} first {at_once:8.1e} deviation {measured:8.1e}", flush=True)


for deck_name in DECKS:
    setattr(EveryModel, f"test_{deck_name}", lambda self, name=deck_name: self.compare(name))

class Styles(KokkosTest):
    def test_device_style_with_newton_on(self):
        """granular/kk/device has full lists whatever the package's defaults are, also with newton on."""
        for name in ("stress_per_atom", "types_explicit_rolling"):
            case = DECKS[name]
            host = self.kokkos(case, neighbor="0.1 bin")
            for ranks in (1, 2):
                with self.subTest(deck=name, ranks=ranks):
                    pair = case.options["pair"].replace("pair_style granular", "pair_style granular/kk/device")
                    found = self.kokkos(case, THREADS, ranks, pair=pair, newton="on", neighbor="0.1 bin")
                    self.assertIn("contacts one pair at a time, with full neighbor lists", self.last.output)
                    self.assert_same_trajectory(host, found, BOUND, quantities=case.quantities)

    def test_threads_of_full_lists(self):
        """Each side of a contact is a work item of its own: its bits do not depend on the number of threads."""
        ways = harness.different({count: harness.kokkos_full_lists(count) for count in (1, 2)})
        one, *others = (self.kokkos(DECKS["types_explicit_rolling"], args) for args in ways.values())
        for frames in others:
            self.assertEqual(frames, one)

    def test_faults_of_lammps_communication(self):
        """Messages that a device packs are mixed up with comm_style tiled, and one rank deletes no particles: an error and a warning."""
        case = DECKS["newton_off"]
        by_device = (*FULL_LISTS, "-pk", "kokkos", "comm", "device")
        run = self.run_case(case, by_device, ranks=3, after="comm_style tiled\n")
        if not run.sends_from_host:
            self.assertIn("Pair style granular: LAMMPS mixes up the messages of comm_style tiled that a device packs: use package "
                          "kokkos comm/forward no", run.error)
        self.assertEqual(self.run_case(case, (*by_device, "comm/forward", "no"), ranks=3, after="comm_style tiled\n", steps=10).returncode, 0)
        for words, count in (((), 1), (("comm/exchange", "no"), 0)):
            run = self.run_case(case, (*by_device, *words), boundary="f f f", steps=10)
            self.assert_ended(run, words)
            self.assertEqual(sum("on one rank LAMMPS does not delete particles" in line for line in run.warnings), count, words)

    def test_include(self):
        case = DECKS["newton_off"]
        run = self.run_case(case, FULL_LISTS, after="group few id 1 2\natom_modify first few\nneigh_modify include few\n")
        self.assertIn("Pair style granular: LAMMPS' full neighbor lists have wrong pairs with neigh_modify include: use neigh_modify "
                      "exclude", run.error)

    def test_run_style_of_hosts(self):
        run = self.run_case(DECKS["newton_off"], FULL_LISTS, after="suffix off\nrun_style verlet/granular\n")
        self.assertIn("The run_style verlet/granular cannot be used while KOKKOS is on: use verlet/granular/kk", run.error)

    def test_without_kokkos(self):
        case = DECKS["newton_off"]
        for style in ("granular/kk", "granular/kk/device", "granular/kk/host"):
            for pair in (f"pair_style {style}", f"pair_style hybrid {style}"):
                run = self.run_case(case, pair=pair)
                self.assertEqual(run.returncode, 1, pair)
                self.assertIn("Cannot use KOKKOS styles without enabling KOKKOS", run.error)


class LongerHistories(KokkosTest):
    def test_of_pairs_that_hybrid_has_taken_away(self):
        """Memory has room for the law of another pair of types, which is not in the run. Outputs of single contacts find the
        springs where kernels have put them."""
        modes = Contacts.MODELS["all modes"].replace("damping velocity", "damping mass_velocity")    # a law that the compiler knows
        self.space.write("data.txt", data_file([Sphere([0.97 * k for k in place], [0.2 - 0.3 * k for k in place], [0.5, -0.3, 0.1])
                                                for place in itertools.product(range(3), repeat=3)], types=2))
        text = deck("pair_style hybrid granular lj/cut 1.5\n"
                    "pair_coeff * * granular hertz 1e3 1 tangential mindlin_rescale 1e3 1 0.5 rolling sds 1 1 0.1\n"
                    f"pair_coeff 1 1 granular {modes}\npair_coeff 1 2 lj/cut 0 1\npair_coeff 2 2 lj/cut 0 1\n", newton="off",
                    neighbor="0.1 bin", timestep=1e-3, steps=20, every=20,
                    after="compute one all pair/local force p1 p2 p3 p5 p6 p7 p8\n"
                          "compute squares all reduce sumsq c_one[*] inputs local\nthermo_style custom step c_squares[*]\n"
                          "thermo_modify format float %.12g\nthermo 20\n")
        rows = []
        for args in ((), FULL_LISTS):
            run = self.space.run(text, args=args, launcher=KOKKOS)
            self.assert_ended(run, args)
            rows.append(run.thermo()[-1])
        for name, value in rows[0].items():
            self.assertGreater(value, 0.0, name)
            self.assertAlmostEqual(rows[1][name] / value, 1.0, delta=1e-8, msg=name)    # sums in another order


class Respa(KokkosTest):
    def test_inner_level_of_respa(self):
        """Springs grow by the step of that level."""
        if harness.cannot_respa(FULL_LISTS):
            self.skipTest("LAMMPS clears the forces of one of two copies")
        law = Contacts.MODELS["all modes"]
        self.space.write("data.txt", data_file(cluster(20, 3, spacing=0.97)))
        frames = []
        for style, steps, timestep in (("", 800, 2.0**-11), ("run_style respa 2 4 pair 1\n", 200, 2.0**-9)):
            run = self.space.run(deck(f"pair_style granular\npair_coeff * * {law}\n", after=style, timestep=timestep, steps=steps, every=steps),
                                 args=FULL_LISTS, launcher=KOKKOS)
            self.assert_ended(run, FULL_LISTS)
            frames.append({0: self.space.frames()[steps]})
        self.assert_same_trajectory(*frames, BOUND)


class NumberOfThreads(KokkosTest):
    def test_same_bits(self):
        """With full lists nothing that moves particles is summed over threads. Histories pass two neighbor lists at least."""
        if not harness.kokkos_has("OpenMP") or harness.has_full_lists(THREADS):
            self.skipTest("no threads, or those of a GPU")
        draw = random.Random(7)
        spheres = [Sphere([1.03 * k + draw.uniform(-0.05, 0.05) for k in place], [draw.uniform(-0.5, 0.5) for _ in range(3)],
                          [draw.uniform(-1, 1) for _ in range(3)], diameter=draw.choice((1.0, 1.1)))
                   for place in itertools.product(range(6), repeat=3)]
        modes = Contacts.MODELS["all modes"]
        self.space.write("data.txt", data_file(spheres))
        text = deck(f"pair_style granular\npair_coeff * * {modes}\n", newton="off", neighbor="0.1 bin", sort="40 1.1",
                    every=100, run="run 100\nrun 100\n", timestep=2e-3,
                    fixes="fix integrate all nve/sphere\nfix weight all gravity 5.0 vector -1 -1 -1\n"
                          f"fix wall all wall/granular {modes} xplane -0.5 NULL wiggle x 0.1 1.0\n"
                          f"fix pipe all wall/granular {modes} zcylinder 4.5 center 2.5 2.5\n")
        found = {}
        for threads in (1, 2, 4, 8):
            args = (*harness.kokkos_threads(threads), "-pk", "kokkos", "neigh", "full", "newton", "off")
            run = self.space.run(text, args=args, launcher=KOKKOS)
            self.assertEqual(run.returncode, 0, run.output[-3000:])
            self.assertGreaterEqual(min(run.numbers_after("Neighbor list builds")), 2)
            found[threads] = self.space.frames()
            self.assertTrue(found[threads] == found[1], f"{threads} threads")


# Two spheres that are pressed together and slide. Lists are made in steps 0, 20 and 40.
PRESSED = """units lj
atom_style sphere
boundary f f f
newton off
comm_modify vel yes
region box block -10 10 -10 10 -10 10
create_box 1 box
create_atoms 1 single 0 0 0
create_atoms 1 single 0.98 0 0
set group all diameter 1
group one id 1
velocity all zero linear
velocity one set 0 0.01 0
pair_style granular
pair_coeff * * hooke 1000 0 tangential linear_history 300 0 0.9 damping velocity
fix integrate all nve/sphere
variable fx atom 20*(1.5-id)
fix press all addforce v_fx 0 0
neighbor 0.3 bin
neigh_modify every 1 delay 20 check no
timestep 0.01
thermo_style custom step ke pxy
thermo_modify format float %.17g
thermo 10
run 10
{command}
run 30 pre no
"""


class Runs(KokkosTest):
    def test_command_before_a_run_without_setup(self):
        """It ends the time of the old histories, which must be those of the next list, too."""
        last = {}
        for command in ("print none", "write_restart file.rst"):
            for args in ((), FULL_LISTS):
                with self.subTest(command, args=args):
                    run = self.space.run(PRESSED.format(command=command), args=args, launcher=KOKKOS)
                    self.assert_ended(run, command)
                    last[command, args] = run.thermo()[-1]
                    for name, value in last["print none", ()].items():
                        self.assertAlmostEqual(last[command, args][name], value, delta=1e-12 * abs(value))


class Contacts(KokkosTest):
    """What is known of each contact, and their sum: from histories of 1000 steps."""

    MODELS = {
        "all modes": "hooke 1000.0 20.0 tangential linear_history 300.0 1.0 0.4 damping velocity "
                     "rolling sds 200.0 5.0 0.1 twisting sds 100.0 4.0 0.05",
        "material": "hertz/material 9000.0 30.0 0.3 tangential mindlin_rescale/force NULL 1.0 0.4 damping velocity "
                    "rolling sds 200.0 5.0 0.1 twisting marshall",
        "jkr": "jkr 9000.0 30.0 0.3 1.0 tangential mindlin NULL 1.0 0.3 damping velocity rolling sds 200.0 5.0 0.1",
        "creep": "hertz/material 9000.0 30.0 0.3 tangential mindlin_creep NULL 1.0 0.4 damping velocity",
        "tracking": "hooke 1000.0 20.0 damping velocity tangential tracking 300.0 0.4 0.35 rolling tracking 0.2 "
                    "twisting tracking 0.1",
    }
    STRESS = ("Pxx", "Pyy", "Pzz", "Pxy", "Pxz", "Pyz")

    def compare_pairs(self, host, found):
        """Rows of index, two atom IDs, and values. Pairs that do not touch are listed or not as lists have them."""
        host, found = ([row for row in rows if row[4] != 0.0] for rows in (host, found))
        other = {frozenset(row[1:3]): row for row in found}
        self.assertEqual(set(other), {frozenset(row[1:3]) for row in host})
        for column in range(3, len(host[0]) if host else 0):
            scale = max(abs(row[column]) for row in host) or 1.0
            for row in host:
                same = other[frozenset(row[1:3])]
                if column != 6 or self.torque_of_either or row[1:3] == same[1:3]:
                    self.assertLessEqual(abs(row[column] - same[column]), BOUND * scale,
                                         f"column {column} of {row[1:3]}")

    def test_pairs_and_pressure(self):
        show = ("thermo_style custom step pxx pyy pzz pxy pxz pyz\nthermo_modify format float %.17g\n"
                "compute who all property/local patom1 patom2\n"
                # lengths and signed sizes, which are the same whoever is called i
                "compute what all pair/local dist force p4 p8 p9\n"
                f"dump pairs all local {STEPS // 2} local.txt index c_who[*] c_what[*]\n"
                "dump_modify pairs format float %.17g\n")
        for name, model in self.MODELS.items():
            self.torque_of_either = name != "tracking"    # else of i alone
            case = trap(f"pair_style granular\npair_coeff * * {model}", after=show, every=STEPS // 2)
            self.kokkos(case)
            host, pressure = self.space.locals(), self.last.thermo()
            self.assertGreaterEqual(len(host[STEPS]), 5)
            for way, args in (("threads", THREADS), ("full lists", FULL_LISTS)):
                with self.subTest(model=name, way=way):
                    self.kokkos(case, args)
                    for step, rows in self.space.locals().items():
                        self.compare_pairs(host[step], rows)
                    scale = max(abs(row[key]) for row in pressure for key in self.STRESS)
                    for one, other in zip(pressure, self.last.thermo()):
                        for key in self.STRESS:
                            self.assertLessEqual(abs(one[key] - other[key]), BOUND * scale, key)


if __name__ == "__main__":
    unittest.main(verbosity=2)
