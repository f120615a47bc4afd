"""LAMMPS' own tests of granular styles (unittest/granular in its source tree), with the plugin as plain decks.

LAMMPS' programs read YAML files: commands, a contact law, lengths of runs and the state after each of them, with a
tolerance `epsilon`. Here the same commands are a deck. Positions, velocities, torques and angular velocities are compared
with the numbers in the file.
"""

import re
import sys
import unittest

import harness
from test_lammps_examples import TREE

FOLDER = TREE / "unittest" / "granular" / "tests"
QUANTITIES = {"run_pos": ("x", "y", "z"), "run_vel": ("vx", "vy", "vz"), "run_torque": ("tqx", "tqy", "tqz"),
              "run_omega": ("omegax", "omegay", "omegaz")}
# Not run: styles that are not the plugin's or not built here, another format, a heap whose file has no state.
LEFT_OUT = {"dem05-superellipsoid-3d", "dem10-clump-3d", "test_dem01_hooke", "dem10-aor-spheres-3d"}


def read_yaml(text):
    """{key: text} of a file of LAMMPS' tests: scalars, and blocks that are indented by two blanks."""
    found, key = {}, None
    for line in text.splitlines():
        head = re.match(r"(\w+): ?(.*)", line)
        if head:
            key = head[1]
            found[key] = "" if head[2].startswith("!") else head[2]
        elif key and line.startswith("  "):
            found[key] += line[2:] + "\n"
    return found


def deck_of(test):
    """The deck of a test; a dump of the state after each run."""
    lines = ["variable " + line.replace(" ", " index ", 1) for line in test["variables"].splitlines() if line.strip()]
    lines += test["pre_commands"].splitlines()
    lines.append(f"pair_style {test['pair_style']}")
    lines += [f"pair_coeff {line}" for line in test["pair_coeff"].splitlines() if line.strip(' "')]
    lines += test["post_commands"].splitlines()
    columns = " ".join(name for names in QUANTITIES.values() for name in names)
    for n, steps in enumerate(test["run_segments"].split()):
        lines += [f"run {steps}", f"write_dump all custom after{n}.txt id {columns} modify sort id format float %.17g"]
    return "\n".join(lines) + "\n"


class LammpsUnittest(harness.DeckTest):
    def deviation(self, test, stock):
        """Largest difference from the file over its largest value of that quantity and run."""
        self.lmp(deck_of(test), stock=stock)
        worst = 0.0
        for name, columns in QUANTITIES.items():
            for n in range(len(test["run_segments"].split())):
                expected = {int(row[1]): [float(x) for x in row[2:]] for row in map(str.split, test[name].splitlines())
                            if row and int(row[0]) == n}
                (atoms,) = self.space.frames(f"after{n}.txt").values()
                self.assertEqual(set(atoms), set(expected))
                size = max((abs(x) for row in expected.values() for x in row), default=0.0)
                for atom, row in expected.items():
                    for column, x in zip(columns, row):
                        worst = max(worst, abs(atoms[atom][column] - x) / max(size, 1e-12))
        return worst

    def test_states(self):
        """Ten times epsilon, which is for LAMMPS' styles: the plugin rounds differently in each step of a contact, as in
        test_lammps_examples.py."""
        paths = [path for path in sorted(FOLDER.glob("*.yaml")) if path.stem not in LEFT_OUT]
        self.assertGreater(len(paths), 30)
        for path in paths:
            with self.subTest(path.stem):
                test = read_yaml(path.read_text())
                measured = self.deviation(test, stock=False)
                if harness.REPORT:
                    stock = self.deviation(test, stock=True)
                    print(f"{path.stem}: plugin {measured:.1e}, stock {stock:.1e}, epsilon {test['epsilon']}")
                self.assertLessEqual(measured, 10 * float(test["epsilon"]))


if __name__ == "__main__":
    if not FOLDER.exists():
        print(f"skipped: {TREE} has no unittest/granular")
        sys.exit(harness.SKIPPED)
    unittest.main()
