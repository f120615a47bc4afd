"""pair_style granular/kk against pair_style granular in the same LAMMPS with the KOKKOS package.

Every deck of test_against_stock.py is run by the style without /kk and in the two ways that Kokkos has:

- threads: the neighbor list is shared by two threads, sums are taken in another order;
- full lists ("package kokkos neigh full", the way of a GPU): each side of a contact evaluates it, as a work
  item of its own, and keeps its own copy of the history.

FIRST, 1e-12 for the forces before any step: the same expressions, a few units in the last place.
BOUND, 1e-10 after 1000 steps: see test_against_stock.py, which also shows for each deck that it does not
amplify rounding errors to more than 1e-11.
"""

import unittest

import harness
from harness import KOKKOS, data_file, deck
from test_against_stock import BOUND, DECKS

FIRST = 1e-12
STEPS = 1000
THREADS = ("-k", "on", "t", "2", "-sf", "kk")
FULL_LISTS = (*THREADS, "-pk", "kokkos", "neigh", "full", "newton", "off")

# What LAMMPS itself does not do with Kokkos: part of its message.
REFUSED = {}


@unittest.skipUnless(KOKKOS, "GRANULAR_SRT_LMP_KOKKOS is not set: no LAMMPS with the KOKKOS package")
class KokkosTest(harness.DeckTest):
    def kokkos(self, case, args=(), **changes):
        """The trajectory of a case of test_against_stock.py."""
        self.space.write("data.txt", data_file(case.spheres, types=case.types, **case.box))
        options = dict(dict(case.options, steps=STEPS), **changes)
        options["neighbor"] = options.get("neighbor", "0.1 nsq").replace("nsq", "bin")    # Kokkos has bins only
        return self.trajectory(deck(**options), args=args, launcher=KOKKOS)


class EveryModel(KokkosTest):
    def compare(self, name):
        case = DECKS[name]
        host = self.kokkos(case)
        for way, args in (("threads", THREADS), ("full lists", FULL_LISTS)):
            with self.subTest(way):
                found = self.kokkos(case, args)
                first = min(host)
                at_once = self.assert_same_trajectory({first: host[first]}, {first: found[first]}, FIRST, "first",
                                                      case.quantities)
                measured = self.assert_same_trajectory(host, found, BOUND, way, case.quantities)
                if harness.REPORT:
                    print(f"{name:44s} {way:12s} first {at_once:8.1e} deviation {measured:8.1e}", flush=True)


for deck_name in DECKS:
    setattr(EveryModel, f"test_{deck_name}", lambda self, name=deck_name: self.compare(name))

if __name__ == "__main__":
    unittest.main()
