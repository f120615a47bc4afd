"""Exact restart with KOKKOS, beside test_restart_exact.py with /kk styles: full lists on two threads, half lists with enough
particles that threads race, styles without /kk.

LAMMPS orders particles by the timing of threads where it exchanges or sorts them on a device. One thread does it here.
"""

import unittest

import harness
import test_restart_exact as exact

harness.need_kokkos()

HALF, FULL = ("-k", "on", "t", "2", "-sf", "kk"), ("-pk", "kokkos", "neigh", "full", "newton", "off")
WAYS = {"half": HALF, "full": (*HALF, *FULL), "device": harness.kokkos_full_lists(1), "plain": HALF, "host": (),
        "three threads": ("-k", "on", "t", "3", "-sf", "kk")}
WALL = "fix floor all wall/granular " + exact.HOOKE + " zplane -2.6 NULL\n"


@unittest.skipIf(harness.has_gpu(), "these are ways of a host")
class KokkosExact(exact.Base):
    def lmp(self, deck, **options):
        return super().lmp(deck, args=self.way, launcher=harness.KOKKOS, **options)

    def check(self, law=exact.HOOKE, before="", **options):
        """With styles without /kk where self.plain: LAMMPS' atom style has /kk, and so the suffix at first."""
        off = "suffix off\n" if self.plain else ""
        again = f"{off}pair_style granular\npair_coeff * * {law}\n" if self.plain else ""
        super().check(law=law, before=off + before, after=again, **options)
        self.assertEqual("one pair at a time, with full" in self.space.log(), "full" in self.way)
        self.assertEqual(", on 2 threads" in self.space.log(), self.way == HALF and not self.plain)

    def use(self, name):
        """The way of lmp() from now on."""
        self.way, self.plain = WAYS[name], name == "plain"
        return self.subTest(name)

    def test_moving_box(self):
        for way in ("full", "plain"):
            for law in ("hooke", "material", "tracking"):
                for ranks in (1, 2):
                    with self.use(way), self.subTest(law=law, ranks=ranks):
                        self.check(law=exact.LAWS[law], ranks=ranks, count=120, size=4.6)

    def test_files_between_the_parts_of_a_run(self):
        """run ... every does not end a run before its commands. write_restart exchanges the particles."""
        for ranks in (1, 2):
            with self.use("full"), self.subTest(ranks=ranks):
                frames = []
                for run in ('run 400 every 200 "write_restart c.*"\n', "run 200\nwrite_restart c.*\nrun 200\n"):
                    self.start(ranks=ranks, count=120, size=4.6, run=run)
                    frames.append(self.frames_from("a.txt", 400))
                self.assertEqual(*frames)

    def test_walls(self):
        for way in ("full", "plain"):
            with self.use(way):
                self.check(common=exact.GRAVITY + WALL, boundary="f f f", box="block", bounds="-5 5 -5 5 -5 5", count=40,
                           before="region start sphere 0 0 0 2.0\n", start="start", columns="f_floor f_floor[3]")

    def test_many_particles(self):
        """Two runs of the same deck, and the second half of one of them."""
        many = {"count": 3000, "size": 13.3}
        for way in ("half", "full"):
            with self.use(way):
                self.start(**many)
                before = self.frames_from("a.txt", 0)
                one = self.start(**many)
                self.assertEqual(self.frames_from("a.txt", 0), before)
                self.assert_identical(one, self.go_on())

    def test_other_ways(self):
        """A file of one way goes on in the others, with sums in another order."""
        columns = {name: names for name, names in harness.QUANTITIES.items() if name != "x"}
        self.use("half")
        self.start(count=120, size=4.6)
        whole = harness.later(self.space.frames("a.txt"), 199)
        for way in ("host", "full", "device", "three threads"):
            with self.use(way):
                self.assertIn("The run goes on with the forces of step 200\n", self.go_on().log)
                # as with another number of ranks
                self.assert_same_trajectory(whole, self.space.frames("b.txt"), 1e-12, quantities=columns)


if __name__ == "__main__":
    unittest.main()
