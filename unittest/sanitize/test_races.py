"""Kernels of the /kk styles on several threads with ThreadSanitizer: any memory that two threads use without waiting for
each other, one of them writing, is an error, whether or not it went wrong in this run.

Of the plugin src/kokkos is compiled with it. The loops of half lists, which are those of the host, are not: that takes ten
minutes. Skipped where there is no LAMMPS with the KOKKOS package on OpenMP threads, or another compiler than GCC.
"""

import pathlib
import sys
import unittest

from sanitized import BUILD, ROOT, Sanitized
from test_sanitizers import BAROSTAT, BEGIN, SPRINGS
from test_sanitizers_kokkos import LAUNCHER, prefix

HALF = ("-k", "on", "t", "4", "-sf", "kk")
FULL = (*HALF, "-pk", "kokkos", "neigh", "full", "newton", "off")
AS_ON_GPU = (*FULL, "comm", "device", "sort", "device")

TWO_LAWS = """
create_atoms 2 random 30 4712 NULL overlap 0.8 maxtry 1000
set type 2 diameter 0.9
pair_style granular
pair_coeff 1 1 hertz/material 900.0 30.0 0.3 tangential mindlin_rescale/force NULL 1.0 0.4 rolling sds 200.0 5.0 0.1 &
  twisting marshall heat radius 1.0
pair_coeff 2 2 jkr 900.0 30.0 0.3 1.0 tangential mindlin NULL 1.0 0.3 damping velocity rolling sds 200.0 5.0 0.1
pair_coeff 1 2 hooke 1000.0 20.0 tangential linear_nohistory 1.0 0.4 damping velocity
timestep 0.001
fix warm all property/atom temperature heatflow ghost yes
set group all temperature 1.0
fix heat all heat/flow constant 1.0
fix motion all nve/sphere
compute stress all stress/atom NULL
compute sum all reduce sum c_stress[*]
thermo_style custom step c_sum[*]
"""
WALLS = """
fix weight all gravity 5.0 vector -1 -1 -1
fix side all wall/granular hooke 1000.0 20.0 damping velocity tangential linear_history 300.0 1.0 0.4 rolling sds 200.0 5.0 0.1 &
  xplane -0.5 NULL wiggle x 0.1 1.0
fix pipe all wall/granular jkr 1000.0 50.0 0.3 0.1 tangential mindlin_rescale NULL 1.0 0.5 &
  zcylinder 3.5 center 2.2 2.2 rotate 0.5
fix motion all nve/sphere
timestep 0.005
compute energy all granular/energy
compute rows all granular/energy/atom
compute sum all reduce sum c_rows[*]
thermo_style custom step c_energy c_energy[*] c_sum[*] f_side[1] f_pipe[2]
"""
END = "thermo 10\nrun {steps}\nprint 'the deck has ended'\n"

# In a second region each thread reads what another one has written. An argument makes all of them write to one place.
PROGRAM = """
#include <cstdio>
#include <omp.h>
int main(int words, char **)
{
  static int value[8];
  for (int times = 0; times < 9; ++times) {
#pragma omp parallel num_threads(4)
    value[words > 1 ? 0 : omp_get_thread_num()] += 1;
#pragma omp parallel num_threads(4)
    value[4 + omp_get_thread_num()] += value[3 - omp_get_thread_num()];
  }
  std::puts("the program has ended");
}
"""


