"""No code that other parts of the plugin share is compiled for a processor that may not be there."""

import os
import pathlib
import subprocess
import unittest

OBJECT = (pathlib.Path(os.environ["GRANULAR_SRT_BUILD"]) / "CMakeFiles" / "granularsrtplugin.dir" / "src" / "styles"
          / "kernels_avx2.cpp.o")


class Symbols(unittest.TestCase):
    def test_avx2_functions_are_templates_on_avx2_registers(self):
        # The linker keeps one of several weak definitions of a function, for all callers. One that was
        # compiled for AVX2 must not be kept for callers without, so its name must hold the register.
        if not OBJECT.exists():
            self.skipTest("this compiler has no AVX2")
        names = subprocess.run(["nm", "-C", str(OBJECT)], check=True, stdout=subprocess.PIPE, text=True).stdout
        weak = [line for line in names.splitlines() if line[17:18] in "WVuw"]
        self.assertTrue(weak)
        self.assertEqual([line for line in weak if "Lanes<4>" not in line and "_GLOBAL_OFFSET_TABLE_" not in line], [])


if __name__ == "__main__":
    unittest.main()
