"""Zeros as a way to say that a mode of contact is off, and walls with odd planes.

A friction mode of zeros is the mode `none`, to the last bit. LAMMPS runs these decks too: both give the same
trajectories. CLOSE, 1e-10: rounding of force sums (1e-16), which collisions of 300 steps multiply by up to 1e4.
"""

import unittest

import harness
from harness import Sphere, cluster, data_file, deck

CLOSE = 1e-10
HOOKE = "hooke 1000.0 20.0 damping velocity"
HERTZ = "hertz/material 9000.0 60.0 0.3"
FRICTION = "tangential linear_history 300.0 1.0 0.4"

# a law with zeros: the same law without them
OFF = {
    f"{HOOKE} tangential linear_nohistory 0 0": f"{HOOKE} tangential none",
    f"{HOOKE} tangential linear_history 0 0 0": f"{HOOKE} tangential none",
    f"{HOOKE} tangential linear_history 0 0 0.5": f"{HOOKE} tangential none",
    f"{HOOKE} tangential linear_history_classic 0 0 0": f"{HOOKE} tangential none",
    f"{HERTZ} tangential mindlin 0 0 0": f"{HERTZ} tangential none",
    f"{HERTZ} tangential mindlin/force 0 0 0": f"{HERTZ} tangential none",
    f"{HERTZ} tangential mindlin_rescale 0 0 0": f"{HERTZ} tangential none",
    f"{HERTZ} tangential mindlin_rescale/force 0 0 0": f"{HERTZ} tangential none",
    f"{HERTZ} tangential mindlin_classic 0 0 0": f"{HERTZ} tangential none",
    f"{HOOKE} {FRICTION} rolling sds 0 0 0": f"{HOOKE} {FRICTION}",
    f"{HOOKE} {FRICTION} rolling sds 0 0 0.1": f"{HOOKE} {FRICTION}",
    f"{HOOKE} {FRICTION} twisting sds 0 0 0": f"{HOOKE} {FRICTION}",
    f"{HOOKE} tangential linear_history 0 0 0 rolling sds 0 0 0 twisting marshall": f"{HOOKE} tangential none",
}

# Laws without normal stiffness, by which spheres pass through each other if there is no dashpot either.
WITHOUT_FORCE = [
    "hooke 0 0 tangential linear_nohistory 0 0",
    "hertz/material 0 0 0 tangential linear_nohistory 0 0",
    "hertz/material 0 0 0.3 tangential mindlin NULL 1.0 0.5",
    "hertz 0 0.5 tangential mindlin 1000 1.0 0.5 damping tsuji",
    "dmt 0 0 0.3 0 tangential linear_history 0 0 0",
    f"hooke 0 0.9 {FRICTION} damping coeff_restitution",
]

# What is odd runs as in LAMMPS, with a warning.
ODD = {
    f"hooke 0 20.0 {FRICTION} damping velocity": "normal hooke with k_n 0: spheres that touch do not repel, but have a dashpot",
    f"dmt 0 0 0.3 0.1 {FRICTION}": "normal dmt with E 0: spheres that touch do not repel, but have a surface energy",
    f"{HOOKE} tangential linear_history 0 0 0.5": "tangential linear_history with k_t 0: it exerts no force, whatever mu is",
    f"{HOOKE} {FRICTION} rolling sds 0 0 0.1": "rolling sds with k_roll 0: it exerts no force, whatever mu_roll is",
    f"{HERTZ} tangential mindlin/force 0 1.0 0.5": "tangential mindlin/force with k_t 0: it is a dashpot without a spring, as linear_nohistory is",
}

WALLS = {
    "zplane 0.0 0.0": "fix wall/gran zplane lo and hi are both 0: this is one plane",
    "zplane 0.0 -0.3": "fix wall/gran zplane lo 0 is above hi -0.3: as in LAMMPS, a particle below the middle between them touches lo only",
    "zplane 6.0 0.0": "fix wall/gran zplane lo 6 is above hi 0",
    "zplane NULL NULL": "fix wall/gran zplane has no plane: lo and hi are NULL",
}


