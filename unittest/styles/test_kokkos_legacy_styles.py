"""gran/hooke/kk, gran/hooke/history/kk and gran/hertz/history/kk against the styles without /kk in the same LAMMPS: the
decks of test_legacy_styles.py, with bounds and ways of test_kokkos_granular.py."""

import unittest

import harness
from test_kokkos_granular import BOUND, FIRST, FULL_LISTS, KokkosTest, THREADS
from test_legacy_styles import HOOKE_HISTORY, LOCAL, NUMBERS, SHORT, STYLES, decks_of, gran
from test_against_stock import trap
from harness import KOKKOS, data_file, deck

REFUSED = "pour", "respa"    # by LAMMPS with the KOKKOS package
ONE_THREAD = harness.kokkos_threads(1)
WAYS = harness.different({"one thread": ONE_THREAD, "full lists": harness.kokkos_full_lists(1), "threads": THREADS})
TWO_THREADS = "all numbers", "limit_damping", "polydisperse, two types"    # in the other decks one thread is enough


class LegacyStyles(KokkosTest):
    def run_all(self, cases, args=()):
        jobs = {name: (deck(**case.options), {"data.txt": data_file(case.spheres, types=case.types, **case.box)})
                for name, case in cases.items()}
        return self.space.run_each(jobs, args, launcher=KOKKOS)

    def compare(self, style):
        cases = {name: case for name, case in decks_of(style).items() if name not in REFUSED}
        host = self.run_all(cases)
        for way, args in WAYS.items():
            some = {name: case for name, case in cases.items() if way != "threads" or name in TWO_THREADS}
            for name, (run, folder) in self.run_all(some, args).items():
                with self.subTest(style, deck=name, way=way):
                    self.assert_ended(host[name][0], name)
                    self.assert_ended(run, name)
                    self.assertEqual("contacts one pair at a time" in run.log, harness.has_full_lists(WAYS[way]))
                    alone, found = host[name][1].frames(), folder.frames()
                    first = min(alone)
                    self.assert_same_trajectory({first: alone[first]}, {first: found[first]}, FIRST, "first",
                                                cases[name].quantities)
                    measured = self.assert_same_trajectory(alone, found, BOUND, way, cases[name].quantities)
                    if harness.REPORT:
                        print(f"{style:20s} {name:35s} {way:12s} deviation {measured:8.1e}", flush=True)

    def test_hooke(self):
        self.compare(STYLES[0])

    def test_hooke_history(self):
        self.compare(STYLES[1])

    def test_hertz_history(self):
        self.compare(STYLES[2])

    def test_pair_local(self):
        """Values of contacts, with the sign of the pair's order."""
        for style in STYLES:
            case = trap(gran(style), after=LOCAL, **SHORT)
            rows = {}
            for way, args in (("host", ()), ("threads", THREADS), ("full lists", FULL_LISTS)):
                self.kokkos(case, args, every=SHORT["every"], steps=SHORT["steps"])
                rows[way] = {}
                for step, lines in self.space.locals().items():
                    for row in lines:
                        if any(row[4:]):
                            sign = 1.0 if row[1] < row[2] else -1.0
                            values = row[3:5] + [sign * x for x in row[5:8]] + [row[8]] + [sign * x for x in row[9:]]
                            rows[way][step, frozenset(row[1:3])] = values
            self.assertGreater(len(rows["host"]), 20)
            for way in ("threads", "full lists"):
                with self.subTest(style, way=way):
                    self.assertEqual(rows["host"].keys(), rows[way].keys())
                    for column in range(12):
                        scale = max(abs(row[column]) for row in rows["host"].values())
                        for pair, row in rows["host"].items():
                            self.assertLessEqual(abs(row[column] - rows[way][pair][column]), BOUND * scale, (pair, column))

    def test_built_in_of_kokkos(self):
        """LAMMPS has gran/hooke/history/kk only."""
        case = trap(gran(HOOKE_HISTORY), newton="off", neighbor="0.1 bin", **SHORT)
        host = self.kokkos(case)
        for name in ("gran/hooke/history/builtin", "gran/hooke/history/builtin/kk"):
            with self.subTest(name):
                half = ("-pk", "kokkos", "neigh", "half") if harness.has_full_lists(ONE_THREAD) else ()
                found = self.kokkos(case, (*ONE_THREAD, *half), pair=f"pair_style {name} {NUMBERS[HOOKE_HISTORY]}\npair_coeff * *")
                self.assertNotIn("contacts", self.last.log)
                self.assert_same_trajectory(host, found, BOUND)


if __name__ == "__main__":
    unittest.main()
