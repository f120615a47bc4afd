"""What goes to ghosts and back under pair_style granular, by row, two messages at a time and through memory that the ranks
of a node share: the same bits as LAMMPS' own.

LAMMPS' own packing is at work in atom_style hybrid sphere bond, with the same particles and no bonds, and with Kokkos under
"package kokkos comm device"; its own messages in all runs with Kokkos.
"""

import os
import unittest
import unittest.mock

import harness
from harness import data_file, deck
from test_parallel import ALL_MODES, packing

GRANULAR = f"pair_style granular\npair_coeff * * {ALL_MODES}"
BOX = dict(low=(0, 0, 0), high=(4, 4, 4), tilt=(1.2, 0, 0))
SHEAR = ("fix integrate all nve/sphere\nfix press all deform 1 xy erate 0.15 x erate -0.01 y erate -0.01 z erate -0.01 "
         "remap {}\nfix drag all viscous 1.0\n")

# How messages go from rank to rank; the last is an MPI that has no memory to give.
WAYS = {"memory of the node": {"GRANULAR_SRT_NODE_MEMORY": "on"}, "MPI": {"GRANULAR_SRT_NODE_MEMORY": "off"},
        "no memory": {"OMPI_MCA_osc": "^sm"}}


class GhostRows(harness.DeckTest):
    def job(self, style, fixes=SHEAR.format("x"), pair=GRANULAR, **options):
        options = dict(dict(boundary="p p p", sort="20 0.6", timestep=1.4e-3, steps=600, neighbor="0.1 bin", fixes=fixes),
                       **options)
        return (deck(pair, atom_style=style, **options),
                {"data.txt": data_file(packing(), bonded=style.startswith("hybrid"), **BOX)})

    def assert_same_bits(self, *fixes, **options):
        jobs = {style: self.job(style, *fixes, **options) for style in ("sphere", "hybrid sphere bond", "sphere 1")}
        for ranks in (1, 2, 4):
            found = self.space.run_each(jobs, ranks=ranks)
            for style, (run, _) in found.items():
                self.assert_ended(run, f"{ranks} ranks, {style}")
            frames = [folder.frames() for _, folder in found.values()]
            for other in frames[1:]:
                self.assert_same_trajectory(frames[0], other, 0.0, f"{ranks} ranks")

    def test_across_a_triclinic_box(self):
        self.assert_same_bits()

    def test_copies(self):
        # "replicate" makes another set of particles
        self.assert_same_bits(pair="replicate 1 1 2\n" + GRANULAR)

    def test_flow_of_the_box(self):
        # ghosts move faster or slower than their particles
        self.assert_same_bits(SHEAR.format("v"))

    def test_newton_off(self):
        self.assert_same_bits(newton="off")

    def test_after_another_pair_style(self):
        self.assert_same_bits("fix integrate all nve/sphere\n", run="run 100\npair_style zero 1.0\npair_coeff * *\nrun 100\n"
                              f"{GRANULAR}\nrun 200\n")

    def test_memory_that_nobody_has_set(self):
        # what malloc gives is not zero, so that to free a pointer without a value is a crash
        job = self.job("sphere", steps=20)
        with unittest.mock.patch.dict(os.environ, GLIBC_TUNABLES="glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"):
            found = self.space.run_each({"one": job, "after clear": job}, ranks=2)
        for name, (run, _) in found.items():
            self.assert_ended(run, name)

    @unittest.skipUnless(harness.KOKKOS, "GRANULAR_SRT_LMP_KOKKOS is not set: no LAMMPS with the KOKKOS package")
    @unittest.skipIf(harness.kokkos_rounds(), "LAMMPS' two ways to pack round positions differently in single precision")
    def test_kokkos(self):
        # two threads share the ghosts of a rank's own, but those of LAMMPS' own packing and where ghosts have other velocities
        for remap, newton in (("x", "on"), ("x", "off"), ("v", "on")):
            job = self.job("sphere", SHEAR.format(remap))
            for ranks, threads in ((1, 1), (2, 1), (4, 1), (1, 2), (2, 2)):
                found = [self.on_kokkos(job, ranks, threads, newton, comm) for comm in ("no", "device")]
                self.assert_same_trajectory(*found, 0.0,
                                            f"remap {remap}, newton {newton}, {ranks} ranks, {threads} threads")

    @unittest.skipUnless(harness.KOKKOS, "GRANULAR_SRT_LMP_KOKKOS is not set: no LAMMPS with the KOKKOS package")
    @unittest.skipIf(harness.kokkos_rounds() or harness.kokkos_has("CUDA", "HIP", "SYCL"), "LAMMPS' own messages give other bits")
    def test_messages(self):
        """Two messages at a time give the bits of LAMMPS' own exchange, which is at work under Kokkos."""
        far = "comm_modify cutoff 3.0\n"    # beyond the next rank: several messages to each side
        farther = f"run 200\n{far}run 200\n"    # more and larger messages than before
        for ranks, grid, newton, more, runs in (
                (2, "2 1 1", "on", far, None), (4, "2 2 1", "off", "", None), (4, "1 2 2", "on", far, None),
                (4, "1 4 1", "on", "", None), (4, "1 2 2", "on", "", farther), (2, "1 1 2", "off", "", farther)):
            job = self.job("sphere", SHEAR.format("x") + more, before=f"processors {grid}\n", newton=newton, run=runs)
            theirs = self.on_kokkos(job, ranks, 1, newton, "no")
            for name, settings in WAYS.items():
                where = f"{name}, processors {grid}, newton {newton} {more}"
                with unittest.mock.patch.dict(os.environ, settings):
                    run, folder = self.space.run_each({"deck": job}, ranks=ranks)["deck"]
                self.assert_ended(run, where)
                self.assert_same_trajectory(theirs, folder.frames(), 0.0, where)

    def test_node_memory_is_on_or_off(self):
        with unittest.mock.patch.dict(os.environ, GRANULAR_SRT_NODE_MEMORY="no"):
            run, _ = self.space.run_each({"deck": self.job("sphere", steps=1)}, ranks=2)["deck"]
        self.assertEqual(run.error, "Illegal environment variable GRANULAR_SRT_NODE_MEMORY value no: can be on, off")

    def on_kokkos(self, job, ranks, threads, newton, comm):
        args = (*harness.kokkos_threads(threads), "-pk", "kokkos", "neigh", "half", "newton", newton, "comm", comm)
        run, folder = self.space.run_each({"deck": job}, ranks=ranks, launcher=harness.KOKKOS, args=args)["deck"]
        self.assert_ended(run, f"Kokkos, {ranks} ranks")
        return folder.frames()


if __name__ == "__main__":
    unittest.main()
