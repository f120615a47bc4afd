"""Computes of style */tally are refused: they take forces along the line of centres only.

A compute that asks the pair style for its contacts, as those of the TALLY package do, is compiled here as a
plugin of its own, so that LAMMPS need not have that package.
"""

import subprocess
import sys
import unittest

import harness
from test_against_stock import DECKS

sys.path.insert(0, str(harness.HERE.parent / "packaging"))
import cmake_harness

PLUGIN = """
#include "compute.h"
#include "force.h"
#include "lammpsplugin.h"
#include "pair.h"
#include "version.h"

using namespace LAMMPS_NS;

class Tally : public Compute {
 public:
  Tally(LAMMPS *lammps, int narg, char **arg) : Compute(lammps, narg, arg) {}
  void init() override { force->pair->add_tally_callback(this); }
};

static Compute *create(LAMMPS *lmp, int narg, char **arg) { return new Tally(lmp, narg, arg); }

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle, void *regfunc)
{
  lammpsplugin_t plugin{};
  plugin.version = LAMMPS_VERSION;
  plugin.style = "compute";
  plugin.name = "probe/tally";
  plugin.info = plugin.author = "test";
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(create);
  plugin.handle = handle;
  reinterpret_cast<lammpsplugin_regfunc>(regfunc)(&plugin, lmp);
}
"""


class TallyComputes(harness.DeckTest):
    def test_refused(self):
        # compiled as a source of the plugin is
        words, source, folder = cmake_harness.plugin_command()
        self.space.write("probe.cpp", PLUGIN)
        words[words.index(source)] = self.space.path / "probe.cpp"
        words[words.index("-o") + 1] = self.space.path / "probeplugin.so"
        words[words.index("-c")] = "-shared"
        subprocess.run(words, cwd=folder, check=True)

        case = DECKS["newton_off"]
        self.space.write("data.txt", harness.data_file(case.spheres, types=case.types, **case.box))
        text = harness.deck(**dict(case.options, steps=1, after="plugin load ./probeplugin.so\ncompute probe all probe/tally\n"))
        ways = [("host", (), harness.LAUNCHER)]
        if harness.KOKKOS:
            ways += [("threads", harness.kokkos_threads(2), harness.KOKKOS),
                     ("full lists", harness.kokkos_full_lists(), harness.KOKKOS)]
        for way, args, launcher in ways:
            with self.subTest(way):
                run = self.space.run(text, args=args, launcher=launcher)
                self.assertEqual(run.returncode, 1, run.output[-1000:])
                self.assertIn("Illegal compute probe of style probe/tally with pair style granular: */tally computes "
                              "take forces along the line of centres only; use compute pair/local or stress/atom", run.error)
                self.assertNotIn("centroid", run.error)    # which the style does not have


if __name__ == "__main__":
    unittest.main(verbosity=2)
