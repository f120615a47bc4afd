"""A LAMMPS that was compiled as C++17 formats its messages with a library of its own, and a compiler that has std::format would
let the plugin, which is C++20, ask for other symbols: src/host/lammps_format.h. Here a header <version> says that the compiler
has std::format."""

import pathlib
import subprocess
import tempfile
import unittest

import cmake_harness

SOURCE = '#include "error.h"\nvoid stop(LAMMPS_NS::Error *error) { error->all(FLERR, "{} is wrong", 1); }\n'
VERSION = """#ifndef SAYS_STD_FORMAT
#define SAYS_STD_FORMAT
#include_next <version>
#undef __cpp_lib_format
#define __cpp_lib_format 202110L
#endif
"""
FIRST = cmake_harness.ROOT / "src" / "host" / "lammps_format.h"


class StdFormat(unittest.TestCase):
    def symbols(self, *options):
        """Symbols that a source with a message needs; none where it does not compile."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=cmake_harness.SCRATCH.name))
        (folder / "version").write_text(VERSION)
        (folder / "message.cpp").write_text(SOURCE)
        words, place = cmake_harness.plugin_options()
        while "-include" in words:
            at = words.index("-include")
            del words[at:at + 2]
        done = subprocess.run([*words, "-isystem", str(folder), *options, "-c", str(folder / "message.cpp"), "-o",
                               str(folder / "message.o")], cwd=place, capture_output=True, text=True)
        if done.returncode:
            return ""
        return subprocess.run(["nm", "-u", str(folder / "message.o")], capture_output=True, text=True, check=True).stdout

    def test_symbols_of_the_library(self):
        self.assertRegex(self.symbols("-include", str(FIRST)), r"_ZN9LAMMPS_NS5Error4_all.*3fmt")

    def test_needs_the_header(self):
        self.assertNotRegex(self.symbols(), r"_ZN9LAMMPS_NS5Error4_all.*3fmt")


if __name__ == "__main__":
    unittest.main(verbosity=2)
