"""The same bits with every instruction set, and whichever pairs are watched between neighbor lists.

GRANULAR_SRT_SIMD=off evaluates one contact or sphere at a time; each set that the processor has is compared with it.
All round each operation alike and sum in the same order, so there is no tolerance: the dumps are compared as text of
17 digits.
"""

import itertools
import os
import random
import unittest
from unittest import mock

import harness
from harness import Sphere, data_file, deck
from test_parallel import ALL_MODES, CASES, clump
from test_wall_granular import wall, wall_deck
from test_wall_parallel import CROSSING, WALLS

BAROSTAT = ("fix integrate all nph/sphere x 1.0 1.0 0.5 y 1.0 1.0 0.5 z 1.0 1.0 0.5 xy 0.0 0.0 0.5 "
            "yz 0.0 0.0 0.5 xz 0.0 0.0 0.5 pchain 0 ptemp 1.0\n")
MORE = {
    # no static kernel has these; a virial every step
    "barostat": (dict(pair=f"pair_style granular\npair_coeff * * {ALL_MODES}", fixes=BAROSTAT), {}),
    "static_all_modes": (dict(pair="pair_style granular\npair_coeff * * hooke 1000.0 20.0 damping mass_velocity "
                              "tangential linear_history 300.0 1.0 0.4 rolling sds 200.0 5.0 0.1 twisting sds 100.0 4.0 0.05",
                              fixes=BAROSTAT), {}),
    "static_material": (dict(pair="pair_style granular\npair_coeff * * hertz/material 9000.0 0.5 0.3 damping tsuji "
                             "tangential mindlin_rescale/force NULL 1.0 0.4 rolling sds 200.0 5.0 0.1 twisting marshall",
                             fixes=BAROSTAT), {}),
    # some spheres stay in place, so registers hold both kinds
    "part_of_the_spheres": (dict(pair=f"pair_style granular\npair_coeff * * {ALL_MODES}",
                                 fixes="group moving id 1:9 11 12 14:40:3\n" + BAROSTAT.replace(" all ", " moving ")), {}),
}


class InstructionSets(harness.DeckTest):
    def bits(self, simd, **options):
        with mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": simd}):
            run = self.lmp(deck(**options))
        table = [line for line in run.log.splitlines() if line.strip() and line.split()[0].isdigit()]
        return self.space.read("dump.txt"), table

    def check(self, spheres, box, **options):
        self.space.write("data.txt", data_file(spheres, **box))
        options = dict(options, steps=600)
        options["after"] = "thermo_style custom step pxx pyy pzz pxy pxz pyz\nthermo_modify format float %.17g\n"
        one, one_table = self.bits("off", **options)
        self.assertGreater(len(one_table), 3)
        for simd in harness.instruction_sets():
            with self.subTest(simd):
                wide, wide_table = self.bits(simd, **options)
                self.assertEqual(wide_table, one_table)
                self.assertEqual(wide, one)

    def test_the_log_names_the_instructions(self):
        self.space.write("data.txt", data_file(clump(8)))
        names = {"off": "one at a time", "sse2": "four at a time, with SSE2", "neon": "four at a time, with NEON",
                 "avx2": "eight at a time, with AVX2", "avx512": "eight at a time, with AVX-512"}
        here = [*harness.instruction_sets(), "off"]
        names["on"] = names[here[0]]
        for simd in (*here, "on"):
            with self.subTest(simd), mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": simd}):
                run = self.lmp(deck(f"pair_style granular\npair_coeff * * {ALL_MODES}", steps=1))
                self.assertIn(f"pair granular: contacts {names[simd]}\n", run.log)

    def test_a_wrong_setting_is_refused(self):
        self.space.write("data.txt", data_file(clump(8)))
        with mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": "yes"}):
            text = deck(f"pair_style granular\npair_coeff * * {ALL_MODES}", steps=1)
            runs = [self.space.run(text)]
            if harness.KOKKOS:
                runs.append(self.space.run(text, launcher=harness.KOKKOS, args=harness.kokkos_full_lists()))
        allowed = ", ".join(["on", *harness.instruction_sets(), "off"])
        for run in runs:
            self.assertEqual(run.error, f"Illegal environment variable GRANULAR_SRT_SIMD value yes: can be {allowed} here")


def add(name, spheres, box, options):
    setattr(InstructionSets, f"test_{name}", lambda self: self.check(spheres, box, **options))


for case_name, case in CASES.items():
    add(case_name, case.spheres, case.box, case.options)
for case_name, (case_options, box) in MORE.items():
    case = CASES["triclinic"]
    add(case_name, case.spheres, case.box, dict(case.options, **case_options))


