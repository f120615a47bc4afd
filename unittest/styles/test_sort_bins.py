"""Particles are sorted in bins of a diameter where there are many of them and the deck does not say how.

The order of particles in memory is that of an unsorted dump on one rank. It tells bins of 1 from LAMMPS' own of 0.55:
in either a particle has its place by its bin, and those that share one stay in the order that they had.
"""

import os
import random
import unittest
import unittest.mock

import harness
from harness import Sphere, data_file, deck

GRANULAR = "pair_style granular\npair_coeff * * hooke 1000.0 20.0 tangential linear_history 300.0 1.0 0.4"
FINE = "1000 0.55"    # LAMMPS' own bins: half the neighbor cutoff, 1.1 for diameters of 1 and a skin of 0.1


class SortBins(harness.DeckTest):
    def setUp(self):
        super().setUp()
        draw = random.Random(3)
        self.places = [[draw.uniform(0, 8) for _ in range(3)] for _ in range(300)]
        self.write([1.0])

    def write(self, diameters):
        spheres = [Sphere(x, diameter=diameters[k % len(diameters)]) for k, x in enumerate(self.places)]
        self.space.write("data.txt", data_file(spheres, low=(0, 0, 0), high=(8, 8, 8)))

    def setting(self, value):
        """Few particles are sorted so with the setting "always"."""
        return unittest.mock.patch.dict(os.environ, {"GRANULAR_SRT_SORT": value})

    def run(self, result=None):
        with self.setting("always"):
            return super().run(result)

    def order(self, pair=GRANULAR, sort="1000 0.0", run="run 0\n", **options):
        run += "write_dump all custom order.txt id\n"
        self.lmp(deck(pair, boundary="p p p", neighbor="0.1 bin", sort=sort, run=run), **options)
        return self.space.read("order.txt").split("id\n")[1].split()

    def test_the_decks_tell_the_bins_apart(self):
        orders = [self.order(sort=sort) for sort in ("0 0.0", "1000 1.0", FINE)]
        self.assertEqual(len(set(map(tuple, orders))), 3)

    def test_bins_of_a_diameter(self):
        self.assertEqual(self.order(), self.order(sort="1000 1.0"))
        self.write([0.8, 1.0, 1.2])
        self.assertEqual(self.order(), self.order(sort="1000 1.0"))

    def test_write_data_between_runs(self):
        """It calls the fixes as in a setup."""
        self.assertEqual(self.order(run="run 0\nwrite_data x.data\nrun 0\n"), self.order(sort="1000 1.0", run="run 0\nwrite_data x.data\nrun 0\n"))

    def test_the_log_names_the_bins(self):
        run = self.lmp(deck(GRANULAR, sort="1000 0.0", run="run 0\nrun 0\n"))
        self.assertEqual(run.log.count("pair granular: particles sorted in bins of a diameter, 1\n"), 1)

    def test_few_particles_keep_the_order_of_lammps(self):
        for value in ("on", "off"):
            with self.subTest(value), self.setting(value):
                self.assertEqual(self.order(), self.order(stock=True))
                self.assertNotIn("particles sorted", self.lmp(deck(GRANULAR, sort="1000 0.0", steps=0)).log)

    def test_many_particles(self):
        # 18 000 per rank are few, 20 700 are many
        lattice = "lattice sc 1.0\nregion box block 0 {n} 0 30 0 30\ncreate_box 1 box\ncreate_atoms 1 box\nset group all diameter 1.0\n"
        for length, ranks, sorts in ((23, 1, True), (20, 1, False), (23, 2, False)):
            text = deck(GRANULAR, boundary="p p p", sort="1000 0.0", steps=0, neighbor="0.1 bin")
            text = text.replace("read_data data.txt\n", lattice.format(n=length)).replace("dump", "#")
            with self.subTest(length), self.setting("on"):
                self.assertEqual("particles sorted in bins" in self.lmp(text, ranks=ranks).log, sorts)

    def test_restart_files_do_not_have_the_bins(self):
        # a run that continues without such bins has those of LAMMPS
        write = "run 0\nwrite_restart restart\nrestart 1 restart.*\nrun 1\n"
        self.lmp(deck(GRANULAR, boundary="p p p", neighbor="0.1 bin", sort="1000 0.0", run=write))
        for file in ("restart", "restart.1"):
            go_on = (f"read_restart {file}\nneighbor 0.1 bin\npair_style {{}}\npair_coeff * *\n"
                     "run 0\nwrite_dump all custom order.txt id\n")
            text = "comm_modify vel yes\n" + go_on.format("zero 1.0")
            orders = []
            for sort in ("", f"atom_modify sort {FINE}\n"):
                self.lmp(text.replace("pair_style", sort + "pair_style"))
                orders.append(self.space.read("order.txt"))
            self.assertEqual(*orders, file)

    def test_the_setting(self):
        with self.setting("yes"):
            run = self.space.run(deck(GRANULAR, sort="1000 0.0", steps=0))
        self.assertEqual(run.error, "Illegal environment variable GRANULAR_SRT_SORT value yes: can be on, off, always here")

    def test_the_deck_has_its_way(self):
        for sort in ("1000 0.7", "0 0.0"):
            with self.subTest(sort):
                self.assertEqual(self.order(sort=sort), self.order(sort=sort, stock=True))

    def test_spheres_of_very_different_size(self):
        # a mean diameter below LAMMPS' own bins, which are of the largest sphere
        self.write([0.5] * 20 + [2.0])
        self.assertEqual(self.order(), self.order(stock=True))

    def test_hybrid_keeps_the_order_of_lammps(self):
        pair = GRANULAR.replace("pair_style granular", "pair_style hybrid granular").replace("* * ", "* * granular ")
        self.assertEqual(self.order(pair), self.order(sort=FINE))

    def test_another_pair_style_gets_the_bins_of_lammps(self):
        later = "run 0\npair_style zero 1.0\npair_coeff * *\n{}run 0\n"
        self.assertEqual(self.order(run=later.format("")),
                         self.order(sort="1000 1.0", run=later.format(f"atom_modify sort {FINE}\n")))

    def test_spheres_that_are_still_to_come(self):
        deck_text = deck(GRANULAR, boundary="p p f", neighbor="0.1 bin", sort="1000 0.0", steps=0,
                         fixes="fix integrate all nve/sphere\nfix down all gravity 1.0 vector 0 0 -1\n"
                         "region top block 0 8 0 8 4 8\nfix rain all pour 10 1 4711 region top diam one 0.9\n")
        self.space.write("data.txt", data_file([], low=(0, 0, 0), high=(8, 8, 8), types=1))
        self.assertIn("particles sorted in bins of a diameter, 0.9\n", self.lmp(deck_text).log)


if __name__ == "__main__":
    unittest.main()
