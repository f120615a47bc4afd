"""Restart files of LAMMPS' own styles, read in a LAMMPS with KOKKOS by the /kk styles: those of test_stock_restart.py, and
those that LAMMPS' own gran/hooke/history/kk has written, whose fix of histories has another style.
"""

import unittest

import harness
import test_legacy_styles as legacy
import test_stock_restart as stock_restart
from harness import KOKKOS, data_file, deck
from test_against_stock import HOOKE_STEP, trap

harness.need_kokkos()

# Threads and full lists add forces in another order: twice the deviation of the host styles (measured: 4e-12).
BOUND = 1e-11
WAYS = {"threads": harness.kokkos_threads(2), "full lists": harness.kokkos_full_lists(1)}
# As LAMMPS' own gran/hooke/history/kk wants it.
WRITER = ("-k", "on", *(("g", "1") if harness.has_gpu() else ("t", "1")), "-sf", "kk", "-pk", "kokkos", "neigh", "half",
          "newton", "off")
GRANULAR = {name: stock_restart.GRANULAR[name]
            for name in ("hooke_mass_velocity_history", "hertz_tsuji_mindlin_rescale_limit_damping", "jkr_mindlin_rescale",
                         "types_mixed_material", "triclinic_newton_off")}


class KokkosStockRestart(harness.DeckTest):
    bound = BOUND
    written = stock_restart.StockRestart.written
    continued = stock_restart.StockRestart.continued
    compare = stock_restart.StockRestart.compare

    def test_files_of_the_host(self):
        for way, args in WAYS.items():
            with self.subTest(way):
                runs, _ = self.compare({**GRANULAR, **stock_restart.GRAN, **stock_restart.WALLS}, args=args, launcher=KOKKOS)
                self.assertRegex(runs["jkr_mindlin_rescale"].log, r"history of [1-9]\d* contacts taken from LAMMPS' own style")

    def test_files_of_kokkos(self):
        """The run from this file is that from the file of LAMMPS' style without /kk, whose history has been compared."""
        style = "gran/hooke/history"
        case = trap(legacy.gran(style, legacy.changed(style, xmu=1000.0)), count=9, newton="off",
                    neighbor="0.3 bin", timestep=HOOKE_STEP)
        text = deck(**dict(case.options, run=stock_restart.WRITE))
        self.space.write("data.txt", data_file(case.spheres, types=case.types, **case.box))
        frames = {}
        writers = {"host": {}, "kokkos": {"args": WRITER}}
        if harness.has_gpu():
            del writers["kokkos"]    # LAMMPS (4 Jul 2026) writes histories of its host arrays, which are older or empty
        for written, options in writers.items():
            self.lmp(text, stock=True, launcher=KOKKOS, **options)
            styles = (self.space.path / stock_restart.FILE).read_bytes().count(b"NEIGH_HISTORY/KK")
            self.assertEqual(styles > 0, written == "kokkos")
            for read, args in {"host": (), **WAYS}.items():
                run = self.lmp(stock_restart.rest_of(case, stock_restart.FILE), launcher=KOKKOS, args=args)
                self.assertRegex(run.log, r"history of [1-9]\d* contacts taken from LAMMPS' own style", (written, read))
                frames[written, read] = self.space.frames()
        for (written, read), found in frames.items():
            with self.subTest(written=written, read=read):
                self.assert_same_trajectory(frames["host", "host"], found, BOUND)


if __name__ == "__main__":
    unittest.main()
