"""The sources that call MPI compile with LAMMPS' stand-in for MPI, which a LAMMPS without MPI has, as often beside a GPU. Its
functions take `void *` where those of MPI take `const void *`."""

import re
import unittest

import cmake_harness as harness

SOURCES = [file for file in sorted((harness.ROOT / "src").rglob("*.cpp"))
           if re.search(r"\bMPI_[A-Z]\w*\(", file.read_text()) and file.parent.name != "kokkos"]
INCLUDES = ("-I", harness.ROOT / "src", "-isystem", harness.LAMMPS_SOURCE / "src" / "STUBS", "-isystem",
            harness.LAMMPS_SOURCE / "src", *(word for package in ("GRANULAR", "RIGID", "EXTRA-COMPUTE")
                                             for word in ("-isystem", harness.LAMMPS_SOURCE / "src" / package)))


class WithoutMpi(unittest.TestCase):
    def check(self, *words):
        return harness.run(harness.COMPILER, "-std=c++20", "-fsyntax-only", "-DLAMMPS_SMALLBIG", "-DLMP_PLUGIN", *INCLUDES, *words)

    def test_sources(self):
        self.assertGreater(len(SOURCES), 5)
        for folder, source in harness.together(SOURCES):
            with self.subTest(folder=folder):
                code, output = self.check(source)
                self.assertEqual(code, 0, output[-2000:])


if __name__ == "__main__":
    unittest.main(verbosity=2)
