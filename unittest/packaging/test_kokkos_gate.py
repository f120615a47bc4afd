"""What src/entry/lammps_check.cpp refuses with the KOKKOS package: the file is compiled for each precision and layout
into a plugin that does nothing else, which the LAMMPS of GRANULAR_SRT_LMP_KOKKOS then loads."""

import os
import pathlib
import re
import tempfile
import unittest

import cmake_harness as harness

KOKKOS = os.environ.get("GRANULAR_SRT_LMP_KOKKOS", "")
PRECISIONS = ("double", "mixed", "single")
LAYOUTS = ("legacy", "default")
PLUGIN = """
#include "entry/registration.h"
extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *, void *)
{
  granular_srt::check_lammps(static_cast<LAMMPS_NS::LAMMPS *>(lmp));
}
"""


class Gate(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        code, output = harness.run(KOKKOS, "-help")
        self.assertEqual(code, 0, output)
        self.precision = re.search(r"KOKKOS package precision: (\w+)", output)[1]
        self.layout = re.search(r"KOKKOS package view layout: (\w+)", output)[1]

    def load(self, precision, layout):
        """(exit code, what LAMMPS says) of loading a gate that was compiled for these."""
        words, gate, folder = harness.plugin_command()
        start = self.folder / "start.cpp"
        start.write_text(PLUGIN)
        objects = []
        for source in (gate, str(start)):
            objects.append(str(self.folder / pathlib.Path(source).stem) + ".o")
            command = [source if word == gate else word for word in words]
            command[command.index("-o") + 1] = objects[-1]
            code, output = harness.run(*command, "-I", harness.ROOT / "src", "-DLMP_KOKKOS",
                                       f'-DGRANULAR_SRT_KOKKOS_PRECISION={precision}',
                                       f'-DGRANULAR_SRT_KOKKOS_LAYOUT={layout}', cwd=folder)
            self.assertEqual(code, 0, output)
        plugin = self.folder / "gateplugin.so"
        code, output = harness.run(harness.COMPILER, "-shared", "-o", plugin, *objects)
        self.assertEqual(code, 0, output)
        deck = self.folder / "in.deck"
        deck.write_text(f"plugin load {plugin}\nprint 'it was loaded'\n")
        code, output = harness.run(KOKKOS, "-in", deck, "-log", "none", cwd=self.folder,
                                   environment={"GRANULAR_SRT_STOCK": "1"})
        return code, " ".join(output.split())

    def test_same(self):
        code, output = self.load(self.precision, self.layout)
        self.assertEqual(code, 0, output)
        self.assertIn("it was loaded", output)
        self.assertNotIn("failed", output)    # LAMMPS goes on after a file that cannot be opened

    def test_others(self):
        others = [(precision, self.layout) for precision in PRECISIONS if precision != self.precision]
        others += [(self.precision, layout) for layout in LAYOUTS if layout != self.layout]
        for precision, layout in others:
            with self.subTest(precision=precision, layout=layout):
                code, output = self.load(precision, layout)
                self.assertIn(f"Plugin GRANULAR-SRT was compiled for a KOKKOS package with {precision} precision and "
                              f"{layout} layout and cannot be loaded into a LAMMPS whose KOKKOS package has "
                              f"{self.precision} precision and {self.layout} layout: compile it against this LAMMPS "
                              "or take it off LAMMPS_PLUGIN_PATH", output)
                self.assertNotEqual(code, 0, output)


if __name__ == "__main__":
    if not KOKKOS:
        harness.skip_program("GRANULAR_SRT_LMP_KOKKOS is not set, no LAMMPS with the KOKKOS package")
    unittest.main(verbosity=2)
