"""How many kernels a step of a packing under pressure starts in the way of a GPU (full lists, communication and sorting on
the device): four of the plugin's, and those of LAMMPS' own communication, displacement check and clearing of forces. A
launch takes some microseconds on a GPU, whatever it computes. A Kokkos Tools library (kokkos_events.cpp) counts them.
"""

import collections
import unittest

from test_kokkos_copies import DECK, EventsTest    # a program for Kokkos alone, too

OWN = {"granular_srt::first_half": 1, "granular_srt::contacts": 1, "granular_srt::add_loads": 1, "granular_srt::second_half": 1}
# With compute granular/energy one kernel takes contacts and accounts. Sums over particles: the powers of all forces with the
# velocities of mid-step and of the full step, and of the box.
WITH_ENERGY = {"granular_srt::first_half": 1, "granular_srt::contacts_with_accounts": 1, "granular_srt::add_loads": 1,
               "granular_srt::second_half": 1, "granular_srt::body_sums": 3}
# Packing and unpacking of six messages of ghosts, two arrays that are cleared, one check of displacements.
OF_LAMMPS = 12 + 2 + 1


class Launches(EventsTest):
    def launches(self, steps, more=""):
        return collections.Counter(self.events("kernel", DECK.format(steps=steps).replace("run ", more + "run ")))

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
