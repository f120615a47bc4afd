"""How many kernels a step of a packing under pressure starts in the way of a GPU (full lists, communication and sorting on
the device): three of the plugin's, and those of LAMMPS' own communication, displacement check and clearing of forces. A
launch takes some microseconds on a GPU, whatever it computes. A Kokkos Tools library (launches.cpp) counts them.
"""

import collections
import os
import pathlib
import unittest
from unittest import mock

import harness
from harness import KOKKOS
from test_kokkos_copies import DECK
from test_kokkos_granular import FULL_LISTS    # a program for Kokkos alone, too

HERE = pathlib.Path(__file__).resolve().parent
OWN = {"granular_srt::first_half": 1, "granular_srt::contacts": 1, "granular_srt::second_half": 1}
# With compute granular/energy one kernel takes contacts and accounts. Sums over particles: the powers of all forces with the
# velocities of mid-step and of the full step, and of the box.
WITH_ENERGY = {"granular_srt::first_half": 1, "granular_srt::contacts_with_accounts": 1, "granular_srt::second_half": 1,
               "granular_srt::body_sums": 3}
# Packing and unpacking of six messages of ghosts, two arrays that are cleared, one check of displacements.
OF_LAMMPS = 12 + 2 + 1


class Launches(harness.DeckTest):
    def setUp(self):
        super().setUp()
        library = self.space.path / "launches.so"
        harness.library(HERE / "launches.cpp", library)
        self.file = self.space.path / "launches"
        patch = mock.patch.dict(os.environ, KOKKOS_TOOLS_LIBS=str(library), GRANULAR_SRT_LAUNCHES=str(self.file))
        patch.start()
        self.addCleanup(patch.stop)

    def launches(self, steps, more=""):
        run = self.space.run(DECK.format(steps=steps).replace("run ", more + "run "), args=FULL_LISTS, launcher=KOKKOS)
        self.assertEqual(run.returncode, 0, run.output[-2000:])
        self.assertEqual(run.numbers_after("Neighbor list builds")[-1], 0)
        lines = (line.split(" ", 1) for line in self.file.read_text().splitlines())
        return collections.Counter({name: int(number) for number, name in lines})

    def check(self, expected, command=""):
        steps = 50
        more = self.launches(2 * steps, command) - self.launches(steps, command)
        own = {name: number / steps for name, number in more.items() if "granular_srt::" in name}
        self.assertEqual(own, expected)
        self.assertEqual(sum(more.values()) / steps - sum(expected.values()), OF_LAMMPS)

    def test_a_step(self):
        self.check(OWN)

    def test_a_step_with_a_fix_that_only_reads(self):
        """The barostat takes the kinetic stress of the step before."""
        self.check(OWN, "fix told all print 1000 none\n")

    def test_a_step_with_the_ledger_of_energy(self):
        self.check(WITH_ENERGY, "compute energy all granular/energy\n")

    def test_a_step_with_single_contacts_alone(self):
        """compute granular/atom reads no accounts of energy. Those of the set-up are taken for other computes."""
        output = "compute c all granular/atom contacts\ncompute s all reduce sum c_c\nfix out all ave/time 1 1 1 c_s\n"
        more = self.launches(100, output) - self.launches(50, output)
        self.assertEqual((more["granular_srt::contacts"], more["granular_srt::contacts_with_accounts"]), (50, 0))


if __name__ == "__main__":
    unittest.main(verbosity=2)
