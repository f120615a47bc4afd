"""No code that other parts of the plugin share is compiled for a processor that may not be there."""

import json
import shlex
import subprocess
import unittest

import cmake_harness as harness

COMMANDS = json.loads((harness.BUILD / "compile_commands.json").read_text())


class Symbols(unittest.TestCase):
    def check(self, instructions, register):
        # The linker keeps one of several weak definitions of a function, for all callers. One that was
        # compiled for wider instructions must not be kept for callers without, so its name must hold the register.
        if not harness.cache(f"GRANULAR_SRT_HAS_{instructions.upper()}"):
            self.skipTest(f"this compiler has no {instructions}")
        sources = [entry for entry in COMMANDS if entry["file"].endswith(f"_{instructions}.cpp")]
        self.assertEqual(len(sources), 4)    # contacts, accounts of energy, walls, passes
        for source in sources:
            words = shlex.split(source["command"])
            names = subprocess.run(["nm", "-C", words[words.index("-o") + 1]], cwd=source["directory"], check=True,
                                   stdout=subprocess.PIPE, text=True).stdout
            weak = [line for line in names.splitlines() if line[17:18] in "WVuw"]
            self.assertTrue(weak)
            self.assertEqual([line for line in weak if register not in line and "_GLOBAL_OFFSET_TABLE_" not in line], [], source["file"])

    def test_avx2_functions_are_templates_on_avx2_registers(self):
        self.check("avx2", "Lanes<4>")

    def test_avx512_functions_are_templates_on_avx512_registers(self):
        self.check("avx512", "Lanes<8>")


if __name__ == "__main__":
    unittest.main()
