"""Random and mutated commands under AddressSanitizer and UndefinedBehaviorSanitizer: fuzz_input.py, a fixed seed."""

import re
import unittest

from fuzz_input import KINDS, MESH_KEYWORDS, MODELS, PAIR_KEYWORDS, WALL_KEYWORDS, fuzz
from sanitized import BUILD, ROOT, Sanitized
import laws    # in unittest/styles, which sanitized has put on the path

LINES = 1500    # a minute of one core beside other tests
SEED = 20260704


class FuzzedInput(unittest.TestCase):
    def test_all_words_are_drawn(self):
        for axis in laws.AXES:
            self.assertEqual(set(MODELS[axis]) - {"mdr"}, set(laws.keys(axis)))    # LAMMPS has mdr, the plugin refuses it
        walls = (ROOT / "src" / "wall" / "read_wall.cpp").read_text()
        listed = re.search(r"keywords = ([^;]*);", walls)[1]
        self.assertEqual({*WALL_KEYWORDS, *MESH_KEYWORDS}, set(re.findall(r"\w+", listed)))
        options = (ROOT / "src" / "pair" / "run_options.cpp").read_text()
        self.assertEqual(set(PAIR_KEYWORDS) - {"box"}, set(re.findall(r'\{"(\w+)", \{', options)))

    def test_every_line_ends_in_a_message_or_a_step(self):
        sanitized = Sanitized(BUILD)
        sanitized.make()
        faults, outcomes = fuzz(sanitized, LINES, SEED)
        self.assertEqual(faults, [], "\n".join(faults))
        # each kind has lines that run and lines that are refused
        for kind in KINDS:
            for end in ("ran", "refused"):
                self.assertRegex(outcomes, rf"{kind}: {end} [1-9]")


if __name__ == "__main__":
    unittest.main(verbosity=2)
