"""fix nve/sphere and fix gravity in a LAMMPS with the KOKKOS package: -sf kk selects LAMMPS' own /kk styles, and the styles
without /kk give the bits of LAMMPS' own on the arrays of a Kokkos run."""

import unittest

import harness
import test_nve_sphere

harness.need_kokkos()

ARGUMENTS = harness.kokkos_threads(1)


class Integrators(harness.DeckTest):
    def setUp(self):
        super().setUp()
        self.space.write("data.txt", test_nve_sphere.Case().data())

    def deck(self, nve, gravity, before):
        weight = f"fix weight all {gravity} 1.0 vector 0.3 -0.4 -1\n"
        deck = test_nve_sphere.Case(after=weight).deck(nve)
        return deck.replace("fix integrate", before + "fix integrate")

    def test_suffix_selects_lammps_styles(self):
        run = self.lmp(self.deck("nve/sphere", "gravity", "") + "info fixes\n", launcher=harness.KOKKOS, args=ARGUMENTS)
        for style in ("nve/sphere/kk", "gravity/kk"):
            self.assertRegex(run.output, rf"style = {style},")

    def test_styles_of_the_host(self):
        dumps = []
        for suffix in ("", "/builtin"):
            deck = self.deck("nve/sphere" + suffix, "gravity" + suffix, "suffix off\n")
            run = self.lmp(deck + "info fixes\n", launcher=harness.KOKKOS, args=ARGUMENTS)
            self.assertRegex(run.output, rf"style = nve/sphere{suffix},")
            dumps.append(self.space.read("dump.txt"))
        self.assertTrue(dumps[0] == dumps[1], "other digits")


if __name__ == "__main__":
    unittest.main()
