"""LAMMPS' own granular decks, with the plugin and with stock LAMMPS: they run and give the same numbers.

The decks are those of examples/ and bench/ that tools/fetch-lammps.sh unpacks, or those of the tree that LAMMPS_SOURCE_DIR
names. They run as they are; only the numbers of their run commands are replaced by smaller ones (shortened()), and a
command behind the deck writes the state at the end.

Most decks pour spheres: collisions multiply any difference of rounding until nothing is left to compare. So a deck runs
as long as stock LAMMPS deviates from itself, with a time step that is longer by one part in 1e15, by less than NOISE =
1e-10 of the largest position, velocity and angular velocity; measured values are beside the decks. The plugin rounds
differently in each step of a contact, and not once: BOUND is ten times NOISE.

Where the built-in style is wrong (the pages' tables of differences), only means over all spheres are compared (MEANS).
This is also so from the second run command on: the setup of a run changes the springs of the built-in styles.
The examples with the contact law mdr are not here: they stop with stock LAMMPS as well.
"""

import itertools
import re
import sys
import unittest

import harness

sys.path.insert(0, str(harness.HERE.parent / "packaging"))
import cmake_harness

NOISE = 1e-10
BOUND = 10 * NOISE
QUANTITIES = {"x": ("x", "y", "z"), "v": ("vx", "vy", "vz"), "omega": ("omegax", "omegay", "omegaz")}

# Deck: (steps of its run commands, deviation of stock from itself with another time step)
SAME = {
    "bench/in.chute": ((100,), 6e-12),    # all of its steps
    # the angle of later runs is that of a first run of 5000 steps
    "examples/granregion/in.granregion.box": ((700, 0, 0, 0, 0), 2e-11),
    "examples/granregion/in.granregion.funnel": ((20000, 0, 0), 8e-11),
    "examples/granular/in.pour.heat": ((750,), 6e-11),
    "examples/granular/in.restitution": ((300000,), 0.0),    # two spheres have hit and parted
    "examples/granular/in.sync_verlet": ((60000,), 1e-11),
    "examples/multi/in.granular": ((1000,), 2e-11),
    "examples/multi/in.powerlaw": ((200,), 1e-12),
    "examples/pour/in.pour": ((4500, 0), 5e-11),
    "examples/pour/in.pour.2d": ((6000,), 5e-12),
    "examples/pour/in.pour.2d.molecule": ((6000,), 2e-13),
    "examples/rigid/in.rigid.gravity": ((60000,), 1e-11),
}
if harness.is_older():
    del SAME["examples/granular/in.sync_verlet"]    # which it does not have
# Twisting friction of "twisting marshall" with "tangential mindlin" is not that of the built-in style (flatwall, drum).
MEANS = {
    "examples/granular/in.pour.flatwall": (5000,),                         # all of its steps
    "examples/granular/in.pour.drum": (2000, 600),
    "examples/pour/in.pour": (6500, 1000),
}
# Largest relative deviation of the number of spheres and of the means of height, v^2 and omega^2. Stock with the other
# time step deviates from itself by up to 0, 0.013, 0.006 and 0.06. Several times that, because two runs are a small sample.
MEAN_BOUNDS = {"spheres": 0.0, "height": 0.03, "v^2": 0.05, "omega^2": 0.4}
TREE = cmake_harness.LAMMPS_SOURCE


def shortened(deck, steps):
    """The deck with these numbers in its run commands, one after the other."""
    steps = iter(steps)
    return re.sub(r"^(run\s+)\S+", lambda run: f"{run[1]}{next(steps)}", deck, flags=re.M)


def means(atoms):
    def mean_square(*columns):
        return sum(atom[c] ** 2 for atom in atoms.values() for c in columns) / len(atoms)
    return {"spheres": len(atoms), "height": sum(atom["z"] for atom in atoms.values()) / len(atoms), "v^2": mean_square(*QUANTITIES["v"]),
            "omega^2": mean_square(*QUANTITIES["omega"])}


