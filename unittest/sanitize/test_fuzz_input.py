"""Random and mutated commands under AddressSanitizer and UndefinedBehaviorSanitizer: fuzz_input.py, a fixed seed."""

import unittest

from fuzz_input import KINDS, fuzz
from test_sanitizers import BUILD, Sanitized

LINES = 1500    # a minute of one core beside other tests
SEED = 20260704


class FuzzedInput(unittest.TestCase):
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
