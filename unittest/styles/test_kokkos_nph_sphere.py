"""fix nph/sphere/kk against fix nph/sphere in the same LAMMPS with the KOKKOS package.

Every deck of test_nph_sphere.py, with pair_style granular, is run by the styles without /kk and in the ways
that Kokkos has:

- one thread: the same passes over the spheres, so the same bits;
- two threads: the kinetic stress is summed in parts, one a thread;
- full lists ("package kokkos neigh full", the way of a GPU): kernels with one sphere a work item.

BOUND, 1e-10 after 1000 steps: sums in another order; see test_nph_sphere.py, which shows that its decks do not
amplify rounding errors to more than 3e-11.

Where LAMMPS stores positions, velocities and spins in single precision (KOKKOS_PREC mixed or single), all ways
differ from the host's by rounding. BOUND, 3e-2 after 200 steps: see test_kokkos_granular.py (measured: 1.2e-2).
"""

import os
import re
import unittest

import harness
import test_nph_sphere as host
from harness import KOKKOS, DeckTest, deviations, kokkos_threads
from test_nph_sphere import BOUND, QUANTITIES, SAME_AS_STOCK, table_deviation

# The style without /kk has then the pairs in the order of LAMMPS' list too, so that one thread gives the same bits.
os.environ["GRANULAR_SRT_LISTS"] = "off"

harness.need_kokkos()

ONE_THREAD = kokkos_threads(1)
TWO_THREADS = kokkos_threads(2)
FULL_LISTS = harness.kokkos_full_lists(1)
WITHOUT_SUFFIX = ONE_THREAD[:4]
WAYS = harness.different({"full lists": FULL_LISTS, "one thread": ONE_THREAD, "two threads": TWO_THREADS})

ROUNDS = harness.kokkos_rounds()
if ROUNDS:
    BOUND = 3e-2
# Where there are two copies of the velocities: LAMMPS' compute temp/sphere/kk and this bias do not see the same.
REFUSED = {"respa": harness.RESPA_REFUSED,
           "fix_modify temp with bias":
           "Fix nph/sphere/kk cannot use compute t with the bias of compute part: LAMMPS keeps velocities on a device "
           "or in single precision, and style temp/profile has no /kk"}

PAIR = ("pair_style granular\n"
        "pair_coeff * * hooke 1000 30 tangential linear_history 285.7 0.25 0.5 damping mass_velocity")


def refuses(name, args):
    return harness.cannot_respa(args) if name == "respa" else harness.copies_arrays() and name in REFUSED


def bound_of(way):
    same_bits = way == "one thread" and not ROUNDS and not harness.has_full_lists(ONE_THREAD)
    return 0.0 if same_bits else BOUND


def shortened(deck):
    return re.sub(r"\brun (\d+)", lambda run: f"run {int(run[1]) // 5}", deck) if ROUNDS else deck


class KokkosTest(DeckTest):
    def lmp(self, deck, **options):
        return super().lmp(shortened(deck), launcher=KOKKOS, **options)


class SameAsHost(KokkosTest):
    @classmethod
    def setUpClass(cls):
        cls.space_of_all = harness.Workspace()
        cls.addClassCleanup(cls.space_of_all.close)
        cls.found = {}

    def run_all(self, way, args, names, ranks):
        """Runs the decks of all these names with one LAMMPS, if that has not been done."""
        key = way, ranks, tuple(names)
        if key not in self.found:
            self.found[key] = self.space_of_all.run_each(
                {name: (shortened(SAME_AS_STOCK[name].deck(pair=PAIR)), {}) for name in names}, args, ranks=ranks,
                launcher=KOKKOS)
        return self.found[key]

    def run_case(self, name, way, args, ranks):
        case = SAME_AS_STOCK[name]
        together = [name] if ranks else [
            other for other, one in SAME_AS_STOCK.items() if (one.style, one.ranks) == (case.style, case.ranks)
            and not refuses(other, args)]
        run, folder = self.run_all(way, args, together, ranks or case.ranks)[name]
        self.assert_ended(run, way)
        return folder.frames(), run.thermo()

    def compare(self, name, ways=WAYS, ranks=None):
        case = SAME_AS_STOCK[name]
        for args in ways.values():
            if refuses(name, args):
                run = self.space.run(case.deck(pair=PAIR), args=args, launcher=KOKKOS)
                self.assertNotEqual(run.returncode, 0)
                self.assertEqual(run.error, REFUSED[name])
        ways = {way: args for way, args in ways.items() if not refuses(name, args)}
        if not ways:
            return
        host_frames, host_table = self.run_case(name, "host", (), ranks)
        self.assertGreaterEqual(len(host_table), 5 if ROUNDS else 21)
        quantities = dict(QUANTITIES, mu=case.dump.split()) if case.dump else QUANTITIES
        for way, args in ways.items():
            if case.style != "sphere" and harness.has_full_lists(args):
                args = (*args, "-pk", "kokkos", "neigh", "full", "newton", "off", "comm", "no")    # LAMMPS crashes else
            with self.subTest(way, deck=name):
                frames, table = self.run_case(name, way, args, ranks)
                atoms = max(deviations(host_frames, frames, quantities).values())
                box, column = table_deviation(host_table, table)
                if harness.REPORT:
                    print(f"{name:36s} {way:12s} atoms {atoms:7.1e}  table {box:7.1e} {column}", flush=True)
                self.assertLessEqual(atoms, bound_of(way))
                self.assertLessEqual(box, bound_of(way), column)

    def test_two_processes(self):
        self.compare("six components, flips", ranks=2)

    def test_full_lists_with_two_threads(self):
        self.compare("six components, flips", {"two threads, full lists": harness.kokkos_full_lists(2)}, ranks=1)