class LammpsExamples(harness.DeckTest):
    def final_state(self, name, steps, longer=False, **options):
        """{atom id: {column: value}} at the end of a deck."""
        path = TREE / name
        text = path.read_text()
        self.assertEqual(len(re.findall(r"^run\s", text, re.M)), len(steps), f"run commands of {name}")
        for file in path.parent.iterdir():    # data and molecules
            link = self.space.path / file.name
            if not file.name.startswith(("in.", "log.")) and not link.exists():
                link.symlink_to(file)
        columns = " ".join(itertools.chain(*QUANTITIES.values()))
        end = f"\nwrite_dump all custom final.txt id {columns} modify sort id format float %.17g\n"
        text = shortened(text, steps)
        if longer:
            text, count = re.subn(r"^(run\s)", r"timestep $(dt*(1+1e-15):%.17g)\n\1", text, count=1, flags=re.M)
            self.assertEqual(count, 1)
        self.lmp(text + end, **options)
        (state,) = self.space.frames("final.txt").values()
        return state

    def test_same_numbers(self):
        for name, (steps, _) in SAME.items():
            with self.subTest(name):
                plugin, stock = (self.final_state(name, steps, stock=stock) for stock in (False, True))
                harness.skip_wrong_in_older((TREE / name).read_text())
                measured = self.assert_same_trajectory({0: plugin}, {0: stock}, BOUND, name, QUANTITIES)
                if harness.REPORT:
                    print(f"{name}: {len(plugin)} spheres, {measured:.1e}")

    def test_same_means(self):
        for name, steps in MEANS.items():
            with self.subTest(name):
                plugin, stock = (self.final_state(name, steps, stock=stock) for stock in (False, True))
                self.assert_same_means(name, means(plugin), means(stock))

    def assert_same_means(self, name, one, other):
        for quantity, bound in MEAN_BOUNDS.items():
            deviation = abs(one[quantity] / other[quantity] - 1)
            if harness.REPORT:
                print(f"{name}: {quantity} {deviation:.1e}")
            self.assertLessEqual(deviation, bound, f"{name}: {quantity}")

    def test_box_keeps_its_spheres(self):
        """All of its steps: a box rotates about one axis, then about another."""
        plugin, stock = (self.final_state("examples/granregion/in.granregion.box", (5000,) * 5, stock=stock)
                         for stock in (False, True))
        self.assertEqual((len(plugin), len(stock)), (100, 100))    # as poured
        heights = [means(state)["height"] for state in (plugin, stock)]
        if harness.REPORT:
            print(f"box: mean heights {heights}")
        # in units of the diameter; the spheres lie in the box in another arrangement
        self.assertAlmostEqual(*heights, delta=0.1)

    def test_mixer_keeps_its_spheres(self):
        """Blades that rotate in an intersection of regions. LAMMPS' own walls turn their surfaces twice as far, and lose
        spheres from step 28000 on."""
        name, steps = "examples/granregion/in.granregion.mixer", (40000, 0)
        inserted = 444    # by fix pour, until then
        plugin, stock = (self.final_state(name, steps, stock=stock) for stock in (False, True))
        self.assertEqual(len(plugin), inserted)
        if not harness.is_older():
            self.assertLess(len(stock), inserted)

    @unittest.skipUnless(harness.REPORT, "measures the numbers that stand beside the decks")
    def test_noise_of_stock(self):
        for name, steps in (*((name, steps) for name, (steps, _) in SAME.items()), *MEANS.items()):
            with self.subTest(name):
                one, other = (self.final_state(name, steps, longer, stock=True) for longer in (False, True))
                if steps == MEANS.get(name):
                    self.assert_same_means(name + ", stock with another step", means(one), means(other))
                else:
                    found = harness.deviations({0: one}, {0: other}, QUANTITIES)
                    print(f"{name}, stock with another step: {max(found.values()):.1e}")
                    self.assertLessEqual(max(found.values()), NOISE)


if __name__ == "__main__":
    if not all((TREE / name).exists() for name in (*SAME, *MEANS)):
        print(f"skipped: {TREE} has no examples; tools/fetch-lammps.sh unpacks them")
        sys.exit(harness.SKIPPED)
    unittest.main()
