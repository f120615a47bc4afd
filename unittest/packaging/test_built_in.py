"""GRANULAR-SRT as a part of a LAMMPS without the PLUGIN package: built by README's command as a static program, run and
compared with the plugin; the same objects as a shared library, with two LAMMPS in one process.

Sources that do not depend on what a LAMMPS contains are not compiled again (prebuilt_objects.cmake)."""

import ctypes
import json
import os
import pathlib
import re
import shlex
import tempfile
import unittest
from unittest import mock

import cmake_harness
from contained_decks import ContainedDecks

HERE = pathlib.Path(__file__).resolve().parent
LEFT = "wall/granular/region"    # left to LAMMPS by this build


def settings_of_lammps():
    """Options by which the objects of the other build fit to this one."""
    names = ("BUILD_MPI", "BUILD_OMP", "LAMMPS_SIZES", "CMAKE_BUILD_TYPE", "CMAKE_CXX_COMPILER")
    return [f"-D{name}={cmake_harness.cache(name, cmake_harness.LAMMPS_BUILD)}" for name in names]


if cmake_harness.cache("PKG_KOKKOS", cmake_harness.LAMMPS_BUILD).lower() in ("on", "yes", "true", "1"):
    cmake_harness.skip_program("the objects of a LAMMPS with KOKKOS do not fit to one without")