class Zeros(harness.DeckTest):
    def run_laws(self, laws, stock=False):
        """{law: (Result, frames)} of a cluster with each of the laws."""
        data = {"data.txt": data_file(cluster(14, 5, spacing=0.99))}
        # the decks run in one LAMMPS, which prints 100 warnings if they are not counted anew
        jobs = {law: (deck(pair=f"thermo_modify warn reset\npair_style granular\npair_coeff * * {law}\n", steps=300, every=100),
                      data) for law in laws}
        return self.results(jobs, stock)

    def run_walls(self, commands, stock=False):
        """The same with walls, onto which spheres fall from both sides."""
        spheres = [Sphere((1.1 * k, 0.1 * k, z), v=(0.3, 0.2, -v), omega=(1, 2, 3)) for k, (z, v) in
                   enumerate([(0.55, 2.0), (-0.55, -2.0), (0.30, 1.0), (-0.45, -1.0), (0.0105, 1.0), (-0.16, 1.0)])]
        data = {"data.txt": data_file(spheres)}
        jobs = {command: (deck(pair="pair_style zero 1.5\npair_coeff * *\n", after=f"fix wall all wall/gran {command}\n",
                               steps=300, every=100), data) for command in commands}
        return self.results(jobs, stock)

    def results(self, jobs, stock):
        found = {}
        for name, (run, folder) in self.space.run_each(jobs, stock=stock).items():
            self.assert_ended(run, name)
            found[name] = run, folder.frames()
        return found

    def assert_as_stock(self, found, stock):
        for name, (_, frames) in found.items():
            with self.subTest(name):
                self.assert_same_trajectory(frames, stock[name][1], CLOSE)

    def test_a_mode_of_zeros_is_none(self):
        found, none = self.run_laws(OFF), self.run_laws(set(OFF.values()))
        for law, same in OFF.items():
            with self.subTest(law):
                self.assert_same_trajectory(found[law][1], none[same][1], 0.0)
        self.assert_as_stock(found, self.run_laws(OFF, stock=True))

    def test_without_normal_stiffness(self):
        found = self.run_laws([*WITHOUT_FORCE, *ODD])
        for law in WITHOUT_FORCE:
            with self.subTest(law):
                run, frames = found[law]
                self.assertEqual({tuple(atom[f] for f in ("fx", "fy", "fz", "tqx", "tqy", "tqz"))
                                  for atoms in frames.values() for atom in atoms.values()}, {(0.0,) * 6})
                self.assertNotIn("overlap by", run.output)    # these spheres are meant to pass through each other
        self.assert_as_stock(found, self.run_laws(found, stock=True))

    def test_what_is_odd_has_a_warning(self):
        for law, (run, _) in self.run_laws([*OFF, *WITHOUT_FORCE, *ODD]).items():
            with self.subTest(law):
                warnings = [line for line in run.warnings if "pair_coeff" in line]
                self.assertEqual(len(warnings), int(law in ODD), warnings)
                if law in ODD:
                    self.assertIn(ODD[law], warnings[0])

    def test_mixing(self):
        """The mean of a mode of zeros and of another one is a mode of zeros."""
        pair = (f"pair_style granular\npair_coeff 1 1 {HOOKE} {FRICTION} rolling sds 200.0 5.0 0.1\n"
                f"pair_coeff 2 2 {HOOKE} tangential linear_history 0 0 0 rolling sds 0 0 0\n")
        self.space.write("data.txt", data_file(cluster(14, 5, types=(1, 2), spacing=0.99)))
        mixed = deck(pair=pair, steps=300, every=100)
        given = deck(pair=pair + f"pair_coeff 1 2 {HOOKE} tangential linear_history 0 0 0 rolling sds 0 0 0\n", steps=300, every=100)
        found = self.trajectory(mixed)
        self.assert_same_trajectory(found, self.trajectory(given), 0.0)
        self.assert_same_trajectory(found, self.trajectory(mixed, stock=True), CLOSE)

    def test_walls(self):
        commands = [f"granular {law} zplane 0.0 NULL" for law in [*OFF, *WITHOUT_FORCE]]
        self.assert_as_stock(self.run_walls(commands), self.run_walls(commands, stock=True))

    def test_odd_planes(self):
        """In LAMMPS a sphere touches one of two planes. Here it touches the same one, if lo is not below hi."""
        found = self.run_walls([f"granular {HOOKE} {FRICTION} {place}" for place in WALLS])
        for place, warning in WALLS.items():
            with self.subTest(place):
                run, _ = found[f"granular {HOOKE} {FRICTION} {place}"]
                self.assertEqual(sum(warning in line for line in run.warnings), 1, run.warnings)
        self.assert_as_stock(found, self.run_walls(found, stock=True))


if __name__ == "__main__":
    unittest.main()
