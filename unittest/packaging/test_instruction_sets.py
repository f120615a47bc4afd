"""No code that other parts of the plugin share is compiled for a processor that may not be there."""

import subprocess
import unittest

import cmake_harness as harness

OBJECTS = harness.BUILD / "CMakeFiles" / "granular_srt_loops.dir" / "granular_srt" / "loops"


class Symbols(unittest.TestCase):
    def check(self, instructions, register):
        # The linker keeps one of several weak definitions of a function, for all callers. One that was
        # compiled for wider instructions must not be kept for callers without, so its name must hold the register.
        if not harness.cache(f"GRANULAR_SRT_HAS_{instructions.upper()}"):
            self.skipTest(f"this compiler has no {instructions}")
        sources = list(OBJECTS.glob(f"*_{instructions}.cpp.o"))
        self.assertEqual(len(sources), 2)    # loops over contacts and particles, and those with accounts of energy
        for source in sources:
            names = subprocess.run(["nm", "-C", str(source)], check=True, stdout=subprocess.PIPE, text=True).stdout
            weak = [line for line in names.splitlines() if line[17:18] in "WVuw"]
            self.assertTrue(weak)
            self.assertEqual([line for line in weak if register not in line and "_GLOBAL_OFFSET_TABLE_" not in line], [], source.name)

    def test_avx2_functions_are_templates_on_avx2_registers(self):
        self.check("avx2", "Lanes<4>")

    def test_avx512_functions_are_templates_on_avx512_registers(self):
        self.check("avx512", "Lanes<8>")


if __name__ == "__main__":
    unittest.main()
