"""granular_srt.plugin loads the MPI that liblammps needs before LAMMPS does: stand-ins for both, without MPI and without LAMMPS."""

import pathlib
import sys
import tempfile
import unittest

import cmake_harness as harness

NAME = "libmpi.so.12"
SCRIPT = """
import ctypes, pathlib, sys, types
base = pathlib.Path(sys.argv[1])
sys.prefix = str(base / "environment")
sys.modules["lammps"] = types.ModuleType("lammps")
sys.modules["lammps"].__file__ = str(base / "lammps" / "__init__.py")
loaded = [ctypes.CDLL(library) for library in sys.argv[2:]]
from granular_srt import plugin
print(plugin.folder())
print({line.split()[-1] for line in open("/proc/self/maps") if "libmpi.so.12" in line})
"""


@unittest.skipUnless(sys.platform == "linux", "/proc/self/maps")
class Preloading(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.base = pathlib.Path(temporary.name).resolve()
        (self.base / "lammps").mkdir()
        self.needs(NAME)
        (self.base / "mpi.cpp").write_text("extern int here; int here = 1;\n")
        self.environment, self.system = (self.library(folder) for folder in ("environment/lib", "system"))

    def needs(self, name):
        (self.base / "lammps" / "liblammps.so").write_bytes(b"\x7fELF " + name.encode() + b"\0")

    def library(self, folder):
        path = self.base / folder / NAME
        path.parent.mkdir(parents=True)
        code, output = harness.run(harness.COMPILER, "-shared", "-fPIC", f"-Wl,-soname,{NAME}", "-o", path, self.base / "mpi.cpp")
        self.assertEqual(code, 0, output)
        return path

    def check(self, *wanted, before=()):
        """These are loaded after folder(), in a process that has loaded `before`."""
        code, output = harness.run(sys.executable, "-c", SCRIPT, self.base, *before, environment={
            "PYTHONPATH": str(harness.ROOT / "python"), "LD_LIBRARY_PATH": str(self.system.parent)})
        self.assertEqual((code, output), (0, f"{harness.ROOT}/python/granular_srt/lib\n{set(map(str, wanted)) or 'set()'}\n"))

    def test_of_the_environment(self):
        """As the program lmp of LAMMPS' package, although the system has one, too."""
        self.check(self.environment)

    def test_of_the_system(self):
        self.environment.unlink()
        self.check(self.system)

    def test_one_that_is_loaded(self):
        """Such as that of mpi4py: a second one is not loaded."""
        self.check(self.system, before=[self.system])

    def test_broken(self):
        """LAMMPS itself tells what it misses."""
        self.environment.write_text("no library")
        self.check(self.system)

    def test_another_mpi(self):
        self.needs("libmpi.so.40")
        self.check()


if __name__ == "__main__":
    unittest.main(verbosity=2)