class WithThreads(Sanitized):
    """The plugin with ThreadSanitizer in src/kokkos, beside that of a build folder."""

    OPTIONS = ("-fsanitize=thread", "-Og", "-g1", "-fno-omit-frame-pointer")
    CALLS = ("__tsan_",)
    # Functions of Kokkos' headers that LAMMPS has, too: those that are compiled here.
    LINK = ("-fsanitize=thread", "-Wl,-Bsymbolic-functions")
    FOLDER = "races"

    def __init__(self, build, words):
        super().__init__(build, words)
        self.regions = self.folder / "parallel_regions.so"
        self.folder.mkdir(exist_ok=True)

    @staticmethod
    def kinds():
        return (r"granular_srt_kokkos\.dir/",)

    def compile(self, *words, **options):
        return self.call(*self.prefix, *words, **options)

    def has_gcc_openmp(self):
        return ("Free Software Foundation" in self.compile(self.compiler, "--version") and
                "-fopenmp" in (self.build / "compile_commands.json").read_text())

    def make(self):
        self.compile(self.compiler, "-O1", "-fPIC", "-shared", "-o", self.regions,
                     ROOT / "unittest" / "sanitize" / "parallel_regions.cpp")
        super().make()

    def environment(self):
        return ["TSAN_OPTIONS=ignore_noninstrumented_modules=1 report_thread_leaks=0", f"LD_PRELOAD={self.regions}:{self.library('tsan')}"]


class Races(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.threads = WithThreads(BUILD / "kokkos", prefix())
        cls.threads.make()

    def lammps(self, *decks, **options):
        self.threads.lammps(*decks, **options)

    def test_what_is_found(self):
        source, program = (self.threads.folder / name for name in ("threads.cpp", "threads"))
        source.write_text(PROGRAM)
        self.threads.compile(self.threads.compiler, "-fopenmp", *self.threads.OPTIONS, source, "-o", program)
        run = ("env", *self.threads.environment(), program)
        self.assertIn("the program has ended", self.threads.compile(*run))
        with self.assertRaisesRegex(AssertionError, "ThreadSanitizer: data race"):
            self.threads.compile(*run, "one place")

    def test_barostat(self):
        begin = BEGIN.format(newton="off") + SPRINGS + BAROSTAT
        self.lammps(begin + "atom_modify sort 20 1.1\nwrite_restart packing.restart\n" + END.format(steps=60),
                    "read_restart packing.restart\ncomm_modify vel yes\nrun_style verlet/granular\n" + BAROSTAT + END.format(steps=30),
                    arguments=FULL)

    def test_two_laws(self):
        self.lammps(BEGIN.format(newton="off").replace("create_box 1", "create_box 2") + TWO_LAWS + END.format(steps=40),
                    arguments=FULL)

    def walls(self):
        begin = (BEGIN.format(newton="off").replace("boundary p p p", "boundary f f f")
                 .replace("prism 0 4.4 0 4.4 0 4.4 0.2 0.1 0.3", "block -20 20 -20 20 -20 20 units box")
                 .replace("4711 NULL overlap 0.8", "4711 start overlap 1.0")
                 .replace("create_atoms", "region start block 0 4.4 0 4.4 0 4.4 units box\ncreate_atoms"))
        return begin + SPRINGS + WALLS + END.format(steps=60)

    def test_walls_and_ledger(self):
        self.lammps(self.walls(), arguments=FULL)

    def test_migration(self):
        """Two ranks: histories are packed and unpacked by kernels, those of many spheres at once."""
        moving = ("velocity all set 0.5 0.5 0.5 sum yes\nneighbor 0.5 bin\nneigh_modify delay 0 every 50 check no\n"
                  "fix motion all nve/sphere\n")
        for deck in (BEGIN.format(newton="off") + SPRINGS + moving + END.format(steps=210), self.walls()):
            self.lammps(deck, ranks=2, arguments=AS_ON_GPU)

    def test_half_lists(self):
        """Threads share the copying of ghosts."""
        self.lammps(BEGIN.format(newton="on") + SPRINGS + BAROSTAT + END.format(steps=60), arguments=HALF)


if __name__ == "__main__":
    if not LAUNCHER or not (BUILD / "kokkos" / "CMakeCache.txt").exists():
        print("skipped: no LAMMPS with the KOKKOS package, or not one of tools/kokkos.sh")
        sys.exit(77)
    if not WithThreads(BUILD / "kokkos", prefix()).has_gcc_openmp():
        print("skipped: Kokkos without OpenMP, or another compiler than GCC")
        sys.exit(77)
    if sys.argv[1:] == ["--compile"]:    # a test of its own for ctest, on one core
        Races.setUpClass()
        sys.exit()
    unittest.main(verbosity=2)
