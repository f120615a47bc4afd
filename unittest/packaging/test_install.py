"""Configure, build, install and use the plugin as someone who has a LAMMPS does, below a path with
spaces: plugin load, LAMMPS_PLUGIN_PATH, find_package, the version gate."""

import json
import pathlib
import shlex
import shutil
import tempfile
import unittest

import cmake_harness as harness

DECK = """
newton off
units lj
atom_style sphere
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 single 1.5 2 2
create_atoms 1 single 2.45 2 2
set type 1 diameter 1.0
set type 1 density 1.0
comm_modify vel yes
include {potentials}/santos2020.granular
fix 1 all nve/sphere
run 10
print "the deck has ended"
"""

CONSUMER_CMAKE = """
cmake_minimum_required(VERSION 3.20)
project(consumer LANGUAGES CXX)
find_package(granular_srt REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE granular_srt::physics)
message(STATUS "plugin=${granular_srt_PLUGIN}")
message(STATUS "lammps=${granular_srt_LAMMPS_VERSION}")
message(STATUS "potentials=${granular_srt_POTENTIALS_DIR}")
"""
CONSUMER_MAIN = """
#include "contact/contact.h"
#include "barostat/cell.h"
int main() { return 0; }
"""


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.base = pathlib.Path(cls.temporary.name) / "a path with spaces"
        cls.base.mkdir()
        cls.build, cls.prefix = cls.base / "source" / "build-plugin", cls.base / "prefix"
        source = harness.copy_of_checkout(cls.base / "source")
        harness.use(source)
        environment = {"CMAKE_GENERATOR": "Ninja", "CXX": harness.COMPILER}
        if shutil.which("ccache"):
            # finds there what the checkout's own build has compiled
            environment |= {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CCACHE_BASEDIR": str(source)}
        # the commands of the README, with the folders of this test
        for start, folders in (
                ("cmake -S . -B build-plugin", {"$HOME/lammps/build": harness.LAMMPS_BUILD,
                              "$HOME/lammps": harness.LAMMPS_SOURCE}),
                ("cmake --build build-plugin", {}),
                ("cmake --install", {"$HOME/granular-srt": cls.prefix})):
            commands = [harness.readme_command(start, folders)]
            if "-S" in commands[0]:    # ccache finds what was compiled with the same options
                commands.append(["cmake", "-D", f"CMAKE_COMPILE_WARNING_AS_ERROR={harness.cache('CMAKE_COMPILE_WARNING_AS_ERROR')}",
                                 "build-plugin"])
            for command in commands:
                code, output = harness.run(*command, cwd=source, environment=environment)
                if code:
                    raise AssertionError(output)
        cls.plugin = next(cls.prefix.glob("lib*/**/granularsrtplugin.so"))
        # a LAMMPS script splits a path at its spaces
        cls.plain = pathlib.Path(tempfile.mkdtemp(dir=cls.temporary.name))
        (cls.plain / "potentials").symlink_to(cls.prefix / "share/granular_srt/potentials")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def lammps(self, deck, lmp=harness.LMP, **environment):
        (self.plain / "in.deck").write_text(deck)
        return harness.run(lmp, "-in", "in.deck", "-log", "none", cwd=self.plain,
                           environment=environment)

    def test_nothing_of_runs_is_installed(self):
        folder = self.prefix / "share/granular_srt"
        self.assertTrue((folder / "examples/packing/in.packing").exists())
        self.assertEqual([name for name in harness.LEFT if (folder / name).exists()], [])

    def test_autoload(self):
        deck = "plugin list\n" + DECK.format(potentials="potentials")
        code, output = self.lammps(deck, LAMMPS_PLUGIN_PATH=str(self.plugin.parent))
        self.assertEqual(code, 0, output)
        self.assertIn("pair style plugin granular\n", output)
        self.assertIn("fix style plugin nph/sphere\n", output)
        self.assertIn("the deck has ended", output)

    def test_plugin_load(self):
        deck = f'plugin load "{self.plugin}"\nplugin list\n' + DECK.format(potentials="potentials")
        code, output = self.lammps(deck)
        self.assertEqual(code, 0, output)
        self.assertIn("pair style plugin granular\n", output)
        self.assertIn("the deck has ended", output)

    def test_built_in_styles_stay_in_reach(self):
        # mdr is what only the built-in pair style has, so it tells the two apart
        box = """
units lj
atom_style sphere
region box prism 0 4 0 4 0 4 0 0 0
create_box 1 box
"""
        mdr = "pair_coeff * * mdr 1e7 0.3 1e6 0.5 0.9 0.1 damping mdr 1 tangential linear_history 1 1 1\n"
        run = "fix 1 all {fix} iso 1 1 1 ptemp 1\nprint 'accepted'\n"
        path = str(self.plugin.parent)
        code, output = self.lammps(box + "pair_style granular/builtin\n" + mdr +
                                   run.format(fix="nph/sphere/builtin"), LAMMPS_PLUGIN_PATH=path)
        self.assertEqual(code, 0, output)
        self.assertIn("accepted", output)
        # they also outlive the command clear
        code, output = self.lammps(box + "clear\n" + box + "pair_style granular/builtin\n" + mdr +
                                   run.format(fix="nph/sphere/builtin"), LAMMPS_PLUGIN_PATH=path)
        self.assertEqual(code, 0, output)
        # the plugin's own style refuses mdr and says what to do
        code, output = self.lammps(box + "pair_style granular\n" + mdr, LAMMPS_PLUGIN_PATH=path)
        self.assertNotEqual(code, 0)
        self.assertIn("run another version of LAMMPS without this plugin to use mdr", " ".join(output.split()))

    def test_unload_after_plugin_load(self):
        # LAMMPS itself only forgets an unloaded name; "clear" brings its own table back
        code, output = self.lammps(f'plugin load "{self.plugin}"\nplugin unload pair granular\nclear\n'
                                   "plugin list\n")
        self.assertEqual(code, 0, output)
        self.assertNotIn("pair style plugin granular\n", output.split("Currently loaded plugins")[-1])

    def test_unload_after_a_run(self):
        # the particles outlive the styles that moved them
        code, output = self.lammps(f'plugin load "{self.plugin}"\n' + DECK.format(potentials="potentials") +
                                   "plugin clear\npair_style zero 1.0\npair_coeff * *\nrun 10\nprint 'they go on'\n")
        self.assertEqual(code, 0, output)
        self.assertIn("they go on", output)

    def plugin_with_check(self, *words):
        """The same objects, but src/entry/lammps_check.cpp compiled with these words. Returns what LAMMPS says when it loads it."""
        commands = json.loads((self.build / "compile_commands.json").read_text())
        objects = []
        for entry in commands:
            command = shlex.split(entry["command"])
            target = command[command.index("-o") + 1]
            if "lmp_granular.dir" in target:
                continue    # of the program, which is not built
            if entry["file"].endswith("lammps_check.cpp"):
                target = str(self.plain / "lammps_check.o")
                command[command.index("-o") + 1] = target
                code, output = harness.run(*command, *words, cwd=entry["directory"])
                self.assertEqual(code, 0, output)
            objects.append(target)
        other = self.plain / "otherplugin.so"
        code, output = harness.run(harness.COMPILER, "-shared", "-o", other, *objects, cwd=self.build)
        self.assertEqual(code, 0, output)
        code, output = self.lammps(f"plugin load {other}\n")
        self.assertNotEqual(code, 0)
        return " ".join(output.split())

    def test_other_lammps_version_is_refused(self):
        output = self.plugin_with_check('-DGRANULAR_SRT_PRETEND_LAMMPS_VERSION="29 Aug 2024"',
                                        '-DGRANULAR_SRT_PRETEND_LAMMPS_UPDATE="Update 4"')
        running = harness.run(harness.LMP, "-help")[1].split(" - ")[1].split("\n")[0].strip()
        self.assertIn(f"compiled for LAMMPS 29 Aug 2024 Update 4 and cannot be loaded into LAMMPS {running}", output)

    def test_other_update_is_refused(self):
        """The update of the running LAMMPS is that of its tag, here of one that was compiled from a checkout of a release."""
        release = harness.run(harness.LMP, "-help")[1].split(" - ")[1].split("\n")[0].strip()
        tag = "stable_" + release.replace(" ", "")
        for running, update in (("_update2", " Update 2"), ("", "")):
            with self.subTest(tag + running):
                output = self.plugin_with_check(f'-DGRANULAR_SRT_PRETEND_TAG="{tag}{running}"',
                                                '-DGRANULAR_SRT_PRETEND_LAMMPS_UPDATE="Update 1"')
                self.assertIn(f"compiled for LAMMPS {release} Update 1 and cannot be loaded into LAMMPS {release}{update}: compile it",
                              output)

    def test_other_layout_is_refused(self):
        """As between updates of 22 Jul 2025, whose class Pair differs: a member has moved. LAMMPS does not tell its update here."""
        header = (harness.LAMMPS_SOURCE / "src" / "pair.h").read_text()
        moved = header.replace("int single_enable;", "int moved_here; int single_enable;", 1)
        self.assertNotEqual(header, moved)
        folder = self.plain / "moved"
        folder.mkdir()
        (folder / "pair.h").write_text(moved)
        self.assertIn("has another layout of its class Pair: compile it against this LAMMPS", self.plugin_with_check(f"-I{folder}"))

    def test_find_package(self):
        consumer = self.base / "consumer"
        consumer.mkdir()
        (consumer / "CMakeLists.txt").write_text(CONSUMER_CMAKE)
        (consumer / "main.cpp").write_text(CONSUMER_MAIN)
        code, output = harness.configure(consumer, consumer / "build",
                                         f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertEqual(code, 0, output)
        self.assertIn(f"plugin={self.plugin}", output)
        self.assertIn(f"potentials={self.prefix}/share/granular_srt/potentials", output)
        self.assertRegex(output, r"lammps=\d+ [A-Z][a-z]{2} 20\d\d")
        code, output = harness.run("cmake", "--build", consumer / "build")
        self.assertEqual(code, 0, output)
        code, output = harness.run(consumer / "build" / "consumer")
        self.assertEqual(code, 0, output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
