"""The sources compile for LAMMPS 4 Feb 2025: those that meet the differences between releases
(src/host/lammps_versions.h), and the table of all styles. Skipped where Debian's archive does not have that release."""

import pathlib
import subprocess
import tempfile
import unittest

import cmake_harness

RELEASE = "20250204"
SRC = cmake_harness.ROOT / "src"


def headers():
    """Source tree with the headers of that release, in the cache of the scripts or in a temporary folder."""
    folder = cmake_harness.LAMMPS_SOURCE.parent
    if not cmake_harness.LAMMPS_SOURCE.name.startswith("lammps-2"):    # not from the scripts
        folder = pathlib.Path(tempfile.mkdtemp(dir=cmake_harness.SCRATCH.name))
    code, output = cmake_harness.run("sh", cmake_harness.ROOT / "tools" / "fetch-lammps.sh", folder, "headers",
                                     environment={"LAMMPS_RELEASE": RELEASE})
    if code:
        cmake_harness.skip_program("no headers of LAMMPS " + RELEASE + ": " + output[-300:])
    return pathlib.Path(output.splitlines()[-1])


class LammpsVersions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = headers()
        words, cls.folder = cmake_harness.plugin_options()
        cls.words = [word.replace(str(cmake_harness.LAMMPS_SOURCE), str(cls.tree)) for word in words]

    def test_release(self):
        self.assertIn('"4 Feb 2025"', (self.tree / "src" / "version.h").read_text())

    def test_sources_compile(self):
        sources = [path for path in sorted(SRC.rglob("*.cpp"))
                   if '"host/lammps_versions.h"' in path.read_text() and path.parent.name != "kokkos"]
        self.assertGreater(len(sources), 3)
        # and others that reach into LAMMPS' classes
        sources += [SRC / name for name in ("host/ghost_packing.cpp", "wall/read_wall.cpp", "wall/region/region_surface.cpp",
                                                           "wall/wall_contacts.cpp", "pair/pair_granular_srt.cpp", "restart/fix_last_step.cpp",
                                                           "integrate/fix_rigid_small_srt.cpp", "entry/registration.cpp")]
        for folder, source in cmake_harness.together(dict.fromkeys(sources)):
            with self.subTest(folder):
                done = subprocess.run([*self.words, "-DGRANULAR_SRT_RIGID", "-fsyntax-only", "-Werror", "-Wno-shadow", str(source)],
                                      cwd=self.folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])


if __name__ == "__main__":
    unittest.main(verbosity=2)
