"""potentials/cohesive_powder_si.granular: speed below which grains stick, in closed form, and restitutions of doc/pair_granular.md."""

import math
import re
import unittest

import harness

ROOT = harness.HERE.parents[1]
DECK = (ROOT / "examples" / "jkr_cluster" / "in.collision").read_text()
PAGE = (ROOT / "doc" / "pair_granular.md").read_text()
E_EFF, GAMMA, R, M_EFF = 1e8 / 2 / (1 - 0.3**2), 0.01, 2.5e-6, 1500 * math.pi / 6 * 1e-15 / 2


def sticking_speed():
    """From the work between the overlap 0 and the pull-off: the integral of F over the overlap, both as functions of x = a/a_c."""
    a_c = (2.25 * math.pi * GAMMA * R**2 / E_EFF)**(1 / 3)

    def work(x):    # of F = (E a_c^3/R) (4/3 x^3 - 8/3 x^(3/2)) over (a_c^2/R) (x^2 - 4/3 x^(1/2))
        return 8 / 15 * x**5 - 16 / 9 * x**3.5 + 8 / 9 * x**2

    lost = E_EFF * a_c**5 / R**2 * (work(1) - work((4 / 3)**(2 / 3)))
    return math.sqrt(2 * lost / M_EFF)


class CohesivePowder(harness.DeckTest):
    def restitution(self, speed, eta):
        (self.space.path / "potentials").unlink(missing_ok=True)
        (self.space.path / "potentials").symlink_to(ROOT / "potentials")
        run = self.lmp(DECK, args=("-var", "SPEED", str(speed), "-var", "powder_eta", str(eta), "-var", "POTENTIALS", "potentials"))
        return float(re.search(r"^restitution (\S+) at", run.output, re.MULTILINE)[1])

    def test_sticking_speed(self):
        """Without a dashpot only adhesion takes energy. Time steps of 2.5 ns change the speed by less than 1 %."""
        stick = sticking_speed()
        self.assertAlmostEqual(stick, 0.079, delta=5e-4)    # of the page and of the header
        self.assertEqual(self.restitution(0.99 * stick, 0), 0.0)
        for factor in (1.02, 1.5):
            self.assertAlmostEqual(self.restitution(factor * stick, 0)**2, 1 - 1 / factor**2, delta=0.02)

    def test_restitutions_of_the_page(self):
        rows = re.findall(r"^\| (\d\S+e1\d) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|$", PAGE, re.MULTILINE)
        self.assertEqual(len(rows), 4)
        for eta, *found in rows:
            for speed, value in list(zip((0.2, 0.5, 1, 2, 5), found))[::2]:
                self.assertAlmostEqual(self.restitution(speed, eta), float(value), delta=0.011)    # two digits on the page


if __name__ == "__main__":
    unittest.main()
