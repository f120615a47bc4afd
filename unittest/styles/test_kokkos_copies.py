"""A step between outputs copies nothing per atom: neither between host and device nor within either.

A Kokkos Tools library (kokkos_events.cpp) notes every deep copy of a packing under pressure in the way of a GPU
(full lists, communication and sorting on the device). 50 steps more must bring no copy more that is as
large as one number per atom. On a host, Kokkos' arrays of host and device are the same memory, so this sees the
copies that the styles make themselves; with a launcher for a GPU it sees all.

Without GPU-aware MPI LAMMPS sends from the host: positions, velocities and spins go there and back once a step.
"""

import collections
import os
import pathlib
import re
import unittest
from unittest import mock

import harness
from harness import KOKKOS
from test_kokkos_granular import FULL_LISTS    # a program for Kokkos alone, too

HERE = pathlib.Path(__file__).resolve().parent
SENT = re.compile(r"\d+ \w+:atom:(x|v|omega)(_mirror)? -> \w+:atom:\1(_mirror)?")
SIDE = 6
DECK = f"""units lj
atom_style sphere
boundary p p p
newton off
comm_modify vel yes
region box prism 0 {SIDE} 0 {SIDE} 0 {SIDE} 0 0 0
create_box 1 box
lattice sc 1.0
create_atoms 1 box
set group all diameter 1.0
set group all mass 1.0
velocity all create 1e-6 4711
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
pair_style granular
pair_coeff * * hooke 1.0 0.5 damping mass_velocity tangential linear_history 0.8 0.5 0.3 &
    rolling sds 1.0 0.5 0.3 twisting sds 1.0 0.5 0.3
fix press all nph/sphere x 1e-4 1e-4 2.0 y 1e-4 1e-4 2.0 z 1e-4 1e-4 2.0 xy 0 0 2.0 xz 0 0 2.0 yz 0 0 2.0 pchain 0
timestep 0.02
thermo_style custom step press vol
thermo 1000
run {{steps}}
"""


class EventsTest(harness.DeckTest):
    """Notes the kernels and deep copies of a deck."""

    def setUp(self):
        super().setUp()
        library = self.space.path / "kokkos_events.so"
        harness.library(HERE / "kokkos_events.cpp", library)
        patch = mock.patch.dict(os.environ, KOKKOS_TOOLS_LIBS=str(library),
                                GRANULAR_SRT_EVENTS=str(self.space.path / "events"))
        patch.start()
        self.addCleanup(patch.stop)

    def events(self, kind, deck, ranks=1):
        """What follows this word in the lines of all ranks."""
        for old in self.space.path.glob("events.*"):
            old.unlink()
        run = self.space.run(deck, ranks=ranks, args=FULL_LISTS, launcher=KOKKOS)
        self.assertEqual(run.returncode, 0, run.output[-2000:])
        self.sends_from_host = run.sends_from_host
        self.assertEqual(run.numbers_after("Neighbor list builds")[-1], 0)
        return [line.removeprefix(kind + " ") for file in self.space.path.glob("events.*")
                for line in file.read_text().splitlines() if line.startswith(kind + " ")]

    def copies(self, deck, ranks, least):
        """How often each copy of at least so many bytes was made."""
        return collections.Counter(line for line in self.events("copy", deck, ranks) if int(line.split()[0]) >= least)

    def assert_none_in_a_step(self, deck, least):
        """50 steps more bring no copy more. deck has {steps}."""
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                few, more = (self.copies(deck.format(steps=steps), ranks, least / ranks) for steps in (50, 100))
                self.assertTrue(few, "no copy at all was noted")
                found = {line: count for line, count in (more - few).items()
                         if not (self.sends_from_host and SENT.fullmatch(line) and count <= 50 * ranks)}
                self.assertEqual(found, {})
                if harness.REPORT:
                    print(f"{ranks} ranks: {sum(few.values())} copies in setup and output")


class DeepCopies(EventsTest):
    def test_none_in_a_step(self):
        self.assert_none_in_a_step(DECK, SIDE**3)    # a byte an atom


if __name__ == "__main__":
    unittest.main(verbosity=2)
