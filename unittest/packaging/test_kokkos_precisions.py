"""The /kk styles (src/kokkos) compile for a LAMMPS that stores in mixed or single precision. The tests run with one in
double precision, and KOKKOS_PREC changes the types of all its arrays.

Only the host compiler's first pass, with Kokkos' headers as in test_cuda_compiles. Skipped without them.
"""

import pathlib
import tempfile
import unittest

import cmake_harness as harness
from test_cuda_compiles import headers_and_definitions, kokkos_headers, write_together


class Precisions(unittest.TestCase):
    def setUp(self):
        self.headers = kokkos_headers()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = pathlib.Path(folder.name) / "together.cpp"

    def compile(self, precision):
        return harness.run("c++", "-std=c++20", "-fsyntax-only", "-fopenmp",
                           *headers_and_definitions(self.headers, precision), self.source)

    def test_sources(self):
        write_together(self.source)
        for precision in ("SINGLE_DOUBLE", "SINGLE_SINGLE"):
            with self.subTest(precision):
                code, output = self.compile(precision)
                self.assertEqual(code, 0, output[:4000])

    def test_the_precision_counts(self):
        self.source.write_text("#include \"pointers.h\"\n#include \"kokkos_type.h\"\n"
                               "static_assert(sizeof(KK_FLOAT) == 4);\n")
        self.assertEqual(self.compile("SINGLE_DOUBLE")[0], 0)
        self.assertNotEqual(self.compile("DOUBLE_DOUBLE")[0], 0)


if __name__ == "__main__":
    if not kokkos_headers():
        harness.skip_program("no headers of Kokkos >= 5 here")
    unittest.main()
