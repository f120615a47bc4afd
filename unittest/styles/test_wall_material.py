"""Keyword material of the walls: a wall with moduli of its own, and a wall of which each type of particles takes the mixture.

The pair style's mixed contact is the reference: a ball meets a fixed sphere of another type, or a spherical wall of the
same radius and material. fix nve leaves spins as they are: torques on a sphere have another lever at a wall.
"""

import math
import unittest

import harness
from harness import Sphere, data_file
from test_wall_granular import ALL_MODES, FEW, GRAVITY, WallTest, wall_deck

BALL = Sphere((0.62, 0.3, 0.98), (-0.9, 0.4, -1.1), (3.0, -8.0, 2.5), diameter=1.0, type=1)
FIXED = Sphere((0.0, 0.0, 0.0), diameter=1.4, type=2)
REGION = "region ball sphere 0 0 0 0.7 side out units box\n"
# of a particle, of a wall: all coefficients differ
MATERIALS = {
    "hertz/material": ("hertz/material 4000.0 20.0 0.3 tangential mindlin_rescale/force NULL 0.8 0.3 damping mass_velocity "
                       "rolling sds 200.0 5.0 0.1", "hertz/material 70000.0 5.0 0.2 tangential mindlin_rescale/force NULL 0.5 "
                       "0.6 damping mass_velocity rolling sds 900.0 15.0 0.4"),
    "restitution": ("hertz/material 4000.0 0.5 0.3 damping coeff_restitution tangential mindlin NULL 0.9 0.3",
                    "hertz/material 90000.0 0.9 0.1 damping coeff_restitution tangential mindlin NULL 0.4 0.5"),
    "hooke": (ALL_MODES, "hooke 3000.0 5.0 tangential linear_history 700.0 0.2 0.5 damping velocity "
              "rolling sds 500.0 2.0 0.3 twisting sds 9.0 0.7 0.1"),
    "jkr": ("jkr 4000.0 20.0 0.3 0.5 tangential mindlin NULL 0.8 0.3 damping velocity",
            "jkr 20000.0 10.0 0.2 0.8 tangential mindlin NULL 0.3 0.9 damping velocity"),
    "dmt": ("dmt 4000.0 20.0 0.3 0.5 tangential mindlin/force NULL 0.8 0.3",
            "dmt 20000.0 10.0 0.2 0.8 tangential mindlin/force NULL 0.3 0.9"),
    "creep": ("hertz/material 4000.0 20.0 0.3 damping mass_velocity tangential mindlin_creep NULL 0.5 0.3",
              "hertz/material 40000.0 10.0 0.1 damping mass_velocity tangential mindlin_creep NULL 0.9 0.6"),
}
# The same expressions; the separation is from the centre of the sphere or from its surface. Rounding, measured 1e-15
MIXED = 1e-13
# the mixture typed as numbers of 17 digits, whose products round in another way
TYPED = 1e-12


def typed_mixture(one, other):
    """Coefficients of a contact of two laws without moduli: geometric means."""
    words = []
    for a, b in zip(one.split(), other.split()):
        try:
            words.append(harness.number(math.sqrt(float(a) * float(b))))
        except ValueError:
            words.append(a)
    return " ".join(words)