class Walls(harness.DeckTest):
    """Nine spheres at each wall: a full register of contacts and a part of one."""

    def bits(self, simd, walls, **options):
        with mock.patch.dict(os.environ, {"GRANULAR_SRT_SIMD": simd}):
            run = self.lmp(wall_deck(walls, after="thermo_style custom step f_wall[*] pxx pyy pzz pxy pxz pyz\n"
                                     "thermo_modify format float %.17g\n", steps=600, **options))
        table = [line for line in run.log.splitlines() if line.strip() and line.split()[0].isdigit()]
        return self.space.read("dump.txt"), table

    def test_walls(self):
        static = ("hooke 1000.0 20.0 damping mass_velocity tangential linear_history 300.0 1.0 0.4 "
                  "rolling sds 200.0 5.0 0.1 twisting sds 100.0 4.0 0.05")
        walls = {name: (words, {}) for name, words in WALLS.items()}
        walls["a law with a function of its own"] = (wall("zplane 0.0 NULL contacts", static),
                                                     dict(columns=" f_wall[*]"))
        walls["heat"] = (wall("zplane 0.0 NULL contacts temperature 3.0", static + " heat area 0.7"),
                         dict(before="fix warmth all property/atom temperature heatflow\n", columns=" f_wall[*]"))
        self.space.write("data.txt", data_file(CROSSING))
        for name, (words, options) in walls.items():
            with self.subTest(name):
                one, one_table = self.bits("off", words, **options)
                self.assertGreater(len(one_table), 3)
                for simd in harness.instruction_sets():
                    wide, wide_table = self.bits(simd, words, **options)
                    self.assertEqual(wide_table, one_table, simd)
                    self.assertEqual(wide, one, simd)


class WatchedPairs(harness.DeckTest):
    """Pairs are searched anew when a sphere has moved by a part of the skin, not at each neighbor list."""

    def collision(self, skin):
        spheres = [Sphere((0, 0, 0), (1.0, 0, 0)), Sphere((1.6, 0.3, 0), (-1.0, 0.1, 0)),
                   Sphere((-1.5, -0.2, 0.1), (1.5, 0, 0))]
        self.space.write("data.txt", data_file(spheres))
        self.lmp(deck(f"pair_style granular\npair_coeff * * {ALL_MODES}", neighbor=f"{skin} nsq", steps=3000))
        return self.space.frames()

    def test_new_contacts_are_found_under_one_neighbor_list(self):
        # the same pairs in the same order: no tolerance
        reference = self.collision(0.02)
        last = reference[max(reference)]
        self.assertLess(last[1]["vx"], 0.9, "the spheres have collided")
        for skin in (0.3, 1.0, 5.0):
            self.assertEqual(reference, self.collision(skin), f"skin {skin}")

    def cloud(self, normal, skin):
        """Spheres of two types that fly together and apart; three laws."""
        draw = random.Random(7)
        spheres = []
        for place in itertools.product(range(4), repeat=3):
            x = [1.05 * (k - 1.5) + draw.uniform(-0.02, 0.02) for k in place]
            spheres.append(Sphere(x, [-0.4 * c + draw.uniform(-0.3, 0.3) for c in x], type=draw.choice((1, 2))))
        self.space.write("data.txt", data_file(spheres))
        self.lmp(deck("pair_style granular\n"
                      f"pair_coeff 1 1 {ALL_MODES}\n"
                      f"pair_coeff 2 2 {normal} tangential mindlin NULL 1.0 0.5\n"
                      "pair_coeff 1 2 hertz 1000.0 50.0 tangential mindlin 300.0 1.0 0.5 rolling sds 100.0 5.0 0.3",
                      neighbor=f"{skin} nsq", steps=3000))
        return self.space.frames()

    def test_contacts_keep_their_springs_when_pairs_are_searched_anew(self):
        # the same pairs in the same order: no tolerance
        for normal in ("hertz/material 1000.0 50.0 0.3", "jkr 1000.0 50.0 0.3 2.0"):    # jkr acts beyond touch
            reference = self.cloud(normal, 0.03)
            for skin in (0.2, 1.0):
                with self.subTest(normal, skin=skin):
                    self.assertEqual(reference, self.cloud(normal, skin))

    def test_growing_spheres(self):
        # stock is the judge: its loop looks at all neighbors in every step. Rounding of 2000 steps. The spheres rest
        # until they touch, with a gap of twice what is watched, so only their size can tell.
        self.space.write("data.txt", data_file([Sphere((0, 0, 0)), Sphere((1.3, 0, 0))]))
        grow = ("variable size equal 1.0+0.0002*step\nfix grow all adapt 1 atom diameter v_size scale no\n"
                "fix integrate all nve/sphere\n")
        text = deck("pair_style granular 1.5\npair_coeff * * hooke 1000.0 20.0 tangential linear_history 300.0 1.0 0.4 "
                    "damping velocity", atom_style="sphere 1", fixes=grow, neighbor="0.6 nsq")
        mine = self.trajectory(text)
        stock = self.trajectory(text, stock=True)
        self.assertGreater(mine[2000][2]["xu"], 1.32, "the spheres have pushed each other away")
        self.assert_same_trajectory(mine, stock, 1e-10, quantities={k: harness.QUANTITIES[k] for k in ("x", "v", "f")})


if __name__ == "__main__":
    unittest.main()
