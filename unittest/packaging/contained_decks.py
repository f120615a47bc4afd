"""Decks of which a LAMMPS that contains the styles must give the bits of the plugin."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "styles"))
import harness    # noqa: E402
from harness import cluster, data_file, deck    # noqa: E402

ALL_MODES = ("pair_style granular\npair_coeff * * hooke 1000.0 10.0 tangential linear_history 300.0 5.0 0.5 "
             "rolling sds 200.0 5.0 0.3 twisting sds 200.0 5.0 0.3\n")
LEGACY = "pair_style gran/hertz/history 1000.0 NULL 10.0 NULL 0.5 1\npair_coeff * *\n"
WALL = "fix floor all wall/gran hertz/history 1000.0 NULL 10.0 NULL 0.5 1 zplane -2.0 NULL\n"
BAROSTAT = "fix box all nph/sphere x 1e-2 1e-2 1.0 y 1e-2 1e-2 1.0 z 1e-2 1e-2 1.0 ptemp 1.0\n"


class ContainedDecks(harness.DeckTest):
    """`program` is the LAMMPS that contains the styles."""

    program = None

    def setUp(self):
        super().setUp()
        self.space.write("data.txt", data_file(cluster(30, seed=3), low=(-5,) * 3, high=(5,) * 3))

    def run_contained(self, text, **options):
        return self.lmp(text, launcher=self.program, **options)

    def decks(self):
        motion = "fix motion all nve/sphere\nfix weight all gravity 1.0 vector 0 0 -1\n"
        return {"all modes": deck(ALL_MODES, fixes=motion, steps=1000),
                "walls, legacy styles": deck(LEGACY, fixes=motion + WALL, steps=1000, neighbor="0.1 bin"),
                "barostat": deck(ALL_MODES, fixes=BAROSTAT, boundary="p p p", neighbor="0.1 bin", steps=1000)}

    def check_same_bits(self):
        for name, text in self.decks().items():
            with self.subTest(name):
                self.lmp(text)
                plugin = self.space.read("dump.txt")
                self.run_contained(text)
                self.assertEqual(self.space.read("dump.txt"), plugin)
                self.lmp(text, stock=True)
                self.assertNotEqual(self.space.read("dump.txt"), plugin)

    def check_same_bits_on_two_ranks(self):
        text = self.decks()["all modes"]
        self.lmp(text, ranks=2)
        plugin = self.space.read("dump.txt")
        run = self.run_contained(text, ranks=2)
        self.assertEqual(self.space.read("dump.txt"), plugin)
        self.assertEqual(run.log.count("GRANULAR-SRT: built into this LAMMPS"), 1)

    def check_after_clear(self):
        run = self.run_contained("clear\n" + self.decks()["all modes"])
        self.assertEqual(run.log.count("GRANULAR-SRT: built into this LAMMPS in place of"), 2)
        self.assertIn("pair_style granular, fix nve/sphere, fix gravity are this plugin's\n", run.log)

    def check_stock(self):
        text = self.decks()["walls, legacy styles"]
        self.lmp(text, stock=True)
        stock = self.space.read("dump.txt")
        run = self.run_contained(text, stock=True)
        self.assertEqual(self.space.read("dump.txt"), stock)
        self.assertIn("GRANULAR-SRT: built into this LAMMPS, not used: GRANULAR_SRT_STOCK is 1\n", run.log)
        self.assertNotIn("this plugin's", run.log)