class Material(WallTest):
    def run_spheres(self, spheres, walls, types=2, **options):
        self.space.write("data.txt", data_file(spheres, types=types))
        return self.trajectory(wall_deck(walls, **dict(dict(steps=600, every=60), **options)))

    def test_as_the_pair_of_two_types(self):
        for name, (particle, wall) in MATERIALS.items():
            with self.subTest(name):
                pair = f"pair_style granular\npair_coeff 1 1 {particle}\npair_coeff 2 2 {wall}\n"
                common = dict(pair=pair, fixes="fix integrate all nve\n", gravity="", timestep=2e-4)
                two = self.run_spheres([BALL, FIXED], "group fixed type 2\nfix hold fixed freeze\n", **common)
                one = self.run_spheres([BALL], f"{REGION}fix wall all wall/granular {wall} region ball material mix\n", **common)
                ball = {step: {1: atoms[1]} for step, atoms in two.items()}
                seen = {name: columns for name, columns in harness.QUANTITIES.items() if name != "torque"}
                self.assertGreater(max(abs(atoms[1]["fx"]) for atoms in ball.values()), 1.0)
                deviation = max(harness.deviations(ball, one, seen).values())
                if harness.REPORT:
                    print(f"{name:20s} {deviation:8.1e}", flush=True)
                self.assertLessEqual(deviation, MIXED)

    def floor(self, spheres, words, pair="pair_style zero 2.5\npair_coeff * *\n", **options):
        return self.run_spheres(spheres, f"fix wall all wall/granular {words}\n", pair=pair, **options)

    def test_moduli(self):
        """E and nu of the wall, with the other coefficients typed once, are the mixture of two equal sets of them."""
        for name in ("hertz/material", "restitution", "jkr", "dmt", "creep"):
            particle = MATERIALS[name][0]
            words = particle.split()
            wall = " ".join([words[0], "90000.0", words[2], "0.1", *words[4:]])
            with self.subTest(name):
                moduli = self.floor(FEW, f"{particle} zplane 0 NULL material 90000.0 0.1")
                mixed = self.floor(FEW, f"{wall} zplane 0 NULL material mix", f"pair_style granular\npair_coeff * * {particle}\n")
                self.assertEqual(moduli, mixed)
                self.assertNotEqual(moduli, self.floor(FEW, f"{particle} zplane 0 NULL"))

    def test_the_modulus_that_decks_made_up(self):
        """With one Poisson's ratio 2 E1 E2/(E1 + E2) for both sides is the same contact; a rigid wall has twice the modulus."""
        law = "hertz/material {} 0.5 0.3 damping coeff_restitution tangential mindlin NULL 0.9 0.3 zplane 0 NULL"
        for wall, modulus in ((90000.0, 2 * 4000.0 * 90000.0 / 94000.0), ("inf", 8000.0)):
            with self.subTest(wall):
                own = self.floor(FEW, f"{law.format(4000.0)} material {wall} 0.3")
                made_up = self.floor(FEW, law.format(harness.number(modulus)))
                self.assert_same_trajectory(own, made_up, TYPED)

    SPHERES = [Sphere((2.2 * k - 7.0, 1.1 * (k % 3), 0.52 + 0.01 * k), (1.0, -0.5, -1.0), (3.0, -8.0, 1.0), type=1 + k % 3)
               for k in range(8)]

    def several(self, steps=600, **options):
        """Three types of particles on one wall."""
        laws = [ALL_MODES, MATERIALS["hooke"][1], ALL_MODES.replace("0.3", "0.7")]
        wall = MATERIALS["hooke"][1].replace("3000", "800")
        pair = "pair_style granular\n" + "".join(f"pair_coeff {k} {k} {law}\n" for k, law in enumerate(laws, 1))
        mixed = dict(words=f"{wall} zplane 0 NULL material mix", pair=pair, types=3, steps=steps, **options)
        explicit = "".join(f"group g{k} type {k}\nfix w{k} g{k} wall/granular {typed_mixture(law, wall)} zplane 0 NULL\n"
                           for k, law in enumerate(laws, 1))
        return mixed, explicit, pair

    def test_each_type_has_its_mixture(self):
        mixed, explicit, pair = self.several()
        found = self.floor(self.SPHERES, **mixed)
        self.assert_same_trajectory(self.run_spheres(self.SPHERES, explicit, types=3, pair=pair), found, TYPED)

    def test_ranks(self):
        mixed, _, pair = self.several()
        one = self.floor(self.SPHERES, **mixed)
        self.space.write("data.txt", data_file(self.SPHERES, types=3))
        two = self.trajectory(wall_deck(f"fix wall all wall/granular {mixed['words']}\n", pair=pair, steps=600, every=60), ranks=2)
        self.assertEqual(one, two)

    def test_pair_coeff_between_runs(self):
        """The mixture is that of the present coefficients."""
        mixed, _, pair = self.several()
        stiffer = "pair_coeff 1 1 " + ALL_MODES.replace("1000.0", "2000.0") + "\n"
        walls = f"fix wall all wall/granular {mixed['words']}\n"
        run = self.run_spheres(self.SPHERES, walls, types=3, pair=pair, run=f"run 0\n{stiffer}run 600\n")
        from_start = self.run_spheres(self.SPHERES, walls, types=3, pair=pair + stiffer)
        self.assert_same_trajectory(from_start, run, 0.0)

    def test_restart(self):
        mixed, _, pair = self.several()
        wall = f"fix wall all wall/granular {mixed['words']}\n"
        whole = self.run_spheres(self.SPHERES, wall, types=3, pair=pair, run="run 300\nwrite_restart half.restart\nrun 300\n")
        after = (f"read_restart half.restart\ncomm_modify vel yes\nneighbor 0.1 bin\nneigh_modify delay 0 every 1 check yes\n"
                 f"fix integrate all nve/sphere\n{GRAVITY}timestep 1.4e-3\n{wall}"
                 f"dump trajectory all custom 60 dump.txt {harness.DUMP_COLUMNS}\n"
                 "dump_modify trajectory sort id format float %.17g\nrun 300\n")
        rest = self.trajectory(after)
        # a file between two runs: the first forces of a run are those of its setup
        self.assertEqual(harness.later(whole, 300), harness.later(rest, 300))


if __name__ == "__main__":
    unittest.main()
