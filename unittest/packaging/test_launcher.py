"""lmp_granular: a LAMMPS program of our own, linked to a LAMMPS library that need not load plugins, gives the bits of the
plugin. Its objects are those of the plugin; here the library is that of this build."""

import os
import unittest
from unittest import mock

import cmake_harness
from contained_decks import ContainedDecks


class Launcher(ContainedDecks):
    @classmethod
    def setUpClass(cls):
        code, output = cmake_harness.run("cmake", "--build", cmake_harness.BUILD, "--target", "lmp_granular")
        if code:
            raise AssertionError(output[-5000:])
        cls.program = cmake_harness.BUILD / "lmp_granular"

    def test_same_bits_as_the_plugin(self):
        self.check_same_bits()

    def test_same_bits_on_two_ranks(self):
        self.check_same_bits_on_two_ranks()

    def test_after_clear(self):
        self.check_after_clear()

    def test_stock(self):
        self.check_stock()

    def test_arguments(self):
        run = self.space.run("variable n index 1\nprint 'n is ${n}'\n", launcher=self.program, args=("-var", "n", "7"))
        self.assertIn("n is 7\n", run.log)
        code, output = cmake_harness.run(self.program, "-help")
        self.assertEqual(code, 0, output)
        self.assertIn("Usage example", output)

    def test_errors(self):
        run = self.space.run("units lj\nno_command\n", launcher=self.program)
        self.assertEqual(run.returncode, 1, run.output)
        self.assertIn("Unknown command: no_command", run.error)
        code, output = cmake_harness.run(self.program, "-in", "no_file", "-log", "none")
        self.assertEqual(code, 1, output)
        self.assertIn("Cannot open input script no_file", output)

    def test_beside_a_plugin(self):
        """LAMMPS has loaded a plugin from its path before."""
        with mock.patch.dict(os.environ, LAMMPS_PLUGIN_PATH=str(cmake_harness.BUILD / "plugin")):
            run = self.run_contained(self.decks()["all modes"])
        self.assertIn("GRANULAR-SRT: a plugin has been loaded; the styles of this program are not used\n", run.log)
        self.assertNotIn("built into", run.log)
        self.assertIn("pair_style granular, fix nve/sphere, fix gravity are this plugin's\n", run.log)


if __name__ == "__main__":
    unittest.main(verbosity=2)