for case_name in SAME_AS_STOCK:
    setattr(SameAsHost, "test_" + re.sub(r"\W+", "_", case_name), lambda self, name=case_name: self.compare(name))

class Restart(KokkosTest):
    """A run in two parts, the second from a restart file, by the styles with and without /kk."""

    def test_files_of_either(self):
        ways = {"host": (), **WAYS}
        of_hosts = None
        for writer in ways:
            self.lmp(host.Restart.FIRST.replace(host.STOCK_PAIR, PAIR), args=ways[writer])
            for reader in ways if writer == "host" else ("host", writer):
                self.lmp(host.Restart.SECOND.replace(host.STOCK_PAIR, PAIR), args=ways[reader])
                frames = self.space.frames()
                of_hosts = of_hosts or frames
                with self.subTest(writer=writer, reader=reader):
                    bound = bound_of(reader if writer == "host" else writer)
                    self.assert_same_trajectory(of_hosts, frames, bound, quantities=QUANTITIES)


class PistonMass(KokkosTest):
    def test_from_contacts_at_rest(self):
        first, *others = (self.lmp(host.at_rest(values=host.SI), args=args) for args in ((), *WAYS.values()))
        energy, = first.numbers_after("reference energy")
        self.assertGreater(energy, 0.0)
        for result in others:
            found, = result.numbers_after("reference energy")
            # a power of radii, which are rounded by 6e-8
            self.assertLessEqual(abs(found - energy), 1e-6 * energy if ROUNDS else 0.0)
            self.assertIn("fix nph/sphere/kk: piston mass from contact stiffness", result.log)


class Styles(KokkosTest):
    DECK = SAME_AS_STOCK["six components"].deck(pair=PAIR)

    def frames_of(self, style, args):
        deck = self.DECK.replace("nph/sphere", style)
        if args == WITHOUT_SUFFIX:    # LAMMPS wants these two of all styles
            deck = deck.replace("atom_style sphere", "atom_style sphere/kk")
            deck = deck.replace("timestep", "run_style verlet/kk\ntimestep")
        self.lmp(deck, args=args)
        return self.space.frames()

    def test_names(self):
        found = self.frames_of("nph/sphere", ())
        for style, args in (("nph/sphere/kk", WITHOUT_SUFFIX), ("nph/sphere/kk/device", ONE_THREAD),
                            ("nph/sphere/kk/host", ONE_THREAD), ("nph/sphere/kk/host", FULL_LISTS)):
            with self.subTest(style, args=args):
                bound = bound_of("full lists" if args is FULL_LISTS else "one thread")
                self.assert_same_trajectory(found, self.frames_of(style, args), bound, quantities=QUANTITIES)

    def test_built_in_style_stays_in_reach(self):
        found = self.frames_of("nph/sphere", ())
        built_in = self.frames_of("nph/sphere/builtin", ONE_THREAD)
        self.assert_same_trajectory(found, built_in, BOUND, quantities=QUANTITIES)

    def test_without_kokkos(self):
        for style in ("nph/sphere/kk", "nph/sphere/kk/device", "nph/sphere/kk/host"):
            run = self.space.run(self.DECK.replace("nph/sphere", style), launcher=KOKKOS)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn("Cannot use KOKKOS styles without enabling KOKKOS", run.error)

    def test_messages(self):
        for changes, arguments, message in host.WRONG:
            with self.subTest(arguments, **changes):
                run = self.space.run(host.BadInput().deck(arguments, **changes), args=ONE_THREAD, launcher=KOKKOS)
                self.assertNotEqual(run.returncode, 0)
                # LAMMPS' own say the style by its full name
                self.assertIn(message, run.error.replace("/kk", ""), run.output[-500:])


if __name__ == "__main__":
    unittest.main(verbosity=2)
