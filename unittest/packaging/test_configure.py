"""What CMake says to people with the wrong LAMMPS, and the way with an installed LAMMPS."""

import pathlib
import tempfile
import unittest

import cmake_harness as harness


class Configure(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.base = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def configure(self, *options):
        code, output = harness.configure(harness.ROOT, self.base / "build", "-DGRANULAR_SRT_TESTS=OFF",
                                         *options)
        return code, " ".join(output.split())

    def refused(self, *options):
        code, output = self.configure(*options)
        self.assertNotEqual(code, 0, output)
        return output

    def source(self, version="4 Jul 2026"):
        """A folder that looks like the source tree of that LAMMPS."""
        tree = self.base / "lammps"
        (tree / "src").mkdir(parents=True)
        (tree / "src" / "version.h").write_text(f'#define LAMMPS_VERSION "{version}"\n')
        (tree / "src" / "fix_nh.h").write_text("")
        return tree

    def lammps_build(self, **changes):
        """A folder that looks like a build of LAMMPS with those settings."""
        settings = {"PKG_PLUGIN": "on", "BUILD_SHARED_LIBS": "on", "BUILD_MPI": "on",
                    "LAMMPS_SIZES": "smallbig"} | changes
        folder = self.base / "lammps-build"
        folder.mkdir()
        (folder / "CMakeCache.txt").write_text(
            "".join(f"{name}:STRING={value}\n" for name, value in settings.items()))
        return folder

    def test_nothing_given(self):
        output = self.refused()
        self.assertIn("LAMMPS_SOURCE_DIR is not set", output)
        self.assertIn("-D LAMMPS_BUILD_DIR=", output)

    def test_not_a_source_tree(self):
        self.assertIn("is not a LAMMPS source tree", self.refused(f"-DLAMMPS_SOURCE_DIR={self.base}"))

    def test_lammps_too_old(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source('29 Aug 2024')}")
        self.assertIn("is LAMMPS 29 Aug 2024: the plugin needs LAMMPS 4 Jul 2026 or newer", output)

    def test_not_a_build_folder(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}", f"-DLAMMPS_BUILD_DIR={self.base}")
        self.assertIn("is not a folder in which CMake built LAMMPS", output)

    def test_no_plugin_package(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                              f"-DLAMMPS_BUILD_DIR={self.lammps_build(PKG_PLUGIN='OFF')}")
        self.assertIn("has no PLUGIN package", output)
        self.assertIn("-D PKG_PLUGIN=on", output)

    def test_static_lammps(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                              f"-DLAMMPS_BUILD_DIR={self.lammps_build(BUILD_SHARED_LIBS='OFF')}")
        self.assertIn("BUILD_SHARED_LIBS off", output)

    def test_sizes_of_that_build(self):
        code, output = self.configure(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                                      f"-DLAMMPS_BUILD_DIR={self.lammps_build(LAMMPS_SIZES='bigbig')}")
        self.assertEqual(code, 0, output)
        self.assertIn("LAMMPS_BIGBIG", output)

    def test_no_installed_lammps(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                              "-DCMAKE_DISABLE_FIND_PACKAGE_LAMMPS=ON")
        self.assertIn("No installed LAMMPS was found", output)

    def test_installed_lammps(self):
        prefix = self.base / "an installed LAMMPS"
        code, output = harness.run("cmake", "--install", harness.LAMMPS_BUILD, "--prefix", prefix)
        self.assertEqual(code, 0, output)
        code, output = self.configure(f"-DLAMMPS_SOURCE_DIR={harness.LAMMPS_SOURCE}",
                                      f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertEqual(code, 0, output)
        self.assertIn(f"{prefix}/bin/lmp (LAMMPS_SMALLBIG)", output)
        # the launcher starts the installed program
        launcher = (self.base / "build" / "lmp").read_text()
        self.assertIn(f'exec "{prefix}/bin/lmp"', launcher)

    def test_installed_lammps_of_another_version(self):
        prefix = self.base / "prefix"
        code, output = harness.run("cmake", "--install", harness.LAMMPS_BUILD, "--prefix", prefix)
        self.assertEqual(code, 0, output)
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source('1 Sep 2027')}",
                              f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertIn("they must be the same", output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
