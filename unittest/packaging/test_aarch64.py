"""The plugin on ARM: cross-compiled with Debian's compiler for aarch64 and run in qemu's user mode.

The same CMake files choose sources and options as on an ARM machine. LAMMPS is not built: the folder that stands for its
build has CMakeCache.txt only, and nothing of LAMMPS is linked. Run are unit tests of lanes, of passes over spheres, of the
list of near pairs and of contact laws with each instruction set; the last prints a hash of the bits of each third
combination of laws, which must be that of this machine. All combinations run on this machine.

Skipped without the compiler (g++-aarch64-linux-gnu), qemu-aarch64 (qemu-user) or GoogleTest's sources.
"""

import functools
import json
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import cmake_harness as harness

TARGET = "aarch64-linux-gnu"
GTEST_SOURCES = pathlib.Path("/usr/src/googletest")
PROGRAMS = ("unittest_evaluate_instruction_sets", "unittest_evaluate_lanes", "unittest_evaluate_sphere_passes",
            "unittest_evaluate_weight_pass", "unittest_engine_cell_list")
TOOLCHAIN = f"""set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER {TARGET}-gcc)
set(CMAKE_CXX_COMPILER {TARGET}-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/{TARGET})
"""
LAMMPS_SETTINGS = """PKG_PLUGIN:BOOL=on
BUILD_SHARED_LIBS:BOOL=on
BUILD_MPI:BOOL=off
LAMMPS_SIZES:STRING=smallbig
LAMMPS_MACHINE:STRING=
"""


def bits_of_laws(report):
    """{combination of laws: hash} from what the test of instruction sets prints."""
    return dict(re.findall(r"^bits of (.*): ([0-9a-f]+)$", report, re.M))


class Aarch64(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name)
        cls.build = folder / "build"
        toolchain, lammps = folder / "toolchain.cmake", folder / "lammps"
        toolchain.write_text(TOOLCHAIN)
        lammps.mkdir()
        (lammps / "CMakeCache.txt").write_text(LAMMPS_SETTINGS)
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        common = ("-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", *launcher)
        # -O1: most of the time is the compiler's
        cls.command("cmake", *common, "-S", GTEST_SOURCES, "-B", folder / "gtest", "-DBUILD_GMOCK=off",
                    "-DCMAKE_CXX_FLAGS=-O1", f"-DCMAKE_INSTALL_PREFIX={folder / 'installed'}")
        cls.command("ninja", "-C", folder / "gtest", "install")
        cls.command("cmake", *common, "-S", harness.ROOT, "-B", cls.build, f"-DLAMMPS_SOURCE_DIR={harness.LAMMPS_SOURCE}",
                    f"-DLAMMPS_BUILD_DIR={lammps}", f"-DGTest_DIR={folder / 'installed' / 'lib' / 'cmake' / 'GTest'}")
        jobs = os.environ.get("JOBS")
        cls.command("ninja", "-C", cls.build, *(["-j", jobs] if jobs else []), *PROGRAMS)

    @classmethod
    def command(cls, *words):
        code, output = harness.run(*words, timeout=1100)
        if code != 0:
            raise AssertionError(f"{words}\n{output[-4000:]}")

    @functools.cache
    def run_program(self, name):
        code, output = harness.run("qemu-aarch64", "-L", f"/usr/{TARGET}", self.build / "unittest" / name, "--gtest_brief=1",
                                   environment={"GRANULAR_SRT_REPORT": "1", "GRANULAR_SRT_EVERY": "3"})
        self.assertEqual(code, 0, output[-4000:])
        return output

    def test_unit_tests_pass(self):
        for name in PROGRAMS:
            with self.subTest(name):
                self.run_program(name)

    def test_bits_are_those_of_this_machine(self):
        there = self.run_program("unittest_evaluate_instruction_sets")
        self.assertEqual(re.findall(r"^instruction set (\w+)$", there, re.M), ["neon", "off"])
        code, here = harness.run(harness.BUILD / "unittest" / "unittest_evaluate_instruction_sets",
                                 environment={"GRANULAR_SRT_REPORT": "1"})
        self.assertEqual(code, 0, here[-4000:])
        expected, found = bits_of_laws(here), bits_of_laws(there)
        self.assertGreater(len(found), 1000)
        self.assertEqual({name for name in found if found[name] != expected.get(name)}, set())

    def test_all_sources_with_physics_round_each_operation(self):
        # a fused operation anywhere would make walls, single() or an integrator differ from the loops in the last digit
        commands = json.loads((self.build / "compile_commands.json").read_text())
        loops = [entry for entry in commands if "/granular_srt/loops/" in entry["file"]]
        self.assertEqual(len(loops), 8)    # NEON and scalar: contacts, accounts of energy, walls, passes
        sources = loops + [entry for entry in commands if f"{harness.ROOT}/src/" in entry["file"]]
        self.assertGreater(len(sources), 20)
        self.assertEqual([entry["file"] for entry in sources if "-ffp-contract=off" not in entry["command"]], [])

    def test_no_fused_operation_in_the_loops(self):
        for name in ("scalar", "baseline"):
            source, = self.build.glob(f"CMakeFiles/granular_srt_loops.dir/granular_srt/loops/contacts_{name}.cpp.o")
            code, text = harness.run(f"{TARGET}-objdump", "-d", "--no-show-raw-insn", source)
            self.assertEqual(code, 0)
            self.assertIn("fsqrt", text)
            self.assertEqual(re.findall(r"\tf(?:n?madd|n?msub|mla|mls)\t.*", text), [])


if __name__ == "__main__":
    for tool in (f"{TARGET}-g++", "qemu-aarch64"):
        if not shutil.which(tool):
            harness.skip_program(f"no {tool}")
    if not (GTEST_SOURCES / "CMakeLists.txt").exists():
        harness.skip_program(f"no {GTEST_SOURCES}")
    unittest.main()