class BuiltIn(ContainedDecks):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        # a link, so that the path has a space
        checkout = pathlib.Path(cls.temporary.name) / "a path"
        checkout.symlink_to(cmake_harness.ROOT)
        cls.build = pathlib.Path(cls.temporary.name) / "build"
        folders = {"$HOME/lammps/static": cls.build, "$HOME/lammps": cmake_harness.LAMMPS_SOURCE, "$PWD": checkout}
        configure = cmake_harness.readme_command("cmake -S $HOME/lammps/cmake -B $HOME/lammps/static", folders)
        configure += [*settings_of_lammps(), f"-DGRANULAR_SRT_LEAVE={LEFT}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
        cls.do(*configure)
        cls.commands = json.loads((cls.build / "compile_commands.json").read_text())
        cls.do(*configure, f"-DCMAKE_PROJECT_INCLUDE={HERE / 'prebuilt_objects.cmake'}",
               f"-DLAMMPS_OBJECTS={cmake_harness.LAMMPS_BUILD}", f"-DPLUGIN_OBJECTS={cmake_harness.BUILD}")
        cls.do(*cmake_harness.readme_command("cmake --build $HOME/lammps/static", folders))
        cls.program = cls.build / "lmp"

    @classmethod
    def do(cls, *command):
        code, output = cmake_harness.run(*command, environment={"CMAKE_GENERATOR": "Ninja"}, timeout=1100)
        if code:
            raise AssertionError(output[-5000:])

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def options(self, commands):
        """Options of the compiler for each file of src/ but src/entry and for each loop, without folders, definitions, outputs and
        -Werror."""
        found = {}
        for entry in commands:
            loop = re.search(r"/granular_srt/(loops/\w+\.cpp)$", entry["file"])
            file = loop[1] if loop else entry["file"].partition("/src/")[2]
            ours = loop or pathlib.Path(entry["file"]).resolve().is_relative_to(cmake_harness.ROOT / "src")
            if ours and not file.startswith("entry/"):
                words = iter(shlex.split(entry["command"])[1:])
                found[file] = [word for word in words if not (word == "-Werror" or word.startswith(("-D", "-I")) or
                                                              (word in ("-isystem", "-include", "-o", "-c") and next(words)))]
        return found

    def test_same_options_of_the_compiler(self):
        """Hence the plugin's objects are those of this build."""
        plugin = json.loads((cmake_harness.BUILD / "compile_commands.json").read_text())
        plugin = [entry for entry in plugin if re.search("(granularsrtplugin|granular_srt_loops)\\.dir", entry["command"])]
        options = self.options(plugin)
        options.pop("integrate/fix_rigid_small_srt.cpp", None)    # this LAMMPS has no RIGID package
        self.assertEqual(self.options(self.commands), options)
        self.assertGreater(len(self.options(plugin)), 40)
        self.assertIn("loops/instruction_set_baseline.cpp", options)

    def test_lammps_has_no_plugins(self):
        code, output = cmake_harness.run(self.program, "-help")
        self.assertEqual(code, 0, output)
        packages = re.search(r"Installed packages:([^:]*)List", output)[1].split()
        self.assertIn("GRANULAR", packages)
        self.assertNotIn("PLUGIN", packages)
        run = self.space.run("plugin list\n", launcher=self.program)
        self.assertIn("Unknown command: plugin list", run.error)

    def test_same_bits_as_the_plugin(self):
        self.check_same_bits()

    def test_same_bits_on_two_ranks(self):
        self.check_same_bits_on_two_ranks()

    def test_lines_of_the_log(self):
        run = self.run_contained(self.decks()["walls, legacy styles"])
        replaced = ("granular, gran/hooke, gran/hooke/history, gran/hertz/history, nph/sphere, gravity, nve/sphere, "
                    "wall/gran, wall/gran/region")
        self.assertIn(f"GRANULAR-SRT: built into this LAMMPS in place of its {replaced}\n", run.log)
        self.assertIn("pair_style gran/hertz/history, fix nve/sphere, fix gravity, fix wall/gran are this "
                      "plugin's\n", run.log)
        self.assertNotIn("Overriding", run.output)

    def test_stock(self):
        self.check_stock()

    def test_wrong_value_of_stock(self):
        with mock.patch.dict(os.environ, GRANULAR_SRT_STOCK="yes"):
            code, output = cmake_harness.run(self.program, "-log", "none", environment={"GRANULAR_SRT_STOCK": "yes"})
        self.assertEqual(code, 1, output)
        self.assertIn("Illegal environment variable GRANULAR_SRT_STOCK value yes: can be 0, 1 here", output)

    def test_names_left_to_lammps(self):
        text = self.decks()["all modes"]
        with mock.patch.dict(os.environ, GRANULAR_SRT_LEAVE="granular, gravity"):
            run = self.run_contained(text)
        self.assertIn(f"GRANULAR-SRT: granular, gravity, {LEFT} left to LAMMPS\n", run.log)
        self.assertIn("fix nve/sphere is this plugin's\n", run.log)
        # wall/granular/region is in no LAMMPS
        run = self.space.run("region box block 0 1 0 1 0 1\ncreate_box 1 box\nfix 1 all " + LEFT + "\n",
                             launcher=self.program)
        self.assertIn(f"Unrecognized fix style '{LEFT}'", run.error)

    def test_wrong_name(self):
        with mock.patch.dict(os.environ, GRANULAR_SRT_LEAVE="granula"):
            run = self.space.run("print done\n", launcher=self.program)
        self.assertEqual(run.returncode, 1, run.output)
        self.assertIn("Illegal name granula in environment variable GRANULAR_SRT_LEAVE or in CMake option "
                      "GRANULAR_SRT_LEAVE: can be granular, ", " ".join(run.output.split()))

    def test_styles_of_lammps_stay(self):
        run = self.run_contained("info styles pair\ninfo styles fix\n")
        for name in ("granular", "granular/builtin", "gran/hooke/history/builtin", "nph/sphere/builtin",
                     "wall/gran/region/builtin", "wall/granular"):
            self.assertRegex(run.output, rf"(?m)(^|\s){re.escape(name)}(\s|$)")
        text = self.decks()["all modes"].replace("pair_style granular", "pair_style granular/builtin")
        run = self.run_contained(text)
        self.assertIn("fix nve/sphere, fix gravity are this plugin's\n", run.log)

    def test_after_clear(self):
        self.check_after_clear()

    def shared_library(self):
        """The objects of the archive as a shared library; the linker needs what the program was linked with."""
        library = self.build / "liblammps_shared.so"
        if not library.exists():
            code, output = cmake_harness.run("ninja", "-C", self.build, "-t", "commands", "lmp")
            self.assertEqual(code, 0, output)
            words = shlex.split(output.splitlines()[-1])
            # what stands behind liblammps.a
            libraries = [word for word in words[words.index("liblammps.a") + 1:] if word not in ("&&", ":")]
            code, output = cmake_harness.run(cmake_harness.COMPILER, "-shared", "-o", library, "-Wl,--whole-archive",
                                             "liblammps.a", "-Wl,--no-whole-archive", *libraries, cwd=self.build)
            self.assertEqual(code, 0, output)
        return library

    def test_two_lammps_in_one_process(self):
        lammps = ctypes.CDLL(str(self.shared_library()), mode=ctypes.RTLD_GLOBAL)
        lammps.lammps_open_no_mpi.restype = ctypes.c_void_p
        words = [b"lmp", b"-log", b"none", b"-screen", b"none"]
        objects = [ctypes.c_void_p(lammps.lammps_open_no_mpi(len(words), (ctypes.c_char_p * len(words))(*words), None))
                   for _ in range(2)]
        text = self.decks()["all modes"].replace("data.txt", f"'{self.space.path / 'data.txt'}'")
        dumps = [self.space.path / "first.txt", self.space.path / "second.txt"]
        for lmp, file in zip(objects, dumps):
            self.assertEqual(lammps.lammps_has_style(lmp, b"pair", b"granular/builtin"), 1)
            lammps.lammps_commands_string(lmp, text.replace("dump.txt", f"'{file}'").encode())
        for lmp in objects:
            lammps.lammps_close(lmp)
        self.lmp(self.decks()["all modes"])
        for file in dumps:
            self.assertEqual(file.read_text(), self.space.read("dump.txt"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
