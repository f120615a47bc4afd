"""Contacts of several laws are evaluated in turns, in chunks of some thousand pairs: that decides the order of sums, and
nothing else. So a gas of spheres moves alike whether all its pairs have one law or each pair of types has its own copy
of it.
"""

import os
import random
import unittest
from unittest import mock

import harness
from harness import Sphere, data_file, deck, perturbed
from test_parallel import ALL_MODES

SIDE = 14            # 2744 spheres have 8000 pairs: two chunks with three laws, four with one
STEPS = 200          # some thousand contacts begin and end
# A change in the last digit of the start grows to 1e-12 of the largest value in that time; another seed may have ten
# times as much.
BOUND = 1e-10


def gas(types):
    draw = random.Random(3)
    return [Sphere([s + 0.5 + draw.uniform(-0.03, 0.03) for s in (a, b, c)], [draw.uniform(-1, 1) for _ in range(3)],
                   [draw.uniform(-3, 3) for _ in range(3)], draw.choice((0.95, 1.0, 1.05)), 1 + draw.getrandbits(8) % types)
            for c in range(SIDE) for b in range(SIDE) for a in range(SIDE)]


class SeveralLaws(harness.DeckTest):
    def gas_run(self, spheres, **options):
        self.space.write("data.txt", data_file(spheres, (0, 0, 0), (SIDE, SIDE, SIDE)))
        run = self.lmp(deck(f"pair_style granular\npair_coeff * * {ALL_MODES}", boundary="p p p", neighbor="0.1 bin",
                            steps=STEPS, every=50, **options))
        self.assertGreater(run.numbers_after("Neighbor list builds")[0], 3)
        return run

    def frames(self, spheres, **options):
        self.gas_run(spheres, **options)
        return self.space.frames()

    def test_pairs_of_several_chunks(self):
        # the log counts neighbors of LAMMPS' lists only
        with mock.patch.dict(os.environ, GRANULAR_SRT_LISTS="off"):
            run = self.gas_run(gas(1))
        self.assertGreater(run.numbers_after("Total # of neighbors")[0], 7500)

    def test_copies_of_a_law_are_one_law(self):
        one = self.frames(gas(1))
        noise = max(harness.deviations(one, self.frames(perturbed(gas(1)))).values())
        self.assertLess(noise, BOUND / 10, "the deck is too chaotic for the bound")
        for newton in ("on", "off"):
            with self.subTest(newton=newton):
                self.assert_same_trajectory(one, self.frames(gas(2), newton=newton), BOUND)

    def test_pairs_without_a_law(self):
        """pair_style hybrid with pair_coeff 1 2 none: such pairs pass through each other, as with neigh_modify exclude."""
        laws = {"history": ALL_MODES, "no history": "hooke 1000 10 tangential linear_nohistory 5 0.3",
                "jkr": "jkr 1e4 0.5 0.3 1.0 tangential linear_history 1000 1 0.5"}
        draw = random.Random(1)
        spheres = [Sphere([s + 0.5 + draw.uniform(-0.03, 0.03) for s in (a, b, c)], [draw.uniform(-1, 1) for _ in range(3)],
                          [draw.uniform(-3, 3) for _ in range(3)], 1.0, 1 + (a + b + c) % 2)
                   for c in range(4) for b in range(4) for a in range(4)]
        files = {"data.txt": data_file(spheres, (0, 0, 0), (4, 4, 4))}

        def job(law, newton, between, excluded):
            pair = f"pair_style hybrid granular\npair_coeff 1 1 granular {law}\npair_coeff 2 2 granular {law}\n{between}"
            return deck(pair, boundary="p p p", neighbor="0.1 bin", steps=300, every=50, newton=newton, after=excluded), files

        jobs = {}
        for name, law in laws.items():
            for newton in ("on", "off"):
                jobs[name, newton, "none"] = job(law, newton, "pair_coeff 1 2 none", "")
                jobs[name, newton, "excluded"] = job(law, newton, f"pair_coeff 1 2 granular {law}", "neigh_modify exclude type 1 2\n")
        found = self.space.run_each(jobs)
        for (name, newton, way), (run, folder) in found.items():
            self.assert_ended(run, f"{name}, newton {newton}, {way}")
            if way == "none":
                self.assert_same_trajectory(folder.frames(), found[name, newton, "excluded"][1].frames(), 1e-12, name)


if __name__ == "__main__":
    unittest.main()
