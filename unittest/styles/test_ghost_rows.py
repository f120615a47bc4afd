"""Ghosts of atom_style sphere under pair_style granular are packed by row: active where it should be, absent where it
should not, and with the same bits as LAMMPS' own packing.

LAMMPS' own packing is at work with GRANULAR_SRT_GHOSTS=off, in atom_style hybrid sphere bond with the same particles and
no bonds, and with Kokkos under "package kokkos comm device".
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

# The plugin's own list has the pairs in another order than LAMMPS', which atom_style hybrid gets.
os.environ["GRANULAR_SRT_LISTS"] = "off"

BY_ROW = "pair granular: ghosts of atom_style {} packed by row\n"
BY_LAMMPS = "pair granular: ghosts of atom_style {} packed by LAMMPS: {}\n"
# With full lists, the way of a GPU, LAMMPS packs all ghosts.
FULL_LISTS = harness.has_full_lists(harness.ARGUMENTS)


class GhostRows(harness.DeckTest):
    def job(self, style, fixes=SHEAR.format("x"), pair=GRANULAR, **options):
        options = dict(dict(boundary="p p p", sort="20 0.6", timestep=1.4e-3, steps=600, neighbor="0.1 bin", fixes=fixes),
                       **options)
        return (deck(pair, atom_style=style, **options),
                {"data.txt": data_file(packing(), bonded=style.startswith("hybrid"), **BOX)})

    def run_decks(self, jobs, ranks=1, setting=None):
        with unittest.mock.patch.dict(os.environ, {"GRANULAR_SRT_GHOSTS": setting} if setting else {}):
            found = self.space.run_each(jobs, ranks=ranks)
        for style, (run, _) in found.items():
            self.assert_ended(run, f"{ranks} ranks, {style}, {setting}")
        return found

    def assert_same_bits(self, *fixes, **options):
        if FULL_LISTS:
            self.skipTest("full lists")
        jobs = {style: self.job(style, *fixes, **options) for style in ("sphere", "hybrid sphere bond")}
        for ranks in (1, 2, 4):
            found = self.run_decks(jobs, ranks)
            self.assertIn(BY_ROW.format("sphere"), found["sphere"][0].log)
            found["off"] = self.run_decks({"sphere": jobs["sphere"]}, ranks, "off")["sphere"]
            self.assertIn(BY_LAMMPS.format("sphere", "GRANULAR_SRT_GHOSTS is off"), found["off"][0].log)
            frames = [folder.frames() for _, folder in found.values()]
            for other in frames[1:]:
                self.assert_same_trajectory(frames[0], other, 0.0, f"{ranks} ranks")

    @unittest.skipIf(FULL_LISTS, "full lists")
    def test_absent_for_other_atom_styles(self):
        for style, reason in (("hybrid sphere bond", "the atom style is not LAMMPS' sphere"),
                              ("sphere 1", "ghosts of this atom style have other fields")):
            with self.subTest(style):
                run, _ = self.run_decks({"deck": self.job(style, run="run 1\nrun 1\n")})["deck"]
                self.assertEqual(run.log.count(BY_LAMMPS.format(style.removesuffix(" 1"), reason)), 1)
                self.assertNotIn("packed by row", run.log)

    def test_absent_without_pair_style_granular(self):
        run, _ = self.run_decks({"deck": self.job("sphere", pair="pair_style zero 1.0\npair_coeff * *", steps=1)})["deck"]
        self.assertNotIn("packed by", run.log)

    def test_again_after_a_new_atom_style(self):
        # replicate makes one; it needs contacts without history
        run = ("run 1\nundump trajectory\nreplicate 1 1 2\n"
               f"dump trajectory all custom 20 dump.txt {harness.DUMP_COLUMNS}\n"
               "dump_modify trajectory sort id format float %.17g\nrun 100\n")
        self.assert_same_bits("fix integrate all nve/sphere\n",
                              pair="pair_style granular\npair_coeff * * hooke 1000.0 20.0 tangential none damping velocity", run=run)

    @unittest.skipIf(FULL_LISTS, "full lists")
    def test_once_in_the_log(self):
        run, _ = self.run_decks({"deck": self.job("sphere", run="run 1\nrun 1\n")})["deck"]
        self.assertEqual(run.log.count("packed by row"), 1)

    def test_setting_is_on_or_off(self):
        with unittest.mock.patch.dict(os.environ, GRANULAR_SRT_GHOSTS="no"):
            run, _ = self.space.run_each({"deck": self.job("sphere", steps=1)})["deck"]
        self.assertEqual(run.error, "Illegal environment variable GRANULAR_SRT_GHOSTS value no: can be on, off here")

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

    def test_the_atom_style_of_lammps_comes_back(self):
        # a pair style that goes puts it back, so that a further one packs by row again
        runs = f"run 100\npair_style zero 1.0\npair_coeff * *\nrun 100\n{GRANULAR}\nrun 200\n"
        self.assert_same_bits("fix integrate all nve/sphere\n", run=runs)
        run, _ = self.run_decks({"deck": self.job("sphere", "fix integrate all nve/sphere\n", run=runs)})["deck"]
        self.assertEqual(run.log.count("packed by row"), 2)

    def test_unloaded_plugin(self):
        # the code of the plugin is gone: what is left of it would crash
        runs = "run 100\npair_style zero 1.0\npair_coeff * *\nplugin clear\nrun 100\nreplicate 1 1 2\nrun 10\n"
        for ranks in (1, 2):
            self.run_decks({"deck": self.job("sphere", "fix integrate all nve/sphere\n", run=runs)}, ranks)

    def test_memory_that_nobody_has_set(self):
        # what malloc gives is not zero, so that to free a pointer without a value is a crash
        job = self.job("sphere", steps=20)
        with unittest.mock.patch.dict(os.environ, GLIBC_TUNABLES="glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"):
            found = self.space.run_each({"one": job, "after clear": job}, ranks=2)
        for name, (run, _) in found.items():
            self.assert_ended(run, name)

    @unittest.skipUnless(harness.KOKKOS, "GRANULAR_SRT_LMP_KOKKOS is not set: no LAMMPS with the KOKKOS package")
    @unittest.skipIf(harness.kokkos_rounds(), "LAMMPS' two ways to pack round positions differently in single precision")
    @unittest.skipIf(harness.has_gpu(), "on a GPU LAMMPS packs all ghosts, and orders them differently from run to run")
    def test_kokkos(self):
        for remap, newton in (("x", "on"), ("x", "off"), ("v", "on")):
            job = self.job("sphere", SHEAR.format(remap))
            for ranks, threads in ((1, 1), (2, 1), (4, 1), (1, 2), (2, 2)):
                found = [self.on_kokkos(job, ranks, threads, newton, comm) for comm in ("no", "device")]
                self.assert_same_trajectory(*found, 0.0,
                                            f"remap {remap}, newton {newton}, {ranks} ranks, {threads} threads")

    def on_kokkos(self, job, ranks, threads, newton, comm):
        args = (*harness.kokkos_threads(threads), "-pk", "kokkos", "neigh", "half", "newton", newton, "comm", comm)
        run, folder = self.space.run_each({"deck": job}, ranks=ranks, launcher=harness.KOKKOS, args=args)["deck"]
        self.assert_ended(run, f"Kokkos, {ranks} ranks")
        return folder.frames()


if __name__ == "__main__":
    unittest.main()
