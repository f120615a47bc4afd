"""Computes of style */tally with Kokkos: refused by LAMMPS, with half lists and with full ones.

A compute that asks the pair style for its contacts, as those of the TALLY package do, is compiled here as a
plugin of its own, so that LAMMPS need not have that package.
"""

import json
import os
import pathlib
import shlex
import subprocess
import unittest

import harness
from test_against_stock import DECKS
from test_kokkos_granular import FULL_LISTS, THREADS, KokkosTest

BUILD = pathlib.Path(os.environ.get("GRANULAR_SRT_BUILD", harness.HERE.parent.parent / "build"))
PLUGIN = """
#include "compute.h"
#include "force.h"
#include "lammpsplugin.h"
#include "pair.h"
#include "version.h"

using namespace LAMMPS_NS;

class Tally : public Compute {
 public:
  Tally(LAMMPS *lmp, int narg, char **arg) : Compute(lmp, narg, arg) {}
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


class Tally(KokkosTest):
    def test_refused_by_lammps(self):
        # compiled as a source of the plugin is
        commands = json.loads((BUILD / "compile_commands.json").read_text())
        entry = next(entry for entry in commands if entry["file"].endswith("host_gate.cpp"))
        words = [word for word in shlex.split(entry["command"]) if "KOKKOS" not in word]
        self.space.write("probe.cpp", PLUGIN)
        words[words.index(entry["file"])] = self.space.path / "probe.cpp"
        words[words.index("-o") + 1] = self.space.path / "probeplugin.so"
        words[words.index("-c")] = "-shared"
        subprocess.run(words, cwd=entry["directory"], check=True)

        case, probe = DECKS["newton_off"], "plugin load probeplugin.so\ncompute probe all probe/tally\n"
        run = self.run_case(case, steps=1, after=probe)
        self.assertEqual(run.returncode, 0, run.output[-1000:])
        for way, args in (("threads", THREADS), ("full lists", FULL_LISTS)):
            with self.subTest(way):
                run = self.run_case(case, args, steps=1, after=probe)
                self.assertEqual(run.returncode, 1, run.output[-1000:])
                self.assertIn("Cannot yet use compute tally with Kokkos", run.error)


if __name__ == "__main__":
    unittest.main(verbosity=2)    # the reason of skipped tests is what ctest looks for
