"""Decks of the /kk styles on two threads, and on two ranks of two threads, with AddressSanitizer and
UndefinedBehaviorSanitizer: src/kokkos and src/engine, whose threads share the contacts. Other sources run here as in
test_sanitizers. Skipped where there is no LAMMPS with the KOKKOS package, and where it is on a GPU."""

import json
import os
import pathlib
import shlex
import sys
import unittest

from sanitized import BUILD, Sanitized, widest_set
from test_sanitizers import BAROSTAT, BEGIN, JKR, SPRINGS

LAUNCHER = os.environ.get("GRANULAR_SRT_LMP_KOKKOS", "")
THREADS = ("-k", "on", "t", "2", "-sf", "kk")
WAYS = {"half lists": THREADS, "full lists": (*THREADS, "-pk", "kokkos", "neigh", "full", "newton", "off")}
END = "run 500\nprint 'the deck has ended'\n"


def prefix():
    """The words by which tools/kokkos.sh starts programs of the system with Kokkos."""
    last = pathlib.Path(LAUNCHER).read_text().splitlines()[-1]
    return shlex.split(last)[1:-2]    # exec ... lmp "$@"


class WithKokkos(Sanitized):
    @staticmethod
    def kinds():
        return r"granular_srt_kokkos\.dir/", "/src/engine/|/unity_engine_"


class Threads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sanitized = WithKokkos(BUILD / "kokkos", prefix())
        cls.sanitized.make()

    def run_each_way(self, deck):
        for name, arguments in WAYS.items():
            for ranks in (1, 2):
                with self.subTest(name, ranks=ranks):
                    newton = "off" if "off" in arguments else "on"
                    self.sanitized.lammps(BEGIN.format(newton=newton) + deck + END, ranks=ranks, arguments=arguments)

    def test_loops_compile(self):
        """tools/kokkos.sh takes those of the other compiler."""
        for unit in json.loads((BUILD / "compile_commands.json").read_text()):
            if unit["file"].endswith(f"/loops/instruction_set_{widest_set()}.cpp"):
                words = [word for word in shlex.split(unit["command"]) if word != "-Werror"][1:]
                place = words.index("-o")
                del words[place:place + 2]
                self.sanitized.call(*self.sanitized.prefix, self.sanitized.compiler, *words, "-fsyntax-only", cwd=unit["directory"])
                return
        self.fail("the build has no loops")

    def test_history_under_the_barostat(self):
        self.run_each_way(SPRINGS + BAROSTAT + "run_style verlet/granular\n")

    def test_jkr(self):
        self.run_each_way(JKR)


if __name__ == "__main__":
    if not LAUNCHER or not (BUILD / "kokkos" / "CMakeCache.txt").exists():
        print("skipped: no LAMMPS with the KOKKOS package, or not one of tools/kokkos.sh")
        sys.exit(77)
    if sys.argv[1:] == ["--compile"]:    # a test of its own for ctest, on one core
        Threads.setUpClass()
        sys.exit()
    unittest.main(verbosity=2)
